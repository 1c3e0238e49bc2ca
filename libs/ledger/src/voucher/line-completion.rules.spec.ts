import { expect } from 'chai';
import * as fc from 'fast-check';
import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { amountOf, centsOf, type Decimal } from '@kontor/kernel';
import type { VoucherLine } from './voucher.resource.js';
import {
  completeLines,
  noVatAccountIsBarred,
  vatOf,
  type CompleteLine,
  type LineTerms,
  type VatTerms,
} from './line-completion.rules.js';

const decimal = (text: string): Decimal => text as Decimal;
const terms = (vatCode: string, rate: string, more: Partial<VatTerms> = {}): readonly [string, VatTerms] => [
  vatCode.toLowerCase(),
  { vatCode, ratePercentage: decimal(rate), barred: false, accountNumber: 6610, ...more },
];
const TERMS: LineTerms = {
  baseCurrency: 'EUR',
  controlAccountOf: () => 5710,
  vat: new Map([
    terms('U22', '22'),
    terms('P25', '25', { accountNumber: 6660 }),
    terms('RC25', '25', { accountNumber: 6650, contraAccountNumber: 6660 }),
    terms('OLD', '25', { barred: true }),
    terms('Z', '0'),
  ]),
};

const account = { accountNumber: 1310 };
const customer = { customerNumber: 1 };
const contraAccount = { accountNumber: 1010 };
const aLine = (more: Partial<VoucherLine>): VoucherLine => ({ account, amount: decimal('100'), ...more });
const completed = (more: Partial<VoucherLine>): CompleteLine => {
  const lines = completeLines([aLine(more)], TERMS);
  if (isLeft(lines)) throw new Error(JSON.stringify(lines.left));
  return lines.right[0] as CompleteLine;
};
const refused = (more: Partial<VoucherLine>): unknown => {
  const lines = completeLines([aLine({}), aLine(more)], TERMS);
  return isLeft(lines) ? lines.left : undefined;
};
const broken = (code: string, property: string, is: string) => ({
  kind: 'RuleBroken',
  code,
  property: `lines[1].${property}`,
  is,
});

describe('VAT of a line (D160, facts 5.4)', () => {
  // Recorded at 22 %, in both directions, and what half a cent does.
  const RECORDED = [
    ['150', '22', '27.05'],
    ['610', '22', '110'],
    ['717.65', '22', '129.41'],
    ['1000', '22', '180.33'],
    ['-150', '22', '-27.05'],
    ['0.01', '25', '0'],
    ['0.03', '100', '0.02'],
    ['-0.03', '100', '-0.02'],
    ['9999999999999.99', '25', '2000000000000'],
    ['100', '0', '0'],
  ] as const;

  for (const [gross, rate, vat] of RECORDED) {
    it(`lies inside ${gross} at ${rate} %: ${vat}`, () => {
      expect(vatOf(decimal(gross), terms('X', rate)[1])).to.equal(vat);
    });
  }

  it('is figured upon the amount under reverse charge', () => {
    expect(vatOf(decimal('500'), TERMS.vat.get('rc25') as VatTerms)).to.equal('125');
    expect(vatOf(decimal('-0.02'), TERMS.vat.get('rc25') as VatTerms)).to.equal('-0.01');
  });

  it('never makes net and VAT anything but the gross amount, whatever the amount and the rate', () => {
    const cents = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n });
    const rate = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(cents, rate, (gross, hundredths) => {
        const vat = centsOf(vatOf(amountOf(gross), terms('X', String(hundredths / 100))[1]));
        const net = gross - vat;

        expect(net + vat).to.equal(gross);
        // VAT is the rate's part of the net amount, to half a cent.
        const twiceTheError = 2n * (vat * (10_000n + BigInt(hundredths)) - gross * BigInt(hundredths));
        const bound = 10_000n + BigInt(hundredths);
        expect(twiceTheError <= bound && twiceTheError >= -bound).to.equal(true);
      }),
    );
  });
});

