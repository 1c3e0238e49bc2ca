import { timestampOf } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { raising } from '../sequence/sequence-table.js';
import { placeholders, quote, type Statement } from '../statement.js';

/** What readers of the outbox are told. */
export type Message = { readonly kind: string; readonly payload: string };

const OUTBOX = 'outbox';

/** A row for each message, numbered without gaps up to what the agreement's counter is raised to. */
export function tellOutbox(
  dialect: Dialect,
  agreementNumber: number,
  messages: readonly Message[],
): readonly Statement[] {
  if (messages.length === 0) return [];
  const created = timestampOf(new Date());
  const counter = 'SELECT `last_number` FROM `number_counter` WHERE `agreement_number` = ? AND `name` = ?';
  const row = `(?, (${counter}) - ?, ${placeholders(3)})`;
  const insert: Statement = {
    sql:
      `INSERT INTO ${quote(OUTBOX)} (\`agreement_number\`, \`sequence\`, \`kind\`, \`payload\`, \`created\`) ` +
      `VALUES ${messages.map(() => row).join(', ')}`,
    values: messages.flatMap(({ kind, payload }, index) => [
      agreementNumber,
      agreementNumber,
      OUTBOX,
      messages.length - 1 - index,
      kind,
      payload,
      created,
    ]),
  };
  return [raising(dialect, agreementNumber, [{ name: OUTBOX, by: messages.length }]), insert];
}
