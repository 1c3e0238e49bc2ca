import { createPublicKey, verify } from 'node:crypto';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { keySafe } from './key-safe.js';
import { freshKeys, publicKeyText, secretText, signatureHeaders, type SigningKeys } from './signature.js';

const SPKI_BEFORE_KEY = Buffer.from('302a300506032b6570032100', 'hex');

const body = '{"type":"customers.created","data":{"name":"Łódź 🏦"}}';
const message = () => ({ id: 'evt_1_7', timestamp: Math.floor(Date.now() / 1000), body });

describe('the signature of a delivery', () => {
  it('is one that the unmodified package standardwebhooks verifies', () => {
    const keys = freshKeys();

    const read = new Webhook(secretText(keys)).verify(body, signatureHeaders(message(), [keys]));

    expect(read).to.deep.equal(JSON.parse(body));
  });

  it('is refused by that package where the body, the id or the secret is another', () => {
    const keys = freshKeys();
    const headers = signatureHeaders(message(), [keys]);

    expect(() => new Webhook(secretText(keys)).verify(`${body} `, headers)).to.throw();
    expect(() =>
      new Webhook(secretText(keys)).verify(body, { ...headers, 'webhook-id': 'evt_1_8' }),
    ).to.throw();
    expect(() => new Webhook(secretText(freshKeys())).verify(body, headers)).to.throw();
  });

  it('is one by each secret while a secret rotates', () => {
    const [former, next] = [freshKeys(), freshKeys()];
    const headers = signatureHeaders(message(), [next, former]);

    for (const keys of [former, next]) {
      expect(new Webhook(secretText(keys)).verify(body, headers)).to.deep.equal(JSON.parse(body));
    }
  });

  it('comes with an ed25519 signature that the public key alone verifies', () => {
    const keys = freshKeys();
    const sent = message();
    const signatures = signatureHeaders(sent, [keys])['webhook-signature'].split(' ');
    const v1a = signatures.find((one) => one.startsWith('v1a,'))?.slice('v1a,'.length) ?? '';

    expect(isByPublicKey(keys, `${sent.id}.${sent.timestamp}.${body}`, v1a)).to.equal(true);
    expect(isByPublicKey(keys, `${sent.id}.${sent.timestamp + 1}.${body}`, v1a)).to.equal(false);
  });
});

describe('the safe for signing keys', () => {
  it('opens for the webhook it was encrypted for, and for no other', () => {
    const safe = keySafe(['a'.repeat(44)]);
    const keys = freshKeys();

    const encrypted = safe.encrypt(keys, '1/7');

    expect(safe.decrypt(encrypted, '1/7')).to.deep.equal(keys);
    expect(safe.decrypt(encrypted, '1/8')).to.equal(undefined);
    expect(encrypted).not.to.contain(keys.secret.toString('base64url'));
  });

  it('goes on opening what a former key encrypted, and says nothing where that is gone', () => {
    const keys = freshKeys();
    const encrypted = keySafe(['former '.repeat(7)]).encrypt(keys, '1/7');

    expect(keySafe(['next '.repeat(9), 'former '.repeat(7)]).decrypt(encrypted, '1/7')).to.deep.equal(keys);
    expect(keySafe(['next '.repeat(9)]).decrypt(encrypted, '1/7')).to.equal(undefined);
  });

  it('opens what any replica encrypted, while one key takes the place of another step by step', () => {
    const [former, next] = ['former '.repeat(7), 'next '.repeat(9)];
    const steps = [[former], [former, next], [next, former]].map(keySafe);
    const keys = freshKeys();

    // While replicas are started anew one after the other, some are a step ahead.
    for (const [at, safe] of steps.entries())
      for (const other of steps.slice(Math.max(at - 1, 0), at + 2))
        expect(other.decrypt(safe.encrypt(keys, '1/7'), '1/7')).to.deep.equal(keys);
  });
});

function isByPublicKey(keys: SigningKeys, content: string, signature: string): boolean {
  const raw = Buffer.from(publicKeyText(keys).slice('whpk_'.length), 'base64');
  const key = createPublicKey({ key: Buffer.concat([SPKI_BEFORE_KEY, raw]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(content, 'utf8'), key, Buffer.from(signature, 'base64'));
}
