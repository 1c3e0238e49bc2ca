import {
  described,
  integer,
  itemNumber,
  key,
  line,
  reference,
  required,
  resource,
  type ValueOf,
} from '@kontor/kernel';

const account = () =>
  required(reference('accounts', 'accountNumber', itemNumber(), { projection: ['name'] as const }));

/** §2.11. The accounts that fixed assets of one kind are kept on. */
export const AssetGroup = resource('asset-groups', 'asset group', {
  fields: {
    assetGroupNumber: key(itemNumber()),
    name: required(line({ min: 1, max: 250 })),
    residualValue: required(integer({ min: 0 })),
    usefulLife: described(required(integer({ min: 0 })), 'in months'),
    additionAccount: account(),
    depreciationAccountBalanceSheet: account(),
    depreciationAccountProfitLoss: account(),
    disposalsAccount: account(),
    netBookedValueAccount: account(),
    openingAdditionAccount: account(),
    openingDepreciationAccount: account(),
    reversedDepreciationsAccount: account(),
  },
  filterable: ['assetGroupNumber', 'name'],
  operations: ['list', 'get'],
});
export type AssetGroup = ValueOf<typeof AssetGroup>;
