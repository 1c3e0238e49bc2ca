import {
  boolean,
  described,
  itemNumber,
  key,
  line,
  percentage,
  reference,
  required,
  resource,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

const account = () => reference('accounts', 'accountNumber', itemNumber(), { fits: 'status' });

/** §2.5, with the contra account of facts 3.10. A VAT code: its rate, and the account the VAT is kept on. */
export const VatAccount = resource('vat-accounts', 'VAT account', {
  fields: {
    vatCode: key(line({ min: 1, max: 5 })),
    name: line({ max: 60 }),
    ratePercentage: required(percentage()),
    account: required(account()),
    contraAccount: described(
      account(),
      'of a reverse-charge code (VAT type 3): where the VAT that account owes is deducted',
    ),
    vatReportSetup: described(
      required(
        reference('vat-report-setups', 'vatReportSetupNumber', itemNumber(), {
          within: 'vatType.vatTypeNumber',
        }),
      ),
      'the rate type; one of the VAT type',
    ),
    vatType: required(reference('vat-types', 'vatTypeNumber', itemNumber(), { projection: ['name'] })),
    barred: described(boolean(), 'settable only while nothing refers to the VAT account'),
  },
  filterable: [
    'account.accountNumber',
    'barred',
    'name',
    'ratePercentage',
    'vatCode',
    'vatReportSetup.vatReportSetupNumber',
    'vatType.vatTypeNumber',
  ],
  example: {
    vatCode: 'S19',
    name: 'Sales VAT 19 %',
    ratePercentage: 19,
    account: { accountNumber: 6610 },
    vatReportSetup: { vatReportSetupNumber: 7 },
    vatType: { vatTypeNumber: 1 },
  },
  masterData: true,
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type VatAccount = ValueOf<typeof VatAccount>;
/** What a client sends to make or to replace one. */
export type VatAccountDraft = DraftFor<typeof VatAccount>;
