import type { Context, Middleware } from 'koa';
import { formOf, type Form } from './visit.js';

const FORM_BYTES_MAX = 65_536;
const FIELDS_MAX = 100;

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
  }) as unknown as Middleware;
}

/**
 * What was entered into a form. What cannot be read has nothing in it, and so
 * not the word that makes it count.
 */
export async function readForm(ctx: Context): Promise<Form | 'tooLarge'> {
  // A form that a browser sends is not compressed.
  if (ctx.req.headers['content-encoding'] !== undefined) return formOf({});
  reader ??= makeReader();
  try {
    await (
      await reader
    )(ctx as never, async () => undefined);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === 413) return 'tooLarge';
    if (status !== undefined && status < 500) return formOf({});
    throw error;
  }
  const { body } = ctx.request as { body?: unknown };
  return formOf(typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {});
}
