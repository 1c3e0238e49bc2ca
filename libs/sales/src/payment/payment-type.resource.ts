import {
  group,
  integer,
  itemNumber,
  key,
  line,
  listOf,
  oneOf,
  required,
  resource,
  type ValueOf,
} from '@kontor/kernel';

/**
 * A way of transferring money, and what has to be known for it (facts 3.9).
 * The system owns the list (amendment 63).
 */
export const PaymentType = resource('payment-types', 'payment type', {
  fields: {
    paymentTypeNumber: key(itemNumber()),
    name: required(line({ min: 1, max: 50 })),
    fields: listOf(
      group({
        paymentTypeFieldNumber: required(itemNumber()),
        name: required(line({ min: 1, max: 50 })),
        dataType: required(oneOf(['string', 'integer'])),
        minimumLength: required(integer({ min: 0 })),
        maximumLength: required(integer({ min: 1 })),
      }),
      { max: 20 },
    ),
  },
  filterable: ['name', 'paymentTypeNumber'],
  operations: ['list', 'get'],
});
export type PaymentType = ValueOf<typeof PaymentType>;
