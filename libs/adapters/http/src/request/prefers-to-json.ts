import type { Context } from 'koa';

/**
 * The client would rather have this type than JSON. Both are offered with the charset that they have, for a
 * client may name it (`text/csv; charset=utf-8`).
 */
export function prefersToJson(ctx: Context, type: string): boolean {
  const offered = `${type}; charset=utf-8`;
  return ctx.accepts('application/json; charset=utf-8', offered) === offered;
}
