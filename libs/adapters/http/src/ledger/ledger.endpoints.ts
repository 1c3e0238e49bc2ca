import {
  Account,
  AccountCategory,
  AssetGroup,
  CountryCode,
  Currency,
  Department,
  DepartmentalDistribution,
  NumberSeries,
  VatAccount,
  VatReportSetup,
  VatType,
  VatZone,
} from '@kontor/ledger';
import { compare } from '@kontor/kernel';
import { left, right } from 'fp-ts/lib/Either.js';
import { readEndpoint, type Endpoint } from '../endpoint/endpoint.js';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import { listAnswer } from '../endpoint/page-answer.js';
import { printerFor, type StateNow } from '../endpoint/item-answer.js';
import { isUsed, type Handlers } from '../endpoint/mounting.js';
import { resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { importEndpoints } from '../interchange/import.endpoints.js';
import { exportEndpoints } from '../interchange/export.endpoints.js';
import { accountingYearEndpoints } from './accounting-year-tree.endpoints.js';
import { openPostEndpoints } from './open-post.endpoints.js';
import { openingBalanceEndpoints } from './opening-balance.endpoints.js';
import { allEntriesEndpoints } from './all-entries.endpoints.js';
import { statementEndpoints } from './statement.endpoints.js';
import { vatSettlementEndpoints } from './vat-settlement.endpoints.js';
import { voucherEndpoints } from './voucher.endpoints.js';

const accountsHandlers: Handlers<typeof Account> = {
  create: ({ ledger }, draft) => ledger.createAccount({ draft }),
  replace: ({ ledger }, key, draft, _, version) =>
    ledger.replaceAccount({ accountNumber: Number(key), draft, version }),
  remove: ({ ledger }, key, _, version) => ledger.removeAccount({ accountNumber: Number(key), version }),
};

const vatAccountsHandlers: Handlers<typeof VatAccount> = {
  create: ({ ledger }, draft) => ledger.createVatAccount({ draft }),
  replace: ({ ledger }, key, draft, _, version) =>
    ledger.replaceVatAccount({ vatCode: String(key), draft, version }),
  remove: ({ ledger }, key, _, version) => ledger.removeVatAccount({ vatCode: String(key), version }),
};

const distributionsHandlers: Handlers<typeof DepartmentalDistribution> = {
  create: ({ ledger }, draft) => ledger.saveDepartmentalDistribution({ draft }),
  replace: ({ ledger }, key, draft, _, version) =>
    ledger.saveDepartmentalDistribution({
      draft,
      departmentalDistributionNumber: Number(key),
      version,
    }),
  remove: ({ ledger }, key, _, version) =>
    ledger.removeDepartmentalDistribution({ departmentalDistributionNumber: Number(key), version }),
};

/** Facts 3.8: the distributions of each type are a collection of their own, at a path below the whole one. */
const DISTRIBUTION_TYPES = [
  { type: 'department', path: '/departmental-distributions/departments' },
  { type: 'distribution', path: '/departmental-distributions/distributions' },
] as const;

function distributionsOfType({ type, path }: (typeof DISTRIBUTION_TYPES)[number]): Endpoint {
  return readEndpoint({
    path,
    stability: 'stable',
    access: 'anyRole',
    summary: `List the departmental distributions of type ${type}.`,
    parameters: {},
    serves: { resource: DepartmentalDistribution, as: 'other' },
    lists: DepartmentalDistribution,
    perform: async (services, request) => {
      const only = compare('distributionType', 'eq', type);
      return right(await listAnswer({ resource: DepartmentalDistribution, path, only }, services, request));
    },
  });
}

/** D13: who keeps the books; who sells looks accounts and VAT accounts up. */
const BOOK_KEEPING = ['BookKeeping'] as const;
const BOTH = ['BookKeeping', 'Sales'] as const;

const STAYS: StateNow = { without: ['delete'] };

/** Facts 3.8: and so is one of them. */
function distributionOfType({ type, path }: (typeof DISTRIBUTION_TYPES)[number]): Endpoint {
  return readEndpoint({
    path: `${path}/:${DepartmentalDistribution.key}`,
    stability: 'stable',
    access: 'anyRole',
    summary: `Read one departmental distribution of type ${type}.`,
    parameters: parameterOf(DepartmentalDistribution),
    serves: { resource: DepartmentalDistribution, as: 'other' },
    gives: { item: DepartmentalDistribution },
    perform: async ({ resources }, request) => {
      const number = numberInPath(request, DepartmentalDistribution);
      const found = await resources.of(DepartmentalDistribution).find(number);
      if (found?.value.distributionType !== type) {
        return left({ kind: 'NotFound', resource: path.slice(1), key: number });
      }
      const text = printerFor(DepartmentalDistribution, request).item(found.value, [], request.style);
      return right({ status: 200, body: text, tagged: text });
    },
  });
}

/** The routes of accounts (§2.11) and of what other resources of the ledger refer to. */
export const ledgerEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(Account, {
    read: BOTH,
    write: BOOK_KEEPING,
    handlers: accountsHandlers,
    actions: async ({ ledger }, stored) =>
      isUsed(stored) || !ledger.mayAccountGo(stored.value.accountNumber) ? STAYS : {},
    refuses: {
      create: ['E10460', 'E10470'],
      replace: ['E10070', 'E10460', 'E10470'],
      remove: ['E10070'],
    },
    storedOnReplace: ['name', 'accountsSummed'],
  }),
  ...resourceEndpoints(AccountCategory, { read: 'anyRole' }),
  ...accountingYearEndpoints(),
  ...resourceEndpoints(AssetGroup, { read: 'anyRole' }),
  ...resourceEndpoints(CountryCode, { read: 'anyRole' }),
  ...resourceEndpoints(Currency, { read: 'anyRole' }),
  ...resourceEndpoints(Department, { read: 'anyRole', write: BOOK_KEEPING, cached: true }),
  ...resourceEndpoints(DepartmentalDistribution, {
    read: 'anyRole',
    write: BOOK_KEEPING,
    cached: true,
    handlers: distributionsHandlers,
    actions: async ({ ledger }, stored) =>
      isUsed(stored) || (await ledger.isDistributionShown(stored.value)) ? STAYS : {},
    actionsNeed: 'dimension',
    refuses: {
      create: ['E10210', 'E10300', 'E10390'],
      replace: ['E10210', 'E10300', 'E10390'],
    },
    subCollections: Object.fromEntries(DISTRIBUTION_TYPES.map(({ type, path }) => [`${type}s`, path])),
  }),
  ...DISTRIBUTION_TYPES.flatMap((one) => [distributionsOfType(one), distributionOfType(one)]),
  ...resourceEndpoints(NumberSeries, { read: 'anyRole' }),
  ...openingBalanceEndpoints(),
  ...resourceEndpoints(VatAccount, {
    read: BOTH,
    write: BOOK_KEEPING,
    handlers: vatAccountsHandlers,
    refuses: { create: ['E10500'], replace: ['E10040', 'E10500'], remove: ['E10040'] },
    urlWins: true,
  }),
  ...resourceEndpoints(VatType, { read: 'anyRole' }),
  ...resourceEndpoints(VatReportSetup, { read: 'anyRole' }),
  ...resourceEndpoints(VatZone, { read: 'anyRole' }),
  ...openPostEndpoints,
  ...voucherEndpoints(),
  ...statementEndpoints(),
  ...exportEndpoints,
  ...vatSettlementEndpoints,
  ...importEndpoints,
  ...allEntriesEndpoints(),
];
