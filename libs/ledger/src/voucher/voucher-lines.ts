import { itemOf, merge, type AnyValue, type Members } from '@kontor/kernel';
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

/** The same wherever a voucher is answered; the lines of the voucher of an invoice are its entries. */
export function voucherLines(documents: Pick<BookedDocuments, 'entriesOfVouchers'>): Members {
  return {
    properties: [],
    areAnswered: true,
    add: async (items): Promise<readonly AnyValue[]> => {
      const vouchers = items.map((item) => itemOf(Voucher, item));
      const ofInvoices = vouchers.filter(({ firstEntryNumber }) => firstEntryNumber !== undefined);
      const entries =
        ofInvoices.length === 0
          ? undefined
          : await documents.entriesOfVouchers(ofInvoices.map(({ voucherId }) => voucherId));
      return vouchers.map((voucher) => {
        const booked = entries?.get(voucher.voucherId);
        return withLinesBooked(booked === undefined ? voucher : { ...voucher, lines: booked.map(lineOf) });
      });
    },
  };
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
  return {
    ...partyOfEntry({ accountNumber, customerNumber, supplierNumber }),
    amount,
    currency,
    amountInBaseCurrency,
    text: text === undefined ? undefined : [...text].slice(0, TEXT_MAX).join(''),
    vatAccount: vatCode === undefined ? undefined : { vatCode },
    department: departmentNumber === undefined ? undefined : { departmentNumber },
    departmentalDistribution:
      departmentalDistributionNumber === undefined ? undefined : { departmentalDistributionNumber },
    entryNumber,
  };
}
