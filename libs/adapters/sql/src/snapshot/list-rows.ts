import type { Cells, SqlValue } from '../statement.js';
import { bytesOf } from './bytes-of.js';

/** The rows of one list; of a product about 2 KB are counted. */
const BYTES_MAX = 24 * 1024 * 1024;

/**
 * Rows of a list that pages have shown, by their keys: all of the version that the list is of. Of more than
 * there is room for those that came first go first.
 */
export class ListRows {
  readonly #rows = new Map<SqlValue, { readonly row: Cells; readonly bytes: number }>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  /** About what they take in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The rows of these keys, in the same order; undefined where one of them is not here. */
  of(keys: readonly SqlValue[]): readonly Cells[] | undefined {
    const rows: Cells[] = [];
    for (const key of keys) {
      const found = this.#rows.get(key);
      if (found === undefined) return undefined;
      rows.push(found.row);
    }
    return rows;
  }

  put(key: SqlValue, row: Cells): void {
    this.remove(key);
    const bytes = bytesOf(key) + bytesOf(row);
    this.#rows.set(key, { row, bytes });
    this.#bytes += bytes;
    for (const first of this.#rows.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.remove(first);
    }
  }

  remove(key: SqlValue): void {
    this.#bytes -= this.#rows.get(key)?.bytes ?? 0;
    this.#rows.delete(key);
  }
}
