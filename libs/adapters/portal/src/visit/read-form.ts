import type { Context } from 'koa';
import { formOf, type Form } from './visit.js';

const FORM_BYTES_MAX = 65_536;
const FIELDS_MAX = 100;

/**
 * What a form may take in memory while it comes, with a file of so many bytes at most where it may have one.
 */
export function formBytesMax(fileBytesMax = 0): number {
  return FORM_BYTES_MAX + fileBytesMax;
}

/**
 * The bytes of a form: of so many at most. They are read whole and taken apart by what Node brings: to load
 * koa-body with the first form took 100 ms and more of one turn of the event loop, and what it did with a
 * form that has a file two seconds for 120 KB of line ends.
 */
async function bytesOf(ctx: Context, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | 'tooLarge'> {
  const length = Number(ctx.req.headers['content-length'] ?? bytesMax);
  if (length > bytesMax) return leftUnread(ctx);
  const whole = Buffer.allocUnsafe(length);
  let size = 0;
  const coming = ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const piece of coming) {
    if (size + piece.length > whole.length) return leftUnread(ctx);
    whole.set(piece, size);
    size += piece.length;
  }
  return whole.subarray(0, size);
}

/** The fields of a form as browsers send it where no file is with it. */
function plainForm(bytes: Uint8Array): Form {
  const entries = new URLSearchParams(new TextDecoder().decode(bytes));
  return formOf(byName([...entries].slice(0, FIELDS_MAX)));
}

/** A form with a file, which is kept in memory alone: of so many bytes at most. */
async function formWithFile(
  ctx: Context,
  bytes: Uint8Array<ArrayBuffer>,
  fileBytesMax: number,
): Promise<Form | 'tooLarge'> {
  const headers = { 'Content-Type': ctx.get('Content-Type') };
  const entries = await new Response(bytes, { headers }).formData().catch(() => []);
  const fields: [name: string, value: string][] = [];
  const files: Blob[] = [];
  for (const [name, value] of entries) {
    if (typeof value === 'string') fields.push([name, value]);
    else files.push(value);
  }
  const [file = new Blob(), ...others] = files;
  if (others.length > 0 || file.size > fileBytesMax) return 'tooLarge';
  return formOf(byName(fields), new Uint8Array(await file.arrayBuffer()));
}

/** All values of each field, in the order they came. */
function byName(entries: readonly (readonly [name: string, value: string])[]): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of entries) {
    if (!values.get(name)?.push(value)) values.set(name, [value]);
  }
  return Object.fromEntries(values);
}

/** What still comes goes nowhere, and the connection ends behind it. */
function leftUnread(ctx: Context): 'tooLarge' {
  ctx.set('Connection', 'close');
  return 'tooLarge';
}

/**
 * Whether its headers alone tell that a form is too large: a client that waits to be asked for it need not
 * send it then.
 */
export function isTooLargeUnread(ctx: Context, fileBytesMax?: number): boolean {
  const length = Number(ctx.req.headers['content-length'] ?? 0);
  if (!isTaken(ctx, fileBytesMax) || length <= bytesMaxOf(ctx, fileBytesMax)) return false;
  leftUnread(ctx);
  return true;
}

/** A form that a browser sends is not compressed. */
function isTaken(ctx: Context, fileBytesMax: number | undefined): boolean {
  if (ctx.req.headers['content-encoding'] !== undefined) return false;
  return hasFile(ctx, fileBytesMax) || typeof ctx.is('urlencoded') === 'string';
}

function hasFile(ctx: Context, fileBytesMax: number | undefined): fileBytesMax is number {
  return fileBytesMax !== undefined && typeof ctx.is('multipart/form-data') === 'string';
}

function bytesMaxOf(ctx: Context, fileBytesMax: number | undefined): number {
  return formBytesMax(hasFile(ctx, fileBytesMax) ? fileBytesMax : 0);
}

/**
 * What was entered into a form. What cannot be read has nothing in it, and so
 * not the word that makes it count.
 */
export async function readForm(ctx: Context, fileBytesMax?: number): Promise<Form | 'tooLarge'> {
  if (!isTaken(ctx, fileBytesMax)) return formOf({});
  try {
    const bytes = await bytesOf(ctx, bytesMaxOf(ctx, fileBytesMax));
    if (bytes === 'tooLarge') return bytes;
    return hasFile(ctx, fileBytesMax) ? await formWithFile(ctx, bytes, fileBytesMax) : plainForm(bytes);
  } catch (error) {
    if (!ctx.req.complete) return formOf({});
    throw error;
  }
}
