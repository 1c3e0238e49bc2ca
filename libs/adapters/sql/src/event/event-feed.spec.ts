import { expect } from 'chai';
import { RunningReads, timestampOf } from '@kontor/kernel';
import type { Outcome, Row, Session } from '../statement.js';
import { sqlEventFeed } from './event-feed.js';

const AGREEMENT = 7;

describe('the events of an agreement', () => {
  /** A feed over one event of so long ago, and what was done in which order. */
  function feedOf(ageMs: number): { feed: ReturnType<typeof sqlEventFeed>; done: string[] } {
    const done: string[] = [];
    const created = timestampOf(new Date(Date.now() - ageMs));
    const event: Row = {
      sequence: 1,
      type: 'unit.created',
      collection: 'units',
      item_keys: '[1]',
      changed: null,
    };
    const answers: Readonly<Record<string, Row>> = {
      'SELECT `items`': { last: 1 },
      'SELECT MIN(': { first: 1 },
      'SELECT `sequence`': { ...event, created, request_id: 'r', app_number: 1, user_name: 'anna' },
    };
    const outcomeOf = (sql: string): Outcome => {
      const [, row] = Object.entries(answers).find(([begin]) => sql.startsWith(begin)) ?? [];
      return { rows: row === undefined ? [] : [row], affected: 0 } as unknown as Outcome;
    };
    const session: Session = {
      run: (...statements) => {
        done.push('read');
        return Promise.resolve(statements.map(({ sql }) => outcomeOf(sql)));
      },
    };
    const settle = async (agreementNumber: number): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(`settled ${agreementNumber}`);
    };
    return { feed: sqlEventFeed(session, AGREEMENT, { running: new RunningReads(), settle }), done };
  }

  it('are told when they are on the disk: a server shows commits before, and may be killed', async () => {
    const { feed, done } = feedOf(0);
    const { events } = await feed.after(0, 10);
    done.push('told');

    expect(events).to.have.length(1);
    expect(done).to.deep.equal(['read', `settled ${AGREEMENT}`, 'told']);
  });

  it('are told at once when they are from long before', async () => {
    const { feed, done } = feedOf(3_600_000);
    await feed.after(0, 10);

    expect(done).to.deep.equal(['read']);
  });

  it('have a position that is on the disk too', async () => {
    const { feed, done } = feedOf(0);

    expect(await feed.position()).to.deep.equal({ first: 1, last: 1 });
    expect(done).to.deep.equal(['read', `settled ${AGREEMENT}`]);
  });
});
