/** Longer addresses are not followed. */
const ADDRESS_MAX = 2000;

/**
 * Printable ASCII without what browsers and servers read differently: `\`,
 * quotes, brackets that are no host's, spaces.
 */
const PLAIN = /^[!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]+$/;

/** Scheme, authority, path, query, fragment: taken apart as written, before anything repairs it. */
const ADDRESS = /^(https?):\/\/([^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$/i;
const AUTHORITY = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

/** Escapes that hide a dot, a slash, a backslash, a control character, or another escape. */
const HIDDEN = /%(?:2e|2f|5c|25|[01][0-9a-f]|7f)/i;
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;
/** Also before a parameter, `..;x`: some servers take that off and go up then. */
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:[/;]|%3b|$)/i;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * §5.5, D73: a browser is sent to a redirect URL only within the app's root URL: the same scheme, host and
 * port, and a path that continues the root's at a `/`. What could be read in two ways is refused, not
 * repaired. Plain http is for apps on the person's own machine (G31).
 */
export function isWithinRootUrl(rootUrl: string, redirectUrl: string): boolean {
  const root = partsOf(asAscii(rootUrl));
  const target = partsOf(redirectUrl);
  if (root === undefined || target === undefined) return false;
  if (root.origin !== target.origin) return false;
  const prefix = withoutSlashesAtEnd(root.path);
  return target.path === prefix || target.path.startsWith(`${prefix}/`);
}

/** Looks at each character once: an expression would begin anew at every slash. */
function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}

/** §2.10: a root URL under which there is something to redirect to. */
export function isRootUrl(rootUrl: string): boolean {
  return isWithinRootUrl(rootUrl, asAscii(rootUrl));
}

/**
 * D72, D74: adds a parameter to the query, in place of one of that name. What
 * else is there stays as it was written.
 */
export function withParameter(url: string, name: 'token' | 'error', value: string): string {
  const [, beforeQuery = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(url) ?? [];
  const others = query.split('&').filter((pair) => pair !== '' && !isOurs(pair));
  return `${beforeQuery}?${[...others, `${name}=${encodeURIComponent(value)}`].join('&')}${fragment}`;
}

/**
 * Only we say what was granted or refused, in whatever letters a name of ours is written: `%74oken`, or
 * `Token`, which servers that know names in any case read as ours, and before it.
 */
function isOurs(pair: string): boolean {
  const [written = ''] = new URLSearchParams(pair).keys();
  const name = written.toLowerCase();
  return name === 'token' || name === 'error';
}

/** A host may have been written in its own letters when the app was made: `https://bücher.example`. */
function asAscii(rootUrl: string): string {
  const isAscii = /^\p{ASCII}*$/u.test(rootUrl);
  return !isAscii && PLAIN.test(rootUrl.replace(/\P{ASCII}/gu, '')) ? (parse(rootUrl)?.href ?? '') : rootUrl;
}

type Parts = { readonly origin: string; readonly path: string };

function partsOf(url: string): Parts | undefined {
  if (url.length > ADDRESS_MAX || !PLAIN.test(url)) return undefined;
  const [, scheme = '', authority = '', path = ''] = ADDRESS.exec(url) ?? [];
  const host = AUTHORITY.exec(authority)?.[1]?.toLowerCase();
  if (host === undefined || host.includes('..')) return undefined;
  if (HIDDEN.test(path) || BROKEN_ESCAPE.test(url) || DOT_SEGMENT.test(path) || path.includes('//'))
    return undefined;
  const parsed = parse(url);
  // A host that parsers rewrite, such as 0x7f.1 (127.0.0.1), could lead elsewhere than people read.
  if (parsed === undefined || parsed.hostname !== host) return undefined;
  if (scheme.toLowerCase() === 'http' && !LOOPBACK.test(host)) return undefined;
  return { origin: parsed.origin, path: parsed.pathname };
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
