import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { folded, sumOf, type Decimal } from '@kontor/kernel';
import {
  Account,
  NUMBER_SERIES,
  postNext,
  SERIES,
  VatAccount,
  Voucher,
  type PostingToWrite,
} from '@kontor/ledger';
import type {
  Bookkeeping,
  BookedVoucher,
  BookingRefusal,
  DocumentToBook,
  InvoiceVatTerms,
} from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';

const SERIES_OF_INVOICES = NUMBER_SERIES[SERIES.salesInvoice - 1] as (typeof NUMBER_SERIES)[number];
const INTERNATIONAL_AND_REVERSE_CHARGE = 3;

/** What sales asks of the ledger, answered by its posting in the same unit of work. */
export function bookkeepingOver(books: SqlBooks): Bookkeeping {
  return {
    salesInvoiceSeries: SERIES.salesInvoice,
    baseCurrency: () => books.ledger.baseCurrency(),
    vatCodesOf: async (accountNumbers) => {
      const found = await books.findAll(Account, accountNumbers);
      const codes = found.flatMap(({ accountNumber, vatAccount }) =>
        vatAccount === undefined ? [] : [[accountNumber, vatAccount.vatCode] as const],
      );
      return new Map(codes);
    },
    vatTermsOf: async (vatCodes) => {
      const found = await books.findAll(VatAccount, vatCodes);
      const terms = found.map(vatTerms);
      return new Map(terms.map((one) => [folded(one.vatCode), one]));
    },
    book: (document) => book(books, document),
  };
}

/** Who sells under reverse charge charges no VAT: the buyer owes it. */
function vatTerms({ vatCode, ratePercentage, barred, account, vatType }: VatAccount): InvoiceVatTerms {
  const isCharged = vatType.vatTypeNumber !== INTERNATIONAL_AND_REVERSE_CHARGE;
  return {
    vatCode,
    ratePercentage: isCharged ? ratePercentage : ('0' as Decimal),
    barred,
    accountNumber: account.accountNumber,
  };
}

function book(books: SqlBooks, document: DocumentToBook): TaskEither<BookingRefusal, BookedVoucher> {
  const { date, currency, ownSeries } = document;
  const own = { series: ownSeries, count: 1, gapless: true };
  const entries = document.entries.map((entry) => ({
    ...entry,
    currency,
    entryType: 'customerInvoice' as const,
  }));
  return pipe(
    postNext(books.ledger)(SERIES.salesInvoice, { date, entries }, [own]),
    TE.tap(({ document: posted }) => voucherOf(books, document, posted)),
    TE.map(({ document: { voucherId, voucherNumber }, also }) => ({
      ownNumber: also[0]?.first as number,
      voucherId,
      voucherNumber,
      prefix: SERIES_OF_INVOICES.prefix,
    })),
  );
}

/**
 * Facts 3.12: an invoice has a voucher among the vouchers. Its lines are its
 * entries, so it refers to nothing itself.
 */
function voucherOf(
  books: SqlBooks,
  { date, dueDate, vatDate, entries }: DocumentToBook,
  { voucherId, voucherNumber, entries: posted }: PostingToWrite,
): TaskEither<BookingRefusal, unknown> {
  const { numberSeriesNumber, prefix } = SERIES_OF_INVOICES;
  const owed = entries.filter(({ customerNumber }) => customerNumber !== undefined);
  const stored = books.of(Voucher).create({
    voucherId,
    voucherType: 'customerInvoice',
    voucherNumber: { displayVoucherNumber: `${prefix}${voucherNumber}`, prefix, voucherNumber },
    numberSeries: { numberSeriesNumber },
    date,
    dueDate,
    vatDate,
    booked: true,
    remainder: sumOf(owed.map(({ amount }) => amount)),
    remainderInDefaultCurrency: sumOf(owed.map(({ amountInBaseCurrency }) => amountInBaseCurrency)),
    lines: [],
    firstEntryNumber: posted[0]?.entryNumber,
    lastEntryNumber: posted.at(-1)?.entryNumber,
  });
  return pipe(
    stored,
    TE.mapLeft((failure) => {
      throw new Error(`the voucher ${voucherId} of an invoice was not kept: ${failure.kind}`);
    }),
  );
}
