import { userInfo } from 'node:os';
import { expect } from 'chai';
import { asked, onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { RECORDS } from '@kontor/sql';
import { jsonOf, runKontor, told } from './support/run-kontor.js';
import { servedSandbox, type Served } from './support/served.js';

const YEAR = new Date().getUTCFullYear();
const MIGRATION = 'VouchersOfInvoices1795305711000';

/*
 * G38: since the migration VouchersOfInvoices an invoice has a voucher of its own (ADR 22). A version before
 * it books without: before the migration runs, and after it as well while old and new processes serve
 * together. What such a version leaves behind is made here by taking the vouchers out.
 */
describe('invoices that were booked by a version without vouchers of invoices', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let served: Served;
    /** The vouchers of all invoices, as they were when they were booked. */
    let vouchers: readonly unknown[];

    before(async function () {
      database = await fresh();
      served = await servedSandbox(database.url, { sandbox: '--years 2' });
      const booked = [
        { date: `${YEAR}-06-03`, quantity: 1 },
        { date: `${YEAR}-06-03`, quantity: 2 },
        { date: `${YEAR - 1}-12-31`, quantity: 3 },
        { date: `${YEAR}-06-23`, quantity: -1 },
      ];
      for (const { date, quantity } of booked) {
        const { body } = await served.ask(201, 'POST', '/v2/invoices/drafts', {
          customer: { customerNumber: 1 },
          date,
          lines: [{ product: { productNumber: '1000' }, quantity }],
        });
        await served.ask(201, 'POST', '/v2/invoices/booked', { id: body.id });
      }
      await served.ask(201, 'POST', '/vouchers/drafts/finance-vouchers', {
        date: `${YEAR}-06-03`,
        lines: [{ account: { accountNumber: 5830 }, amount: 7, contraAccount: { accountNumber: 5810 } }],
      });
      vouchers = await listed();
      expect(vouchers).to.have.lengthOf(booked.length);
      expect(await verified()).to.deep.equal({ status: 0, faults: '' });
    });
    after(async () => {
      await served?.stop();
      await database?.drop();
    });

    const ask = (sql: string) => asked(database.url, sql);
    const listed = async () =>
      (await served.every('/vouchers/booked?pagesize=2')).filter(
        ({ voucherType }) => voucherType === 'customerInvoice',
      );
    const verified = async () => {
      const { status, out } = await runKontor({ DATABASE_URL: database.url }, 'verify');
      return { status, faults: /^FAULT.*\n( {8}.*\n)*/m.exec(out)?.[0] ?? '' };
    };
    const migrated = () => told({ DATABASE_URL: database.url }, 'migrate');
    /** What a version without vouchers of invoices has of the invoices where this holds: the rest. */
    const bookedBefore = async (where: string) => {
      const ours = `agreement_number = ${served.agreementNumber}`;
      const lacking = `${ours} AND voucher_type = 'customerInvoice' AND ${where}`;
      const [row] = await ask(`SELECT COUNT(*) AS vouchers FROM voucher WHERE ${lacking}`);
      await ask(`DELETE FROM voucher WHERE ${lacking}`);
      const fewer = `version = version + 1, items = items - ${Number(row?.['vouchers'])}`;
      await ask(`UPDATE collection_state SET ${fewer} WHERE ${ours} AND collection = 'vouchers'`);
    };

    it('have vouchers after the migration, the same as if they were booked after it', async () => {
      await bookedBefore('1 = 1');
      await ask('ALTER TABLE voucher DROP COLUMN first_entry_number');
      await ask('ALTER TABLE voucher DROP COLUMN last_entry_number');
      await ask(`DELETE FROM migrations WHERE name = '${MIGRATION}'`);

      await migrated();

      expect(await listed()).to.deep.equal(vouchers);
      expect(await verified()).to.deep.equal({ status: 0, faults: '' });
    });

    it('are found by kontor verify, each named with its remedy, when they were booked after the migration', async () => {
      await bookedBefore(`date > '${YEAR}-01-01'`);

      const { status, faults } = await verified();

      expect(status).to.equal(1);
      expect(faults.trimEnd().split('\n')).to.have.lengthOf(4);
      expect(faults).to.match(
        new RegExp(
          `^FAULT agreement ${served.agreementNumber}: Every booked invoice has its voucher \\(4 invoices\\)`,
        ),
      );
      expect(faults).to.match(
        new RegExp(`^ {8}invoice \\d+ of ${YEAR}-06-23 has no voucher \\d+; kontor migrate adds it$`, 'm'),
      );
      expect(await listed()).to.have.lengthOf(1);
    });

    it('have vouchers when kontor migrate runs again, also while the service does', async () => {
      expect(await migrated()).to.match(/is up to date\.\n3 rows .* were added\.\n$/);

      expect(await listed()).to.deep.equal(vouchers);
      expect((await served.ask(200, 'GET', '/vouchers/booked?pagesize=1')).body.pagination.results).to.equal(
        4,
      );
      expect(await verified()).to.deep.equal({ status: 0, faults: '' });
    });

    it('leave a record of who added them (G37)', async () => {
      const added = `agreement_number = ${served.agreementNumber} AND path = 'migrate'`;
      const records = await ask(`SELECT method, user_name, status FROM ${RECORDS} WHERE ${added}`);

      // One for each day on which there was something to add.
      const record = { method: 'kontor', user_name: userInfo().username, status: 0 };
      expect(records).to.deep.equal([record, record]);
    });

    it('are completed once: nothing is added where nothing lacks', async () => {
      expect(await migrated()).to.match(/^The schema of .* is up to date\.\n$/);
      expect(await jsonOf({ DATABASE_URL: database.url }, 'migrate --json')).to.include({ added: 0 });
      expect(await listed()).to.deep.equal(vouchers);
    });

    it('are completed once, also by several at the same time', async () => {
      await bookedBefore('1 = 1');

      const ran = await Promise.all(
        [1, 2, 3].map(() => jsonOf({ DATABASE_URL: database.url }, 'migrate --json')),
      );

      expect(ran.map(({ added }) => added as number).sort()).to.deep.equal([0, 0, 4]);
      expect(await listed()).to.deep.equal(vouchers);
      expect(await verified()).to.deep.equal({ status: 0, faults: '' });
    });
  });
});
