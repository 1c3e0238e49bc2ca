import type { AuditRecord } from '@kontor/kernel';
import type { Grant } from './grant/grant.js';
import type { ClientAudit } from './studio.repositories.js';

/**
 * Writes an audit record for each other agreement that an action concerns (G37), one each; that of the own
 * agreement is written with the unit of work itself. The agreements are taken in the order of their numbers,
 * so that two such actions never wait for each other.
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
