import type { Dialect } from '../dialect/dialect.js';
import type { Session } from '../statement.js';

/**
 * Takes the next number of a series of the whole service, or the next few, in
 * the transaction that uses them; gives the last.
 */
export async function nextGlobalNumber(
  session: Session,
  dialect: Dialect,
  name: 'agreement' | 'app' | 'grant' | 'webhook',
  count = 1,
): Promise<number> {
  const raise = dialect.upsert({
    table: 'global_counter',
    columns: ['name', 'last_number'],
    values: [name, count],
    key: ['name'],
    raised: [{ column: 'last_number', to: '`last_number` + ?', values: [count] }],
  });
  const read = { sql: 'SELECT `last_number` FROM `global_counter` WHERE `name` = ?', values: [name] };
  const [, outcome] = await session.run(raise, read);
  return outcome?.rows[0]?.['last_number'] as number;
}
