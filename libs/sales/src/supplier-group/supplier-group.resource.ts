import {
  boolean,
  described,
  itemNumber,
  key,
  line,
  reference,
  required,
  resource,
  type ValueOf,
} from '@kontor/kernel';

/**
 * Suppliers whose claims stand on the same account (facts 3.5). The client chooses its number (amendment 36).
 */
export const SupplierGroup = resource('supplier-groups', 'supplier group', {
  fields: {
    supplierGroupNumber: key(itemNumber()),
    name: required(line({ min: 1, max: 50 })),
    account: described(
      required(reference('accounts', 'accountNumber', itemNumber(), { fits: 'status' })),
      'the control account: what these suppliers are owed stands on it',
    ),
    hasInventoryWithdrawal: boolean(),
    supplierGroupType: described(line({ min: 1, max: 50 }), 'a word such as professionals'),
  },
  relations: { suppliers: { to: 'suppliers', by: 'supplierGroup.supplierGroupNumber' } },
  filterable: ['account.accountNumber', 'name', 'supplierGroupNumber', 'supplierGroupType'],
  example: { supplierGroupNumber: 7, name: 'Suppliers abroad', account: { accountNumber: 6410 } },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type SupplierGroup = ValueOf<typeof SupplierGroup>;
