import { timestampOf, type AuditRecord, type AuditTrail } from '@kontor/kernel';
import type { Scope } from './resource-access.js';
import type { Statement } from './statement.js';

/** As many code points of a path as are kept: names within it are cut, numbers never reach so far. */
const PATH_KEPT = 500;

/** Who changed what, in the transaction of the change (G37). No statement of the service changes or removes a record. */
export function auditTrail({ agreementNumber, changes }: Scope): AuditTrail {
  return {
    note: (record) => {
      if (changes === undefined) throw new Error('books that are open for reading are not changed');
      const insert = insertOfRecord(agreementNumber, record);
      if (changes.trusts) changes.write(insert);
      else changes.atTheEnd(insert);
    },
  };
}

/** The row of a record, for units of work and for what writes beside them. */
export function insertOfRecord(
  agreementNumber: number,
  { appNumber, grantNumber, userName, method, path, status, requestId }: AuditRecord,
): Statement {
  return {
    sql:
      'INSERT INTO `audit_record` (`agreement_number`, `created`, `request_id`, `app_number`, `grant_number`, `user_name`, ' +
      '`method`, `path`, `status`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    values: [
      agreementNumber,
      timestampOf(new Date()),
      requestId,
      appNumber,
      grantNumber,
      userName,
      method,
      [...path].slice(0, PATH_KEPT).join(''),
      status,
    ],
  };
}
