import {
  assignedKey,
  boolean,
  described,
  itemNumber,
  line,
  oneOf,
  reference,
  required,
  resource,
  total,
  type ValueOf,
} from '@kontor/kernel';

const numberSeries = () => reference('number-series', 'numberSeriesNumber', itemNumber());

/** §2.11 and D14. Customers whose debts stand on the same account. */
export const CustomerGroup = resource('customer-groups', 'customer group', {
  fields: {
    customerGroupNumber: assignedKey(itemNumber()),
    name: required(line({ min: 1, max: 50 })),
    account: described(
      required(
        reference('accounts', 'accountNumber', itemNumber(), {
          fits: 'status',
          lookup: {
            accountType: oneOf([
              'profitAndLoss',
              'status',
              'totalFrom',
              'heading',
              'headingStart',
              'sumInterval',
              'sumAlpha',
            ]),
            balance: total(),
            blockDirectEntries: boolean(),
            debitCredit: oneOf(['debit', 'credit']),
            name: line({ min: 1, max: 125 }),
          },
        }),
      ),
      'the control account: what these customers owe stands on it',
    ),
    layout: reference('layouts', 'layoutNumber', itemNumber()),
    salesInvoiceNumberSeries: numberSeries(),
    manualSalesInvoiceNumberSeries: numberSeries(),
  },
  relations: { customers: { to: 'customers', by: 'customerGroup.customerGroupNumber' } },
  filterable: [
    'account.accountNumber',
    'account.accountType',
    'account.balance',
    'account.blockDirectEntries',
    'account.debitCredit',
    'account.name',
    'customerGroupNumber',
    'name',
  ],
  example: { name: 'Customers abroad', account: { accountNumber: 5710 } },
  masterData: true,
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type CustomerGroup = ValueOf<typeof CustomerGroup>;
