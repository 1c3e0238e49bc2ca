import type { AuditTrail } from '@kontor/kernel';
import { writing, type Scope } from '../transaction/scope.js';

/**
 * Who changed what, in the transaction of the change (G37). It is kept in the row of the first event that the
 * change is told by, or, where it is told by none, in a row of its own; see docs/internals/events.md.
 */
export function auditTrail(scope: Scope): AuditTrail {
  return {
    note: (record) => writing(scope).unit.isBy(record),
  };
}
