/** What is wrong with a request line that an HTTP parser did not take, where that can be told. */
export type RequestLineFault = 'unknown method' | 'loose address';

/** Longer lines are not looked into: their headers would be too large in any case. In bytes. */
const LINE_BYTES_MAX = 16_384;
const METHOD = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const KNOWN_METHOD = /^(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS)$/;
const VERSION = /^HTTP\/1\.[01]$/;
const LOOSE = /[ \x80-\xff]/;
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * Says what is wrong with the first line of a packet: it is right but for a method that the parser
 * does not know, or but for an address as people type it, with spaces or letters beyond ASCII. Each
 * part is cut out by its place and looked at once, so that no line takes longer than its length.
 */
export function requestLineFault(packet: Buffer): RequestLineFault | undefined {
  const head = packet.subarray(0, LINE_BYTES_MAX).toString('latin1');
  const end = head.indexOf('\r\n');
  const methodEnd = head.indexOf(' ');
  if (end < 0 || methodEnd < 0 || methodEnd > end) return undefined;
  const line = head.slice(0, end);
  const addressEnd = line.lastIndexOf(' ');
  const method = line.slice(0, methodEnd);
  const address = line.slice(methodEnd + 1, addressEnd);
  if (!VERSION.test(line.slice(addressEnd + 1))) return undefined;
  if (KNOWN_METHOD.test(method)) {
    return address.startsWith('/') && LOOSE.test(address) ? 'loose address' : undefined;
  }
  return METHOD.test(method) && PRINTABLE.test(address) ? 'unknown method' : undefined;
}
