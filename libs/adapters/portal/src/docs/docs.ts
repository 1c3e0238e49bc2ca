import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { contentsPage, tagPage } from '../reference/reference.page.js';
import { type OpenApi } from '../reference/document.js';
import { basePathOf } from '../visit/base-path.js';
import { isForPeople } from '../visit/for-people.js';
import { packed, refusedMethod, sendPacked, type Packed } from '../visit/send-packed.js';
import { setSecurityHeaders } from '../visit/security-headers.js';
import { html } from '../page/html.js';
import { docsPage } from './frame.js';
import { docsChapters, leadOf, leadTo, pagesIn, pathOfPage, tokensOfPage, type DocsPage } from './pages.js';
import { searchIndex } from './search-index.js';
import { apiTwin, llmsText, tagTwin, twinOf } from './twins.js';

/** The pages at `/docs`. */
export type Docs = {
  /** Sends what is at a path, and answers whether it is one of theirs. */
  send(ctx: Context, path: string): Promise<boolean>;
  /** Whether a program asks for what is not there: it is told by the API, as everywhere. */
  lacks(ctx: Context, path: string): Promise<boolean>;
};

/** Of pages as they are sent; each is counted twice, for what it is packed to. */
const PAGES_BYTES = 16 * 1024 * 1024;

/** Longer words are in no operation. */
const WORDS_LENGTH_MAX = 200;

const PAGE = 'text/html; charset=utf-8';
const TEXT = 'text/markdown; charset=utf-8';
const ABOUT =
  'An open accounting service: a hypermedia JSON REST API over the books of many companies, and a typed client.';

/**
 * Guides, reference and what is looked up, beside each other: pages are made of the files of the repository
 * and of the description of the API, when they are first asked for.
 */
export function docsPages(baseUrl: string, describe: () => Promise<unknown>): Docs {
  let making: Promise<Site> | undefined;
  const kept = new LRUCache<string, Packed>({
    maxSize: PAGES_BYTES,
    sizeCalculation: ({ content }, path) => 2 * content.length + path.length + 300,
  });

  // With the first page that somebody reads: files of pages are looked through for it.
  const made = (): Promise<Site> =>
    (making ??= describe().then((description) => new Site(baseUrl, description as OpenApi)));

  const lacks = async (ctx: Context, path: string): Promise<boolean> => {
    if (!isOfDocs(path) || wantsPage(ctx, path)) return false;
    const site = await made();
    return !site.has(addressOf(path)) && site.movedTo(addressOf(path)) === undefined;
  };
  const send = async (ctx: Context, path: string): Promise<boolean> => {
    if (!isOfDocs(path)) return false;
    const site = await made();
    const asked = addressOf(path);
    const moved = site.movedTo(asked);
    ctx.state['route'] = asked.startsWith('/docs/api/') ? '/docs/api/:tag' : '/docs/:page';
    if (moved === undefined && !site.has(asked)) return sendMissing(ctx, site);
    if (refusedMethod(ctx)) return true;
    setSecurityHeaders(ctx, { searchesItself: true });
    if (moved !== undefined) {
      ctx.status = 301;
      ctx.set('Location', moved);
      ctx.body = '';
      return true;
    }
    ctx.set('Cache-Control', 'no-cache');
    const wanted = asked === '/docs/api' ? wordsOf(ctx) : '';
    const page = wanted === '' ? kept.get(asked) : await site.made(asked, wanted);
    const sent = page ?? (await site.made(asked, ''));
    // What somebody looked for is kept by nobody.
    if (wanted === '' && page === undefined) kept.set(asked, sent);
    await sendPacked(ctx, sent);
    return true;
  };
  return { send, lacks };
}

function isOfDocs(path: string): boolean {
  return /^\/(?:docs(?:\/|$)|llms\.txt$)/i.test(path);
}

function addressOf(path: string): string {
  return path.toLowerCase().replace(/\/$/, '');
}

/** A person who is lost among the pages stays among them. */
function wantsPage(ctx: Context, path: string): boolean {
  return isForPeople(ctx) && !addressOf(path).endsWith('.md');
}

async function sendMissing(ctx: Context, site: Site): Promise<boolean> {
  ctx.vary('Accept');
  setSecurityHeaders(ctx, { searchesItself: true });
  ctx.set('Cache-Control', 'no-store');
  await sendPacked(ctx, packed(PAGE, site.missing()));
  ctx.status = 404;
  return true;
}

function wordsOf(ctx: Context): string {
  return (new URLSearchParams(ctx.querystring).get('q') ?? '').slice(0, WORDS_LENGTH_MAX).trim();
}

