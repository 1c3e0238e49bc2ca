import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { Outcome, Row, Session, Statement } from '../statement.js';
import type { Place } from '../statements/period-figures.js';
import { PeriodFigures } from './period-figures.js';

const PERIODS = 12;
const ACCOUNTS = 2_000;

const THROUGH = { agreementNumber: 1, collections: [], each: 0 };
const YEAR: Place = {
  yearEnd: '2025-12-31',
  own: [1, '2025'],
  dates: ['2025-01-01', '2025-12-31'],
  closing: 0,
  carriedBy: 0,
  hints: { indexHint: () => '' },
  through: { entries: THROUGH, accounts: THROUGH },
};

describe('figures of periods', () => {
  it('let others have their turn between the periods of a large chart', async () => {
    const periods = Array.from({ length: PERIODS }, (_, index) => periodRow(index + 1));
    const ofPeriod = [...accountRows('moved'), ...accountRows('period')];
    const session: Session = {
      run: (...statements: readonly Statement[]) =>
        Promise.resolve(
          statements.map(({ sql }): Outcome => ({
            rows: sql.includes('`day_turnover`') ? ofPeriod : periods,
            affected: 0,
          })),
        ),
    };
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns += 1) await setImmediate();
    })();

    const sums = await new PeriodFigures().of(session, YEAR);
    const turnsOfOthers = turns;
    isOver = true;
    await counting;

    expect(sums).to.have.lengthOf(PERIODS * ACCOUNTS);
    expect(turnsOfOthers).to.be.at.least(2);
  });
});

function periodRow(number: number): Row {
  const month = String(number).padStart(2, '0');
  return {
    period_number: number,
    from_date: `2025-${month}-01`,
    to_date: `2025-${month}-28`,
    entries: String(ACCOUNTS),
    size: String(100 * ACCOUNTS),
  };
}

/** A debit of 1.00 on each account, as a day has it and as the period does. */
function accountRows(kind: 'moved' | 'period'): readonly Row[] {
  const none = { vat_code: '', vat_part: '', vat_rate: '', asked: 1 };
  return Array.from({ length: ACCOUNTS }, (_, index) => ({
    ...none,
    account_number: 1000 + index,
    kind,
    debit: '100',
    credit: '0',
    entries: 1,
  }));
}
