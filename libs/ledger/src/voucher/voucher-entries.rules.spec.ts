import { expect } from 'chai';
import * as fc from 'fast-check';
import { isLeft } from 'fp-ts/lib/Either.js';
import { amountOf, centsOf, type Decimal } from '@kontor/kernel';
import type { EntryToPost } from '../posting/posting.js';
import { entriesOfLine, type EntryTerms } from './voucher-entries.rules.js';
import type { VoucherLine } from './voucher.resource.js';
import { completeLines, type CompleteLine, type VatTerms } from './line-completion.rules.js';

const decimal = (text: string): Decimal => text as Decimal;
const DEBTORS = 5710;
const CREDITORS = 6410;
const SALES = 1010;
const COST = 1310;
const BANK = 5810;
const SALES_VAT = 6610;
const PURCHASE_VAT = 6660;
const OWED_VAT = 6650;

const code = (
  vatCode: string,
  rate: string,
  accountNumber: number,
  contraAccountNumber?: number,
): [string, VatTerms] => [
  vatCode.toLowerCase(),
  { vatCode, ratePercentage: decimal(rate), barred: false, accountNumber, contraAccountNumber },
];
const vat = new Map([
  code('S22', '22', SALES_VAT),
  code('P22', '22', PURCHASE_VAT),
  code('RC25', '25', OWED_VAT, PURCHASE_VAT),
  code('Z', '0', SALES_VAT),
]);
const TERMS: EntryTerms = {
  vat,
  controlAccountOf: ({ customer }) => (customer === undefined ? CREDITORS : DEBTORS),
};

function entriesOf(...lines: readonly VoucherLine[]): readonly EntryToPost[] {
  const complete = completeLines(lines, { baseCurrency: 'EUR', ...TERMS });
  if (isLeft(complete)) throw new Error(JSON.stringify(complete.left));
  return complete.right.flatMap((line, index) =>
    entriesOfLine(
      { ...line, entryNumber: index + 1 } as CompleteLine,
      `lines[${index}]`,
      'financeVoucher',
      TERMS,
    ),
  );
}

const shown = (entries: readonly EntryToPost[]) =>
  entries.map(({ accountNumber, amountInBaseCurrency, vatCode, isSystemMade }) =>
    [accountNumber, amountInBaseCurrency, vatCode ?? '', isSystemMade ? 'system' : ''].join(' ').trim(),
  );

const customer = { customerNumber: 1 };
const supplier = { supplierNumber: 1 };
const to = (accountNumber: number) => ({ accountNumber });

