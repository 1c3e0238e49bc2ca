/**
 * Watches what a client asks for: "no invention" (house 3.16) means that every address it requests, query aside, was served to it
 * before, or is an address that a served template makes.
 */
export type ServedAddresses = {
  /** Addresses that were requested and never served. */
  readonly invented: readonly string[];
  readonly requested: number;
  stop(): void;
};

/** Starts to watch; `known`: the addresses a client begins with. */
export function watchAddresses(known: readonly string[]): ServedAddresses {
  const served = new Set(known.map(withoutQuery));
  const templates: RegExp[] = [];
  const invented: string[] = [];
  let requested = 0;
  const original = globalThis.fetch;

  globalThis.fetch = async (input, init) => {
    const url = withoutQuery(input instanceof Request ? input.url : String(input));
    requested += 1;
    if (!served.has(url) && !templates.some((template) => template.test(url))) invented.push(url);
    const response = await original(input, init);
    const location = response.headers.get('location');
    if (location !== null) served.add(withoutQuery(location));
    for (const text of stringsIn(await bodyOf(response))) {
      if (text.includes('{')) templates.push(patternOf(text));
      else served.add(withoutQuery(text));
    }
    return response;
  };
  return {
    invented,
    get requested() {
      return requested;
    },
    stop: () => {
      globalThis.fetch = original;
    },
  };
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.clone().text();
  return text === '' ? undefined : JSON.parse(text);
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0]?.replace(/\/$/, '') ?? url;
}

function patternOf(template: string): RegExp {
  const pieces = withoutQuery(template).split(/\{\w+\}/);
  return new RegExp(`^${pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^/]+')}$`);
}
