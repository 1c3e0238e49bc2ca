import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FullDate } from '@kontor/kernel';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { YearOfBooks } from './accounting-year.port.js';
import { whatYearAllows } from './what-year-allows.js';

const year = (name: string): YearOfBooks => ({
  year: name,
  fromDate: `${name}-01-01` as FullDate,
  toDate: `${name}-12-31` as FullDate,
  closed: false,
  version: 1,
});

describe('what an accounting year allows', () => {
  it('goes through no drafts where the years decide', async () => {
    let asked = 0;
    const between = () => {
      asked += 1;
      return TE.right({ count: 1, some: [] });
    };
    const ledger = {
      accountingYears: { chain: () => Promise.resolve({ years: ['2024', '2025', '2026'].map(year) }) },
      drafts: { between },
      resources: {},
    } as unknown as LedgerRepositories;

    const middle = await whatYearAllows(ledger)('2025');
    expect([middle, asked]).to.deep.equal([{ closed: false, isRemovable: false }, 0]);
    for (const one of ['2024', '2026']) await whatYearAllows(ledger)(one);
    expect(asked).to.equal(2);
  });
});
