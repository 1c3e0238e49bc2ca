import { expect } from 'chai';
import { gift, onEachDatabase, reading, Sample, within, type DatabaseUnderTest } from '@kontor/conformance';
import { agreementWith } from '@kontor/studio';
import { AliasLayer, Product, ProductAlias, ProductGroup, Unit } from '@kontor/products';
import type { Timestamp } from '@kontor/kernel';
import { right } from 'fp-ts/lib/Either.js';
import { GLOBAL_TABLES } from './global-tables.js';
import { opening } from './support.js';

const AGREEMENT = 4711;
const CANARY = "canary'; DROP TABLE `product` -- ";

/** The tables that a statement reads or writes. */
function tablesOf(sql: string): readonly string[] {
  return [...sql.matchAll(/(?:FROM|JOIN|INTO|UPDATE) [`"](\w+)[`"]/g)].map(([, table]) => table as string);
}

/** Does a bit of everything. */
async function everything(database: DatabaseUnderTest): Promise<void> {
  const { unitOfWork, studio } = database;
  const agreement = agreementWith({
    name: CANARY,
    baseCurrency: 'DKK',
    signupDate: '2026-11-20' as never,
  });
  await studio.agreements.ensure({ ...agreement, agreementNumber: AGREEMENT });
  await gift(within(database, AGREEMENT, Unit, (all) => all.create({ name: 'u' })));
  await gift(within(database, AGREEMENT, Unit, (all) => all.create({ unitNumber: 2, name: 'u' })));
  await gift(within(database, AGREEMENT, Unit, (all) => all.create({ name: 'taken' })));
  await gift(
    within(database, AGREEMENT, ProductGroup, (all) =>
      all.create({ name: CANARY.slice(0, 50), inventoryEnabled: false }),
    ),
  );
  const product = {
    name: CANARY,
    barred: false,
    tags: [CANARY],
    productGroup: { productGroupNumber: 1 },
    unit: { unitNumber: 1 },
    lastUpdated: '2026-11-20T07:00:00Z',
  };
  for (let number = 0; number < 5; number += 1) {
    await gift(
      within(database, AGREEMENT, Product, (all) =>
        all.create({ ...product, productNumber: `${CANARY.slice(0, 20)}${number}` }),
      ),
    );
  }
  const first = `${CANARY.slice(0, 20)}0`;
  await gift(
    within(database, AGREEMENT, Product, (all) =>
      all.replace(first, { ...product, unit: { unitNumber: 2 } }),
    ),
  );
  const aliases = [{ productNumber: first, nameAlias: CANARY }];
  await gift(
    within(database, AGREEMENT, AliasLayer, (all) => all.create({ name: CANARY, productAliases: aliases })),
  );
  await gift(
    within(database, AGREEMENT, AliasLayer, (all) => all.replace(1, { name: CANARY, productAliases: [] })),
  );
  await gift(within(database, AGREEMENT, ProductAlias, (all) => all.create({ productNumber: first }), 1));
  await gift(
    within(database, AGREEMENT, Sample, (all) => all.create({ code: 'c', open: true, tags: [], parts: [] })),
  );
  const products = reading(database, AGREEMENT, Product);
  const like = { kind: 'like' as const, property: 'name', segments: ['', CANARY, ''] };
  for (let times = 0; times < 4; times += 1) {
    for (const skipPages of [0, 1, 9]) {
      await products.page({ sort: [], pageSize: 2, skipPages });
      await products.page({
        filter: like,
        sort: [{ property: 'salesPrice', descending: true, alphabetical: false }],
        pageSize: 2,
        skipPages,
      });
    }
  }
  const { position } = await products.page({ sort: [], pageSize: 2, skipPages: 0 });
  await products.page({
    sort: [],
    pageSize: 2,
    skipPages: 1,
    ...(position !== undefined && { after: position }),
  });
  await products.find(first);
  await reading(database, AGREEMENT, AliasLayer).page({ sort: [], pageSize: 2, skipPages: 0 });
  await gift(
    unitOfWork.inTransaction(AGREEMENT, ({ idempotency, of }) => async () => {
      await idempotency.claim(1, CANARY, CANARY);
      await idempotency.store(1, CANARY, { status: 201, body: CANARY, location: CANARY });
      await of(Product).page({ filter: like, sort: [], pageSize: 2, skipPages: 1 });
      return right(undefined);
    }),
  );
  await gift(
    unitOfWork.inTransaction(
      AGREEMENT,
      ({ idempotency }) =>
        async () =>
          right(await idempotency.claim(1, CANARY, CANARY)),
    ),
  );
  await gift(within(database, AGREEMENT, Product, (all) => all.remove(`${CANARY.slice(0, 20)}1`)));
  await studio.users.create({ userName: CANARY, agreementNumber: 1, name: CANARY, email: CANARY }, 'x');
  await studio.credentials.find(CANARY, CANARY);
  await database.pruneIdempotencyKeys('9999-12-31T00:00:00Z' as Timestamp);
}

onEachDatabase((kind) => {
  describe('every statement', () => {
    const log: string[] = [];
    let database: DatabaseUnderTest;
    before(async () => {
      database = await opening(kind, {
        onQuery: (sql) => log.push(sql),
        also: [Sample],
      })();
      log.length = 0;
      await everything(database);
    });
    after(() => database.close());
    const statements = () => log.flatMap((sql) => sql.split('; '));

    it('on what belongs to agreements names the agreement, for each table it touches (R2)', () => {
      const seen = new Set<string>();
      for (const sql of statements()) {
        const own = tablesOf(sql).filter((table) => !(table in GLOBAL_TABLES));
        own.forEach((table) => seen.add(table));
        const named = sql.match(/(?:\w\.)?`agreement_number` = \?/g) ?? [];
        if (sql.startsWith('INSERT INTO'))
          expect(own.length === 0 || /\(`agreement_number`, /.test(sql), sql).to.equal(true);
        else expect(named.length, sql).to.be.at.least(own.length);
      }
      expect([...seen]).to.include.members([
        'product',
        'collection_state',
        'number_counter',
        'idempotency_key',
      ]);
    });

    it('has nothing of a caller in its text (G34)', () => {
      expect(log.filter((sql) => sql.toLowerCase().includes('canary'))).to.deep.equal([]);
    });

    it('does without what clusters and shards do not know (R8)', () => {
      const unknown =
        /GET_LOCK|LOCK TABLES|\bXA\b|TEMPORARY|SERIALIZABLE|CREATE (VIEW|TRIGGER|PROCEDURE|EVENT)|AUTO_?INCREMENT|RAND\(|NOW\(/i;

      expect(statements().filter((sql) => unknown.test(sql))).to.deep.equal([]);
    });

    it('changes no schema (R14)', () => {
      expect(
        statements().filter((sql) => /^\s*(CREATE|ALTER|DROP|TRUNCATE|RENAME)\b/i.test(sql)),
      ).to.deep.equal([]);
    });

    it('of a transaction comes after its level was set (R12)', () => {
      if (kind.name === 'SQLite') {
        expect(statements().filter((sql) => sql.startsWith('BEGIN'))).to.satisfy(
          (begins: readonly string[]) => begins.every((begin) => begin === 'BEGIN IMMEDIATE'),
        );
        return;
      }
      const all = statements();
      const begins = all.flatMap((sql, index) => (sql === 'START TRANSACTION' ? [all[index - 1]] : []));
      expect(begins.length).to.be.greaterThan(10);
      expect(new Set(begins)).to.deep.equal(new Set(['SET TRANSACTION ISOLATION LEVEL READ COMMITTED']));
    });
  });

  describe('round trips', () => {
    const log: string[] = [];
    let database: DatabaseUnderTest;
    before(async () => {
      database = await opening(kind, {
        onQuery: (sql) => log.push(sql),
        also: [Sample],
      })();
      await gift(
        within(database, AGREEMENT, ProductGroup, (all) =>
          all.create({ name: 'g', inventoryEnabled: false }),
        ),
      );
      await gift(within(database, AGREEMENT, Product, (all) => all.create(draft('P0'))));
    });
    after(() => database.close());
    beforeEach(() => {
      log.length = 0;
    });
    const draft = (productNumber: string) => ({
      productNumber,
      name: 'p',
      barred: false,
      tags: [],
      productGroup: { productGroupNumber: 1 },
      lastUpdated: '2026-11-20T07:00:00Z',
    });
    const trips = (mysql: number, sqlite: number) =>
      expect(log, log.join('\n')).to.have.length(kind.name === 'MySQL' ? mysql : sqlite);

    it('are one for an item', async () => {
      await reading(database, AGREEMENT, Product).find('P0');

      trips(1, 1);
    });

    it('are one for a page, whatever its size', async () => {
      await reading(database, AGREEMENT, Product).page({ sort: [], pageSize: 1000, skipPages: 0 });

      trips(1, 1);
    });

    it('are one for a filtered page with its count', async () => {
      const filter = { kind: 'like' as const, property: 'name', segments: ['', 'p', ''] };
      await reading(database, AGREEMENT, Product).page({ filter, sort: [], pageSize: 20, skipPages: 0 });

      trips(1, 1);
    });

    it('are one for making a product, with its references, version and count', async () => {
      await gift(within(database, AGREEMENT, Product, (all) => all.create(draft('P1'))));

      trips(1, 6);
    });

    it('are one for making a product under an idempotency key, too', async () => {
      await gift(
        database.unitOfWork.inTransaction(AGREEMENT, ({ idempotency, of }) => async () => {
          await idempotency.claim(1, 'k', 'f');
          await gift(of(Product).create(draft('P2') as never));
          await idempotency.store(1, 'k', { status: 201, body: '{}' });
          return right(undefined);
        }),
      );

      // Where there is one writer, it is looked at once whether the answer can be kept; else with the commit.
      trips(1, 9);
    });

    it('are two for replacing and for removing one', async () => {
      await gift(
        within(database, AGREEMENT, Product, (all) => all.replace('P0', { ...draft('P0'), name: 'Another' })),
      );
      trips(2, 6);
      log.length = 0;
      await gift(within(database, AGREEMENT, Product, (all) => all.remove('P0')));

      trips(2, 7);
    });

    it('raise the states of collections last of all, also where a page of another collection is read before', async () => {
      await gift(
        database.unitOfWork.inTransaction(AGREEMENT, ({ of }) => async () => {
          await gift(of(Unit).create({ name: 'before' }));
          await of(Product).page({ sort: [], pageSize: 5, skipPages: 0 });
          await gift(of(Unit).create({ name: 'after' }));
          const { items } = await of(Unit).page({ sort: [], pageSize: 5, skipPages: 0 });
          expect(items.map(({ name }) => name)).to.deep.equal(['before', 'after']);
          return right(undefined);
        }),
      );

      const sent = log.flatMap((sql) => sql.split('; '));
      const last = (pattern: RegExp) => sent.findLastIndex((sql) => pattern.test(sql));
      const first = sent.findIndex((sql) => sql.startsWith('INSERT INTO `collection_state`'));
      expect(first).to.be.greaterThan(last(/^INSERT INTO `number_counter`/));
      expect(first).to.be.greaterThan(last(/FROM `product`/));
    });

    it('of a list that is asked for again and again are by its keys, until something is written', async () => {
      const filter = { kind: 'like' as const, property: 'name', segments: ['', 'p', ''] };
      const page = (skipPages: number) =>
        reading(database, AGREEMENT, Product).page({ filter, sort: [], pageSize: 1, skipPages });
      for (const skipPages of [0, 1, 0]) await page(skipPages);
      log.length = 0;

      await page(1);

      trips(1, 1);
      expect(log[0])
        .to.match(/ IN \(\?\)/)
        .and.not.match(/COUNT|OFFSET/);
      await gift(within(database, AGREEMENT, Product, (all) => all.create(draft('P3'))));
      log.length = 0;
      await page(1);
      expect(log.join()).to.match(/OFFSET/);
    });

    it('are fewer than items where many are made at once', async () => {
      const made = Array.from({ length: 40 }, (_, turn) =>
        within(database, AGREEMENT, Product, (all) => all.create(draft(`Q${turn}`))),
      );
      await Promise.all(made.map((one) => gift(one)));

      if (kind.name === 'MySQL') expect(log.length).to.be.at.most(5);
      else expect(log.filter((sql) => sql === 'COMMIT')).to.have.length(1);
    });
  });
});
