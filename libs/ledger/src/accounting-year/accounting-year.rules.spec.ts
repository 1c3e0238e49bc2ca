import { expect } from 'chai';
import { isRight, type Either } from 'fp-ts/lib/Either.js';
import type { FullDate } from '@kontor/kernel';
import type { YearOfBooks } from './accounting-year.port.js';
import {
  continuesTheChain,
  hasRightLength,
  isNamedRightly,
  mayBeClosed,
  noVatIsSettled,
  yearMayBeRemoved,
  mayBeReopened,
  nameOfYear,
  periodsOf,
} from './accounting-year.rules.js';

const dates = (fromDate: string, toDate: string) => ({
  fromDate: fromDate as FullDate,
  toDate: toDate as FullDate,
});
const refusal = (verdict: Either<object, unknown>): unknown => (isRight(verdict) ? undefined : verdict.left);

function aYear(name: number, more: Partial<YearOfBooks> = {}): YearOfBooks {
  return {
    year: String(name),
    ...dates(`${name}-01-01`, `${name}-12-31`),
    closed: false,
    version: 1,
    ...more,
  };
}

describe('the chain of accounting years (§2.6, D143, D145)', () => {
  it('begins on any day', () => {
    expect(refusal(continuesTheChain(dates('2026-03-17', '2026-12-31'), undefined))).to.equal(undefined);
  });

  it('goes on the day after the last year', () => {
    expect(refusal(continuesTheChain(dates('2027-01-01', '2027-12-31'), aYear(2026)))).to.equal(undefined);
  });

  for (const fromDate of ['2026-12-31', '2027-01-02', '2025-01-01', '2027-02-01']) {
    it(`does not go on at ${fromDate}, and says where it does`, () => {
      const refused = refusal(continuesTheChain(dates(fromDate, '2028-12-31'), aYear(2026)));

      expect(refused).to.include({ kind: 'AccountingYearBreaksChain', property: 'fromDate' });
      expect(JSON.stringify(refused)).to.contain('2027-01-01');
    });
  }

  it('ends with the last year that can be written, and asks for no day after it', () => {
    const refused = refusal(continuesTheChain(dates('2026-01-01', '2026-12-31'), aYear(9999)));

    expect(refused).to.deep.include({
      property: 'fromDate',
      is: 'can be no day: the last accounting year, 9999, ends on 9999-12-31, and no date follows that',
    });
  });

  it('goes on over the end of a February', () => {
    const leap = aYear(2024, dates('2023-03-01', '2024-02-29'));

    expect(refusal(continuesTheChain(dates('2024-03-01', '2025-02-28'), leap))).to.equal(undefined);
    expect(refusal(continuesTheChain(dates('2024-02-29', '2025-02-28'), leap))).not.to.equal(undefined);
  });
});

describe('the length of an accounting year (§2.6, §8)', () => {
  for (const [fromDate, toDate] of [
    ['2026-01-01', '2026-12-31'],
    ['2026-01-01', '2027-06-30'],
    ['2026-01-15', '2027-06-30'],
    ['2026-12-31', '2026-12-31'],
    ['2023-09-01', '2024-02-29'],
  ] as const) {
    it(`may be from ${fromDate} to ${toDate}`, () => {
      expect(refusal(hasRightLength(dates(fromDate, toDate)))).to.equal(undefined);
    });
  }

  for (const [fromDate, toDate, why] of [
    ['2026-01-01', '2027-07-31', 'at most 18 months'],
    ['2026-01-31', '2027-07-31', 'at most 18 months'],
    ['2026-01-01', '2026-12-30', 'last day of a month'],
    ['2024-01-01', '2024-02-28', 'last day of a month'],
    ['2026-02-01', '2026-01-31', 'before fromDate'],
  ] as const) {
    it(`is not from ${fromDate} to ${toDate}: ${why}`, () => {
      const refused = refusal(hasRightLength(dates(fromDate, toDate)));

      expect(refused).to.include({ kind: 'AccountingYearBreaksChain', property: 'toDate' });
      expect(JSON.stringify(refused)).to.contain(why);
    });
  }
});

describe('the name of an accounting year (D142)', () => {
  it('is the calendar year, or both', () => {
    expect(nameOfYear(dates('2026-01-01', '2026-06-30'))).to.equal('2026');
    expect(nameOfYear(dates('2026-07-01', '2027-06-30'))).to.equal('2026/2027');
  });

  it('may be given, if it is the right one', () => {
    expect(refusal(isNamedRightly(dates('2026-07-01', '2027-06-30'), '2026/2027'))).to.equal(undefined);
    expect(refusal(isNamedRightly(dates('2026-07-01', '2027-06-30'), '2026'))).to.deep.include({
      kind: 'RuleBroken',
      code: 'E10490',
    });
  });
});

