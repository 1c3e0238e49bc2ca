import { timestampOf } from '@kontor/kernel';
import type { Engine } from '../dialect/dialect.js';
import { numberAt } from '../row.js';
import { rowsOf } from '../statement.js';
import { versionStep } from '../transaction/collection-version.js';
import { inGlobalTransaction } from '../transaction/retry.js';
import { LEFT_OUT } from './chain.js';
import { insertEvents, linksOf, NewEvents, eventOf } from './event-log.js';
import { pruneEvents } from './prune-events.js';
import { raiseVersions, readCount, EVENTS } from '../statements/collection-versions.js';

/** The largest sequence that columns hold. */
const LAST_SEQUENCE = 2_147_483_647;
const ALL = timestampOf(new Date('9999-12-31T23:59:59Z'));

/**
 * After a restore no sequence is given again that the past which is gone may have given: the events there are
 * go, the next has a number far beyond, and it says that the books were restored. So whoever goes on from
 * anywhere is told that events are gone. Where sequences come to their end, an eighth of those that are left
 * is left out, so that restores alone never use them up.
 */
export async function restoreFeeds(engine: Engine, agreementNumbers: readonly number[]): Promise<void> {
  const event = eventOf({ collection: 'agreements', title: 'agreement' }, 'restored', []);
  for (const agreementNumber of agreementNumbers) {
    while ((await inGlobalTransaction(engine, (session) => pruneEvents(session, agreementNumber, ALL))) > 0);
    const links = linksOf([new NewEvents(undefined, { ...event, keys: [agreementNumber] })]);
    await inGlobalTransaction(engine, async (session) => {
      const [state] = await rowsOf(session, readCount(agreementNumber, EVENTS));
      const last = (state && numberAt(state, 'last')) ?? 0;
      const leftOut = Math.min(LEFT_OUT, Math.ceil((LAST_SEQUENCE - last) / 8));
      const raised = links.map(({ link }) => [EVENTS, leftOut, link] as const);
      await session.run(
        raiseVersions(engine.dialect, agreementNumber, raised, versionStep()),
        ...insertEvents(engine.dialect, agreementNumber, links),
      );
    });
  }
}
