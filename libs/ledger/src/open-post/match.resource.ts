import {
  addressed,
  amount,
  code,
  computed,
  described,
  fullDate,
  generatedKey,
  group,
  itemNumber,
  line,
  listOf,
  readOnly,
  reference,
  required,
  resource,
  type ValueOf,
} from '@kontor/kernel';

/** Posts that one match may join: a request stays small. */
export const POSTS_MAX = 100;

/** One post of a match. */
const matchedPost = group({
  voucherId: required(itemNumber()),
  entryNumber: described(required(itemNumber()), 'of the line of a customer or supplier'),
  amount: described(
    amount(),
    'positive, in the currency of the posts; all that both sides allow when left out',
  ),
  amountInBaseCurrency: described(computed(amount()), 'what was taken of the remainder, with its sign'),
});

/**
 * Amendment "Open posts": what was set off against each other. It lowers what is left on both sides, and
 * posts nothing but a difference of exchange or rounding.
 */
export const Match = resource('matches', 'match', {
  fields: {
    matchNumber: generatedKey(itemNumber()),
    date: described(readOnly(fullDate()), 'the latest of the dates of its posts'),
    customer: computed(reference('customers', 'customerNumber', itemNumber())),
    supplier: computed(reference('suppliers', 'supplierNumber', itemNumber())),
    currency: described(readOnly(code(3)), 'ISO 4217: that of its posts'),
    posts: described(
      required(listOf(matchedPost, { max: POSTS_MAX })),
      'debits and credits of one customer or supplier in one currency, which sum to nothing',
    ),
    difference: described(
      computed(amount()),
      'in base currency: what was posted to exchange or rounding differences; debit is positive',
    ),
    differenceAccount: computed(reference('accounts', 'accountNumber', itemNumber())),
    differenceVoucher: computed(
      addressed(
        {
          voucherId: readOnly(itemNumber()),
          displayVoucherNumber: readOnly(line({ min: 1, max: 20 })),
        },
        { to: 'vouchers/booked', by: 'voucherId', needs: 'internationalLedger' },
      ),
    ),
  },
  filterable: ['currency', 'customer.customerNumber', 'date', 'matchNumber', 'supplier.supplierNumber'],
  example: {
    posts: [
      { voucherId: 12, entryNumber: 40 },
      { voucherId: 15, entryNumber: 52, amount: 250 },
    ],
  },
  operations: ['list', 'get'],
});
export type Match = ValueOf<typeof Match>;

/** Posts to be matched, as a request names them. */
export type MatchDraft = Pick<Match, 'posts'>;
