import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { FullDate } from '@kontor/kernel';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { readStatements } from './read-statements.use-case.js';
import type { AgedParty } from './statement.port.js';

const DATE = '2026-03-31' as FullDate;
const PARTIES = 5;

/** Keeps the thread for longer than a turn of the event loop may go on. */
function workForATurn(): void {
  const until = performance.now() + 10;
  while (performance.now() < until);
}

describe('an aged list', () => {
  it('of many parties lets others have their turn while it is summed up', async () => {
    const nothing = { days1To30: 0n, days31To60: 0n, days61To90: 0n, over90: 0n };
    const party = (number: number): AgedParty => ({
      number,
      // It stands for many parties.
      get name() {
        workForATurn();
        return `Customer ${number}`;
      },
      aged: { ...nothing, notDue: number === 3 ? 0n : 1_050n },
      isMatchedSince: number === 3,
    });
    const parties = Array.from({ length: PARTIES }, (_, index) => party(index + 1));
    const { aged } = readStatements({
      baseCurrency: () => Promise.resolve('EUR'),
      statementFigures: { aged: () => Promise.resolve(parties) },
    } as unknown as LedgerRepositories);
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await setImmediate();
    })();

    const { rows } = await aged('customer', { today: DATE });

    isOver = true;
    await others;
    expect(turns).to.be.at.least(PARTIES);
    expect(rows.map(({ number, total, hasPosts }) => [number, total, hasPosts])).to.deep.equal([
      [1, '10.5', true],
      [2, '10.5', true],
      [4, '10.5', true],
      [5, '10.5', true],
      [undefined, '42', false],
    ]);
  });
});
