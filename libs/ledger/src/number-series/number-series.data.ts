import type { EntryType } from '../posting/posting.js';
import type { NumberSeries } from './number-series.resource.js';

/**
 * The series that number documents (facts 3.16, 5.1): one for each kind, the same for every agreement, each
 * counting from 1 in every accounting year. Prefixes are ours, of at most 4 characters.
 */
export type NumberSeriesRow = {
  readonly numberSeriesNumber: number;
  readonly prefix: string;
  readonly name: string;
  readonly entryType: EntryType;
  /** Drafts take their number when they are saved and may be discarded (D151, D152). */
  readonly allowGaps: boolean;
};

// prettier-ignore
export const NUMBER_SERIES = [
  { numberSeriesNumber: 1, prefix: 'FIN', name: 'Finance vouchers', entryType: 'financeVoucher', allowGaps: true },
  { numberSeriesNumber: 2, prefix: 'SUI', name: 'Supplier invoices', entryType: 'supplierInvoice', allowGaps: true },
  { numberSeriesNumber: 3, prefix: 'SUP', name: 'Supplier payments', entryType: 'supplierPayment', allowGaps: true },
  { numberSeriesNumber: 4, prefix: 'CUI', name: 'Customer invoices', entryType: 'customerInvoice', allowGaps: true },
  { numberSeriesNumber: 5, prefix: 'CUP', name: 'Customer payments', entryType: 'customerPayment', allowGaps: true },
  { numberSeriesNumber: 6, prefix: 'MDI', name: 'Manual debtor invoices', entryType: 'manualDebtorInvoice', allowGaps: true },
  { numberSeriesNumber: 7, prefix: 'OB', name: 'Opening balances', entryType: 'openingEntry', allowGaps: true },
  { numberSeriesNumber: 8, prefix: 'INV', name: 'Sales invoices', entryType: 'customerInvoice', allowGaps: false },
  { numberSeriesNumber: 9, prefix: 'REM', name: 'Reminders', entryType: 'reminder', allowGaps: false },
  { numberSeriesNumber: 10, prefix: 'SYS', name: 'Closing of accounting years', entryType: 'systemEntry', allowGaps: true },
  { numberSeriesNumber: 11, prefix: 'CRN', name: 'Credit notes', entryType: 'customerInvoice', allowGaps: false },
  { numberSeriesNumber: 12, prefix: 'DIF', name: 'Exchange and rounding differences', entryType: 'systemEntry', allowGaps: true },
  { numberSeriesNumber: 13, prefix: 'VAT', name: 'VAT settlements', entryType: 'systemEntry', allowGaps: true },
  { numberSeriesNumber: 14, prefix: 'ACC', name: 'Accruals', entryType: 'systemEntry', allowGaps: true },
] as const satisfies readonly NumberSeriesRow[];

/** The series by the kind of document they number. */
export const SERIES = {
  financeVoucher: 1,
  supplierInvoice: 2,
  supplierPayment: 3,
  customerInvoice: 4,
  customerPayment: 5,
  manualDebtorInvoice: 6,
  openingBalance: 7,
  salesInvoice: 8,
  reminder: 9,
  closing: 10,
  creditNote: 11,
  matching: 12,
  vatSettlement: 13,
  accruals: 14,
} as const;

/** The series that number what people know as documents: what closing a year posts is none. */
export const DOCUMENT_SERIES: readonly NumberSeriesRow[] = NUMBER_SERIES.filter(
  ({ numberSeriesNumber }) => numberSeriesNumber !== SERIES.closing,
);

/**
 * The series as the resource shows them: counted without gaps where they may
 * have none, in the order of booking.
 */
export const NUMBER_SERIES_SHOWN: readonly NumberSeries[] = NUMBER_SERIES.map((series) => ({
  ...series,
  isOrdered: false,
  sequenceType: 'continuous',
  systemGenerated: true,
}));
