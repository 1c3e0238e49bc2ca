import { AdditionalExpense, type AdditionalExpenseDraft } from '@kontor/sales';
import type { Endpoint } from '../endpoint/endpoint.js';
import { resourceEndpoints, type Decided } from '../endpoint/resource-endpoints.js';

const decided: Decided = {
  create: ({ sales }, draft) => sales.createAdditionalExpense({ draft: draft as AdditionalExpenseDraft }),
  replace: ({ sales }, key, draft, _, version) =>
    sales.replaceAdditionalExpense({
      additionalExpenseNumber: Number(key),
      draft: draft as AdditionalExpenseDraft,
      version,
    }),
  remove: ({ sales }, key, _, version) =>
    sales.removeAdditionalExpense({ additionalExpenseNumber: Number(key), version }),
};

/** §4.2: additional expenses. PUT on a free number creates (D127). */
export const additionalExpenseEndpoints: readonly Endpoint[] = resourceEndpoints(AdditionalExpense, {
  read: ['Sales'],
  decided,
  refuses: { remove: ['E10010', 'E10150'] },
  putCreates: true,
});
