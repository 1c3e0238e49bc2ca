import { expect } from 'chai';
import type { Context } from 'koa';
import { sealOf } from './seal.js';

const by = (secret: string): Context =>
  ({ req: { headers: { 'x-appsecrettoken': secret } } }) as unknown as Context;

describe('the seal on an answer that shows a secret (G14, G30)', () => {
  const text = '{"appSecretToken":"Ærø 😀"}';

  it('opens for who asks again, and shows nothing meanwhile', () => {
    const sealed = sealOf(by('secret'), 'key').close(text);

    expect(sealed)
      .to.match(/^[\w-]+$/)
      .and.not.to.contain(Buffer.from(text).toString('base64url').slice(0, 20));
    expect(sealOf(by('secret'), 'key').open(sealed)).to.equal(text);
    expect(sealOf(by('secret'), 'key').close(text)).not.to.equal(sealed);
  });

  it('opens for nobody else: not with another secret, another key, or when it was changed', () => {
    const sealed = sealOf(by('secret'), 'key').close(text);

    expect(sealOf(by('other'), 'key').open(sealed)).to.equal(undefined);
    expect(sealOf(by('secret'), 'key 2').open(sealed)).to.equal(undefined);
    expect(sealOf(by('secret'), 'key').open(`${sealed.slice(0, -4)}AAAA`)).to.equal(undefined);
    expect(sealOf(by('secret'), 'key').open('')).to.equal(undefined);
  });
});
