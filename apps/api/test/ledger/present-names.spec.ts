import { expect } from 'chai';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { lastYear, type TestYear } from './the-books.js';

type Name = 'account' | 'customer' | 'supplier';

/** Names in references are always the present ones, whoever gave them (issue 20, number 11). */
for (const database of await databases()) {
  describe(`names that booking answers on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();
    const { client } = replicaOf(running);
    const other = client(ours);
    let year: TestYear;
    before(async () => (year = await lastYear(ours)));

    const lines = [
      { account: { accountNumber: 5810 }, amountInBaseCurrency: 30 },
      { customer: { customerNumber: 6 }, amountInBaseCurrency: -20 },
      { supplier: { supplierNumber: 1 }, amountInBaseCurrency: -10 },
    ];
    const draft = (by: Client): Promise<Answered> =>
      by.post('/opening-balances/drafts', { date: year.on('01-01'), lines });
    const book = (by: Client, { body }: Answered): Promise<Answered> =>
      by.post('/opening-balances/booked', { voucherId: body.voucherId, date: body.date });
    const namesIn = ({ body, text }: Answered): readonly string[] => {
      expect(body.lines, text).to.be.an('array');
      return (body.lines as readonly Record<Name, { name: string } | undefined>[]).map(
        ({ account, customer, supplier }) => (account ?? customer ?? supplier)?.name as string,
      );
    };
    const rename = async (by: Client, path: string, to: string): Promise<void> => {
      const { metaData: _, self: __, ...now } = (await by.get(path)).body;
      const { status, text } = await by.put(path, { ...now, name: to });
      expect(status, text).to.equal(200);
    };

    const named = ['/accounts/5810', '/customers/6', '/suppliers/1'];
    for (const [index, path] of named.entries()) {
      it(`are those that another replica has given since the draft was made: ${path}`, async () => {
        // Twice: the second time, all that booking needs is known to the replica that books.
        for (const round of [1, 2]) {
          const [name, later] = [`name ${round}`, `later ${round}`];
          await rename(ours, path, name);
          for (let times = 0; times < 2; times += 1) await book(other, await draft(other));
          await new Promise((resolve) => setTimeout(resolve, 1_100));
          const made = await draft(other);
          expect(namesIn(made)[index]).to.equal(name);

          await rename(ours, path, later);
          const booked = await book(other, made);

          expect(namesIn(booked)[index]).to.equal(later);
          expect(namesIn(await other.get(booked.body.self as string))[index]).to.equal(later);
        }
      });
    }
  });
}
