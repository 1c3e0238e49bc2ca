import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existing } from '@kontor/kernel';
import { Entry, type Entry as BookedEntry } from '../accounting-year/entry.resource.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { NUMBER_SERIES, SERIES } from '../number-series/number-series.data.js';
import { Voucher } from '../voucher/voucher.resource.js';

/** Which entry the voucher is asked for by. */
export type PrintVoucher = { readonly year: string; readonly entryNumber: number };

/** A printed document, and the name of its file. */
export type PrintedVoucher = { readonly name: string; readonly bytes: Uint8Array };

/** §2.7: the voucher that an entry belongs to, in print: every entry that was booked with it. */
export const printVoucher =
  (ledger: LedgerRepositories) =>
  ({ year, entryNumber }: PrintVoucher): TaskEither<LedgerFailure, PrintedVoucher> =>
  async () => {
    const found = await existing(ledger.resources, Entry, entryNumber, year)();
    if (isLeft(found)) return found;
    const { value: entry } = found.right;
    const { date, entryType, voucherId, numberSeries } = entry;
    const [entries, number, issuer, currency] = await Promise.all([
      ledger.bookedDocuments.entriesOf({ year, date, voucherId }),
      numberOf(ledger, entry),
      ledger.issuer(),
      ledger.baseCurrency(),
    ]);
    const bytes = await ledger.printer.voucher({
      entries,
      number,
      issuer,
      date,
      currency,
      entryType,
      numberSeriesNumber: numberSeries?.numberSeriesNumber,
    });
    return right({ name: `${number}.pdf`, bytes });
  };

/** Prefix and number, as the voucher shows them. */
async function numberOf({ resources }: LedgerRepositories, entry: BookedEntry): Promise<string> {
  const { entryType, voucherId, voucherNumber } = entry;
  const written = await resources.of(Voucher).find(voucherId);
  if (written !== undefined) return written.value.voucherNumber.displayVoucherNumber;
  const series = NUMBER_SERIES.find(({ numberSeriesNumber, ...series }) => {
    if (entryType === 'customerInvoice') return numberSeriesNumber === SERIES.salesInvoice;
    if (entryType === 'transferredOpeningEntry') return numberSeriesNumber === SERIES.closing;
    return series.entryType === entryType;
  });
  return `${series?.prefix ?? ''}${voucherNumber}`;
}
