import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { runKontor, told } from './support/run-kontor.js';
import { servedSandbox } from './support/served.js';
import { tamperedWith } from './support/tampered-with.js';

const YEAR = new Date().getUTCFullYear();

/** What somebody has done to the books, what undoes it, and what is then said of it, beside what else may be. */
type Tampering = {
  readonly what: string;
  readonly done: string;
  readonly undone: string;
  readonly says: readonly (string | RegExp)[];
};

const TAMPERINGS: readonly Tampering[] = [
  {
    what: 'a period total changed by a cent',
    done: `UPDATE period_total SET total = total + 1 WHERE OURS AND year_folded = '${YEAR}' AND account_number = 1010 AND period_number = 18`,
    undone: `UPDATE period_total SET total = total - 1 WHERE OURS AND year_folded = '${YEAR}' AND account_number = 1010 AND period_number = 18`,
    says: [
      'Period totals equal the sum of entries',
      `${YEAR}, account 1010 in period 18: kept -236.99 in 3 entries, entries have -237 in 3 entries`,
    ],
  },
  {
    what: 'what an entry books changed by a cent',
    done: 'UPDATE entry SET amount_in_base_currency = amount_in_base_currency + 1 WHERE OURS AND entry_number = 5',
    undone:
      'UPDATE entry SET amount_in_base_currency = amount_in_base_currency - 1 WHERE OURS AND entry_number = 5',
    says: [
      'Every booked voucher balances',
      /voucher \d+ of \d{4} is off by 0\.01/,
      'Entries in base currency have one amount',
      `entry 5 of ${YEAR} has the amount -79 and books -78.99`,
      'Period totals equal the sum of entries',
      `${YEAR}, account 1010 in period 18: kept -237 in 3 entries, entries have -236.99 in 3 entries`,
    ],
  },
  {
    what: 'the amount of an entry changed',
    done: 'UPDATE entry SET amount = amount + 100 WHERE OURS AND entry_number = 5',
    undone: 'UPDATE entry SET amount = amount - 100 WHERE OURS AND entry_number = 5',
    says: ['Entries in base currency have one amount', `entry 5 of ${YEAR} has the amount -78 and books -79`],
  },
  {
    what: 'a counter set back',
    done: `UPDATE number_counter SET last_number = 2 WHERE OURS AND name = 'series/8/${YEAR}'`,
    undone: `UPDATE number_counter SET last_number = 3 WHERE OURS AND name = 'series/8/${YEAR}'`,
    says: [`INV of ${YEAR}: number 3 lies beyond the counter, 2`],
  },
  {
    what: 'a number used twice',
    done: 'UPDATE booked_invoice SET voucher_voucher_number_voucher_number = 1 WHERE OURS AND booked_invoice_number = 2',
    undone:
      'UPDATE booked_invoice SET voucher_voucher_number_voucher_number = 2 WHERE OURS AND booked_invoice_number = 2',
    says: [`INV of ${YEAR}: number 1 is used twice`, `INV of ${YEAR}: number 2 is missing`],
  },
  {
    what: 'a number gone, with its invoice',
    done: 'DELETE FROM booked_invoice WHERE OURS AND booked_invoice_number = 2',
    undone: '',
    says: [
      'Number series have no doubles, and no holes where they may have none',
      `INV of ${YEAR}: number 2 is missing`,
    ],
  },
];

/** `kontor verify` finds what somebody else has done to the books, names the rows, and its exit status says so. */
describe('kontor verify, where somebody has tampered with the books', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let agreementNumber: number;
    const verify = () => runKontor({ DATABASE_URL: database.url }, `verify --agreement ${agreementNumber}`);
    const tamper = (sql: string): Promise<number> =>
      tamperedWith(database.url, sql.replace('OURS', `agreement_number = ${agreementNumber}`));

    before(async function () {
      this.timeout(30_000);
      database = await fresh();
      const served = await servedSandbox(database.url, { sandbox: '--years 2' });
      ({ agreementNumber } = served);
      for (const day of ['03', '13', '23']) {
        const { body } = await served.ask(201, 'POST', '/v2/invoices/drafts', {
          customer: { customerNumber: 1 },
          date: `${YEAR}-06-${day}`,
          lines: [{ product: { productNumber: '1000' } }],
        });
        await served.ask(201, 'POST', '/v2/invoices/booked', { id: body.id });
      }
      await served.stop();
      await told({ DATABASE_URL: database.url }, 'verify');
    });
    after(() => database?.drop());

    for (const { what, done, undone, says } of TAMPERINGS) {
      it(`names ${what}, and exits with 1`, async () => {
        expect((await verify()).status).to.equal(0);

        expect(await tamper(done)).to.equal(1);
        const { status, out } = await verify();

        expect(status).to.equal(1);
        for (const one of says) {
          if (typeof one === 'string') expect(out).to.contain(one);
          else expect(out).to.match(one);
        }
        expect(out).to.match(new RegExp(`^FAULT agreement ${agreementNumber}: `, 'm'));
        if (undone === '') return;
        expect(await tamper(undone)).to.equal(1);
        expect((await verify()).status).to.equal(0);
      });
    }
  });
});
