import type { AuditRecord } from '@kontor/kernel';

/** Who runs `kontor migrate`, each time in a request of its own. */
export function byMigrate(): AuditRecord {
  return {
    appNumber: 0,
    grantNumber: 0,
    userName: 'somebody',
    method: 'kontor',
    path: 'migrate',
    status: 0,
    requestId: `by-${(requests += 1)}`,
  };
}

let requests = 0;
