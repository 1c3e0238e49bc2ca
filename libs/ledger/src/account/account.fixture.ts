import type { Fixture } from '@kontor/kernel';
import { Account } from './account.resource.js';

export const accountFixture: Fixture = {
  resource: Account,
  examples: [
    {
      accountNumber: 999999999,
      name: 'Käufe “EU”',
      accountType: 'PROFITANDLOSS',
      accountCategory: { accountCategoryNumber: 47 },
      barred: true,
      blockDirectEntries: true,
      contraAccount: { accountNumber: 5810 },
      debitCredit: 'Debit',
      department: { departmentNumber: 1 },
      departmentalDistribution: { departmentalDistributionNumber: 4 },
      displayNumber: 'A-1310.b',
      openingAccount: { accountNumber: 6130 },
      requireDepartmentalDistributionOnEntries: true,
      vatAccount: { vatCode: 'p25' },
    },
    {
      accountNumber: 999999998,
      name: 'S',
      accountType: 'sumInterval',
      accountsSummed: [{ fromAccount: { accountNumber: 1010 }, toAccount: { accountNumber: 1020 } }],
    },
  ],
  wrong: {
    accountNumber: 0,
    name: 'x'.repeat(126),
    accountType: 'asset',
    accountCategory: {},
    accountsSummed: [{ fromAccount: { accountNumber: 1010 } }],
    barred: 2,
    blockDirectEntries: 'yes',
    contraAccount: { accountNumber: 'one' },
    debitCredit: 'left',
    department: 1,
    departmentalDistribution: [],
    displayNumber: 'x'.repeat(51),
    openingAccount: { accountNumber: 1e9 },
    requireDepartmentalDistributionOnEntries: 'no',
    totalFromAccount: { accountNumber: 1.5 },
    vatAccount: { vatCode: 'TOOLONG' },
  },
};
