import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pageInMemory, type AnyValue, type CollectionQuery, type Filter, type Page } from '@kontor/kernel';
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
  foundAt,
  itemPath,
  keysOf,
  placedEndpoints,
  placedItem,
  placedPage,
  rowOf,
  type Place,
} from '../endpoint/placed-endpoints.js';
import {
  printerFor,
  resourceEndpoints,
  type Decided,
  type Mounting,
} from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Failure } from '../failure/http-failure.js';
import type { AskedCollection } from '../request/collection-query.js';
import type { Services } from '../service/services.js';
import {
  ALL_ACCOUNTS,
  BOOK_KEEPING,
  equal,
  notFound,
  ONE_ACCOUNT,
  parameterOf,
  periodIn,
  placeIn,
  yearIn,
  type Below,
  type Scope,
} from './accounting-year-scope.js';
import { voucherRows } from './vouchers-of-year.endpoints.js';

const decidedYears: Decided = {
  create: ({ ledger }, draft) => ledger.createAccountingYear({ draft: draft as AccountingYearDraft }),
  remove: ({ ledger }, key, _, version) => ledger.removeAccountingYear({ year: String(key), version }),
};

/** §2.6, §2.7, §4.2: accounting years with their periods, entries and totals, and the same of one account. */
export function accountingYearEndpoints(): readonly Endpoint[] {
  const years = resourceEndpoints(AccountingYear, {
    read: BOOK_KEEPING,
    decided: decidedYears,
    refuses: { create: ['E06010', 'E10100'], remove: ['E10110'] },
    actions: closingNow,
  });
  return [...years, CLOSE, REOPEN, ...belowYears(ALL_ACCOUNTS), ...ofOneAccount()];
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
    ...voucherRows(scope),
  ];
}

/** §4.2: the years with what was booked on one account. Totals are one object there. */
function ofOneAccount(): readonly Endpoint[] {
  return [...placedEndpoints(placeIn(ONE_ACCOUNT, AccountingYear)), ...belowYears(ONE_ACCOUNT)];
}

/** D163: in the order of their numbers, so that following `nextPage` costs the same on every page. */
function entryRows(scope: Scope, below: Below): readonly Endpoint[] {
  const place = placeIn(scope, Entry, below);
  if (scope.isHome && below === 'year') return placedEndpoints(place);
  const restricted = { ...place, restriction: restrictionIn(scope, below) };
  return [...placedEndpoints(restricted), ...(below === 'period' ? [pdfRow(restricted)] : [])];
}

/** §2.7: entries of a period lead to the voucher they belong to, on paper. */
function pdfRow(place: Place): Endpoint {
  return readEndpoint({
    ...rowOf(place, 'item'),
    path: `${itemPath(place)}/pdf`,
    parameters: { ...place.parameters, ...parameterOf(Entry) },
    serves: { resource: Entry, as: 'other' },
    summary: 'The voucher that an entry belongs to, as a PDF.',
    answers: 'application/pdf',
    perform: async (services, asked) => {
      const found = await foundAt(place, services, asked);
      if (isLeft(found)) return found;
      const { entryNumber } = found.right as Entry;
      const printed = await services.ledger.printVoucher({ year: yearIn(asked), entryNumber })();
      if (isLeft(printed)) return printed;
      const { name, bytes } = printed.right;
      return right({ status: 200, file: { type: 'application/pdf', name, bytes } });
    },
  });
}

function restrictionIn(scope: Scope, below: Below): (asked: Asked) => Filter {
  return (asked) => {
    const accountNumber = scope.accountOf(asked);
    return {
      kind: 'and',
      of: [
        ...(accountNumber === undefined ? [] : [equal('account.accountNumber', accountNumber)]),
        ...(below === 'year' ? [] : [equal('periodNumber', periodIn(asked))]),
      ],
    };
  };
}

/** The totals of every account, and of one of them. */
function totalsRows(scope: Scope, below: Below): readonly Endpoint[] {
  const place = placeIn(scope, Total, below);
  return [
    readEndpoint({
      ...rowOf(place, 'collection'),
      summary: `List what was booked on each account in one ${below}, and the sums of the chart.`,
      lists: Total,
      perform: (services, asked) =>
        overSpan(services, asked, place, below, (span) => {
          const { query } = asked.collection as AskedCollection;
          return right(placedPage(place, pageOfTotals(totalsOf(span), query), asked));
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

/** Totals come in their default order: only who asks for another pays for sorting. */
function pageOfTotals(totals: readonly AnyValue[], query: CollectionQuery): Page<AnyValue> {
  const { filter, sort, pageSize, skipPages } = query;
  if (filter !== undefined || sort !== Total.defaultSort) return pageInMemory(Total, totals, query);
  const items = totals.slice(skipPages * pageSize, (skipPages + 1) * pageSize);
  return { items, results: totals.length, resultsWithoutFilter: totals.length };
}

/** §4.2: within an account, totals are one object. */
function totalRow(scope: Scope, below: Below): readonly Endpoint[] {
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
  if (!place.path.includes(`:${Account.key}`)) return placedItem(place, total, asked);
  const text = printerFor(Total, asked, place.path).item(total, keysOf(place, asked), asked.style);
  return { status: 200, body: text, tagged: text };
}

async function overSpan(
  services: Services,
  asked: Asked,
  place: Place,
  below: Below,
  answer: (span: SpanTotals) => Either<Failure, Answer>,
): Promise<Either<Failure, Answer>> {
  const year = yearIn(asked);
  const span = await services.ledger.totals.of(
    below === 'year' ? { year } : { year, periodNumber: periodIn(asked) },
  );
  if (span !== undefined) return answer(span);
  return left((await place.missing(services, asked)) ?? notFound(AccountingYear, year));
}

// ---- closing and reopening (amendment 15) -----------------------------------------------------------

const CLOSING = {
  path: `${itemPath({ path: ALL_ACCOUNTS.years, of: AccountingYear })}/closing`,
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
  refuses: ['E10110'],
  action: { name: 'close', says: 'Close this accounting year.', shownBy: OF_A_YEAR },
  gives: { item: AccountingYear },
  perform: ({ ledger }, asked) =>
    pipe(
      ledger.closeAccountingYear({ year: yearIn(asked) }),
      TE.map(({ value }): Answer => {
        const text = printerFor(AccountingYear, asked).item(value, [], asked.style);
        return { status: 200, body: text, tagged: text };
      }),
    ),
});

const REOPEN = writeEndpoint({
  ...CLOSING,
  method: 'DELETE',
  summary: 'Reopen an accounting year: undo exactly what closing it has posted.',
  refuses: ['E10110'],
  action: { name: 'reopen', says: 'Reopen this accounting year.', shownBy: OF_A_YEAR },
  perform: ({ ledger }, asked) =>
    pipe(
      ledger.reopenAccountingYear({ year: yearIn(asked) }),
      TE.map((): Answer => ({ status: 204 })),
    ),
});

/** The action of the two that is possible now, if any. */
const closingNow: NonNullable<Mounting['actions']> = async ({ ledger }, value, asked) => {
  const { year } = value as AccountingYear;
  const possible = await ledger.whatClosing(year);
  if (possible === undefined) return [];
  return [actionTo(possible === 'close' ? CLOSE : REOPEN, asked, { year })];
};
