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
 * How long a collection must have had its version before a unit expects it: products change with every
 * invoice where stock is kept, and a unit that expects a version which has moved runs twice.
 */
const STABLE_MS = 1_000;

/**
 * Rows of master data, which documents name: customers, products, terms. A unit of work that rests on some
 * expects the versions of their collections.
 */
export class ItemCache {
  readonly #rows = new SnapshotCache<Row>({ bytesMax: BYTES_MAX, stableMs: STABLE_MS });

  /**
   * The rows of those items that are there: remembered, or read and remembered now. The unit expects at its
   * commit what it is given. Undefined where the caller has to read them: outside a unit, of what is no
   * master data or has been changed by the unit, or where the unit may remember nothing.
   */
  async find(
    table: ResourceTable,
    { agreementNumber, unit }: Scope,
    keys: readonly KeyValue[],
  ): Promise<readonly Row[] | undefined> {
    const { collection, masterData } = table.resource;
    if (unit === undefined || masterData !== true || unit.hasChanged(collection)) return undefined;
    const name = versionName(table, []);
    // Once it has changed the collection, another unit that expects the version known here would run twice.
    unit.hooks.afterCommit(() => {
      if (unit.hasChanged(collection)) this.#rows.invalidate(agreementNumber, [name]);
    });
    const encoded = [...new Set(keys.map(table.encodeKey))];
    const found: Row[] = [];
    for (const key of encoded) {
      const row = this.#rows.expecting(agreementNumber, `${name} ${key}`, (versions) =>
        unit.expect.cached(versions),
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
