import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { fullDateOf, type Books, type Decimal } from '@kontor/kernel';
import { Product, productToStore, ProductGroup, Unit } from '@kontor/products';
import type { Database } from '@kontor/sql';
import { salesService, type InvoiceDraft } from '@kontor/sales';
import { createApp, issueGrant, agreementWith } from '@kontor/studio';
import { fillBooks, openBooks, secrets, seedEntries } from '../src/index.js';
import { salesOver } from '../src/sales-over.js';
import { fillAccounts, fillAssetGroups } from '../src/seed/standard-books.js';
import { fillYears } from '../src/seed/standard-years.js';
import { FILLED_AT, product, PRODUCT_GROUPS, UNITS } from './dataset.js';
import type { FilledAgreement } from './floor-tables.js';
import { invoiceDraft } from './invoice.bench.js';
import { MANY_ENTRIES, SMALL_PRODUCTS, YEAR, type Sizes } from './work.js';

const POOL = 8;
const BATCH = 500;
/** Agreements that are filled at the same time. */
const LANES = 4;
const DAY_MS = 86_400_000;
/** Vouchers are drafted and booked with it. */
const MODULES = ['internationalLedger'] as const;
const DRAFTS_AT_ONCE = 50;
const YEAR_END = new Date(`${YEAR}-12-31T12:00:00Z`);
const ROLES = ['Sales', 'BookKeeping'] as const;

/**
 * Fills the service's database through its own repositories: an agreement with many products, an empty
 * one to create in, three with books, and many small ones, with accounts to book on if `hasBooks`.
 * Gives the tokens of each, in this order.
 */
export async function fillService(
  url: string,
  { products, agreements, entries, drafts }: Sizes,
  hasBooks: { readonly own: boolean; readonly small: boolean },
): Promise<readonly FilledAgreement[]> {
  const database = await openBooks({ databaseUrl: url, poolSize: POOL });
  try {
    await database.migrate();
    const developer = await makeAgreement(database, 'Bench developer');
    const { app, appSecretToken } = await createApp(database.studio, secrets, {
      agreementNumber: developer,
      name: 'Bench',
      rootUrl: 'https://bench.example',
      requiredRoles: ROLES,
      now: new Date(),
    });
    const made = async (name: string): Promise<FilledAgreement & { readonly agreementNumber: number }> => {
      const agreementNumber = await makeAgreement(database, name);
      const { agreementGrantToken } = await issueGrant(database.studio, secrets, {
        agreementNumber,
        appNumber: app.appNumber,
        userName: 'bench',
        roles: ROLES,
        now: new Date(),
        lifetimeMs: DAY_MS,
      });
      return {
        agreementNumber,
        appToken: appSecretToken,
        grantToken: agreementGrantToken,
        products: 0,
        entries: 0,
      };
    };
    const fill = async (count: number, books = false): Promise<FilledAgreement> => {
      const agreement = await made(`Bench ${count}`);
      await fillProducts(database, agreement.agreementNumber, count);
      if (books) await fillChart(database, agreement.agreementNumber);
      return { ...agreement, products: count };
    };
    const withEntries = async (count: number, invoices: number): Promise<FilledAgreement> => {
      const agreement = await made(`Bench books ${count}`);
      const { agreementNumber } = agreement;
      if (!hasBooks.own) return agreement;
      await fillBooks(database.unitOfWork, { agreementNumber, modules: MODULES, now: YEAR_END, years: 1 });
      await seedEntries(database, { agreementNumber, entries: count, now: YEAR_END });
      await fillDrafts(database, agreementNumber, invoices);
      return { ...agreement, entries: count };
    };
    const filled = [
      await fill(products),
      await fill(0),
      await withEntries(Math.min(entries, MANY_ENTRIES), drafts),
      await withEntries(entries > MANY_ENTRIES ? entries : 0, 0),
      await withEntries(0, 0),
    ];
    const small = Array.from({ length: agreements }, () => SMALL_PRODUCTS);
    while (small.length > 0)
      filled.push(...(await Promise.all(small.splice(0, LANES).map((count) => fill(count, hasBooks.small)))));
    return filled;
  } finally {
    await database.close();
  }
}