describe('completing the lines of a voucher (§2.8)', () => {
  it('takes the base currency, in which both amounts are the same', () => {
    expect(completed({})).to.deep.equal({
      account,
      amount: '100',
      currency: 'EUR',
      amountInBaseCurrency: '100',
    });
    expect(
      completed({ currency: 'EUR', amountInBaseCurrency: decimal('100'), exchangeRate: decimal('100') }),
    ).to.deep.include({
      amountInBaseCurrency: '100',
    });
    expect(refused({ amountInBaseCurrency: decimal('99.99') })).to.deep.equal(
      broken('E10480', 'amountInBaseCurrency', 'must be 100, the amount: EUR is the base currency'),
    );
    expect(refused({ exchangeRate: decimal('99') })).to.deep.equal(
      broken('E10480', 'exchangeRate', 'must be 100: EUR is the base currency'),
    );
  });

  it('turns a foreign amount by the rate for 100 units (D161), half away from zero', () => {
    const usd = (amount: string, rate: string) =>
      completed({ amount: decimal(amount), currency: 'USD', exchangeRate: decimal(rate) })
        .amountInBaseCurrency;

    expect(usd('100.01', '92.345')).to.equal('92.35');
    expect(usd('-100', '92.345')).to.equal('-92.35');
    expect(usd('1', '50.5')).to.equal('0.51');
    expect(usd('-1', '50.5')).to.equal('-0.51');
  });

  it('takes a base amount alone of an account, and of no customer or supplier: no match could take it', () => {
    const alone = { amount: decimal('0'), currency: 'USD', amountInBaseCurrency: decimal('5') };

    expect(completed(alone)).to.deep.include({ amount: '0', amountInBaseCurrency: '5' });
    for (const party of [{ customer: { customerNumber: 1 } }, { supplier: { supplierNumber: 1 } }]) {
      const ofParty = { account: undefined, ...party };
      expect(refused({ ...alone, ...ofParty })).to.deep.equal(
        broken('E10480', 'amountInBaseCurrency', 'must be 0, as the amount of the customer or supplier is'),
      );
      const nothing = { ...alone, amountInBaseCurrency: decimal('0') };
      expect(completed({ ...nothing, ...ofParty })).to.deep.include({ amountInBaseCurrency: '0' });
    }
  });

  it('takes the base amount of a foreign line as given, where there is no rate', () => {
    expect(completed({ currency: 'USD', amountInBaseCurrency: decimal('91.99') })).to.deep.include({
      amountInBaseCurrency: '91.99',
    });
    expect(refused({ currency: 'USD', amountInBaseCurrency: decimal('-91.99') })).to.deep.equal(
      broken('E10480', 'amountInBaseCurrency', 'must have the sign of amount'),
    );
    expect(refused({ currency: 'USD' })).to.deep.equal({
      kind: 'RuleBroken',
      code: 'E10200',
      property: 'lines[1].exchangeRate',
      is: 'is missing: USD is not the base currency, EUR',
    });
    expect(
      refused({ currency: 'USD', exchangeRate: decimal('92.345'), amountInBaseCurrency: decimal('92.34') }),
    ).to.deep.equal(
      broken('E10480', 'amountInBaseCurrency', 'must be 92.35 at this exchangeRate, for 100 USD'),
    );
    expect(
      refused({ amount: decimal('9999999999999'), currency: 'USD', exchangeRate: decimal('101') }),
    ).to.deep.equal(broken('E10320', 'exchangeRate', 'makes an amount of more than 13 digits'));
  });

  it('calculates VAT that is left out, and writes the code as it is declared', () => {
    expect(completed({ amount: decimal('150'), vatAccount: { vatCode: 'u22' } })).to.deep.include({
      vatAccount: { vatCode: 'U22' },
      vatAmount: '27.05',
      vatAmountInBaseCurrency: '27.05',
    });
  });

  it('calculates the VAT of the contra account with the sign it is booked with', () => {
    const line = completed({ amount: decimal('150'), contraAccount, contraVatAccount: { vatCode: 'U22' } });

    expect(line).to.deep.include({ contraVatAmount: '-27.05', contraVatAmountInBaseCurrency: '-27.05' });
    expect(line).not.to.have.property('vatAmount');
  });

  it('calculates VAT in both currencies of a foreign line', () => {
    const line = completed({
      amount: decimal('150'),
      currency: 'USD',
      exchangeRate: decimal('92.345'),
      vatAccount: { vatCode: 'U22' },
    });

    expect(line).to.deep.include({
      amountInBaseCurrency: '138.52',
      vatAmount: '27.05',
      vatAmountInBaseCurrency: '24.98',
    });
  });

  it('refuses a VAT amount that is wrong by a cent, and says what it must be (E10020)', () => {
    const vatAccount = { vatCode: 'P25' };

    expect(completed({ vatAccount, vatAmount: decimal('20') })).to.deep.include({ vatAmount: '20' });
    expect(refused({ vatAccount, vatAmount: decimal('20.01') })).to.deep.equal({
      kind: 'IncorrectVatAmount',
      property: 'lines[1].vatAmount',
      expected: '20',
      supplied: '20.01',
    });
    expect(
      refused({ contraAccount, contraVatAccount: vatAccount, contraVatAmount: decimal('20') }),
    ).to.deep.equal({
      kind: 'IncorrectVatAmount',
      property: 'lines[1].contraVatAmount',
      expected: '-20',
      supplied: '20',
    });
    expect(refused({ vatAccount, vatAmountInBaseCurrency: decimal('-20') })).to.deep.include({
      property: 'lines[1].vatAmountInBaseCurrency',
      expected: '20',
    });
  });

  it('refuses a VAT code that is barred', () => {
    expect(refused({ vatAccount: { vatCode: 'OLD' } })).to.deep.equal({
      kind: 'VatAccountBarred',
      property: 'lines[1].vatAccount',
      vatCode: 'OLD',
    });
  });

  it('refuses VAT where there is no account that it is for', () => {
    const vatAccount = { vatCode: 'U22' };
    const party = { account: undefined, customer };

    expect(refused({ contraVatAccount: vatAccount })).to.deep.equal(
      broken('E10440', 'contraVatAccount', 'needs a contraAccount'),
    );
    expect(refused({ ...party, vatAccount })).to.deep.equal(
      broken('E10440', 'vatAccount', 'needs an account, or a contraAccount, that it is for'),
    );
    expect(refused({ ...party, vatAccount, contraAccount, contraVatAccount: vatAccount })).to.deep.equal(
      broken('E10440', 'vatAccount', 'is said already by contraVatAccount'),
    );
    expect(refused({ vatAmount: decimal('1') })).to.deep.equal(
      broken('E10440', 'vatAmount', 'needs vatAccount'),
    );
    expect(refused({ contraVatAmountInBaseCurrency: decimal('1') })).to.deep.equal(
      broken('E10440', 'contraVatAmountInBaseCurrency', 'needs contraVatAccount'),
    );
  });
});

describe('booking what was drafted', () => {
  const line = { ...completed({ vatAccount: { vatCode: 'P25' } }), property: '[1].lines[0]' };
  const after = (changed: Partial<VatTerms>) =>
    noVatAccountIsBarred([line], { vat: new Map([terms('P25', '25', changed)]) });

  it('goes by what was drafted, whatever has become of the rate and the accounts', () => {
    expect(line.postsTo?.vat).to.deep.equal({
      accountNumber: 6660,
      contraAccountNumber: undefined,
      ratePercentage: '25',
    });
    expect(after({ ratePercentage: decimal('22'), accountNumber: 6690 })).to.deep.equal(right(undefined));
  });

  it('is refused where the VAT account was barred meanwhile', () => {
    expect(after({ barred: true })).to.deep.equal(
      left({ kind: 'VatAccountBarred', property: '[1].lines[0].vatAccount', vatCode: 'P25' }),
    );
  });
});
