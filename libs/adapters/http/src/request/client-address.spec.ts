import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { addressesBehind, type TrustedProxies } from './client-address.js';

const addressOf = (proxies: TrustedProxies, remoteAddress: string, forwarded?: string): string =>
  addressesBehind(proxies)({
    socket: { remoteAddress },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  } as unknown as IncomingMessage);

describe('the address of who asks', () => {
  it('is that of the connection, where no proxy is trusted, whatever a header says', () => {
    expect(addressOf(0, '192.0.2.1', '198.51.100.7')).to.equal('192.0.2.1');
  });

  it('is what the proxies say that are there, and never what a client wrote before them', () => {
    expect(addressOf(1, '10.0.0.2', '203.0.113.9, 198.51.100.7')).to.equal('198.51.100.7');
    expect(addressOf(2, '10.0.0.2', '203.0.113.9, 198.51.100.7, 10.0.0.1')).to.equal('198.51.100.7');
    expect(addressOf(1, '10.0.0.2')).to.equal('10.0.0.2');
  });

  it('is found by the addresses and networks of the proxies', () => {
    const ours = ['10.0.0.0/8', 'fd00::/8'];
    expect(addressOf(ours, '10.0.0.2', '203.0.113.9, 198.51.100.7, 10.1.2.3')).to.equal('198.51.100.7');
    expect(addressOf(ours, '192.0.2.1', '198.51.100.7')).to.equal('192.0.2.1');
    expect(addressOf(ours, 'fd00::1', '2001:db8::9')).to.equal('2001:db8::9');
  });

  it('is the same for each connection of a client, where a proxy writes the port beside it', () => {
    expect(addressOf(1, '10.0.0.2', '203.0.113.9, 198.51.100.7:49152')).to.equal('198.51.100.7');
    expect(addressOf(1, '10.0.0.2', '[2001:db8::9]:49152')).to.equal('2001:db8::9');
    expect(addressOf(1, '10.0.0.2', '[2001:db8::9]')).to.equal('2001:db8::9');
    expect(addressOf(1, '10.0.0.2', '2001:db8::9:4915')).to.equal('2001:db8::9:4915');
    expect(addressOf(['10.0.0.0/8'], '10.0.0.2', '198.51.100.7:49152, 10.1.2.3:443')).to.equal(
      '198.51.100.7',
    );
  });

  it('cannot be found with what is no address', () => {
    expect(() => addressesBehind(['ten'])).to.throw('ten');
  });
});
