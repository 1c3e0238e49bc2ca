import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Timestamp } from '@kontor/kernel';
import type { Agreement } from '../agreement/agreement.js';
import type { GrantTokenUnknown } from '../caller/caller.js';
import type { Grant } from '../grant/grant.js';
import type {
  AgreementTakesNoWrites,
  ClientAgreementsMissing,
  ClientAgreementsTakeNoGrant,
  ClientNamed,
} from '../studio.failures.js';

/**
 * D182: grants are given for all agreements of a request or for none, so all
 * that stand in the way are named at once.
 */
export function everyOneTakesAGrant(
  asked: readonly ClientNamed[],
  clients: readonly Agreement[],
): Either<ClientAgreementsTakeNoGrant, readonly Agreement[]> {
  const byNumber = new Map(clients.map((client) => [client.agreementNumber, client]));
  const refused = eachOnce(asked).flatMap((one) => {
    const reason = whyClosed(byNumber.get(one.agreementNumber));
    return reason === undefined ? [] : [{ ...one, reason }];
  });
  return refused.length > 0
    ? left({ kind: 'ClientAgreementsTakeNoGrant', agreements: refused })
    : right(clients);
}

/**
 * D183: the agreements that a request names by number, in its order. All of
 * them must be clients of this administrator.
 */
export function everyOneIsAClient(
  asked: readonly ClientNamed[],
  clients: readonly Agreement[],
): Either<ClientAgreementsMissing, readonly Agreement[]> {
  const byNumber = new Map(clients.map((client) => [client.agreementNumber, client]));
  const named = eachOnce(asked);
  const found = named.flatMap(({ agreementNumber }) => byNumber.get(agreementNumber) ?? []);
  if (found.length === named.length) return right(found);
  const agreements = named.filter(({ agreementNumber }) => !byNumber.has(agreementNumber));
  return left({ kind: 'ClientAgreementsMissing', agreements });
}

/** Whether an administrator and the grant by which it asks are still what they were when the request came. */
export function mayStillAsk(
  administrator: Pick<Agreement, 'blocked' | 'forDeletion'> | undefined,
  grant: Pick<Grant, 'revoked' | 'expires'> | undefined,
  now: Timestamp,
): Either<AgreementTakesNoWrites | GrantTokenUnknown, void> {
  if (grant === undefined || grant.revoked !== undefined || grant.expires <= now)
    return left({ kind: 'GrantTokenUnknown' });
  const reason = whyClosed(administrator);
  return reason === undefined ? right(undefined) : left({ kind: 'AgreementTakesNoWrites', reason });
}

/** Why nothing is written in an agreement; undefined where something is. */
function whyClosed(
  agreement: Pick<Agreement, 'blocked' | 'forDeletion'> | undefined,
): 'blocked' | 'forDeletion' | undefined {
  if (agreement?.blocked === true) return 'blocked';
  return agreement?.forDeletion === true ? 'forDeletion' : undefined;
}

/** Each agreement where it is named first. */
function eachOnce(asked: readonly ClientNamed[]): readonly ClientNamed[] {
  const first = new Map<number, ClientNamed>();
  for (const one of asked) if (!first.has(one.agreementNumber)) first.set(one.agreementNumber, one);
  return [...first.values()];
}
