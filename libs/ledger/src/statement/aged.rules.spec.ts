import { expect } from 'chai';
import type { FullDate } from '@kontor/kernel';
import { AGES, ageOf, dueDatesOf } from './aged.rules.js';

const DATE = '2026-03-31' as FullDate;

describe('what is open is aged (decisions, "Statements")', () => {
  for (const [dueDate, age] of [
    [undefined, 'notDue'],
    ['2026-04-01', 'notDue'],
    ['2026-03-31', 'notDue'],
    ['2026-03-30', 'days1To30'],
    ['2026-03-01', 'days1To30'],
    ['2026-02-28', 'days31To60'],
    ['2026-01-30', 'days31To60'],
    ['2026-01-29', 'days61To90'],
    ['2025-12-31', 'days61To90'],
    ['2025-12-30', 'over90'],
  ] as const) {
    it(`from ${dueDate ?? 'no due date'} to the date: ${age}`, () => {
      expect(ageOf(dueDate as FullDate | undefined, DATE)).to.equal(age);
    });
  }

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
