import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { Caller } from '@kontor/studio';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Failure, HttpRefusal } from '../failure/http-failure.js';
import type { HttpParts } from '../http-parts.js';
import { authorise } from '../request/authorise.js';
import { isWrite } from './is-write.js';

/** §3 as amended: nothing is written in books that are blocked or marked for deletion. */
export function openForWrites({ closedBecause }: Caller, endpoint: Endpoint): Either<HttpRefusal, void> {
  return isWrite(endpoint) && closedBecause !== undefined
    ? left({ kind: 'AgreementTakesNoWrites', reason: closedBecause })
    : right(undefined);
}

/**
 * Looks at who asks once more, after something was waited for: their grant may have ended meanwhile, or their
 * books been closed (5 s on every replica).
 */
export async function stillAllowed(
  { authenticator }: HttpParts,
  ctx: Context,
  endpoint: Endpoint,
  demoLinks: boolean,
): Promise<Either<Failure, void>> {
  const again = await authenticator.authenticate(ctx, demoLinks);
  if (isLeft(again)) return again;
  const { caller } = again.right;
  const allowed = authorise(caller, endpoint.access, endpoint.method);
  return isLeft(allowed) ? allowed : openForWrites(caller, endpoint);
}
