import { right } from 'fp-ts/lib/Either.js';
import {
  defined,
  amount,
  code,
  computed,
  decimalJson,
  described,
  fullDate,
  itemNumber,
  line,
  oneOf,
  pageOf,
  percentage,
  readOnly,
  reference,
  type Decimal,
  type FieldData,
  type FullDate,
} from '@kontor/kernel';
import {
  Account,
  AccountingYear,
  AGES,
  dueDatesOf,
  Entry,
  OpenPost,
  RANGES_MAX,
  VatAccount,
  VatSettlement,
  type Age,
  type AgedRow,
  type EntriesOf,
  type LedgerService,
  type PartyKind,
  type Statement,
  type StatementRequest,
  type StatementRow,
  type VatRow,
} from '@kontor/ledger';
import {
  readEndpoint,
  type ApiRequest,
  type Answer,
  type CollectionOf,
  type Endpoint,
} from '../endpoint/endpoint.js';
import { pathsOf } from '../endpoint/resource-endpoints.js';
import { csvText } from '../representation/csv.js';
import { etagInTurns } from '../representation/etag.js';
import { writtenInTurns } from '../representation/utf8-writer.js';
import type { DateName } from '../request/statement-query.js';
import { BOOK_KEEPING } from './accounting-year-scope.js';
import { ALL_ENTRIES } from './all-entries.endpoints.js';
import { VAT_SETTLEMENTS } from './vat-settlement.endpoints.js';

/** A row as it is answered, in JSON and in CSV: its members by name, in their order. */
type Shown = Readonly<Record<string, string | Decimal | Link | AccountShown | undefined>>;
type Link = { readonly url: string };
type AccountShown = { readonly accountNumber: number };

type Reading<Row> = {
  readonly name: string;
  readonly summary: string;
  readonly dates: readonly DateName[];
  readonly fields: Readonly<Record<string, FieldData>>;
  readonly read: (ledger: LedgerService, asked: StatementRequest) => Promise<Statement<Row>>;
  /** Prepared once for all rows of a statement that ends on that day. */
  readonly showing: (request: ApiRequest, toDate: FullDate) => (row: Row) => Shown;
  /** All that it shows: its answers stay while nothing of that changes. */
  readonly madeOf?: readonly CollectionOf[];
  /** What stands beside its rows: names of links, and the collections that they lead to. */
  readonly leadsTo?: LeadsTo;
};

type LeadsTo = Readonly<Record<string, { readonly path: string; readonly collection: string }>>;

const entries = () => computed(pageOf(Entry.collection));
const OF_AN_ACCOUNT = {
  account: computed(reference('accounts', 'accountNumber', itemNumber())),
  name: readOnly(line({ max: 125 })),
  accountType: computed(
    oneOf(['profitAndLoss', 'status', 'totalFrom', 'heading', 'headingStart', 'sumInterval', 'sumAlpha']),
  ),
};
/** What every statement of the accounts is made of. */
const BOOKED: readonly CollectionOf[] = [
  { resource: Account },
  { resource: AccountingYear },
  { resource: Entry, everywhere: true },
];
const SPAN: readonly DateName[] = ['fromDate', 'toDate'];

/**
 * The statements of the books ("Statements" of the decisions): for any dates, with links to the entries
 * behind each figure.
 */
