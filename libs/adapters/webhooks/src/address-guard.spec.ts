import type { LookupAddress } from 'node:dns';
import { expect } from 'chai';
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js';
import { addressGuard, ForbiddenAddress, type Resolve } from './address-guard.js';
import { networksOf, reachOver } from './networks.js';

/** Addresses as a name server may answer them: none of them is a place of the public Internet. */
const FORBIDDEN_ADDRESSES = [
  // This machine, and "this network".
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '::1',
  '::',
  // Private networks, and those of carriers.
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.255.255',
  '100.64.0.1',
  '100.127.255.254',
  'fc00::1',
  'fd12:3456:789a::1',
  // Link-local, and where clouds keep metadata and secrets of machines.
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.169.123',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::a9fe:a9fe',
  'febf::1',
  'fec0::1',
  // Multicast, broadcast, reserved, for documents and for measuring.
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '198.18.0.1',
  '198.19.255.255',
  '192.0.0.1',
  '192.88.99.1',
  'ff02::1',
  'ff0e::1',
  '2001:db8::1',
  '100::1',
  '2001:2::1',
  '2001:10::1',
  '4000::1',
  '5f00::1',
  '3fff::1',
  '2001:20::1',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '2620:4f:8000::1',
  'e000::1',
  // IPv4 inside IPv6: mapped, compatible, translated, 6to4, Teredo, NAT64, ISATAP.
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001:0:7f00:1::',
  '2a00:1450:4001:81b:0:5efe:10.0.0.1',
  '2a00:1450:4001:81b:200:5efe:a00:1',
  '::ffff:169.254.169.254',
  '::ffff:0:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::',
  '2001:0:808:808::',
  // What is no address as the system writes them.
  '0x7f.0.0.1',
  '0177.0.0.1',
  '2130706433',
  '127.1',
  '127.0.0.1\n',
  '08.8.8.8',
  '8.8.8',
  '٨.٨.٨.٨',
  '[::1]',
  '2606:4700:4700::1111%1',
  'fe80::1%eth0',
  'localhost',
  '',
];

/** URLs that hide where they lead, or lead elsewhere than they seem to. */
const FORBIDDEN_URLS = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0/',
  'https://0x0a000001/',
  'https://167772161/',
  'https://012.0.0.1/',
  'https://192.168.257/',
  'https://0xa9.0xfe.0xa9.0xfe/',
  'https://2852039166/',
  'https://0251.0376.0251.0376/',
  'https://127.0.0.1./',
  'https://0x7f.1/',
  'https://00000177.0.0.1/',
  'https://4294967296/',
  'https://256.256.256.256/',
  'https://127.0.0.1:8443/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[2001:0:7f00:1::]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[2a00:1450:4001:81b:0:5efe:10.0.0.1]/',
  'https://[ff02::1]/',
  'https://127。1/',
  'https://１/',
  'https://0x7f。1/',
  'https://ⓛocalhost/',
  'https://\u00ad127.0.0.1/',
  'https://127.0.0.1\u200d/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.０.０.１/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://169.254.169.254/latest/meta-data/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://hooks.localhost/',
  'https://ｌｏｃａｌｈｏｓｔ/',
  'https://localhost../',
  'https://127.0.0.1../',
  'https://.example.com/',
  'https://shop..example.com/',
  'https://printer.local/',
  'https://kubernetes.default.svc/',
  'https://api.svc.cluster.local/',
  'https://books.consul/',
  'https://books.onion/',
  'https://books.test/',
  'https://books.invalid/',
  'https://metadata/',
  'https://metadata.google.internal./',
  'https://instance-data.ec2.internal/',
  'https://books.internal/',
  'https://router.home.arpa/',
  'https://nas.lan/',
  'https://intranet/',
  'https://user@shop.example.com/',
  'https://user:secret@shop.example.com/',
  'https://@shop.example.com/',
  'https://:@shop.example.com/',
  'https://shop.example.com@127.0.0.1/',
  'https://shop.example.com:443@127.0.0.1/',
  'https://shop.example.com%2f@127.0.0.1/',
  'https://shop.example.com;@127.0.0.1/',
  'https://shop.example.com#@127.0.0.1/',
  'https://localhost%00.example.com/',
  'https://shop.example.com:0/',
  'https://shop.example.com:443:80/',
  'https://shop.example.com/#there',
  'https://shop.example.com\\@127.0.0.1/',
  'https:\\\\127.0.0.1/',
  'https://shop.example.com:22/',
  'https://shop.example.com:25/',
  'https://shop.example.com:80/',
  'https://shop.example.com:3306/',
  'https://shop.example.com:6379/',
  'http://shop.example.com/',
  'HTTP://shop.example.com/',
  'ftp://shop.example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'data:text/plain,hello',
  'javascript:alert(1)',
  '//shop.example.com/',
  'https:shop.example.com',
  'https:///shop.example.com',
  'shop.example.com',
  ' https://shop.example.com/',
  'https://shop.example.com/a b',
  'https://shop.example.com/\r\nHost: 127.0.0.1',
  'https://shop.exa\tmple.com/',
  'https://shop.example.com/\u200b',
  'https://shop.example.com:99999/',
  'https://[::1%25lo]/',
  '',
  `https://shop.example.com/${'a'.repeat(2_000)}`,
  // What TLS cannot name leaves an error behind, at which whatever is signed next fails.
  `https://${'a.'.repeat(124)}example`,
];

