import {
  fullDate,
  generatedKey,
  itemNumber,
  readOnly,
  reference,
  resource,
  total,
  type ValueOf,
} from '@kontor/kernel';
import { AccountingYear } from './accounting-year.resource.js';

/**
 * §2.7. What was booked on an account in a year or a period, in base currency. Not rows of their own: they
 * are read from the totals that posting keeps, so the catalogue of what is stored does not know them.
 */
export const Total = resource('totals', 'total', {
  within: AccountingYear,
  fields: {
    accountNumber: { ...generatedKey(itemNumber()), internal: true },
    account: readOnly(reference('accounts', 'accountNumber', itemNumber())),
    fromDate: readOnly(fullDate()),
    toDate: readOnly(fullDate()),
    totalInBaseCurrency: readOnly(total()),
  },
  filterable: ['account.accountNumber', 'fromDate', 'toDate'],
  defaultSort: ['fromDate'],
  operations: ['list', 'get'],
});
export type Total = ValueOf<typeof Total>;