export function statementEndpoints(): readonly Endpoint[] {
  return [
    statementRoute({
      name: 'trial-balance',
      summary: 'The trial balance: what stood on each account, what moved it, what stands there.',
      dates: SPAN,
      fields: {
        ...OF_AN_ACCOUNT,
        openingBalance: computed(amount()),
        debit: computed(amount()),
        credit: computed(amount()),
        movement: computed(amount()),
        closingBalance: computed(amount()),
        entries: entries(),
      },
      madeOf: BOOKED,
      read: ({ statements }, asked) => statements.trialBalance(asked),
      showing: accountRows,
    }),
    statementRoute({
      name: 'profit-and-loss',
      summary: 'Profit and loss between two dates.',
      dates: SPAN,
      fields: { ...OF_AN_ACCOUNT, amount: computed(amount()), entries: entries() },
      madeOf: BOOKED,
      read: ({ statements }, asked) => statements.profitAndLoss(asked),
      showing: accountRows,
    }),
    statementRoute({
      name: 'balance-sheet',
      summary: 'The balance sheet at a date; the result that is not carried yet is a row of its own.',
      dates: ['date'],
      fields: { ...OF_AN_ACCOUNT, amount: computed(amount()), entries: entries() },
      madeOf: BOOKED,
      read: ({ statements }, asked) => statements.balanceSheet(asked),
      showing: accountRows,
    }),
    statementRoute({
      name: 'vat',
      summary:
        'The VAT of each code between two dates: its basis, what its entries have, and what the rate makes.',
      dates: SPAN,
      fields: {
        vatAccount: readOnly(reference('vat-accounts', 'vatCode', line({ min: 1, max: 5 }))),
        name: computed(line({ max: 125 })),
        ratePercentage: readOnly(percentage()),
        basis: readOnly(amount()),
        vat: readOnly(amount()),
        contraVat: computed(amount()),
        difference: readOnly(amount()),
        basisEntries: entries(),
        vatEntries: entries(),
        contraVatEntries: entries(),
      },
      madeOf: [...BOOKED, { resource: VatAccount }],
      read: ({ statements }, asked) => statements.vat(asked),
      showing: vatRows,
      leadsTo: { settlements: { path: VAT_SETTLEMENTS, collection: VatSettlement.collection } },
    }),
    agedRoute('customer', 'aged-receivables', 'What customers owed on a date, by how long it was overdue.'),
    agedRoute('supplier', 'aged-payables', 'What suppliers were owed on a date, by how long it was overdue.'),
  ];
}

/** What is open of customers or suppliers; debit is positive, so what suppliers are owed is negative. */
function agedRoute(kind: PartyKind, name: string, summary: string): Endpoint {
  const key = kind === 'customer' ? 'customerNumber' : 'supplierNumber';
  const ages = AGES.map((age) => [age.name, described(computed(amount()), AGE_WORDS[age.name])] as const);
  const posts = AGES.map((age) => [
    `${age.name}Posts`,
    described(
      computed(pageOf(OpenPost.collection)),
      'leads to the open posts of that age; none where any was matched later',
    ),
  ]);
  return statementRoute({
    name,
    summary,
    dates: ['date'],
    fields: {
      [kind]: computed(reference(`${kind}s`, key, itemNumber())),
      name: readOnly(line({ max: 255 })),
      total: described(readOnly(amount()), 'all that is open; debit is positive'),
      ...Object.fromEntries(ages),
      entries: entries(),
      ...(Object.fromEntries(posts) as Record<string, FieldData>),
    },
    read: ({ statements }, asked) => statements.aged(kind, asked),
    showing: (request, date) => agedRows({ kind, key, date }, request),
  });
}

const AGE_WORDS: Readonly<Record<Age, string>> = {
  notDue: 'what is not overdue on the date',
  days1To30: 'what is overdue by 1 to 30 days',
  days31To60: 'what is overdue by 31 to 60 days',
  days61To90: 'what is overdue by 61 to 90 days',
  over90: 'what is overdue by more than 90 days',
};

type AgedList = { readonly kind: PartyKind; readonly key: string; readonly date: FullDate };

/**
 * The total is the sum of all entries until the date; the ages are sums of posts that are left as they were.
 * What the links of all rows begin and end with is written once: a list may have a row for each customer.
 */
