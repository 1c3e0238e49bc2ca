import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { INSTALLED, TOOLS } from './support/plain-text-accounting.js';
import { jsonOf, told } from './support/run-kontor.js';
import { servedSandbox, type Served } from './support/served.js';
import { centsIn, expectSameTotals } from './support/totals-agree.js';

/** How many invoices: MANY_INVOICES=1000 makes a thousand, which takes minutes on a small machine. */
const MANY = Number(process.env['MANY_INVOICES'] ?? 200);
const CLIENTS = 16;
const YEAR = new Date().getUTCFullYear();
const YEARS = [YEAR - 1, YEAR];
/** Where customers owe: their groups' control accounts. */
const CONTROL = [5710, 5720];

type Entry = {
  readonly account: { readonly accountNumber: number };
  readonly amount: number;
  readonly amountInBaseCurrency: number;
  readonly entryType: string;
  readonly voucherNumber: number;
};
type Booked = {
  readonly bookedInvoiceNumber: number;
  readonly date: string;
  readonly netAmount: number;
  readonly vatAmount: number;
  readonly grossAmount: number;
  readonly remainderInBaseCurrency: number;
  readonly voucher: { readonly voucherNumber: { readonly voucherNumber: number } };
};

/**
 * An invoice of 1 to 5 lines: now of last year, now in dollars, now a credit note, to every customer in turn.
 */
function invoice(index: number): object {
  const lines = Array.from({ length: (index % 5) + 1 }, (_, line) =>
    line % 2 === 0
      ? { product: { productNumber: line === 0 ? '1000' : '2000' }, quantity: ((index + line) % 7) + 1 }
      : { description: `Line ${line}`, quantity: 1.5, unitNetPrice: ((index * 37) % 1000) + 0.37 },
  );
  const isCredit = index % 11 === 10;
  const isForeign = index % 6 === 5;
  return {
    customer: { customerNumber: [1, 2, 3, 5][index % 4] },
    date: `${index % 3 === 2 ? YEAR - 1 : YEAR}-0${(index % 9) + 1}-1${index % 10}`,
    lines: isCredit ? [{ product: { productNumber: '1000' }, quantity: -1 - (index % 3) }] : lines,
    ...(isForeign ? { currency: 'USD', exchangeRate: 91.37 } : { currency: 'EUR', exchangeRate: 100 }),
  };
}

/** Numbers from 1 on. */
const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);
const sumOf = (amounts: readonly number[]): bigint => amounts.reduce((sum, one) => sum + centsIn(one), 0n);
const ascending = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

/** Asks again where the service had no turn for it, as it says itself: on a machine with much else to do. */
async function retried<A>(ask: () => Promise<A>): Promise<A> {
  for (let left = 30; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !/: 503 .*Nothing was changed/.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

/**
 * G1, G3, G4 for sales: drafts and bookings by many at once, through two
 * replicas; then every promise of the books is looked at.
 */
describe(`${MANY} invoices by ${CLIENTS} clients at once`, function () {
  this.timeout(600_000);

  onEachDatabase(({ name, fresh }) => {
    let database: FreshDatabase;
    let served: Served;
    let booked: readonly Booked[];
    const entries = new Map<string, Entry[]>();
    const entriesOf = ({ date, voucher }: Booked): readonly Entry[] =>
      entries.get(`${date.slice(0, 4)}/${voucher.voucherNumber.voucherNumber}`) ?? [];

    before(async () => {
      database = await fresh();
      served = await servedSandbox(database.url, { sandbox: '--years 2', replicas: 2 });
      const begun = performance.now();
      const next = upTo(MANY).values();
      await Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          for (const number of next) {
            const { body } = await retried(() =>
              served.ask(201, 'POST', '/v2/invoices/drafts', invoice(number - 1)),
            );
            await retried(() => served.ask(201, 'POST', '/v2/invoices/booked', { id: body.id }));
          }
        }),
      );
      const seconds = (performance.now() - begun) / 1000;
      console.log(`      ${MANY} invoices drafted and booked on ${name} in ${seconds.toFixed(1)} s`);
      booked = await served.every('/v2/invoices/booked?pagesize=1000');
      for (const year of YEARS) {
        const all = await served.every(`/accounting-years/${year}/entries?pagesize=1000`);
        for (const entry of all as readonly Entry[]) {
          const document = `${year}/${entry.voucherNumber}`;
          const sofar = entries.get(document);
          if (sofar === undefined) entries.set(document, [entry]);
          else sofar.push(entry);
        }
      }
    });
    after(async () => {
      await served?.stop();
      await database?.drop();
    });

    it('are all booked, and no draft is left', async () => {
      expect(booked).to.have.lengthOf(MANY);
      expect(await served.every('/v2/invoices/drafts?pagesize=1000')).to.deep.equal([]);
    });

    it('are numbered without hole or double: the invoices, and their vouchers in each year', () => {
      expect(ascending(booked.map(({ bookedInvoiceNumber }) => bookedInvoiceNumber))).to.deep.equal(
        upTo(MANY),
      );
      for (const year of YEARS) {
        const numbers = booked
          .filter(({ date }) => date.startsWith(String(year)))
          .map(({ voucher }) => voucher.voucherNumber.voucherNumber);
        expect(numbers.length).to.be.greaterThan(MANY / 8);
        expect(ascending(numbers), String(year)).to.deep.equal(upTo(numbers.length));
      }
      expect(entries.size).to.equal(MANY);
    });

    it('have entries that sum to zero, and the customer owes the gross amount', () => {
      for (const one of booked) {
        const of = entriesOf(one);
        const name = `invoice ${one.bookedInvoiceNumber}`;
        expect(new Set(of.map(({ entryType }) => entryType)), name).to.deep.equal(
          new Set(['customerInvoice']),
        );
        expect(sumOf(of.map(({ amountInBaseCurrency }) => amountInBaseCurrency)), name).to.equal(0n);
        expect(sumOf(of.map(({ amount }) => amount)), name).to.equal(0n);
        expect(sumOf([one.netAmount, one.vatAmount]), name).to.equal(sumOf([one.grossAmount]));
        const control = of.filter(({ account }) => CONTROL.includes(account.accountNumber));
        expect(
          control.map(({ amount, amountInBaseCurrency }) => [amount, amountInBaseCurrency]),
          name,
        ).to.deep.equal([[one.grossAmount, one.remainderInBaseCurrency]]);
      }
    });

    it('are what the customers owe, all together', async () => {
      const customers = (await served.every('/customers?pagesize=1000')) as readonly { balance: number }[];

      expect(sumOf(customers.map(({ balance }) => balance))).to.equal(
        sumOf(booked.map(({ remainderInBaseCurrency }) => remainderInBaseCurrency)),
      );
    });

    it('leave books that check out (kontor verify)', async () => {
      const environment = { DATABASE_URL: database.url };
      const [{ checks }] = await jsonOf(environment, `verify --agreement ${served.agreementNumber} --json`);

      expect(checks).to.have.lengthOf.at.least(10);
      for (const { check, faults } of checks) expect(faults, check).to.deep.equal([]);
    });

    for (const tool of TOOLS) {
      it(`have totals with which ${tool.name} agrees`, async function () {
        if (!INSTALLED.includes(tool)) this.skip();
        const command = `export --agreement ${served.agreementNumber} --format hledger`;
        const journal = await told({ DATABASE_URL: database.url }, command);

        expect(await expectSameTotals(served, journal, tool)).to.be.greaterThan(5);
      });
    }
  });
});
