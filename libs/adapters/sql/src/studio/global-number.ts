import { defined } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { rowsOf, type Session } from '../statement.js';
import { numberAt } from '../row.js';
import { lastTaken, raiseGlobal, readGlobal } from '../statements/sequences.js';

/** Where the numbers of the series of the whole service are keys. */
const KEYS = {
  agreement: ['agreement', 'agreement_number'],
  app: ['app', 'app_number'],
  grant: ['agreement_grant', 'grant_number'],
  webhook: ['webhook', 'webhook_number'],
} as const;

/**
 * Takes the next number of a series of the whole service, or the next few, in
 * the transaction that uses them; gives the last. Where one of them is taken, because somebody has lowered
 * the counter, it goes on after the last that is taken.
 */
export async function nextGlobalNumber(
  session: Session,
  dialect: Dialect,
  name: keyof typeof KEYS,
  count = 1,
): Promise<number> {
  const [, outcome] = await session.run(raiseGlobal(dialect, name, count), readGlobal(name));
  const last = numberAt(defined(outcome?.rows[0]), 'last_number');
  const [table, column] = KEYS[name];
  const first = last - count + 1;
  const [taken] = await rowsOf(session, lastTaken(table, column, first));
  const behind = taken === undefined ? 0 : numberAt(taken, 'taken') - first + 1;
  if (behind > 0) await session.run(raiseGlobal(dialect, name, behind));
  return last + behind;
}
