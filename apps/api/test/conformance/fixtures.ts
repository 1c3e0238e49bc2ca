import type { AnyResource } from '@kontor/kernel';
import { Account, AccountingYear, Department, DepartmentalDistribution, VatAccount } from '@kontor/ledger';
import { AliasLayer, Product, ProductAlias, ProductGroup, Unit } from '@kontor/products';
import { INVOICE_FIXTURES } from './invoice.fixtures.js';
import { SALES_FIXTURES } from './sales.fixtures.js';

type Body = Readonly<Record<string, unknown>>;

/**
 * What the conformance suite needs to know of a writable resource: two bodies that are right, and for each limited field one value
 * that is wrong. The books are filled as for a sandbox, so bodies may refer to unit 1, product group 1, department 1, product 1000.
 */
export type Fixture = {
  readonly of: AnyResource;
  readonly examples: readonly [Body, Body];
  /** Wrong values by the name of the member they stand in. */
  readonly wrong: Readonly<Record<string, unknown>>;
  /** On PUT the URL's identifier counts whatever the body says (§4.2). */
  readonly urlWins?: true;
  /** The identifier follows from the rest of the body: it cannot be chosen twice, nor another one. */
  readonly keyFollows?: true;
  /** A PUT creates what is missing although the service makes the identifiers (§4.2, additional expenses). */
  readonly putCreates?: true;
  /** For a resource within another: how to make the item it lives in. */
  readonly parent?: {
    readonly of: AnyResource;
    readonly body: Body;
    /** Where the collection is within it, when not at its own name. */
    readonly at?: string;
  };
};

const LONE_SURROGATE = 'x\ud800';

