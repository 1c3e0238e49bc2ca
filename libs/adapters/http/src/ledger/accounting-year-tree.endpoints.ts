import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  compare,
  boolean,
  pageInMemory,
  required,
  type AnyValue,
  type CollectionQuery,
  type Filter,
  type Page,
} from '@kontor/kernel';
import { notFoundInPath, numberInPath, parameterOf } from '../endpoint/in-path.js';
import {
  Account,
  AccountingYear,
  Entry,
  mayBeOpened,
  Period,
  Total,
  totalOf,
  totalsOf,
  type SpanTotals,
} from '@kontor/ledger';
import {
  readEndpoint,
  bodyOf,
  writeEndpoint,
  type Answer,
  type ApiRequest,
  type CollectionOf,
  type Endpoint,
  collectionOf,
} from '../endpoint/endpoint.js';
import {
  foundAt,
  itemPath,
  keysOf,
  nestedEndpoints,
  nestedItem,
  nestedPage,
  routeOf,
  type NestedRoute,
} from '../endpoint/nested-endpoints.js';
import { fileAnswer, printerFor, writtenItem } from '../endpoint/item-answer.js';
import { isUsed, type Handlers, type Mounting } from '../endpoint/mounting.js';
import { resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { currentState } from '../endpoint/resource-writes.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Failure } from '../failure/http-failure.js';
import type { Services } from '../service/services.js';
import {
  ALL_ACCOUNTS,
  BOOK_KEEPING,
  ONE_ACCOUNT,
  periodIn,
  nestedRouteIn,
  yearOfRequest,
  type Below,
  type YearScope,
} from './accounting-year-scope.js';
import { voucherRoutes } from './vouchers-of-year.endpoints.js';

const yearsHandlers: Handlers<typeof AccountingYear> = {
  create: ({ ledger }, draft) => ledger.createAccountingYear({ draft }),
  remove: ({ ledger }, key, _, version) => ledger.removeAccountingYear({ year: String(key), version }),
};

/** §2.6, §2.7, §4.2: accounting years with their periods, entries and totals, and the same of one account. */
export function accountingYearEndpoints(): readonly Endpoint[] {
  const years = resourceEndpoints(AccountingYear, {
    read: BOOK_KEEPING,
    cached: true,
    handlers: yearsHandlers,
    refuses: { create: ['E06010', 'E10100', 'E10490'], remove: ['E10110'] },
    actions: closingNow,
  });
  return [...years, CLOSE, REOPEN, BAR_PERIOD, ...belowYears(ALL_ACCOUNTS), ...ofOneAccount()];
}

// ---- the rows ---------------------------------------------------------------------------------------

/** What lies below a year: its periods, and of the year and of each period the entries and the totals. */
function belowYears(scope: YearScope): readonly Endpoint[] {
  const totals = scope.isHome ? totalsRoutes : totalRoute;
  return [
    ...entryRoutes(scope, 'year'),
    ...totals(scope, 'year'),
    ...nestedEndpoints(scope.isHome ? PERIODS : nestedRouteIn(scope, Period, 'year')),
    ...entryRoutes(scope, 'period'),
    ...totals(scope, 'period'),
    ...voucherRoutes(scope),
  ];
}

/**
 * §4.2: the accounting years below one account, with what was booked on that account. Totals are one object
 * there, not a collection.
 */
function ofOneAccount(): readonly Endpoint[] {
  return [...nestedEndpoints(nestedRouteIn(ONE_ACCOUNT, AccountingYear)), ...belowYears(ONE_ACCOUNT)];
}

/** D163: in the order of their numbers, so that following `nextPage` costs the same on every page. */
function entryRoutes(scope: YearScope, below: Below): readonly Endpoint[] {
  const nested = nestedRouteIn(scope, Entry, below);
  if (scope.isHome && below === 'year') return nestedEndpoints(nested);
  const restricted = { ...nested, restriction: restrictionIn(scope, below) };
  return [...nestedEndpoints(restricted), ...(below === 'period' ? [pdfRoute(restricted)] : [])];
}

/** §2.7: entries of a period lead to the voucher they belong to, in print. */
function pdfRoute(nested: NestedRoute): Endpoint {
  return readEndpoint({
    ...routeOf(nested, 'item'),
    path: `${itemPath(nested)}/pdf`,
    parameters: { ...nested.parameters, ...parameterOf(Entry) },
    serves: { resource: Entry, as: 'other' },
    summary: 'The voucher that an entry belongs to, as a PDF.',
    answers: ['application/pdf'],
    perform: async (services, request) => {
      const found = await foundAt(nested, services, request);
      if (isLeft(found)) return found;
      const { entryNumber } = found.right as Entry;
      const printed = await services.ledger.printVoucher({ year: yearOfRequest(request), entryNumber })();
      if (isLeft(printed)) return printed;
      const { name, bytes } = printed.right;
      return right(await fileAnswer('application/pdf', name, bytes));
    },
  });
}

function restrictionIn(scope: YearScope, below: Below): (request: ApiRequest) => Filter {
  return (request) => {
    const accountNumber = scope.accountOf(request);
    return {
      kind: 'and',
      of: [
        ...(accountNumber === undefined ? [] : [compare('account.accountNumber', 'eq', accountNumber)]),
        ...(below === 'year' ? [] : [compare('periodNumber', 'eq', periodIn(request))]),
      ],
    };
  };
}

/** The totals of every account, and of one of them. */
function totalsRoutes(scope: YearScope, below: Below): readonly Endpoint[] {
  const nested = nestedRouteIn(scope, Total, below);
  return [
    readEndpoint({
      ...routeOf(nested, 'collection'),
      summary: `List what was booked on each account in one ${below}, and the sums of the chart.`,
      lists: Total,
      madeOfAll: shownByTotals,
      perform: (services, request) =>
        overSpan(services, request, nested, below, async (span) => {
          const { query } = collectionOf(request);
          return right(await nestedPage(nested, pageOfTotals(totalsOf(span), query), request));
        }),
    }),
    readEndpoint({
      ...routeOf(nested, 'item'),
      path: itemPath(nested),
      parameters: { ...nested.parameters, ...parameterOf(Account) },
      summary: `Read what was booked on one account in one ${below}.`,
      perform: (services, request) =>
        overSpan(services, request, nested, below, (span) => totalAnswer(nested, span, request)),
    }),
  ];
}

/** Totals show what is booked in a year, for its dates or those of a period, and the sums of the chart. */
function shownByTotals(request: ApiRequest): readonly CollectionOf[] {
  const within = [yearOfRequest(request)];
  return [
    { resource: Account },
    { resource: AccountingYear },
    { resource: Entry, within },
    { resource: Period, within },
  ];
}

/** Totals come in their default order: only who asks for another pays for sorting. */
function pageOfTotals(totals: readonly AnyValue[], query: CollectionQuery): Page<AnyValue> {
  const { filter, sort, pageSize, skipPages } = query;
  if (filter !== undefined || sort !== Total.defaultSort) return pageInMemory(Total, totals, query);
  const items = totals.slice(skipPages * pageSize, (skipPages + 1) * pageSize);
  return { items, results: totals.length, resultsWithoutFilter: totals.length };
}

/** §4.2: within an account, totals are one object. */
function totalRoute(scope: YearScope, below: Below): readonly Endpoint[] {
  const nested = nestedRouteIn(scope, Total, below);
  return [
    readEndpoint({
      ...routeOf(nested, 'item'),
      summary: `Read what was booked on the account in one ${below}.`,
      perform: (services, request) =>
        overSpan(services, request, nested, below, (span) => totalAnswer(nested, span, request)),
    }),
  ];
}

function totalAnswer(nested: NestedRoute, span: SpanTotals, request: ApiRequest): Either<Failure, Answer> {
  const accountNumber = numberInPath(request, Account);
  if (!span.chart.accounts.some((account) => account.accountNumber === accountNumber)) {
    return left(notFoundInPath(Account, request));
  }
  return right(nestedTotal(nested, totalOf(accountNumber, span), request));
}

/** Within an account the totals have no number in their address: it is that of the collection itself. */
function nestedTotal(nested: NestedRoute, total: Total, request: ApiRequest): Answer {
  if (!nested.path.includes(`:${Account.key}`)) return nestedItem(nested, total, request);
  const text = printerFor(Total, request, nested.path).item(total, keysOf(nested, request), request.style);
  return { status: 200, body: text, tagged: text };
}

async function overSpan(
  services: Services,
  request: ApiRequest,
  nested: NestedRoute,
  below: Below,
  answer: (span: SpanTotals) => Either<Failure, Answer> | Promise<Either<Failure, Answer>>,
): Promise<Either<Failure, Answer>> {
  const year = yearOfRequest(request);
  const span = await services.ledger.totals.of(
    below === 'year' ? { year } : { year, periodNumber: periodIn(request) },
  );
  if (span !== undefined) return answer(span);
  return left((await nested.missing(services, request)) ?? notFoundInPath(AccountingYear, request));
}

// ---- closing and reopening (amendment 15) -----------------------------------------------------------

const CLOSING = {
  path: `${itemPath({ path: ALL_ACCOUNTS.years, resource: AccountingYear })}/closing`,
  parameters: parameterOf(AccountingYear),
  stability: 'experimental',
  access: BOOK_KEEPING,
  serves: { resource: AccountingYear, as: 'other' },
} as const;

const OF_A_YEAR = [{ resource: AccountingYear, as: 'item' }] as const;

const CLOSE = writeEndpoint({
  ...CLOSING,
  method: 'POST',
  summary: 'Close an accounting year: carry its result and its balances on.',
  refuses: ['E10110', 'E10320'],
  action: { name: 'close', says: 'Close this accounting year.', shownBy: OF_A_YEAR },
  gives: { item: AccountingYear },
  perform: (services, request) =>
    pipe(
      services.ledger.closeAccountingYear({ year: yearOfRequest(request) }),
      TE.flatMapTask(
        (stored) => async () =>
          writtenItem(AccountingYear, stored.value, request, await closingNow(services, stored, request)),
      ),
    ),
});

const REOPEN = writeEndpoint({
  ...CLOSING,
  method: 'DELETE',
  summary: 'Reopen an accounting year: undo exactly what closing it has posted.',
  refuses: ['E10110'],
  action: { name: 'reopen', says: 'Reopen this accounting year.', shownBy: OF_A_YEAR },
  // A closing has no state of its own: its year has.
  current: (services, request) => currentState(AccountingYear, services, request),
  perform: ({ ledger }, request, version) =>
    pipe(
      ledger.reopenAccountingYear({ year: yearOfRequest(request), version }),
      TE.map((): Answer => ({ status: 204 })),
    ),
});

// ---- barring a period (D22 as amended) --------------------------------------------------------------

const PERIODS: NestedRoute = { ...nestedRouteIn(ALL_ACCOUNTS, Period, 'year'), actions: barringNow };

/** Whether a period is barred from now on. */
const BARRING = {
  fields: { periodNumber: Period.fields.periodNumber, barred: required(boolean()) },
  keyInUrl: { field: Period.key, urlWins: false },
};

const BAR_PERIOD = writeEndpoint({
  ...routeOf(PERIODS, 'item'),
  path: itemPath(PERIODS),
  parameters: { ...PERIODS.parameters, ...parameterOf(Period) },
  method: 'PUT',
  summary: 'Bar a period, so that nothing more is booked in it, or open it again.',
  body: BARRING,
  refuses: ['E10260'],
  action: {
    name: 'replace',
    says: 'Bar this period, or open it again.',
    shownBy: [{ resource: Period, as: 'item' }],
  },
  current: (services, request) => currentState(Period, services, request),
  perform: ({ ledger }, request, version) =>
    pipe(
      ledger.barPeriod({
        year: yearOfRequest(request),
        periodNumber: periodIn(request),
        barred: bodyOf(request, BARRING).barred,
        version,
      }),
      TE.map(({ value }) => nestedItem(PERIODS, value, request)),
    ),
});

/** A period of which the VAT is settled stays barred. */
function barringNow(value: AnyValue, request: ApiRequest): readonly string[] {
  return isLeft(mayBeOpened(value, false)) ? [] : actionTo(BAR_PERIOD, request, request.parameters);
}

/** What its place among the years, its drafts and its entries allow now, if it is still as it was read. */
const closingNow: NonNullable<Mounting<typeof AccountingYear>['actions']> = async (
  { ledger },
  stored,
  request,
) => {
  const { year } = stored.value;
  const { closed, closing, isRemovable } = await ledger.whatYearAllows(year);
  if (closed !== stored.value.closed) return undefined;
  return {
    ...(closing !== undefined && {
      more: actionTo(closing === 'close' ? CLOSE : REOPEN, request, { year }),
    }),
    without: isUsed(stored) || !isRemovable ? ['delete'] : [],
  };
};
