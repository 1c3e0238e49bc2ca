import type { AuditRecord, Timestamp } from '@kontor/kernel';
import type { SqlValue } from '../statement.js';
import type { Insert } from '../transaction/effect.js';
import { RECORD_COLUMNS, RECORDS_ALONE } from '../statements/events.js';

/** As many code points of a path as are kept: names within it are cut, numbers never reach so far. */
const PATH_KEPT = 500;

/** What stands in `RECORD_COLUMNS`. */
export function recordValues({ grantNumber, method, path, status }: AuditRecord): readonly SqlValue[] {
  const kept = path.length <= PATH_KEPT ? path : [...path].slice(0, PATH_KEPT).join('');
  return [grantNumber, method, kept, status];
}

/** What they hold where the row is no record. */
export const NO_RECORD: readonly SqlValue[] = RECORD_COLUMNS.map(() => null);

/** The row of the record of a request that is told by no event. */
export function recordInsert(agreementNumber: number, record: AuditRecord, created: Timestamp): Insert {
  const { requestId, appNumber, userName } = record;
  const row = [agreementNumber, created, requestId, appNumber, userName, ...recordValues(record)];
  return { kind: 'insert', into: RECORDS_ALONE, rows: [row] };
}
