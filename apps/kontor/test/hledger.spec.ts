import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { INSTALLED, TOOLS } from './support/plain-text-accounting.js';
import { told } from './support/run-kontor.js';
import { servedSandbox, type Served } from './support/served.js';
import { expectSameTotals } from './support/totals-agree.js';

const LAST = new Date().getUTCFullYear();
const YEARS = [LAST - 2, LAST - 1, LAST] as const;
/** Every type of voucher, by the address where it is drafted. */
const KINDS = [
  'finance-vouchers',
  'customer-invoices',
  'customer-payments',
  'supplier-invoices',
  'supplier-payments',
] as const;
type Kind = (typeof KINDS)[number];
type Line = Readonly<Record<string, unknown>>;

const account = (accountNumber: number) => ({ accountNumber });
const vat = (vatCode: string) => ({ vatCode });
const customer = { customerNumber: 1 };
const supplier = { supplierNumber: 1 };

/** What one year's vouchers say; the year makes the amounts differ. */
const LINES: Readonly<Record<Kind, (cents: number) => readonly Line[]>> = {
  'finance-vouchers': (cents) => [
    {
      account: account(5820),
      currency: 'USD',
      amount: cents,
      exchangeRate: 92.15,
      text: 'Dollars; | bought',
    },
    {
      account: account(5820),
      currency: 'USD',
      amount: -cents,
      exchangeRate: 91.37,
      text: 'and  sold @@ 9 EUR ; again',
    },
    { account: account(5820), currency: 'JPY', amount: 1000.01, amountInBaseCurrency: 6.2 },
    { account: account(5820), currency: 'USD', amount: 0, amountInBaseCurrency: 0.77, text: 'Exchange gain' },
    { account: account(1350), amount: 100.1, vatAccount: vat('EUS25'), text: 'Reverse charge' },
    { account: account(1310), amount: 717.65, vatAccount: vat('P25') },
    { account: account(5830), amount: 9_999_999_999_999.99, contraAccount: account(6120) },
    {
      account: account(5810),
      amount:
        -1 * Number((inBase(cents, 92.15) - inBase(cents, 91.37) + 6.2 + 0.77 + 100.1 + 717.65).toFixed(2)),
    },
  ],
  'customer-invoices': (cents) => [
    { customer, amount: cents, contraAccount: account(1110), contraVatAccount: vat('S25') },
    { customer, amount: 33.33, contraAccount: account(1020), contraVatAccount: vat('S12') },
    {
      customer,
      currency: 'USD',
      amount: 12.34,
      exchangeRate: 93.7,
      contraAccount: account(1040),
      contraVatAccount: vat('SEUG'),
    },
  ],
  'customer-payments': (cents) => [{ customer, amount: -cents, contraAccount: account(5810) }],
  'supplier-invoices': (cents) => [
    { supplier, amount: -cents, contraAccount: account(1310), contraVatAccount: vat('P25') },
    { supplier, amount: -0.01, contraAccount: account(1320), contraVatAccount: vat('EUG25') },
  ],
  'supplier-payments': (cents) => [{ supplier, amount: cents, contraAccount: account(5810) }],
};

/** At a rate for 100 units, half up. */
function inBase(amount: number, rate: number): number {
  return Math.round(amount * rate) / 100;
}

/**
 * The books as two other programs read them. The sandbox is written through the service, as a
 * client writes: every type of voucher, opening balances that leave something over, VAT and reverse
 * charge, other currencies, invoices and credit notes, names that mean something in a journal, a
 * year that is closed and one that was closed and reopened. What hledger and ledger make of `kontor
 * export` is `/totals`, to the cent. Both tools are optional, with CI=true too: where neither is
 * installed, this is skipped and one line says so.
 */