describe('the entries of a voucher (facts 5.4)', () => {
  it('are those recorded for a customer voucher of 150.00 at 22 %', () => {
    const entries = entriesOf({
      customer,
      amount: decimal('150'),
      contraAccount: to(SALES),
      contraVatAccount: { vatCode: 'S22' },
    });

    expect(shown(entries)).to.deep.equal([
      `${DEBTORS} 150  system`,
      `${SALES} -122.95 S22`,
      `${SALES_VAT} -27.05 S22 system`,
    ]);
  });

  it('are those recorded for a supplier invoice of 610.00 at 22 %', () => {
    const entries = entriesOf(
      { supplier, amount: decimal('-610') },
      { account: to(COST), amount: decimal('610'), vatAccount: { vatCode: 'P22' } },
    );

    expect(shown(entries)).to.deep.equal([
      `${CREDITORS} -610  system`,
      `${COST} 500 P22`,
      `${PURCHASE_VAT} 110 P22 system`,
    ]);
  });

  it('are the same when the VAT of a party line is said by vatAccount', () => {
    const line = { supplier, amount: decimal('-610'), contraAccount: to(COST) };

    expect(shown(entriesOf({ ...line, vatAccount: { vatCode: 'P22' } }))).to.deep.equal(
      shown(entriesOf({ ...line, contraVatAccount: { vatCode: 'P22' } })),
    );
  });

  it('owe and deduct VAT under reverse charge, and pay the supplier the net amount', () => {
    const entries = entriesOf(
      { supplier, amount: decimal('-500') },
      { account: to(COST), amount: decimal('500'), vatAccount: { vatCode: 'RC25' } },
    );

    expect(shown(entries)).to.deep.equal([
      `${CREDITORS} -500  system`,
      `${COST} 500 RC25`,
      `${OWED_VAT} -125 RC25 system`,
      `${PURCHASE_VAT} 125 RC25 system`,
    ]);
  });

  it('have no VAT entry of nothing', () => {
    expect(
      shown(entriesOf({ account: to(SALES), amount: decimal('-80'), vatAccount: { vatCode: 'Z' } })),
    ).to.deep.equal([`${SALES} -80 Z`]);
  });

  it('have VAT on both sides of a line that names a code for each', () => {
    const entries = entriesOf({
      account: to(COST),
      amount: decimal('122'),
      vatAccount: { vatCode: 'P22' },
      contraAccount: to(SALES),
      contraVatAccount: { vatCode: 'S22' },
    });

    expect(shown(entries)).to.deep.equal([
      `${COST} 100 P22`,
      `${PURCHASE_VAT} 22 P22 system`,
      `${SALES} -100 S22`,
      `${SALES_VAT} -22 S22 system`,
    ]);
  });

  it('keep the number of their line on the account that the line is about (amendment 153)', () => {
    const entries = entriesOf({ account: to(COST), amount: decimal('5'), contraAccount: to(BANK) });

    expect(entries.map(({ entryNumber }) => entryNumber)).to.deep.equal([1, undefined]);
  });

  it('say where in the voucher they come from', () => {
    const entries = entriesOf({
      customer,
      amount: decimal('150'),
      text: 'Invoice 17',
      contraAccount: to(SALES),
      contraVatAccount: { vatCode: 'S22' },
    });

    expect(entries.map(({ property }) => property)).to.deep.equal([
      'lines[0].customer',
      'lines[0].contraAccount',
      'lines[0].contraVatAccount',
    ]);
    expect(entries.map(({ text }) => text)).to.deep.equal(['Invoice 17', 'Invoice 17', 'Invoice 17']);
    expect(entries.map(({ customerNumber }) => customerNumber)).to.deep.equal([1, undefined, undefined]);
  });

  it('credit the department where the cost or revenue is', () => {
    const department = { departmentNumber: 2 };
    const ofAccount = entriesOf({
      account: to(COST),
      amount: decimal('5'),
      department,
      contraAccount: to(BANK),
    });
    const ofParty = entriesOf({ supplier, amount: decimal('-5'), department, contraAccount: to(COST) });

    expect(ofAccount.map(({ departmentNumber }) => departmentNumber)).to.deep.equal([2, undefined]);
    expect(ofParty.map(({ departmentNumber }) => departmentNumber)).to.deep.equal([undefined, 2]);
  });

  it('carry both amounts of a foreign line, and split both by the VAT', () => {
    const entries = entriesOf({
      account: to(COST),
      amount: decimal('150'),
      currency: 'USD',
      exchangeRate: decimal('92.345'),
      vatAccount: { vatCode: 'P22' },
    });

    expect(
      entries.map(({ currency, amount, amountInBaseCurrency }) => [currency, amount, amountInBaseCurrency]),
    ).to.deep.equal([
      ['USD', '122.95', '113.54'],
      ['USD', '27.05', '24.98'],
    ]);
  });
});

describe('the entries of any line', () => {
  const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map(amountOf);
  const vatCode = fc.constantFrom('S22', 'P22', 'RC25', 'Z');
  const vatAccount = fc.option(
    vatCode.map((named) => ({ vatCode: named })),
    { nil: undefined },
  );
  const foreign = fc.record({
    currency: fc.constant('USD'),
    exchangeRate: fc.integer({ min: 1, max: 1_000_000 }).map((rate) => String(rate / 10_000) as Decimal),
  });
  const money = fc.oneof(fc.constant({}), foreign);
  const sum = (amounts: readonly Decimal[]): bigint =>
    amounts.reduce((total, one) => total + centsOf(one), 0n);

  it('balance, in both currencies, where it has a contra account', () => {
    const party = fc.constantFrom({ account: to(COST) }, { customer }, { supplier });
    fc.assert(
      fc.property(party, cents, money, vatAccount, vatAccount, (named, amount, currency, own, contra) => {
        const isAccount = 'account' in named;
        const entries = entriesOf({
          ...named,
          ...currency,
          amount,
          contraAccount: to(BANK),
          ...(isAccount && { vatAccount: own }),
          contraVatAccount: contra,
        });

        expect(sum(entries.map((entry) => entry.amount))).to.equal(0n);
        expect(sum(entries.map((entry) => entry.amountInBaseCurrency))).to.equal(0n);
      }),
    );
  });

  it('sum to its gross amount, in both currencies, where it has none', () => {
    fc.assert(
      fc.property(cents, money, vatAccount, (amount, currency, own) => {
        const line = { account: to(COST), ...currency, amount, vatAccount: own };
        const complete = completeLines([line], { baseCurrency: 'EUR', ...TERMS });
        if (isLeft(complete)) throw new Error(JSON.stringify(complete.left));
        const [{ amountInBaseCurrency } = { amountInBaseCurrency: amount }] = complete.right;

        const entries = entriesOf(line);

        expect(sum(entries.map((entry) => entry.amount))).to.equal(centsOf(amount));
        expect(sum(entries.map((entry) => entry.amountInBaseCurrency))).to.equal(
          centsOf(amountInBaseCurrency),
        );
      }),
    );
  });
});
