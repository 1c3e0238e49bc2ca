import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { lazyMembers, type ModuleName, type Stored } from '@kontor/kernel';
import {
  createAdditionalExpense,
  isExpenseCharged,
  removeAdditionalExpense,
  replaceAdditionalExpense,
  type CreateAdditionalExpense,
  type RemoveAdditionalExpense,
  type ReplaceAdditionalExpense,
} from './additional-expense/save-additional-expense.use-case.js';
import type { AdditionalExpense } from './additional-expense/additional-expense.resource.js';
import type { Customer } from './customer/customer.resource.js';
import { saveCustomer, type SaveCustomer } from './customer/save-customer.use-case.js';
import { removeCustomer, type RemoveCustomer } from './customer/remove-customer.use-case.js';
import { bookInvoice, invoiceMayBeBooked, type BookInvoice } from './invoice/book-invoice.use-case.js';
import type { BookedInvoice } from './invoice/booked-invoice.resource.js';
import type { DraftAnInvoice } from './invoice/completed-invoice.js';
import type { DraftInvoice } from './invoice/draft-invoice.resource.js';
import {
  discardInvoice,
  draftInvoice,
  previewInvoice,
  reviseInvoice,
  type DiscardInvoice,
  type ReviseInvoice,
} from './invoice/draft-invoice.use-case.js';
import { creditInvoice, type CreditInvoice } from './invoice/credit-invoice.use-case.js';
import { mayBeCredited } from './invoice/credited-expenses.js';
import { printBooked, printDraft, type Printed } from './invoice/print-invoice.use-case.js';
import { savePaymentTerms, type SavePaymentTerms } from './payment/save-payment-terms.use-case.js';
import type { PaymentTerms } from './payment/payment-terms.resource.js';
import type { SalesFailure } from './sales.failures.js';
import type { SalesRepositories } from './sales.repositories.js';
import { saveSupplier, type SaveSupplier } from './supplier/save-supplier.use-case.js';
import { removeSupplier, type RemoveSupplier } from './supplier/remove-supplier.use-case.js';
import type { Supplier } from './supplier/supplier.resource.js';

/** The use cases of the sales context, for one agreement in one unit of work. */
export type SalesService = {
  saveCustomer(command: SaveCustomer): TaskEither<SalesFailure, Stored<Customer>>;
  removeCustomer(command: RemoveCustomer): TaskEither<SalesFailure, void>;
  saveSupplier(command: SaveSupplier): TaskEither<SalesFailure, Stored<Supplier>>;
  removeSupplier(command: RemoveSupplier): TaskEither<SalesFailure, void>;
  savePaymentTerms(command: SavePaymentTerms): TaskEither<SalesFailure, Stored<PaymentTerms>>;
  createAdditionalExpense(
    command: CreateAdditionalExpense,
  ): TaskEither<SalesFailure, Stored<AdditionalExpense>>;
  replaceAdditionalExpense(
    command: ReplaceAdditionalExpense,
  ): TaskEither<SalesFailure, Stored<AdditionalExpense>>;
  removeAdditionalExpense(command: RemoveAdditionalExpense): TaskEither<SalesFailure, void>;
  /** Whether a draft invoice has a line of this expense whose amount is not zero (§4.2). */
  isExpenseCharged(additionalExpenseNumber: number): Promise<boolean>;
  draftInvoice(command: DraftAnInvoice): TaskEither<SalesFailure, Stored<DraftInvoice>>;
  /** What a draft would be if it were kept; in a unit of work that is undone afterwards. */
  previewInvoice(command: DraftAnInvoice): TaskEither<SalesFailure, DraftInvoice>;
  reviseInvoice(command: ReviseInvoice): TaskEither<SalesFailure, Stored<DraftInvoice>>;
  discardInvoice(command: DiscardInvoice): TaskEither<SalesFailure, void>;
  bookInvoice(command: BookInvoice): TaskEither<SalesFailure, Stored<BookedInvoice>>;
  /** Whether a draft may be booked now, as far as it is cheap to know. */
  invoiceMayBeBooked(draft: DraftInvoice, modules: readonly ModuleName[]): Promise<boolean>;
  creditInvoice(command: CreditInvoice): TaskEither<SalesFailure, Stored<DraftInvoice>>;
  /** Whether something of a booked invoice is left to credit. */
  mayBeCredited(invoice: BookedInvoice): Promise<boolean>;
  printDraft(id: number): TaskEither<SalesFailure, Printed>;
  printBooked(bookedInvoiceNumber: number): TaskEither<SalesFailure, Printed>;
};

/** The use cases of this context over what they need. */
export const salesService = lazyMembers<SalesRepositories, SalesService>({
  saveCustomer,
  removeCustomer,
  saveSupplier,
  removeSupplier,
  savePaymentTerms,
  createAdditionalExpense,
  replaceAdditionalExpense,
  removeAdditionalExpense,
  isExpenseCharged,
  draftInvoice,
  previewInvoice,
  reviseInvoice,
  discardInvoice,
  bookInvoice,
  invoiceMayBeBooked,
  creditInvoice,
  mayBeCredited,
  printDraft,
  printBooked,
});
