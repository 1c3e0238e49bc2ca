import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  keyField,
  pageInMemory,
  type AnyResource,
  type AnyValue,
  type Filter,
  type IntegerKind,
  type KeyValue,
  type NotFound,
  type StringKind,
} from '@kontor/kernel';
import {
  Account,
  AccountingYear,
  Entry,
  Period,
  Total,
  totalOf,
  totalsOf,
  type AccountingYearDraft,
  type SpanTotals,
} from '@kontor/ledger';
import { readEndpoint, writeEndpoint, type Answer, type Asked, type Endpoint } from '../endpoint/endpoint.js';
import {
  itemPath,
  placedEndpoints,
  placedItem,
  placedPage,
  rowOf,
  type Place,
} from '../endpoint/placed-endpoints.js';
import { printerFor, resourceEndpoints, type Decided, type Mounting } from '../endpoint/resource-endpoints.js';
import type { Failure } from '../failure/http-failure.js';
import { action } from '../representation/item.js';
import type { AskedCollection } from '../request/collection-query.js';
import type { Services } from '../service/services.js';

/** D13: who keeps the books. */
const BOOK_KEEPING = ['BookKeeping'] as const;

const decidedYears: Decided = {
  create: ({ ledger }, draft) => ledger.createAccountingYear({ draft: draft as AccountingYearDraft }),
  remove: ({ ledger }, key, _, version) => ledger.removeAccountingYear({ year: String(key), version }),
};

/** §2.6, §2.7, §4.2: accounting years with their periods, entries and totals, and the same of one account. */
export function accountingYearEndpoints(): readonly Endpoint[] {
  const years = resourceEndpoints(AccountingYear, {
    read: BOOK_KEEPING,
    decided: decidedYears,
    actions: closingNow,
  });
  return [...years, ...closingRows(), ...belowYears(ALL), ...ofOneAccount()];
}

// ---- where the subtree stands -----------------------------------------------------------------------

/** The subtree is declared once and mounted twice: for all accounts, and for one (§4.2). */
type Scope = {
  /** The path of the years. */
  readonly years: string;
  readonly parameters: Place['parameters'];
  readonly isHome: boolean;
  /** The account the scope is about. */
  readonly accountOf: (asked: Asked) => KeyValue | undefined;
};

const ALL: Scope = {
  years: `/${AccountingYear.collection}`,
  parameters: {},
  isHome: true,
  accountOf: () => undefined,
};

const OF_ACCOUNT: Scope = {
  years: `/${Account.collection}/:${Account.key}/${AccountingYear.collection}`,
  parameters: parameterOf(Account),
  isHome: false,
  accountOf: ({ parameters }) => parameters[Account.key],
};

function parameterOf(of: AnyResource): Place['parameters'] {
  return { [of.key]: keyField(of).kind as StringKind | IntegerKind };
}

/** A place in the scope: the years themselves, or a collection below a year or one of its periods. */
function placeIn(scope: Scope, of: AnyResource, below?: 'year' | 'period'): Place {
  const year = below === undefined ? '' : `/:${AccountingYear.key}`;
  const period = below === 'period' ? `/${Period.collection}/:${Period.key}` : '';
  return {
    of,
    path: below === undefined ? scope.years : `${scope.years}${year}${period}/${of.collection}`,
    parameters: {
      ...scope.parameters,
      ...(below !== undefined && parameterOf(AccountingYear)),
      ...(below === 'period' && parameterOf(Period)),
    },
    stability: 'stable',
    access: BOOK_KEEPING,
    isHome: scope.isHome && below !== 'period',
    missing: missingIn(scope, below),
  };
}

/** Account, year and period in the order of the address: the first that is not there. */
function missingIn(scope: Scope, below: 'year' | 'period' | undefined): Place['missing'] {
  return async ({ resources }, asked) => {
    const { parameters } = asked;
    const accountNumber = scope.accountOf(asked) as number | undefined;
    if (accountNumber !== undefined && (await resources.of(Account).find(accountNumber)) === undefined) {
      return notFound(Account, accountNumber);
    }
    if (below === undefined) return undefined;
    const year = parameters[AccountingYear.key] as string;
    if ((await resources.of(AccountingYear).find(year)) === undefined) return notFound(AccountingYear, year);
    if (below === 'year') return undefined;
    const periodNumber = parameters[Period.key] as number;
    const period = await resources.of(Period, year).find(periodNumber);
    return period === undefined ? notFound(Period, periodNumber) : undefined;
  };
}

function notFound({ collection }: AnyResource, key: KeyValue): NotFound {
  return { kind: 'NotFound', resource: collection, key };
}

// ---- the rows ---------------------------------------------------------------------------------------

/** What lies below a year: its periods, and of the year and of each period the entries and the totals. */
function belowYears(scope: Scope): readonly Endpoint[] {
  const totals = scope.isHome ? totalsRows : totalRow;
  return [
    ...entryRows(scope, 'year'),
    ...totals(scope, 'year'),
    ...placedEndpoints(placeIn(scope, Period, 'year')),
    ...entryRows(scope, 'period'),
    ...totals(scope, 'period'),
  ];
}

/** §4.2: the years with what was booked on one account. Totals are one object there. */
function ofOneAccount(): readonly Endpoint[] {
  return [...placedEndpoints(placeIn(OF_ACCOUNT, AccountingYear)), ...belowYears(OF_ACCOUNT)];
}