function agedRows({ kind, key, date }: AgedList, { links, style }: ApiRequest): (row: AgedRow) => Shown {
  const filterOf = (to: string): string => withQuery(links.to(to, {}, style), [['filter', '']]);
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
    const row: Record<string, Shown[string]> = {
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

function statementRoute<Row>({
  name,
  summary,
  dates,
  fields,
  read,
  showing,
  madeOf,
  leadsTo = {},
}: Reading<Row>): Endpoint {
  const path = `/statements/${name}`;
  return readEndpoint({
    path,
    stability: 'experimental',
    access: BOOK_KEEPING,
    parameters: {},
    summary,
    dates,
    alsoCsv: true,
    ...(madeOf !== undefined && { madeOfAll: () => madeOf }),
    gives: {
      object: {
        fromDate: readOnly(fullDate()),
        toDate: readOnly(fullDate()),
        baseCurrency: readOnly(code(3)),
        rows: { listOf: { object: fields } },
        ...Object.fromEntries(
          Object.entries(leadsTo).map(([link, { collection }]) => [link, readOnly(pageOf(collection))]),
        ),
      },
      hasSelf: true,
    },
    perform: async ({ ledger }, request) => {
      const { date, ...span } = request.dates ?? {};
      const today = request.now.toISOString().slice(0, 10) as StatementRequest['today'];
      const statement = await read(ledger, { today, ...span, ...(date !== undefined && { toDate: date }) });
      const show = showing(request, statement.toDate);
      if (request.wantsCsv === true)
        return right(await csvAnswer(name, Object.keys(fields), statement, show));
      return right(await jsonAnswer(statement, show, { path, leadsTo }, request));
    },
  });
}

async function jsonAnswer<Row>(
  { fromDate, toDate, baseCurrency, rows }: Statement<Row>,
  show: (row: Row) => Shown,
  { path, leadsTo }: { readonly path: string; readonly leadsTo: LeadsTo },
  { links, style, dates = {} }: ApiRequest,
): Promise<Answer> {
  const self = withQuery(links.to(path, {}, style), Object.entries(dates));
  const more = Object.entries(leadsTo).map(
    ([name, to]) => `${JSON.stringify(name)}:${JSON.stringify(links.to(to.path, {}, style))},`,
  );
  const sent = await writtenInTurns({
    head: `${JSON.stringify({ fromDate, toDate, baseCurrency }).slice(0, -1)},"rows":[`,
    items: rows,
    print: (row, index) => (index === 0 ? '' : ',') + printed(show(row), links.base, style.demo),
    tail: `],${more.join('')}"self":${JSON.stringify(self)}}`,
  });
  return { status: 200, sent, etag: await etagInTurns(sent) };
}

/** A chart has hundreds of rows: their text is put together as it comes, without lists between. */
function printed(row: Shown, base: string, isDemo: boolean): string {
  let text = '';
  for (const name in row) {
    const value = row[name];
    if (value === undefined) continue;
    text += `${text === '' ? '{' : ','}"${name}":${printedMember(value, base, isDemo)}`;
  }
  return `${text}}`;
}

function printedMember(value: NonNullable<Shown[string]>, base: string, isDemo: boolean): string {
  if (typeof value === 'string') return value;
  // An address has nothing in it that JSON would escape.
  if ('url' in value) return `"${value.url}"`;
  const self = `${base}/${Account.collection}/${value.accountNumber}${isDemo ? '?demo=true' : ''}`;
  return `{"${Account.key}":${value.accountNumber},"self":"${self}"}`;
}

async function csvAnswer<Row>(
  name: string,
  columns: readonly string[],
  { rows }: Statement<Row>,
  show: (row: Row) => Shown,
): Promise<Answer> {
  const bytes = await writtenInTurns({
    head: csvText([columns]),
    items: rows,
    print: (row) => {
      const shown = show(row);
      return csvText([columns.map((column) => csvCell(shown[column]))]);
    },
    tail: '',
  });
  const file = { type: 'text/csv; charset=utf-8', name: `${name}.csv`, bytes };
  return { status: 200, file, etag: await etagInTurns(bytes) };
}

function csvCell(value: Shown[string]): string | number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return 'url' in value ? value.url : value.accountNumber;
  const member: unknown = JSON.parse(value);
  // A reference: what identifies the other comes first.
  if (typeof member === 'object') return Object.values(member as Readonly<Record<string, string>>)[0];
  return typeof member === 'number' ? value : (member as string);
}

/** Rows of accounts: amounts as JSON writes them. */
function accountRows(request: ApiRequest): (row: StatementRow<Readonly<Record<string, Decimal>>>) => Shown {
  const linkTo = entriesLinks(request);
  return ({ accountNumber, name, accountType, figures, entries }) => {
    const row: Record<string, Shown[string]> = {
      account: accountNumber === undefined ? undefined : { accountNumber },
      name: JSON.stringify(name),
      accountType: accountType === undefined ? undefined : JSON.stringify(accountType),
    };
    for (const column in figures) row[column] = decimalJson(defined(figures[column]), 2);
    if (figures !== undefined && entries !== undefined) row['entries'] = linkTo(entries);
    return row;
  };
}

function vatRows(request: ApiRequest): (row: VatRow) => Shown {
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
  const of = withQuery(links.to(ALL_ENTRIES, {}, style), [['filter', '']]);
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

function withQuery(to: string, query: readonly (readonly [string, string])[]): string {
  const parts = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length === 0 ? to : `${to}${to.includes('?') ? '&' : '?'}${parts.join('&')}`;
}
