import { expect } from 'chai';
import { right } from 'fp-ts/lib/Either.js';
import { openBooks } from '@kontor/api';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { type Decimal, type FullDate, unfailing } from '@kontor/kernel';
import { documentNumbers, SERIES, type LedgerRepositories } from '@kontor/ledger';
import { runKontor, told } from './support/run-kontor.js';
import { servedSandbox } from './support/served.js';
import { tamperedWith } from './support/tampered-with.js';

const YEAR = new Date().getUTCFullYear();

/**
 * What somebody has done to the books, what undoes it, and what is then said of it, beside what else may be.
 */
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
    what: 'a text with signs that a terminal obeys, and with a line that is not ours',
    done: `UPDATE booked_invoice SET display_invoice_number = CONCAT(display_invoice_number, CHAR(27 USING utf8mb4), '[2J\\nok') WHERE OURS AND booked_invoice_number = 2`,
    undone:
      'UPDATE booked_invoice SET display_invoice_number = LEFT(display_invoice_number, CHAR_LENGTH(display_invoice_number) - 7) WHERE OURS AND booked_invoice_number = 2',
    says: [/it shows the number \S+ \[2J ok, and is /],
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
    what: 'a byte changed in a file',
    done: "UPDATE byte_chunk SET content = CONCAT('JVBERi1A', SUBSTR(content, 9)) WHERE OURS AND position = 0",
    undone:
      "UPDATE byte_chunk SET content = CONCAT('JVBERi0x', SUBSTR(content, 9)) WHERE OURS AND position = 0",
    says: ['Attachments are whole', /the file of voucher \d+ is not the one that was sent/],
  },
  {
    what: 'a piece of a file gone',
    done: 'UPDATE byte_chunk SET position = 99 WHERE OURS AND position = 1',
    undone: 'UPDATE byte_chunk SET position = 1 WHERE OURS AND position = 99',
    says: [/the file of voucher \d+ has 36864 bytes, and was sent with 50000/],
  },
  {
    what: 'a file whose voucher does not know of it',
    done: 'UPDATE attachment SET voucher_id = voucher_id + 1000 WHERE OURS',
    undone: 'UPDATE attachment SET voucher_id = voucher_id - 1000 WHERE OURS',
    says: [
      /voucher \d+ says it has a file and has none/,
      /voucher 1\d+ has a file and does not say so, or is gone/,
    ],
  },
  {
    what: 'bytes that nothing has',
    done: "UPDATE byte_chunk SET storage_key = 'nobody' WHERE OURS AND position = 1",
    undone:
      'UPDATE byte_chunk SET storage_key = (SELECT storage_key FROM attachment WHERE OURS) WHERE OURS AND position = 1',
    says: ['a file that nothing has (nobody) is there, in 1 pieces'],
  },
  {
    what: 'a number gone, with its invoice',
    done: 'DELETE FROM booked_invoice WHERE OURS AND booked_invoice_number = 2',
    undone: '',
    says: [
      'Number series have no doubles, and no holes where they may have none',
      'invoices: number 2 is missing',
    ],
  },
];

/**
 * `kontor verify` finds what somebody else has done to the books, names the
 * rows, and its exit status says so.
 */
describe('kontor verify, where somebody has tampered with the books', () => {
  onEachDatabase(({ name, fresh }) => {
    let database: FreshDatabase;
    let agreementNumber: number;
    const verify = () => runKontor({ DATABASE_URL: database.url }, `verify --agreement ${agreementNumber}`);
    const tamper = (sql: string): Promise<number> =>
      tamperedWith(database.url, sql.replaceAll('OURS', `agreement_number = ${agreementNumber}`));

    before(async function () {
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
      const { body } = await served.ask(201, 'POST', '/vouchers/drafts/finance-vouchers', {
        date: `${YEAR}-06-01`,
        lines: [{ account: { accountNumber: 5810 }, amount: 1, contraAccount: { accountNumber: 5820 } }],
      });
      await served.attach(body.voucherId, `%PDF-1.7${' '.repeat(49_992)}`);
      await served.stop();
      await told({ DATABASE_URL: database.url }, 'verify');
    });
    after(() => database?.drop());

    // Statements of ours reach a server only: the driver of the file is the adapter's own.
    for (const { what, done, undone, says } of name === 'SQLite' ? [] : TAMPERINGS) {
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
        expect(out).not.to.match(/[^\P{Cc}\n]/u);
        if (undone === '') return;
        expect(await tamper(undone)).to.equal(1);
        expect((await verify()).status).to.equal(0);
      });
    }

    /** What a program does that goes past posting, straight to the ports. */
    const past = async (work: (ledger: LedgerRepositories) => Promise<unknown>): Promise<void> => {
      const books = await openBooks({ databaseUrl: database.url, poolSize: 1 });
      try {
        await books.unitOfWork.inTransaction(agreementNumber, ({ ledger }) => async () => {
          await work(ledger as LedgerRepositories);
          return right(undefined);
        })();
      } finally {
        await books.close();
      }
    };

    it('names a document of which a cent lacks, and an entry with two amounts', async () => {
      await past(async ({ numbers, posting }) => {
        const year = String(YEAR);
        const date = `${YEAR}-06-06` as FullDate;
        const taken = await unfailing(
          documentNumbers(numbers, { series: SERIES.financeVoucher, year, entries: 2 }),
        );
        const entry = {
          currency: 'EUR',
          entryType: 'financeVoucher',
          date,
          year,
          periodNumber: 18,
        } as const;
        const at = taken.firstEntryNumber;
        const lines = [
          [5810, '10', '10'],
          [5830, '-10', '-9.99'],
        ] as const;
        const documents = [
          {
            ...taken,
            date,
            year,
            periodNumber: 18,
            entries: lines.map(([accountNumber, amount, base], index) => ({
              ...entry,
              accountNumber,
              amount: amount as Decimal,
              amountInBaseCurrency: base as Decimal,
              entryNumber: at + index,
            })),
          },
        ];
        expect((await posting.write(documents)())._tag).to.equal('Right');
      });

      const { status, out } = await verify();

      expect(status).to.equal(1);
      expect(out).to.match(new RegExp(`voucher \\d+ of ${YEAR} is off by 0\\.01`));
      expect(out).to.match(new RegExp(`entry \\d+ of ${YEAR} has the amount -10 and books -9\\.99`));
      expect(out).to.match(/^ok .*: Period totals equal the sum of entries/m);
    });

    it('names a number that was given and has no invoice', async () => {
      await past(({ numbers }) =>
        unfailing(documentNumbers(numbers, { series: SERIES.salesInvoice, year: String(YEAR), entries: 0 })),
      );

      const { status, out } = await verify();

      expect(status).to.equal(1);
      expect(out).to.match(new RegExp(`INV of ${YEAR}: numbers? .*4 (is|are) missing`));
    });
  });
});
