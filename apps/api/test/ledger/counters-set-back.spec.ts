import { expect } from 'chai';
import { createApp, issueGrant } from '@kontor/studio';
import { asked } from '@kontor/conformance';
import { secrets } from '../../src/secrets.js';
import { anInvoice } from '../sales/an-invoice.js';
import { byMigrate } from '../support/by-migrate.js';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { aTransfer, lastYear, type TestYear } from './the-books.js';

type Made = Readonly<Record<string, readonly number[]>>;

/** How somebody may spoil a counter; `OURS` is the agreement's rows. */
const SPOILT = [
  ['set to nothing', 'UPDATE number_counter SET last_number = 0 WHERE OURS'],
  ['set back by one', 'UPDATE number_counter SET last_number = last_number - 1 WHERE OURS'],
  ['set back by two', 'UPDATE number_counter SET last_number = last_number - 2 WHERE OURS'],
  ['removed', 'DELETE FROM number_counter WHERE OURS'],
  [
    'that of events set back',
    "UPDATE collection_state SET items = items - 3 WHERE OURS AND collection = 'event-log'",
  ],
  [
    'that of events set to nothing',
    "UPDATE collection_state SET items = 0 WHERE OURS AND collection = 'event-log'",
  ],
] as const;

/** Of the whole service: agreements, apps, grants, webhooks. */
const SPOILT_GLOBALLY = [
  ['set to nothing', 'UPDATE global_counter SET last_number = 0'],
  ['set back by one', 'UPDATE global_counter SET last_number = last_number - 1'],
] as const;

for (const database of await databases()) {
  describe(`counters that somebody has set back, on ${database.name} (R5)`, function () {
    const running = runningService(database, {});
    const ours = running.client({ modules: ['dimension', 'internationalLedger'] });
    const fresh = replicaOf(running).client(ours);
    let year: TestYear;
    let webhook: string;
    const numbers = new Map<string, Set<number>>();
    const spoil = (sql: string): Promise<unknown> =>
      asked(
        running.service.databaseUrl,
        sql.replace('OURS', `agreement_number = ${ours.agreement.agreementNumber}`),
      );

    before(async () => {
      year = await lastYear(ours);
      const made = await ours.post('/webhooks', { url: 'https://shop.example.com/hooks' });
      webhook = made.body.self as string;
      for (let time = 0; time < 3; time += 1) note(await oneOfEach(ours, year, webhook));
    });

    /** Every number is given once. */
    const note = (made: Made): void => {
      for (const [series, given] of Object.entries(made)) {
        const seen = numbers.get(series) ?? new Set();
        for (const number of given) {
          expect(seen.has(number), `${series} ${number} a second time`).to.equal(false);
          seen.add(number);
        }
        numbers.set(series, seen);
      }
    };
    const holds = async (): Promise<void> => {
      const found = await running.service.service.database.checkBooks(ours.agreement.agreementNumber);
      // Counters that nobody has asked since still lag.
      const others = found.flatMap(({ faults }) => faults).filter((fault) => !/^the counter/.test(fault));
      expect(others).to.deep.equal([]);
    };

    for (const [how, sql] of SPOILT) {
      it(`${how}, under a service that runs: no number is given twice, nothing is refused`, async () => {
        await spoil(sql);

        note(await oneOfEach(ours, year, webhook));
        note(await oneOfEach(ours, year, webhook));

        await holds();
      });

      it(`${how}, before a service begins that has not seen them: the same`, async () => {
        await spoil(sql);

        note(await oneOfEach(fresh, year, webhook));
        note(await oneOfEach(ours, year, webhook));

        await holds();
      });
    }

    it('are named by kontor verify, until they are used', async () => {
      await spoil('UPDATE number_counter SET last_number = 1 WHERE OURS');
      const found = await running.service.service.database.checkBooks(ours.agreement.agreementNumber);
      const faults = found.flatMap((one) => one.faults).join('\n');

      expect(faults).to.match(/the counter voucher-id is at 1, numbers up to \d+ were given/);
      note(await oneOfEach(ours, year, webhook));
    });

    it('are named where their last numbers are not noted, as by an older version, until kontor migrate notes them', async () => {
      const { database: books } = running.service.service;
      const lacking = async () =>
        (await books.checkBooks(ours.agreement.agreementNumber))
          .flatMap(({ faults }) => faults)
          .filter((fault) => fault.includes('kontor migrate notes it'));
      expect(await lacking()).to.deep.equal([]);

      await spoil('DELETE FROM given_number WHERE OURS');
      expect(await lacking()).to.have.length.greaterThan(3);
      expect(await books.backfill(byMigrate)).to.be.greaterThan(3);

      expect(await books.backfill(byMigrate)).to.equal(0);
      expect(await lacking()).to.deep.equal([]);
      note(await oneOfEach(ours, year, webhook));
      await holds();
    });

    for (const [how, sql] of SPOILT_GLOBALLY) {
      it(`of the whole service, ${how}: agreements, apps, grants and webhooks get numbers of their own`, async () => {
        await spoil(sql);

        const { body, status, text } = await ours.post('/webhooks', { url: 'https://shop.example.com/more' });
        const more = await running.service.agreement({ filled: false });

        expect(status, text).to.equal(201);
        expect(body.webhookNumber).to.be.a('number');
        expect((await running.service.ask('/self', { headers: more.tokens })).status).to.equal(200);
        expect((await ours.get('/self')).status).to.equal(200);
        await makeApps(running.service.service.database.studio, ours.agreement.agreementNumber);
      });
    }

    it('that have given their last number: what would bear the next one is refused, whatever else is booked', async () => {
      const end = (last: number): Promise<unknown> =>
        spoil(
          `UPDATE number_counter SET last_number = ${last} WHERE OURS AND name IN ('voucher-id', 'units')`,
        );
      await end(999_999_998);
      const draft = (by: Client) => by.post('/vouchers/drafts/finance-vouchers', aTransfer(year.on('05-07')));

      expect((await draft(ours)).body.voucherId).to.equal(999_999_999);
      expect((await ours.post('/units', { name: 'last' })).body.unitNumber).to.equal(999_999_999);

      for (const by of [ours, ours, fresh])
        for (const answer of [await draft(by), await by.post('/units', { name: 'none' })]) {
          expectRefusal(answer, 400);
          expect(answer.body.message).to.equal('All numbers that this could have are given.');
        }
      expect((await ours.post('/departments', { name: 'another' })).status).to.equal(201);
      expect((await ours.get('/units/999999999')).body.name).to.equal('last');
      await holds();
    });

    it('of the deliveries of a webhook, set back: the next one has a number of its own', async () => {
      await spoil('UPDATE webhook SET last_delivery = 1 WHERE OURS');

      const { status, text } = await ours.post(`${webhook}/test`, {});

      expect(status, text).to.be.within(200, 202);
    });
  });
}

