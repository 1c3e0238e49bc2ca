import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError, type WebhookHeaders } from '../src/webhooks.js';
import { refusalOf } from './server.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const NOW = new Date('2026-11-23T12:00:00Z');
const BODY = '{"sequence":17,"type":"product.updated","changed":["name"],"user":"Søren"}';

/** As the service signs it: by each key, with both kinds of signature. */
function headersOf(body: string, secrets: readonly string[], more: readonly string[] = []) {
  const signatures = [...secrets.map((secret) => new Webhook(secret).sign('msg_1', NOW, body)), ...more];
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(NOW.getTime() / 1000),
    'webhook-signature': signatures.join(' '),
  };
}

function edwards() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url');
  return { privateKey, known: `whpk_${raw.toString('base64')}` };
}

function signedBy(key: KeyObject, body: string, version = 'v1a'): string {
  const content = Buffer.from(`msg_1.${NOW.getTime() / 1000}.${body}`);
  return `${version},${sign(null, content, key).toString('base64')}`;
}

describe('verifyWebhook', () => {
  const verify = (
    headers: WebhookHeaders,
    body: Parameters<typeof verifyWebhook>[1] = BODY,
    secret: string | readonly string[] = SECRET,
    now = NOW,
  ) => verifyWebhook(headers, body, secret, { now });
  const faultOf = async (...asked: Parameters<typeof verify>): Promise<unknown> => {
    const error = await refusalOf(verify(...asked));
    return error instanceof WebhookError ? error.fault : error;
  };

  it('tells what a delivery says that is signed with the secret, in whatever form it is at hand', async () => {
    const headers = headersOf(BODY, [SECRET]);
    const loud = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), [v]]));
    const bytes = new TextEncoder().encode(BODY);

    for (const said of [
      await verify(headers),
      await verify(new Headers(headers), bytes),
      await verify(loud, Buffer.from(bytes)),
      await verify(headers, bytes.buffer),
    ]) {
      expect(said).to.deep.include({ id: 'msg_1', time: NOW });
      expect(said.event).to.deep.include({ sequence: 17, type: 'product.updated', user: 'Søren' });
    }
  });

  it('knows a sample by its having no event', async () => {
    const body = '{"type":"webhook.test","time":"2026-11-23T12:00:00Z"}';

    expect((await verify(headersOf(body, [SECRET]), body)).event).to.equal(undefined);
  });

  it('takes any of the signatures and any of the secrets while one takes the place of another', async () => {
    const rotating = headersOf(BODY, [OTHER, SECRET]);

    expect((await verify(rotating)).id).to.equal('msg_1');
    const apart = { ...rotating, 'webhook-signature': rotating['webhook-signature'].split(' ') };
    expect((await verify(apart)).id, 'in headers of their own').to.equal('msg_1');
    expect((await verify(headersOf(BODY, [SECRET]), BODY, [OTHER, SECRET])).id).to.equal('msg_1');
    expect(await faultOf(headersOf(BODY, [OTHER]))).to.equal('signature');
  });

  it('verifies by the public key as well, and takes neither kind for the other', async () => {
    const { privateKey, known } = edwards();
    const both = headersOf(BODY, [OTHER], ['v2,AAAA', 'v1a,???', signedBy(privateKey, BODY)]);

    expect((await verify(both, BODY, known)).event?.sequence).to.equal(17);
    expect((await verify(both, BODY, [edwards().known, known])).id).to.equal('msg_1');
    expect(await faultOf(both, BODY, edwards().known)).to.equal('signature');
    const asHmac = headersOf(BODY, [], [signedBy(privateKey, BODY, 'v1')]);
    expect(await faultOf(asHmac, BODY, [known, SECRET])).to.equal('signature');
    // Whoever knows the public key could make an HMAC with it.
    const keyed = headersOf(BODY, [known.replace('whpk_', 'whsec_')]);
    expect(await faultOf(keyed, BODY, known)).to.equal('signature');
  });

  it('refuses another body, another id and another time than those that were signed', async () => {
    const headers = headersOf(BODY, [SECRET]);

    expect(await faultOf(headers, `${BODY} `)).to.equal('signature');
    expect(await faultOf(headers, JSON.stringify({ ...JSON.parse(BODY), user: 'Soren' }))).to.equal(
      'signature',
    );
    expect(await faultOf({ ...headers, 'webhook-id': 'msg_2' })).to.equal('signature');
    const later = String(NOW.getTime() / 1000 + 1);
    expect(await faultOf({ ...headers, 'webhook-timestamp': later })).to.equal('signature');
  });

  it('refuses what was signed more than five minutes ago, or will be', async () => {
    const headers = headersOf(BODY, [SECRET]);
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

    for (const near of [-300, 300])
      expect((await verify(headers, BODY, SECRET, at(near))).id).to.equal('msg_1');
    for (const far of [-301, 301]) expect(await faultOf(headers, BODY, SECRET, at(far))).to.equal('time');
    const patient = { now: at(3600), toleranceSeconds: 3600 };
    expect((await verifyWebhook(headers, BODY, SECRET, patient)).id).to.equal('msg_1');
  });

  it('believes nothing where the tolerance or the time to compare with is none', async () => {
    const headers = headersOf(BODY, [SECRET]);

    for (const options of [{ now: NOW, toleranceSeconds: NaN }, { now: new Date(NaN) }])
      expect(await refusalOf(verifyWebhook(headers, BODY, SECRET, options))).to.include({ fault: 'time' });
  });

  it('refuses deliveries without their headers, or with other things in them', async () => {
    const headers = headersOf(BODY, [SECRET]);

    for (const name of Object.keys(headers)) {
      expect(await faultOf({ ...headers, [name]: undefined }), name).to.equal('headers');
      expect(await faultOf({ ...headers, [name]: '' }), name).to.equal('headers');
    }
    for (const time of ['soon', '1e9', '-5', '17.5'])
      expect(await faultOf({ ...headers, 'webhook-timestamp': time }), time).to.equal('headers');
    for (const signature of ['v1', 'v1,', ',', 'v1,AAAA', 'v1,%%%', SECRET])
      expect(await faultOf({ ...headers, 'webhook-signature': signature }), signature).to.equal('signature');
  });

  it('refuses what is signed and is no object in JSON, so that it is answered 400', async () => {
    for (const body of ['', 'hello', '{"sequence":17', 'null', '3', '[{"sequence":17}]'])
      expect(await faultOf(headersOf(body, [SECRET]), body), body).to.equal('body');
  });

  it('tells a program its mistakes, and never the secret', async () => {
    const headers = headersOf(BODY, [SECRET]);

    for (const wrong of ['', 'swordfish-1', 'whsec_', 'whsec_AAAA', 'whsec_***', 'whpk_AAAA']) {
      const error = await faultOf(headers, BODY, wrong);
      expect(error, wrong).to.be.instanceOf(Error);
      if (wrong.length > 6) expect(String(error)).not.to.contain(wrong.slice(6));
    }
    expect(await faultOf(headers, BODY, [])).to.be.instanceOf(TypeError);
    // As where a variable of the environment was not set.
    const unset = await refusalOf(verifyWebhook(headers, BODY, undefined as unknown as string));
    expect(unset).to.be.instanceOf(TypeError).and.have.property('message').that.contains('whsec_');
    expect(await faultOf(headers, JSON.parse(BODY) as string)).to.be.instanceOf(TypeError);
  });
});
