import type { Fixture } from '@kontor/kernel';
import { VatAccount } from './vat-account.resource.js';

export const vatAccountFixture: Fixture = {
  resource: VatAccount,
  urlWins: true,
  examples: [
    {
      vatCode: 'Æ/1.5',
      name: 'Moms “hjemme”',
      ratePercentage: 12.3456789012,
      account: { accountNumber: 6650 },
      contraAccount: { accountNumber: 6660 },
      vatType: { vatTypeNumber: 3 },
      vatReportSetup: { vatReportSetupNumber: 4 },
      barred: true,
    },
    {
      vatCode: 'Z',
      ratePercentage: 0,
      account: { accountNumber: 6610 },
      vatType: { vatTypeNumber: 1 },
      vatReportSetup: { vatReportSetupNumber: 7 },
    },
  ],
  wrong: {
    vatCode: 'TOOLONG',
    name: 'x'.repeat(61),
    ratePercentage: 100.01,
    account: {},
    contraAccount: { accountNumber: 0 },
    vatType: { vatTypeNumber: 'sales' },
    vatReportSetup: 1,
    barred: null,
  },
};
