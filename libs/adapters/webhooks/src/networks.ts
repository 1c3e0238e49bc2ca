import ipaddr from 'ipaddr.js';
import { left, right, type Either } from 'fp-ts/lib/Either.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/**
 * Where deliveries may go: to public addresses only, to the loopback and to private networks as well (for
 * development), or to public addresses and the networks that are named.
 */
export type Networks = 'public' | 'private' | readonly string[];

/** Whether one address may be connected to, and whether that is so because the setting opens its network. */
export type ReachOfAddress = { readonly isAllowed: boolean; readonly isOpened: boolean };

const REFUSED: ReachOfAddress = { isAllowed: false, isOpened: false };
const OPENED: ReachOfAddress = { isAllowed: true, isOpened: true };
const PUBLIC: ReachOfAddress = { isAllowed: true, isOpened: false };

/** What `private` opens. Link-local addresses, where clouds keep their metadata, are never among them. */
const PRIVATE_RANGES: readonly string[] = ['loopback', 'private', 'uniqueLocal'];

/** All that is given out for public IPv6 (RFC 4291, IANA): what lies outside is no place of the Internet. */
const GLOBAL_V6: Network = [ipaddr.parse('2000::'), 3];

/**
 * Public by their number, and yet a cloud's own: Azure answers every machine with its metadata and secrets at
 * the first; 192.88.99.0/24 leads into 6to4.
 */
const NOT_PUBLIC: readonly Network[] = [
  [ipaddr.parse('168.63.129.16'), 32],
  [ipaddr.parse('192.88.99.0'), 24],
];

/** ISATAP (RFC 5214): the last half of an IPv6 address carries an IPv4 address behind one of these. */
const ISATAP = [0x0000_5efe, 0x0200_5efe];

/** `public` and `private` are what the setting said when it was called WEBHOOK_NETWORKS. */
const WORDS: Readonly<Record<string, Networks>> = {
  ...{ off: 'public', on: 'private' },
  ...{ public: 'public', private: 'private' },
};

/** Reads the setting: `off`, `on` for all private networks, or some such as `10.1.0.0/16,fd00:1::/32`. */
export function networksOf(text: string): Either<string, Networks> {
  const word = WORDS[text.toLowerCase()];
  if (word !== undefined) return right(word);
  const named = text.split(',').map((one) => one.trim());
  const wrong = named.find((one) => !ipaddr.isValidCIDR(one));
  return wrong === undefined
    ? right(named)
    : left(`must be off, on, or networks such as 10.1.0.0/16,fd00:1::/32, but has "${wrong}"`);
}

/**
 * Says of an address, written as the system writes addresses, whether a delivery may connect to it. What is
 * no address may not be connected to.
 */
export function reachOver(networks: Networks): (address: string) => ReachOfAddress {
  const opened =
    typeof networks === 'string' ? [] : networks.map((one): Network => ipaddr.parseCIDR(one) as Network);
  return (text) => {
    const address = addressIn(text);
    if (address === undefined) return REFUSED;
    if (opened.some((network) => isWithin(address, network))) return OPENED;
    const range = address.range();
    if (networks === 'private' && PRIVATE_RANGES.includes(range)) return OPENED;
    return isPublic(address, range) ? PUBLIC : REFUSED;
  };
}

/** Only what the system itself would write: no octal, hexadecimal or shortened form, and no zone. */
function addressIn(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) && !text.includes('%') ? ipaddr.IPv6.parse(text) : undefined;
}

function isPublic(address: Address, range: string): boolean {
  if (range !== 'unicast' || NOT_PUBLIC.some((network) => isWithin(address, network))) return false;
  return address instanceof ipaddr.IPv4 || (isWithin(address, GLOBAL_V6) && !carriesIPv4(address));
}

function carriesIPv4({ parts }: ipaddr.IPv6): boolean {
  return ISATAP.includes((parts[4] ?? 0) * 0x1_0000 + (parts[5] ?? 0));
}

function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
