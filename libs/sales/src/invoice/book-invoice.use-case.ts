import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  BASE_RATE,
  defined,
  folded,
  merge,
  type ModuleName,
  ruleBroken,
  type Stored,
  ZERO,
  referenceMissing,
} from '@kontor/kernel';
import { AdditionalExpense } from '../additional-expense/additional-expense.resource.js';
import { takingBack } from './credit-amounts.rules.js';
import { inBaseAsBooked } from './credit-entries.rules.js';
import { creditKept, creditOf, entriesOfCredit, type ToCredit } from './credit-invoice.use-case.js';
import { Customer } from '../customer/customer.resource.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { BookedInvoice } from './booked-invoice.resource.js';
import { keptForPrint } from './names-in-print.js';
import { DraftInvoice } from './draft-invoice.resource.js';
import { controlAccountOf } from './completed-invoice.js';
import { entriesOfInvoice, type InvoiceAccounts } from './invoice-entries.rules.js';
import { vatTermsOfLines } from './invoice-lines.js';
import { vatPostedTo } from './recomputed-draft.js';
import type { BookedVoucher, DocumentToBook, EntryToBook } from './invoicing.port.js';
import { expensesHeld } from './expense-lines.js';
import { withReasonsKept } from './why-without-vat.js';
import { asMoved, goodsHeld, noteSold, soldBy, stockOfDraft } from './stock-changes.js';

/** Which draft becomes final, and which modules the agreement has. */
export type BookInvoice = { readonly id: number; readonly modules: readonly ModuleName[] };

/**
 * §3: a draft is booked, once: whoever takes it away first has it, and another request finds no draft (D53).
 * Its number is taken as late as can be, for whoever takes the next one waits until this is done.
 */
export const bookInvoice =
  (repositories: SalesRepositories) =>
  ({ id, modules }: BookInvoice): TaskEither<SalesFailure, Stored<BookedInvoice>> =>
    pipe(
      takenDraft(repositories, id),
      TE.bindTo('written'),
      TE.bind('credit', ({ written }) => creditOf(repositories, written)),
      // Others may have credited parts of the same invoice since it was written.
      TE.let('draft', ({ written, credit }) =>
        credit === undefined ? written : takingBack(credit.invoice.value, written),
      ),
      TE.tapTask(({ draft }) => expensesHeld(repositories, draft)),
      TE.tapTask(({ draft }) => goodsHeld(repositories, modules, draft.lines)),
      TE.bind('accounts', ({ draft }) => accountsFor(repositories, draft)),
      TE.tapTask(({ draft }) => stockOfDraft(repositories, modules, soldBy(draft))),
      TE.bind('entries', ({ draft, accounts, credit }) =>
        entriesToBook(repositories, { draft, accounts, credit }),
      ),
      TE.bind('voucher', ({ draft, entries }) => inTheBooks(repositories, modules, draft, entries)),
      TE.bind('booked', ({ draft, accounts, entries, voucher, credit }) =>
        storedBooked(
          repositories,
          draft,
          bookedInvoice(asMoved(asBooked(draft, entries), modules), { accounts, entries }, voucher),
          credit?.invoice.value,
        ),
      ),
      TE.tapTask(({ draft, booked: { value } }) => {
        const { bookedInvoiceNumber, date, voucher } = value;
        return noteSold(repositories, modules, draft, {
          bookedInvoiceNumber,
          voucherId: voucher.voucherId,
          date,
        });
      }),
      TE.flatMap(({ credit, booked }) =>
        credit === undefined ? TE.right(booked) : creditKept(repositories, credit, booked),
      ),
    );

function takenDraft({ invoiceStore }: SalesRepositories, id: number): TaskEither<SalesFailure, DraftInvoice> {
  return pipe(
    invoiceStore.takeDraft(id),
    TE.flatMap(
      TE.fromNullable<SalesFailure>({ kind: 'NotFound', resource: DraftInvoice.collection, key: id }),
    ),
  );
}

/** Keeps what it says in print with what has become of a draft. */
function storedBooked(
  repositories: SalesRepositories,
  draft: DraftInvoice,
  booked: BookedInvoice,
  credited: BookedInvoice | undefined,
): TaskEither<SalesFailure, Stored<BookedInvoice>> {
  const { invoiceStore } = repositories;
  return pipe(
    TE.fromTask(() => withReasonsKept(repositories, booked, credited)),
    TE.flatMap((whole) => invoiceStore.named(whole)),
    TE.flatMap((named) => invoiceStore.storeBooked(draft, keptForPrint(named))),
  );
}

type ToBook = {
  readonly draft: DraftInvoice;
  readonly accounts: InvoiceAccounts;
  readonly credit: ToCredit | undefined;
};

/** What a document posts. */
function entriesToBook(
  repositories: SalesRepositories,
  { draft, accounts, credit }: ToBook,
): TaskEither<SalesFailure, readonly EntryToBook[]> {
  return async () => {
    const entries = entriesOfInvoice(draft, accounts);
    const isCredit = credit !== undefined && isForeign(draft);
    return right(isCredit ? await entriesOfCredit(repositories, credit, draft, entries) : entries);
  };
}

