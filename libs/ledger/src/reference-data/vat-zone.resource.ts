import { boolean, itemNumber, key, line, required, resource, type ValueOf } from '@kontor/kernel';

/** Facts 3.10. Where a customer or supplier is, as far as VAT is concerned. */
export const VatZone = resource('vat-zones', 'VAT zone', {
  fields: {
    vatZoneNumber: key(itemNumber()),
    name: required(line({ min: 1, max: 100 })),
    enabledForCustomer: boolean(),
    enabledForSupplier: boolean(),
  },
  filterable: ['enabledForCustomer', 'enabledForSupplier', 'name', 'vatZoneNumber'],
  operations: ['list', 'get'],
});
export type VatZone = ValueOf<typeof VatZone>;
