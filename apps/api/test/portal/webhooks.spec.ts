import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { codesIn, Receiver, type Seen, until } from '@kontor/conformance';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { expectPage, visitor, type Visitor } from '../support/visitor.js';

const LIST = '/portal/webhooks';

for (const database of await databases()) {
  describe(`webhooks in the portal on ${database.name} (issue 16)`, function () {
    const running = runningService(database, { webhookNetworks: 'private' });
    let receiver: Receiver;
    let url: string;
    let anna: Visitor;
    /** The tokens of the app that has access to Anna's books. */
    let tokens: Readonly<Record<string, string>>;

    before(async () => {
      running.service.service.deliverer.start();
      ({ anna, tokens } = await aMember());
    });
    beforeEach(async () => {
      receiver = new Receiver();
      url = await receiver.listen();
    });
    afterEach(() => receiver.close());

    async function aMember() {
      const somebody = visitor(() => running.service);
      await somebody.signUp();
      const made = await somebody.send(await somebody.open('/portal/first-call'), '/portal/first-call');
      const [, , secret = '', grant = ''] = codesIn(made);
      return { anna: somebody, tokens: { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant } };
    }
    const appOf = async (somebody: Visitor): Promise<string> =>
      /<option value="(\d+)"/.exec((await somebody.open(`${LIST}/new`)).html)?.[1] ?? '';
    const make = async (types = 'unit.*', to = url): Promise<Seen> =>
      anna.submit(await anna.open(`${LIST}/new`), LIST, { app: await appOf(anna), url: to, types });
    /** A webhook with its page and its secret. */
    const made = async (types?: string) => {
      const redirect = await make(types);
      expect(redirect.status, redirect.html).to.equal(303);
      const page = await anna.follow(redirect);
      const path = new URL(redirect.location ?? '', 'http://localhost').pathname;
      return { page, path, secret: codesIn(page)[0] ?? '' };
    };
    const unit = async (name: string): Promise<void> => {
      const { status } = await running.service.ask('/units', {
        method: 'POST',
        headers: tokens,
        body: { name },
      });
      expect(status).to.equal(201);
    };
    const delivered = async (path: string, words: string): Promise<Seen> => {
      await until(async () => (await anna.open(path)).html.includes(words));
      return anna.open(path);
    };

    it('are made there, with the secret shown once, and tell what happens', async () => {
      const { page, path, secret } = await made('unit.*, product.created');
      expectPage(page, 200, 'The webhook is made.');
      expect(secret).to.match(/^whsec_/);
      expect((await anna.open(path)).html).not.to.contain(secret);
      expectPage(await anna.open(LIST), 200, 'unit.*, product.created');

      await unit('box');
      await until(() => receiver.received.length === 1);

      const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
      expect(new Webhook(secret).verify(body, headers)).to.include({ type: 'unit.created' });
      expectPage(await delivered(path, 'unit.created'), 200, 'delivered, ');
    });

    it('show each delivery with what was answered, and deliver once more', async () => {
      receiver.answers = [{ status: 410 }];
      const { path } = await made();
      await unit('crate');
      const gone = await delivered(path, 'switched off: the receiver answered that it is gone');
      const [, failing = ''] = /href="([^"]*\/deliveries\/\d+)/.exec(gone.html) ?? [];
      expectPage(await anna.open(failing), 200, 'Answered 410');
      expect((await anna.open(failing)).html)
        .to.contain('as it is')
        .and.contain('webhook-id');

      await anna.send(await anna.open(path), `${path}/enable`);
      const page = await delivered(path, 'delivered, ');

      const [, ok = ''] = /href="([^"]*\/deliveries\/\d+)[^"]*">unit\.created/.exec(page.html) ?? [];
      const before = receiver.received.length;
      const again = await anna.send(await anna.open(ok), `${ok}/redeliver`);
      expectPage(again, 200, 'It is delivered once more.');
      await until(() => receiver.received.length > before);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids.at(-1)).to.equal(ids[0]);
    });

    it('send a test, are switched off and on, go back to a sequence, and are removed', async () => {
      const { path } = await made();
      expectPage(await anna.send(await anna.open(path), `${path}/test`), 200, 'A test is on its way.');
      await until(() => receiver.told.some(({ type }) => type === 'webhook.test'));

      expectPage(await anna.send(await anna.open(path), `${path}/disable`), 200, 'switched off');
      await unit('off');
      expectPage(
        await anna.send(await anna.open(path), `${path}/enable`),
        200,
        'The webhook is switched on.',
      );
      await until(() => receiver.told.some(({ type }) => type === 'unit.created'));

      const wrong = await anna.submit(await anna.open(path), `${path}/replay`, { since: 'soon' });
      expectPage(wrong, 422, 'Enter the number of an event, such as 17.');
      const far = await anna.submit(await anna.open(path), `${path}/replay`, { since: '1764000000' });
      expectPage(far, 422, 'Enter the number of an event, such as 17.');
      expect((await anna.open(`${path}/replay?locale=de-DE`)).location).to.contain(`${path}?locale=de-DE`);
      // What is chosen is remembered.
      await anna.open(`${path}?locale=en-GB`);
      const before = receiver.received.length;
      const replayed = await anna.send(await anna.open(path), `${path}/replay`, { since: '1' });
      expectPage(replayed, 200, 'The events are delivered from there on.');
      await until(() => receiver.received.length > before + 1);

      expectPage(await anna.open(`${path}/remove`), 200, 'This cannot be undone.');
      expectPage(await anna.send(await anna.open(`${path}/remove`), `${path}/remove`), 200, 'removed');
      expectPage(await anna.open(path), 404);
    });

    it('get another secret, beside which the former one signs for as long as was chosen', async () => {
      const { path, secret } = await made();
      const form = await anna.open(`${path}/secret`);
      const rotated = await anna.send(form, `${path}/secret`, { overlap: '24' });
      const fresh = codesIn(rotated)[0] ?? '';
      expectPage(rotated, 200, 'The webhook has another secret.');
      expect(fresh)
        .to.match(/^whsec_/)
        .and.not.equal(secret);
      expect(rotated.html).to.contain('The former secret signs until');

      await unit('twice');
      await until(() => receiver.received.length === 1);
      const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
      for (const known of [secret, fresh]) new Webhook(known).verify(body, headers);

      const now = await anna.send(await anna.open(`${path}/secret`), `${path}/secret`, { overlap: '0' });
      await unit('once');
      await until(() => receiver.received.length === 2);
      const last = receiver.received.at(-1) ?? { headers: {}, body: '' };
      new Webhook(codesIn(now)[0] ?? '').verify(last.body, last.headers);
      expect(() => new Webhook(fresh).verify(last.body, last.headers)).to.throw();
      expect((await anna.open(path)).html).not.to.contain('The former secret signs until');
    });

    it('are refused with the reason beside the field, in the language of the person', async () => {
      expectPage(await make('unit.*', 'ftp://127.0.0.1/'), 422, 'Enter an https address');
      expectPage(await make('unit'), 422, 'Enter types such as invoice.booked');
      expectPage(
        await make('unit.*, unit.creatd'),
        422,
        'no type of event unit.creatd: the nearest is unit.created.',
      );
      expectPage(await make(Array(31).fill('unit.created').join()), 422, 'at most 30');
      const none = await anna.submit(await anna.open(`${LIST}/new`), LIST, { app: '999', url });
      expectPage(none, 422, 'Choose an app that has access to your books.');
      const words = { 'de-DE': 'Neuer Webhook', 'es-ES': 'Nuevo webhook', 'it-IT': 'Nuovo webhook' };
      for (const [locale, word] of Object.entries(words))
        expectPage(await anna.open(`${LIST}/new?locale=${locale}`), 200, word);
    });

    it('say that nothing is delivered while the app has no access', async () => {
      const { anna: bela } = await aMember();
      const form = await bela.open(`${LIST}/new`);
      const redirect = await bela.submit(form, LIST, { app: await appOf(bela), url, types: 'unit.*' });
      const { pathname } = new URL(redirect.location ?? '', 'http://localhost');
      expect((await bela.open(pathname)).html).to.match(/<dd>\s*on\s*<\/dd>/);

      const [revoke = ''] =
        /\/portal\/grants\/\d+\/revoke/.exec((await bela.open('/portal/agreement')).html) ?? [];
      await bela.submit(await bela.open(revoke), revoke);

      const words = 'on, but nothing is delivered: the app has no access to your books now';
      expectPage(await bela.open(pathname), 200, words);
      expectPage(await bela.open(LIST), 200, words);
    });

    it('are nobody else’s, and need the form’s word', async () => {
      const { path } = await made();
      const { anna: other } = await aMember();
      const stranger = visitor(() => running.service);
      const csrf = /name="csrf"\s+value="([^"]*)"/.exec((await other.open(`${LIST}/new`)).html)?.[1] ?? '';

      for (const page of ['', '/secret', '/remove', '/deliveries/1'])
        expectPage(await other.open(`${path}${page}`), 404);
      for (const form of [
        '/test',
        '/enable',
        '/disable',
        '/secret',
        '/remove',
        '/replay',
        '/deliveries/1/redeliver',
      ]) {
        expectPage(await other.post(`${path}${form}`, { csrf, since: '1' }), 404);
        expectPage(await anna.post(`${path}${form}`, { since: '1' }), 403);
        expect((await stranger.post(`${path}${form}`, { since: '1' })).status).to.equal(403);
      }
      expect((await other.open(LIST)).html).not.to.contain(path);
      expectPage(await stranger.open(LIST), 200, 'Please sign in');
      expectPage(await anna.open(`${path}?done=toString&before=x`), 200);
      const none = visitor(() => running.service);
      await none.signUp();
      expectPage(await none.open(`${LIST}/new`), 200, 'Give an app access first');
    });
  });
}