/** D163: in the order of their numbers, so that following `nextPage` costs the same on every page. */
function entryRows(scope: Scope, below: 'year' | 'period'): readonly Endpoint[] {
  const place = placeIn(scope, Entry, below);
  if (scope.isHome && below === 'year') return placedEndpoints(place);
  return placedEndpoints({ ...place, restriction: restrictionIn(scope, below) });
}

function restrictionIn(scope: Scope, below: 'year' | 'period'): (asked: Asked) => Filter {
  return (asked) => {
    const accountNumber = scope.accountOf(asked);
    const equal = (property: string, value: KeyValue): Filter => ({
      kind: 'compare',
      property,
      operator: 'eq',
      value,
    });
    return {
      kind: 'and',
      of: [
        ...(accountNumber === undefined ? [] : [equal('account.accountNumber', accountNumber)]),
        ...(below === 'year' ? [] : [equal('periodNumber', asked.parameters[Period.key] as number)]),
      ],
    };
  };
}

/** The totals of every account, and of one of them. */
function totalsRows(scope: Scope, below: 'year' | 'period'): readonly Endpoint[] {
  const place = placeIn(scope, Total, below);
  return [
    readEndpoint({
      ...rowOf(place, 'collection'),
      summary: `List what was booked on each account in one ${below}, and the sums of the chart.`,
      lists: Total,
      perform: (services, asked) =>
        overSpan(services, asked, place, below, (span) => {
          const { query } = asked.collection as AskedCollection;
          const totals: readonly AnyValue[] = totalsOf(span);
          return right(placedPage(place, pageInMemory(Total, totals, query), asked));
        }),
    }),
    readEndpoint({
      ...rowOf(place, 'item'),
      path: itemPath(place),
      parameters: { ...place.parameters, ...parameterOf(Account) },
      summary: `Read what was booked on one account in one ${below}.`,
      perform: (services, asked) =>
        overSpan(services, asked, place, below, (span) => totalAnswer(place, span, asked)),
    }),
  ];
}

/** §4.2: within an account, totals are one object. */
function totalRow(scope: Scope, below: 'year' | 'period'): readonly Endpoint[] {
  const place = placeIn(scope, Total, below);
  return [
    readEndpoint({
      ...rowOf(place, 'item'),
      summary: `Read what was booked on the account in one ${below}.`,
      perform: (services, asked) =>
        overSpan(services, asked, place, below, (span) => totalAnswer(place, span, asked)),
    }),
  ];
}

function totalAnswer(place: Place, span: SpanTotals, asked: Asked): Either<Failure, Answer> {
  const accountNumber = asked.parameters[Account.key] as number;
  if (!span.chart.accounts.some((account) => account.accountNumber === accountNumber)) {
    return left(notFound(Account, accountNumber));
  }
  return right(placedTotal(place, totalOf(accountNumber, span), asked));
}

/** Within an account the totals have no number in their address: it is that of the collection itself. */
function placedTotal(place: Place, total: Total, asked: Asked): Answer {
  if (place.path.includes(`:${Account.key}`)) {
    const { path } = place;
    const keys = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => asked.parameters[name] as KeyValue);
    const text = printerFor(Total, asked, path).item(total, keys, asked.style);
    return { status: 200, body: text, tagged: text };
  }
  return placedItem(place, total, asked);
}

async function overSpan(
  services: Services,
  asked: Asked,
  place: Place,
  below: 'year' | 'period',
  answer: (span: SpanTotals) => Either<Failure, Answer>,
): Promise<Either<Failure, Answer>> {
  const year = asked.parameters[AccountingYear.key] as string;
  const periodNumber = asked.parameters[Period.key] as number;
  const span = await services.ledger.totals.of(below === 'year' ? { year } : { year, periodNumber });
  if (span !== undefined) return answer(span);
  return left((await place.missing(services, asked)) ?? notFound(AccountingYear, year));
}

// ---- closing and reopening (amendment 15) -----------------------------------------------------------

const CLOSING = `${itemPath({ path: ALL.years, of: AccountingYear })}/closing`;

function closingRows(): readonly Endpoint[] {
  const row = {
    path: CLOSING,
    parameters: parameterOf(AccountingYear),
    stability: 'experimental',
    access: BOOK_KEEPING,
    serves: { resource: AccountingYear, as: 'other' },
  } as const;
  return [
    writeEndpoint({
      ...row,
      method: 'POST',
      summary: 'Close an accounting year: carry its result and its balances on.',
      perform: ({ ledger }, asked) =>
        pipe(
          ledger.closeAccountingYear({ year: String(asked.parameters[AccountingYear.key]) }),
          TE.map(({ value }): Answer => {
            const text = printerFor(AccountingYear, asked).item(value, [], asked.style);
            return { status: 200, body: text, tagged: text };
          }),
        ),
    }),
    writeEndpoint({
      ...row,
      method: 'DELETE',
      summary: 'Reopen an accounting year: undo exactly what closing it has posted.',
      perform: ({ ledger }, { parameters }) =>
        pipe(
          ledger.reopenAccountingYear({ year: String(parameters[AccountingYear.key]) }),
          TE.map((): Answer => ({ status: 204 })),
        ),
    }),
  ];
}

/** The action of the two that is possible now, if any. */
const closingNow: NonNullable<Mounting['actions']> = async ({ ledger }, value, { links, style }) => {
  const { year } = value as AccountingYear;
  const url = links.to(CLOSING, { year }, style);
  switch (await ledger.whatClosing(year)) {
    case 'close':
      return [action('close', 'Close this accounting year.', url, 'post')];
    case 'reopen':
      return [action('reopen', 'Reopen this accounting year.', url, 'delete')];
    case undefined:
      return [];
  }
};