describe('the periods of an accounting year (D146, D147)', () => {
  it('are calendar months, the first of them short, numbered on', () => {
    const periods = periodsOf(dates('2024-01-15', '2024-03-31'), 60);

    expect(periods).to.deep.equal([
      { fromDate: '2024-01-15', toDate: '2024-01-31', periodNumber: 61 },
      { fromDate: '2024-02-01', toDate: '2024-02-29', periodNumber: 62 },
      { fromDate: '2024-03-01', toDate: '2024-03-31', periodNumber: 63 },
    ]);
  });

  it('are eighteen at most, and end with the calendar', () => {
    expect(periodsOf(dates('2026-01-01', '2027-06-30'), 0)).to.have.lengthOf(18);
    expect(periodsOf(dates('9999-12-01', '9999-12-31'), 0)).to.have.lengthOf(1);
  });
});

describe('what a year allows', () => {
  const chain = [aYear(2024, { closed: true }), aYear(2025), aYear(2026)];
  const [first, middle, last] = chain as [YearOfBooks, YearOfBooks, YearOfBooks];
  const reason = (verdict: Either<object, unknown>) =>
    (refusal(verdict) as { reason?: string } | undefined)?.reason;

  it('is removal of the last one, open and without drafts (D148)', () => {
    expect(reason(yearMayBeRemoved({ year: last, chain }, 0))).to.equal(undefined);
    expect(reason(yearMayBeRemoved({ year: middle, chain }, 0))).to.equal('notTheLast');
    expect(reason(yearMayBeRemoved({ year: last, chain }, 2))).to.equal('hasDrafts');
    const closed = aYear(2026, { closed: true });
    expect(reason(yearMayBeRemoved({ year: closed, chain: [closed] }, 0))).to.equal('closed');
  });

  it('is no removal while the VAT of one of its periods is settled (E10260)', () => {
    const open = { vatSettlement: undefined };
    expect(reason(noVatIsSettled(last, [open, open]))).to.equal(undefined);
    expect(reason(noVatIsSettled(last, [open, { vatSettlement: { settlementNumber: 3 } }]))).to.equal(
      'vatSettled',
    );
  });

  it('is closing of the first open one, into the next, without drafts (D16)', () => {
    expect(reason(mayBeClosed({ year: middle, chain }, 0))).to.equal(undefined);
    expect(reason(mayBeClosed({ year: first, chain }, 0))).to.equal('alreadyClosed');
    expect(reason(mayBeClosed({ year: last, chain }, 0))).to.equal('earlierYearOpen');
    expect(reason(mayBeClosed({ year: middle, chain }, 1))).to.equal('hasDrafts');
    expect(reason(mayBeClosed({ year: middle, chain: [first, middle] }, 0))).to.equal('noNextYear');
    const next = aYear(2026, { closed: true });
    expect(reason(mayBeClosed({ year: middle, chain: [first, middle, next] }, 0))).to.equal('nextYearClosed');
  });

  it('is refused with the year that is in the way, or how many drafts are', () => {
    const next = aYear(2026, { closed: true });
    expect(refusal(yearMayBeRemoved({ year: middle, chain }, 0))).to.include({ otherYear: '2026' });
    expect(refusal(yearMayBeRemoved({ year: last, chain }, 2))).to.include({ count: 2 });
    expect(refusal(mayBeClosed({ year: last, chain }, 0))).to.include({ otherYear: '2025' });
    expect(refusal(mayBeClosed({ year: middle, chain: [first, middle, next] }, 0))).to.include({
      otherYear: '2026',
    });
    expect(refusal(mayBeClosed({ year: middle, chain }, 3))).to.include({ count: 3 });
    const second = aYear(2025, { closed: true });
    expect(refusal(mayBeReopened({ year: first, chain: [first, second] }))).to.include({ otherYear: '2025' });
  });

  it('is reopening, but not under a closed year (D18, D19)', () => {
    expect(reason(mayBeReopened({ year: first, chain }))).to.equal(undefined);
    expect(reason(mayBeReopened({ year: middle, chain }))).to.equal('notClosed');
    const second = aYear(2025, { closed: true });
    expect(reason(mayBeReopened({ year: first, chain: [first, second] }))).to.equal('nextYearClosed');
  });
});
