import { defined, amountOf, centsOf, type Decimal, merge, negated, ZERO } from '@kontor/kernel';
import type { DraftInvoice } from './draft-invoice.resource.js';
import { partsInBaseCurrency } from './invoice.rules.js';
import type { EntryToBook } from './invoicing.port.js';

/** The accounts an invoice is booked on, in the order of what stands on them. */
export type InvoiceAccounts = {
  /** The control account of the customer's group. */
  readonly control: number;
  readonly ofLines: readonly (number | undefined)[];
  readonly ofExpenses: readonly { readonly accountNumber: number; readonly name: string }[];
  /** Of the VAT codes in `vatCodeGroups`. */
  readonly ofVat: readonly (number | undefined)[];
};

const TEXT_MAX = 255;
type Part = Omit<EntryToBook, 'amount' | 'amountInBaseCurrency'> & { readonly amount: Decimal };

/**
 * D52: the customer's control account takes the gross amount, each line's sales account its net amount, each
 * expense's account its amount, each VAT account the VAT of its code. Debit is positive, so an invoice
 * credits sales; a credit note debits them. Nobody writes a line on an account here, so none of them is
 * stopped by `blockDirectEntries` (amendments of November 2026, booking).
 */
export function entriesOfInvoice(
  invoice: Omit<DraftInvoice, 'id'>,
  accounts: InvoiceAccounts,
): readonly EntryToBook[] {
  const parts = [
    ...partsOfLines(invoice, accounts),
    ...partsOfExpenses(invoice, accounts),
    ...partsOfVat(invoice, accounts),
  ];
  const inBase = partsInBaseCurrency(
    parts.map(({ amount }) => amount),
    invoice.exchangeRate,
  );
  const total = amountOf(inBase.reduce((sum, one) => sum + centsOf(one), 0n));
  const { customerNumber } = invoice.customer;
  const control: EntryToBook = {
    accountNumber: accounts.control,
    amount: invoice.grossAmount,
    amountInBaseCurrency: total,
    text: textOf(invoice.notes?.heading ?? invoice.recipient.name),
    customerNumber,
    dueDate: invoice.dueDate,
    isSystemMade: true,
    property: 'customer',
  };
  const others = parts.map((part, index): EntryToBook => {
    const base = defined(inBase[index]);
    return merge(part, { amount: negated(part.amount), amountInBaseCurrency: negated(base) });
  });
  return [control, ...others];
}

function partsOfLines({ lines }: Pick<DraftInvoice, 'lines'>, { ofLines }: InvoiceAccounts): readonly Part[] {
  return lines.flatMap((line, index): readonly Part[] => {
    const accountNumber = ofLines[index];
    if (accountNumber === undefined || line.totalNetAmount === ZERO) return [];
    return [
      {
        accountNumber,
        amount: line.totalNetAmount,
        text: textOf(line.description),
        vatCode: line.vatInfo?.vatAccount.vatCode,
        vatPart: line.vatInfo && 'base',
        vatRate: line.vatInfo?.vatRate,
        departmentNumber: line.department?.departmentNumber,
        departmentalDistributionNumber: line.departmentalDistribution?.departmentalDistributionNumber,
        isOfLine: true,
        isSystemMade: true,
        property: `lines[${index}].product`,
      },
    ];
  });
}

function partsOfExpenses(
  { additionalExpenseLines, vatCodeGroups }: Pick<DraftInvoice, 'additionalExpenseLines' | 'vatCodeGroups'>,
  { ofExpenses }: InvoiceAccounts,
): readonly Part[] {
  return additionalExpenseLines.flatMap((line, index): readonly Part[] =>
    line.amount === ZERO
      ? []
      : [
          {
            accountNumber: defined(ofExpenses[index]).accountNumber,
            amount: line.amount,
            text: textOf(ofExpenses[index]?.name),
            ...baseOf(line.vatAccount, rateIn(vatCodeGroups, line.vatAccount)),
            isSystemMade: true,
            property: `additionalExpenseLines[${index}].additionalExpense`,
          },
        ],
  );
}

function partsOfVat(
  { vatCodeGroups }: Pick<DraftInvoice, 'vatCodeGroups'>,
  { ofVat }: InvoiceAccounts,
): readonly Part[] {
  return vatCodeGroups.flatMap(({ totalVatAmount, vatAccount, vatRate }, index): readonly Part[] => {
    const accountNumber = ofVat[index];
    if (accountNumber === undefined || totalVatAmount === ZERO) return [];
    return [
      {
        accountNumber,
        amount: totalVatAmount,
        text: vatAccount && `VAT ${vatAccount.vatCode}`,
        ...(vatAccount && { vatCode: vatAccount.vatCode, vatPart: 'vat' as const, vatRate }),
        isSystemMade: true,
        property: `vatCodeGroups[${index}].vatAccount`,
      },
    ];
  });
}

/** What VAT is of carries its code, and the rate. */
function baseOf(
  vatAccount: { readonly vatCode: string } | undefined,
  vatRate: Decimal | undefined,
): Pick<EntryToBook, 'vatCode' | 'vatPart' | 'vatRate'> {
  return vatAccount === undefined ? {} : { vatCode: vatAccount.vatCode, vatPart: 'base', vatRate };
}

/** At which rate the document charges by a code. */
function rateIn(
  groups: DraftInvoice['vatCodeGroups'],
  vatAccount: { readonly vatCode: string } | undefined,
): Decimal | undefined {
  return groups.find((one) => one.vatAccount?.vatCode === vatAccount?.vatCode)?.vatRate;
}

/** An entry's text is one of at most 255 characters (§8). */
function textOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= TEXT_MAX) return text;
  return [...text].slice(0, TEXT_MAX).join('');
}
