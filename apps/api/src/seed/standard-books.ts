import { orThrow, decimalFromNumber, type Books, type ModuleName, decimal } from '@kontor/kernel';
import {
  Account,
  AssetGroup,
  Department,
  DepartmentalDistribution,
  STANDARD_ASSET_GROUPS,
  STANDARD_CHART,
  STANDARD_VAT_ACCOUNTS,
  VatAccount,
} from '@kontor/ledger';
import { AliasLayer, Product, productToStore, ProductGroup, Unit } from '@kontor/products';
import type { Database } from '@kontor/sql';
import { doneOnce } from './done-once.js';
import { fillExpenses, fillInvoices } from './standard-invoices.js';
import { fillParties } from './standard-parties.js';
import { fillStock } from './standard-stock.js';
import { closeYearsBefore, fillVouchers } from './standard-vouchers.js';
import { bookSome, fillYears } from './standard-years.js';
import {
  DEPARTMENTS,
  DISTRIBUTIONS,
  PRODUCT_ALIASES,
  PRODUCT_GROUPS,
  PRODUCTS,
  UNITS,
} from './standard-books.data.js';

/** The agreement that is filled, and how much of everything it gets. */
export type BooksToFill = {
  readonly agreementNumber: number;
  readonly modules: readonly ModuleName[];
  readonly now: Date;
  /** How many accounting years, the last of which is the present calendar year: 2 when left out. */
  readonly years?: number;
  /** How many entries are booked in them: none when left out. */
  readonly entries?: number;
  /** Whether there are draft and booked invoices. */
  readonly hasInvoices?: boolean;
  /** Whether there are draft and booked vouchers and opening balances, and the years before are closed. */
  readonly hasVouchers?: boolean;
};

/** Under this key the filling of an agreement's books is done once, however many replicas start at once. */
const FILLING = 'kontor/standard-books';

/**
 * Fills the books of an agreement that has none yet: chart of accounts, asset groups,
 * departments, units, product groups, products, an alias layer, customers and suppliers,
 * accounting years. All or nothing, and once.
 */
export async function fillBooks(
  unitOfWork: Database['unitOfWork'],
  {
    agreementNumber,
    modules,
    now,
    years = 2,
    entries = 0,
    hasInvoices = false,
    hasVouchers = false,
  }: BooksToFill,
): Promise<void> {
  const accounts = unitOfWork.read(agreementNumber).of(Account);
  const chart = await accounts.page({ sort: Account.defaultSort, pageSize: 1, skipPages: 0 });
  if (chart.results > 0) return;
  await doneOnce(unitOfWork, agreementNumber, FILLING, async (books) => {
    await fillAccounts(books);
    await fillDepartments(books);
    await fillProducts(books, modules, now);
    await fillParties(books, now);
    await fillExpenses(books);
    await fillYears(books, { years, now });
    await fillAliases(books);
    await fillAssetGroups(books);
    await bookSome(books, { entries, now });
    if (hasInvoices) await fillStock(books, { modules, now });
    if (hasInvoices) await fillInvoices(books, { modules, now });
    if (hasVouchers) await fillVouchers(books, { modules, now });
    if (hasVouchers) await closeYearsBefore(books);
  });
}

const accountOf = (accountNumber: number) => ({ accountNumber });

/**
 * Accounts name VAT accounts and VAT accounts name accounts: first the accounts without a
 * default VAT code, among them those that VAT is kept on, then the VAT accounts, then the
 * others; sums come when all that they sum is there.
 */
