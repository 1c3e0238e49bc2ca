import { itemNumber, key, line, required, resource, type ValueOf } from '@kontor/kernel';

/** D167. What a VAT code is for: sales, purchases, or what is bought abroad and under reverse charge. */
export const VatType = resource('vat-types', 'VAT type', {
  fields: {
    vatTypeNumber: key(itemNumber()),
    name: required(line({ min: 1, max: 100 })),
  },
  filterable: ['vatTypeNumber', 'name'],
  operations: ['list', 'get'],
});
export type VatType = ValueOf<typeof VatType>;

/** D168. The rate types that the codes of one VAT type are reported under. */
export const VatReportSetup = resource('vat-report-setups', 'VAT report setup', {
  within: VatType,
  fields: {
    vatReportSetupNumber: key(itemNumber()),
    name: required(line({ min: 1, max: 100 })),
  },
  filterable: ['vatReportSetupNumber', 'name'],
  operations: ['list', 'get'],
});
export type VatReportSetup = ValueOf<typeof VatReportSetup>;
