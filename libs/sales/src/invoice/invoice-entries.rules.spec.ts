import { expect } from 'chai';
import fc from 'fast-check';
import { amountOf, sumOf, type Decimal, type FullDate } from '@kontor/kernel';
import type { DraftInvoice } from './draft-invoice.resource.js';
import { entriesOfInvoice } from './invoice-entries.rules.js';
import { grossInBase, invoiceAmounts, vatOfExpense } from './invoice.rules.js';

const d = (text: string): Decimal => text as Decimal;
const RATES = new Map([
  ['S25', d('25')],
  ['S12', d('12.5')],
]);
const rateOf = (code: string): Decimal => RATES.get(code) ?? d('0');

type Making = {
  readonly lines: readonly { readonly amount: Decimal; readonly code: string }[];
  readonly expenses?: readonly { readonly amount: Decimal; readonly code: string }[];
  readonly vatIncluded?: boolean;
  readonly exchangeRate?: Decimal;
};

/** A draft with nothing in it but what its entries are made of. */
function aDraft({
  lines,
  expenses = [],
  vatIncluded = false,
  exchangeRate = d('100'),
}: Making): DraftInvoice {
  const computed = expenses.map(({ amount, code }) => ({
    amount,
    vatCode: code,
    ratePercentage: rateOf(code),
    vatAmount: vatOfExpense(amount, rateOf(code)),
  }));
  const { lines: amounts, ...totals } = invoiceAmounts({
    lines: lines.map(({ amount, code }) => ({
      amount,
      cost: d('0'),
      vatCode: code,
      ratePercentage: rateOf(code),
    })),
    expenses: computed,
    vatIncluded,
    exchangeRate,
  });
  const draft = {
    customer: { customerNumber: 7 },
    date: '2026-11-20' as FullDate,
    recipient: { name: 'Ølhuset' },
    exchangeRate,
    lines: amounts.map((line, index) => ({
      ...line,
      vatInfo: { vatAccount: { vatCode: lines[index]?.code } },
    })),
    additionalExpenseLines: computed.map(({ amount, vatCode }) => ({
      amount,
      additionalExpense: { additionalExpenseNumber: 1 },
      vatAccount: { vatCode },
    })),
    ...totals,
  };
  return draft as unknown as DraftInvoice;
}

function entriesOf(draft: DraftInvoice) {
  return entriesOfInvoice(draft, {
    control: 5710,
    ofLines: draft.lines.map(() => 1010),
    ofExpenses: draft.additionalExpenseLines.map(() => ({ accountNumber: 1140, name: 'Freight' })),
    ofVat: draft.vatCodeGroups.map(() => 6610),
  });
}

