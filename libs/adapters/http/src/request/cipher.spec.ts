import { expect } from 'chai';
import type { Context } from 'koa';
import { cipherOf } from './cipher.js';

const by = (secret: string): Context =>
  ({ req: { headers: { 'x-appsecrettoken': secret } } }) as unknown as Context;

describe('the cipher of an answer that shows a secret (G14, G30)', () => {
  const text = '{"appSecretToken":"Ærø 😀"}';

  it('opens for who asks again, and shows nothing meanwhile', () => {
    const encrypted = cipherOf(by('secret'), 'key').encrypt(text);

    expect(encrypted)
      .to.match(/^[\w-]+$/)
      .and.not.to.contain(Buffer.from(text).toString('base64url').slice(0, 20));
    expect(cipherOf(by('secret'), 'key').decrypt(encrypted)).to.equal(text);
    expect(cipherOf(by('secret'), 'key').encrypt(text)).not.to.equal(encrypted);
  });

  it('opens for nobody else: not with another secret, another key, or when it was changed', () => {
    const encrypted = cipherOf(by('secret'), 'key').encrypt(text);

    expect(cipherOf(by('other'), 'key').decrypt(encrypted)).to.equal(undefined);
    expect(cipherOf(by('secret'), 'key 2').decrypt(encrypted)).to.equal(undefined);
    expect(cipherOf(by('secret'), 'key').decrypt(`${encrypted.slice(0, -4)}AAAA`)).to.equal(undefined);
    expect(cipherOf(by('secret'), 'key').decrypt('')).to.equal(undefined);
  });
});
