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
    typeof proxies === 'number'
      ? (_: string, hops: number): boolean => hops < proxies
      : proxyAddr.compile([...proxies]);
  return (request) => {
    if (request.socket.remoteAddress === undefined) return '';
    return proxyAddr(request, isTrusted);
  };
}
