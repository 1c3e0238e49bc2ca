import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ledgerOver, openBooks } from '@kontor/api';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { amountOf, type Cents } from '@kontor/kernel';
import { ledgerService } from '@kontor/ledger';
import type { Database } from '@kontor/sql';
import { journalText } from '../src/hledger-journal.js';
import { jsonOf, told } from './support/run-kontor.js';

const ENTRIES = 10_000;

/** True where a tool is installed; where it is not, one line says so. Under CI it must be. */
function has(tool: string): boolean {
  const isThere = spawnSync(tool, ['--version']).status === 0;
  if (!isThere && process.env['CI'] !== 'true')
    console.warn(`NOT COMPARED WITH ${tool}: it is not installed`);
  return isThere || process.env['CI'] === 'true';
}

/** What a tool says stands on each account, by number, in cents. */
type Balances = ReadonlyMap<number, Cents>;

const TOOLS: Readonly<Record<string, (file: string, from: string, to: string) => Balances>> = {
  hledger: (file, from, to) =>
    balancesIn(
      run('hledger', [
        '-f',
        file,
        'balance',
        '-B',
        '-N',
        '--flat',
        '-E',
        '-b',
        from,
        '-e',
        to,
        '--format',
        '%(total)|%(account)',
      ]),
    ),
  ledger: (file, from, to) =>
    balancesIn(
      run('ledger', [
        ...['-f', file, 'balance', '-B', '--flat', '--no-total', '--empty', '-b', from, '-e', to],
        ...['--balance-format', '%(quantity(scrub(display_total)))|%(account)\\n'],
      ]),
    ),
};

describe('kontor export', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let books: Database;
    let agreementNumber: number;
    let journal: string;
    let folder = '';

    before(async function () {
      this.timeout(60_000);
      database = await fresh();
      const environment = { DATABASE_URL: database.url };
      ({ agreementNumber } = await jsonOf(environment, `sandbox --years 3 --seed-entries ${ENTRIES}`));
      books = await openBooks({ databaseUrl: database.url, poolSize: 2 });
      const now = new Date();
      for (const back of [2, 1]) await closed(books, agreementNumber, String(now.getUTCFullYear() - back));
      journal = await told(environment, `export --agreement ${agreementNumber} --format hledger`);
      folder = mkdtempSync(join(tmpdir(), 'kontor-journal-'));
      writeFileSync(join(folder, 'books.journal'), journal);
    });
    after(async () => {
      await books?.close();
      await database.drop();
      if (folder !== '') rmSync(folder, { recursive: true, force: true });
    });

    it('writes every entry, with amounts of other currencies at what they cost', () => {
      expect(journal.match(/; entry \d+/g)).to.have.lengthOf.at.least(ENTRIES);
      expect(journal).to.match(/ -?\d+\.\d\d USD @@ \d+\.\d\d EUR {2}; entry/);
      expect(journal).to.contain('systemEntry').and.to.contain('transferredOpeningEntry');
    });

    for (const [tool, balances] of Object.entries(TOOLS)) {
      it(`is read by ${tool}, which finds every total of every year and every month`, async function () {
        if (!has(tool)) this.skip();
        this.timeout(120_000);
        const { ledger } = books.unitOfWork.read(agreementNumber);
        const { years } = await ledger.accountingYears.chain();
        const file = join(folder, 'books.journal');
        let period = 0;
        let compared = 0;
        for (const { year } of years) {
          const spans = [
            { year },
            ...Array.from({ length: 12 }, () => ({ year, periodNumber: (period += 1) })),
          ];
          for (const span of spans) {
            const totals = await ledger.totals.of(span);
            if (totals === undefined) throw new Error(`there is no ${JSON.stringify(span)}`);
            const found = balances(file, totals.fromDate, dayAfter(totals.toDate));
            for (const [account, cents] of totals.booked) {
              expect(found.get(account) ?? 0n, `${JSON.stringify(span)}, account ${account}`).to.equal(cents);
              compared += 1;
            }
            const others = [...found].filter(
              ([account, cents]) => cents !== 0n && !totals.booked.has(account),
            );
            expect(others, JSON.stringify(span)).to.deep.equal([]);
          }
        }
        expect(compared).to.be.greaterThan(200);
      });
    }
  });

  it('writes an opening balance that does not balance against an account of its own (D154)', () => {
    const text = journalText(
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

    expect(text.split('\n').slice(-4)).to.deep.equal([
      '2026-01-01 (1) openingEntry  ; voucher 7',
      '    5810 Bank main “old”  12.50 EUR  ; entry 3, two lines',
      '    unbalanced opening balances  -12.50 EUR  ; no entry',
      '',
    ]);
  });
});

async function closed({ unitOfWork }: Database, agreementNumber: number, year: string): Promise<void> {
  const done = await unitOfWork.inTransaction(agreementNumber, (unit) =>
    ledgerService(ledgerOver(unit)).closeAccountingYear({ year }),
  )();
  if (done._tag === 'Left') throw new Error(JSON.stringify(done.left));
}

function run(tool: string, given: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(tool, given, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${tool}: ${stderr}`);
  return stdout;
}

/** Lines of `-12.50 EUR|5810 Bank`. */
function balancesIn(text: string): Balances {
  const balances = new Map<number, Cents>();
  for (const line of text.split('\n')) {
    const match = /^\s*(-?\d+)(?:\.(\d{1,2}))?(?: EUR)?\|\s*(\d+) /.exec(line);
    if (match === null) continue;
    const [, whole = '0', fraction = '', account] = match;
    const magnitude = BigInt(whole.replace('-', '')) * 100n + BigInt(fraction.padEnd(2, '0'));
    balances.set(Number(account), whole.startsWith('-') ? -magnitude : magnitude);
  }
  return balances;
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}
