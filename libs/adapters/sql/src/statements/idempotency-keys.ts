import type { Timestamp } from '@kontor/kernel';
import { placeholders, type SqlValue, type Statement } from '../statement.js';
import { insertInto, type RowChange } from './writes.js';

/**
 * The statements on idempotency keys. Text, since the claim is the first write of every unit that has a key,
 * and its answer goes with the batch of the commit: neither costs a round trip of its own (ADR 36).
 */

const IDENTITY = '`agreement_number` = ? AND `app_number` = ? AND `key_hash` = ?';

/** Where claims go: the identity of the key, the fingerprint of its request, status and instant. */
export const KEYS = insertInto('idempotency_key', [
  'agreement_number',
  'app_number',
  'key_hash',
  'fingerprint',
  'status',
  'created',
]);

/** What became of a key. `identity`: agreement, app, and the key's hash. */
export function readKey(identity: readonly SqlValue[]): Statement {
  return {
    sql: `SELECT \`fingerprint\`, \`status\`, \`body\`, \`location\` FROM \`idempotency_key\` WHERE ${IDENTITY}`,
    values: identity,
  };
}

/** Keeps an answer with its key: status, body, and location. */
export function storeAnswer(identity: readonly SqlValue[], answer: readonly SqlValue[]): RowChange {
  return {
    head: 'UPDATE `idempotency_key` SET `status` = ?, `body` = ?, `location` = ?',
    set: answer,
    where: { sql: IDENTITY, values: identity },
  };
}

/**
 * Keys that were first used before an instant, at most so many, locked: `app_number`, `key_hash`, and the
 * `bytes` of the answer.
 */
export function oldKeys(
  agreementNumber: number,
  olderThan: Timestamp,
  { most, forUpdate }: { readonly most: number; readonly forUpdate: string },
): Statement {
  return {
    sql:
      'SELECT `app_number`, `key_hash`, OCTET_LENGTH(`body`) AS bytes FROM `idempotency_key` ' +
      `WHERE \`agreement_number\` = ? AND \`created\` < ? LIMIT ${most}${forUpdate}`,
    values: [agreementNumber, olderThan],
  };
}

/** Removes keys of an app, found by the whole primary key: by age, all that are old would be looked at. */
export function removeKeys(agreementNumber: number, appNumber: number, hashes: readonly string[]): Statement {
  return {
    sql:
      'DELETE FROM `idempotency_key` WHERE `agreement_number` = ? AND `app_number` = ? ' +
      `AND \`key_hash\` IN (${placeholders(hashes.length)})`,
    values: [agreementNumber, appNumber, ...hashes],
  };
}
