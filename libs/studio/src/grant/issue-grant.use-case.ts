import { timestampOf } from '@kontor/kernel';
import type { RoleName } from '../caller/role.js';
import type { StudioRepositories } from '../studio.repositories.js';
import type { Grant } from './grant.js';
import type { Secrets } from './secrets.port.js';

/** Who lets which app into which agreement, with which roles. */
export type IssueGrant = {
  readonly agreementNumber: number;
  readonly appNumber: number;
  readonly userName: string;
  readonly roles: readonly RoleName[];
  readonly now: Date;
  /** How long it lasts (amendment 76: 360 days unless configured). */
  readonly lifetimeMs: number;
};

/** §5: an agreement gives an app access. The token is given back once and kept as a hash. */
export async function issueGrant(
  { grants }: Pick<StudioRepositories, 'grants'>,
  secrets: Secrets,
  { now, lifetimeMs, ...given }: IssueGrant,
): Promise<{ readonly grant: Grant; readonly agreementGrantToken: string }> {
  const agreementGrantToken = secrets.token();
  const expires = timestampOf(new Date(now.getTime() + lifetimeMs));
  const grant = await grants.issue(
    { ...given, issued: timestampOf(now), expires },
    secrets.tokenHash(agreementGrantToken),
  );
  return { grant, agreementGrantToken };
}
