import { LRUCache } from 'lru-cache';
import type { KeyValue } from '@kontor/kernel';
import { Account, VatAccount } from '@kontor/ledger';
import { Product, ProductGroup, Unit } from '@kontor/products';
import { Customer, CustomerGroup, PaymentTerms } from '@kontor/sales';
import { readVersions, stateName, versionsIn } from './collection-state.js';
import type { Scope } from './resource-access.js';
import { placeholders, quote, type Outcome, type Row, type SqlValue, type Statement } from './statement.js';
import { AGREEMENT_COLUMN } from './table/table.js';
import type { ResourceTable } from './table/table-of.js';

/** Items and collections that a process remembers, of all agreements. */
const ITEMS_MAX = 20_000;
const COLLECTIONS_MAX = 10_000;

/** How long a collection must have been as it is before anything rests on it: one that changes all the time is read instead. */
const QUIET_MS = 1_000;

/** What documents are made from, and what is seldom changed. */
const REMEMBERED: ReadonlySet<string> = new Set(
  [Account, Customer, CustomerGroup, PaymentTerms, Product, ProductGroup, Unit, VatAccount].map(
    ({ collection }) => collection,
  ),
);

/** Items as they were at one version of their collection. */
type Known = { readonly version: number; readonly since: number; readonly serial: number };

/**
 * What a process remembers of the items that documents name: customers, products, terms. A unit of work that trusts may rest on it, since
 * whatever it writes is kept only if the collections are still of the same version (ADR 14); whatever it would refuse, it finds out anew.
 */
export class ItemMemory {
  readonly #collections = new LRUCache<string, Known>({ max: COLLECTIONS_MAX });
  readonly #rows = new LRUCache<string, Row>({ max: ITEMS_MAX });
  #serial = 0;

  /** The rows of items, those that are there; undefined where nothing may be remembered. */
  async find(
    table: ResourceTable,
    { agreementNumber, session, beside = session, changes }: Scope,
    keys: readonly KeyValue[],
  ): Promise<readonly Row[] | undefined> {
    const { collection } = table.resource;
    if (changes?.trusts !== true || !REMEMBERED.has(collection) || changes.hasChanged(collection))
      return undefined;
    const state = stateName(table, []);
    const name = `${agreementNumber} ${state}`;
    const forms = [...new Set(keys.map(table.keyForm))];
    const known = this.#collections.get(name);
    if (known !== undefined && known.since + QUIET_MS <= Date.now()) {
      const rows = forms.map((form) => this.#rows.get(`${known.serial} ${form}`));
      if (!rows.includes(undefined) && changes.restOn(state, known.version)) {
        changes.whenMistaken(() => this.#collections.delete(name));
        return rows as readonly Row[];
      }
    }
    // What a unit has sent already may have changed it.
    if (!changes.hasSentNothing) return undefined;
    const [versions, read] = (await beside.run(
      readVersions(agreementNumber, [state]),
      readItems(table, agreementNumber, forms),
    )) as [Outcome, Outcome];
    const serial = this.#at(name, versionsIn(versions).get(state) ?? 0);
    for (const row of read.rows)
      this.#rows.set(`${serial} ${table.keyForm(row[table.key.column] as KeyValue)}`, row);
    return read.rows;
  }

  /** Under what the items of a collection at a version are remembered: another version begins anew. */
  #at(name: string, version: number): number {
    const known = this.#collections.get(name);
    if (known?.version === version) return known.serial;
    this.#serial += 1;
    this.#collections.set(name, { version, since: Date.now(), serial: this.#serial });
    return this.#serial;
  }
}

/** Items of a collection by their identifiers, with all their columns. */
export function readItems(
  { table, columns, keyColumn }: ResourceTable,
  agreementNumber: number,
  forms: readonly SqlValue[],
): Statement {
  const own = columns.map(({ column }) => quote(column)).join(', ');
  return {
    sql:
      `SELECT ${own}, \`version\` FROM ${quote(table.name)} ` +
      `WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${quote(keyColumn)} IN (${placeholders(forms.length)})`,
    values: [agreementNumber, ...forms],
  };
}
