import type { Fixture } from '@kontor/kernel';
import { AdditionalExpense } from './additional-expense.resource.js';

export const additionalExpenseFixture: Fixture = {
  resource: AdditionalExpense,
  putCreates: true,
  examples: [
    { name: 'Postage', account: { accountNumber: 1140 }, vatAccount: { vatCode: 'S25' } },
    {
      name: 'x'.repeat(250),
      account: { accountNumber: 1140 },
      vatAccount: { vatCode: 'S0' },
      additionalExpenseType: 'TRANSPORT',
    },
  ],
  wrong: {
    name: 'x'.repeat(251),
    account: { accountNumber: 0 },
    vatAccount: { vatCode: 'SIXSIX' },
    additionalExpenseType: 'Bribe',
  },
};
