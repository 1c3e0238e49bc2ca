import {
  amount,
  code,
  described,
  fullDate,
  group,
  itemNumber,
  line,
  listOf,
  naming,
  needing,
  oneOf,
  optional,
  percentage,
  reference,
  required,
  text,
  type DraftOf,
} from '@kontor/kernel';
import { ENTRY_TYPES, VAT_PARTS } from '../posting/posting.js';
import { saidBy } from './known-documents.js';

/** Entries of a document in a file: a voucher has a thousand lines, and a line up to four entries. */
export const ENTRIES_MAX = 5_000;

const account = () => reference('accounts', 'accountNumber', itemNumber());

/** An entry of an imported document, as it is to stand in the books. */
const importedEntry = group({
  account: account(),
  customer: reference('customers', 'customerNumber', itemNumber()),
  supplier: reference('suppliers', 'supplierNumber', itemNumber()),
  amount: required(amount()),
  currency: naming('currencies', code(3)),
  amountInBaseCurrency: amount(),
  text: text({ max: 255 }),
  vatAccount: reference('vat-accounts', 'vatCode', line({ min: 1, max: 5 })),
  vatPart: described(oneOf(VAT_PARTS), 'by the accounts of the VAT code when left out'),
  vatRate: described(percentage(), 'that of the VAT code when left out'),
  department: needing('dimension', reference('departments', 'departmentNumber', itemNumber())),
  departmentalDistribution: needing(
    'dimension',
    reference('departmental-distributions', 'departmentalDistributionNumber', itemNumber()),
  ),
  dueDate: fullDate(),
});

/** A booked document as a line of an import tells it: by its entries. */
export const IMPORTED_DOCUMENT = {
  numberSeries: reference('number-series', 'numberSeriesNumber', itemNumber()),
  voucherNumber: itemNumber(),
  voucherType: oneOf(ENTRY_TYPES),
  date: required(fullDate()),
  dueDate: fullDate(),
  vatDate: fullDate(),
  externalDocumentId: line({ max: 50 }),
  entries: required(listOf(optional(importedEntry), { max: ENTRIES_MAX })),
};
/** A voucher of a file, decoded and not yet looked at by any rule. */
export type ImportedDocument = DraftOf<typeof IMPORTED_DOCUMENT>;

/** A document as a file tells it. */
export type Imported = {
  readonly draft: ImportedDocument;
  readonly isOpening: boolean;
  /** It bears no number of ours: one called the same (`externalDocumentId`) in the same year is the same. */
  readonly isKnownByName?: boolean;
  /** It bears the number of another program, whose series is called as one of ours. */
  readonly calledElsewhere?: string | undefined;
};

/** A document with what its number and its entries need. */
export type PlacedDocument = Imported & {
  /** Where it stands among the others. */
  readonly index: number;
  readonly series: number;
  readonly voucherNumber: number;
  readonly year: string;
};

/** What a document says, by which it is known again. */
export function saidInFile({ draft: { date, entries } }: Imported): string {
  return saidBy(
    date,
    entries.map(({ amount, amountInBaseCurrency }) => amountInBaseCurrency ?? amount),
  );
}