/** Everything that is at `/docs`, by its path. */
class Site {
  readonly #baseUrl: string;
  readonly #base: string;
  readonly #chapters;
  readonly #pages: ReadonlyMap<string, DocsPage>;
  readonly #lead;
  readonly #document: OpenApi;

  constructor(baseUrl: string, description: OpenApi) {
    this.#baseUrl = baseUrl;
    this.#base = basePathOf(baseUrl);
    this.#chapters = docsChapters(baseUrl);
    this.#lead = leadTo(this.#chapters);
    this.#pages = new Map(pagesIn(this.#chapters).map((one) => [`/docs${pathOfPage(one.at)}`, one]));
    this.#document = description;
  }

  /** Whether there is something at a path. */
  has(path: string): boolean {
    if (['/llms.txt', '/docs/llms.txt', '/docs/search.json'].includes(path)) return true;
    const bare = bareOf(path);
    return this.#pages.has(bare) || bare === '/docs/api' || this.#isTag(bare.replace('/docs/api/', ''));
  }

  /** Where the page of a resource stood before the guides did, and a file is asked for as it lies. */
  movedTo(path: string): string | undefined {
    if (path === '/docs/start') return `${this.#base}/docs`;
    if (path === '/docs/reference') return `${this.#base}/docs/api`;
    const [, tag = ''] = /^\/docs\/([a-z0-9-]+)$/.exec(path) ?? [];
    return !this.#pages.has(path) && this.#isTag(tag) ? `${this.#base}/docs/api/${tag}` : undefined;
  }

  /** What is at a path that there is. */
  async made(path: string, wanted: string): Promise<Packed> {
    if (path.endsWith('llms.txt')) {
      return packed('text/plain; charset=utf-8', await llmsText(this.#chapters, this.#baseUrl, ABOUT));
    }
    if (path.endsWith('search.json')) {
      return packed('application/json', JSON.stringify(await searchIndex(this.#chapters, this.#document)));
    }
    const page = this.#pages.get(bareOf(path));
    if (path.endsWith('.md'))
      return packed(TEXT, page === undefined ? this.#twin(path) : twinOf(page, this.#base, this.#lead));
    return packed(PAGE, page === undefined ? this.#reference(path, wanted) : await this.#page(page));
  }

  /** In place of a page that there is not. */
  missing(): string {
    const [title, lead] = ['There is no such page', 'Look for it above, or go on from the list of pages.'];
    const content = html`<p>${lead} Or begin at the <a href="${this.#base}/docs">start</a>.</p>`;
    return docsPage({ base: this.#base, chapters: this.#chapters }, { at: undefined, title, lead, content });
  }

  #isTag(name: string): boolean {
    return this.#document['x-resources'].some((one) => one.name === name);
  }

  async #page(page: DocsPage): Promise<string> {
    // Loaded for the first page that is read: what colours samples is a fifth of all files of a process.
    const { rendered } = await import('./markdown.js');
    const { at, file, title } = page;
    const base = this.#base;
    const { content, headings } = rendered(tokensOfPage(page), {
      leadsTo: (link) => {
        const to = this.#lead(file, link);
        return to?.startsWith('/') === true ? `${base}${to}` : to;
      },
      tried: (shell) => triedAt(shell, this.#baseUrl, base),
    });
    return docsPage({ base, chapters: this.#chapters }, { at, title, lead: leadOf(page), content, headings });
  }

  #reference(path: string, wanted: string): string {
    const around = { base: this.#base, chapters: this.#chapters };
    const tag = path.replace(/^\/docs\/api\/?/, '');
    return tag === ''
      ? contentsPage(this.#document, this.#baseUrl, around, wanted)
      : tagPage(this.#document, around, tag);
  }

  #twin(path: string): string {
    const tag = bareOf(path).replace(/^\/docs\/api\/?/, '');
    return tag === '' ? apiTwin(this.#document, this.#base) : tagTwin(this.#document, tag);
  }
}

/** The page that a path is of: its twin ends in `.md`. */
function bareOf(path: string): string {
  return path === '/docs/start.md' ? '/docs' : path.replace(/\.md$/, '');
}

/** Where the explorer shows what a sample reads: one request, that sends nothing. */
function triedAt(shell: string, baseUrl: string, base: string): string | undefined {
  if (/(?:^|\s)(?:-d|-X|--data\S*|-H)\s/.test(shell)) return undefined;
  const [only, ...more] = shell.split(baseUrl).slice(1);
  if (only === undefined || more.length > 0) return undefined;
  const path = only.split(/['"\s]/, 1)[0] ?? '';
  return /[$"`\\]/.test(path) ? undefined : `${base}/explorer#${path === '' ? '/' : path}`;
}