/** The books are filled with years up to the present one, so these are the next: two ways to go on. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

export const FIXTURES: readonly Fixture[] = [
  {
    of: Account,
    examples: [
      {
        accountNumber: 999999999,
        name: 'Käufe “EU”',
        accountType: 'PROFITANDLOSS',
        accountCategory: { accountCategoryNumber: 47 },
        barred: true,
        blockDirectEntries: true,
        contraAccount: { accountNumber: 5810 },
        debitCredit: 'Debit',
        department: { departmentNumber: 1 },
        departmentalDistribution: { departmentalDistributionNumber: 4 },
        displayNumber: 'A-1310.b',
        openingAccount: { accountNumber: 6130 },
        requireDepartmentalDistributionOnEntries: true,
        vatAccount: { vatCode: 'p25' },
      },
      {
        accountNumber: 999999998,
        name: 'S',
        accountType: 'sumInterval',
        accountsSummed: [{ fromAccount: { accountNumber: 1010 }, toAccount: { accountNumber: 1020 } }],
      },
    ],
    wrong: {
      accountNumber: 0,
      name: 'x'.repeat(126),
      accountType: 'asset',
      accountCategory: {},
      accountsSummed: [{ fromAccount: { accountNumber: 1010 } }],
      barred: 1,
      blockDirectEntries: 'yes',
      contraAccount: { accountNumber: 'one' },
      debitCredit: 'left',
      department: 1,
      departmentalDistribution: [],
      displayNumber: 'x'.repeat(51),
      openingAccount: { accountNumber: 1e9 },
      requireDepartmentalDistributionOnEntries: 'no',
      totalFromAccount: { accountNumber: 1.5 },
      vatAccount: { vatCode: 'TOOLONG' },
    },
  },
  {
    of: AccountingYear,
    keyFollows: true,
    examples: [
      { fromDate: `${NEXT_YEAR}-01-01`, toDate: `${NEXT_YEAR}-12-31`, year: `${NEXT_YEAR}`, closed: false },
      {
        fromDate: `${NEXT_YEAR}-01-01`,
        toDate: `${NEXT_YEAR + 1}-06-30`,
        year: `${NEXT_YEAR}/${NEXT_YEAR + 1}`,
      },
    ],
    wrong: { fromDate: '2027-02-30', toDate: 20271231, year: '27', closed: 'no' },
  },
  {
    of: VatAccount,
    urlWins: true,
    examples: [
      {
        vatCode: 'Æ/1.5',
        name: 'Moms “hjemme”',
        ratePercentage: 12.3456789012,
        account: { accountNumber: 6650 },
        contraAccount: { accountNumber: 6660 },
        vatType: { vatTypeNumber: 3 },
        vatReportSetup: { vatReportSetupNumber: 4 },
        barred: true,
      },
      {
        vatCode: 'Z',
        ratePercentage: 0,
        account: { accountNumber: 6610 },
        vatType: { vatTypeNumber: 1 },
        vatReportSetup: { vatReportSetupNumber: 7 },
      },
    ],
    wrong: {
      vatCode: 'TOOLONG',
      name: 'x'.repeat(41),
      ratePercentage: 100.01,
      account: {},
      contraAccount: { accountNumber: 0 },
      vatType: { vatTypeNumber: 'sales' },
      vatReportSetup: 1,
      barred: null,
    },
  },
  {
    of: Product,
    examples: [
      {
        productNumber: 'Ærø/1 #2+3_4',
        name: 'Wagenheber “Größe 2” 🚗',
        description: 'two\nlines',
        costPrice: 1.5,
        recommendedPrice: 9999999999999.99,
        recommendedCostPrice: 0,
        salesPrice: 12.1234567891,
        barCode: '5701234567890',
        barred: true,
        tags: ['a', 'b'],
        unit: { unitNumber: 1 },
        productGroup: { productGroupNumber: 1 },
      },
      { productNumber: 'K.2', name: 'K', productGroup: { productGroupNumber: 2 } },
    ],
    wrong: {
      productNumber: 'x'.repeat(26),
      name: 'x'.repeat(301),
      description: 'x'.repeat(501),
      costPrice: 'free',
      recommendedPrice: 1e13,
      recommendedCostPrice: 1.00000000001,
      salesPrice: true,
      barCode: 'x'.repeat(51),
      barred: 'no',
      tags: [1],
      unit: {},
      productGroup: { productGroupNumber: 'one' },
    },
  },
  {
    of: ProductGroup,
    examples: [
      {
        name: 'Spare parts',
        salesAccountsList: [{ salesAccount: { accountNumber: 1010 }, vatZone: { vatZoneNumber: 1 } }],
      },
      { name: 'X', inventoryEnabled: true },
    ],
    wrong: {
      name: LONE_SURROGATE,
      inventoryEnabled: 1,
      productGroupNumber: 0,
      salesAccountsList: [{ salesAccount: { accountNumber: 1010 } }],
    },
  },
  {
    of: Unit,
    examples: [{ name: 'Stück' }, { name: 'm²' }],
    wrong: { name: 'x'.repeat(9), unitNumber: 1.5 },
  },
  {
    of: AliasLayer,
    examples: [
      {
        name: 'Customer 17',
        productAliases: [{ productNumber: '1000', nameAlias: 'L', descriptionAlias: 'D' }],
      },
      { name: 'Customer 18' },
    ],
    wrong: { name: '', productAliases: [{ nameAlias: 'x' }] },
  },
  {
    of: ProductAlias,
    parent: { of: AliasLayer, body: { name: 'Parent' } },
    examples: [
      { productNumber: '1001', nameAlias: 'Lampe', descriptionAlias: 'schwarz' },
      { productNumber: 'LIC/12', nameAlias: 'Lizenz' },
    ],
    wrong: { productNumber: 7, nameAlias: 'x'.repeat(301), descriptionAlias: 'x'.repeat(501) },
  },
  {
    of: Department,
    examples: [{ name: 'Lager' }, { name: 'Vertrieb', departmentNumber: 900 }],
    wrong: { name: '\u0000', departmentNumber: -1 },
  },
  {
    of: DepartmentalDistribution,
    examples: [
      {
        name: 'Halves',
        distributions: [
          { department: { departmentNumber: 1 }, percentage: 50 },
          { department: { departmentNumber: 2 }, percentage: 50 },
        ],
      },
      {
        name: 'All to one',
        distributionType: 'DEPARTMENT',
        distributions: [{ department: { departmentNumber: 3 }, percentage: 100 }],
      },
    ],
    wrong: {
      name: 'x'.repeat(251),
      distributionType: 'thirds',
      distributions: [{ department: { departmentNumber: 1 }, percentage: 101 }],
    },
  },
  ...SALES_FIXTURES,
  ...INVOICE_FIXTURES,
];
