import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { ByteStore } from '@kontor/kernel';
import { awaitClient } from '../admission/admission.js';
import type { ApiRequest, WriteEndpoint } from '../endpoint/endpoint.js';
import type { Failure, HttpRefusal } from '../failure/http-failure.js';
import { hasBody } from './read-body.js';

type Takes = NonNullable<WriteEndpoint['takes']>;

/** The body says that it is a file of a kind that is taken, sent as it is (415). */
export function isOfTakenType(ctx: Context, { types }: Takes): Either<HttpRefusal, void> {
  const encoding = ctx.req.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    return left({ kind: 'FileTypeNotTaken', given: `encoded with ${encoding}`, taken: types });
  const given = mediaTypeOf(ctx);
  if (types.includes(given)) return right(undefined);
  return left({ kind: 'FileTypeNotTaken', given: given === '' ? 'of no media type' : given, taken: types });
}

/**
 * Of a file that comes so much is in memory: what the store writes at a time, and what the connection has
 * read.
 */
const HELD_BYTES = 256 * 1024;

function mediaTypeOf(ctx: Context): string {
  return (ctx.req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Puts the body into the store as it comes: what is in memory of it is what the connection and the store hold
 * at a time, however large it is.
 */
export async function readFile(
  ctx: Context,
  store: ByteStore,
  { mostBytes }: Takes,
): Promise<Either<Failure, NonNullable<ApiRequest['file']>>> {
  const mediaType = mediaTypeOf(ctx);
  const refused = { kind: 'AttachmentNotTaken', mediaType, mostBytes } as const;
  const tooLarge = (): Either<Failure, never> => {
    // Most clients read the answer only when they have sent all: the connection ends then.
    ctx.set('Connection', 'close');
    return left({ ...refused, reason: 'tooLarge' });
  };
  if (!hasBody(ctx)) return left({ ...refused, reason: 'empty' });
  if (Number(ctx.req.headers['content-length']) > mostBytes) return tooLarge();
  try {
    // Whoever sends too much is told so over the same connection.
    const pieces = ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    const stored = await awaitClient(ctx.req, HELD_BYTES, () => store.put(pieces, mostBytes));
    return stored === 'tooLarge' ? tooLarge() : right({ ...stored, mediaType });
  } catch (error) {
    if (!ctx.req.complete && ctx.req.destroyed) return left({ kind: 'BodyIncomplete' });
    throw error;
  }
}
