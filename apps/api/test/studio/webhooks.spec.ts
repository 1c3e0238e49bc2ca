import { expect } from 'chai';
import { eventTypes, servedContexts } from '@kontor/http';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { storedText } from '../support/stored-text.js';

const URL = 'https://shop.example.com/hooks/kontor';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

for (const database of await databases()) {
  describe(`webhooks on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client({ filled: false });
    const theirs = running.client({ filled: false });

    describe('POST /webhooks', () => {
      it('makes a webhook, and shows its secret once', async () => {
        const made = await ours.post('/webhooks', { url: URL, types: ['invoice.booked', 'customer.*'] });

        expect(made.status, made.text).to.equal(201);
        expect(made.body.secret).to.match(SECRET);
        expect(made.body.publicKey).to.match(/^whpk_[A-Za-z0-9+/]{43}=$/);
        expect(made.body).to.include({ url: URL, enabled: true, ordered: true });
        expect(made.headers.get('cache-control')).to.equal('no-store');
        expect(made.headers.get('location')).to.equal(made.body.self);
        const { metaData, ...read } = (await ours.get(made.body.self as string)).body;
        const { secret: _, ...rest } = made.body;
        expect(read).to.deep.equal(rest);
        expect(metaData).to.include.keys('replace', 'delete', 'rotateSecret', 'replay', 'test');
        expect((await ours.get('/webhooks')).body.collection).to.deep.include(rest);
      });

      it('is offered on home, and keeps no secret that could be read', async () => {
        const made = await ours.post('/webhooks', { url: URL });
        const home = await ours.get('/');

        expect(home.text).to.contain('/webhooks');
        expect(await storedText(running.service.databaseUrl)).not.to.contain(
          (made.body.secret as string).slice('whsec_'.length, -1),
        );
      });

      it('takes no address that deliveries may not go to', async () => {
        for (const url of [
          'http://shop.example.com/hooks',
          'https://127.0.0.1/hooks',
          'https://0x7f.1/',
          'https://169.254.169.254/latest/meta-data/',
          'https://[::ffff:10.0.0.1]/',
          'https://localhost/',
          'https://me@shop.example.com/',
          'https://shop.example.com:22/',
          'shop.example.com',
        ]) {
          expectRefusal(await ours.post('/webhooks', { url }), 400, 'E10600');
        }
        expectRefusal(await ours.post('/webhooks', { types: [] }), 400, 'E00500');
        expectRefusal(await ours.post('/webhooks', { url: URL, types: ['*'] }), 400, 'E00500');
      });

      it('takes no type of events that there is none of, and says which is nearest', async () => {
        const answer = await ours.post('/webhooks', { url: URL, types: ['customer.*', 'invoice.boked'] });

        expectRefusal(answer, 400, 'E06000');
        expect(answer.body.errors).to.deep.equal([
          {
            errorCode: 'E06000',
            message: 'There is no type of event invoice.boked: the nearest is invoice.booked.',
            additionalData: { propertyName: 'types[1]', nearest: 'invoice.booked' },
          },
        ]);
        const far = await ours.post('/webhooks', { url: URL, types: ['payment.received'] });
        expect(far.body.errors).to.deep.equal([
          {
            errorCode: 'E06000',
            message: 'There is no type of event payment.received.',
            additionalData: { propertyName: 'types[0]' },
          },
        ]);
        for (const type of ['invoices.*', 'voucher.deleted', 'webhook.test', 'webhook.missed'])
          expectRefusal(await ours.post('/webhooks', { url: URL, types: [type] }), 400, 'E06000');
        for (const { types } of eventTypes(servedContexts(running.service.service.endpoints))) {
          const things = types.map((type) => type.replace(/[^.]+$/, '*'));
          const all = [...new Set([...types, ...things])];
          const made = await ours.post('/webhooks', { url: URL, types: all });
          expect(made.status, made.text).to.equal(201);
          expect((await ours.remove(made.body.self as string)).status).to.equal(204);
        }
      });

      it('is refused when the agreement has a hundred', async () => {
        const full = await running.service.agreement({ filled: false });
        const ask = (method: 'POST' | 'GET') =>
          running.service.ask('/webhooks', {
            method,
            headers: full.tokens,
            ...(method === 'POST' && { body: { url: URL } }),
          });
        for (let number = 1; number <= 100; number += 1) expect((await ask('POST')).status).to.equal(201);

        const answer = await ask('POST');

        expectRefusal(answer, 400, 'E10400');
        expect(answer.body.message).to.match(/^This would be webhook 101 of .* may have 100\.$/);
        expect((await ask('GET')).body.pagination.results).to.equal(100);
      }).timeout(30_000);
    });

    it('are no more than a hundred, however many are asked for at once, of two processes', async () => {
      const full = await running.service.agreement({ filled: false });
      const replica = await running.service.replica();
      try {
        const ask = (at: number) =>
          [running.service, replica][at % 2]!.ask('/webhooks', {
            method: 'POST',
            headers: full.tokens,
            body: { url: URL },
          });
        const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => ask(at)));

        const { body } = await replica.ask('/webhooks', { headers: full.tokens });
        const { results } = body.pagination as { readonly results: number };
        expect(results).to.equal(answers.filter(({ status }) => status === 201).length);
        expect(results).to.be.at.most(100);
        // On a machine that others use, some are told to come again, and there is room for more.
        for (const { status } of answers) expect([201, 400, 503]).to.include(status);
        for (let made = results; made < 100; made += 1) expect((await ask(made)).status).to.equal(201);
        expectRefusal(await ask(100), 400, 'E10400');
      } finally {
        await replica.stop();
      }
    }).timeout(60_000);

    describe('a webhook', () => {
      it('is changed and removed by its app, if it is still what the app has seen', async () => {
        const { body } = await ours.post('/webhooks', { url: URL, description: 'ours' });
        const self = body.self as string;
        const seen = (await ours.get(self)).headers.get('etag') ?? '';

        const changed = await ours.put(self, { url: `${URL}/2`, types: ['voucher.booked'], enabled: false });
        const { body: read } = await ours.get(self);

        expect(changed.status, changed.text).to.equal(200);
        expect(read).to.include({ url: `${URL}/2`, enabled: false, ordered: true });
        expect(read.types).to.deep.equal(['voucher.booked']);
        expect(read).not.to.have.any.keys('description', 'secret');
        expectRefusal(await ours.put(self, { url: URL }, { 'If-Match': seen }), 412, 'E05120');
        expectRefusal(await ours.put(self, { url: 'https://10.0.0.1/' }), 400, 'E10600');
        expect((await ours.remove(self)).status).to.equal(204);
        expectRefusal(await ours.get(self), 404, 'E06000');
        expectRefusal(await ours.put(self, { url: URL }), 404, 'E06000');
      });

      it('keeps a type that there is no more, and takes no other one', async () => {
        const { body } = await ours.post('/webhooks', { url: URL, types: ['invoice.booked'] });
        const [self, webhookNumber] = [body.self as string, Number(body.webhookNumber)];
        const { webhooks } = running.service.service.database.studio;
        const { agreementNumber } = ours.agreement;
        const webhook = await webhooks.find({ agreementNumber, webhookNumber });
        // As it was made when nobody looked, or before the thing was called otherwise.
        const asked = { url: URL, types: ['order.created'], enabled: true, ordered: true };
        if (webhook !== undefined) await webhooks.revise(webhook, asked);

        const kept = await ours.put(self, { url: URL, types: ['order.created', 'unit.*'] });

        expect(kept.status, kept.text).to.equal(200);
        const other = await ours.put(self, { url: URL, types: ['order.created', 'units.*'] });
        expectRefusal(other, 400, 'E06000');
        expect(other.text).to.contain('types[1]').and.to.contain('the nearest is unit.*');
        expect((await ours.put(self, { url: URL, types: ['unit.*'] })).status).to.equal(200);
        expectRefusal(await ours.put(self, { url: URL, types: ['order.created'] }), 400, 'E06000');
      });

      it('is switched off and told otherwise where its address is none any more, but not switched on', async () => {
        const { body } = await ours.post('/webhooks', { url: URL });
        const [self, webhookNumber] = [body.self as string, Number(body.webhookNumber)];
        const { webhooks } = running.service.service.database.studio;
        const { agreementNumber } = ours.agreement;
        const webhook = await webhooks.find({ agreementNumber, webhookNumber });
        // As it was made when the service delivered to its own network, too.
        const url = 'https://10.1.2.3/hooks';
        if (webhook !== undefined)
          await webhooks.revise(webhook, { url, types: [], enabled: true, ordered: true });

        const described = await ours.put(self, { url, types: [], description: 'ours' });
        expect(described.status, described.text).to.equal(200);
        const off = await ours.put(self, { url, types: [], enabled: false });
        expect([off.status, off.body.enabled], off.text).to.deep.equal([200, false]);
        expectRefusal(await ours.put(self, { url, types: [], enabled: true }), 400, 'E10600');
        const elsewhere = { url: 'https://10.1.2.4/hooks', types: [], enabled: false };
        expectRefusal(await ours.put(self, elsewhere), 400, 'E10600');
      });

      it('is nobody else’s: neither of another agreement nor of another app', async () => {
        const { body } = await ours.post('/webhooks', { url: URL });
        const self = body.self as string;
        const other = await running.service.agreement({ filled: false });

        for (const stranger of [theirs.tokens, other.tokens]) {
          const as = { headers: stranger };
          expectRefusal(await running.service.ask(self, as), 404, 'E06000');
          for (const below of ['', '/secrets', '/replays', '/test', '/webhook-deliveries/1/redeliveries']) {
            const asked = { since: 1, url: URL };
            const method = below === '' ? 'PUT' : 'POST';
            const answer = await running.service.ask(`${self}${below}`, { ...as, method, body: asked });
            expect(answer.status, `${method} ${below} ${answer.text}`).to.equal(404);
          }
          expectRefusal(await running.service.ask(`${self}/webhook-deliveries`, as), 404, 'E06000');
          expect((await running.service.ask('/webhooks', as)).text).not.to.contain(self);
        }
        expect((await ours.get(self)).status).to.equal(200);
      });

      it('gets another secret, shown once, and says how long the former one is used as well', async () => {
        const { body } = await ours.post('/webhooks', { url: URL });

        const rotated = await ours.post(`${body.self}/secrets`, { overlapHours: 2 });

        expect(rotated.status, rotated.text).to.equal(201);
        expect(rotated.body.secret).to.match(SECRET).and.not.equal(body.secret);
        expect(rotated.body.publicKey).not.to.equal(body.publicKey);
        const until = Date.parse(rotated.body.formerSecretExpires as string) - Date.now();
        expect(until).to.be.within(7_100_000, 7_300_000);
        expect(rotated.headers.get('cache-control')).to.equal('no-store');
        expect((await ours.get(body.self as string)).body).not.to.have.property('secret');
      });

      it('can be changed by the tag of an answer that comes again with its secret (amendment 140)', async () => {
        // Switched off: of one that is on, a delivery that fails is told in its state.
        const asked = { url: URL, enabled: false };
        const again = async (to: string, body: object): Promise<string> => {
          const key = { 'Idempotency-Key': `again ${to}` };
          const first = await ours.post(to, body, key);
          const replayed = await ours.post(to, body, key);
          expect(replayed.headers.get('idempotent-replayed'), first.text).to.equal('true');
          expect(replayed.text).to.equal(first.text);
          expect(replayed.body).to.have.property('secret');
          const self = replayed.body.self as string;
          const ifMatch = { 'If-Match': replayed.headers.get('etag') ?? 'none' };
          const changed = await ours.put(self, { ...asked, description: to }, ifMatch);
          expect(changed.status, changed.text).to.equal(200);
          return self;
        };

        const self = await again('/webhooks', asked);
        await again(`${self}/secrets`, {});
      });

      it('is sent a sample, which waits among its deliveries', async () => {
        const { body } = await ours.post('/webhooks', { url: URL, enabled: false });

        const sample = await ours.post(`${body.self}/test`, undefined);

        expect(sample.status, sample.text).to.equal(200);
        expect(sample.body).to.include({ deliveryNumber: 1, type: 'webhook.test' });
        expect(sample.body.self).to.equal(`${body.self}/webhook-deliveries/1`);
        expect((await ours.get(sample.body.self as string)).body.deliveryNumber).to.equal(1);
        const list = await ours.get(`${body.deliveries}?filter=type$eq:webhook.test`);
        expect(list.body.collection).to.have.length(1);
        expectRefusal(await ours.get(`${body.self}/webhook-deliveries/2`), 404, 'E06000');
      });

      it('is replayed from a sequence on', async () => {
        const { body } = await ours.post('/webhooks', { url: URL, enabled: false });

        const replayed = await ours.post(`${body.self}/replays`, { since: 1 });

        expect(replayed.status, replayed.text).to.equal(201);
        expect(replayed.body.self).to.equal(body.self);
        expectRefusal(await ours.post(`${body.self}/replays`, { since: 0 }), 400, 'E00500');
      });

      it('is not sent on to events that are still far away: it would deliver none of those before', async () => {
        const { body } = await ours.post('/webhooks', { url: URL, enabled: false });
        const { lastSequence } = (await ours.get('/events/position')).body;

        const next = await ours.post(`${body.self}/replays`, { since: lastSequence + 1 });
        expect(next.status, next.text).to.equal(201);
        // Such as a time in seconds.
        for (const since of [lastSequence + 2, 1_764_000_000]) {
          const refused = await ours.post(`${body.self}/replays`, { since });
          expectRefusal(refused, 400, 'E06000');
          expect(refused.body.errors[0].additionalData.propertyName).to.equal('since');
        }
      });
    });
  });
}
