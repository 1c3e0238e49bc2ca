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
  type AccountToKeep,
  type DepartmentalDistributionDraft,
  type VatAccountDraft,
} from '@kontor/ledger';
import { right } from 'fp-ts/lib/Either.js';
import { readEndpoint, type Endpoint } from '../endpoint/endpoint.js';
import { resourceEndpoints, restrictedPage, type Decided } from '../endpoint/resource-endpoints.js';
import { PLAIN_LINKS } from '../representation/links.js';
import { accountingYearEndpoints } from './accounting-year-tree.endpoints.js';
import { openingBalanceEndpoints } from './opening-balance.endpoints.js';
import { voucherEndpoints } from './voucher.endpoints.js';

const decidedAccounts: Decided = {
  create: ({ ledger }, draft) => ledger.createAccount({ draft: draft as AccountToKeep }),
  replace: ({ ledger }, key, draft, _, version) =>
    ledger.replaceAccount({ accountNumber: Number(key), draft: draft as AccountToKeep, version }),
  remove: ({ ledger }, key, _, version) => ledger.removeAccount({ accountNumber: Number(key), version }),
};

const decidedVatAccounts: Decided = {
  create: ({ ledger }, draft) => ledger.createVatAccount({ draft: draft as VatAccountDraft }),
  replace: ({ ledger }, key, draft, _, version) =>
    ledger.replaceVatAccount({ vatCode: String(key), draft: draft as VatAccountDraft, version }),
  remove: ({ ledger }, key, _, version) => ledger.removeVatAccount({ vatCode: String(key), version }),
};

const decidedDistributions: Decided = {
  create: ({ ledger }, draft) =>
    ledger.keepDepartmentalDistribution({ draft: draft as DepartmentalDistributionDraft }),
  replace: ({ ledger }, key, draft, _, version) =>
    ledger.keepDepartmentalDistribution({
      draft: draft as DepartmentalDistributionDraft,
      departmentalDistributionNumber: Number(key),
      version,
    }),
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
    perform: async (services, asked) =>
      right(
        await restrictedPage(
          DepartmentalDistribution,
          { kind: 'compare', property: 'distributionType', operator: 'eq', value: type },
          asked.links.to(path, {}, PLAIN_LINKS),
          services,
          asked,
        ),
      ),
  });
}

/** D13: who keeps the books. */
const BOOK_KEEPING = ['BookKeeping'] as const;

/** §2.11 and what the ledger offers to refer to. */
export const ledgerEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(Account, {
    read: BOOK_KEEPING,
    decided: decidedAccounts,
    refuses: { replace: ['E10070'], remove: ['E10070'] },
    keptOnReplace: ['name'],
  }),
  ...resourceEndpoints(AccountCategory, { read: 'anyRole' }),
  ...accountingYearEndpoints(),
  ...resourceEndpoints(AssetGroup, { read: 'anyRole' }),
  ...resourceEndpoints(CountryCode, { read: 'anyRole' }),
  ...resourceEndpoints(Currency, { read: 'anyRole' }),
  ...resourceEndpoints(Department, { read: 'anyRole', write: BOOK_KEEPING }),
  ...resourceEndpoints(DepartmentalDistribution, {
    read: 'anyRole',
    write: BOOK_KEEPING,
    decided: decidedDistributions,
    subCollections: Object.fromEntries(DISTRIBUTION_TYPES.map(({ type, path }) => [`${type}s`, path])),
  }),
  ...DISTRIBUTION_TYPES.map(distributionsOfType),
  ...resourceEndpoints(NumberSeries, { read: 'anyRole' }),
  ...openingBalanceEndpoints(),
  ...resourceEndpoints(VatAccount, {
    read: BOOK_KEEPING,
    decided: decidedVatAccounts,
    refuses: { replace: ['E10040'], remove: ['E10040'] },
    urlWins: true,
  }),
  ...resourceEndpoints(VatType, { read: 'anyRole' }),
  ...resourceEndpoints(VatReportSetup, { read: 'anyRole' }),
  ...resourceEndpoints(VatZone, { read: 'anyRole' }),
  ...voucherEndpoints(),
];
