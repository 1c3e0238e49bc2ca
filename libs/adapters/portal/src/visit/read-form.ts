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

/**
 * A form with a file, which is kept in memory alone: of so many bytes at most. It is read whole, by what Node
 * brings: koa-body reads it as it comes, and took two seconds of the event loop for 120 KB of line ends.
 */
async function readWithFile(ctx: Context, fileBytesMax: number): Promise<Form | 'tooLarge'> {
  const whole = Buffer.allocUnsafe(formBytesMax(fileBytesMax));
  let size = 0;
  const coming = ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const piece of coming) {
    if (size + piece.length > whole.length) return leftUnread(ctx);
    whole.set(piece, size);
    size += piece.length;
  }
  const headers = { 'Content-Type': ctx.get('Content-Type') };
  const entries = await new Response(whole.subarray(0, size), { headers }).formData().catch(() => []);
  const body = new Map<string, string[]>();
  const files: Blob[] = [];
  for (const [name, value] of entries) {
    if (typeof value !== 'string') files.push(value);
    else if (!body.get(name)?.push(value)) body.set(name, [value]);
  }
  const [file = new Blob(), ...others] = files;
  if (others.length > 0 || file.size > fileBytesMax) return 'tooLarge';
  return formOf(Object.fromEntries(body), new Uint8Array(await file.arrayBuffer()));
}

/** What still comes goes nowhere, and the connection ends behind it. */
function leftUnread(ctx: Context): 'tooLarge' {
  ctx.set('Connection', 'close');
  return 'tooLarge';
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
    const { status } = error as { status?: number };
    if (status === 413) return leftUnread(ctx);
    if (!ctx.req.complete || (status !== undefined && status < 500)) return formOf({});
    throw error;
  }
  const { body } = ctx.request as { body?: unknown };
  return formOf(typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {});
}
