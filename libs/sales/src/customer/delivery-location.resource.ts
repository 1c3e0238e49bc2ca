import {
  boolean,
  described,
  generatedKey,
  integer,
  itemNumber,
  line,
  readOnly,
  reference,
  resource,
  text,
  type ValueOf,
} from '@kontor/kernel';
import { Customer } from './customer.resource.js';

/** Where a customer wants goods to be brought (facts 3.3). */
export const DeliveryLocation = resource('delivery-locations', 'delivery location', {
  within: Customer,
  fields: {
    deliveryLocationNumber: generatedKey(itemNumber()),
    customer: readOnly(reference('customers', 'customerNumber', itemNumber())),
    address: text({ max: 255 }),
    postalCode: line({ max: 15 }),
    city: line({ max: 50 }),
    country: line({ max: 50 }),
    termsOfDelivery: line({ max: 100 }),
    barred: described(boolean(), 'not to be used any more'),
    sortKey: integer({ min: 1 }),
  },
  filterable: ['address', 'barred', 'city', 'country', 'deliveryLocationNumber', 'postalCode', 'sortKey'],
  sortable: ['address', 'city', 'country', 'deliveryLocationNumber', 'postalCode', 'sortKey'],
  example: {
    address: 'Speicherstadt 3',
    postalCode: '20457',
    city: 'Hamburg',
    country: 'Germany',
    termsOfDelivery: 'DAP',
  },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type DeliveryLocation = ValueOf<typeof DeliveryLocation>;