async function makeAgreement({ studio }: Database, name: string): Promise<number> {
  const { agreementNumber } = await studio.agreements.create(
    agreementWith({
      name,
      modules: MODULES,
      signupDate: fullDateOf(FILLED_AT),
    }),
  );
  return agreementNumber;
}

async function fillProducts({ unitOfWork }: Database, agreementNumber: number, count: number): Promise<void> {
  const inOneUnit = async (work: (books: Books) => Promise<void>): Promise<void> => {
    const done = await unitOfWork.inTransaction(
      agreementNumber,
      (books): TaskEither<never, void> =>
        async () =>
          right(await work(books)),
    )();
    if (isLeft(done)) throw new Error('the bench could not be filled');
  };
  await inOneUnit(async (books) => {
    for (let number = 1; number <= UNITS; number += 1)
      await kept(books.of(Unit).create({ name: `unit ${number}` }));
    for (let number = 1; number <= PRODUCT_GROUPS; number += 1) {
      await kept(
        books
          .of(ProductGroup)
          .create({ name: `Group ${number}`, inventoryEnabled: false, salesAccountsList: [] }),
      );
    }
  });
  for (let from = 1; from <= count; from += BATCH) {
    await inOneUnit(async (books) => {
      const last = Math.min(count, from + BATCH - 1);
      for (let index = from; index <= last; index += 1) await kept(books.of(Product).create(draftOf(index)));
    });
  }
}

/** Only what a voucher needs. */
async function fillChart({ unitOfWork }: Database, agreementNumber: number): Promise<void> {
  await kept(
    unitOfWork.inTransaction(
      agreementNumber,
      (books): TaskEither<{ readonly kind: string }, void> =>
        async () => {
          await fillAccounts(books);
          await fillAssetGroups(books);
          await fillYears(books, { years: 1, now: YEAR_END });
          return right(undefined);
        },
    ),
  );
}

async function fillDrafts({ unitOfWork }: Database, agreementNumber: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += DRAFTS_AT_ONCE) {
    await kept(
      unitOfWork.inTransaction(
        agreementNumber,
        (books): TaskEither<{ readonly kind: string }, void> =>
          async () => {
            const sales = salesService(salesOver(books));
            for (let index = from; index < Math.min(count, from + DRAFTS_AT_ONCE); index += 1) {
              const draft = invoiceDraft(index, (quantity) => String(quantity)) as unknown as InvoiceDraft;
              await kept(sales.draftInvoice({ draft, now: FILLED_AT, modules: MODULES }));
            }
            return right(undefined);
          },
      ),
    );
  }
}

/** What the books promise of themselves and do not keep: a line for each fault. */
export async function faultsOf(url: string): Promise<readonly string[]> {
  const database = await openBooks({ databaseUrl: url, poolSize: POOL });
  try {
    const faults: string[] = [];
    for (const { agreementNumber } of await database.studio.agreements.list()) {
      for (const { check, faults: found } of await database.checkBooks(agreementNumber)) {
        faults.push(...found.map((fault) => `agreement ${agreementNumber}, ${check}: ${fault}`));
      }
    }
    return faults;
  } finally {
    await database.close();
  }
}

function draftOf(index: number): ReturnType<typeof productToStore> {
  const { costPrice, recommendedPrice, salesPrice, unitNumber, productGroupNumber, ...rest } = product(index);
  const draft = {
    ...rest,
    tags: [],
    costPrice: decimalOf(costPrice),
    recommendedPrice: decimalOf(recommendedPrice),
    salesPrice: decimalOf(salesPrice),
    unit: { unitNumber },
    productGroup: { productGroupNumber },
  };
  return productToStore(draft, { modules: [], now: FILLED_AT });
}

function decimalOf(cents: number): Decimal {
  return String(cents / 100) as Decimal;
}

async function kept<A>(work: TaskEither<{ readonly kind: string }, A>): Promise<A> {
  const done = await work();
  if (isLeft(done)) throw new Error(`the data of the bench is refused: ${JSON.stringify(done.left)}`);
  return done.right;
}
