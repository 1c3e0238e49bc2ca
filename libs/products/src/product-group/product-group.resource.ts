import {
  assignedKey,
  boolean,
  described,
  group,
  itemNumber,
  line,
  listOf,
  reference,
  required,
  resource,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

/** Products that are sold on the same accounts (facts 3.7). */
export const ProductGroup = resource('product-groups', 'product group', {
  fields: {
    productGroupNumber: assignedKey(itemNumber()),
    name: required(line({ min: 1, max: 50 })),
    inventoryEnabled: boolean(),
    salesAccountsList: described(
      listOf(
        group({
          salesAccount: required(
            reference('accounts', 'accountNumber', itemNumber(), { fits: 'profitAndLoss' }),
          ),
          vatZone: required(reference('vat-zones', 'vatZoneNumber', itemNumber())),
        }),
        { max: 100 },
      ),
      'the account these products are sold on, for each VAT zone; its VAT code is the one that is charged',
    ),
  },
  links: { salesAccounts: { to: 'sales-accounts' } },
  relations: { products: { to: 'products', by: 'productGroup.productGroupNumber' } },
  filterable: ['inventoryEnabled', 'name', 'productGroupNumber'],
  example: {
    name: 'Spare parts',
    salesAccountsList: [{ salesAccount: { accountNumber: 1010 }, vatZone: { vatZoneNumber: 1 } }],
  },
  masterData: true,
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type ProductGroup = ValueOf<typeof ProductGroup>;
/** What a client sends to make or to replace one. */
export type ProductGroupDraft = DraftFor<typeof ProductGroup>;
