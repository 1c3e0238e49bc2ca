import type { Fixture } from '@kontor/kernel';
import { ProductGroup } from './product-group.resource.js';

const LONE_SURROGATE = 'x\ud800';

export const productGroupFixture: Fixture = {
  resource: ProductGroup,
  examples: [
    {
      name: 'Spare parts',
      salesAccountsList: [{ salesAccount: { accountNumber: 1010 }, vatZone: { vatZoneNumber: 1 } }],
    },
    { name: 'X', inventoryEnabled: true },
  ],
  wrong: {
    name: LONE_SURROGATE,
    inventoryEnabled: 2,
    productGroupNumber: 0,
    salesAccountsList: [{ salesAccount: { accountNumber: 1010 } }],
  },
};
