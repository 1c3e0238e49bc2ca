import type { Fixture } from '@kontor/kernel';
import { CustomerGroup } from './customer-group.resource.js';

export const customerGroupFixture: Fixture = {
  resource: CustomerGroup,
  examples: [
    {
      name: 'Shops',
      account: { accountNumber: 5720 },
      layout: { layoutNumber: 2 },
      salesInvoiceNumberSeries: { numberSeriesNumber: 8 },
      manualSalesInvoiceNumberSeries: { numberSeriesNumber: 6 },
    },
    { name: 'Staff', account: { accountNumber: 5710 }, customerGroupNumber: 900 },
  ],
  wrong: {
    customerGroupNumber: 0,
    name: 'x'.repeat(51),
    account: {},
    layout: { layoutNumber: 'one' },
    salesInvoiceNumberSeries: {},
    manualSalesInvoiceNumberSeries: { numberSeriesNumber: 0 },
  },
};
