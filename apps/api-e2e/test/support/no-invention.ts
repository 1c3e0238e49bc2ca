/**
 * "No invention": during all e2e runs, every address that the SDK requested had been served
 * to it before, query aside, or is what a served template makes. The address that it was connected to is
 * the only one that it may know by itself.
 *
 * It is a `fetch` that watches, given to `connect` among its options, so it
 * works with the packed SDK just as with the sources:
 *
 *     const watch = watchInvention(url);
 *     const api = connect(url, tokens, { fetch: watch.fetch });
 *     …
 *     expect(watch.invented).to.deep.equal([]);
 *
 * Each client gets a watch of its own, for what was served to one is not known to another.
 */
export type InventionWatch = {
  /** For the options of `connect`. */
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
  /** Requests for what had not been served, each as `GET https://…`, in the order in which they were sent. */
  readonly invented: readonly string[];
  /** How many requests were watched, tries included. */
  readonly requested: number;
};

/** Starts to watch a client. `homes`: where it may begin. `send`: what sends in earnest. */
export function watchInvention(
  homes: string | readonly string[],
  send: typeof fetch = fetch,
): InventionWatch {
  const served = new Set([homes].flat().map(withoutQuery));
  const templates = new Map<string, RegExp>();
  const invented: string[] = [];
  let requested = 0;

  const serve = (url: string): void => {
    const bare = withoutQuery(url);
    if (!bare.includes('{')) served.add(bare);
    else if (!templates.has(bare)) templates.set(bare, patternOf(bare));
  };
  const isServed = (url: string): boolean =>
    served.has(url) || [...templates.values()].some((template) => template.test(url));

  return {
    fetch: async (request, init) => {
      requested += 1;
      if (!isServed(withoutQuery(request.url))) invented.push(`${request.method} ${request.url}`);
      const response = await send(request, init);
      const location = response.headers.get('location');
      if (location !== null) serve(location);
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      for (const url of isJson ? linksOf(await textOf(response)) : []) serve(url);
      return response;
    },
    invented,
    get requested() {
      return requested;
    },
  };
}

/** What an answer says; nothing where it breaks off, which the client finds out by itself. */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.clone().text();
  } catch {
    return '';
  }
}

/** From this length on an answer is the description, which many clients read: it is looked through once. */
const LONG = 1_000_000;
const linksOfLong = new Map<string, readonly string[]>();

function linksOf(text: string): readonly string[] {
  const known = linksOfLong.get(text);
  if (known !== undefined) return known;
  const links = [...urlsIn(parsed(text))];
  if (text.length >= LONG) linksOfLong.set(text, links);
  return links;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* urlsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (/^https?:/.test(value)) yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* urlsIn(member);
  }
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/$/, '');
}

/** A variable stands for one segment, or a part of one. */
function patternOf(template: string): RegExp {
  const pieces = template.split(/\{[^{}]*\}/);
  return new RegExp(`^${pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^/]+')}$`);
}
