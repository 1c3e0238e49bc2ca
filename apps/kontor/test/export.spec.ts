import { expect } from 'chai';
import { ledgerOver, openBooks } from '@kontor/api';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { amountOf, fullDateOf } from '@kontor/kernel';
import {
  journalText,
  ledgerService,
  type ImportedDocument,
  type LedgerRepositories,
  type SpanTotals,
  type TotalsRequest,
} from '@kontor/ledger';
import type { Database } from '@kontor/sql';
import { dayAfter, INSTALLED, TOOLS, withoutClosing } from './support/plain-text-accounting.js';
import { kontor } from '../src/kontor.js';
import { preparedBooks } from './support/prepared-books.js';
import { joined, jsonOf, told } from './support/run-kontor.js';

/** More than two pieces of what is printed; the night has three times as many. */
const ENTRIES = Number(process.env['EXPORT_ENTRIES'] ?? '1000');

describe('kontor export', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let books: Database;
    let agreementNumber: number;
    let journal: string;

    before(async function () {
      database = await preparedBooks(fresh);
      const environment = { DATABASE_URL: database.url };
      ({ agreementNumber } = await jsonOf(environment, `sandbox --years 3 --seed-entries ${ENTRIES}`));
      books = await openBooks({ databaseUrl: database.url, poolSize: 2 });
      const now = new Date();
      for (const back of [2, 1]) await closed(books, agreementNumber, String(now.getUTCFullYear() - back));
      journal = await told(environment, `export --agreement ${agreementNumber} --format hledger`);
    });
    after(async () => {
      await books?.close();
      await database.drop();
    });

    it('writes every entry, with amounts of other currencies at what they cost', () => {
      expect(journal.match(/; entry \d+/g)).to.have.lengthOf.at.least(ENTRIES);
      expect(journal).to.match(/ -?\d+\.\d\d USD @@ \d+\.\d\d EUR {2}; entry/);
      expect(journal).to.contain('systemEntry').and.to.contain('transferredOpeningEntry');
    });

    it('tells programs of the same documents', async () => {
      const environment = { DATABASE_URL: database.url };
      const json = await jsonOf(environment, `export --agreement ${agreementNumber} --format hledger --json`);

      const again = await joined(journalText(json, { agreementNumber, name: 'Sandbox' }));
      expect(again).to.equal(journal);
    });

    it('is printed as it is read: in pieces, of one moment, and no further than somebody reads', async () => {
      const typed = `export --agreement ${agreementNumber} --format hledger`.split(' ');
      const environment = { DATABASE_URL: database.url };
      const taking = async (take: (pieces: readonly string[]) => Promise<boolean>): Promise<string[]> => {
        const pieces: string[] = [];
        const out = (piece: string): Promise<boolean> => take((pieces.push(piece), pieces));
        expect(await kontor(typed, environment, { out, err: (text) => expect.fail(text) })).to.equal(0);
        return pieces;
      };

      const whole = await taking(async (pieces) => {
        if (pieces.length === 1) await bookedMeanwhile(books, agreementNumber);
        return true;
      });
      const begun = await taking(async (pieces) => pieces.length < 2);

      expect(whole.join('')).to.equal(journal);
      expect(Math.max(...whole.map(({ length }) => length))).to.be.below(100_000);
      expect(begun).to.have.length(2);
    });

    for (const tool of TOOLS) {
      it(`is read by ${tool.name}, which finds every total of every year and every month`, async function () {
        if (!INSTALLED.includes(tool)) this.skip();
        this.timeout(120_000);
        const { ledger } = books.unitOfWork.read(agreementNumber);
        const { years } = await ledger.accountingYears.chain();
        const given = withoutClosing(journal);
        const months = years.flatMap(({ year }, at) =>
          Array.from({ length: 12 }, (_, month) => ({ year, periodNumber: at * 12 + month + 1 })),
        );
        let compared = 0;
        for (const [each, spans] of [
          ['year', years.map(({ year }) => ({ year }))],
          ['month', months],
        ] as const) {
          const wanted = await Promise.all(spans.map((span) => totalsOf(ledger, span)));
          const days = wanted.map(({ fromDate, toDate }) => ({ from: fromDate, before: dayAfter(toDate) }));
          const foundOfEach = tool.balancesOfEach(given, days, each);
          for (const [at, { booked }] of wanted.entries()) {
            const span = JSON.stringify(spans[at]);
            const found = foundOfEach[at] ?? new Map<number, bigint>();
            for (const [account, cents] of booked) {
              expect(found.get(account) ?? 0n, `${span}, account ${account}`).to.equal(cents);
              compared += 1;
            }
            const others = [...found].filter(([account, cents]) => cents !== 0n && !booked.has(account));
            expect(others, span).to.deep.equal([]);
          }
        }
        expect(compared).to.be.greaterThan(200);
      });
    }
  });

  it('writes an opening balance that does not balance against an account of its own (D154)', async () => {
    const journal = journalText(
      {
        baseCurrency: 'EUR',
        documents: [
          {
            voucherId: 7,
            voucherNumber: 1,
            year: '2026',
            date: '2026-01-01' as never,
            entryType: 'openingEntry',
            entries: [
              {
                entryNumber: 3,
                accountNumber: 5810,
                accountName: 'Bank:  main; “old”',
                amount: amountOf(1250n),
                amountInBaseCurrency: amountOf(1250n),
                currency: 'EUR',
                text: 'two\nlines',
              },
            ],
          },
        ],
      },
      { agreementNumber: 2, name: 'Test' },
    );

    expect((await joined(journal)).split('\n').slice(-4)).to.deep.equal([
      '2026-01-01 (1) openingEntry  ; voucher 7',
      '    5810 Bank main “old”  12.50 EUR  ; entry 3, two lines',
      '    unbalanced opening balances  -12.50 EUR  ; no entry',
      '',
    ]);
  });
});

/** What we say of a year or a period. */
async function totalsOf(
  { totals }: Pick<LedgerRepositories, 'totals'>,
  span: TotalsRequest,
): Promise<SpanTotals> {
  const known = await totals.of(span);
  if (known === undefined) throw new Error(`there is no ${JSON.stringify(span)}`);
  return known;
}

async function closed({ unitOfWork }: Database, agreementNumber: number, year: string): Promise<void> {
  const done = await unitOfWork.inTransaction(agreementNumber, (unit) =>
    ledgerService(ledgerOver(unit)).closeAccountingYear({ year }),
  )();
  if (done._tag === 'Left') throw new Error(JSON.stringify(done.left));
}

/** Something that leaves all totals as they were. */
async function bookedMeanwhile({ unitOfWork }: Database, agreementNumber: number): Promise<void> {
  const entry = (cents: bigint): ImportedDocument['entries'][number] => ({
    account: { accountNumber: 5810 },
    amount: amountOf(cents),
  });
  const draft = { date: fullDateOf(new Date()), entries: [entry(500n), entry(-500n)] };
  const asked = { documents: [{ draft, isOpening: false }], held: {}, format: 'jsonl' as const };
  const done = await unitOfWork.inTransaction(agreementNumber, (unit) =>
    ledgerService(ledgerOver(unit)).importVouchers(asked),
  )();
  if (done._tag === 'Left') throw new Error(JSON.stringify(done.left));
}
