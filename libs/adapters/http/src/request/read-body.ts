import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context, Middleware } from 'koa';
import { madeOnce, breathe, RawJson, type JsonText } from '@kontor/kernel';
import type { BodyShape } from '../endpoint/endpoint.js';
import { awaitClient } from '../admission/admission.js';
import { letBodyCome } from '../admission/chunked-request.js';
import type { HttpRefusal } from '../failure/http-failure.js';
import { BODY_VALUES_MAX, memberTexts, parseJson, scanJson } from './parse-json.js';

/** G24: bytes of a JSON body; a larger one is refused (413). */
export const BODY_BYTES_MAX = 1_048_576;
/** How many objects and lists a body may be nested in. */
export const BODY_LEVELS_MAX = 10;
/** An object of 90,000 members, each of another name, takes ten times as long to parse as a body of lines. */
export const BODY_MEMBERS_MAX = 10_000;

/** The bytes of a body, as text, and what they mean. */
export type ReadBody = { readonly text: string; readonly value: unknown };

const NON_ASCII = /[\u0080-\uffff]/;

/*
 * koa-body reads the text (limit, decompression, aborted requests); what it means is made here,
 * after the depth is known and without what its parser refuses or loses. It is told latin1, so that
 * each character it gives is one byte: whether the bytes are UTF-8 is then checked here, instead of
 * bad bytes becoming replacement characters.
 */
async function makeReader(): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    text: true,
    textTypes: ['application/json'],
    textLimit: BODY_BYTES_MAX,
    urlencoded: false,
    multipart: false,
    encoding: 'latin1',
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT],
  });
}

/**
 * Loaded with the first body: koa-body brings much that this service never
 * uses, and reading needs none of it.
 */
let reader: Promise<Middleware> | undefined;

async function read(ctx: Context): Promise<void> {
  reader ??= makeReader();
  await (
    await reader
  )(ctx, async () => undefined);
}

/**
 * Reads the body as its bytes, each a character. A body that is not encoded and has a Content-Length, as
 * nearly all have, skips koa-body, which saves a tenth of what a create costs.
 */
async function bytesOf(ctx: Context): Promise<string> {
  const { headers } = ctx.req;
  const length = Number(headers['content-length']);
  const isEncoded = headers['content-encoding'] !== undefined;
  if (!isEncoded && headers['transfer-encoding'] !== undefined) return readInChunks(ctx.req);
  if (!isEncoded && length <= BODY_BYTES_MAX) return readPlain(ctx);
  return isEncoded ? Promise.race([unpacked(ctx), cutOff(ctx)]) : readByOthers(ctx);
}

async function readByOthers(ctx: Context): Promise<string> {
  await read(ctx);
  return (ctx.request as { body?: string }).body ?? '';
}

async function unpacked(ctx: Context): Promise<string> {
  const { req } = ctx;
  const isBare = req.headers['content-encoding'] === 'deflate' && (await isBareDeflate(req));
  if (!isBare) return readByOthers(ctx);
  const inflated = req.pipe(createInflateRaw());
  try {
    return await readInChunks(inflated);
  } finally {
    req.unpipe(inflated);
    inflated.destroy();
  }
}

/**
 * Whether deflate comes without the head of zlib, as some clients send it (RFC 9110, 8.4.1.2). The lower half
 * of the first byte of that head is 8, which is none of a bare stream; 1f is the first byte of gzip.
 */
async function isBareDeflate(request: IncomingMessage): Promise<boolean> {
  await once(request, 'readable');
  const [first] = (request.read(1) as Buffer | null) ?? [];
  if (first === undefined) return false;
  request.unshift(Buffer.of(first));
  return (first & 0x0f) !== 8 && first !== 0x1f;
}

/**
 * All bytes of a body that has come with its headers, in one packet, as most do. Nothing is awaited then: no
 * place in the queue is given up and asked for again, and no listeners wait for its pieces and its end.
 * Undefined where something is still to come, or where it is packed.
 */
function bytesThatCame(request: IncomingMessage): string | undefined {
  const { headers, destroyed, readableLength } = request;
  if (destroyed || headers['content-encoding'] !== undefined) return undefined;
  if (readableLength !== Number(headers['content-length'])) return undefined;
  letBodyCome(request);
  const bytes = request.read() as Buffer;
  // Its end is still to be noticed by Node, which then reads the next request of the connection.
  request.resume();
  return bytes.toString('latin1');
}

