import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { asked, onEachDatabase, restore, type FreshDatabase } from '@kontor/conformance';
import { runKontor, told } from './support/run-kontor.js';
import { served, type Sandbox, type Served } from './support/served.js';

/** The tokens that lead into the kept databases: secrets of nobody. */
const KEPT: Readonly<Record<'SQLite' | 'MySQL', { readonly file: string; readonly sandbox: Sandbox }>> = {
  SQLite: {
    file: 'a654732.sqlite.gz',
    sandbox: {
      agreementNumber: 2,
      appSecretToken: 'FJW-rhpShWxbvBGz-GBLwAaWAfcbl15mfYIV6NubpDN4',
      agreementGrantToken: 'I0XHmrSZOOLYVcK_lUl7V-xoYiE_j0tLCAxkAF1xly7z',
    },
  },
  MySQL: {
    file: 'a654732.mariadb.sql.gz',
    sandbox: {
      agreementNumber: 2,
      appSecretToken: 'r2DUdx1odKhW920Brto4XDqMHVvX_tLl2qGhsvXXYpHh',
      agreementGrantToken: 'UeTTlypQDanO1jduswywMwyjGRl-Pw6XWSitV41N-6PD',
    },
  },
};

/** The last migration of the version that made them, under the names that both versions know it by. */
const LAST_OF_THEIRS = { earlier: '0012-audit', now: 'Audit1795310106000' };

type Rows = readonly Readonly<Record<string, unknown>>[];

/*
 * G38: a database is taken over with everything in it, by versions that note
 * migrations in another way as well.
 */
describe('a database that an older version made', () => {
  onEachDatabase(({ name, fresh }) => {
    const { file, sandbox } = KEPT[name];
    let database: FreshDatabase;
    let service: Served;
    let kept: ReadonlyMap<string, Rows>;

    const ask = (sql: string) => asked(database.url, sql);
    const verified = async () => {
      const { status, out } = await runKontor({ DATABASE_URL: database.url }, 'verify');
      return { status, faults: /^FAULT.*\n( {8}.*\n)*/m.exec(out)?.[0] ?? '' };
    };
    const noted = async () => (await ask('SELECT name FROM migrations')).map((row) => String(row['name']));

    before(async function () {
      database = await fresh();
      const text = await readFile(new URL(`databases-of-older-versions/${file}`, import.meta.url));
      await restore(database.url, gunzipSync(text));
      // A key in capitals, as the versions before ExactSettingKeys folded it.
      await ask(
        `UPDATE app_setting SET setting_key = 'Layout' WHERE agreement_number = 2 AND setting_key = 'layout'`,
      );
      await ask(RETURNED_ON_DRAFT);
      await ask(COUNTED_AS_ORDERED);
      kept = await everything(database.url);
    });
    after(async () => {
      await service?.stop();
      await database?.drop();
    });

    it('is taken over once, by several processes that start at the same time', async function () {
      expect([...kept.keys()])
        .to.include('schema_migration')
        .and.not.to.include('migrations');

      await Promise.all([1, 2, 3].map(() => told({ DATABASE_URL: database.url }, 'migrate')));

      const names = await noted();
      expect(names).to.deep.equal([...new Set(names)]);
      const notedEarlier = kept.get('schema_migration') ?? [];
      expect(notedEarlier.map((row) => row['name'])).to.include(LAST_OF_THEIRS.earlier);
      expect(names.filter((one) => stampOf(one) <= stampOf(LAST_OF_THEIRS.now))).to.have.lengthOf(
        notedEarlier.length,
      );
    });

    it('has every row that it had, as it was', async () => {
      const now = await everything(database.url);

      expect(rowsIn(kept)).to.be.greaterThan(1000);
      for (const [table, rows] of kept) {
        const columns = Object.keys(rows[0] ?? {}).filter((column) => !CHANGED.has(`${table}.${column}`));
        const had = sorted(rows, columns);
        const has = sorted(now.get(table) ?? [], columns);
        // A collection that came later has a state of its own besides.
        const same = table === 'collection_state' ? has.filter((row) => had.includes(row)) : has;
        expect(same, table).to.deep.equal(had);
      }
    });

    it('has had the migrations run that came after it', async () => {
      expect((await noted()).filter((one) => stampOf(one) > stampOf(LAST_OF_THEIRS.now))).to.include(
        'ExactSettingKeys1795351984000',
      );
      const settings = await ask(
        `SELECT setting_key AS k, CAST(setting_key_folded AS CHAR) AS c FROM app_setting WHERE setting_key = 'Layout'`,
      );
      expect(settings).to.deep.equal([{ k: 'Layout', c: 'Layout' }]);
    });

    it('counts no return on a draft as ordered', async () => {
      const [{ ordered, available } = {}] = await ask(
        'SELECT inventory_ordered_by_customers AS ordered, inventory_available AS available FROM product ' +
          "WHERE agreement_number = 1 AND product_number = '1004'",
      );
      expect({ ordered, available }).to.deep.equal({ ordered: NONE, available: NONE });
    });

    it('has nothing wrong with its books', async () => {
      expect(await verified()).to.deep.equal({ status: 0, faults: '' });
    });

    it('is served with its tokens, answers with what was booked, and books on', async function () {
      service = await served(database.url, sandbox);

      expect((await service.ask(200, 'GET', '/self')).body.agreementNumber).to.equal(2);
      expect(await service.every('/v2/invoices/booked?pagesize=1000')).to.have.lengthOf(3);
      expect(await service.every('/v2/invoices/drafts?pagesize=1000')).to.have.lengthOf(1);
      const unpaid = await service.every('/v2/invoices/unpaid?pagesize=1000');
      expect(unpaid.map(({ remainder, grossAmount }) => remainder === grossAmount)).to.deep.equal([
        true,
        true,
        true,
      ]);
      for (const { customerNumber, balance } of await service.every('/customers?pagesize=1000')) {
        const posts = await service.every(`/customers/${customerNumber}/open-posts?pagesize=1000`);
        const cents = posts.map((post) => Math.round(100 * post.remainderInBaseCurrency) as number);
        expect(cents.reduce((sum, one) => sum + one, 0)).to.equal(Math.round(100 * balance));
      }
      const [draft] = await service.every('/vouchers/drafts?pagesize=1000');
      const booked = (await service.every('/vouchers/booked?pagesize=1000')).length;
      await service.ask(201, 'POST', '/vouchers/booked', { voucherId: draft.voucherId, date: draft.date });
      expect(await service.every('/vouchers/booked?pagesize=1000')).to.have.lengthOf(booked + 1);
      expect((await service.ask(200, 'GET', '/app-settings/agreement/Layout')).body.content).to.deep.equal({
        any: ['JSON', 1.5],
      });
      expect(await verified()).to.deep.equal({ status: 0, faults: '' });
    });
  });
});

