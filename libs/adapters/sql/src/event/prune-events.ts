import type { Timestamp } from '@kontor/kernel';
import { rowsOf, type Session } from '../statement.js';
import { keepRecords } from './audit-record.js';

/** Rows that one statement removes (R11). */
const PRUNED_AT_ONCE = 500;

/**
 * Removes an agreement's oldest events as far as they are from before an instant, at most so many; gives how
 * many. Those that stay are numbered without holes: the first that is young enough keeps all after it.
 * Records of who did it outlive them, in rows of their own. To be called in a transaction.
 */
export async function pruneEvents(
  session: Session,
  agreementNumber: number,
  olderThan: Timestamp,
): Promise<number> {
  const oldest = await rowsOf(session, {
    sql:
      'SELECT `sequence`, `created` FROM `event` WHERE `agreement_number` = ? ' +
      `ORDER BY \`sequence\` LIMIT ${PRUNED_AT_ONCE}`,
    values: [agreementNumber],
  });
  const young = oldest.findIndex((row) => (row['created'] as string) >= olderThan);
  const last = oldest[(young < 0 ? oldest.length : young) - 1]?.['sequence'] as number | undefined;
  if (last === undefined) return 0;
  const first = oldest[0]?.['sequence'] as number;
  const [, , removed] = await session.run(
    // Who else prunes waits here, and then finds nothing left to keep.
    {
      sql: 'UPDATE `event` SET `created` = `created` WHERE `agreement_number` = ? AND `sequence` = ?',
      values: [agreementNumber, first],
    },
    keepRecords(agreementNumber, last),
    {
      sql: 'DELETE FROM `event` WHERE `agreement_number` = ? AND `sequence` <= ?',
      values: [agreementNumber, last],
    },
  );
  return removed?.affected ?? 0;
}
