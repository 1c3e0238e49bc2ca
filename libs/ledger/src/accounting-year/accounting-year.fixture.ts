import type { Fixture } from '@kontor/kernel';
import { AccountingYear } from './accounting-year.resource.js';

/** The books are filled with years up to the present one, so these are the next: two ways to go on. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

export const accountingYearFixture: Fixture = {
  resource: AccountingYear,
  keyFollows: true,
  examples: [
    { fromDate: `${NEXT_YEAR}-01-01`, toDate: `${NEXT_YEAR}-12-31`, year: `${NEXT_YEAR}`, closed: false },
    {
      fromDate: `${NEXT_YEAR}-01-01`,
      toDate: `${NEXT_YEAR + 1}-06-30`,
      year: `${NEXT_YEAR}/${NEXT_YEAR + 1}`,
    },
  ],
  wrong: { fromDate: '2027-02-30', toDate: 20271231, year: '27', closed: 'no' },
};
