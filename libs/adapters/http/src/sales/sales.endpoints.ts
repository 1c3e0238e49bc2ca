import {
  Customer,
  CustomerContact,
  CustomerGroup,
  DeliveryLocation,
  Employee,
  Layout,
  PaymentTerms,
  PaymentType,
  Supplier,
  SupplierContact,
  SupplierGroup,
} from '@kontor/sales';
import type { AnyResource, KeyValue } from '@kontor/kernel';
import { resultsOf } from '../endpoint/results-of.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Handlers, Mounting } from '../endpoint/mounting.js';
import { pathsOf, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { additionalExpenseEndpoints } from './additional-expense.endpoints.js';
import { invoiceEndpoints } from './invoice.endpoints.js';

const customersHandlers: Handlers<typeof Customer> = {
  create: ({ sales }, draft, { now }) => sales.saveCustomer({ draft, now }),
  replace: ({ sales }, key, draft, { now }, version) =>
    sales.saveCustomer({ customerNumber: Number(key), draft, now, version }),
  remove: ({ sales }, key, _, version) => sales.removeCustomer({ customerNumber: Number(key), version }),
};

const suppliersHandlers: Handlers<typeof Supplier> = {
  create: ({ sales }, draft) => sales.saveSupplier({ draft }),
  replace: ({ sales }, key, draft, _, version) =>
    sales.saveSupplier({ supplierNumber: Number(key), draft, version }),
  remove: ({ sales }, key, _, version) => sales.removeSupplier({ supplierNumber: Number(key), version }),
};

const termsHandlers: Handlers<typeof PaymentTerms> = {
  create: ({ sales }, draft) => sales.savePaymentTerms({ draft }),
  replace: ({ sales }, key, draft, _, version) =>
    sales.savePaymentTerms({ paymentTermsNumber: Number(key), draft, version }),
};

/**
 * D13: customers are the business of sales, suppliers that of bookkeeping;
 * each may look up what is the other's.
 */
const SALES = ['Sales'] as const;
const BOOK_KEEPING = ['BookKeeping'] as const;
const BOTH = ['BookKeeping', 'Sales'] as const;

/**
 * A customer or supplier cannot be removed while anything refers to it, except what lives within it, which is
 * removed together with it.
 */
function staysWhileUsedFromOutside(within: readonly AnyResource[]): NonNullable<Mounting['actions']> {
  return async ({ resources }, { value, uses = 0 }) => {
    if (uses === 0) return {};
    const counts = await Promise.all(
      within.map(async (resource) => {
        const parent = value[resource.within?.key ?? ''] as KeyValue;
        const own = resources.of(resource, parent);
        return resultsOf(resource, own);
      }),
    );
    const inside = counts.reduce((sum, one) => sum + one, 0);
    return uses > inside ? { without: ['delete'] } : { without: [] };
  };
}

/** Facts 3.3 to 3.5, 3.8 and 3.9: customers, suppliers, and what both agree on. */
export const salesEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(Customer, {
    read: BOTH,
    write: SALES,
    createsLists: true,
    handlers: customersHandlers,
    actions: staysWhileUsedFromOutside([CustomerContact, DeliveryLocation]),
    refuses: { create: ['E10210', 'E10310'], replace: ['E10310'] },
  }),
  ...resourceEndpoints(CustomerContact, {
    read: BOTH,
    write: SALES,
    path: `${pathsOf(Customer).item}/contacts`,
  }),
  ...resourceEndpoints(DeliveryLocation, { read: BOTH, write: SALES }),
  ...resourceEndpoints(CustomerGroup, { read: BOTH, write: SALES, related: [Customer] }),
  ...resourceEndpoints(Supplier, {
    read: BOTH,
    write: BOOK_KEEPING,
    createsLists: true,
    handlers: suppliersHandlers,
    actions: staysWhileUsedFromOutside([SupplierContact]),
    refuses: { create: ['E10210', 'E10310', 'E10380'], replace: ['E10210', 'E10310', 'E10380'] },
  }),
  ...resourceEndpoints(SupplierContact, {
    read: BOTH,
    write: BOOK_KEEPING,
    path: `${pathsOf(Supplier).item}/contacts`,
  }),
  ...resourceEndpoints(SupplierGroup, { read: BOTH, write: BOOK_KEEPING, cached: true, related: [Supplier] }),
  ...resourceEndpoints(PaymentTerms, {
    read: 'anyRole',
    write: BOTH,
    cached: true,
    handlers: termsHandlers,
    refuses: { create: ['E10300', 'E10340'], replace: ['E10300', 'E10340'] },
  }),
  ...resourceEndpoints(PaymentType, { read: 'anyRole' }),
  ...resourceEndpoints(Layout, { read: 'anyRole' }),
  ...resourceEndpoints(Employee, { read: 'anyRole', write: BOTH, cached: true }),
  ...additionalExpenseEndpoints,
  ...invoiceEndpoints,
];
