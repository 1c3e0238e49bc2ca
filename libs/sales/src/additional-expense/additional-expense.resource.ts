import {
  boolean,
  defaulted,
  described,
  generatedKey,
  itemNumber,
  line,
  oneOf,
  readOnly,
  reference,
  required,
  resource,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

/** What an additional expense is for (§4.2). */
export const ADDITIONAL_EXPENSE_TYPES = [
  'Miscellaneous',
  'StampDuty',
  'BankExpense',
  'Package',
  'Transport',
] as const;

/** §2.3. What is charged on an invoice beside goods and services: postage, stamp duty, a bank fee. */
export const AdditionalExpense = resource('additional-expenses', 'additional expense', {
  fields: {
    additionalExpenseNumber: generatedKey(itemNumber()),
    name: required(line({ min: 1, max: 250 })),
    account: described(
      required(
        reference('accounts', 'accountNumber', itemNumber(), {
          projection: ['name'] as const,
          fits: 'entries',
        }),
      ),
      'the amount is credited to this account',
    ),
    vatAccount: described(
      required(reference('vat-accounts', 'vatCode', line({ min: 1, max: 5 }), { fits: 'notBarred' })),
      'default VAT code; a line may name another',
    ),
    additionalExpenseType: defaulted(oneOf(ADDITIONAL_EXPENSE_TYPES), 'Miscellaneous'),
    isSystemCreated: described(readOnly(boolean()), 'made by the service: may be edited, not removed'),
  },
  filterable: [
    'account.accountNumber',
    'additionalExpenseNumber',
    'additionalExpenseType',
    'isSystemCreated',
    'name',
    'vatAccount.vatCode',
  ],
  example: {
    name: 'Freight',
    account: { accountNumber: 1010 },
    vatAccount: { vatCode: 'S25' },
    additionalExpenseType: 'Transport',
  },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type AdditionalExpense = ValueOf<typeof AdditionalExpense>;
/** What a client sends to make or to replace one. */
export type AdditionalExpenseDraft = DraftFor<typeof AdditionalExpense>;
