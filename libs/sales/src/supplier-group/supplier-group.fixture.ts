import type { Fixture } from '@kontor/kernel';
import { SupplierGroup } from './supplier-group.resource.js';

export const supplierGroupFixture: Fixture = {
  resource: SupplierGroup,
  examples: [
    {
      supplierGroupNumber: 70,
      name: 'Professionals',
      account: { accountNumber: 6420 },
      hasInventoryWithdrawal: true,
      supplierGroupType: 'professionals',
    },
    { supplierGroupNumber: 71, name: 'Others', account: { accountNumber: 6410 } },
  ],
  wrong: {
    supplierGroupNumber: 0,
    name: 'x'.repeat(51),
    account: {},
    hasInventoryWithdrawal: 'no',
    supplierGroupType: '',
  },
};
