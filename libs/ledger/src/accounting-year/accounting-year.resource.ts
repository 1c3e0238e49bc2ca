import {
  addressed,
  assignedKey,
  boolean,
  computed,
  described,
  fullDate,
  generatedKey,
  integer,
  internalIfAny,
  itemNumber,
  line,
  readOnly,
  reference,
  required,
  resource,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

/** The name of an accounting year: `2026` or `2026/2027`. */
const yearName = () => line({ min: 4, max: 9 });

/** §2.6: the days that books are closed for together, with periods within. */
export const AccountingYear = resource('accounting-years', 'accounting year', {
  fields: {
    closed: described(boolean(), 'closed for further transactions'),
    fromDate: described(
      required(fullDate()),
      'the day after the previous year; the first year may start on any day',
    ),
    toDate: described(required(fullDate()), 'the last day of a month; the year lasts at most 18 months'),
    year: described(
      assignedKey(yearName()),
      'YYYY where both dates lie in one calendar year, else YYYY/YYYY; follows from the dates',
    ),
    closingVoucherId: internalIfAny(integer()),
    openingVoucherId: internalIfAny(integer()),
  },
  links: {
    entries: { to: 'entries' },
    periods: { to: 'periods' },
    totals: { to: 'totals' },
    vouchers: { to: 'vouchers', needs: 'internationalLedger' },
  },
  filterable: ['closed', 'fromDate', 'toDate', 'year'],
  defaultSort: ['fromDate'],
  example: { fromDate: '2027-01-01', toDate: '2027-12-31', year: '2027' },
  operations: ['list', 'get', 'create', 'remove'],
});
export type AccountingYear = ValueOf<typeof AccountingYear>;
/** What a client sends to make one; without `year`, its name follows from the dates. */
export type AccountingYearDraft = DraftFor<typeof AccountingYear>;

/** §2.6. A calendar month of an accounting year; the first one may be short (D146). */
export const Period = resource('periods', 'period', {
  within: AccountingYear,
  fields: {
    accountingYear: readOnly(reference('accounting-years', 'year', yearName())),
    closed: described(boolean(), 'as its accounting year is'),
    fromDate: readOnly(fullDate()),
    periodNumber: described(generatedKey(itemNumber()), 'runs on over the agreement'),
    toDate: readOnly(fullDate()),
    barred: described(boolean(), 'locked by itself: nothing more may be booked in it'),
    vatSettlement: described(
      computed(
        addressed(
          { settlementNumber: readOnly(itemNumber()) },
          { to: 'vat-settlements', by: 'settlementNumber' },
        ),
      ),
      'by which its VAT is settled; it stays barred while that stands',
    ),
    barredBefore: internalIfAny(boolean()),
  },
  links: {
    entries: { to: 'entries' },
    totals: { to: 'totals' },
    vouchers: { to: 'vouchers', needs: 'internationalLedger', below: 'accounts' },
  },
  filterable: ['closed', 'fromDate', 'toDate'],
  defaultSort: ['fromDate'],
  example: { fromDate: '2026-03-01', toDate: '2026-03-31' },
  operations: ['list', 'get'],
});
export type Period = ValueOf<typeof Period>;
