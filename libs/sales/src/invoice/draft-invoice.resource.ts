import {
  amount,
  boolean,
  computed,
  derived,
  described,
  generatedKey,
  group,
  integer,
  internal,
  itemNumber,
  line,
  listOf,
  percentage,
  reference,
  required,
  resource,
  type DraftFor,
  type DraftOf,
  type ValueOf,
} from '@kontor/kernel';
import {
  ASKED_BY,
  OTHER_NAMES,
  expensePostsTo,
  linePostsTo,
  headFields,
  lineFields,
  totalFields,
  vatAccount,
} from './invoice-fields.js';

/** §2.3: an additional expense on an invoice. */
const expenseLineFields = {
  additionalExpense: required(
    reference('additional-expenses', 'additionalExpenseNumber', itemNumber(), {
      projection: ['name'] as const,
    }),
  ),
  lineNumber: derived(integer({ min: 1 })),
  amount: described(required(amount()), 'net'),
  vatAmount: described(derived(amount()), 'calculated when left out; a wrong one is refused'),
  vatAccount: described(derived(vatAccount()), 'that of the expense when left out'),
  hasOwnVatAccount: internal(boolean()),
  postsTo: expensePostsTo(),
};

/** What a line of a draft says: that of any invoice, and its VAT code. */
const draftLineFields = {
  ...lineFields,
  vatInfo: described(
    group({ vatAccount: required(vatAccount()), vatRate: percentage() }),
    'follows from the product group and the VAT zone of the recipient when left out',
  ),
  postsTo: linePostsTo(),
};

/** §4.2 and facts 3.12. An invoice that is not booked yet. Only its customer must be said (amendment 42). */
export const DraftInvoice = resource('draft-invoices', 'draft invoice', {
  fields: {
    id: generatedKey(itemNumber()),
    ...headFields,
    // Facts 3.12 filters by both. There are no delivery notes here, and an
    // invoice gets its number when it is booked.
    deliveryStatus: described(computed(line({ max: 50 })), 'as delivery notes have it: no draft has one'),
    voucherNumber: described(computed(integer({ min: 1 })), 'given when it is booked: no draft has one'),
    lines: listOf(group(draftLineFields)),
    additionalExpenseLines: listOf(group(expenseLineFields), { max: 100 }),
    ...totalFields,
    expenseLineCount: internal(integer({ min: 0 })),
  },
  links: { pdf: { to: 'pdf', member: 'download' } },
  filterable: [...ASKED_BY, 'deliveryStatus', 'id', 'voucherNumber'],
  otherNames: {
    ...OTHER_NAMES,
    draftInvoiceNumber: 'id',
    // As a booked invoice shows it: who copies its lines keeps what they charge.
    'lines.vatAccount.vatCode': 'lines.vatInfo.vatAccount.vatCode',
  },
  example: {
    customer: { customerNumber: 1 },
    date: '2026-03-31',
    lines: [{ product: { productNumber: '1000' }, quantity: 2, unitNetPrice: 79.5 }],
  },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type DraftInvoice = ValueOf<typeof DraftInvoice>;
/** A line of a draft as it is kept: with what was derived from its product. */
export type DraftInvoiceLine = DraftInvoice['lines'][number];
/** What is charged beside the goods, such as freight. */
export type DraftExpenseLine = DraftInvoice['additionalExpenseLines'][number];
/** A draft invoice as a request gives it: what its lines leave out follows from what they name. */
export type InvoiceDraft = Omit<DraftFor<typeof DraftInvoice>, 'lines' | 'additionalExpenseLines'> & {
  readonly lines: readonly DraftOf<typeof draftLineFields>[];
  readonly additionalExpenseLines: readonly DraftOf<typeof expenseLineFields>[];
};
