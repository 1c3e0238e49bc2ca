import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import { rolesAskedFor, rootUrlIsPlain } from './app.rules.js';

describe('the root URL of an app (§2.10, G31)', () => {
  for (const rootUrl of [
    'https://app.example',
    'https://app.example/',
    'https://app.example/start/here',
    'https://app.example:8443/a-b_c~d',
    'HTTPS://App.Example/Start',
    'https://bücher.example/los',
    'http://localhost',
    'http://localhost:4200/cb',
    'http://127.0.0.1:80',
    'http://[::1]:3000/',
  ]) {
    it(`may be ${rootUrl}`, () => expect(isRight(rootUrlIsPlain(rootUrl))).to.equal(true));
  }

  for (const rootUrl of [
    '',
    'app.example',
    '/start',
    '//app.example',
    'https:/app.example',
    'https:app.example',
    'https://',
    'https://:443',
    'ftp://app.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://app.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'https://user@app.example',
    'https://user:secret@app.example',
    'https://good.example@evil.example',
    'https://app.example\\@evil.example',
    'https:\\\\app.example',
    'https://app.example/a b',
    ' https://app.example',
    'https://app.example\u0000',
    'https://app.example/\u202e',
    'https://app.example/\t',
    'https://app.example?next=x',
    'https://app.example/#x',
    'https://app.example/..',
    'https://app.example/a/../b',
    'https://app.example/./a',
    'https://app.example/%2e%2e/b',
    'https://app.example/a%2fb',
    'https://app.example//evil',
    'https://0x7f.1',
    'https://app.example:99999',
    'https://[::1',
  ]) {
    it(`may not be ${JSON.stringify(rootUrl)}`, () => expect(isLeft(rootUrlIsPlain(rootUrl))).to.equal(true));
  }
});

describe('what is wrong with a root URL', () => {
  for (const [rootUrl, says] of [
    ['app.example', 'must be an absolute http or https address'],
    ['see https://app.example', 'must be an absolute http or https address'],
    ['https://user@app.example', 'user-info'],
    ['https://app.example/start?next=x', 'a query or a fragment'],
    ['https://app.example/#x', 'a query or a fragment'],
    ['https://app.example/..', 'must not carry . or ..'],
    ['https://app.example/%2e%2E/b', 'must not carry . or ..'],
    ['http://app.example', 'must be https'],
    ['HTTP://app.example', 'must be https'],
    ['http://mylocalhost', 'must be https'],
    ['http://localhost.app.example', 'must be https'],
    ['https://app.example//b', 'read in one way only'],
  ] as const) {
    it(`is told: ${rootUrl} ${says}`, () => {
      expect(rootUrlIsPlain(rootUrl)).to.have.nested.property('left.code', 'E10370');
      expect(rootUrlIsPlain(rootUrl)).to.have.nested.property('left.is').that.contains(says);
    });
  }

  it('is not that it leads to any address of the loopback', () => {
    expect(isRight(rootUrlIsPlain('http://127.100.200.30:4000/cb'))).to.equal(true);
    expect(isRight(rootUrlIsPlain('HTTP://LocalHost:4000'))).to.equal(true);
  });
});

describe('the roles an app asks for (D56)', () => {
  it('are found by number, or by name in any case, each once', () => {
    expect(rolesAskedFor([{ roleNumber: 3 }, { name: 'sales' }, { name: 'BookKeeping' }])).to.deep.equal(
      right(['BookKeeping', 'Sales']),
    );
  });

  it('are named by their number, when a name stands beside it', () => {
    expect(rolesAskedFor([{ roleNumber: 1, name: 'SuperUser' }])).to.deep.equal(right(['Sales']));
  });

  it('are refused when there is none such', () => {
    expect(rolesAskedFor([{ roleNumber: 1 }, { roleNumber: 9 }])).to.deep.equal(
      left({ kind: 'ReferenceMissing', property: 'requiredRoles[1]', resource: 'app-roles', key: 9 }),
    );
    expect(isLeft(rolesAskedFor([{ name: 'Owner' }]))).to.equal(true);
    expect(isLeft(rolesAskedFor([{}]))).to.equal(true);
    expect(isLeft(rolesAskedFor([]))).to.equal(true);
  });
});
