import type { Context } from 'koa';
import type { OpenApi } from './document.js';
import { contentsPage, tagPage } from './reference.page.js';

/** The pages at `/docs`. Answers whether a path is one of theirs. */
export type Reference = (ctx: Context, path: string) => boolean;

/** Longer words are in no operation. */
const WORDS_LENGTH_MAX = 200;

/**
 * The reference of the API, made from its description when it is first asked for: the contents at `/docs`,
 * with `?q=` for a search, and a page for each resource at `/docs/products`.
 */
export function referencePages(baseUrl: string, describe: () => unknown): Reference {
  const pages = new Map<string, string | undefined>();
  let document: OpenApi | undefined;
  const made = (tag: string | undefined, wanted: string): string | undefined => {
    document ??= describe() as OpenApi;
    if (tag === undefined && wanted !== '') return contentsPage(document, baseUrl, wanted);
    const name = tag ?? '';
    if (pages.has(name)) return pages.get(name);
    const page = tag === undefined ? contentsPage(document, baseUrl, '') : tagPage(document, baseUrl, tag);
    // A page for a tag that there is not would be kept for whoever asks for it.
    if (page !== undefined) pages.set(name, page);
    return page;
  };

  return (ctx, path) => {
    const [, tag] = /^\/docs(?:\/([a-z0-9-]+))?\/?$/i.exec(path) ?? [];
    if (!/^\/docs(\/|$)/i.test(path)) return false;
    ctx.state['route'] = tag === undefined ? '/docs' : '/docs/:tag';
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.status = 405;
      ctx.set('Allow', 'GET, HEAD');
      ctx.body = '';
      return true;
    }
    const wanted = new URLSearchParams(ctx.querystring).get('q') ?? '';
    const isOne = tag !== undefined || /^\/docs\/?$/i.test(path);
    const page = isOne ? made(tag?.toLowerCase(), wanted.slice(0, WORDS_LENGTH_MAX).trim()) : undefined;
    if (page === undefined) return false;
    ctx.status = 200;
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.body = page;
    return true;
  };
}
