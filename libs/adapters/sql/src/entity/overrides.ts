import { DOCUMENT_SERIES } from '@kontor/ledger';
import { quote } from '../statement.js';
import { index } from './columns.js';
import type { Index } from './table.js';

/** Where a table is not what its declaration alone would make it. */
type Override = {
  /** Members that are rows of another table. */
  readonly without?: readonly string[];
  /**
   * Properties that no caller may ask for, but our own restrictions do: they get an index as if they were
   * filterable.
   */
  readonly restricted?: readonly string[];
  /** The only properties with an index, where many may be asked for: the others are looked through. */
  readonly indexed?: readonly string[];
  /** Indexed properties that are paged in descending order so often that theirs is of that direction. */
  readonly descending?: readonly string[];
  /** Indexes of several columns, for statements of our own. */
  readonly indexes?: readonly Index[];
  /**
   * Properties that came when there were rows already: their columns have a default in the database, for
   * versions that do not know them.
   */
  readonly added?: readonly string[];
  /** Members that say what another says: they have no column, are read from its, and not asked for. */
  readonly sameAs?: Readonly<Record<string, string>>;
  /** What follows from other columns of a row, by its alias; texts are folded, as they are compared. */
  readonly derived?: Readonly<Record<string, (alias: string) => string>>;
};

const NONE: Override = {};

/** What is open of a customer, or of a supplier, and when it is due, with what is left of it. */
const OPEN_OF_PARTIES = ['customer', 'supplier'].map((party) =>
  index(
    `open_post_open_of_${party}`,
    'agreement_number',
    `${party}_number`,
    'remainder_in_base_currency',
    'due_date',
  ),
);

/** What a voucher is called is its series' prefix with its number: nothing of it is kept with every entry. */
const displayVoucherNumber = (alias: string): string => {
  const [series, number] = ['number_series_number', 'voucher_number'].map((one) => `${alias}.${quote(one)}`);
  const called = DOCUMENT_SERIES.map(
    ({ numberSeriesNumber, prefix }) =>
      `WHEN ${numberSeriesNumber} THEN CONCAT('${prefix.toLowerCase()}', ${number})`,
  );
  return `CASE ${series} ${called.join(' ')} END`;
};

/** What closing a year has posted is of no document: its entries show no voucher. */
const voucherIdShown = (alias: string): string => {
  const series = DOCUMENT_SERIES.map(({ numberSeriesNumber }) => numberSeriesNumber);
  const [own, voucherId] = ['number_series_number', 'voucher_id'].map((one) => `${alias}.${quote(one)}`);
  return `CASE WHEN ${own} IN (${series.join(', ')}) THEN ${voucherId} END`;
};

const OVERRIDES: Readonly<Record<string, Override>> = {
  // The aliases of a layer are items of their own (§2.4): rows of product_alias.
  'alias-layers': { without: ['productAliases'] },
  // A balance is what stands in the totals (rule 1 of performance): it is asked for, never kept with the
  // account.
  accounts: {
    without: ['balance'],
    added: ['accountsSummed', 'requireDepartmentalDistributionOnEntries'],
  },
  'product-groups': { added: ['salesAccountsList'] },
  // The entries of a period, and those on an account, are collections of their own (§4.2): walked in the
  // order of their numbers. What else may be asked for is looked through: every index is paid for by every
  // entry. A voucher is shown from its numbers.
  entries: {
    without: ['voucher'],
    derived: {
      'voucher.displayVoucherNumber': displayVoucherNumber,
      'voucher.voucherId': voucherIdShown,
    },
    indexed: ['account.accountNumber', 'currency', 'date', 'periodNumber'],
  },
  // Days run on by themselves; posts are found by whose they are and by their voucher. What is open is
  // summed up from an index that leads past what is settled.
  'open-posts': {
    without: ['daysOverdue'],
    indexed: ['customer.customerNumber', 'supplier.supplierNumber', 'voucher.voucherId'],
    indexes: OPEN_OF_PARTIES,
  },
  imports: { added: ['dryRun', 'totalLines', 'warned', 'warnings'] },
  matches: { indexed: ['customer.customerNumber', 'date', 'supplier.supplierNumber'] },
  // Thirty properties may be asked for, and every index is paid for by every invoice: drafts are few, and of
  // booked ones people ask by number, date and customer.
  'draft-invoices': { indexed: ['customer.customerNumber', 'date'] },
  'booked-invoices': {
    sameAs: { remainderInDefaultCurrency: 'remainderInBaseCurrency' },
    added: ['creditNotes'],
    indexed: ['customer.customerNumber', 'date', 'dueDate', 'remainder', 'voucher.voucherId'],
  },
  // Every index is paid for by every voucher: what is asked for beside others has none. An import looks
  // for what a voucher was called elsewhere (`externalDocumentId`), and most are called nothing.
  vouchers: {
    indexed: [
      'booked',
      'date',
      'dueDate',
      'externalDocumentId',
      'remainder',
      'remainderInDefaultCurrency',
      'voucherNumber.prefix',
      'voucherNumber.voucherNumber',
      'voucherType',
    ],
  },
  // Movements are found by their product and by their voucher.
  'stock-movements': { indexed: ['product.productNumber', 'voucher.voucherId'] },
  // Every index is paid for by every new row, and in a file most of all where rows come in another order:
  // with these five SQLite makes 950 products a second, with all ten 585 (ADR 49). An index stays where a
  // code is looked up by it, where it tells what refers to a thing, and where clients ask what has changed;
  // by what else may be asked for, 100,000 rows are looked through within 100 ms. Dearest first is what
  // people ask a price list for; an ascending index cannot serve it with the key as tie.
  products: {
    indexed: ['barCode', 'lastUpdated', 'productGroup.productGroupNumber', 'salesPrice', 'unit.unitNumber'],
    descending: ['salesPrice'],
  },
  customers: {
    without: ['balance', 'dueAmount'],
    indexed: ['corporateIdentificationNumber', 'customerGroup.customerGroupNumber', 'email', 'lastUpdated'],
  },
  suppliers: {
    without: ['balance'],
    indexed: ['corporateIdentificationNumber', 'email', 'supplierGroup.supplierGroupNumber'],
  },
};

/** What the table of a collection has that its declaration does not say; nothing, for most. */
export function overrideOf(collection: string): Override {
  return OVERRIDES[collection] ?? NONE;
}
