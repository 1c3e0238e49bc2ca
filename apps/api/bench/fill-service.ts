import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { fullDateOf, type Books, type Decimal } from '@kontor/kernel';
import { Product, productToKeep, ProductGroup, Unit } from '@kontor/products';
import type { Database } from '@kontor/sql';
import { createApp, issueGrant } from '@kontor/studio';
import { openBooks, secrets } from '../src/index.js';
import { FILLED_AT, product, PRODUCT_GROUPS, UNITS } from './dataset.js';
import type { FilledAgreement } from './floor-tables.js';
import { SMALL_PRODUCTS, type Sizes } from './work.js';

const POOL = 8;
const BATCH = 500;
/** Agreements that are filled at the same time. */
const LANES = 4;
const DAY_MS = 86_400_000;
const ROLES = ['Sales'] as const;

/**
 * Fills the service's database through its own repositories: an agreement with many products, an empty one to create
 * in, and many small ones. Gives the tokens of each, in this order.
 */
export async function fillService(
  url: string,
  { products, agreements }: Sizes,
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
    const fill = async (count: number): Promise<FilledAgreement> => {
      const agreementNumber = await makeAgreement(database, `Bench ${count}`);
      const { agreementGrantToken } = await issueGrant(database.studio, secrets, {
        agreementNumber,
        appNumber: app.appNumber,
        userName: 'bench',
        roles: ROLES,
        now: new Date(),
        lifetimeMs: DAY_MS,
      });
      await fillProducts(database, agreementNumber, count);
      return { appToken: appSecretToken, grantToken: agreementGrantToken, products: count };
    };
    const filled = [await fill(products), await fill(0)];
    const small = Array.from({ length: agreements }, () => SMALL_PRODUCTS);
    while (small.length > 0) filled.push(...(await Promise.all(small.splice(0, LANES).map(fill))));
    return filled;
  } finally {
    await database.close();
  }
}

async function makeAgreement({ studio }: Database, name: string): Promise<number> {
  const { agreementNumber } = await studio.agreements.create({
    name,
    blocked: false,
    forDeletion: false,
    isAdministrator: false,
    baseCurrency: 'EUR',
    modules: [],
    signupDate: fullDateOf(FILLED_AT),
  });
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
      await kept(books.of(ProductGroup).create({ name: `Group ${number}`, inventoryEnabled: false }));
    }
  });
  for (let from = 1; from <= count; from += BATCH) {
    await inOneUnit(async (books) => {
      const last = Math.min(count, from + BATCH - 1);
      for (let index = from; index <= last; index += 1) await kept(books.of(Product).create(draftOf(index)));
    });
  }
}

function draftOf(index: number): ReturnType<typeof productToKeep> {
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
  return productToKeep(draft, { modules: [], now: FILLED_AT });
}

function decimalOf(cents: number): Decimal {
  return String(cents / 100) as Decimal;
}

async function kept<A>(work: TaskEither<{ readonly kind: string }, A>): Promise<A> {
  const done = await work();
  if (isLeft(done)) throw new Error(`the data of the bench is refused: ${JSON.stringify(done.left)}`);
  return done.right;
}
