import { defined } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { rowsOf, statement, type Session, type Statement } from '../statement.js';
import { numberAt } from '../row.js';

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
  const raise = (by: number): Statement =>
    dialect.upsert({
      table: 'global_counter',
      columns: ['name', 'last_number'],
      values: [name, by],
      key: ['name'],
      raised: [{ column: 'last_number', to: '`last_number` + ?', values: [by] }],
    });
  const read = statement('SELECT `last_number` FROM `global_counter` WHERE `name` = ?', name);
  const [, outcome] = await session.run(raise(count), read);
  const last = numberAt(defined(outcome?.rows[0]), 'last_number');
  const [table, column] = KEYS[name];
  const first = last - count + 1;
  const [taken] = await rowsOf(
    session,
    statement(
      `SELECT \`${column}\` AS taken FROM \`${table}\` WHERE \`${column}\` >= ? ORDER BY \`${column}\` DESC LIMIT 1`,
      first,
    ),
  );
  const behind = taken === undefined ? 0 : numberAt(taken, 'taken') - first + 1;
  if (behind > 0) await session.run(raise(behind));
  return last + behind;
}
