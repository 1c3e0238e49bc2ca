import {
  Customer,
  CustomerContact,
  CustomerGroup,
  DeliveryLocation,
  Employee,
  Layout,
  PaymentTerms,
  type PaymentTermsDraft,
  PaymentType,
  Supplier,
  SupplierContact,
  SupplierGroup,
  type CustomerDraft,
  type SupplierDraft,
} from '@kontor/sales';
import type { Endpoint } from '../endpoint/endpoint.js';
import { pathsOf, resourceEndpoints, type Decided } from '../endpoint/resource-endpoints.js';
import { additionalExpenseEndpoints } from './additional-expense.endpoints.js';
import { invoiceEndpoints } from './invoice.endpoints.js';

const decidedCustomers: Decided = {
  create: ({ sales }, draft, { now }) => sales.keepCustomer({ draft: draft as CustomerDraft, now }),
  replace: ({ sales }, key, draft, { now }, version) =>
    sales.keepCustomer({ customerNumber: Number(key), draft: draft as CustomerDraft, now, version }),
  remove: ({ sales }, key, _, version) => sales.removeCustomer({ customerNumber: Number(key), version }),
};

const decidedSuppliers: Decided = {
  create: ({ sales }, draft) => sales.keepSupplier({ draft: draft as SupplierDraft }),
  replace: ({ sales }, key, draft, _, version) =>
    sales.keepSupplier({ supplierNumber: Number(key), draft: draft as SupplierDraft, version }),
  remove: ({ sales }, key, _, version) => sales.removeSupplier({ supplierNumber: Number(key), version }),
};

const decidedTerms: Decided = {
  create: ({ sales }, draft) => sales.keepPaymentTerms({ draft: draft as PaymentTermsDraft }),
  replace: ({ sales }, key, draft, _, version) =>
    sales.keepPaymentTerms({ paymentTermsNumber: Number(key), draft: draft as PaymentTermsDraft, version }),
};

/** D13: customers are the business of sales; suppliers that of bookkeeping, and sales may look them up. */
const SALES = ['Sales'] as const;
const BOOK_KEEPING = ['BookKeeping'] as const;
const BOTH = ['BookKeeping', 'Sales'] as const;

/** Facts 3.3 to 3.5, 3.8 and 3.9: customers, suppliers, and what both agree on. */
export const salesEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(Customer, { read: SALES, decided: decidedCustomers }),
  ...resourceEndpoints(CustomerContact, { read: SALES, path: `${pathsOf(Customer).item}/contacts` }),
  ...resourceEndpoints(DeliveryLocation, { read: SALES }),
  ...resourceEndpoints(CustomerGroup, { read: SALES, related: [Customer] }),
  ...resourceEndpoints(Supplier, { read: BOTH, write: BOOK_KEEPING, decided: decidedSuppliers }),
  ...resourceEndpoints(SupplierContact, {
    read: BOTH,
    write: BOOK_KEEPING,
    path: `${pathsOf(Supplier).item}/contacts`,
  }),
  ...resourceEndpoints(SupplierGroup, { read: BOTH, write: BOOK_KEEPING, related: [Supplier] }),
  ...resourceEndpoints(PaymentTerms, { read: 'anyRole', write: BOTH, decided: decidedTerms }),
  ...resourceEndpoints(PaymentType, { read: 'anyRole' }),
  ...resourceEndpoints(Layout, { read: 'anyRole' }),
  ...resourceEndpoints(Employee, { read: 'anyRole', write: BOTH }),
  ...additionalExpenseEndpoints,
  ...invoiceEndpoints,
];
