import { expect } from 'chai';
import { YEAR, bookedPost, matchedAgainAndAgain } from '../ledger/posts.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { tamperedWith } from '../support/tampering.js';
import { walked } from '../support/walked.js';
import { whileReading } from '../support/while-reading.js';

type Post = { readonly remainderInBaseCurrency: number; readonly daysOverdue?: number };
type Party = { readonly customerNumber?: number; readonly supplierNumber?: number; readonly balance: number };

const TODAY = new Date().toISOString().slice(0, 10);

for (const database of await databases()) {
  describe(`what is owed on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const walking = running.client({ modules: ['internationalLedger'] });
    const partiesIn = async (query: string): Promise<readonly Party[]> =>
      (await ours.get(`${query}&pagesize=1000`)).body.collection as readonly Party[];
    const openOf = async (party: string): Promise<readonly Post[]> =>
      (await ours.get(`/${party}/open-posts?pagesize=1000`)).body.collection as readonly Post[];

    before(async () => {
      const invoice = await bookedPost(ours, 'invoice', { amount: 250 }, `${YEAR}-01-01`);
      await bookedPost(ours, 'invoice', { amount: 31 }, TODAY);
      await bookedPost(ours, 'payment', {
        amount: -100.5,
        matches: [{ voucherId: invoice.voucherId }],
      });
      await bookedPost(ours, 'invoice', { amount: -80, supplier: 2 });
      await bookedPost(ours, 'payment', { amount: 30.25, supplier: 2 });
    });

    it('by a customer is its balance, and what of it is due and open its dueAmount', async () => {
      const { body } = await ours.get('/customers/1');
      const posts = await openOf('customers/1');
      const due = posts.filter(({ daysOverdue }) => daysOverdue !== undefined);

      expect(body.balance).to.equal(180.5);
      expect(posts.map(({ remainderInBaseCurrency }) => remainderInBaseCurrency)).to.include.members([149.5]);
      expect(body.dueAmount).to.equal(
        due.reduce((sum, { remainderInBaseCurrency }) => sum + remainderInBaseCurrency, 0),
      );
      expect((await ours.get('/customers/2')).body).to.include({ balance: 0, dueAmount: 0 });
    });

    it('is found and sorted by what is due', async () => {
      const { dueAmount } = (await ours.get('/customers/1')).body;
      const found = await partiesIn(`/customers?filter=dueAmount$gt:0`);
      const [first] = await partiesIn('/customers?sort=-dueAmount,customerNumber');

      expect(found.map(({ customerNumber }) => customerNumber)).to.deep.equal(dueAmount > 0 ? [1] : []);
      expect(first?.customerNumber).to.equal(1);
    });

    it('orders customers the same on all pages that links lead through', async () => {
      const list = '/customers?sort=-balance&filter=balance$gte:0';
      const whole = await partiesIn(list);
      const walked: Party[] = [];
      for (let next: string | undefined = `${list}&pagesize=4`; next !== undefined;) {
        const { body } = await ours.get(next);
        expect(body.pagination).to.deep.include({
          results: whole.length,
          resultsWithoutFilter: whole.length,
        });
        walked.push(...body.collection);
        next = body.pagination.nextPage;
      }

      expect(walked).to.deep.equal(whole);
      expect(whole.length).to.be.greaterThan(4);
    });

    it('is walked to the last customer by its filter, where those that were seen are billed meanwhile', async () => {
      const numberOf = (item: Record<string, unknown>) => item['customerNumber'] as number;
      const list = '/customers?filter=balance$eq:0';
      const whole = await walked(walking, `${list}&pagesize=1000`, numberOf);
      const seen = await walked(walking, `${list}&pagesize=1`, numberOf, {
        after: 2,
        write: async (customers) => {
          for (const customer of customers) await bookedPost(walking, 'invoice', { customer, amount: 5 });
        },
      });

      expect(whole.length).to.be.greaterThan(4);
      expect(seen).to.deep.equal(whole);
    });

    it('to a supplier is its balance, negative while we owe, which lists are filtered and sorted by', async () => {
      const { body } = await ours.get('/suppliers/2');
      const owed = await partiesIn('/suppliers?filter=balance$lt:0');
      const [first] = await partiesIn('/suppliers?sort=balance');

      expect(body.balance).to.equal(-49.75);
      expect(owed.map(({ supplierNumber }) => supplierNumber)).to.deep.equal([2]);
      expect(first?.supplierNumber).to.equal(2);
      const rest = await partiesIn('/suppliers?filter=balance$eq:0');
      expect(rest.every(({ balance }) => balance === 0)).to.equal(true);
      expect(rest.length).to.be.greaterThan(0);
      const put = await ours.put('/suppliers/2', { ...body, balance: 7 });
      expect(put.body.balance).to.equal(-49.75);
    });

    it('by a customer is as due as ever while an invoice is set off against what takes it back', async () => {
      const longAgo = `${YEAR - 1}-01-10`;
      const posts = [
        await bookedPost(ours, 'invoice', { customer: 3, amount: 25 }, longAgo),
        await bookedPost(ours, 'invoice', { customer: 3, amount: -25 }, longAgo),
      ];
      const seen = new Set<unknown>();
      const read = async (): Promise<void> => void seen.add((await ours.get('/customers/3')).body.dueAmount);

      await whileReading([read, read, read], () => matchedAgainAndAgain(ours, posts, 20));

      expect([...seen]).to.deep.equal([0]);
    });

    it('is what the entries sum to, which kontor verify checks', async () => {
      const { agreementNumber } = ours.agreement;
      const faults = async () =>
        (await running.service.service.database.checkBooks(agreementNumber)).flatMap((one) => one.faults);
      const raise = (by: number) =>
        tamperedWith(
          running.service.databaseUrl,
          `UPDATE supplier_total SET total = total + ${by} WHERE agreement_number = ${agreementNumber}`,
        );

      expect(await faults()).to.deep.equal([]);
      if (database.name === 'SQLite') return;
      await raise(1);
      expect(await faults()).to.deep.equal([
        'supplier 2: kept -49.74 in 2 entries, entries have -49.75 in 2',
      ]);
      await raise(-1);
    });
  });
}
