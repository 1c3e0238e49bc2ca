import {
  boolean,
  itemNumber,
  key,
  line,
  oneOf,
  reference,
  required,
  resource,
  type ValueOf,
} from '@kontor/kernel';

/** §2.5b. Where an account stands in the balance sheet or the profit and loss statement. */
export const AccountCategory = resource('account-categories', 'account category', {
  fields: {
    accountCategoryNumber: key(itemNumber()),
    accountCategoryType: required(oneOf(['BalanceSheet', 'ProfitAndLoss'])),
    description: required(line({ min: 1, max: 250 })),
    parent: reference('account-categories', 'accountCategoryNumber', itemNumber()),
    useInvertedAccountCategory: boolean(),
  },
  filterable: ['accountCategoryNumber', 'accountCategoryType', 'description'],
  operations: ['list', 'get'],
});
export type AccountCategory = ValueOf<typeof AccountCategory>;
