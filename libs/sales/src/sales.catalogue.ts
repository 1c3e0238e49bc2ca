import type { Context } from '@kontor/kernel';
import { AdditionalExpense } from './additional-expense/additional-expense.resource.js';
import { CustomerContact } from './customer/customer-contact.resource.js';
import { Customer } from './customer/customer.resource.js';
import { DeliveryLocation } from './customer/delivery-location.resource.js';
import { CustomerGroup } from './customer-group/customer-group.resource.js';
import { Employee } from './employee/employee.resource.js';
import { BookedInvoice } from './invoice/booked-invoice.resource.js';
import { DraftInvoice } from './invoice/draft-invoice.resource.js';
import { Layout } from './layout/layout.resource.js';
import { PaymentTerms } from './payment/payment-terms.resource.js';
import { PaymentType } from './payment/payment-type.resource.js';
import { SupplierContact } from './supplier/supplier-contact.resource.js';
import { Supplier } from './supplier/supplier.resource.js';
import { SupplierGroup } from './supplier-group/supplier-group.resource.js';
import { salesFixedLists } from './sales.fixed.js';

/** Every resource of the sales context. */
const CATALOGUE = [
  AdditionalExpense,
  BookedInvoice,
  Customer,
  CustomerContact,
  CustomerGroup,
  DeliveryLocation,
  DraftInvoice,
  Employee,
  Layout,
  PaymentTerms,
  PaymentType,
  Supplier,
  SupplierContact,
  SupplierGroup,
];

/** The context, as everybody else sees it. */
export const salesContext: Context = { name: 'sales', catalogue: CATALOGUE, fixedLists: salesFixedLists };