function readPlain(ctx: Context): Promise<string> {
  const { req } = ctx;
  return new Promise((resolve, reject) => {
    // It may have been left off while it was found out who asks.
    if (req.destroyed) return reject(leftOff());
    let bytes = '';
    req.setEncoding('latin1');
    req.on('data', (piece: string) => (bytes += piece));
    req.once('end', () => resolve(bytes));
    // Where it ends too early, `close` tells; an error without a listener would be nobody's.
    req.once('error', () => undefined);
    req.once('close', () => req.readableEnded || reject(leftOff()));
  });
}

/** A body whose length is not known before: its bytes are put together as they come. */
function readInChunks(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stream.destroyed) return reject(leftOff());
    let bytes = Buffer.alloc(0);
    let length = 0;
    const take = (piece: Buffer): void => {
      if (length + piece.length > BODY_BYTES_MAX) {
        stream.off('data', take);
        stream.pause();
        return reject(Object.assign(new Error('too large'), { status: 413 }));
      }
      if (length + piece.length > bytes.length)
        bytes = Buffer.concat([bytes], Math.min(BODY_BYTES_MAX, 2 * (length + piece.length)));
      piece.copy(bytes, length);
      length += piece.length;
    };
    stream.on('data', take);
    stream.once('end', () => resolve(bytes.toString('latin1', 0, length)));
    // A request that breaks off has none: what is told then is told by `close`.
    stream.once('error', (error: NodeJS.ErrnoException) => error.code?.startsWith('Z_') && reject(error));
    stream.once('close', () => stream.readableEnded || reject(leftOff()));
  });
}

/** A brotli stream may ask for a window of so many bytes, and fills it before it gives anything out. */
const BROTLI_WINDOW_BYTES = 16 * 1024 * 1024;

/** What a body may come to in memory: all that is taken where it is packed, or does not say its length. */
function bytesAtMost({ req: { headers } }: Context): number {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return BROTLI_WINDOW_BYTES + BODY_BYTES_MAX;
  return encoding === undefined
    ? Math.min(Number(headers['content-length'] ?? BODY_BYTES_MAX), BODY_BYTES_MAX)
    : BODY_BYTES_MAX;
}

/** True when the request has a body at all. */
export function hasBody(ctx: Context): boolean {
  const { headers } = ctx.req;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Encodings are named in any case, and gzip by its older name too (RFC 9110, 8.4.1). */
function contentEncodingOf({ req: { headers } }: Context): string | undefined {
  const encoding = headers['content-encoding']?.toLowerCase();
  return encoding === 'x-gzip' ? 'gzip' : encoding;
}

/**
 * Reads the body of a POST or PUT as JSON, within the limits of size and
 * depth; members that the shape keeps as text stay text.
 */
export async function readBody(ctx: Context, shape: BodyShape): Promise<Either<HttpRefusal, ReadBody>> {
  if (!hasBody(ctx)) return right({ text: '', value: undefined });
  // It was accepted as JSON, in whatever way it is spelled, or is not given.
  ctx.req.headers['content-type'] = 'application/json';
  const encoding = contentEncodingOf(ctx);
  if (encoding !== undefined) ctx.req.headers['content-encoding'] = encoding;
  const known = refusedUnread(ctx.req.headers['content-length'], encoding);
  if (known !== undefined) return left(known);
  let bytes = bytesThatCame(ctx.req);
  try {
    bytes ??= await awaitClient(ctx.req, bytesAtMost(ctx), () => bytesOf(ctx));
  } catch (error) {
    return left(refusalOf(error, encoding));
  }
  const text = NON_ASCII.test(bytes) ? utf8(bytes) : bytes;
  if (text === undefined) return left({ kind: 'BodyNotJson', reason: 'it is not UTF-8' });
  return parsed(text, shape);
}

/** How a body may be packed. */
const ENCODINGS: ReadonlySet<string> = new Set(['identity', 'gzip', 'deflate', 'br']);

/** What its headers alone tell: a client that waits to be asked for the body need not send it then. */
function refusedUnread(length: string | undefined, encoding = 'identity'): HttpRefusal | undefined {
  if (!ENCODINGS.has(encoding)) return { kind: 'BodyEncodingNotTaken', given: encoding };
  return encoding === 'identity' && Number(length) > BODY_BYTES_MAX
    ? { kind: 'BodyTooLarge', mostBytes: BODY_BYTES_MAX }
    : undefined;
}

/**
 * Rejects when the connection ends before the body does: a decompressor that
 * is fed from it would wait for ever.
 */
function cutOff({ req }: Context): Promise<never> {
  return new Promise((_, reject) => {
    if (req.destroyed) return reject(leftOff());
    req.once('close', () => {
      if (!req.complete) reject(leftOff());
    });
  });
}

function leftOff(): Error {
  return Object.assign(new Error('left off'), { type: 'request.aborted' });
}

function utf8(latin1: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return undefined;
  }
}

