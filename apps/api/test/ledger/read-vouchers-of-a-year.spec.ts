import { expect } from 'chai';
import { asked } from '@kontor/conformance';
import { databases, type Answered } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { walked } from '../support/walked.js';
import { whileReading } from '../support/while-reading.js';
import { aTransfer } from './the-books.js';

const YEAR = String(new Date().getUTCFullYear());
const BEFORE = String(new Date().getUTCFullYear() - 1);

for (const database of await databases()) {
  describe(`the vouchers of a year on ${database.name} (§2.8, §4.2)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const walking = running.client({ modules: ['internationalLedger'] });
    const heavy = running.client({ modules: ['internationalLedger'] });
    const path = `/accounting-years/${YEAR}/vouchers`;
    const at = (to: string): string => `${running.service.base}${to}`;
    const draft = async (type: string, body: unknown): Promise<Answered['body']> => {
      const made = await client.post(`/vouchers/drafts/${type}`, body);
      expect(made.status, made.text).to.equal(201);
      return made.body;
    };
    const invoice = (date: string, accountNumber: number) => ({
      date,
      lines: [
        {
          supplier: { supplierNumber: 1 },
          amount: -125,
          contraAccount: { accountNumber },
          supplierInvoiceNumber: 'A-1',
        },
      ],
    });
    const ids = ({ body }: Answered) =>
      (body.collection as { voucherId: number }[]).map(({ voucherId }) => voucherId);
    let drafted: number;
    let [march, april, earlier] = [0, 0, 0];

    before(async () => {
      drafted = (await draft('finance-vouchers', aTransfer(`${YEAR}-02-02`))).voucherId;
      for (const [date, account] of [
        [`${YEAR}-03-03`, 1310],
        [`${YEAR}-04-04`, 1610],
        [`${BEFORE}-04-04`, 1610],
      ] as const) {
        const { voucherId } = await draft('supplier-invoices', invoice(date, account));
        const booked = await client.post('/vouchers/booked', { voucherId, date });
        expect(booked.status, booked.text).to.equal(201);
        if (date.startsWith(BEFORE)) earlier = voucherId;
        else if (account === 1310) march = voucherId;
        else april = voucherId;
      }
    });

    it('are those dated in it, drafts and booked, each at its id and date', async () => {
      const answer = await client.get(path);

      expect(ids(answer)).to.deep.equal([drafted, march, april]);
      const [, booked] = answer.body.collection as readonly Record<string, unknown>[];
      expect(booked).to.include({
        booked: true,
        voucherType: 'supplierInvoice',
        date: `${YEAR}-03-03`,
        self: at(`${path}/${march}/${YEAR}-03-03`),
      });
      const one = await client.get(booked?.['self'] as string);
      expect(one.body).to.deep.equal(booked);
    });

    it('say that id and date find one of them', async () => {
      const { metaData } = (await client.get(path)).body;

      expect(metaData.find).to.include({
        description: 'Find one voucher by its voucherId and date; route-escape the values.',
        href: at(`${path}/{voucherId}/{date}`),
      });
    });

    it('are found by their id, as a collection, and by id and date, as one (§4.2)', async () => {
      const byId = await client.get(`${path}/${april}`);

      expect(byId.status, byId.text).to.equal(200);
      expect(ids(byId)).to.deep.equal([april]);
      expect(byId.body.self).to.equal(at(`${path}/${april}`));
      const [item] = byId.body.collection as readonly {
        self: string;
        lines: { remittanceInformation: unknown }[];
      }[];
      expect(item?.self).to.equal(at(`${path}/${april}/${YEAR}-04-04`));
      expect((await client.get(item?.self ?? '')).body).to.deep.equal(item);
      expectRefusal(await client.get(`${path}/${earlier}`), 404, 'E06000');
      const otherDate = await client.get(`${path}/${march}/${YEAR}-03-04`);
      expectRefusal(otherDate, 404, 'E06000');
      expect(otherDate.body.message).to.equal(`There is no ${march}/${YEAR}-03-04 in vouchers.`);
      expectRefusal(await client.get('/accounting-years/1999/vouchers'), 404, 'E06000');
      expectRefusal(await client.get(`/accounting-years/1999/vouchers/${march}`), 404, 'E06000');
    });

    it('are filtered and sorted by their lines', async () => {
      const named = await client.get(`${path}?filter=lines.contraAccount.accountNumber$eq:1310`);
      const status = await client.get(`${path}?filter=lines.contraAccount.accountType$eq:status`);
      const accrued = await client.get(`${path}?filter=lines.accruals.account.accountNumber$ne:$null:`);
      const sorted = await client.get(`${path}?sort=-lines.contraAccount.accountNumber&pagesize=2`);

      expect(ids(named)).to.deep.equal([march]);
      expect(named.body.pagination).to.include({ results: 1, resultsWithoutFilter: 3 });
      expect(ids(status)).to.deep.equal([drafted]);
      expect(ids(accrued)).to.deep.equal([]);
      expect(ids(sorted)).to.deep.equal([drafted, april]);
      expectRefusal(await client.get(`${path}?filter=date$eq:${YEAR}-03-03`), 400, 'E01010');
    });

    for (const [of, list] of [
      ['of an account', `/accounts/1610/accounting-years/${YEAR}/vouchers?`],
      ['that are found by a line', `${path}?filter=lines.contraAccount.accountNumber$eq:1610&`],
    ] as const) {
      it(`${of} are walked to the last, where those that were seen are removed`, async () => {
        const made: number[] = [];
        for (let month = 1; month <= 6; month += 1) {
          const { status, body, text } = await walking.post(
            '/vouchers/drafts/supplier-invoices',
            invoice(`${YEAR}-0${month}-05`, 1610),
          );
          expect(status, text).to.equal(201);
          made.push(body.voucherId as number);
        }
        const seen = await walked(walking, `${list}pagesize=2`, ({ voucherId }) => voucherId as number, {
          after: 2,
          write: async (shown) => {
            for (const id of shown) await walking.remove(`/vouchers/drafts/${id}`);
          },
        });

        expect(seen).to.deep.equal(made);
        for (const id of made.slice(2)) await walking.remove(`/vouchers/drafts/${id}`);
      });
    }

    it('are filtered and sorted by their lines also where they hold more than is in memory at once', async () => {
      const ours = heavy.agreement.agreementNumber;
      const line = { account: { accountNumber: 5820 }, amount: 1, text: 'x'.repeat(250) };
      const lines = Array.from({ length: 1_000 }, () => line);
      const { databaseUrl } = running.service;
      const other = { account: { accountNumber: 5820 }, amount: 1, contraAccount: { accountNumber: 1310 } };
      const small = { date: `${YEAR}-06-06`, lines: [other] };
      const naming = (await heavy.post('/vouchers/drafts/finance-vouchers', small)).body.voucherId as number;
      const large = { date: `${YEAR}-05-05`, lines };
      const made = await heavy.post('/vouchers/drafts/finance-vouchers', large);
      expect(made.status, made.text).to.equal(201);
      const first = made.body.voucherId as number;
      const own = `\`agreement_number\` = ${ours}`;
      const [row] = await asked(
        databaseUrl,
        `SELECT * FROM \`voucher\` WHERE ${own} AND \`voucher_id\` = ${first}`,
      );
      const columns = Object.keys(row ?? {}).map((column) => `\`${column}\``);
      // Copies, some 30 MB of them, by statements.
      for (let count = 1; count < 128; count *= 2) {
        const copied = columns.map((name) => (name === '`voucher_id`' ? `${name} + ${count}` : name));
        await asked(
          databaseUrl,
          `INSERT INTO \`voucher\` (${columns.join(', ')}) SELECT ${copied.join(', ')} FROM \`voucher\` WHERE ${own} AND \`voucher_id\` >= ${first}`,
        );
      }
      await asked(
        databaseUrl,
        'UPDATE `collection_state` SET `items` = 129, `version` = `version` + 1 ' +
          `WHERE ${own} AND \`collection\` = 'vouchers'`,
      );
      const named = await heavy.get(`${path}?filter=lines.contraAccount.accountNumber$eq:1310`);
      const sorted = await heavy.get(`${path}?sort=lines.contraAccount.accountNumber&pagesize=2`);

      expect(named.status, named.text.slice(0, 500)).to.equal(200);
      expect(ids(named)).to.deep.equal([naming]);
      expect(named.body.pagination).to.include({ results: 1, resultsWithoutFilter: 129 });
      expect(ids(sorted)).to.deep.equal([naming, first]);
    });

    it('of an account are the supplier invoices booked on it and drafts that name it, in the year and in a period', async () => {
      const { body } = await client.get(`/accounting-years/${YEAR}/periods?filter=fromDate$eq:${YEAR}-03-01`);
      const { periodNumber } = body.collection[0] as { periodNumber: number };
      const [group] = (await client.get('/supplier-groups')).body.collection as {
        account: { accountNumber: number };
      }[];
      const control = group?.account.accountNumber ?? 0;
      const of = (accountNumber: number, below = '') =>
        client.get(`/accounts/${accountNumber}/accounting-years/${YEAR}${below}/vouchers`);

      expect(ids(await of(1310))).to.deep.equal([march]);
      expect(ids(await of(control))).to.deep.equal([march, april]);
      expect(ids(await of(control, `/periods/${periodNumber}`))).to.deep.equal([march]);
      expect(ids(await of(5830))).to.deep.equal([]);
      const [voucher] = (await of(1310)).body.collection as { self: string }[];
      expect(voucher?.self).to.equal(
        at(`/accounts/1310/accounting-years/${YEAR}/vouchers/${march}/${YEAR}-03-03`),
      );
      expect((await client.get(voucher?.self ?? '')).body).to.deep.equal(voucher);
      const named = await draft('supplier-invoices', invoice(`${YEAR}-03-09`, 1320));
      expect(ids(await of(1320, `/periods/${periodNumber}`))).to.deep.equal([named.voucherId]);
      expect(ids(await of(1320, `/periods/${periodNumber + 1}`))).to.deep.equal([]);
      expect((await of(1320)).body.collection[0].booked).to.equal(false);
      const foreign = `/accounts/1310/accounting-years/${YEAR}/vouchers/${april}/${YEAR}-04-04`;
      expectRefusal(await client.get(foreign), 404, 'E06000');
    });

    it('of an account have each voucher also in the moment in which it is booked', async () => {
      const date = `${YEAR}-05-05`;
      const drafts: number[] = [];
      for (let time = 0; time < 20; time += 1)
        drafts.push((await draft('supplier-invoices', invoice(date, 1340))).voucherId);
      const shown: string[] = [];
      const path = `/accounts/1340/accounting-years/${YEAR}/vouchers`;
      const read = async (): Promise<void> => void shown.push(ids(await client.get(path)).join());

      await whileReading([read, read, read], async () => {
        for (const voucherId of drafts)
          expect((await client.post('/vouchers/booked', { voucherId, date })).status).to.equal(201);
      });

      expect(shown.filter((one) => one !== drafts.join())).to.deep.equal([]);
    });
  });
}
