import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/**
 * How far `X-Forwarded-For` is believed: the number of proxies in front of us, or their addresses
 * and networks (`10.0.0.0/8`). 0 believes nobody: anybody can write such a header.
 */
export type TrustedProxies = number | readonly string[];

/** The address of who asks: the last one that no proxy of ours stands behind. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Finds the address of a client behind trusted proxies. Throws where one of their addresses or networks is
 * malformed.
 */
export function addressesBehind(proxies: TrustedProxies): AddressOf {
  if (proxies === 0) return (request) => request.socket.remoteAddress ?? '';
  const isTrusted =
    typeof proxies === 'number' ? (_: string, hops: number): boolean => hops < proxies : within(proxies);
  return (request) => {
    if (request.socket.remoteAddress === undefined) return '';
    return withoutPort(proxyAddr(request, isTrusted));
  };
}

function within(networks: readonly string[]): (address: string, hops: number) => boolean {
  const isWithin = proxyAddr.compile([...networks]);
  return (address, hops) => isWithin(withoutPort(address), hops);
}

/**
 * Some proxies write the port as well (`203.0.113.7:49152`, `[2001:db8::7]:49152`), which each connection has
 * another of: a client that connects anew would be somebody else each time, and none of its limits hold.
 */
function withoutPort(address: string): string {
  const [, ofSix, ofFour] = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(address) ?? [];
  return ofSix ?? ofFour ?? address;
}
