import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Agreement } from '../agreement/agreement.js';
import type { ClientAgreementsMissing, ClientAgreementsTakeNoGrant } from '../studio.failures.js';

/**
 * D182: grants are given for all agreements of a request or for none, so all
 * that stand in the way are named at once.
 */
export function everyOneTakesAGrant(
  agreements: readonly Agreement[],
): Either<ClientAgreementsTakeNoGrant, readonly Agreement[]> {
  const refused = distinct(agreements).flatMap(({ agreementNumber, blocked, forDeletion }) =>
    blocked || forDeletion
      ? [{ agreementNumber, reason: blocked ? ('blocked' as const) : ('forDeletion' as const) }]
      : [],
  );
  return refused.length > 0
    ? left({ kind: 'ClientAgreementsTakeNoGrant', agreements: refused })
    : right(agreements);
}

/**
 * D183: the agreements that a request names by number, in its order. All of
 * them must be clients of this administrator.
 */
export function everyOneIsAClient(
  asked: readonly number[],
  clients: readonly Agreement[],
): Either<ClientAgreementsMissing, readonly Agreement[]> {
  const byNumber = new Map(clients.map((client) => [client.agreementNumber, client]));
  const named = distinct(asked);
  const found = named.flatMap((agreementNumber) => byNumber.get(agreementNumber) ?? []);
  if (found.length === named.length) return right(found);
  const agreementNumbers = named.filter((agreementNumber) => !byNumber.has(agreementNumber));
  return left({ kind: 'ClientAgreementsMissing', agreementNumbers });
}

function distinct<A>(all: readonly A[]): readonly A[] {
  return [...new Set(all)];
}
