import type { Fixture } from '@kontor/kernel';
import { DeliveryLocation } from './delivery-location.resource.js';
import { Customer } from './customer.resource.js';
import { CUSTOMER } from './customer.fixture.js';

export const deliveryLocationFixture: Fixture = {
  resource: DeliveryLocation,
  parent: { resource: Customer, body: CUSTOMER },
  examples: [
    {
      address: 'Havnen 2\nPort 3',
      postalCode: '1000',
      city: 'København',
      country: 'Danmark',
      termsOfDelivery: 'Franko',
      barred: true,
      sortKey: 2,
    },
    { address: 'Lager' },
  ],
  wrong: {
    address: 'x'.repeat(256),
    postalCode: 'x'.repeat(16),
    city: 'x'.repeat(51),
    country: 'x'.repeat(51),
    termsOfDelivery: 'x'.repeat(101),
    barred: 2,
    sortKey: 0,
  },
};
