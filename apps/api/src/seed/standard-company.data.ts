import type { Company } from '@kontor/studio';

/**
 * Whose books a demo or sandbox agreement keeps, as `/self` shows it (D7): an
 * invented company, written for Kontor.
 */
export const STANDARD_COMPANY: Company = {
  addressLine1: 'Harbour Street 12',
  addressLine2: '2nd floor',
  zip: '1050',
  city: 'Copenhagen',
  country: 'Denmark',
  attention: 'Accounts department',
  phoneNumber: '+45 55 55 01 23',
  email: 'accounts@demo-trading.example',
  website: 'https://demo-trading.example',
  companyIdentificationNumber: '12345678',
  vatNumber: 'DK12345678',
  bankName: 'Example Bank',
  bankSortCode: '1234',
  bankAccountNumber: '0000012345',
  bankGiroNumber: '1234567',
  ibanNumber: 'DK5000400440116243',
  swiftCode: 'EXMPDKKK',
  pbsCustomerGroupNumber: '00001',
  pbsFiSupplierNumber: '81234567',
};