/** A credit note says in base currency what its entries have. */
function asBooked(draft: DraftInvoice, entries: readonly EntryToBook[]): DraftInvoice {
  const isCredit = draft.creditedInvoice !== undefined && isForeign(draft);
  return isCredit ? { ...draft, ...inBaseAsBooked(draft, entries) } : draft;
}

/** Rounding leaves nothing of what is in the base currency, whose credit notes post what they say. */
function isForeign({ exchangeRate }: Pick<DraftInvoice, 'exchangeRate'>): boolean {
  return exchangeRate !== BASE_RATE;
}

function inTheBooks(
  { bookkeeping }: SalesRepositories,
  modules: readonly ModuleName[],
  draft: DraftInvoice,
  entries: readonly EntryToBook[],
): TaskEither<SalesFailure, BookedVoucher> {
  const document = documentOf(draft, sayingDepartments(entries, draft, modules));
  return bookkeeping.book({ ownSeries: BookedInvoice.collection, ...document });
}

function documentOf(draft: DraftInvoice, entries: readonly EntryToBook[]): Omit<DocumentToBook, 'ownSeries'> {
  const { date, dueDate, vatDate, currency, creditedInvoice } = draft;
  const isCreditNote = creditedInvoice !== undefined;
  return { isCreditNote, date, dueDate, vatDate, currency, entries };
}

/**
 * §2.9: with the Dimension module an account may take entries of departments only, and a line of an invoice
 * may name one. What the service adds, such as VAT and expenses, has none to name; and a line of a credit
 * note that names none takes back what was booked on none.
 */
function sayingDepartments(
  entries: readonly EntryToBook[],
  { creditedInvoice }: DraftInvoice,
  modules: readonly ModuleName[],
): readonly EntryToBook[] {
  if (!modules.includes('dimension') || creditedInvoice !== undefined) return entries;
  return entries.map((entry) =>
    entry.isOfLine === true &&
    entry.departmentNumber === undefined &&
    entry.departmentalDistributionNumber === undefined
      ? merge(entry, { lacksDepartment: 'notSaid' as const })
      : entry,
  );
}

/** Amendment "15, metaData": whether a draft may be booked now. */
export const invoiceMayBeBooked =
  (repositories: SalesRepositories) =>
  async (draft: DraftInvoice, modules: readonly ModuleName[]): Promise<boolean> => {
    const credit = await creditOf(repositories, draft)();
    const accounts = isLeft(credit) ? credit : await accountsFor(repositories, draft)();
    if (isLeft(accounts)) return false;
    const entries = sayingDepartments(entriesOfInvoice(draft, accounts.right), draft, modules);
    return repositories.bookkeeping.mayBook(documentOf(draft, entries));
  };

/**
 * The accounts of an invoice as they were when its draft was written (amendments, booking), and as they are
 * today where it does not say; what cannot be booked is refused here.
 */
function accountsFor(
  repositories: SalesRepositories,
  draft: DraftInvoice,
): TaskEither<SalesFailure, InvoiceAccounts> {
  return async () => {
    if (draft.lines.length === 0 && draft.additionalExpenseLines.length === 0) {
      return left({ kind: 'DraftHasNoLines', draft: draft.id });
    }
    const [control, ofLines, ofExpenses, ofVat] = await Promise.all([
      controlOf(repositories, draft),
      salesAccountsOf(repositories, draft),
      expenseAccountsOf(repositories, draft),
      vatAccountsOf(repositories, draft),
    ]);
    if (isLeft(control)) return control;
    if (isLeft(ofLines)) return ofLines;
    if (isLeft(ofExpenses)) return ofExpenses;
    return right({ control: control.right, ofLines: ofLines.right, ofExpenses: ofExpenses.right, ofVat });
  };
}

async function controlOf(
  repositories: SalesRepositories,
  { customer: { customerNumber }, lines, additionalExpenseLines }: DraftInvoice,
): Promise<Either<SalesFailure, number>> {
  const customer = await repositories.stored.of(Customer).find(customerNumber);
  if (customer === undefined) return left(referenceMissing('customer', Customer.collection, customerNumber));
  if (customer.value.barred)
    return left(ruleBroken('E10180', 'customer', `must not be barred: ${customerNumber} is`));
  const written = [...lines, ...additionalExpenseLines].find(({ postsTo }) => postsTo !== undefined);
  if (written?.postsTo !== undefined) return right(written.postsTo.control);
  return controlAccountOf(repositories, customer.value)();
}

