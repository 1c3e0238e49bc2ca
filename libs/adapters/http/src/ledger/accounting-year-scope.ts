import { type AnyResource } from '@kontor/kernel';
import { notFoundInPath, numberInPath, textInPath, parameterOf } from '../endpoint/in-path.js';
import { Account, AccountingYear, Period } from '@kontor/ledger';
import type { ApiRequest } from '../endpoint/endpoint.js';
import type { NestedRoute } from '../endpoint/nested-endpoints.js';

/** D13: who keeps the books. */
export const BOOK_KEEPING = ['BookKeeping'] as const;

/** What a collection is below: a year, or one of its periods. */
export type Below = 'year' | 'period';

/**
 * The subtree of accounting years is declared once and mounted twice: for all accounts, and for one (§4.2).
 */
export type YearScope = {
  /** The path of the years. */
  readonly years: string;
  readonly parameters: NestedRoute['parameters'];
  readonly isHome: boolean;
  /** The account the scope is about. */
  readonly accountOf: (request: ApiRequest) => number | undefined;
};

/** The years of the books as a whole: `/accounting-years`. */
export const ALL_ACCOUNTS: YearScope = {
  years: `/${AccountingYear.collection}`,
  parameters: {},
  isHome: true,
  accountOf: () => undefined,
};

/** The same as one account has them: `/accounts/:accountNumber/accounting-years`. */
export const ONE_ACCOUNT: YearScope = {
  years: `/${Account.collection}/:${Account.key}/${AccountingYear.collection}`,
  parameters: parameterOf(Account),
  isHome: false,
  accountOf: ({ parameters }) => numberInPath({ parameters }, Account),
};

/** A place in the scope: the years themselves, or a collection below a year or one of its periods. */
export function nestedRouteIn(scope: YearScope, resource: AnyResource, below?: Below): NestedRoute {
  const year = below === undefined ? '' : `/:${AccountingYear.key}`;
  const period = below === 'period' ? `/${Period.collection}/:${Period.key}` : '';
  return {
    resource,
    path: below === undefined ? scope.years : `${scope.years}${year}${period}/${resource.collection}`,
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

/** The year that an address names. */
export function yearOfRequest({ parameters }: ApiRequest): string {
  return textInPath({ parameters }, AccountingYear);
}

/** The period that an address names. */
export function periodIn({ parameters }: ApiRequest): number {
  return numberInPath({ parameters }, Period);
}

/** Account, year and period in the order of the address: the first that is not there. */
function missingIn(scope: YearScope, below: Below | undefined): NestedRoute['missing'] {
  return async ({ resources }, request) => {
    const accountNumber = scope.accountOf(request);
    if (accountNumber !== undefined && (await resources.of(Account).find(accountNumber)) === undefined) {
      return notFoundInPath(Account, request);
    }
    if (below === undefined) return undefined;
    const year = yearOfRequest(request);
    if ((await resources.of(AccountingYear).find(year)) === undefined)
      return notFoundInPath(AccountingYear, request);
    if (below === 'year') return undefined;
    const period = await resources.of(Period, year).find(periodIn(request));
    return period === undefined ? notFoundInPath(Period, request) : undefined;
  };
}
