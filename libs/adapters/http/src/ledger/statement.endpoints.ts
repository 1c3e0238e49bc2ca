import { right } from 'fp-ts/lib/Either.js';
import {
  amount,
  code,
  computed,
  described,
  fullDate,
  itemNumber,
  line,
  oneOf,
  pageOf,
  percentage,
  fullDateOf,
  readOnly,
  reference,
  type FieldData,
  type FullDate,
} from '@kontor/kernel';
import {
  Account,
  AccountingYear,
  AGES,
  Entry,
  OpenPost,
  VatAccount,
  VatSettlement,
  type Age,
  type LedgerService,
  type PartyKind,
  type Statement,
  type StatementRequest,
} from '@kontor/ledger';
import { readEndpoint, type ApiRequest, type CollectionOf, type Endpoint } from '../endpoint/endpoint.js';
import type { DateName } from '../request/statement-query.js';
import { BOOK_KEEPING } from './accounting-year-scope.js';
import { VAT_SETTLEMENTS } from './vat-settlement.endpoints.js';
import { csvAnswer, jsonAnswer, type LeadsTo } from './statement-answers.js';
import { accountRows, agedRows, vatRows, type ShownRow } from './statement-rows.js';

type Reading<Row> = {
  readonly name: string;
  readonly summary: string;
  readonly dates: readonly DateName[];
  readonly fields: Readonly<Record<string, FieldData>>;
  readonly read: (ledger: LedgerService, asked: StatementRequest) => Promise<Statement<Row>>;
  /** Prepared once for all rows of a statement that ends on that day. */
  readonly showing: (request: ApiRequest, toDate: FullDate) => (row: Row) => ShownRow;
  /** All that it shows: its answers stay while nothing of that changes. */
  readonly madeOf?: readonly CollectionOf[];
  /** What stands beside its rows: names of links, and the collections that they lead to. */
  readonly leadsTo?: LeadsTo;
};

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
      const today = fullDateOf(request.now);
      const statement = await read(ledger, { today, ...span, ...(date !== undefined && { toDate: date }) });
      const show = showing(request, statement.toDate);
      if (request.wantsCsv === true)
        return right(await csvAnswer(name, Object.keys(fields), statement, show));
      return right(await jsonAnswer(statement, show, { path, leadsTo }, request));
    },
  });
}
