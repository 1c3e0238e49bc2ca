import { AdditionalExpense } from '@kontor/sales';
import type { Endpoint } from '../endpoint/endpoint.js';
import { isUsed, type Handlers } from '../endpoint/mounting.js';
import { resourceEndpoints } from '../endpoint/resource-endpoints.js';

const handlers: Handlers<typeof AdditionalExpense> = {
  create: ({ sales }, draft) => sales.createAdditionalExpense({ draft }),
  replace: ({ sales }, key, draft, _, version) =>
    sales.replaceAdditionalExpense({
      additionalExpenseNumber: Number(key),
      draft,
      version,
    }),
  remove: ({ sales }, key, _, version) =>
    sales.removeAdditionalExpense({ additionalExpenseNumber: Number(key), version }),
};

/** §4.2: additional expenses. PUT on a free number creates (D127). */
export const additionalExpenseEndpoints: readonly Endpoint[] = resourceEndpoints(AdditionalExpense, {
  read: ['Sales'],
  handlers,
  refuses: { remove: ['E10010', 'E10660'] },
  putCreates: true,
  actions: async ({ sales }, stored) => {
    const { additionalExpenseNumber, isSystemCreated } = stored.value;
    const stays =
      isSystemCreated || (isUsed(stored) && (await sales.isExpenseCharged(additionalExpenseNumber)));
    return { without: stays ? ['delete'] : [] };
  },
});
