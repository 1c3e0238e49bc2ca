import { decimalJson, defined, type Decimal, type FullDate } from '@kontor/kernel';
import {
  Account,
  AGES,
  dueDatesOf,
  OpenPost,
  RANGES_MAX,
  type Age,
  type AgedRow,
  type EntriesOf,
  type PartyKind,
  type StatementRow,
  type VatRow,
} from '@kontor/ledger';
import type { ApiRequest } from '../endpoint/endpoint.js';
import { pathsOf } from '../endpoint/resource-endpoints.js';
import { addressWith } from '../representation/links.js';
import { ALL_ENTRIES } from './all-entries.endpoints.js';

/** A row as it is answered, in JSON and in CSV: its members by name, in their order. */
export type ShownRow = Readonly<
  Record<string, string | Decimal | Link | { readonly accountNumber: number } | undefined>
>;
type Link = { readonly url: string };

/** Rows of accounts: amounts as JSON writes them. */
export function accountRows(
  request: ApiRequest,
): (row: StatementRow<Readonly<Record<string, Decimal>>>) => ShownRow {
  const linkTo = entriesLinks(request);
  return ({ accountNumber, name, accountType, figures, entries }) => {
    const row: Record<string, ShownRow[string]> = {
      account: accountNumber === undefined ? undefined : { accountNumber },
      name: JSON.stringify(name),
      accountType: accountType === undefined ? undefined : JSON.stringify(accountType),
    };
    for (const column in figures) row[column] = decimalJson(defined(figures[column]), 2);
    if (figures !== undefined && entries !== undefined) row['entries'] = linkTo(entries);
    return row;
  };
}

/** Rows of VAT codes: what their entries have, beside what the rate makes. */
export function vatRows(request: ApiRequest): (row: VatRow) => ShownRow {
  const linkTo = entriesLinks(request);
  const selfOf = request.links.itemMaker('vat-accounts');
  return (row) => ({
    vatAccount: JSON.stringify({ vatCode: row.vatCode, self: selfOf([row.vatCode], request.style) }),
    name: row.name === undefined ? undefined : JSON.stringify(row.name),
    ratePercentage: decimalJson(row.ratePercentage, 2),
    basis: decimalJson(row.basis, 2),
    vat: decimalJson(row.vat, 2),
    contraVat: row.contraVat === undefined ? undefined : decimalJson(row.contraVat, 2),
    difference: decimalJson(row.difference, 2),
    basisEntries: linkTo(row.basisEntries),
    vatEntries: linkTo(row.vatEntries),
    contraVatEntries: row.contraVatEntries && linkTo(row.contraVatEntries),
  });
}

/** What closing a year posts in it is in no statement; what it carries into the next year is. */
const WITHOUT_CLOSING =
  '(numberSeries.numberSeriesNumber$ne:10$or:entryType$eq:transferredOpeningEntry$or:numberSeries.numberSeriesNumber$eq:$null:)';
/** The same without what opens accounts. */
const MOVEMENT = `entryType$ne:openingEntry$and:entryType$ne:transferredOpeningEntry$and:${WITHOUT_CLOSING}`;

/**
 * Makes links to the entries that a figure is the sum of, as a filter of all entries; undefined where that
 * would be too long. What all figures of the same dates end with is encoded once.
 */
function entriesLinks({ links, style }: ApiRequest): (entries: EntriesOf) => Link | undefined {
  const of = addressWith(links.to(ALL_ENTRIES, {}, style), [['filter', '']]);
  const ends = new Map<string, string>();
  const endOf = ({ fromDate, toDate, isMovement = false }: EntriesOf): string => {
    const name = `${fromDate}${toDate}${isMovement}`;
    const known = ends.get(name);
    if (known !== undefined) return known;
    const which = isMovement ? MOVEMENT : WITHOUT_CLOSING;
    const end = encodeURIComponent(`date$gte:${fromDate}$and:date$lte:${toDate}$and:${which}`);
    ends.set(name, end);
    return end;
  };
  return (entries) => {
    if (entries.accounts.length > RANGES_MAX) return undefined;
    const conditions = [...whose(entries), ''].join('$and:');
    return { url: of + encodeURIComponent(conditions) + endOf(entries) };
  };
}

function whose({ accounts, vatCode, vatPart, vatRates }: EntriesOf): readonly string[] {
  const number = `account.${Account.key}`;
  const ranges = accounts.map(({ from, to }) =>
    from === to ? `${number}$eq:${from}` : `(${number}$gte:${from}$and:${number}$lte:${to})`,
  );
  return [
    ...(ranges.length === 0 ? [] : [ranges.length === 1 ? defined(ranges[0]) : `(${ranges.join('$or:')})`]),
    ...(vatCode === undefined ? [] : [`vatAccount.vatCode$eq:${escaped(vatCode)}`]),
    ...(vatPart === undefined ? [] : [`vatPart$eq:${vatPart}`]),
    ...(vatRates === undefined ? [] : [ofRates(vatRates)]),
  ];
}

function ofRates(rates: readonly (Decimal | undefined)[]): string {
  const each = rates.map((rate) => `vatRate$eq:${rate ?? '$null:'}`);
  return each.length === 1 ? defined(each[0]) : `(${each.join('$or:')})`;
}

/** §4.1: what means something in a filter is written with a `$` before it. */
function escaped(text: string): string {
  return text.replace(/[$()*,[\]]/g, (one) => `$${one}`);
}

type AgedList = { readonly kind: PartyKind; readonly key: string; readonly date: FullDate };

/**
 * The total is the sum of all entries until the date; the ages are sums of posts that are left as they were.
 * What the links of all rows begin and end with is written once: a list may have a row for each customer.
 */
export function agedRows(
  { kind, key, date }: AgedList,
  { links, style }: ApiRequest,
): (row: AgedRow) => ShownRow {
  const filterOf = (to: string): string => addressWith(links.to(to, {}, style), [['filter', '']]);
  const until = encodeURIComponent(`$and:date$lte:${date}`);
  const [entriesOf, postsOf] = [filterOf(ALL_ENTRIES), filterOf(pathsOf(OpenPost).collection)];
  const ages = AGES.map(({ name }) => {
    const due = dueFilter(name, date).map((condition) => `$and:${condition}`);
    return { name, posts: `${name}Posts`, end: until + encodeURIComponent(due.join('')) };
  });
  const selfOf = links.itemMaker(`${kind}s`);
  return ({ number, name, total, aged, hasPosts }) => {
    const who = encodeURIComponent(`${kind}.${key}${number === undefined ? '$ne:$null:' : `$eq:${number}`}`);
    const self = number === undefined ? '' : selfOf([number], style);
    const row: Record<string, ShownRow[string]> = {
      [kind]: number === undefined ? undefined : JSON.stringify({ [key]: number, self }),
      name: JSON.stringify(name),
      total: decimalJson(total, 2),
    };
    for (const age of ages) row[age.name] = decimalJson(aged[age.name], 2);
    row['entries'] = { url: entriesOf + who + until };
    for (const { posts, end } of ages) row[posts] = hasPosts ? { url: postsOf + who + end } : undefined;
    return row;
  };
}

function dueFilter(age: Age, date: FullDate): readonly string[] {
  const { from, to } = dueDatesOf(age, date);
  if (to === undefined) return [`(dueDate$gte:${from ?? ''}$or:dueDate$eq:$null:)`];
  return [...(from === undefined ? [] : [`dueDate$gte:${from}`]), `dueDate$lte:${to}`];
}
