import { expect } from 'chai';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

const account = (accountNumber: number) => ({ accountNumber });
const YEAR = new Date().getUTCFullYear();
const MOST = 10_000_000_000_000;

for (const database of await databases()) {
  describe(`amounts of any size on ${database.name} (D119 as amended, issue 20 number 11)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const kept = [9801, 9802, 9803];

    before(async () => {
      for (const accountNumber of kept) {
        const made = await client.put(`/accounts/${accountNumber}`, { name: 'large', accountType: 'status' });
        expect(made.status, made.text).to.equal(201);
      }
      const line = (accountNumber: number, amount: number) => ({
        account: account(accountNumber),
        amount,
        contraAccount: account(5810),
      });
      const party = (amount: number, customerNumber: number) => ({
        customer: { customerNumber },
        amount,
        contraAccount: account(5810),
      });
      const date = `${YEAR}-03-31`;
      const book = async (type: string, lines: readonly object[]): Promise<void> => {
        const { body, status, text } = await client.post(`/vouchers/drafts/${type}`, { date, lines });
        expect(status, text).to.equal(201);
        const booked = await client.post('/vouchers/booked', { voucherId: body.voucherId, date });
        expect(booked.status, booked.text).to.equal(201);
      };
      // 10^14, one cent more, one cent less.
      for (const [accountNumber, cents] of [
        [9801, 0],
        [9802, 0.01],
        [9803, -0.01],
      ] as const) {
        const lines = Array.from({ length: 10 }, () => line(accountNumber, MOST));
        await book('finance-vouchers', cents === 0 ? lines : [...lines, line(accountNumber, cents)]);
      }
      for (let times = 0; times < 10; times += 1)
        await book('customer-payments', [party(9_999_999_999_999.99, 1)]);
      await book('customer-payments', [party(0.1, 1)]);
    });

    const found = async (collection: string, query: string): Promise<readonly number[]> => {
      const { status, text, body } = await client.get(`/${collection}?pagesize=1000&${query}`);
      expect(status, text).to.equal(200);
      const key = collection === 'accounts' ? 'accountNumber' : 'customerNumber';
      return (body.collection as Record<string, number>[])
        .map((one) => one[key] as number)
        .filter((one) => collection !== 'accounts' || kept.includes(one));
    };

    for (const [filter, is] of [
      ['$eq:100000000000000', [9801]],
      ['$eq:100000000000000.00', [9801]],
      ['$eq:100000000000000.01', [9802]],
      ['$lte:100000000000000', [9801, 9803]],
      ['$lt:100000000000000', [9803]],
      ['$gte:100000000000000', [9801, 9802]],
      ['$gt:100000000000000', [9802]],
      ['$gt:100000000000000.005', [9802]],
      ['$ne:100000000000000', [9802, 9803]],
      ['$in:[100000000000000,99999999999999.99]', [9801, 9803]],
      ['$nin:[100000000000000,99999999999999.99]', [9802]],
    ] as const) {
      it(`are found by balance${filter}`, async () => {
        expect(await found('accounts', `filter=balance${filter}`)).to.deep.equal(is);
      });
    }

    it('are found of customers too', async () => {
      const { balance } = (await client.get('/customers/1')).body as { balance: number };
      expect(balance).to.be.greaterThan(99_999_999_999_999);

      expect(await found('customers', `filter=balance$eq:${balance.toFixed(2)}`)).to.deep.equal([1]);
      expect(await found('customers', `filter=balance$in:[1,${balance.toFixed(2)}]`)).to.deep.equal([1]);
      expect(await found('customers', 'filter=balance$gte:99999999999999')).to.deep.equal([1]);
    });

    it('are sorted by every cent', async () => {
      expect(await found('accounts', 'sort=balance')).to.deep.equal([9803, 9801, 9802]);
      expect(await found('accounts', 'sort=-balance')).to.deep.equal([9802, 9801, 9803]);
    });
  });

  describe(`sums that are carried on, on ${database.name} (D17, §2.7)`, () => {
    const running = runningService(database);
    const LAST = YEAR - 1;
    const SUM = '100000000000000.01';
    const carried = running.client({ modules: ['internationalLedger'] });
    const settling = running.client({ modules: ['internationalLedger'] });

    before(
      '10^14 and a cent are booked on 5830, and as VAT on 6630; one of the years is closed',
      async () => {
        const date = `${LAST}-03-31`;
        const moved = (amount: number, net: number) => [
          { account: account(5830), amount, contraAccount: account(5810) },
          {
            account: account(1350),
            amount: net,
            vatAccount: { vatCode: 'EUS25' },
            contraAccount: account(5810),
          },
        ];
        const lines = [
          ...Array.from({ length: 40 }, () => moved(MOST / 4, MOST)).flat(),
          ...moved(0.01, 0.04),
        ];
        for (const client of [carried, settling]) {
          const draft = await client.post('/vouchers/drafts/finance-vouchers', { date, lines });
          expect(draft.status, draft.text).to.equal(201);
          const booked = await client.post('/vouchers/booked', { voucherId: draft.body.voucherId, date });
          expect(booked.status, booked.text).to.equal(201);
        }
        const closing = await carried.post(`/accounting-years/${LAST}/closing`, {});
        expect(closing.status, closing.text).to.equal(200);
      },
    );

    const figures = (text: string): readonly string[] =>
      [...text.matchAll(/"amountInBaseCurrency": ?([^,}]+)/g)].map(([, figure]) => figure ?? '');

    it('are opened with to the cent, in a list, alone, filtered and sorted', async () => {
      const opened = await carried.get(
        `/accounting-years/${YEAR}/entries?filter=account.accountNumber$eq:5830`,
      );
      expect(figures(opened.text)).to.deep.equal([SUM]);
      const [{ self }] = opened.body.collection as [{ self: string }];
      expect(figures((await carried.get(self)).text)).to.deep.equal([SUM]);

      const found = async (filter: string): Promise<readonly string[]> => {
        const { text, status } = await carried.get(
          `/accounting-years/${YEAR}/entries?sort=amountInBaseCurrency&filter=amountInBaseCurrency${filter}`,
        );
        expect(status, text).to.equal(200);
        return figures(text);
      };
      // On 5830, and the VAT that may be deducted.
      expect(await found(`$eq:${SUM}`)).to.deep.equal([SUM, SUM]);
      expect(await found(`$in:[${SUM},7]`)).to.deep.equal([SUM, SUM]);
      const RESULT = '400000000000000.04';
      expect(await found('$gt:100000000000000')).to.deep.equal([SUM, SUM, RESULT]);
      expect(await found(`$gte:${SUM}`)).to.deep.equal([SUM, SUM, RESULT]);
      expect(await found(`$gt:${SUM}`)).to.deep.equal([RESULT]);
      const byText = await carried.get(`/accounting-years/${YEAR}/entries?sort=-~amountInBaseCurrency`);
      expect(figures(byText.text).slice(0, 3)).to.deep.equal([RESULT, SUM, SUM]);
      expect(await found('$eq:100000000000000')).to.deep.equal([]);
      expect(await found(`$gt:${SUM}$and:account.accountNumber$eq:5830`)).to.deep.equal([]);
    });

    it('are in the files of the books, and the books agree', async () => {
      for (const name of ['csv', 'hledger', 'jsonl']) {
        const { status, text } = await carried.get(`/exports/${name}`);
        expect(status, name).to.equal(200);
        // JSON lines have nothing that closing makes.
        if (name !== 'jsonl') expect(text, name).to.contain(SUM);
      }
      const sie = await carried.get(`/exports/sie?accountingYear=${YEAR}`);
      expect(sie.text).to.contain(`#IB 0 5830 ${SUM}`);
      const { agreementNumber } = carried.agreement;
      const checks = await running.service.service.database.checkBooks(agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('are settled and taken back', async () => {
      const settled = await settling.post('/statements/vat/settlements', {
        fromDate: `${LAST}-01-01`,
        toDate: `${LAST}-12-31`,
      });
      expect(settled.status, settled.text).to.equal(201);
      const back = await settling.remove(settled.body.self as string);
      expect(back.status, back.text).to.equal(204);
      expect((await settling.get('/accounts/6630')).text).to.contain(`"balance":-${SUM}`);
    });
  });

  describe(`sums beyond what can be kept, on ${database.name}`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const LAST = YEAR - 1;
    const LINES = Array.from({ length: 1000 }, () => ({
      account: account(5830),
      amount: MOST,
      contraAccount: account(5810),
    }));
    const book = async (date: string): ReturnType<typeof client.post> => {
      const draft = await client.post('/vouchers/drafts/finance-vouchers', { date, lines: LINES });
      expect(draft.status, draft.text).to.equal(201);
      return client.post('/vouchers/booked', { voucherId: draft.body.voucherId, date });
    };
    /** Ten vouchers of 10^16 each. */
    const SUM = '100000000000000000.00';

    before('nine are booked in one period and one in the next', async () => {
      for (let times = 0; times < 9; times += 1)
        expect((await book(`${LAST}-03-31`)).status, 'in the first').to.equal(201);
      expect((await book(`${LAST}-04-30`)).status, 'in the next').to.equal(201);
    });

    it('are refused', async () => {
      const refused = await book(`${LAST}-03-30`);
      expect(refused.status, refused.text).to.equal(400);
      expect(refused.body).to.include({ errorCode: 'E10320' });
      expect(refused.text).to.contain('beyond 92,233,720,368,547,758.07').and.to.contain('"lines"');
    });

    it('are refused where one document makes them', async () => {
      const [draft] = (await client.get('/vouchers/drafts')).body.collection as [{ self: string }];
      expect((await client.remove(draft.self)).status).to.equal(204);
      const refused = await client.post(`/accounting-years/${LAST}/closing`, {});
      expect(refused.status, refused.text).to.equal(400);
      expect(refused.body).to.include({ errorCode: 'E10320' });
    });

    it('are told to the cent where they come of several periods', async () => {
      const year = `fromDate=${LAST}-01-01&toDate=${LAST}-12-31`;
      const cut = `fromDate=${LAST}-03-02&toDate=${LAST}-12-30`;
      for (const path of [
        `/statements/trial-balance?${year}`,
        `/statements/trial-balance?${cut}`,
        `/statements/balance-sheet?date=${LAST}-12-31`,
        `/accounting-years/${LAST}/totals?pagesize=1000`,
        '/accounts/5830',
        `/exports/sie?accountingYear=${LAST}`,
      ]) {
        const { status, text } = await client.get(path);
        expect(status, `${path} ${text}`).to.equal(200);
        expect(text, `${path} ${text}`).to.contain(SUM.slice(0, -3));
      }
      for (const path of [`/statements/profit-and-loss?${year}`, `/statements/vat?${year}`])
        expect((await client.get(path)).status, path).to.equal(200);
      const { agreementNumber } = client.agreement;
      const checks = await running.service.service.database.checkBooks(agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });
  });
}