/** Just beside what is forbidden. */
const PUBLIC_ADDRESSES = [
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '198.17.255.255',
  '2606:4700:4700::1111',
];

const PUBLIC_URLS = [
  'https://shop.example.com/hooks',
  'https://shop.example.com:443/hooks?of=kontor&key=1',
  'https://shop.example.com:8443/hooks',
  'https://xn--bcher-kva.example/hooks',
  'https://8.8.8.8/hooks',
  'https://[2606:4700:4700::1111]/hooks',
];

describe('where deliveries may go', () => {
  it('holds a list of at least sixty forbidden addresses and as many forbidden URLs, each once', () => {
    for (const list of [FORBIDDEN_ADDRESSES, FORBIDDEN_URLS])
      expect(new Set(list)).to.have.property('size', list.length).that.is.at.least(60);
  });

  for (const address of FORBIDDEN_ADDRESSES) {
    it(`connects to no name that leads to ${address || 'nothing'}`, async () => {
      const resolve: Resolve = () => Promise.resolve([address]);

      const found = await looked(resolve, 'https://shop.example.com');

      expect(found).to.be.instanceOf(ForbiddenAddress);
    });
  }

  for (const url of FORBIDDEN_URLS) {
    it(`takes no webhook to ${JSON.stringify(url).slice(0, 60)}`, () => {
      expect(addressGuard('public').wrongWith(url)).to.be.a('string');
    });
  }

  it('connects to what lies just beside', () => {
    const reach = reachOver('public');

    for (const address of PUBLIC_ADDRESSES) expect(reach(address).isAllowed, address).to.equal(true);
  });

  for (const url of PUBLIC_URLS) {
    it(`takes a webhook to ${url}`, () => {
      expect(addressGuard('public').wrongWith(url)).to.equal(undefined);
    });
  }

  it('connects to no name of which one address among others is forbidden', async () => {
    const found = await looked(() => Promise.resolve(['8.8.8.8', '10.0.0.1']), 'https://shop.example.com');

    expect(found).to.be.instanceOf(ForbiddenAddress);
  });

  it('connects to the very addresses that it looked at', async () => {
    const found = await looked(
      () => Promise.resolve(['8.8.8.8', '2606:4700::1']),
      'https://shop.example.com',
    );

    expect(found).to.deep.equal([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  it('asks anew for every connection, and refuses what a name has become', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const resolve: Resolve = () => Promise.resolve(answers.shift() ?? []);

    const first = await looked(resolve, 'https://rebound.example.com');
    const second = await looked(resolve, 'https://rebound.example.com');

    expect(first).to.deep.equal([{ address: '8.8.8.8', family: 4 }]);
    expect(second).to.be.instanceOf(ForbiddenAddress);
  });
});

describe('the setting for private networks', () => {
  it('opens the loopback and private networks, over http as well', () => {
    const guard = addressGuard('private');

    for (const url of [
      'http://localhost:8080/hooks',
      'http://127.0.0.1:8080/',
      'https://10.0.0.7/',
      'http://[::1]:8080/',
    ]) {
      expect(guard.wrongWith(url), url).to.equal(undefined);
    }
  });

  it('opens neither metadata of clouds nor what is no place at all', () => {
    const reach = reachOver('private');

    for (const address of ['169.254.169.254', 'fe80::1', '0.0.0.0', '::', '224.0.0.1', '100.100.100.200']) {
      expect(reach(address).isAllowed, address).to.equal(false);
    }
  });

  it('sends nothing in clear to a public address', () => {
    const guard = addressGuard('private');

    expect(guard.wrongWith('http://8.8.8.8/')).to.be.a('string');
    expect(guard.mayTalkTo(new URL('http://shop.example.com'), '8.8.8.8')).to.equal(false);
    expect(guard.mayTalkTo(new URL('https://shop.example.com'), '8.8.8.8')).to.equal(true);
  });

  it('opens the networks that it names, and no others', () => {
    const reach = reachOver(['10.1.0.0/16', 'fd00:1::/32']);

    expect(reach('10.1.2.3').isAllowed).to.equal(true);
    expect(reach('fd00:1::7').isAllowed).to.equal(true);
    expect(reach('10.2.0.1').isAllowed).to.equal(false);
    expect(reach('127.0.0.1').isAllowed).to.equal(false);
    expect(reach('8.8.8.8').isAllowed).to.equal(true);
  });

  it('is read from text, and says what is wrong with it', () => {
    for (const off of ['off', 'public']) expect(networksOf(off)).to.deep.equal(right('public'));
    for (const on of ['on', 'private']) expect(networksOf(on)).to.deep.equal(right('private'));
    expect(isRight(networksOf('10.1.0.0/16, fd00:1::/32'))).to.equal(true);
    expect(isLeft(networksOf('all'))).to.equal(true);
    expect(isLeft(networksOf('10.1.0.0/33'))).to.equal(true);
  });
});

/** What `net.connect` would be told about the host of a URL. */
function looked(resolve: Resolve, url: string): Promise<readonly LookupAddress[] | Error> {
  const asked = new URL(url);
  return new Promise((done) => {
    addressGuard('public', resolve).lookupFor(asked)(asked.hostname, { all: true }, (error, found) =>
      done(error ?? (found as LookupAddress[])),
    );
  });
}
