import {
  boolean,
  code,
  computed,
  fullDate,
  generatedKey,
  group,
  integer,
  itemNumber,
  line,
  listOf,
  readOnly,
  reference,
  required,
  resource,
  timestamp,
  type ValueOf,
} from '@kontor/kernel';
import { Language } from '../agreement/language.resource.js';
import { App, SHOWN_OF_APP } from '../app/app.resource.js';
import { MODULES, toNamedModule } from './module.resource.js';

const short = line({ max: 50 });
const long = line({ max: 250 });

/** §2.4b, D7 to D9. The agreement of the grant in use, the person who gave it and the app that holds it. */
export const Self = resource('self', 'self', {
  fields: {
    agreementNumber: generatedKey(itemNumber()),
    agreementType: readOnly(
      group({ agreementTypeNumber: required(integer({ min: 1 })), name: required(short) }),
    ),
    userName: readOnly(long),
    signupDate: readOnly(fullDate()),
    user: readOnly(
      group({
        loginId: required(long),
        name: required(long),
        email: line({ max: 320 }),
        language: required(
          reference(Language.collection, 'languageNumber', integer({ min: 1 }), {
            projection: { name: Language.fields.name, culture: Language.fields.culture },
          }),
        ),
        agreementNumber: required(itemNumber()),
      }),
    ),
    company: readOnly(
      group({
        name: required(long),
        addressLine1: long,
        addressLine2: long,
        zip: short,
        city: long,
        country: long,
        attention: long,
        phoneNumber: short,
        email: line({ max: 320 }),
        website: long,
        companyIdentificationNumber: short,
        vatNumber: short,
      }),
    ),
    bankInformation: readOnly(
      group({
        bankName: long,
        bankSortCode: short,
        bankAccountNumber: short,
        bankGiroNumber: short,
        ibanNumber: short,
        swiftCode: short,
        pbsCustomerGroupNumber: short,
        pbsFiSupplierNumber: short,
      }),
    ),
    application: computed(
      reference(App.collection, 'appNumber', integer({ min: 0 }), { projection: SHOWN_OF_APP }),
    ),
    settings: readOnly(group({ baseCurrency: required(code(3)), internationalLedger: required(boolean()) })),
    companyAffiliation: computed(long),
    canSendElectronicInvoice: readOnly(boolean()),
    modules: readOnly(listOf(toNamedModule, { max: MODULES.length })),
    /** True under a grant of an administrator agreement; clients test it, so it is always there (D8). */
    IsAdminAgreement: readOnly(boolean()),
    /** From this instant on the grant is void (D9). The demo agreement needs none. */
    grantExpires: computed(timestamp()),
  },
  operations: ['get'],
});
export type Self = ValueOf<typeof Self>;
