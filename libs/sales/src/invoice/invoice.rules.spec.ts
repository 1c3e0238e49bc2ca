import { expect } from 'chai';
import fc from 'fast-check';
import { amountOf, centsOf, sumOf, type Decimal } from '@kontor/kernel';
import {
  invoiceAmounts,
  lineAmount,
  partsInBaseCurrency,
  priceWithVat,
  vatOfExpense,
  type InvoiceToCompute,
} from './invoice.rules.js';

const d = (text: string): Decimal => text as Decimal;

/** One line under S25, unless the test says otherwise. */
function lineOf(amount: string, more: object = {}) {
  return { amount: d(amount), cost: d('0'), vatCode: 'S25', ratePercentage: d('25'), ...more };
}

function anInvoice(more: Partial<InvoiceToCompute>): InvoiceToCompute {
  return { lines: [], expenses: [], vatIncluded: false, exchangeRate: d('100'), ...more };
}

describe('the amount of an invoice line (D46)', () => {
  for (const [quantity, price, discount, amount] of [
    ['1', '45.5', '7', '42.32'], // facts 5.4: 45.50 × 0.93
    ['2', '79', '0', '158'],
    ['1', '0.005', '0', '0.01'],
    ['-1', '0.005', '0', '-0.01'],
    ['3', '0.115', '0', '0.35'],
    ['1.0000000001', '100', '0', '100'],
    ['7', '19.99', '100', '0'],
    ['0.5', '0.01', '0', '0.01'],
    ['1', '10', '33.3333333333', '6.67'],
  ] as const) {
    it(`of ${quantity} at ${price} less ${discount} % is ${amount}`, () => {
      expect(lineAmount(d(quantity), d(price), d(discount))).to.equal(amount);
    });
  }
});

describe('a net price where an invoice includes VAT (facts 3.12)', () => {
  for (const [net, rate, price] of [
    ['79', '25', '98.75'],
    ['79', '0', '79'],
    ['10.01', '12.5', '11.26'],
    ['0.0125', '25', '0.0156'],
  ] as const) {
    it(`of ${net} is ${price} with ${rate} %`, () => {
      expect(priceWithVat(d(net), d(rate))).to.equal(price);
    });
  }
});

describe('the VAT of an additional expense (D47)', () => {
  for (const [amount, rate, vat] of [
    ['4.5', '25', '1.13'],
    ['-4.5', '25', '-1.13'],
    ['100', '22', '22'],
    ['0.02', '25', '0.01'],
    ['10', '0', '0'],
  ] as const) {
    it(`of ${amount} at ${rate} % is ${vat}`, () => {
      expect(vatOfExpense(d(amount), d(rate))).to.equal(vat);
    });
  }
});

describe('the amounts of an invoice (facts 5.4)', () => {
  it('figure VAT once for each code, on what its lines sum to', () => {
    const { vatAmount, netAmount, grossAmount, vatCodeGroups } = invoiceAmounts(
      anInvoice({ lines: [lineOf('0.02'), lineOf('0.02'), lineOf('0.02')] }),
    );

    // Each line alone would carry 0.01.
    expect({ vatAmount, netAmount, grossAmount }).to.deep.equal({
      vatAmount: '0.02',
      netAmount: '0.06',
      grossAmount: '0.08',
    });
    expect(vatCodeGroups).to.have.length(1);
  });

  for (const [gross, vat] of [
    ['150', '27.05'],
    ['610', '110'],
    ['717.65', '129.41'],
    ['1000', '180.33'],
  ] as const) {
    it(`find ${vat} of VAT at 22 % inside ${gross} where prices include VAT`, () => {
      const found = invoiceAmounts(
        anInvoice({ vatIncluded: true, lines: [lineOf(gross, { ratePercentage: d('22') })] }),
      );

      expect(found.grossAmount).to.equal(gross);
      expect(found.vatAmount).to.equal(vat);
    });
  }

  it('put expenses under their VAT code, with the VAT figured for each', () => {
    const expense = { amount: d('4.5'), vatAmount: d('1.13'), vatCode: 's25', ratePercentage: d('25') };

    const { vatCodeGroups } = invoiceAmounts(anInvoice({ lines: [lineOf('100')], expenses: [expense] }));

    expect(vatCodeGroups).to.deep.equal([
      {
        vatAccount: { vatCode: 'S25' },
        vatRate: '25',
        totalNetAmount: '104.5',
        totalVatAmount: '26.13',
        totalGrossAmount: '130.63',
      },
    ]);
  });

  it('say what is earned, in base currency', () => {
    const { netAmountInBaseCurrency, marginInBaseCurrency, marginPercentage } = invoiceAmounts(
      anInvoice({ exchangeRate: d('745.5'), lines: [lineOf('100', { cost: d('500') })] }),
    );

    expect({ netAmountInBaseCurrency, marginInBaseCurrency, marginPercentage }).to.deep.equal({
      netAmountInBaseCurrency: '745.5',
      marginInBaseCurrency: '245.5',
      marginPercentage: '32.93',
    });
  });
});

