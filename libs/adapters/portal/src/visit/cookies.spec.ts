import { expect } from 'chai';
import { cookieJar, cookieSigner } from './cookies.js';

const TOKEN = 'T'.repeat(44);

describe('what a browser keeps', () => {
  it('is taken back with our signature only', () => {
    const signer = cookieSigner('key');
    const value = signer.signed(TOKEN);

    expect(signer.tokenOf(value)).to.equal(TOKEN);
    expect(cookieSigner('key').tokenOf(value)).to.equal(TOKEN);
    expect(cookieSigner('other').tokenOf(value)).to.equal(undefined);
    expect(signer.tokenOf(value.replace('T', 'U'))).to.equal(undefined);
    for (const bad of [undefined, '', TOKEN, `${TOKEN}.`, `${value}x`])
      expect(signer.tokenOf(bad)).to.equal(undefined);
  });

  it('leads to the word of its forms, which is no signature of a session', () => {
    const signer = cookieSigner('key');
    const csrf = signer.csrfOf(TOKEN);

    expect(signer.isCsrfOf(TOKEN, csrf)).to.equal(true);
    expect(signer.isCsrfOf('U'.repeat(44), csrf)).to.equal(false);
    expect(signer.isCsrfOf(TOKEN, undefined)).to.equal(false);
    expect(signer.signed(TOKEN)).not.to.contain(csrf);
  });

  it('is for the server alone, and over https for https alone', () => {
    expect(cookieJar('http://localhost:3000').written('v')).to.equal(
      'kontor=v; Path=/; HttpOnly; SameSite=Lax',
    );
    expect(cookieJar('https://a.example').written('v', 9)).to.equal(
      '__Host-kontor=v; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=9',
    );
    expect(cookieJar('https://a.example/books').written('v')).to.equal(
      '__Secure-kontor=v; Path=/books; HttpOnly; SameSite=Lax; Secure',
    );
  });

  it('is found among other cookies', () => {
    const { read } = cookieJar('http://localhost');

    expect(read('a=b; kontor=v.s; c=d')).to.equal('v.s');
    expect(read('xkontor=v; a=kontor=v')).to.equal(undefined);
    expect(read(undefined)).to.equal(undefined);
  });
});