export async function fillAccounts(books: Books): Promise<void> {
  const accounts = books.of(Account);
  const drafts = STANDARD_CHART.map((row) => {
    const {
      accountCategory,
      accountsSummed = [],
      blockDirectEntries = false,
      totalFrom,
      vatCode,
      ...rest
    } = row;
    return {
      ...rest,
      accountCategory: accountCategory === undefined ? undefined : { accountCategoryNumber: accountCategory },
      accountsSummed: accountsSummed.map(([from, to]) => ({
        fromAccount: accountOf(from),
        toAccount: accountOf(to),
      })),
      barred: false,
      blockDirectEntries,
      requireDepartmentalDistributionOnEntries: false,
      totalFromAccount: totalFrom === undefined ? undefined : accountOf(totalFrom),
      vatAccount: vatCode === undefined ? undefined : { vatCode },
    };
  });
  const isSum = ({ accountsSummed }: (typeof drafts)[number]): boolean => accountsSummed.length > 0;
  const hasCode = ({ vatAccount }: (typeof drafts)[number]): boolean => vatAccount !== undefined;
  const plain = drafts.filter((draft) => !isSum(draft) && !hasCode(draft));
  for (const draft of plain) await orThrow(accounts.create(draft));
  for (const row of STANDARD_VAT_ACCOUNTS) {
    const { account, contraAccount, ratePercentage, vatTypeNumber, vatReportSetupNumber, ...rest } = row;
    const draft = {
      ...rest,
      ratePercentage: decimalFromNumber(ratePercentage),
      account: accountOf(account),
      contraAccount: contraAccount === undefined ? undefined : accountOf(contraAccount),
      vatType: { vatTypeNumber },
      vatReportSetup: { vatReportSetupNumber },
      barred: false,
    };
    await orThrow(books.of(VatAccount).create(draft));
  }
  for (const draft of [...drafts.filter(hasCode), ...drafts.filter(isSum)])
    await orThrow(accounts.create(draft));
}

/**
 * The asset groups. Each asks for accounts, so that what waits is written before: what is numbered and made
 * after it raises its counter in a round trip of its own.
 */
export async function fillAssetGroups(books: Books): Promise<void> {
  for (const { assetGroupNumber, name, residualValue, usefulLife, ...accounts } of STANDARD_ASSET_GROUPS) {
    await orThrow(
      books.of(AssetGroup).create({
        assetGroupNumber,
        name,
        residualValue,
        usefulLife,
        additionAccount: accountOf(accounts.additionAccount),
        depreciationAccountBalanceSheet: accountOf(accounts.depreciationAccountBalanceSheet),
        depreciationAccountProfitLoss: accountOf(accounts.depreciationAccountProfitLoss),
        disposalsAccount: accountOf(accounts.disposalsAccount),
        netBookedValueAccount: accountOf(accounts.netBookedValueAccount),
        openingAdditionAccount: accountOf(accounts.openingAdditionAccount),
        openingDepreciationAccount: accountOf(accounts.openingDepreciationAccount),
        reversedDepreciationsAccount: accountOf(accounts.reversedDepreciationsAccount),
      }),
    );
  }
}

async function fillDepartments(books: Books): Promise<void> {
  for (const name of DEPARTMENTS) await orThrow(books.of(Department).create({ name }));
  for (const { name, shares } of DISTRIBUTIONS) {
    const distributions = shares.map(([departmentNumber, percentage]) => ({
      department: { departmentNumber },
      percentage: decimal(percentage),
    }));
    await orThrow(
      books.of(DepartmentalDistribution).create({
        name,
        distributionType: distributions.length === 1 ? 'department' : 'distribution',
        distributions,
      }),
    );
  }
}

/** What products are counted in and sorted into. */
export async function fillUnitsAndGroups(books: Books, modules: readonly ModuleName[] = []): Promise<void> {
  for (const name of UNITS) await orThrow(books.of(Unit).create({ name }));
  for (const { name, salesAccounts, areGoods } of PRODUCT_GROUPS) {
    const inventoryEnabled = areGoods && modules.includes('inventory');
    const salesAccountsList = salesAccounts.map((accountNumber, index) => ({
      salesAccount: { accountNumber },
      vatZone: { vatZoneNumber: index + 1 },
    }));
    await orThrow(books.of(ProductGroup).create({ name, inventoryEnabled, salesAccountsList }));
  }
}

async function fillProducts(books: Books, modules: readonly ModuleName[], now: Date): Promise<void> {
  await fillUnitsAndGroups(books, modules);
  for (const { productGroupNumber, unitNumber, salesPrice, costPrice, ...product } of PRODUCTS) {
    const draft = {
      ...product,
      barred: false,
      tags: [],
      salesPrice: decimal(salesPrice),
      costPrice: decimal(costPrice),
      recommendedPrice: decimal(salesPrice),
      unit: { unitNumber },
      productGroup: { productGroupNumber },
    };
    await orThrow(books.of(Product).create(productToStore(draft, { modules, now })));
  }
}

async function fillAliases(books: Books): Promise<void> {
  await orThrow(
    books.of(AliasLayer).create({ name: 'Names of our largest customer', productAliases: PRODUCT_ALIASES }),
  );
}
