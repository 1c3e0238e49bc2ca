/**
 * By what name a version before TypeORM's migrations had noted each of them, in its table `schema_migration`.
 */
export const MIGRATIONS_TAKEN_OVER: Readonly<Record<string, string>> = {
  InitialSchema1795159750000: '0001-the-house',
  Ledger1795161998000: '0002-the-ledger',
  Vouchers1795161999000: '0003-vouchers',
  CustomersAndSuppliers1795162000000: '0004-customers-and-suppliers',
  Studio1795163508000: '0005-studio',
  Portal1795163509000: '0006-portal',
  Invoices1795163510000: '0007-invoices',
  LastUsed1795165765000: '0008-last-used',
  AskedByClients1795304549000: '0009-asked-by-clients',
  VouchersOfInvoices1795305711000: '0010-vouchers-of-invoices',
  Instalments1795308406000: '0011-instalments',
  Audit1795310106000: '0012-audit',
};
