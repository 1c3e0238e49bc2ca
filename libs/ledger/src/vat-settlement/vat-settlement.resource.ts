import {
  addressed,
  computed,
  described,
  fullDate,
  generatedKey,
  itemNumber,
  line,
  readOnly,
  reference,
  required,
  resource,
  total,
  type ValueOf,
} from '@kontor/kernel';

/**
 * Decisions, "Statements": the VAT of whole periods, moved from the accounts of VAT codes to the account of
 * VAT settlement, where it stands until it is paid. Its periods are barred as long as it stands.
 */
export const VatSettlement = resource('vat-settlements', 'VAT settlement', {
  fields: {
    settlementNumber: generatedKey(itemNumber()),
    fromDate: described(required(fullDate()), 'the first day of a period'),
    toDate: described(required(fullDate()), 'the last day of a period, and the date on which it is posted'),
    amount: described(
      readOnly(total()),
      'in base currency, on the account of VAT settlement; debit is positive, so what is owed is negative',
    ),
    account: described(
      readOnly(reference('accounts', 'accountNumber', itemNumber())),
      'the system account of VAT settlement',
    ),
    voucher: described(
      computed(
        addressed(
          {
            voucherId: readOnly(itemNumber()),
            displayVoucherNumber: readOnly(line({ min: 1, max: 20 })),
          },
          { to: 'vouchers/booked', by: 'voucherId', needs: 'internationalLedger' },
        ),
      ),
      'what it has posted; none where its periods have no VAT',
    ),
  },
  filterable: ['fromDate', 'settlementNumber', 'toDate'],
  example: { fromDate: '2026-01-01', toDate: '2026-03-31' },
  operations: ['list', 'get'],
});
export type VatSettlement = ValueOf<typeof VatSettlement>;

/** Which periods are to be settled, as a request names them. */
export type VatSettlementDraft = Pick<VatSettlement, 'fromDate' | 'toDate'>;
