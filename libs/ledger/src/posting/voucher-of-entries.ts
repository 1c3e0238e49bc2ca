import type { FullDate } from '@kontor/kernel';
import { NUMBER_SERIES, type NumberSeriesRow } from '../number-series/number-series.data.js';
import { leftOfPosts } from '../open-post/left-of-posts.js';
import type { Voucher } from '../voucher/voucher.resource.js';
import type { EntryToPost, PostedEntry, Posting } from './posting.js';

/** A document with its entries, posted already or still to be. */
type DocumentOfEntries = Pick<
  Posting,
  'date' | 'voucherId' | 'voucherNumber' | 'numberSeriesNumber' | 'settlesPosts'
> & { readonly entries: readonly (EntryToPost | PostedEntry)[] };

/**
 * The voucher of what the service posts of itself, of an invoice too (facts 3.12): its lines are its entries,
 * so it refers to nothing itself. What is left of it is what its customers and suppliers owe by it.
 */
export function voucherOfEntries(
  { voucherId, voucherNumber, numberSeriesNumber: series, date, entries, settlesPosts }: DocumentOfEntries,
  {
    dueDate,
    vatDate,
  }: { readonly dueDate?: FullDate | undefined; readonly vatDate?: FullDate | undefined } = {},
): Voucher {
  const { numberSeriesNumber, prefix, entryType } = seriesOf(series);
  const owed = entries.filter(
    ({ customerNumber, supplierNumber }) =>
      settlesPosts !== true && (customerNumber !== undefined || supplierNumber !== undefined),
  );
  const { remainder, remainderInBaseCurrency } = leftOfPosts(
    owed.map(({ currency, amount, amountInBaseCurrency }) => ({
      currency,
      remainder: amount,
      remainderInBaseCurrency: amountInBaseCurrency,
    })),
  );
  return {
    voucherId,
    voucherType: entries[0]?.entryType ?? entryType,
    voucherNumber: { displayVoucherNumber: `${prefix}${voucherNumber}`, prefix, voucherNumber },
    numberSeries: { numberSeriesNumber },
    date,
    dueDate,
    vatDate,
    booked: true,
    remainder,
    remainderInDefaultCurrency: remainderInBaseCurrency,
    lines: [],
    firstEntryNumber: entries[0]?.entryNumber,
    lastEntryNumber: entries.at(-1)?.entryNumber,
  };
}

/** The series of a document that the service numbers. Throws for one that is none of ours. */
export function seriesOf(numberSeriesNumber: number | undefined): NumberSeriesRow {
  const found = NUMBER_SERIES.find((one) => one.numberSeriesNumber === numberSeriesNumber);
  if (found === undefined) throw new Error(`there is no series ${String(numberSeriesNumber)}`);
  return found;
}
