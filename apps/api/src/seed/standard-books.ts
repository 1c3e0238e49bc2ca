import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Books, Decimal, ModuleName, UnitOfWork } from '@kontor/kernel';
import {
  Account,
  AssetGroup,
  Department,
  DepartmentalDistribution,
  STANDARD_ASSET_GROUPS,
  STANDARD_CHART,
} from '@kontor/ledger';
import { AliasLayer, Product, productToKeep, ProductGroup, Unit } from '@kontor/products';
import {
  DEPARTMENTS,
  DISTRIBUTIONS,
  PRODUCT_ALIASES,
  PRODUCT_GROUPS,
  PRODUCTS,
  UNITS,
} from './standard-books.data.js';

export type FillBooks = {
  readonly agreementNumber: number;
  readonly modules: readonly ModuleName[];
  readonly now: Date;
};

/** Under this key the filling of an agreement's books is done once, however many replicas start at once. */
const FILLING = 'kontor/standard-books';

/**
 * Fills the books of an agreement that has none yet: chart of accounts, asset groups, departments, units, product groups,
 * products, an alias layer. All or nothing, and once.
 */
export async function fillBooks(
  unitOfWork: UnitOfWork,
  { agreementNumber, modules, now }: FillBooks,
): Promise<void> {
  const accounts = unitOfWork.read(agreementNumber).of(Account);
  const chart = await accounts.page({ sort: Account.defaultSort, pageSize: 1, skipPages: 0 });
  if (chart.results > 0) return;
  const filled = await unitOfWork.inTransaction(
    agreementNumber,
    (books): TaskEither<never, void> =>
      async () => {
        const claim = await books.idempotency.claim(0, FILLING, FILLING);
        if (claim.kind === 'Claimed') {
          await fillLedger(books);
          await fillProducts(books, modules, now);
          await books.idempotency.keep(0, FILLING, { status: 204, body: '' });
        }
        return right(undefined);
      },
  )();
  if (isLeft(filled)) throw new Error('the books could not be filled');
}

/** A refusal while filling is a defect of the data. */
async function kept<A>(work: TaskEither<{ readonly kind: string }, A>): Promise<A> {
  const done = await work();
  if (isLeft(done)) throw new Error(`the standard books are wrong: ${JSON.stringify(done.left)}`);
  return done.right;
}

async function fillLedger(books: Books): Promise<void> {
  for (const {
    accountNumber,
    name,
    accountType,
    debitCredit,
    accountCategory,
    blockDirectEntries,
  } of STANDARD_CHART) {
    const category = accountCategory === undefined ? undefined : { accountCategoryNumber: accountCategory };
    await kept(
      books.of(Account).create({
        accountNumber,
        name,
        accountType,
        debitCredit,
        barred: false,
        blockDirectEntries: blockDirectEntries ?? false,
        accountCategory: category,
      }),
    );
  }
  for (const { assetGroupNumber, name, residualValue, usefulLife, ...accounts } of STANDARD_ASSET_GROUPS) {
    const account = (accountNumber: number): { readonly accountNumber: number } => ({ accountNumber });
    await kept(
      books.of(AssetGroup).create({
        assetGroupNumber,
        name,
        residualValue,
        usefulLife,
        additionAccount: account(accounts.additionAccount),
        depreciationAccountBalanceSheet: account(accounts.depreciationAccountBalanceSheet),
        depreciationAccountProfitLoss: account(accounts.depreciationAccountProfitLoss),
        disposalsAccount: account(accounts.disposalsAccount),
        netBookedValueAccount: account(accounts.netBookedValueAccount),
        openingAdditionAccount: account(accounts.openingAdditionAccount),
        openingDepreciationAccount: account(accounts.openingDepreciationAccount),
        reversedDepreciationsAccount: account(accounts.reversedDepreciationsAccount),
      }),
    );
  }
  for (const name of DEPARTMENTS) await kept(books.of(Department).create({ name }));
  for (const { name, shares } of DISTRIBUTIONS) {
    const distributions = shares.map(([departmentNumber, percentage]) => ({
      department: { departmentNumber },
      percentage: percentage as Decimal,
    }));
    await kept(
      books.of(DepartmentalDistribution).create({
        name,
        distributionType: distributions.length === 1 ? 'department' : 'distribution',
        distributions,
      }),
    );
  }
}

async function fillProducts(books: Books, modules: readonly ModuleName[], now: Date): Promise<void> {
  for (const name of UNITS) await kept(books.of(Unit).create({ name }));
  for (const name of PRODUCT_GROUPS)
    await kept(books.of(ProductGroup).create({ name, inventoryEnabled: false }));
  for (const { productGroupNumber, unitNumber, salesPrice, costPrice, ...product } of PRODUCTS) {
    const draft = {
      ...product,
      barred: false,
      tags: [],
      salesPrice: salesPrice as Decimal,
      costPrice: costPrice as Decimal,
      recommendedPrice: salesPrice as Decimal,
      unit: { unitNumber },
      productGroup: { productGroupNumber },
    };
    await kept(books.of(Product).create(productToKeep(draft, { modules, now })));
  }
  await kept(
    books.of(AliasLayer).create({ name: 'Names of our largest customer', productAliases: PRODUCT_ALIASES }),
  );
}
