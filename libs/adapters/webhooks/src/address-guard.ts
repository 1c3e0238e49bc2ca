import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { reachOver, type Networks } from './networks.js';

/** Gives every address of a name; rejects where there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Says where deliveries may go, before a webhook is kept and again at each connection. */
export type AddressGuard = {
  /** What is wrong with a URL, as words after "must" or undefined: nothing. Asks no name server. */
  wrongWith(url: string): string | undefined;
  /**
   * The lookup function for `net.connect`: all addresses of a name, or an error where one of them may not be
   * connected to. The connection goes to the very addresses that were checked, so the name cannot be resolved
   * differently in between.
   */
  lookupFor(url: URL): LookupFunction;
  /** Whether a connection that was made leads where it may. */
  mayTalkTo(url: URL, address: string | undefined): boolean;
};

/** Why nothing was sent: the name, or one of its addresses, is not open to deliveries. */
export class ForbiddenAddress extends Error {
  constructor(hostname: string) {
    super(`${hostname} has an address that deliveries may not go to`);
  }
}

const URL_MAX = 2_000;
/**
 * Of a name that can be looked up (RFC 1035, 3.1). TLS cannot name one of more than 255: OpenSSL leaves an
 * error behind then, at which the next signature fails that the process makes, for whomever.
 */
const HOST_MAX = 253;
/** White space, control characters and backslashes, which parsers read in more than one way. */
const STRANGE = /[\s\\\p{Cc}\p{Cf}]/u;
const PUBLIC_PORTS = ['', '8443'];
/**
 * Names that never lead out of a machine or its network, and those that lead nowhere (RFC 6761, RFC 7686).
 */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|svc|consul|onion|test|invalid)$/;
const RESOLVE_MS = 2_000;

/** The guard over the networks of the setting. `resolve`: by the machine's name servers, unless given. */
export function addressGuard(networks: Networks, resolve: Resolve = resolverOf(networks)): AddressGuard {
  const reach = reachOver(networks);
  const isPublicOnly = networks === 'public';
  const mayTalkTo = ({ protocol }: URL, address: string | undefined): boolean => {
    const { isAllowed, isOpened } = reach(address ?? '');
    return isAllowed && (protocol === 'https:' || isOpened);
  };
  return {
    wrongWith: (text) => {
      const wrong = wrongInText(text);
      if (wrong !== undefined) return wrong;
      const url = new URL(text);
      const host = hostOf(url);
      if (host.length > HOST_MAX) return `name a host of at most ${HOST_MAX} characters`;
      if (url.protocol !== 'https:' && (isPublicOnly || url.protocol !== 'http:'))
        return 'be an https address';
      if (isPublicOnly && !PUBLIC_PORTS.includes(url.port)) return 'use port 443 or 8443';
      if (isIP(host) !== 0) {
        return mayTalkTo(url, host) ? undefined : 'lead to a public address, reached by https';
      }
      return isPublicOnly && isLocalName(host) ? 'name a host of the public Internet' : undefined;
    },
    lookupFor: (url) => (hostname, options, callback) => {
      resolve(hostname).then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: isIP(address) }));
          const [first] = found;
          if (first === undefined || !addresses.every((address) => mayTalkTo(url, address))) {
            callback(new ForbiddenAddress(hostname), []);
          } else if (options.all === true) callback(null, found);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    },
    mayTalkTo,
  };
}

/** The host as it is connected to: without the brackets of IPv6, and without a last dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function wrongInText(text: string): string | undefined {
  if (text.length > URL_MAX) return `be at most ${URL_MAX} characters long`;
  if (STRANGE.test(text) || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) {
    return 'be an absolute https address, such as https://shop.example.com/hooks';
  }
  const { username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return 'carry no user-info (what stands before an @)';
  }
  return hash !== '' || text.includes('#') ? 'carry no fragment (what stands behind a #)' : undefined;
}

/** A name without a dot is looked for in the network of the machine; one with an empty part is no name. */
function isLocalName(host: string): boolean {
  const parts = host.split('.');
  return parts.length === 1 || parts.includes('') || LOCAL_NAME.test(host.toLowerCase());
}

/**
 * Asks name servers directly instead of through the few threads that the process shares, so that a name
 * server that does not answer keeps nobody else waiting. Where private networks are open, the hosts file of
 * the machine counts as well.
 */
function resolverOf(networks: Networks): Resolve {
  const resolver = new dns.Resolver({ timeout: RESOLVE_MS, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    if (networks !== 'public') {
      const known = await dns.lookup(hostname, { all: true });
      return known.map(({ address }) => address);
    }
    const [refused] = answers;
    throw refused?.status === 'rejected'
      ? (refused.reason as Error)
      : new Error(`${hostname} has no address`);
  };
}
