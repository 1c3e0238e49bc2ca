import { statement, type Statement } from '../statement.js';

/**
 * The statements on the epoch of a database. Text, since the first goes with every batch, which it stops in
 * another epoch, in the round trip of the commit (ADR 36).
 */

/** The epoch of the database, where it has one. */
export const READ_EPOCH: Statement = statement('SELECT `epoch` FROM `database_epoch` WHERE `id` = 1');

/** Puts another epoch in its place, or where there is none any more. */
export function putEpoch(epoch: number): Statement {
  return statement('REPLACE INTO `database_epoch` (`id`, `epoch`) VALUES (1, ?)', epoch);
}
