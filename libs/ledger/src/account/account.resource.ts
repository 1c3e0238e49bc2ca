import {
  boolean,
  computed,
  derived,
  described,
  group,
  itemNumber,
  key,
  line,
  listOf,
  needing,
  oneOf,
  reference,
  required,
  resource,
  total,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

const account = () => reference('accounts', 'accountNumber', itemNumber());
const bookable = (fits: 'entries' | 'status') =>
  reference('accounts', 'accountNumber', itemNumber(), { fits });

/** What an account is for (§2.9). */
export const ACCOUNT_TYPES = [
  'profitAndLoss',
  'status',
  'totalFrom',
  'heading',
  'headingStart',
  'sumInterval',
  'sumAlpha',
] as const;

/** §2.9, with the members of D37 and amendment 20. */
export const Account = resource('accounts', 'account', {
  fields: {
    accountNumber: key(itemNumber()),
    name: required(line({ min: 1, max: 125 })),
    accountType: required(oneOf(ACCOUNT_TYPES)),
    accountCategory: described(
      reference('account-categories', 'accountCategoryNumber', itemNumber(), {
        projection: { description: line({ max: 250 }), useInvertedAccountCategory: boolean() },
      }),
      'where an account that takes entries stands in the statements; of an account without one, a general one by its type',
    ),
    accountsSummed: described(
      listOf(group({ fromAccount: required(account()), toAccount: required(account()) }), { max: 100 }),
      'of sumInterval: the accounts from and to these by number; of sumAlpha: by displayNumber',
    ),
    balance: described(computed(total()), 'in base currency; headings have none'),
    barred: described(boolean(), 'no new line may name it; drafts that do cannot be booked'),
    blockDirectEntries: described(boolean(), 'whether manual entries are blocked'),
    contraAccount: described(bookable('entries'), 'default contra account'),
    debitCredit: described(
      derived(oneOf(['debit', 'credit'])),
      'the side on which its balance normally is; left out, that of its category',
    ),
    department: needing('dimension', reference('departments', 'departmentNumber', itemNumber())),
    departmentalDistribution: needing(
      'dimension',
      reference('departmental-distributions', 'departmentalDistributionNumber', itemNumber()),
    ),
    displayNumber: described(line({ min: 1, max: 50 }), 'for display and sorting'),
    openingAccount: described(
      bookable('status'),
      'a status account, which takes its balance when the next accounting year is opened',
    ),
    requireDepartmentalDistributionOnEntries: boolean(),
    totalFromAccount: described(
      account(),
      'of totalFrom: the account the sum starts with; it ends with itself',
    ),
    vatAccount: described(
      reference('vat-accounts', 'vatCode', line({ min: 1, max: 5 }), { fits: 'notBarred' }),
      'default VAT code',
    ),
  },
  links: { accountingYears: { to: 'accounting-years' } },
  filterable: [
    'accountNumber',
    'accountType',
    'balance',
    'barred',
    'blockDirectEntries',
    'debitCredit',
    'name',
  ],
  sortable: ['accountNumber', 'accountType', 'balance', 'blockDirectEntries', 'debitCredit', 'name'],
  example: {
    accountNumber: 1015,
    name: 'Sales, webshop',
    accountType: 'profitAndLoss',
    debitCredit: 'credit',
    vatAccount: { vatCode: 'S25' },
  },
  masterData: true,
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type Account = ValueOf<typeof Account>;
/** What a client sends to make or to replace one. */
export type AccountDraft = DraftFor<typeof Account>;