const cents = fc.bigInt({ min: -10_000_000n, max: 10_000_000n }).map(amountOf);
const rates = fc.constantFrom('0', '5.5', '12.5', '22', '25').map(d);
const codes = fc.constantFrom(undefined, 'A', 'B', 'C');
const rateOf = new Map<string | undefined, Decimal>([
  [undefined, d('0')],
  ['A', d('25')],
  ['B', d('12.5')],
  ['C', d('22')],
]);
const invoices = fc
  .record({
    lines: fc.array(fc.record({ amount: cents, cost: cents, vatCode: codes }), { maxLength: 12 }),
    expenses: fc.array(fc.record({ amount: cents, vatCode: fc.constantFrom('A', 'B', 'C') }), {
      maxLength: 4,
    }),
    vatIncluded: fc.boolean(),
    exchangeRate: fc.constantFrom('100', '745.5', '13.37', '0.0123').map(d),
  })
  .map(({ lines, expenses, ...rest }): InvoiceToCompute => {
    const rate = (code: string | undefined): Decimal => rateOf.get(code) ?? d('0');
    return {
      ...rest,
      lines: lines.map((line) => ({ ...line, ratePercentage: rate(line.vatCode) })),
      expenses: expenses.map((one) => ({
        ...one,
        ratePercentage: rate(one.vatCode),
        vatAmount: vatOfExpense(one.amount, rate(one.vatCode)),
      })),
    };
  });

describe('every invoice', () => {
  it('has gross = net + VAT, in all, for each VAT code and for each line', () => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        const { lines, vatCodeGroups, netAmount, vatAmount, grossAmount } = invoiceAmounts(invoice);
        const sum = (of: readonly Decimal[]): Decimal => sumOf(of);

        expect(sum([netAmount, vatAmount])).to.equal(grossAmount);
        for (const { totalNetAmount, totalVatAmount, totalGrossAmount } of [...lines, ...vatCodeGroups]) {
          expect(sum([totalNetAmount, totalVatAmount])).to.equal(totalGrossAmount);
        }
        expect(sum(vatCodeGroups.map((group) => group.totalNetAmount))).to.equal(netAmount);
        expect(sum(vatCodeGroups.map((group) => group.totalVatAmount))).to.equal(vatAmount);
      }),
    );
  });

  it('is net what its lines and expenses are net', () => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        const { lines, netAmount } = invoiceAmounts(invoice);

        const parts = [
          ...lines.map((line) => line.totalNetAmount),
          ...invoice.expenses.map(({ amount }) => amount),
        ];
        expect(sumOf(parts)).to.equal(netAmount);
      }),
    );
  });

  it('is computed twice to the same cent', () => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        expect(invoiceAmounts(invoice)).to.deep.equal(invoiceAmounts(invoice));
      }),
    );
  });

  it('has parts that sum up in base currency, each within a cent of its own', () => {
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('745.5', '13.37', '0.0123'),
        (parts, rate) => {
          const inBase = partsInBaseCurrency(parts, d(rate));
          const [whole] = partsInBaseCurrency([sumOf(parts)], d(rate));

          expect(sumOf(inBase)).to.equal(whole);
          for (const [index, part] of parts.entries()) {
            const [alone = d('0')] = partsInBaseCurrency([part], d(rate));
            const difference = centsOf(inBase[index] ?? d('0')) - centsOf(alone);
            expect(difference >= -1n && difference <= 1n).to.equal(true);
          }
        },
      ),
    );
  });

  it('has the rates it was given', () => {
    fc.assert(
      fc.property(rates, (ratePercentage) => {
        const { vatCodeGroups } = invoiceAmounts(anInvoice({ lines: [lineOf('10', { ratePercentage })] }));

        expect(vatCodeGroups[0]?.vatRate).to.equal(ratePercentage);
      }),
    );
  });
});
