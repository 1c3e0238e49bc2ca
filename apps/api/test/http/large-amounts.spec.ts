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
}
