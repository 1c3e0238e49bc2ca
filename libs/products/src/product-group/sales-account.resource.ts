import { generatedKey, itemNumber, readOnly, reference, resource, type ValueOf } from '@kontor/kernel';

/**
 * Facts 3.7: the account on which a group's products are sold in a VAT zone,
 * whose number identifies it within the group.
 */
export const SalesAccount = resource('sales-accounts', 'sales account', {
  fields: {
    salesAccount: readOnly(reference('accounts', 'accountNumber', itemNumber())),
    vatZone: readOnly(reference('vat-zones', 'vatZoneNumber', itemNumber())),
    vatZoneNumber: { ...generatedKey(itemNumber()), internal: true },
  },
  filterable: ['salesAccount.accountNumber', 'vatZone.vatZoneNumber'],
  defaultSort: ['salesAccount.accountNumber'],
  operations: ['list', 'get'],
});
export type SalesAccount = ValueOf<typeof SalesAccount>;
