import type { AuditRecord, Timestamp } from '@kontor/kernel';
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
 * An agreement takes a grant back; undefined where it has none such. An app that has no other grant of an
 * administrator by then reaches its clients no longer either: the temporary grants that it got end, too.
 */
export async function revokeGrant(
  { grants, clientAudit }: Pick<StudioWithin, 'grants' | 'clientAudit'>,
  { agreementNumber, grantNumber, at, by }: RevokeGrant,
): Promise<Grant | undefined> {
  const revoked = await grants.revoke(agreementNumber, grantNumber, at);
  if (revoked === undefined || revoked.administratorNumber !== undefined) return revoked;
  const { appNumber } = revoked;
  const has = (grant: Grant): boolean =>
    grant.appNumber === appNumber && grant.administratorNumber === undefined;
  if ((await grants.listCurrent(agreementNumber, at)).some(has)) return revoked;
  const ended = await grants.revokeAskedBy({ administratorNumber: agreementNumber, appNumber }, at);
  await noteInOthers(clientAudit, agreementNumber, ended, () => by(revoked));
  return revoked;
}
