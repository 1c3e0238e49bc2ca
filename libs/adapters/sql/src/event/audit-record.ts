import type { AuditRecord, Timestamp } from '@kontor/kernel';
import type { Insert } from '../transaction/effect.js';
import type { SqlValue, Statement } from '../statement.js';
import { insertInto } from '../statements/writes.js';

/** As many code points of a path as are kept: names within it are cut, numbers never reach so far. */
const PATH_KEPT = 500;

const SHARED = ['agreement_number', 'created', 'request_id', 'app_number', 'user_name'] as const;

/** What a row of an event has only where it is the record of a request as well. */
export const RECORD_COLUMNS = ['grant_number', 'method', 'path', 'status'] as const;

/** What stands in them. */
export function recordValues({ grantNumber, method, path, status }: AuditRecord): readonly SqlValue[] {
  const kept = path.length <= PATH_KEPT ? path : [...path].slice(0, PATH_KEPT).join('');
  return [grantNumber, method, kept, status];
}

/** What they hold where the row is no record. */
export const NO_RECORD: readonly SqlValue[] = RECORD_COLUMNS.map(() => null);

const COLUMNS = [...SHARED, ...RECORD_COLUMNS];
const NAMED = COLUMNS.map((one) => `\`${one}\``).join(', ');

/** All records as a table, for who asks a database behind the service's back. */
export const RECORDS =
  `(SELECT ${NAMED} FROM \`event\` WHERE \`method\` IS NOT NULL UNION ALL ` +
  `SELECT ${NAMED} FROM \`audit_record\`) AS \`record\``;

const ALONE = insertInto('audit_record', COLUMNS);

/** The row of the record of a request that is told by no event. */
export function recordInsert(agreementNumber: number, record: AuditRecord, created: Timestamp): Insert {
  const { requestId, appNumber, userName } = record;
  const row = [agreementNumber, created, requestId, appNumber, userName, ...recordValues(record)];
  return { kind: 'insert', into: ALONE, rows: [row] };
}

/**
 * Keeps the records that stand in an agreement's oldest events, up to a sequence, in rows of their own: the
 * events are about to be removed.
 */
export function keepRecords(agreementNumber: number, upTo: number): Statement {
  return {
    sql:
      `${ALONE.head.replace(/ VALUES $/, '')} SELECT ${NAMED} ` +
      'FROM `event` WHERE `agreement_number` = ? AND `sequence` <= ? AND `method` IS NOT NULL',
    values: [agreementNumber, upTo],
  };
}