/** As numbers stand with products: without sign, and ten decimals. */
const NONE = '10000000000000000000000000';

/** A customer of the demo agreement brings two shelves back, */
const RETURNED_ON_DRAFT =
  `UPDATE draft_invoice SET \`lines\` = REPLACE(\`lines\`, '"quantity":"2"', '"quantity":"-2"') ` +
  'WHERE agreement_number = 1 AND id = 7';
/** which the versions before OrdersWithoutReturns counted as ordered. */
const COUNTED_AS_ORDERED =
  "UPDATE product SET inventory_ordered_by_customers = '09999999999999980000000000', " +
  "inventory_available = '10000000000000020000000000' WHERE agreement_number = 1 AND product_number = '1004'";

/** Columns that a later migration writes anew on purpose, with the migration. */
const CHANGED = new Map([
  ['app_setting.setting_key_folded', 'ExactSettingKeys1795351984000'],
  ['customer.last_updated', 'LongerNamesAndMinutes1795366000000'],
  ['product.inventory_ordered_by_customers', 'OrdersWithoutReturns1795410600000'],
  ['product.inventory_available', 'OrdersWithoutReturns1795410600000'],
]);

function stampOf(migration: string): number {
  return Number(migration.slice(-13));
}

/** The rows of every table. */
async function everything(url: string): Promise<ReadonlyMap<string, Rows>> {
  const tables = await asked(
    url,
    url.startsWith('sqlite:')
      ? `SELECT name FROM sqlite_master WHERE type = 'table'`
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const found = new Map<string, Rows>();
  for (const { name } of tables)
    found.set(String(name), await asked(url, `SELECT * FROM \`${String(name)}\``));
  return found;
}

function rowsIn(tables: ReadonlyMap<string, Rows>): number {
  return [...tables.values()].reduce((sum, rows) => sum + rows.length, 0);
}

function sorted(rows: Rows, columns: readonly string[]): readonly string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();
}
