import type { PaymentType } from './payment-type.resource.js';

const iban = { name: 'IBAN', dataType: 'string', minimumLength: 15, maximumLength: 34 } as const;
const bic = { name: 'BIC', dataType: 'string', minimumLength: 8, maximumLength: 11 } as const;

/**
 * The payment types there are. 10, 17 and 21 are numbered as recorded (facts 3.9); 30 and what each asks for
 * are ours, written 2026-11-20: lengths of IBAN and BIC as in ISO 13616 and ISO 9362.
 */
export const PAYMENT_TYPES: readonly PaymentType[] = [
  {
    paymentTypeNumber: 10,
    name: 'IBAN',
    fields: [
      { paymentTypeFieldNumber: 1, ...iban },
      { paymentTypeFieldNumber: 2, ...bic },
    ],
  },
  { paymentTypeNumber: 17, name: 'Cash', fields: [] },
  {
    paymentTypeNumber: 21,
    name: 'Bank transfer',
    fields: [
      {
        paymentTypeFieldNumber: 1,
        name: 'Account number',
        dataType: 'string',
        minimumLength: 4,
        maximumLength: 34,
      },
      {
        paymentTypeFieldNumber: 2,
        name: 'Bank code',
        dataType: 'string',
        minimumLength: 3,
        maximumLength: 11,
      },
    ],
  },
  { paymentTypeNumber: 30, name: 'SEPA direct debit', fields: [{ paymentTypeFieldNumber: 1, ...iban }] },
];