async function salesAccountsOf(
  { goods }: SalesRepositories,
  { lines, recipient, creditedInvoice }: DraftInvoice,
): Promise<Either<SalesFailure, readonly (number | undefined)[]>> {
  const { vatZoneNumber } = recipient.vatZone;
  const numbers = [...new Set(lines.flatMap(({ product }) => product?.productNumber ?? []))];
  const products = numbers.length === 0 ? undefined : await goods.productsIn(vatZoneNumber, numbers);
  let usual: number | undefined;
  let isUsualKnown = false;
  const accounts: (number | undefined)[] = [];
  for (const [index, { product, totalNetAmount, postsTo }] of lines.entries()) {
    const found = product && products?.get(folded(product.productNumber));
    // What was sold may be taken back, whatever has become of the product since.
    if (found?.barred === true && creditedInvoice === undefined) {
      return left({
        kind: 'ProductBarred',
        property: `lines[${index}].product`,
        productNumber: found.productNumber,
      });
    }
    if (totalNetAmount === ZERO) {
      accounts.push(undefined);
      continue;
    }
    const own = postsTo?.sales ?? found?.salesAccountNumber;
    if (own === undefined && !isUsualKnown) {
      usual = await goods.usualSalesAccount(vatZoneNumber);
      isUsualKnown = true;
    }
    const account = own ?? usual;
    if (account === undefined) {
      const is = `is sold on no account: no product group has a sales account for VAT zone ${vatZoneNumber}`;
      return left(ruleBroken('E10360', `lines[${index}]`, is));
    }
    accounts.push(account);
  }
  return right(accounts);
}

async function expenseAccountsOf(
  { stored }: SalesRepositories,
  { additionalExpenseLines }: DraftInvoice,
): Promise<Either<SalesFailure, InvoiceAccounts['ofExpenses']>> {
  const accounts: { readonly accountNumber: number; readonly name: string }[] = [];
  for (const [index, { additionalExpense, postsTo }] of additionalExpenseLines.entries()) {
    const { additionalExpenseNumber: key } = additionalExpense;
    const found = await stored.of(AdditionalExpense).find(key);
    if (found === undefined) {
      return left(
        referenceMissing(
          `additionalExpenseLines[${index}].additionalExpense`,
          AdditionalExpense.collection,
          key,
        ),
      );
    }
    const accountNumber = postsTo?.expense ?? found.value.account.accountNumber;
    accounts.push({ accountNumber, name: found.value.name });
  }
  return right(accounts);
}

async function vatAccountsOf(
  repositories: SalesRepositories,
  draft: DraftInvoice,
): Promise<readonly (number | undefined)[]> {
  const written = vatPostedTo(draft);
  const charged = draft.vatCodeGroups.map((group) =>
    group.totalVatAmount === ZERO ? undefined : group.vatAccount?.vatCode,
  );
  const unwritten = charged.filter((code) => code !== undefined && !written.has(folded(code)));
  const terms = await vatTermsOfLines(repositories, unwritten);
  return charged.map((code) =>
    code === undefined ? undefined : (written.get(folded(code)) ?? terms.get(folded(code))?.accountNumber),
  );
}

/** What becomes of a draft when it is booked (facts 3.12). */
function bookedInvoice(
  draft: DraftInvoice,
  { accounts, entries }: { readonly accounts: InvoiceAccounts; readonly entries: readonly EntryToBook[] },
  { ownNumber, voucherId, prefix, voucherNumber }: BookedVoucher,
): BookedInvoice {
  const { control, ofLines, ofExpenses, ofVat } = accounts;
  const owed = defined(entries.find(({ customerNumber }) => customerNumber !== undefined));
  const vatOf = new Map(
    draft.vatCodeGroups.map(({ vatAccount }, index) => [folded(vatAccount?.vatCode ?? ''), ofVat[index]]),
  );
  const { id: _, expenseLineCount: __, lines, additionalExpenseLines, ...head } = draft;
  return {
    ...head,
    bookedInvoiceNumber: ownNumber,
    displayInvoiceNumber: `${prefix}${ownNumber}`,
    lines: lines.map(({ vatInfo, ...line }, index) =>
      merge(line, {
        vatAccount: vatInfo?.vatAccount,
        vatRate: vatInfo?.vatRate ?? ZERO,
        vatAmount: line.totalVatAmount,
        postsTo: {
          control,
          sales: ofLines[index],
          vat: vatOf.get(folded(vatInfo?.vatAccount.vatCode ?? '')),
        },
      }),
    ),
    additionalExpenseLines: additionalExpenseLines.map(
      (
        { additionalExpense: { additionalExpenseNumber }, lineNumber, amount, vatAmount, vatAccount },
        index,
      ) => ({
        additionalExpense: { additionalExpenseNumber, name: ofExpenses[index]?.name ?? '' },
        lineNumber,
        amount,
        vatAmount,
        vatAccount,
        postsTo: {
          control,
          expense: ofExpenses[index]?.accountNumber,
          vat: vatOf.get(folded(vatAccount.vatCode)),
        },
      }),
    ),
    creditNotes: [],
    remainder: draft.grossAmount,
    remainderInBaseCurrency: owed.amountInBaseCurrency,
    remainderInDefaultCurrency: owed.amountInBaseCurrency,
    voucher: {
      booked: true,
      voucherType: 'customerInvoice',
      voucherId,
      voucherNumber: { displayVoucherNumber: `${prefix}${voucherNumber}`, prefix, voucherNumber },
    },
  };
}
