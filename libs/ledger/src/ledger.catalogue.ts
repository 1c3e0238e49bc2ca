import type { Context } from '@kontor/kernel';
import { Account } from './account/account.resource.js';
import { AccountingYear, Period } from './accounting-year/accounting-year.resource.js';
import { Entry } from './accounting-year/entry.resource.js';
import { Total } from './accounting-year/total.resource.js';
import { Department } from './department/department.resource.js';
import { DepartmentalDistribution } from './department/departmental-distribution.resource.js';
import { NumberSeries } from './number-series/number-series.resource.js';
import { Import } from './interchange/import.resource.js';
import { Match } from './open-post/match.resource.js';
import { OpenPost } from './open-post/open-post.resource.js';
import { OpeningBalance } from './opening-balance/opening-balance.resource.js';
import { AccountCategory } from './reference-data/account-category.resource.js';
import { AssetGroup } from './reference-data/asset-group.resource.js';
import { CountryCode } from './reference-data/country-code.resource.js';
import { Currency } from './reference-data/currency.resource.js';
import { Project } from './reference-data/project.resource.js';
import { VatReportSetup, VatType } from './reference-data/vat-type.resource.js';
import { VatZone } from './reference-data/vat-zone.resource.js';
import { VatAccount } from './vat-account/vat-account.resource.js';
import { VatSettlement } from './vat-settlement/vat-settlement.resource.js';
import { Voucher } from './voucher/voucher.resource.js';
import { ledgerFixedLists } from './reference-data/ledger.fixed.js';

/** Every resource of the ledger context. */
const CATALOGUE = [
  Account,
  AccountCategory,
  AccountingYear,
  AssetGroup,
  CountryCode,
  Currency,
  Department,
  DepartmentalDistribution,
  Entry,
  Import,
  Match,
  NumberSeries,
  OpenPost,
  OpeningBalance,
  Period,
  Project,
  VatAccount,
  VatReportSetup,
  VatSettlement,
  VatType,
  VatZone,
  Voucher,
];

/** Those that show what is kept as sums: declared as the others are, read by the ledger's own questions. */
const SHAPES = [Total];

/** The context, as everybody else sees it. */
export const ledgerContext: Context = {
  name: 'ledger',
  catalogue: CATALOGUE,
  shapes: SHAPES,
  fixedLists: ledgerFixedLists,
};
