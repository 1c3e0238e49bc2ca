import type { Context, Middleware } from 'koa';
import { formOf, type Form } from './visit.js';

const FORM_BYTES_MAX = 65_536;
const FIELDS_MAX = 100;

/**
 * What a form may take in memory while it comes, with a file of so many bytes at most where it may have one.
 */
export function formBytesMax(fileBytesMax = 0): number {
  return FORM_BYTES_MAX + fileBytesMax;
}

/** Loaded with the first form: koa-body brings much that is never used here. */
let reader: Promise<Middleware> | undefined;

async function makeReader(): Promise<Middleware> {
  const { koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    text: false,
    multipart: false,
    urlencoded: true,
    formLimit: FORM_BYTES_MAX,
    queryString: { depth: 0, parameterLimit: FIELDS_MAX },
    parsedMethods: ['POST'] as never,
  });
}

/** A form with a file, which is kept in memory alone: of so many bytes at most, and short fields. */
async function readWithFile(ctx: Context, fileBytesMax: number): Promise<Form> {
  const [{ koaBody }, { Writable }] = await Promise.all([import('koa-body'), import('node:stream')]);
  const pieces: Buffer[] = [];
  const kept = () =>
    new Writable({
      write: (piece: Buffer, _, done) => {
        pieces.push(piece);
        done();
      },
    });
  const read = koaBody({
    json: false,
    text: false,
    multipart: true,
    urlencoded: false,
    formidable: {
      maxFiles: 1,
      maxFields: FIELDS_MAX,
      maxFieldsSize: 4_096,
      maxFileSize: fileBytesMax,
      maxTotalFileSize: fileBytesMax,
      allowEmptyFiles: true,
      minFileSize: 0,
      fileWriteStreamHandler: kept,
    } as never,
    parsedMethods: ['POST'] as never,
  });
  await read(ctx as never, async () => undefined);
  const { body } = ctx.request as { body?: Record<string, unknown> };
  return formOf(body ?? {}, Buffer.concat(pieces));
}

/**
 * What was entered into a form. What cannot be read has nothing in it, and so
 * not the word that makes it count.
 */
export async function readForm(ctx: Context, fileBytesMax?: number): Promise<Form | 'tooLarge'> {
  // A form that a browser sends is not compressed.
  if (ctx.req.headers['content-encoding'] !== undefined) return formOf({});
  reader ??= makeReader();
  try {
    if (fileBytesMax !== undefined && ctx.is('multipart/form-data'))
      return await readWithFile(ctx, fileBytesMax);
    await (
      await reader
    )(ctx as never, async () => undefined);
  } catch (error) {
    const { status, httpCode = status } = error as { status?: number; httpCode?: number };
    if (httpCode === 413) return 'tooLarge';
    if (httpCode !== undefined && httpCode < 500) return formOf({});
    throw error;
  }
  const { body } = ctx.request as { body?: unknown };
  return formOf(typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {});
}
