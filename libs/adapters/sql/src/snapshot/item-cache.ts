import { defined, type KeyValue } from '@kontor/kernel';
import type { ResourceTable } from '../entity/table-of.js';
import type { Row } from '../statement.js';
import { versionName } from '../transaction/collection-version.js';
import type { Scope } from '../transaction/scope.js';
import { SnapshotCache } from './snapshot-cache.js';
import { keyAt } from '../row.js';
import { readItems } from '../statements/items.js';

const BYTES_MAX = 24 * 1024 * 1024;

/**
 * How long a collection must have been as it is before a unit rests on it: stock changes products with every
 * invoice.
 */
const STABLE_MS = 1_000;

/**
 * Rows of master data, which documents name: customers, products, terms. A unit of work that rests on some
 * expects the versions of their collections.
 */
export class ItemCache {
  readonly #rows = new SnapshotCache<Row>({ bytesMax: BYTES_MAX, stableMs: STABLE_MS });

  /** The rows of items, those that are there; undefined where nothing may be remembered. */
  async find(
    table: ResourceTable,
    { agreementNumber, unit }: Scope,
    keys: readonly KeyValue[],
  ): Promise<readonly Row[] | undefined> {
    const { collection, masterData } = table.resource;
    if (unit === undefined || masterData !== true || unit.hasChanged(collection)) return undefined;
    const name = versionName(table, []);
    // What the unit itself makes of them is of another version: who rested on this one would run twice.
    unit.hooks.afterCommit(() => {
      if (unit.hasChanged(collection)) this.#rows.invalidate(agreementNumber, [name]);
    });
    const encoded = [...new Set(keys.map(table.encodeKey))];
    const found: Row[] = [];
    for (const key of encoded) {
      const row = this.#rows.expecting(agreementNumber, `${name} ${key}`, (versions) =>
        unit.expect.remembered(versions),
      );
      if (row !== undefined) found.push(row);
    }
    if (found.length > 0)
      unit.hooks.afterFailedPrecondition(() => this.#rows.invalidate(agreementNumber, [name]));
    if (found.length === encoded.length) return found;
    if (!unit.mayRemember) {
      await unit.holdBooksIfLocking();
      return undefined;
    }
    const { versions, outcomes } = await unit.facts([name], readItems(table, agreementNumber, encoded));
    const { rows } = defined(outcomes[0]);
    for (const row of rows) {
      const key = table.encodeKey(keyAt(row, table.key.column));
      this.#rows.put(agreementNumber, `${name} ${key}`, versions, row);
    }
    unit.expect.rows(table, rows);
    return rows;
  }
}