/** One of everything that gets a number, all by one client. */
async function oneOfEach(by: Client, year: TestYear, webhook: string): Promise<Made> {
  const voucher = await ok(by.post('/vouchers/drafts/finance-vouchers', aTransfer(year.on('05-05'))));
  await ok(by.post('/vouchers/booked', { voucherId: voucher.voucherId, date: voucher.date }));
  const opening = await ok(
    by.post('/opening-balances/drafts', {
      date: year.on('01-01'),
      lines: [
        { account: { accountNumber: 5810 }, amountInBaseCurrency: 5 },
        { account: { accountNumber: 5830 }, amountInBaseCurrency: -5 },
      ],
    }),
  );
  await ok(by.post('/opening-balances/booked', { date: opening.date, voucherId: opening.voucherId }));
  const draft = await ok(by.post('/v2/invoices/drafts', anInvoice({ date: year.on('05-05') })));
  const invoice = await ok(by.post('/v2/invoices/booked', { id: draft.id }));
  const left = await ok(by.post('/vouchers/drafts/finance-vouchers', aTransfer(year.on('05-06'))));
  const unit = await ok(by.post('/units', { name: 'piece' }));
  const { body: customer } = await by.get('/customers/1');
  const { customerNumber: _, self: __, metaData: ___, balance: ____, ...copied } = customer;
  const another = await ok(by.post('/customers', copied));
  await ok(by.post(`${webhook}/test`, {}));
  const lines = [voucher, opening, left].flatMap((one) => one.lines as { entryNumber: number }[]);
  return {
    'voucher-id': [voucher.voucherId, opening.voucherId, invoice.voucher.voucherId, left.voucherId],
    'finance vouchers': [voucher, left].map((one) => one.voucherNumber.voucherNumber as number),
    'opening balances': [opening.voucherNumber.voucherNumber],
    'invoice vouchers': [invoice.voucher.voucherNumber.voucherNumber],
    invoices: [invoice.bookedInvoiceNumber],
    drafts: [draft.id],
    entries: lines.map(({ entryNumber }) => entryNumber),
    units: [unit.unitNumber],
    customers: [another.customerNumber],
  };
}

async function ok(answer: Promise<Answered>): Promise<Answered['body']> {
  const { status, body, text } = await answer;
  expect(status, text).to.be.within(200, 204);
  return body;
}

type Studio = Parameters<typeof createApp>[0];

async function makeApps(studio: Studio, agreementNumber: number): Promise<void> {
  const now = new Date();
  const rootUrl = 'https://app.example';
  const roles = ['SuperUser'] as const;
  const { app } = await createApp(studio, secrets, {
    agreementNumber,
    name: 'Another',
    rootUrl,
    requiredRoles: roles,
    now,
  });
  const { appNumber } = app;
  const grant = { agreementNumber, appNumber, userName: 'tester', roles, now, lifetimeMs: 60_000 };
  const issued = await issueGrant(studio as never, secrets, grant);
  expect(issued.grant.appNumber).to.equal(appNumber);
}
