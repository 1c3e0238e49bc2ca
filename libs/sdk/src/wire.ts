import { exchangeWith, type Answered, type ConnectOptions, type Exchange, type Tries } from './exchange.js';
import { isObject } from './is-object.js';
import type { Link, Template } from './link.js';

/** The two tokens of every request, or the demo agreement, which is read-only. */
export type Credentials = { readonly appSecretToken: string; readonly agreementGrantToken: string } | 'demo';

/** What every question takes. */
export type Options = Tries & {
  /** Ends the request, or the walk. */
  readonly signal?: AbortSignal | undefined;
};

/** A connection, and what is remembered of its answers. */
export type Wire = {
  readonly start: string;
  readonly exchange: Exchange;
  /** Throws where the tokens do not belong. */
  readonly own: (link: unknown) => string;
  /** Of the items that were read. */
  readonly etags: WeakMap<object, string>;
  /** How an item is found, by collection. */
  readonly templates: Map<string, Promise<Template<unknown, never>>>;
};

/** Connects, and sends nothing yet. A token that is not there is a `TypeError` at once. */
export function wireTo(url: string | URL, credentials: Credentials, options: ConnectOptions): Wire {
  const address = String(url);
  // What stands before an @ would be a password, which no request may have in its address.
  if (!URL.canParse(address) || !/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(address))
    throw new TypeError('url must be like http://localhost:3000');
  const { href, origin } = new URL(address);
  const token = (name: keyof Exclude<Credentials, 'demo'>): string => {
    // They may be missing, whatever the types of plain JavaScript say.
    const given: unknown =
      credentials === 'demo' ? credentials : (credentials as typeof credentials | undefined)?.[name];
    if (typeof given === 'string' && /^[!-~]+\s*$/.test(given)) return given.trim();
    throw new TypeError(`${name} is missing or wrong: ${typeof given}`);
  };
  const origins = new Set([origin, ...(options.origins ?? [])]);
  return {
    start: href,
    exchange: exchangeWith(
      {
        Accept: 'application/json',
        'X-AppSecretToken': token('appSecretToken'),
        'X-AgreementGrantToken': token('agreementGrantToken'),
      },
      options,
    ),
    own: (link) => {
      const checked = linkOf(link);
      const to = new URL(checked).origin;
      if (origins.has(to)) return checked;
      throw new TypeError(`no tokens for ${to}, connected to ${origin}: see origins`);
    },
    etags: new WeakMap(),
    templates: new Map(),
  };
}

/** A link, or a `TypeError` that says what was there in its place. */
export function linkOf(value: unknown): string {
  if (typeof value === 'string' && !value.includes('{') && URL.canParse(value)) return value;
  throw new TypeError(`not a link of the service: ${typeof value === 'string' ? value : typeof value}`);
}

/** The body of an answer, whose ETag is kept for the next write of it. */
export function answerIn<T>({ etags }: Wire, { body, response: { etag } }: Answered): T {
  if (etag !== undefined && isObject(body)) etags.set(body, etag);
  return body as T;
}

/** Reads what a link leads to. */
export async function readFrom<T>(
  wire: Wire,
  link: Link<T>,
  options?: Options & { readonly streams?: boolean },
): Promise<T> {
  return answerIn(wire, await wire.exchange({ ...options, method: 'get', url: wire.own(link) }));
}
