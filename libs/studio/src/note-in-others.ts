import type { AuditRecord } from '@kontor/kernel';
import type { Grant } from './grant/grant.js';
import type { ClientAudit } from './studio.repositories.js';

/**
 * Notes who did what in the record of each agreement that it concerns (G37), once, but for one's own, where
 * the unit of work is noted as it is. In one order, so that two that do so never wait for each other.
 */
export async function noteInOthers(
  clientAudit: ClientAudit,
  own: number,
  concerned: readonly Pick<Grant, 'agreementNumber'>[],
  record: () => AuditRecord,
): Promise<void> {
  const others = new Set(concerned.map(({ agreementNumber }) => agreementNumber));
  others.delete(own);
  for (const other of [...others].sort((one, next) => one - next)) await clientAudit.note(other, record());
}
