import { expect } from 'chai';
import type { Database } from '@kontor/sql';
import { seedEntries } from '../../src/seed/standard-years.js';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { tamperedWith } from '../support/tampering.js';
import { book, kept } from './booking.js';
import { aTransfer } from './the-books.js';

const YEAR = String(new Date().getUTCFullYear());

for (const database of await databases()) {
  describe(`verifying the books on ${database.name} (kontor verify)`, () => {
    const running = runningService(database);
    const client = running.client();
    const drafting = running.client({ modules: ['internationalLedger'] });
    const found = async (books: Database) =>
      (await books.checkBooks(client.agreement.agreementNumber)).filter(({ faults }) => faults.length > 0);

    before(async function () {
      const { agreementNumber } = client.agreement;
      await seedEntries(running.service.service.database, { agreementNumber, entries: 300, now: new Date() });
    });

    it('finds nothing wrong in what the service has written', async () => {
      expect(await found(running.service.service.database)).to.deep.equal([]);
    });

    it('counts what refers to a thing within another one, such as a delivery location of a customer', async () => {
      const made = async (path: string, body: object) => {
        const { status, text, body: thing } = await client.post(path, body);
        expect(status, text).to.equal(201);
        return thing;
      };
      const { deliveryLocationNumber } = await made('/customers/1/delivery-locations', { address: 'Quay 3' });
      const deliveryLocation = { deliveryLocationNumber };
      const { body: customer } = await client.get('/customers/1');
      const more = { defaultDeliveryLocation: deliveryLocation };
      expect((await client.put('/customers/1', { ...customer, ...more })).status).to.equal(200);
      const lines = [{ product: { productNumber: '1000' } }];
      const { id } = await made('/v2/invoices/drafts', { customer, deliveryLocation, lines });
      expect(await found(running.service.service.database)).to.deep.equal([]);

      await made('/v2/invoices/booked', { id });
      expect(await found(running.service.service.database)).to.deep.equal([]);
    });

    it('tells what opening balances leave over as a figure, not a fault (D154)', async () => {
      const { agreementNumber } = client.agreement;
      const { database: books } = running.service.service;
      await kept(
        book(books, agreementNumber, `${YEAR}-01-01`, [[5810, '12.50', { entryType: 'openingEntry' }]], {
          mayBeUnbalanced: true,
        }),
      );

      const [balance] = await books.checkBooks(agreementNumber);
      expect(balance?.faults).to.deep.equal([]);
      expect(balance?.note).to.equal('1 opening balance unbalanced, by 12.5 together');
    });

    if (database.name !== 'SQLite') {
      it('finds a draft that stands in no open accounting year (D16, D148)', async () => {
        const faultsOf = async () =>
          (await running.service.service.database.checkBooks(drafting.agreement.agreementNumber)).filter(
            ({ faults }) => faults.length > 0,
          );
        const { body } = await drafting.post('/vouchers/drafts/finance-vouchers', aTransfer(`${YEAR}-05-05`));
        const dated = (date: string) =>
          tamperedWith(
            running.service.databaseUrl,
            `UPDATE voucher SET date = '${date}' WHERE agreement_number = ${drafting.agreement.agreementNumber} AND booked = 0`,
          );
        await dated('1999-05-05');

        const [fault] = await faultsOf();

        expect(fault?.check).to.equal('Drafts are dated in open accounting years');
        expect(fault?.faults).to.deep.equal([
          `the draft of voucher ${body.voucherId} is dated 1999-05-05, in no accounting year; ` +
            'give it a date in an open year, or discard it',
        ]);
        await dated(`${YEAR}-05-05`);
        expect((await drafting.remove(body.self as string)).status).to.equal(204);
        expect(await faultsOf()).to.deep.equal([]);
      });

      it('finds what somebody else has done to them', async () => {
        const { agreementNumber } = client.agreement;
        // A sale: nobody owes anything by it, as somebody does by an entry of a customer or supplier.
        const { body } = await client.get('/entries?filter=account.accountNumber$eq:1010&pagesize=1');
        const { entryNumber, date } = body.collection[0] as { entryNumber: number; date: string };
        const tamper = async (sql: string): Promise<readonly string[]> => {
          const ours = sql
            .replaceAll('OURS', `agreement_number = ${agreementNumber}`)
            .replaceAll('SALE', `entry_number = ${entryNumber}`);
          await tamperedWith(running.service.databaseUrl, ours);
          return (await found(running.service.service.database)).map(({ check }) => check);
        };
        const seen: Record<string, readonly string[]> = {
          total: await tamper(
            'UPDATE period_total SET total = total + 1 WHERE OURS AND account_number = 5810 LIMIT 1',
          ),
          totalBack: await tamper(
            'UPDATE period_total SET total = total - 1 WHERE OURS AND account_number = 5810 LIMIT 1',
          ),
          day: await tamper(
            "UPDATE day_turnover SET debit = debit + 1, credit = credit + 1 WHERE OURS AND account_number = 5810 AND kind = 'moved' LIMIT 1",
          ),
          dayBack: await tamper(
            "UPDATE day_turnover SET debit = debit - 1, credit = credit - 1 WHERE OURS AND account_number = 5810 AND kind = 'moved' LIMIT 1",
          ),
          uses: await tamper('UPDATE customer_group SET uses = uses + 1 WHERE OURS LIMIT 1'),
          usesBack: await tamper('UPDATE customer_group SET uses = uses - 1 WHERE OURS LIMIT 1'),
          unmarked: await tamper(
            'UPDATE account SET uses = uses - 1000000000 WHERE OURS AND account_number = 1010',
          ),
          unmarkedBack: await tamper(
            'UPDATE account SET uses = uses + 1000000000 WHERE OURS AND account_number = 1010',
          ),
          amount: await tamper(
            'UPDATE entry SET amount_in_base_currency = amount_in_base_currency + 1 WHERE OURS AND SALE',
          ),
          amountBack: await tamper(
            'UPDATE entry SET amount_in_base_currency = amount_in_base_currency - 1 WHERE OURS AND SALE',
          ),
          date: await tamper("UPDATE entry SET date = '1999-01-01' WHERE OURS AND SALE"),
          events: await tamper(
            `UPDATE entry SET date = '${date}' WHERE OURS AND SALE; DELETE FROM event WHERE OURS AND sequence = 3`,
          ),
          vat: await tamper("DELETE FROM vat_account WHERE OURS AND vat_code = 'S25'"),
        };

        expect(seen).to.deep.include({
          total: ['Period totals equal the sum of entries'],
          totalBack: [],
          day: ['Totals of days equal the sum of entries'],
          dayBack: [],
          uses: ['Use counts are right'],
          usesBack: [],
          unmarked: ['Use counts are right'],
          unmarkedBack: [],
          amountBack: [],
          date: [
            'Totals of days equal the sum of entries',
            'Every entry stands in the period of its date',
            'Booked documents have the number, date and kind of their entries',
            'Entries are as they were chained',
          ],
          events: ['Events have no holes', 'Events and records are as they were chained'],
        });
        expect(seen['amount']).to.include.members([
          'Every booked voucher balances',
          'Period totals equal the sum of entries',
        ]);
        expect(seen['vat']).to.include('No reference leads nowhere');
      });
    }
  });
}