/** Texts of fewer characters are looked through, parsed and checked in one turn of the event loop. */
const LARGE_TEXT = 65_536;

/** Lets others have their turn between the pieces of work that a large text is. */
function breatheIfLarge(text: string): Promise<void> | undefined {
  return text.length > LARGE_TEXT ? breathe() : undefined;
}

async function parsed(text: string, shape: BodyShape): Promise<Either<HttpRefusal, ReadBody>> {
  if (text.trim() === '') return right({ text: '', value: undefined });
  const scan = scanJson(text);
  const afterScan = breatheIfLarge(text);
  if (afterScan !== undefined) await afterScan;
  const documents = documentsIn(shape);
  const mostLevels = Math.max(BODY_LEVELS_MAX, ...documents.map(({ levels }) => levels + 1));
  if (scan.depth > mostLevels) return left({ kind: 'BodyTooDeep', mostLevels });
  if (scan.members > BODY_MEMBERS_MAX) return left({ kind: 'BodyTooWide', mostMembers: BODY_MEMBERS_MAX });
  if (scan.values > BODY_VALUES_MAX) return left({ kind: 'BodyTooMany', mostValues: BODY_VALUES_MAX });
  try {
    const value = parseJson(text, scan);
    const afterParsing = breatheIfLarge(text);
    if (afterParsing !== undefined) await afterParsing;
    return right({ text, value: documents.length === 0 ? value : withDocuments(value, text, documents) });
  } catch (error) {
    return left({ kind: 'BodyNotJson', reason: reasonOf(error) });
  }
}

type Document = { readonly name: string; readonly levels: number };

/** The members that are JSON documents of their own, which may be as deep as each says. */
const documentsIn = madeOnce((shape: BodyShape): readonly Document[] =>
  Object.entries(shape.fields).flatMap(([name, { kind }]) =>
    kind.type === 'json' ? [{ name, levels: kind.levels }] : [],
  ),
);

/**
 * The body with such members as the text they came as: parsed, they would
 * have lost digits, order and doubles.
 */
function withDocuments(value: unknown, text: string, documents: readonly Document[]): unknown {
  const texts = memberTexts(text);
  const raw = documents.flatMap(({ name }) => {
    const document = texts.get(name) as JsonText | undefined;
    return document === undefined ? [] : [[name, new RawJson(document, Buffer.byteLength(document))]];
  });
  return raw.length === 0 ? value : { ...(value as object), ...Object.fromEntries(raw) };
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined
    ? 'it ends too early or is not JSON at all'
    : `it stops being JSON at character ${position}`;
}

/** What koa-body and its readers throw, told in our words. */
function refusalOf(error: unknown, encoding = 'identity'): HttpRefusal {
  const { status, type, code } = error as { status?: number; type?: string; code?: string };
  if (status === 413) return { kind: 'BodyTooLarge', mostBytes: BODY_BYTES_MAX };
  if (status === 415 || type === 'encoding.unsupported') {
    return { kind: 'BodyEncodingNotTaken', given: encoding };
  }
  if (type === 'request.aborted' || type === 'request.size.invalid' || type === 'stream.not.readable')
    return { kind: 'BodyIncomplete' };
  if (code?.startsWith('Z_') === true || code?.startsWith('ERR__ERROR_') === true) {
    return { kind: 'BodyNotJson', reason: 'its content encoding is broken' };
  }
  throw error;
}
