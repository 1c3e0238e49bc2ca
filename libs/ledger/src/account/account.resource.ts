import {
  boolean,
  defaulted,
  itemNumber,
  key,
  line,
  oneOf,
  reference,
  required,
  resource,
  type ValueOf,
} from '@kontor/kernel';

/**
 * §2.9, as far as the chart that asset groups refer to needs it: read only until the ledger's own rules
 * (balances, sums, use) stand behind it.
 */
export const Account = resource('accounts', 'account', {
  fields: {
    accountNumber: key(itemNumber()),
    name: required(line({ min: 1, max: 125 })),
    accountType: required(
      oneOf(['profitAndLoss', 'status', 'totalFrom', 'heading', 'headingStart', 'sumInterval', 'sumAlpha']),
    ),
    accountCategory: reference('account-categories', 'accountCategoryNumber', itemNumber()),
    debitCredit: defaulted(oneOf(['debit', 'credit']), 'debit'),
    barred: boolean(),
    blockDirectEntries: boolean(),
  },
  filterable: ['accountNumber', 'accountType', 'barred', 'blockDirectEntries', 'debitCredit', 'name'],
  sortable: ['accountNumber', 'accountType', 'blockDirectEntries', 'debitCredit', 'name'],
  operations: ['list', 'get'],
});
export type Account = ValueOf<typeof Account>;