describe('the entries of an invoice (D52)', () => {
  it('are the gross amount on the control account, and net amounts and VAT on the other side', () => {
    const draft = aDraft({
      lines: [{ amount: d('100'), code: 'S25' }],
      expenses: [{ amount: d('4.5'), code: 'S12' }],
    });

    expect(
      entriesOf(draft).map(({ accountNumber, amount, isSystemMade }) => [
        accountNumber,
        amount,
        isSystemMade,
      ]),
    ).to.deep.equal([
      [5710, '130.06', true],
      [1010, '-100', true],
      [1140, '-4.5', true],
      [6610, '-25', true],
      [6610, '-0.56', true],
    ]);
  });

  it('name the customer on the control account alone, and the VAT code on what VAT was charged on and on the VAT', () => {
    const [control, sales, vat] = entriesOf(aDraft({ lines: [{ amount: d('100'), code: 'S25' }] }));

    expect([control?.customerNumber, sales?.customerNumber, vat?.customerNumber]).to.deep.equal([
      7,
      undefined,
      undefined,
    ]);
    expect([control?.vatCode, sales?.vatCode, vat?.vatCode]).to.deep.equal([undefined, 'S25', 'S25']);
  });

  it('leave out what comes to nothing, and lines of text', () => {
    const draft = aDraft({
      lines: [
        { amount: d('0'), code: 'S25' },
        { amount: d('100'), code: 'S0' },
        { amount: d('8'), code: 'S25' },
      ],
      expenses: [{ amount: d('0'), code: 'S12' }],
    });
    const accounts = {
      control: 5710,
      ofLines: [1010, 1020, undefined],
      ofExpenses: [{ accountNumber: 1140, name: 'Freight' }],
      ofVat: draft.vatCodeGroups.map(({ totalVatAmount }) => (totalVatAmount === '0' ? 6610 : undefined)),
    };

    expect(entriesOfInvoice(draft, accounts).map((one) => [one.accountNumber, one.amount])).to.deep.equal([
      [5710, draft.grossAmount],
      [1020, '-100'],
    ]);
  });

  it('say of what they are: heading or recipient, description, expense, VAT', () => {
    const draft = aDraft({
      lines: [{ amount: d('100'), code: 'S25' }],
      expenses: [{ amount: d('4'), code: 'S12' }],
    });
    const described = {
      ...draft,
      lines: draft.lines.map((line) => ({ ...line, description: 'æ'.repeat(255) })),
    } as DraftInvoice;
    const headed = {
      ...described,
      notes: { heading: '🍺'.repeat(200) },
      lines: draft.lines.map((line) => ({ ...line, description: 'b'.repeat(256) })),
    } as DraftInvoice;

    expect(entriesOf(described).map(({ text }) => text)).to.deep.equal([
      'Ølhuset',
      'æ'.repeat(255),
      'Freight',
      'VAT S25',
      'VAT S12',
    ]);
    // 255 characters as people count them.
    expect(entriesOf(headed)[0]?.text).to.equal('🍺'.repeat(200));
    expect(entriesOf(headed)[1]?.text).to.equal('b'.repeat(255));
  });

  it('carry code and rate where VAT is of something, and neither where it is of nothing', () => {
    const draft = aDraft({
      lines: [{ amount: d('100'), code: 'S25' }],
      expenses: [{ amount: d('4'), code: 'S12' }],
    });
    const without = {
      ...draft,
      lines: draft.lines.map(({ vatInfo: _, ...line }) => line),
      additionalExpenseLines: draft.additionalExpenseLines.map(({ vatAccount: _, ...line }) => line),
      vatCodeGroups: draft.vatCodeGroups.map(({ vatAccount: _, ...group }) => group),
    } as unknown as DraftInvoice;
    const vatOf = (of: DraftInvoice) =>
      entriesOf(of).map(({ vatCode, vatPart, vatRate }) => [vatCode, vatPart, vatRate]);

    expect(vatOf(draft)).to.deep.equal([
      [undefined, undefined, undefined],
      ['S25', 'base', undefined],
      ['S12', 'base', '12.5'],
      ['S25', 'vat', '25'],
      ['S12', 'vat', '12.5'],
    ]);
    expect(
      vatOf(without)
        .flat()
        .filter((one) => one !== undefined),
    ).to.deep.equal([]);
    expect(entriesOf(without).map(({ text }) => text)).to.deep.equal([
      'Ølhuset',
      undefined,
      'Freight',
      undefined,
      undefined,
    ]);
  });

  const cents = fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).map(amountOf);
  const parts = fc.array(fc.record({ amount: cents, code: fc.constantFrom('S25', 'S12', 'S0') }), {
    minLength: 1,
    maxLength: 10,
  });

  it('sum to zero in both currencies, and the control account takes what the customer owes', () => {
    fc.assert(
      fc.property(
        parts,
        parts,
        fc.boolean(),
        fc.constantFrom('100', '745.5', '91.37', '0.0123'),
        (lines, expenses, vatIncluded, rate) => {
          const draft = aDraft({ lines, expenses, vatIncluded, exchangeRate: d(rate) });

          const entries = entriesOf(draft);

          expect(sumOf(entries.map(({ amount }) => amount))).to.equal('0');
          expect(sumOf(entries.map(({ amountInBaseCurrency }) => amountInBaseCurrency))).to.equal('0');
          expect(entries[0]).to.include({
            amount: draft.grossAmount,
            amountInBaseCurrency: grossInBase(draft),
          });
        },
      ),
    );
  });
});