describe('what hledger and ledger read in kontor export', () => {
  before(function () {
    if (INSTALLED.length === 0) this.skip();
  });

  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let served: Served;
    let journal: string;

    before(async function () {
      this.timeout(90_000);
      database = await fresh();
      served = await servedSandbox(database.url, {
        sandbox: '--years 3 --seed-entries 200 --modules internationalLedger,dimension',
      });
      await odd(served);
      await opened(served);
      for (const year of YEARS) {
        for (const kind of KINDS) await booked(served, kind, year);
        await invoiced(served, year);
      }
      await discarded(served);
      await served.ask(200, 'POST', `/accounting-years/${LAST - 2}/closing`, {});
      await served.ask(200, 'POST', `/accounting-years/${LAST - 1}/closing`, {});
      await served.ask(204, 'DELETE', `/accounting-years/${LAST - 1}/closing`);
      journal = await told(
        { DATABASE_URL: database.url },
        `export --agreement ${served.agreementNumber} --format hledger`,
      );
    });
    after(async () => {
      await served?.stop();
      await database?.drop();
    });

    it('has everything that was written, of every type', () => {
      const types = new Set(
        [...journal.matchAll(/^\S+ \(\d+\) (\w+) {2}; voucher/gm)].map(([, type]) => type),
      );
      expect([...types].sort()).to.deep.equal([
        'customerInvoice',
        'customerPayment',
        'financeVoucher',
        'openingEntry',
        'supplierInvoice',
        'supplierPayment',
        'systemEntry',
        'transferredOpeningEntry',
      ]);
      expect(journal).to.contain('unbalanced opening balances').and.to.contain('9999999999999.99 EUR');
      for (const currency of ['USD', 'JPY']) expect(journal).to.contain(` ${currency} @@ `);
    });

    for (const tool of TOOLS) {
      it(`gives ${tool.name} every total of every year`, async function () {
        if (!INSTALLED.includes(tool)) this.skip();
        expect(await expectSameTotals(served, journal, tool)).to.be.greaterThan(60);
      });
    }

    it('belongs to books that check out', async () => {
      const text = await told({ DATABASE_URL: database.url }, `verify --agreement ${served.agreementNumber}`);
      expect(text).to.match(/^(ok .*\n)+head {2}agreement \d+: \d+ [0-9a-f]{64}\n$/);
    });
  });
});

/** Accounts whose names mean something in a journal. */
async function odd(served: Served): Promise<void> {
  for (const [number, name] of [
    [9801, '(Assets): "Søn  & Søn"; *! می\u200cخواهم 👩\u200d👧  12.50 EUR @@ 3 USD'],
    [9802, ';:|()'],
    [9803, '; note'],
  ] as const) {
    await served.ask(201, 'POST', '/accounts', { accountNumber: number, name, accountType: 'status' });
  }
  const { body } = await served.ask(201, 'POST', '/vouchers/drafts/finance-vouchers', {
    date: `${LAST}-01-31`,
    lines: [
      { account: account(9801), amount: 12.5, contraAccount: account(9802), text: '; a comment @ 5' },
      { account: account(9803), amount: 0.01, contraAccount: account(9801), text: 'key: value, = 4' },
    ],
  });
  await served.ask(201, 'POST', '/vouchers/booked', { voucherId: body.voucherId, date: body.date });
}

/** Two opening balances, one of which leaves something over (D154). */
async function opened(served: Served): Promise<void> {
  const assets = [
    { account: account(5810), amountInBaseCurrency: 25_000.1 },
    { customer, amountInBaseCurrency: 412.5 },
    { supplier, amountInBaseCurrency: -275.05 },
  ];
  for (const lines of [assets, [...assets, { account: account(6110), amountInBaseCurrency: -25_137.55 }]]) {
    const draft = { date: `${YEARS[0]}-01-01`, lines };
    const { body } = await served.ask(201, 'POST', '/opening-balances/drafts', draft);
    await served.ask(201, 'POST', '/opening-balances/booked', { voucherId: body.voucherId, date: body.date });
  }
}

async function booked(served: Served, kind: Kind, year: number): Promise<void> {
  const cents = 1000.07 + (year - LAST) * 3.11;
  const lines = LINES[kind](Math.round(cents * 100) / 100);
  const draft = { date: `${year}-06-30`, lines };
  const { body } = await served.ask(201, 'POST', `/vouchers/drafts/${kind}`, draft);
  await served.ask(201, 'POST', '/vouchers/booked', { voucherId: body.voucherId, date: body.date });
}

/** An invoice, a credit note, and one in dollars whose VAT does not divide evenly. */
async function invoiced(served: Served, year: number): Promise<void> {
  const odd = { description: 'x', quantity: 3, unitNetPrice: 0.37 };
  for (const more of [
    { lines: [{ product: { productNumber: '1000' }, quantity: 3 }, { product: { productNumber: '2000' } }] },
    { lines: [{ product: { productNumber: '1000' }, quantity: -1 }] },
    { lines: [odd, odd, odd], currency: 'USD', exchangeRate: 91.37 },
  ]) {
    const { body } = await served.ask(201, 'POST', '/v2/invoices/drafts', {
      customer,
      date: `${year}-09-15`,
      ...more,
    });
    await served.ask(201, 'POST', '/v2/invoices/booked', { id: body.id });
  }
}

/** Drafts are not in the books. */
async function discarded(served: Served): Promise<void> {
  const lines = [{ account: account(5810), amount: 777.77 }];
  await served.ask(201, 'POST', '/vouchers/drafts/finance-vouchers', { date: `${LAST}-02-02`, lines });
}
