import { expect } from 'chai';
import { Receiver, until } from '@kontor/conformance';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { databases, type ServiceUnderTest } from '../support/service-under-test.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';

type Told = Readonly<Record<string, unknown>>;

/** Deliveries that are verified; more of them by hand: `DELIVERIES=10000`. */
const DELIVERIES = Number(process.env['DELIVERIES'] ?? 200);
/** Webhooks whose receivers do not answer yet: more than all places that there are. */
const MANY_LATE = 45;
/** Half of the places: so many at most are of one agreement. */
const PLACES_OF_ONE = 20;
/** So many products are created by one request. */
const PRODUCTS_AT_ONCE = 100;
/** So many more at most are signed without a secret that has just come. */
const UNDER_WAY = 20;

for (const database of await databases()) {
  describe(`deliveries to webhooks on ${database.name} (issue 16)`, function () {
    const running = runningService(database, { webhookNetworks: 'private' });
    const ours = running.client({ filled: false });
    const theirs = running.client({ filled: false });
    let receiver: Receiver;
    let url: string;

    before(() => running.service.service.deliverer.start());
    beforeEach(async () => {
      receiver = new Receiver();
      url = await receiver.listen();
    });
    afterEach(() => receiver.close());

    const webhook = async (client: Client, asked: object = {}): Promise<Told> => {
      const made = await client.post('/webhooks', { url, ...asked });
      expect(made.status, made.text).to.equal(201);
      return made.body as Told;
    };
    const unit = async (client: Client, name: string): Promise<void> => {
      const made = await client.post('/units', { name });
      expect(made.status, made.text).to.equal(201);
    };
    const deliveries = async (client: Client, self: unknown): Promise<readonly Told[]> =>
      (await client.get(`${self as string}/webhook-deliveries`)).body.collection as readonly Told[];

    it('tell in order what happens, signed so that standardwebhooks verifies it, and nobody else', async () => {
      const made = await webhook(ours, { types: ['unit.*'] });
      await webhook(theirs, { types: ['unit.*'], url: `${url}/theirs` });
      for (const name of ['one', 'two', 'three']) await unit(ours, name);

      await until(() => receiver.received.length >= 3);

      expect(receiver.told.map(({ type }) => type)).to.deep.equal(Array(3).fill('unit.created'));
      const sequences = receiver.told.map(({ sequence }) => sequence as number);
      expect(sequences).to.deep.equal([...sequences].sort((one, other) => one - other));
      const verifier = new StandardWebhook(made['secret'] as string);
      for (const { headers, body } of receiver.received) verifier.verify(body, headers);
      const seen = await ours.get((receiver.told[0] as Told)['resource'] as string);
      expect(seen.body.name).to.equal('one');
      await until(async () => {
        const listed = await deliveries(ours, made['self']);
        return listed.length === 3 && listed.every(({ status }) => status === 'delivered');
      });
    });

    it('are of what the feed shows too: nothing of a module that the agreement does not have', async () => {
      const { service } = running;
      const agreement = await service.agreement();
      const client = clientOf(() => ({ service, agreement }));
      await webhook(client);
      const lines = [{ product: { productNumber: '1000' } }];
      const draft = await client.post('/v2/invoices/drafts', { customer: { customerNumber: 1 }, lines });
      const booked = await client.post('/v2/invoices/booked', { id: draft.body.id });
      expect(booked.status, booked.text).to.equal(201);
      await client.post('/units', { name: 'last' });

      await until(() => receiver.told.some(({ type }) => type === 'unit.created'));

      const { body: feed } = await client.get('/events?pagesize=1000');
      const shown = (feed.collection as readonly Told[]).slice(-receiver.told.length);
      expect(receiver.told.map(({ type }) => type)).to.include('invoice.booked');
      expect(receiver.told).to.deep.equal(shown);
    });

    it(`are verified, ${DELIVERIES} of ${DELIVERIES}, also while the secret rotates`, async () => {
      const client = clientOf(() => ({ service: running.service, agreement: many }));
      const many = await running.service.agreement();
      const made = await webhook(client, { types: ['product.created'] });
      const group = { productGroup: { productGroupNumber: 1 } };
      const product = (number: number): object => ({
        productNumber: `v${number}`,
        name: `${number}`,
        ...group,
      });
      const create = async (from: number, to: number): Promise<void> => {
        const numbers = Array.from({ length: to - from }, (_, index) => from + index);
        const { status, text } = await client.post('/products', numbers.map(product));
        expect(status, text).to.equal(201);
      };
      const half = Math.floor(DELIVERIES / 2);
      for (let from = 0; from < half; from += PRODUCTS_AT_ONCE)
        await create(from, Math.min(half, from + PRODUCTS_AT_ONCE));
      const rotated = await client.post(`${made['self'] as string}/secrets`, {});
      for (let from = half; from < DELIVERIES; from += PRODUCTS_AT_ONCE)
        await create(from, Math.min(DELIVERIES, from + PRODUCTS_AT_ONCE));

      await until(() => receiver.received.length >= DELIVERIES, DELIVERIES * 20 + 60_000);

      const [former, present] = [made, rotated.body as Told].map(
        ({ secret }) => new StandardWebhook(secret as string),
      );
      for (const { headers, body } of receiver.received) former?.verify(body, headers);
      for (const { headers, body } of receiver.received.slice(UNDER_WAY - half))
        present?.verify(body, headers);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(
        DELIVERIES,
      );
      expect(receiver.received).to.have.length(DELIVERIES);
    }).timeout(120_000 + DELIVERIES * 40);

    it('come again after a failure under the same id, before the next event, and say what was answered', async () => {
      const made = await webhook(ours, { types: ['unit.created'] });
      receiver.answers = [{ status: 500 }];
      await unit(ours, 'refused');
      await unit(ours, 'waits');

      await until(() => receiver.received.length >= 3, 30_000);

      const [first, again, next] = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(again).to.equal(first);
      expect(next).not.to.equal(first);
      await until(async () => {
        const listed = await deliveries(ours, made['self']);
        return listed.every(({ status }) => status === 'delivered') && listed.length === 2;
      });
      const [, failedOnce] = await deliveries(ours, made['self']);
      const { body } = await ours.get(failedOnce?.['self'] as string);
      expect((body.attempts as Told[]).map(({ status }) => status)).to.deep.equal([500, 204]);
      expect((body.attempts as Told[])[0]?.['answer']).to.equal('as it is');
    });

    it('end for good at 410, which the agreement is told', async () => {
      const made = await webhook(ours, { types: ['unit.created'] });
      receiver.answers = [{ status: 410 }];
      await unit(ours, 'nobody');

      await until(async () => (await ours.get(made['self'] as string)).body.enabled === false);

      expect((await ours.get(made['self'] as string)).body.disabledBecause).to.equal('gone');
      await until(async () => {
        const events = await ours.get('/events?filter=type$eq:webhook.updated&pagesize=1000');
        const told = (events.body.collection as Told[]).find(({ resource }) => resource === made['self']);
        if (told !== undefined) expect(told.changed).to.deep.equal(['enabled', 'disabledBecause']);
        return told !== undefined;
      });
      await unit(ours, 'untold');
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(receiver.received).to.have.length(1);
    });

    it('are samples, repeated deliveries and events from before when they are asked for', async () => {
      const made = await webhook(ours, { types: ['unit.created'] });
      await unit(ours, 'before');
      await until(() => receiver.received.length === 1);
      const self = made['self'] as string;
      await until(async () => (await deliveries(ours, self))[0]?.['status'] === 'delivered');

      expect((await ours.post(`${self}/test`, undefined)).status).to.equal(200);
      await until(() => receiver.told.some(({ type }) => type === 'webhook.test'));
      const told = (await deliveries(ours, self)).find(({ type }) => type === 'unit.created');
      const again = await ours.post(`${told?.['self'] as string}/redeliveries`, undefined);
      expect(again.status, again.text).to.be.within(200, 201);
      // At least: what was sent while something was asked of its webhook may be sent again.
      await until(() => receiver.received.length >= 3);
      expect(receiver.received[2]?.headers['webhook-id']).to.equal(
        receiver.received[0]?.headers['webhook-id'],
      );
      const since = receiver.told[0]?.['sequence'];
      expect((await ours.post(`${self}/replays`, { since })).status).to.be.within(200, 201);
      await until(() => receiver.received.length >= 4);
      expect(receiver.told[3]).to.deep.equal(receiver.told[0]);
    });

    it('wait for no other: a receiver that hangs delays neither other webhooks nor the API', async () => {
      const slow = new Receiver();
      slow.hangs = true;
      await webhook(ours, { types: ['unit.created'], url: await slow.listen() });
      await webhook(ours, { types: ['unit.created'] });
      await unit(ours, 'at once');

      await until(() => slow.received.length === 1 && receiver.received.length === 1);

      expect(slow.givenUp).to.equal(0);
      expect((await ours.get('/units')).status).to.equal(200);
      await slow.close();
    });

    it('wait for no other agreement, however many receivers of its answer late', async () => {
      const slow = new Receiver();
      const waiting: (() => void)[] = [];
      slow.beforeAnswer = () => new Promise<void>((answer) => waiting.push(answer));
      const late = await slow.listen();
      for (let made = 0; made < MANY_LATE; made += 1)
        await webhook(ours, { types: ['unit.created'], url: late });
      await webhook(theirs, { types: ['unit.created'] });
      await unit(ours, 'late');
      await until(() => slow.received.length === PLACES_OF_ONE);
      await unit(theirs, 'soon');

      await until(() => receiver.received.length === 1);

      // It came while those were still waited for: there was a place that is not for them.
      expect([slow.received.length, slow.givenUp]).to.deep.equal([PLACES_OF_ONE, 0]);
      for (const answer of waiting) answer();
      await slow.close();
    });

    it('are shared by processes: each event is told once, and what one has left the other goes on with', async () => {
      const replica: ServiceUnderTest = await running.service.replica();
      replica.service.deliverer.start();
      try {
        await webhook(theirs, { types: ['unit.created'] });
        for (let number = 0; number < 30; number += 1) await unit(theirs, `${number}`);
        await running.service.service.deliverer.close();
        for (let number = 30; number < 40; number += 1) await unit(theirs, `${number}`);

        await until(() => receiver.received.length >= 40);

        const sequences = receiver.told.map(({ sequence }) => sequence as number);
        expect(new Set(sequences).size).to.equal(40);
        expect(sequences).to.have.length(40);
        expect(sequences).to.deep.equal([...sequences].sort((one, other) => one - other));
      } finally {
        await replica.stop();
      }
    });

    it('go on after a service that kept its own key is given one (SECRETS_KEY)', async () => {
      await running.service.service.deliverer.close();
      await webhook(theirs, { types: ['unit.created'] });
      const replica = await running.service.replica({ secretsKeys: ['k'.repeat(44)] });
      replica.service.deliverer.start();
      try {
        await unit(theirs, 'sealed');

        await until(() => receiver.received.length > 0);
      } finally {
        await replica.stop();
      }
    });
  });
}
