import { isRight } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { defined, folded, merge, ZERO } from '@kontor/kernel';
import {
  Account,
  Currency,
  matchVouchers,
  mayBePosted,
  postNext,
  SERIES,
  seriesOf,
  VatAccount,
  Voucher,
  voucherOfEntries,
  type PostingToWrite,
  type UnnumberedPosting,
} from '@kontor/ledger';
import type {
  Bookkeeping,
  BookedVoucher,
  BookingRefusal,
  DocumentToBook,
  InvoiceVatTerms,
} from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';
import { ledgerOver } from './ledger-over.js';

const INTERNATIONAL_AND_REVERSE_CHARGE = 3;

/** By the report setups of sales VAT, which the system owns (D168). */
const SOLD_WITHOUT_VAT: Readonly<Record<number, InvoiceVatTerms['soldWithoutVat']>> = {
  3: 'exempt',
  4: 'goodsToEu',
  5: 'servicesToEu',
  6: 'export',
  7: 'reverseCharge',
};

/** What sales asks of the ledger, answered by its posting in the same unit of work. */
export function bookkeepingOver(books: SqlBooks): Bookkeeping {
  return {
    salesInvoiceSeries: SERIES.salesInvoice,
    creditNoteSeries: SERIES.creditNote,
    baseCurrency: () => books.ledger.baseCurrency(),
    hasCurrency: async (code) => (await books.of(Currency).find(code)) !== undefined,
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
    sumsOf: async (numbers) => {
      const { bookedDocuments, vouchersOfInvoices } = books.ledger;
      const voucherIds = await vouchersOfInvoices.voucherIdsOf(numbers);
      return bookedDocuments.sumsOfVouchers([...voucherIds.values()]);
    },
    mayBook: async (document) => isRight(await mayBePosted(books.ledger)([postingOf(document)])()),
    settle: matchVouchers(ledgerOver(books)),
  };
}

/** Who sells under reverse charge charges no VAT: the buyer owes it. */
function vatTerms(vatAccount: VatAccount): InvoiceVatTerms {
  const { vatCode, ratePercentage, barred, account, vatType, vatReportSetup } = vatAccount;
  const isCharged = vatType.vatTypeNumber !== INTERNATIONAL_AND_REVERSE_CHARGE;
  return {
    vatCode,
    ratePercentage: isCharged ? ratePercentage : ZERO,
    barred,
    accountNumber: account.accountNumber,
    soldWithoutVat: isCharged ? SOLD_WITHOUT_VAT[vatReportSetup.vatReportSetupNumber] : 'reverseCharge',
  };
}

function postingOf({ date, currency, entries }: Omit<DocumentToBook, 'ownSeries'>): UnnumberedPosting {
  const entryType = 'customerInvoice';
  return { date, entries: entries.map((entry) => merge(entry, { currency, entryType } as const)) };
}

function book(books: SqlBooks, document: DocumentToBook): TaskEither<BookingRefusal, BookedVoucher> {
  const { ownSeries } = document;
  const series = document.isCreditNote ? SERIES.creditNote : SERIES.salesInvoice;
  const own = { series: ownSeries, count: 1, gapless: true };
  return pipe(
    postNext(books.ledger)(series, postingOf(document), [own]),
    TE.tap(({ document: posted }) => voucherOf(books, document, posted)),
    TE.map(({ document: { voucherId, voucherNumber }, also }) => ({
      ownNumber: defined(also[0]?.first),
      voucherId,
      voucherNumber,
      prefix: seriesOf(series).prefix,
    })),
  );
}

/** Facts 3.12: an invoice has a voucher among the vouchers. */
function voucherOf(
  books: SqlBooks,
  { dueDate, vatDate }: DocumentToBook,
  posted: PostingToWrite,
): TaskEither<BookingRefusal, unknown> {
  return pipe(
    books.of(Voucher).create(voucherOfEntries(posted, { dueDate, vatDate })),
    TE.mapLeft((failure) => {
      throw new Error(`the voucher ${posted.voucherId} of an invoice was not kept: ${failure.kind}`);
    }),
  );
}
