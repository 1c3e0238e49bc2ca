export { salesContext } from './sales.catalogue.js';
export { salesService, type SalesService } from './sales.service.js';
export type { SalesRepositories } from './sales.repositories.js';
export type { SalesFailure } from './sales.failures.js';
export type { VatZones } from './vat-zone/vat-zone.port.js';
export { isForCustomers, isForSuppliers } from './vat-zone/vat-zone.rules.js';
// Customers
export * from './customer/customer.resource.js';
export {
  customerBalance,
  supplierBalance,
  type Owed,
  type PartyBalances,
} from './customer/party-balances.js';
export * from './customer/customer-contact.resource.js';
export * from './customer/delivery-location.resource.js';
export * from './customer-group/customer-group.resource.js';
export type { SaveCustomer } from './customer/save-customer.use-case.js';
export type { RemoveCustomer } from './customer/remove-customer.use-case.js';
// Suppliers
export * from './supplier/supplier.resource.js';
export * from './supplier/supplier-contact.resource.js';
export { fitsItsPaymentType } from './supplier/supplier.rules.js';
export * from './supplier-group/supplier-group.resource.js';
export type { SaveSupplier } from './supplier/save-supplier.use-case.js';
export type { RemoveSupplier } from './supplier/remove-supplier.use-case.js';
// What both agree on: when and how is paid, in what layout, with whom
export * from './payment/payment-terms.resource.js';
export * from './payment/payment-type.resource.js';
export * from './layout/layout.resource.js';
export * from './employee/employee.resource.js';
// What is sold to customers: additional expenses, and invoices, drafts and booked ones
export * from './additional-expense/additional-expense.resource.js';
export type * from './additional-expense/additional-expense.failures.js';
export {
  CHANGED_CHARACTERS_MAX,
  type CreateAdditionalExpense,
  type RemoveAdditionalExpense,
  type ReplaceAdditionalExpense,
} from './additional-expense/save-additional-expense.use-case.js';
export * from './invoice/draft-invoice.resource.js';
export * from './invoice/booked-invoice.resource.js';
export { bookedInvoiceMembers } from './invoice/booked-invoice-members.js';
export * from './invoice/invoice.rules.js';
export * from './invoice/invoice-entries.rules.js';
export * from './invoice/due-date.rules.js';
export type * from './invoice/invoice.failures.js';
export type * from './invoice/invoicing.port.js';
export type * from './invoice/completed-invoice.js';
export type * from './invoice/draft-invoice.use-case.js';
export {
  invoiceDocumentOf,
  sellerLines,
  type InvoiceDocument,
  type InvoiceToPrint,
  type InvoicePrinter,
  type Seller,
  type SellingCompany,
} from './invoice/invoice-document.js';
export { DOCUMENT_WORDS, type DocumentWords } from './invoice/document-words.data.js';
export type { CoreInvoice } from './invoice/core-invoice-model.js';
export type { Printed } from './invoice/print-invoice.use-case.js';
export type { BookInvoice } from './invoice/book-invoice.use-case.js';
export { orderedBy } from './invoice/stock-changes.js';
export type { CreditInvoice } from './invoice/credit-invoice.use-case.js';
export type { LineToCredit } from './invoice/credit-note.rules.js';
