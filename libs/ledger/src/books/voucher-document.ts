import { negated, sumOf, writtenDecimal, type Decimal, type FullDate } from '@kontor/kernel';
import type { EntryType } from '../posting/posting.js';
import type { JournalEntry } from './journal.port.js';

/** A booked voucher as it stands on paper: what is written, where is the printer's business. */
export type VoucherDocument = {
  readonly title: string;
  readonly number: string;
  /** Whose books these are. */
  readonly issuer: { readonly name: string };
  readonly date: FullDate;
  /** ISO 4217: of the amounts. */
  readonly currency: string;
  /** Every entry: on which account, and its amount on one side. */
  readonly lines: readonly VoucherDocumentLine[];
  readonly totals: { readonly debit: string; readonly credit: string };
};

export type VoucherDocumentLine = {
  readonly account: string;
  readonly text: string;
  readonly debit?: string;
  readonly credit?: string;
  /** The sums of the lines up to this one and with it. */
  readonly carried?: { readonly debit: string; readonly credit: string };
};

/** What prints vouchers. Answered by the composition. */
export type VoucherPrinter = { voucher(document: VoucherDocument): Promise<Uint8Array> };

const TITLES: Readonly<Record<EntryType, string>> = {
  customerInvoice: 'Customer invoice',
  customerPayment: 'Customer payment',
  supplierInvoice: 'Supplier invoice',
  supplierPayment: 'Supplier payment',
  financeVoucher: 'Finance voucher',
  reminder: 'Reminder',
  openingEntry: 'Opening balance',
  transferredOpeningEntry: 'Balances carried forward',
  systemEntry: 'Closing entries',
  manualDebtorInvoice: 'Manual debtor invoice',
};

/**
 * What is written on a voucher: its entries in base currency, debit on the
 * left and credit on the right (D159).
 */
export function voucherDocumentOf(
  entries: readonly JournalEntry[],
  {
    entryType,
    ...head
  }: Pick<VoucherDocument, 'number' | 'issuer' | 'date' | 'currency'> & {
    readonly entryType: EntryType;
  },
): VoucherDocument {
  const amounts = entries.map(({ amountInBaseCurrency }) => amountInBaseCurrency);
  let [debit, credit] = ['0' as Decimal, '0' as Decimal];
  const carried = amounts.map((amount) => {
    if (isCredit(amount)) credit = sumOf([credit, negated(amount)]);
    else debit = sumOf([debit, amount]);
    return { debit: writtenDecimal(debit), credit: writtenDecimal(credit) };
  });
  return {
    ...head,
    title: TITLES[entryType],
    lines: entries.map((entry, index) => ({
      ...lineOf(entry, head.currency),
      carried: carried[index] as NonNullable<VoucherDocumentLine['carried']>,
    })),
    totals: { debit: writtenDecimal(debit), credit: writtenDecimal(credit) },
  };
}

function lineOf(entry: JournalEntry, baseCurrency: string): VoucherDocumentLine {
  const { accountNumber, accountName, amount, amountInBaseCurrency, currency, text = '' } = entry;
  const foreign = currency === baseCurrency ? '' : `${currency} ${writtenDecimal(amount)}`;
  return {
    account: `${accountNumber}  ${accountName}`,
    text: [text, foreign].filter((part) => part !== '').join('  ·  '),
    ...(isCredit(amountInBaseCurrency)
      ? { credit: writtenDecimal(negated(amountInBaseCurrency)) }
      : { debit: writtenDecimal(amountInBaseCurrency) }),
  };
}

function isCredit(amount: Decimal): boolean {
  return amount.startsWith('-');
}
