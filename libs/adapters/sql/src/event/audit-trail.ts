import { timestampOf, type AuditRecord, type AuditTrail } from '@kontor/kernel';
import { insertInto, type Insert } from '../transaction/effect.js';
import { writing, type Scope } from '../transaction/scope.js';

/** As many code points of a path as are kept: names within it are cut, numbers never reach so far. */
const PATH_KEPT = 500;

/**
 * Who changed what, in the transaction of the change (G37). No statement of
 * the service changes or removes a record.
 */
export function auditTrail(scope: Scope): AuditTrail {
  return {
    note: (record) => {
      const { unit } = writing(scope);
      unit.isBy(record);
      unit.atCommit(recordInsert(scope.agreementNumber, record));
    },
  };
}

const RECORDS = insertInto('audit_record', [
  'agreement_number',
  'created',
  'request_id',
  'app_number',
  'grant_number',
  'user_name',
  'method',
  'path',
  'status',
]);

/** The row of a record, for units of work and for what writes beside them. */
export function recordInsert(
  agreementNumber: number,
  { appNumber, grantNumber, userName, method, path, status, requestId }: AuditRecord,
): Insert {
  const created = timestampOf(new Date());
  const kept = [...path].slice(0, PATH_KEPT).join('');
  const row = [agreementNumber, created, requestId, appNumber, grantNumber, userName, method, kept, status];
  return { kind: 'insert', into: RECORDS, rows: [row] };
}
