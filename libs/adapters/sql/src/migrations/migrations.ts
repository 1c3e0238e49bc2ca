import type { Migration } from './define.js';
import { theHouse } from './0001-the-house/up.js';
import { theLedger } from './0002-the-ledger/up.js';
import { vouchers } from './0003-vouchers/up.js';
import { customersAndSuppliers } from './0004-customers-and-suppliers/up.js';
import { studio } from './0005-studio/up.js';
import { portal } from './0006-portal/up.js';
import { invoices } from './0007-invoices/up.js';
import { lastUsed } from './0008-last-used/up.js';
import { askedByClients } from './0009-asked-by-clients/up.js';
import { audit } from './0012-audit/up.js';
import { instalments } from './0011-instalments/up.js';
import { vouchersOfInvoices } from './0010-vouchers-of-invoices/up.js';

/** Every migration, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [
  theHouse,
  theLedger,
  vouchers,
  customersAndSuppliers,
  studio,
  portal,
  invoices,
  lastUsed,
  askedByClients,
  vouchersOfInvoices,
  instalments,
  audit,
];
