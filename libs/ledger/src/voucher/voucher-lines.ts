import { breathe, itemOf, merge, type AnyValue, type Members } from '@kontor/kernel';
import type { BookedDocuments, BookedEntry } from '../books/booked-document.port.js';
import type { LineWithParty } from '../posting/party.rules.js';
import { Voucher, type VoucherLine } from './voucher.resource.js';

/**
 * §2.8: each line says as well whether it is booked, which it is with its voucher, and where the file behind
 * it is.
 */
export function withLinesBooked(voucher: Voucher): Voucher {
  const { booked, lines, attachment: document } = voucher;
  const shown = document === undefined ? { booked } : { booked, document };
  return { ...voucher, lines: lines.map((line) => merge(line, shown)) };
}

/** Of the entries of some vouchers, so many are read at once. */
const ENTRIES_AT_ONCE = 2_000;
/** An entry with its text, about, as it is kept. */
const ENTRY_BYTES = 200;

/** How many entries its lines are; none where it keeps lines of its own. */
function entriesIn({ firstEntryNumber, lastEntryNumber }: Voucher): number {
  return firstEntryNumber === undefined ? 0 : (lastEntryNumber ?? firstEntryNumber) - firstEntryNumber + 1;
}

/**
 * The same wherever a voucher is answered; the lines of the voucher of an invoice are its entries, as are
 * those of a reversal, an accrual or a voucher that came in.
 */
export function voucherLines(documents: Pick<BookedDocuments, 'entriesOfVouchers'>): Members {
  return {
    properties: [],
    areAnswered: true,
    weigh: (items) =>
      ENTRY_BYTES * items.reduce((sum: number, item) => sum + entriesIn(itemOf(Voucher, item)), 0),
    add: async (items): Promise<readonly AnyValue[]> => {
      const vouchers = items.map((item) => itemOf(Voucher, item));
      const whole: AnyValue[] = [];
      for (const some of fewEntriesEach(vouchers)) {
        const ofEntries = some.filter((voucher) => entriesIn(voucher) > 0);
        const entries =
          ofEntries.length === 0
            ? undefined
            : await documents.entriesOfVouchers(ofEntries.map(({ voucherId }) => voucherId));
        for (const voucher of some) {
          const booked = entries?.get(voucher.voucherId);
          whole.push(
            withLinesBooked(booked === undefined ? voucher : { ...voucher, lines: booked.map(lineOf) }),
          );
          const pause = breathe();
          if (pause !== undefined) await pause;
        }
      }
      return whole;
    },
  };
}

/** The vouchers in their order, so that the entries of some that are asked for together are few. */
function fewEntriesEach(vouchers: readonly Voucher[]): readonly (readonly Voucher[])[] {
  const parts: Voucher[][] = [];
  let entries = 0;
  for (const voucher of vouchers) {
    const part = parts.at(-1);
    entries += entriesIn(voucher);
    if (part !== undefined && entries <= ENTRIES_AT_ONCE) part.push(voucher);
    else {
      parts.push([voucher]);
      entries = entriesIn(voucher);
    }
  }
  return parts;
}

/** A line's text is one of at most 250 characters, an entry's of 255 (§8). */
const TEXT_MAX = 250;

function partyOfEntry({
  accountNumber,
  customerNumber,
  supplierNumber,
}: Pick<BookedEntry, 'accountNumber' | 'customerNumber' | 'supplierNumber'>): LineWithParty {
  if (customerNumber !== undefined) return { customer: { customerNumber } };
  return supplierNumber === undefined ? { account: { accountNumber } } : { supplier: { supplierNumber } };
}

function lineOf(entry: BookedEntry): VoucherLine {
  const {
    accountNumber,
    customerNumber,
    supplierNumber,
    departmentNumber,
    departmentalDistributionNumber,
    vatCode,
    text,
  } = entry;
  const { amount, amountInBaseCurrency, currency, entryNumber } = entry;
  return merge(partyOfEntry({ accountNumber, customerNumber, supplierNumber }), {
    amount,
    currency,
    amountInBaseCurrency,
    text: text === undefined || text.length <= TEXT_MAX ? text : [...text].slice(0, TEXT_MAX).join(''),
    vatAccount: vatCode === undefined ? undefined : { vatCode },
    department: departmentNumber === undefined ? undefined : { departmentNumber },
    departmentalDistribution:
      departmentalDistributionNumber === undefined ? undefined : { departmentalDistributionNumber },
    entryNumber,
  });
}
