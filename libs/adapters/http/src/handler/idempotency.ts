import { createHash } from 'node:crypto';
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Context } from 'koa';
import type { IdempotencyKeys } from '@kontor/kernel';
import type { Caller } from '@kontor/studio';
import type { Answer } from '../endpoint/endpoint.js';
import type { Failure } from '../failure/http-failure.js';
import { withoutActions, withoutMember } from '../representation/item.js';
import type { Cipher } from '../request/cipher.js';

/** Amendment 139: characters; a longer key is refused. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

/** An answer that is kept under its idempotency key, or was. */
export type ReplayableAnswer = Answer & { readonly replayed?: true };

/** Amendment 139: 1 to 255 printable ASCII characters. */
export function idempotencyKeyOf(ctx: Context): Either<Failure, string | undefined> {
  if (ctx.req.headers['idempotency-key'] === undefined) return right(undefined);
  const given = ctx.req.headersDistinct['idempotency-key'] ?? [];
  const [key = ''] = given;
  return given.length === 1 &&
    key.length <= IDEMPOTENCY_KEY_LENGTH_MAX &&
    /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key)
    ? right(key)
    : left({ kind: 'IdempotencyKeyMalformed' });
}

/** What makes two requests the same one: method, address and body. */
export function fingerprintOf(ctx: Context, body: string): string {
  return createHash('sha256')
    .update(`${ctx.method} ${ctx.req.url ?? ''}\n`)
    .update(body)
    .digest('base64url');
}

/**
 * A key is a person's: what one was answered is not shown to another who sends the same key through
 * the same app, since they may have other roles.
 */
export function keyOfPerson({ userName }: Caller, key: string): string {
  return `${userName}\n${key}`;
}

/**
 * Under which key an answer is kept, for which request, and where it shows a secret, in which member and how.
 */
export type IdempotentRequest = {
  readonly appNumber: number;
  readonly key: string;
  readonly fingerprint: string;
  /** For another request with the key, whose answer may be there. */
  readonly hasWaited?: boolean;
  readonly secret?: { readonly member: string; readonly cipher: Cipher };
};

/** Does the work under an idempotency key once; a repetition gets the stored answer. */
export function oncePerKey(
  keys: IdempotencyKeys,
  { appNumber, key, fingerprint, hasWaited, secret }: IdempotentRequest,
  work: () => Promise<Either<Failure, Answer>>,
): TaskEither<Failure, ReplayableAnswer> {
  return async () => {
    const claim = await keys.claim(appNumber, key, fingerprint, { looksFirst: hasWaited });
    if (claim.kind === 'UsedForAnother') return left({ kind: 'IdempotencyKeyUsedForAnother' });
    if (claim.kind === 'Answered') {
      const { status, location } = claim.answer;
      const body = secret === undefined ? claim.answer.body : secret.cipher.decrypt(claim.answer.body);
      // The secret token was changed since: the answer was for the one before.
      if (body === undefined) return left({ kind: 'IdempotencyKeyUsedForAnother' });
      return right({
        status: status as Answer['status'],
        ...(body !== '' && { body }),
        // What a write answers of one thing has what its tag is made from; a list has no tag.
        ...(body.startsWith('{') && { tagged: readAgain(body, secret?.member) }),
        ...(location !== undefined && { location }),
        replayed: true,
      });
    }
    const done = await work();
    if (isLeft(done)) return done;
    const { status, body = '', location } = done.right;
    const stored = secret === undefined ? body : secret.cipher.encrypt(body);
    const answer = { status, body: stored, ...(location !== undefined && { location }) };
    const isKept = await keys.store(appNumber, key, answer);
    return isKept ? done : left({ kind: 'NoRoomForAnswer' });
  };
}

/** The text of an item as it is read from now on, which names its state: without what is shown once. */
function readAgain(answered: string, secretMember: string | undefined): string {
  const item = withoutActions(answered);
  return secretMember === undefined ? item : withoutMember(item, secretMember);
}
