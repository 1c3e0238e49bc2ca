import type { KeyValue } from '@kontor/kernel';
import { numberAt } from '../row.js';
import type { Row } from '../statement.js';
import type { Unit } from '../transaction/unit.js';
import type { SnapshotCache } from './snapshot-cache.js';

/**
 * Rows of the drafts of one resource that this process has written last: nearly every one is booked by who
 * made it, at once.
 */
export class DraftCache {
  readonly #rows: SnapshotCache<Row>;
  readonly #collection: string;

  /** `rows`: of the drafts of all resources. */
  constructor(rows: SnapshotCache<Row>, collection: string) {
    this.#rows = rows;
    this.#collection = collection;
  }

  /** A draft for a unit that is to write it only as the version that it gets here. */
  find(agreementNumber: number, key: KeyValue, unit: Unit): Row | undefined {
    return this.#rows.expecting(agreementNumber, this.#nameOf(key), () => unit.expect.cachedItem());
  }

  /** As it was committed, with its version. */
  put(agreementNumber: number, key: KeyValue, row: Row): void {
    const name = this.#nameOf(key);
    this.#rows.put(agreementNumber, name, new Map([[name, numberAt(row, 'version')]]), row);
  }

  forget(agreementNumber: number, key: KeyValue): void {
    this.#rows.remove(agreementNumber, this.#nameOf(key));
  }

  #nameOf(key: KeyValue): string {
    return `${this.#collection} ${key}`;
  }
}
