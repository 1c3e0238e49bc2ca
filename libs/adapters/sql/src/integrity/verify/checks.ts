import { defined, type AnyResource, type ValueOf } from '@kontor/kernel';
import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { accessTo, type ResourceAccesses } from '../../resource/resource-access.js';
import { rowsOf, type Row, type Session, type SqlValue } from '../../statement.js';
import type { FixedCollection } from '../references.js';
import { numberAt, textAt } from '../../row.js';

/** What a check looks at: the books of one agreement, in one consistent state. */
export type Looked = {
  readonly agreementNumber: number;
  readonly session: Session;
  readonly access: ResourceAccesses;
  /** The lists that the system owns, to which rows refer too. */
  readonly fixed: ReadonlyMap<string, FixedCollection>;
  /** TypeORM's query builder over that session: it knows all tables. */
  readonly tables: EntityManager;
  /** The folded year of a row of `t` as text. */
  readonly yearText: string;
};

/** What is read of a row: columns of its own, and expressions under the names that they get. */
type Wanted = readonly (string | readonly [expression: string, name: string])[];

/** A query of an agreement's rows in a table, which is called `t`; each column comes under its own name. */
export function from(
  { agreementNumber, tables }: Looked,
  table: string,
  wanted: Wanted,
): SelectQueryBuilder<ObjectLiteral> {
  const query = tables.createQueryBuilder().select([]).from(table, 't');
  for (const one of wanted) {
    if (typeof one === 'string') query.addSelect(`t.${one}`, one);
    else query.addSelect(...one);
  }
  return query.where('t.agreement_number = :agreementNumber', { agreementNumber });
}

/** The rows that a query gives, by the names that it gives its columns. */
export function rowsRead(query: SelectQueryBuilder<ObjectLiteral>): Promise<readonly Row[]> {
  return query.getRawMany<Row>();
}

/** What rows of a resource have as one of its members. */
export function reading<R extends AnyResource, N extends keyof ValueOf<R> & string>(
  { access }: Looked,
  resource: R,
  member: N,
): (row: Row) => ValueOf<R>[N] {
  const { columns } = accessTo(access, resource).table;
  const { column, encoding } = defined(columns.find(({ path }) => path === member));
  // The declaration says of what type a member is, and its column was made by that.
  return (row) => encoding.decode(row[column]) as ValueOf<R>[N];
}

/** Rows of an agreement's tables; the agreement's number is the first value. */
export function rowsIn(
  { agreementNumber, session }: Looked,
  sql: string,
  ...values: readonly SqlValue[]
): Promise<readonly Row[]> {
  return rowsOf(session, { sql, values: [agreementNumber, ...values] });
}

/** The years of an agreement, as columns hold them and as people read them. */
export async function yearsIn(looked: Looked): Promise<readonly string[]> {
  const rows = await rowsRead(from(looked, 'accounting_year', ['year']).orderBy('t.from_date'));
  return rows.map((row) => textAt(row, 'year'));
}

/** What rows have as `id`. */
export function idsIn(rows: readonly Row[]): ReadonlySet<number> {
  return new Set(rows.map((row) => numberAt(row, 'id')));
}

/** `1 voucher`, `2 vouchers`. */
export function pluralize(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}

/** A sum in base currency, in cents, and of how many entries. */
export type Figure = { total: bigint; entries: number };

/** Adds an entry to a figure. */
export function addTo(figures: Map<number, Figure>, key: number, cents: bigint): void {
  const figure = inMap(figures, key, () => ({ total: 0n, entries: 0 }));
  figure.total += cents;
  figure.entries += 1;
}

/** Sums in cents, by what they are sums of, such as a voucher, and by what they stand on. */
export type SumsBy<On> = Map<number, Map<On, bigint>>;

/** Adds an amount to one of them. */
export function addSum<On>(sums: SumsBy<On>, key: number, on: On, cents: bigint): void {
  const of = inMap(sums, key, () => new Map<On, bigint>());
  of.set(on, (of.get(on) ?? 0n) + cents);
}

/** What a map has under a key, made where it has nothing. */
export function inMap<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
