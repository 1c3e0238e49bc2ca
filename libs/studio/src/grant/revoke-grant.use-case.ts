import type { AuditRecord, Timestamp } from '@kontor/kernel';
import { covers } from '../caller/role.js';
import type { StudioWithin } from '../studio.repositories.js';
import { noteInOthers } from '../note-in-others.js';
import type { Grant } from './grant.js';

/** Which grant of an agreement is taken back, and when. */
export type RevokeGrant = Pick<Grant, 'agreementNumber' | 'grantNumber'> & {
  readonly at: Timestamp;
  /** Who takes it back, for the record of each client whose books the app reached by it (G37). */
  readonly by: (revoked: Grant) => AuditRecord;
};

/**
 * Ends a grant; undefined where the agreement has no such grant. An app may hold temporary grants of the
 * clients of this agreement, with no more roles than the agreement itself gives the app: those with roles
 * that no remaining grant covers end, too. The agreement is locked, so that of two grants that are taken back
 * at once the second sees that the first has ended.
 */
export async function revokeGrant(
  { agreements, grants, clientAudit }: Pick<StudioWithin, 'agreements' | 'grants' | 'clientAudit'>,
  { agreementNumber, grantNumber, at, by }: RevokeGrant,
): Promise<Grant | undefined> {
  await agreements.hold([agreementNumber]);
  const revoked = await grants.revoke(agreementNumber, grantNumber, at);
  if (revoked === undefined || revoked.administratorNumber !== undefined) return revoked;
  const { appNumber } = revoked;
  const left = (await grants.listCurrent(agreementNumber, at)).filter(
    (grant) => grant.appNumber === appNumber && grant.administratorNumber === undefined,
  );
  const reachesFurther = ({ roles }: Grant): boolean => !left.some((grant) => covers(grant.roles, roles));
  const of = { administratorNumber: agreementNumber, appNumber };
  const ended = await grants.revokeAskedBy(of, at, reachesFurther);
  await noteInOthers(clientAudit, agreementNumber, ended, () => by(revoked));
  return revoked;
}
