import { fixedList, type FixedList } from '@kontor/kernel';
import { LAYOUTS } from './layout/layout.data.js';
import { Layout } from './layout/layout.resource.js';
import { PAYMENT_TYPES } from './payment/payment-type.data.js';
import { PaymentType } from './payment/payment-type.resource.js';

/** The lists that the system itself owns, the same for every agreement, by collection name. */
export function salesFixedLists(): ReadonlyMap<string, FixedList> {
  return new Map<string, FixedList>([
    [Layout.collection, fixedList(Layout, LAYOUTS)],
    [PaymentType.collection, fixedList(PaymentType, PAYMENT_TYPES)],
  ]);
}
