import { expect } from 'chai';
import fc from 'fast-check';
import { isRootUrl, isWithinRootUrl, withParameter } from './redirect.rules.js';

const ROOT = 'https://good.example/app';

const WITHIN: readonly (readonly [rootUrl: string, redirectUrl: string])[] = [
  [ROOT, 'https://good.example/app'],
  [ROOT, 'https://good.example/app/'],
  [ROOT, 'https://good.example/app/granted'],
  [ROOT, 'https://good.example/app/granted?state=1&next=%2Fhome'],
  [ROOT, 'https://good.example/app?state=1'],
  [ROOT, 'https://good.example/app#granted'],
  [ROOT, 'https://good.example/app/granted?x=https://evil.example/'],
  [ROOT, 'https://good.example/app/%C3%A6'],
  [ROOT, 'https://good.example/app/...'],
  [ROOT, 'https://good.example/app/granted;v=1'],
  [ROOT, 'HTTPS://GOOD.example/app/granted'],
  [ROOT, 'https://good.example:443/app/granted'],
  ['https://good.example:443/app', 'https://good.example/app/x'],
  ['https://GOOD.example/app', 'https://good.example/app/x'],
  ['https://good.example', 'https://good.example'],
  ['https://good.example', 'https://good.example/'],
  ['https://good.example', 'https://good.example/anything'],
  ['https://good.example/', 'https://good.example/anything'],
  ['https://good.example/app/', 'https://good.example/app/granted'],
  ['https://good.example/app/', 'https://good.example/app'],
  ['https://good.example/app?x=1', 'https://good.example/app/granted'],
  ['https://good.example:8443/app', 'https://good.example:8443/app/x'],
  ['https://xn--bcher-kva.example/app', 'https://xn--bcher-kva.example/app/x'],
  ['https://bücher.example/app', 'https://xn--bcher-kva.example/app/x'],
  ['http://localhost:4000', 'http://localhost:4000/granted'],
  ['http://localhost', 'http://localhost:80/granted'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/granted'],
  ['http://[::1]:4000', 'http://[::1]:4000/granted'],
  ['http://127.100.200.30', 'http://127.100.200.30/granted'],
  [ROOT, `${ROOT}/${'x'.repeat(2000 - ROOT.length - 1)}`],
];

const OUTSIDE: readonly (readonly [why: string, rootUrl: string, redirectUrl: string])[] = [
  ['an address of 2,001 characters', ROOT, `${ROOT}/${'x'.repeat(2000 - ROOT.length)}`],
  ['plain http to a host that ends like the loopback', 'http://mylocalhost', 'http://mylocalhost/x'],
  ['plain http to a host that begins like it', 'http://localhost.example', 'http://localhost.example/x'],
  ['another host', ROOT, 'https://evil.example/app'],
  ['the host as a beginning', ROOT, 'https://good.example.evil.com/app'],
  ['the host as an end', ROOT, 'https://evilgood.example/app'],
  ['a host within it', ROOT, 'https://www.good.example/app'],
  ['the host as user', ROOT, 'https://good.example@evil.com/app'],
  ['the host as user and password', ROOT, 'https://good.example:443@evil.com/app'],
  ['a user of the right host', ROOT, 'https://user@good.example/app'],
  ['a user and a password', ROOT, 'https://user:secret@good.example/app'],
  ['an empty user', ROOT, 'https://@good.example/app'],
  ['an escaped user', ROOT, 'https://good.example%40evil.com/app'],
  ['a backslash after the scheme', ROOT, 'https:\\\\good.example\\app'],
  ['a backslash before a user', ROOT, 'https://evil.com\\@good.example/app'],
  ['a backslash after the host', ROOT, 'https://good.example\\app'],
  ['a backslash in the path', ROOT, 'https://good.example/app\\..\\x'],
  ['an escaped backslash', ROOT, 'https://good.example/app/%5C..%5Cx'],
  ['the path as a beginning', ROOT, 'https://good.example/application'],
  ['the path as a beginning, with a dot', ROOT, 'https://good.example/app.evil'],
  ['the path above', ROOT, 'https://good.example/'],
  ['no path', ROOT, 'https://good.example'],
  ['another path', ROOT, 'https://good.example/other'],
  ['a path in another case', ROOT, 'https://good.example/APP/x'],
  ['a segment that goes up', ROOT, 'https://good.example/app/../x'],
  ['a segment that goes up at the end', ROOT, 'https://good.example/app/..'],
  ['a segment that goes up before', ROOT, 'https://good.example/x/../app'],
  ['a segment that stays', ROOT, 'https://good.example/app/./x'],
  ['a segment that goes up for servers with parameters', ROOT, 'https://good.example/app/..;/x'],
  ['a segment that goes up with a parameter', ROOT, 'https://good.example/app/..;v=1/x'],
  ['a segment that goes up before an escaped parameter', ROOT, 'https://good.example/app/..%3B/x'],
  ['a segment that stays, with a parameter', ROOT, 'https://good.example/app/.;/x'],
  ['escaped dots', ROOT, 'https://good.example/app/%2e%2e/x'],
  ['half escaped dots', ROOT, 'https://good.example/app/.%2E/x'],
  ['an escaped slash', ROOT, 'https://good.example/app/..%2fx'],
  ['an escaped slash after the root', ROOT, 'https://good.example/app%2Fx'],
  ['an escape of an escape', ROOT, 'https://good.example/app/%252e%252e/x'],
  ['a broken escape', ROOT, 'https://good.example/app/%zz'],
  ['an escape cut off', ROOT, 'https://good.example/app/%2'],
  ['a doubled slash', ROOT, 'https://good.example/app//evil.com'],
  ['a path that is a host', 'https://good.example', 'https://good.example//evil.com'],
  ['a tab in the scheme', ROOT, 'ht\ttps://good.example/app'],
  ['a tab in the host', ROOT, 'https://good.exa\tmple/app'],
  ['a tab at the end', ROOT, 'https://good.example/app\t'],
  ['a line feed', ROOT, 'https://good.example/app\n'],
  ['a header after the address', ROOT, 'https://good.example/app\r\nSet-Cookie: a=b'],
  ['an escaped header', ROOT, 'https://good.example/app/%0d%0aSet-Cookie:%20a=b'],
  ['a zero byte', ROOT, 'https://good.example/app\u0000'],
  ['an escaped zero byte', ROOT, 'https://good.example/app/%00'],
  ['a space before', ROOT, ' https://good.example/app'],
  ['a space within', ROOT, 'https://good.example/app /x'],
  ['a quote', ROOT, 'https://good.example/app"x'],
  ['a bracket', ROOT, 'https://good.example/app<script>'],
  ['no scheme', ROOT, '//good.example/app'],
  ['no scheme, another host', ROOT, '//evil.example/app'],
  ['three slashes', ROOT, 'https:///good.example/app'],
  ['one slash', ROOT, 'https:/good.example/app'],
  ['no slash', ROOT, 'https:good.example/app'],
  ['a path alone', ROOT, '/app'],
  ['nothing', ROOT, ''],
  ['plain http of a public host', ROOT, 'http://good.example/app'],
  ['plain http on both sides', 'http://good.example/app', 'http://good.example/app'],
  ['https of a local app', 'http://localhost:4000', 'https://localhost:4000/'],
  ['another scheme', ROOT, 'ftp://good.example/app'],
  ['script', ROOT, 'javascript:alert(1)//https://good.example/app'],
  ['script with a host', ROOT, 'javascript://good.example/app%0aalert(1)'],
  ['data', ROOT, 'data:text/html,<script>alert(1)</script>'],
  ['an app of the phone', ROOT, 'good.example://app'],
  ['another port', ROOT, 'https://good.example:8443/app'],
  ['the port of http', ROOT, 'https://good.example:80/app'],
  ['no port where the root has one', 'https://good.example:8443/app', 'https://good.example/app'],
  ['another local port', 'http://localhost:4000', 'http://localhost:4001/'],
  ['a port that is none', ROOT, 'https://good.example:99999/app'],
  ['an empty port', ROOT, 'https://good.example:/app'],
  ['a trailing dot', ROOT, 'https://good.example./app'],
  ['a doubled dot', ROOT, 'https://good..example/app'],
  ['a wide letter', ROOT, 'https://ɡood.example/app'],
  ['a wide full stop', ROOT, 'https://good。example/app'],
  ['a wide slash', ROOT, 'https://good.example／app'],
  ['a host that is not written in ASCII', 'https://bücher.example/app', 'https://bücher.example/app'],
  ['127.0.0.1 as one number', 'http://127.0.0.1', 'http://2130706433/'],
  ['127.0.0.1 in hexadecimal', 'http://127.0.0.1', 'http://0x7f.0.0.1/'],
  ['127.0.0.1 shortened', 'http://127.0.0.1', 'http://127.1/'],
  ['localhost by its number', 'http://localhost:4000', 'http://127.0.0.1:4000/'],
  ['a host that begins like localhost', 'http://localhost', 'http://localhost.evil.com/'],
  ['an address that is too long', ROOT, `https://good.example/app/${'x'.repeat(2000)}`],
];

describe('a redirect within the root URL (§5.5, G31)', () => {
  for (const [rootUrl, redirectUrl] of WITHIN) {
    it(`follows ${redirectUrl} under ${rootUrl}`, () => {
      expect(isWithinRootUrl(rootUrl, redirectUrl)).to.equal(true);
    });
  }
  for (const [why, rootUrl, redirectUrl] of OUTSIDE) {
    it(`refuses ${why}: ${JSON.stringify(redirectUrl.slice(0, 60))}`, () => {
      expect(isWithinRootUrl(rootUrl, redirectUrl)).to.equal(false);
    });
  }

  it('never leaves the origin, whatever is put into an address', () => {
    const piece = fc.constantFrom(
      ...[
        'https:',
        '/',
        '//',
        '\\',
        '@',
        'good.example',
        'evil.com',
        'app',
        '..',
        '.',
        '%2e',
        '%2f',
        ':',
        '443',
        '\t',
        '#',
        '?',
        'x',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const url of [pieces.join(''), `https://good.example${pieces.join('')}`]) {
          if (!isWithinRootUrl(ROOT, url)) continue;
          const { origin, pathname, username } = new URL(url, 'https://elsewhere.example');
          expect({ origin, username }).to.deep.equal({ origin: 'https://good.example', username: '' });
          expect(pathname).to.match(/^\/app(\/|$)/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is possible under a root URL that is one itself', () => {
    expect(isRootUrl('https://good.example/app')).to.equal(true);
    expect(isRootUrl('http://localhost')).to.equal(true);
    for (const bad of [
      '',
      'good.example',
      'http://good.example',
      'https://a@b.example',
      'a:b',
      'https://x.example/a b',
    ]) {
      expect(isRootUrl(bad), bad).to.equal(false);
    }
  });
});

describe('what is added to a redirect URL (D72, D74)', () => {
  it('joins the query that is there, before the fragment', () => {
    expect(withParameter('https://a.example', 'token', 'T')).to.equal('https://a.example?token=T');
    expect(withParameter('https://a.example/x?', 'token', 'T')).to.equal('https://a.example/x?token=T');
    expect(withParameter('https://a.example/x?a=1+2&b=%C3%A6#f?g', 'token', 'T')).to.equal(
      'https://a.example/x?a=1+2&b=%C3%A6&token=T#f?g',
    );
    expect(withParameter('https://a.example/x#f', 'error', 'access_denied')).to.equal(
      'https://a.example/x?error=access_denied#f',
    );
  });

  it('takes the place of a token or an error that somebody put there', () => {
    expect(withParameter('https://a.example/x?token=theirs&a=1&error=no', 'token', 'ours')).to.equal(
      'https://a.example/x?a=1&token=ours',
    );
    expect(withParameter('https://a.example/x?%74oken=theirs&to%6Ben&%65rror=no', 'token', 'ours')).to.equal(
      'https://a.example/x?token=ours',
    );
    expect(withParameter('https://a.example/x?Token=theirs&TOKE%4E=theirs&Error', 'token', 'ours')).to.equal(
      'https://a.example/x?token=ours',
    );
  });

  it('leaves what only looks like one of them', () => {
    expect(withParameter('https://a.example/x?mytoken=1&tokens=2&error', 'error', 'no')).to.equal(
      'https://a.example/x?mytoken=1&tokens=2&error=no',
    );
  });

  it('is escaped', () => {
    expect(withParameter('https://a.example/', 'token', 'a&b=c#d')).to.equal(
      'https://a.example/?token=a%26b%3Dc%23d',
    );
  });
});
