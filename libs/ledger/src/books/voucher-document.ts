import {
  defined,
  writtenDate,
  type Decimal,
  type FullDate,
  negated,
  writtenNumber,
  type DocumentLanguage,
  sumOf,
  writtenDecimal,
  ZERO,
} from '@kontor/kernel';
import { SERIES } from '../number-series/number-series.data.js';
import type { EntryType } from '../posting/posting.js';
import type { JournalEntry } from './journal.port.js';
import { VOUCHER_WORDS, type VoucherWords } from './voucher-words.data.js';

/** A booked voucher as it is printed: what is written, where is the printer's business. */
export type VoucherDocument = {
  readonly words: VoucherWords;
  readonly title: string;
  readonly number: string;
  /** Whose books these are, and the language in which that company reads. */
  readonly issuer: { readonly name: string; readonly language: DocumentLanguage };
  readonly date: FullDate;
  /** The date as it is written. */
  readonly day: string;
  /** ISO 4217: of the amounts. */
  readonly currency: string;
  /** Every entry: on which account, and its amount on one side. */
  readonly lines: readonly VoucherDocumentLine[];
  readonly totals: { readonly debit: string; readonly credit: string };
};

/** A line as it is printed: every amount written in the language of the document. */
export type VoucherDocumentLine = {
  readonly account: string;
  readonly text: string;
  readonly debit?: string;
  readonly credit?: string;
  /** The sums of the lines up to this one and with it. */
  readonly carried?: { readonly debit: string; readonly credit: string };
};

/** What a document is written of (`voucherDocumentOf`): plain data, so that it can be sent to a thread. */
export type VoucherToPrint = Pick<VoucherDocument, 'number' | 'issuer' | 'date' | 'currency'> & {
  readonly entryType: EntryType;
  /** What was posted before series were kept with entries has none. */
  readonly numberSeriesNumber?: number | undefined;
  readonly entries: readonly JournalEntry[];
};

/** What writes and prints vouchers, apart from where requests are answered. Answered by the composition. */
export type VoucherPrinter = { voucher(document: VoucherToPrint): Promise<Uint8Array> };

/**
 * What is written on a voucher, in the language of whose books these are: its entries in base currency,
 * debit on the left and credit on the right (D159).
 */
export function voucherDocumentOf(
  entries: readonly JournalEntry[],
  { entryType, numberSeriesNumber, ...head }: Omit<VoucherToPrint, 'entries'>,
): VoucherDocument {
  const { language } = head.issuer;
  const words = VOUCHER_WORDS[language];
  const written = (amount: Decimal): string => writtenNumber(language, writtenDecimal(amount));
  const amounts = entries.map(({ amountInBaseCurrency }) => amountInBaseCurrency);
  let [debit, credit] = [ZERO, ZERO];
  const carried = amounts.map((amount) => {
    if (isCredit(amount)) credit = sumOf([credit, negated(amount)]);
    else debit = sumOf([debit, amount]);
    return { debit: written(debit), credit: written(credit) };
  });
  return {
    ...head,
    words,
    day: writtenDate(language, head.date),
    title: titleOf(words, entryType, numberSeriesNumber),
    lines: entries.map((entry, index) => ({
      ...lineOf(entry, head.currency, written),
      carried: defined(carried[index]),
    })),
    totals: { debit: written(debit), credit: written(credit) },
  };
}

const OF_SERIES = ['creditNote', 'matching', 'vatSettlement', 'accruals'] as const;

function titleOf(
  { titles, titlesOfSeries }: VoucherWords,
  entryType: EntryType,
  numberSeriesNumber: number | undefined,
): string {
  const own = OF_SERIES.find((series) => SERIES[series] === numberSeriesNumber);
  return own === undefined ? titles[entryType] : titlesOfSeries[own];
}

function lineOf(
  entry: JournalEntry,
  baseCurrency: string,
  written: (amount: Decimal) => string,
): VoucherDocumentLine {
  const { accountNumber, accountName, amount, amountInBaseCurrency, currency, text = '' } = entry;
  const foreign = currency === baseCurrency ? '' : `${currency} ${written(amount)}`;
  return {
    account: `${accountNumber}  ${accountName}`,
    text: [text, foreign].filter((part) => part !== '').join('  ·  '),
    ...(isCredit(amountInBaseCurrency)
      ? { credit: written(negated(amountInBaseCurrency)) }
      : { debit: written(amountInBaseCurrency) }),
  };
}

function isCredit(amount: Decimal): boolean {
  return amount.startsWith('-');
}
