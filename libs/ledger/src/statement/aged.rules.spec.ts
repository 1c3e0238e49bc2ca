import { expect } from 'chai';
import type { FullDate } from '@kontor/kernel';
import { AGES, dueDatesOf } from './aged.rules.js';

const DATE = '2026-03-31' as FullDate;

describe('what is open is aged (decisions, "Statements")', () => {
  it('by due dates that leave out no day, and name none twice', () => {
    const spans = AGES.map(({ name }) => dueDatesOf(name, DATE));

    expect(spans).to.deep.equal([
      { from: '2026-03-31' },
      { from: '2026-03-01', to: '2026-03-30' },
      { from: '2026-01-30', to: '2026-02-28' },
      { from: '2025-12-31', to: '2026-01-29' },
      { to: '2025-12-30' },
    ]);
  });
});
