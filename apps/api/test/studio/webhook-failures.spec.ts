import { expect } from 'chai';
import { Receiver, until, type Received } from '@kontor/conformance';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { timestampOf } from '@kontor/kernel';
import { expectRefusal } from '../support/refusal.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';
import { serviceProcess } from '../support/service-process.js';
import { databases, type ServiceUnderTest } from '../support/service-under-test.js';

type Told = Readonly<Record<string, unknown>>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longer than the service looks for what is due, several times over. */
const SOME_LOOKS_MS = 700;

for (const database of await databases()) {
  describe(`deliveries that fail on ${database.name} (issue 16)`, function () {
    let ahead = 0;
    const statements: string[] = [];
    const running = runningService(
      database,
      { webhookNetworks: 'private' },
      {
        clock: () => new Date(Date.now() + ahead),
        onQuery: (sql) => void statements.push(sql),
      },
    );
    let receiver: Receiver;
    let url: string;
    let ours: Client;

    before(() => running.service.service.deliverer.start());
    beforeEach(async () => {
      receiver = new Receiver();
      url = await receiver.listen();
      const made = await running.service.agreement({ filled: false });
      // Grants last a day in tests: this one outlives what the clock is put forward by.
      const agreement = { ...made, ...(await made.grant(['SuperUser'], 3_650 * DAY_MS)) };
      ours = clientOf(() => ({ service: running.service, agreement }));
    });
    afterEach(() => receiver.close());

    const webhook = async (asked: object = {}): Promise<string> => {
      const made = await ours.post('/webhooks', { url, types: ['unit.created'], ...asked });
      expect(made.status, made.text).to.equal(201);
      return made.body.self as string;
    };
    const unit = async (name: string, of = ours): Promise<void> => {
      const made = await of.post('/units', { name });
      expect(made.status, made.text).to.equal(201);
    };
    const deliveries = async (self: string): Promise<readonly Told[]> =>
      (await ours.get(`${self}/webhook-deliveries`)).body.collection as readonly Told[];
    /** A process of its own that delivers what another has written. */
    const otherProcess = ({ databaseUrl, base }: ServiceUnderTest): ReturnType<typeof serviceProcess> =>
      serviceProcess({
        DATABASE_URL: databaseUrl,
        HOST: '127.0.0.1',
        BASE_URL: base,
        WEBHOOK_PRIVATE_NETWORKS: 'on',
      });
    const someLooks = (): Promise<unknown> => new Promise((go) => setTimeout(go, SOME_LOOKS_MS));
    /** One that failed and waits beside the events. */
    const failedOnce = async (self: string): Promise<Told> => {
      receiver.answers = [{ status: 500 }];
      await unit('refused');
      await until(async () => (await deliveries(self))[0]?.['nextAttempt'] !== undefined);
      return (await deliveries(self))[0] as Told;
    };
    const enable = async (self: string, enabled: boolean, more: object = {}): Promise<void> => {
      const asked = { url, types: ['unit.created'], enabled, ordered: false, ...more };
      const { status, text } = await ours.put(self, asked);
      expect(status, text).to.equal(200);
    };

    it('wait while the webhook is disabled, at no cost, and come when it is enabled again', async () => {
      const self = await webhook({ ordered: false });
      const failed = await failedOnce(self);
      await enable(self, false);
      ahead += MINUTE_MS;
      await someLooks();
      statements.length = 0;
      await someLooks();

      expect(statements.filter((sql) => !sql.startsWith('SELECT'))).to.deep.equal([]);
      expect((await ours.get(failed['self'] as string)).body.status).to.equal('waiting');
      expect(receiver.received).to.have.length(1);
      await enable(self, true);
      await until(async () => (await ours.get(failed['self'] as string)).body.status === 'delivered');
      expect(receiver.received).to.have.length(2);
    });

    it('are not asked for once more of a webhook that is disabled; a sample is', async () => {
      const self = await webhook({ ordered: false });
      await unit('taken');
      await until(async () => (await deliveries(self))[0]?.['status'] === 'delivered');
      const [done] = await deliveries(self);
      const waits = await failedOnce(self);
      await enable(self, false);
      ahead += MINUTE_MS;

      const refused = await ours.post(`${done?.['self'] as string}/redeliveries`, undefined);

      expectRefusal(refused, 400, 'E10910');
      expect(refused.text).to.contain('the webhook is disabled');
      expect((await ours.post(`${self}/test`, undefined)).status).to.equal(200);
      await until(() => receiver.told.some(({ type }) => type === 'webhook.test'));
      expect((await ours.get(waits['self'] as string)).body.status).to.equal('waiting');
    });

    it('of samples do not make a webhook one that fails', async () => {
      const { deliveryQueue } = running.service.service.database.studio;
      const { webhooks } = await deliveryQueue.load();
      const self = await webhook({ ordered: false });
      receiver.answers = [{ status: 500 }];
      await ours.post(`${self}/test`, undefined);
      await until(async () => (await deliveries(self))[0]?.['status'] === 'failed');

      expect((await deliveryQueue.load()).webhooks).to.deep.equal({ ...webhooks, well: webhooks.well + 1 });
      expect((await ours.get(self)).body).not.to.have.property('failingSince');
    });

    it('end with the grant, also where one process delivers without a pause', async () => {
      await webhook();
      const { agreementNumber, grantNumber } = ours.agreement;
      const others = await running.service.app(agreementNumber);
      const { unitOfWork } = running.service.service.database;
      receiver.beforeAnswer = async () => {
        receiver.beforeAnswer = () => Promise.resolve();
        for (const number of [grantNumber, grantNumber - 1]) {
          await unitOfWork.inTransaction(agreementNumber, ({ studio }) =>
            TE.fromTask(() => studio.grants.revoke(agreementNumber, number, timestampOf(new Date()))),
          )();
        }
        await running.service.ask('/units', { method: 'POST', headers: others, body: { name: 'untold' } });
      };
      await unit('told');
      await until(() => receiver.received.length === 1);
      await someLooks();

      expect(receiver.received).to.have.length(1);
    });

    it('end within seconds of the grant, also where the receiver answers late', async () => {
      await webhook();
      const { agreementNumber, grantNumber } = ours.agreement;
      const { unitOfWork } = running.service.service.database;
      receiver.beforeAnswer = async () => {
        await unit('untold');
        for (const number of [grantNumber, grantNumber - 1]) {
          await unitOfWork.inTransaction(agreementNumber, ({ studio }) =>
            TE.fromTask(() => studio.grants.revoke(agreementNumber, number, timestampOf(new Date()))),
          )();
        }
        await new Promise((go) => setTimeout(go, 3 * SECOND_MS));
      };
      await unit('told');
      await until(() => receiver.received.length === 1);
      await new Promise((go) => setTimeout(go, 3 * SECOND_MS + SOME_LOOKS_MS));

      expect(receiver.received).to.have.length(1);
    });

    it('wait while the app has no grant, and come when it has one again', async () => {
      const self = await webhook({ ordered: false });
      const failed = await failedOnce(self);
      const { agreementNumber, grantNumber } = ours.agreement;
      const { grants } = running.service.service.database.studio;
      for (const number of [grantNumber, grantNumber - 1])
        await grants.revoke(agreementNumber, number, timestampOf(new Date()));
      const others = await running.service.app(agreementNumber);
      await running.service.ask('/units', { method: 'POST', headers: others, body: { name: 'untold' } });
      ahead += MINUTE_MS;
      await someLooks();
      expect(receiver.received).to.have.length(1);

      const anew = await ours.agreement.grant(['SuperUser'], 3_650 * DAY_MS);
      ahead += 2 * MINUTE_MS;
      await until(() => receiver.received.length === 3);
      await until(async () => {
        const { body } = await running.service.ask(failed['self'] as string, { headers: anew.tokens });
        return body.status === 'delivered';
      });
    });

    it('wait while the agreement is blocked', async () => {
      const self = await webhook({ ordered: false });
      const failed = await failedOnce(self);
      const { agreements } = running.service.service.database.studio;
      await agreements.flag(ours.agreement.agreementNumber, { blocked: true });
      ahead += MINUTE_MS;
      await someLooks();
      expect(receiver.received).to.have.length(1);

      await agreements.flag(ours.agreement.agreementNumber, { blocked: false });
      ahead += 2 * MINUTE_MS;
      await until(() => receiver.received.length === 2);
      await until(async () => (await ours.get(failed['self'] as string)).body.status === 'delivered');
    });

    it('come no sooner than the receiver asks with Retry-After', async () => {
      const self = await webhook();
      receiver.answers = [{ status: 503, headers: { 'Retry-After': '7200' } }];
      await unit('later');
      await until(async () => (await deliveries(self))[0]?.['nextAttempt'] !== undefined);
      const [waits] = await deliveries(self);
      const asked = Date.parse(waits?.['nextAttempt'] as string) - (Date.now() + ahead);
      expect(asked).to.be.within(2 * HOUR_MS - MINUTE_MS, 2 * HOUR_MS + SECOND_MS);

      ahead += 2 * HOUR_MS - MINUTE_MS;
      await someLooks();
      expect(receiver.received).to.have.length(1);
      ahead += 2 * MINUTE_MS;
      await until(() => receiver.received.length === 2);
    });

    it('follow no redirect: it is a failure that shows where it leads', async () => {
      const elsewhere = new Receiver();
      const self = await webhook();
      receiver.answers = [{ status: 307, headers: { Location: await elsewhere.listen() } }];
      await unit('moved');
      await until(async () => (await deliveries(self))[0]?.['nextAttempt'] !== undefined);

      const [waits] = await deliveries(self);
      const { body } = await ours.get(waits?.['self'] as string);
      expect((body.attempts as Told[])[0]).to.include({ status: 307 });
      expect(elsewhere.received).to.have.length(0);
      await elsewhere.close();
    });

    for (const ordered of [true, false]) {
      it(`disable the webhook after days, and tell the agreement (ordered: ${ordered})`, async () => {
        const self = await webhook({ ordered });
        receiver.answers = Array.from({ length: 20 }, () => ({ status: 500 }));
        await unit('never');
        const began = ahead;
        for (let attempts = 1; attempts <= 13; attempts += 1) {
          await until(() => receiver.received.length >= attempts);
          await until(async () => {
            const [waits] = await deliveries(self);
            const next = Date.parse((waits?.['nextAttempt'] as string | undefined) ?? '');
            const isNoted = waits?.['status'] === 'failed' || next > Date.now() + ahead;
            if (next > Date.now() + ahead) ahead = next - Date.now() + SECOND_MS;
            return isNoted;
          });
        }

        const { body } = await ours.get(self);
        expect(body).to.include({ enabled: false, disabledBecause: 'failing' });
        expect(ahead - began).to.be.within(2 * DAY_MS, 4 * DAY_MS);
        expect(receiver.received).to.have.length(13);
        await until(async () => {
          const events = await ours.get('/events?filter=type$eq:webhook.updated&pagesize=1000');
          return (events.body.collection as Told[]).some(({ resource }) => resource === self);
        });
        expect((await deliveries(self)).map(({ status }) => status)).to.deep.equal(['failed']);
      });
    }

    it('of one event alone disable no webhook that takes the others', async () => {
      const self = await webhook({ ordered: false });
      receiver.answers = [{ status: 500 }];
      await unit('poison');
      for (let attempts = 1; attempts <= 13; attempts += 1) {
        await until(async () => {
          const waits = (await deliveries(self)).at(-1);
          const next = Date.parse((waits?.['nextAttempt'] as string | undefined) ?? '');
          const isNoted = waits?.['status'] === 'failed' || next > Date.now() + ahead;
          if (isNoted && waits?.['status'] === 'waiting') {
            await unit('taken');
            await until(() => receiver.received.length >= 2 * attempts);
            await until(async () => (await deliveries(self))[0]?.['status'] === 'delivered');
            receiver.answers = [{ status: 500 }];
            ahead = next - Date.now() + SECOND_MS;
          }
          return isNoted;
        });
      }
      expect((await deliveries(self)).at(-1)?.['status']).to.equal('failed');
      expect((await ours.get(self)).body.enabled).to.equal(true);
    });

    it('come when a webhook that was gone is enabled again, also those that no other waits for', async () => {
      const self = await webhook({ ordered: false });
      receiver.answers = [{ status: 410 }];
      await unit('untold');
      await until(async () => (await ours.get(self)).body.enabled === false);
      await unit('later');
      ahead += MINUTE_MS;
      await enable(self, true);

      await until(() => receiver.received.length === 3);

      const [gone, ...told] = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(told).to.include(gone);
      await until(async () => (await deliveries(self)).every(({ status }) => status === 'delivered'));
    });

    it('say nothing of a webhook that was led elsewhere meanwhile', async () => {
      const former = new Receiver();
      let answer = (): void => undefined;
      former.answers = [{ status: 410 }];
      former.beforeAnswer = () => new Promise<void>((resolve) => (answer = resolve));
      const self = await webhook({ url: await former.listen() });
      await unit('moved');
      await until(() => former.received.length === 1);
      await enable(self, true, { ordered: true });
      answer();

      await until(() => receiver.received.length === 1);

      const { body } = await ours.get(self);
      expect(body)
        .to.include({ url, enabled: true })
        .and.not.have.any.keys('disabledBecause', 'failingSince');
      await former.close();
    });

    for (const ordered of [true, false]) {
      it(`are tried at once where the webhook is led elsewhere (ordered: ${ordered})`, async () => {
        const former = new Receiver();
        former.answers = [{ status: 503, headers: { 'Retry-After': '3600' } }];
        const self = await webhook({ url: await former.listen(), ordered });
        await unit('refused');
        await until(async () => (await deliveries(self))[0]?.['nextAttempt'] !== undefined);
        await enable(self, true, { ordered });

        await until(() => receiver.received.length === 1);

        const [first, again] = [former, receiver].map(({ received }) => received[0]?.headers['webhook-id']);
        expect(again).to.equal(first);
        expect((await ours.get(self)).body).not.to.have.property('failingSince');
        await former.close();
      });
    }

    it('wait no longer where what failed is not asked for any more, and a later event is taken', async () => {
      const self = await webhook();
      const failed = await failedOnce(self);
      await enable(self, false, { ordered: true });
      ahead += MINUTE_MS;
      const { collection } = (await ours.get('/units')).body;
      for (const { self: one } of collection as readonly { readonly self: string }[])
        expect((await ours.remove(one)).status).to.equal(204);
      await enable(self, true, { ordered: true, types: ['unit.removed'] });

      await until(async () => (await deliveries(self))[0]?.['status'] === 'delivered');

      const { body } = await ours.get(failed['self'] as string);
      expect(body).to.include({ status: 'failed' }).and.not.have.property('nextAttempt');
      expect((await ours.post(`${failed['self'] as string}/redeliveries`, undefined)).status).to.equal(200);
    });

    it('without order delay no event for longer than one attempt, however many were never answered', async () => {
      const self = await webhook({ types: ['unit.*'], ordered: false });
      receiver.answers = Array.from({ length: 12 }, () => ({ status: 500 }));
      for (let number = 0; number < 12; number += 1) await unit(`bad${number}`);
      await until(async () => {
        const waiting = (await deliveries(self)).filter(({ nextAttempt }) => nextAttempt !== undefined);
        return waiting.length === 12;
      });
      // From now on those are never answered; what comes new is.
      const bad = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
      receiver.hangsAt = ({ headers }) => bad.has(headers['webhook-id']);
      ahead += MINUTE_MS;
      await until(() => receiver.received.length > 12);
      await unit('good');

      const isGood = ({ headers }: Received): boolean => !bad.has(headers['webhook-id']);
      await until(() => receiver.received.some(isGood), 13 * SECOND_MS);
    });

    it('are noted before a process ends that is stopped: none of them is sent again', async () => {
      const { service } = running;
      await service.service.deliverer.close();
      const stopped = otherProcess(service);
      let other: ServiceUnderTest | undefined;
      try {
        await stopped.listening;
        await webhook();
        receiver.beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, SECOND_MS));
        for (let number = 0; number < 15; number += 1) await unit(`${number}`);
        await until(() => receiver.received.length === 2);
        stopped.child.kill('SIGTERM');

        expect(await stopped.ended, stopped.said.err).to.equal(0);
        expect(receiver.received).to.have.length.at.most(3);
        receiver.beforeAnswer = () => Promise.resolve();
        other = await service.replica({}, { clock: () => new Date(Date.now() + ahead) });
        other.service.deliverer.start();
        await until(() => receiver.received.length >= 15, 5 * SECOND_MS);
        const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
        expect(new Set(ids).size).to.equal(15);
        expect(ids).to.have.length(15);
      } finally {
        stopped.child.kill('SIGKILL');
        await other?.stop();
        service.service.deliverer.start();
      }
    });

    const goOnWhereOneWasKilled = async (clock: () => Date): Promise<void> => {
      const { service } = running;
      await service.service.deliverer.close();
      const killed = otherProcess(service);
      let other: ServiceUnderTest | undefined;
      try {
        await killed.listening;
        await webhook();
        receiver.hangs = true;
        await unit('begun');
        await until(() => receiver.received.length === 1);
        killed.child.kill('SIGKILL');
        await killed.ended;
        receiver.hangs = false;
        await unit('next');
        other = await service.replica({}, { clock });
        other.service.deliverer.start();

        await until(() => receiver.received.length === 3);

        const [lost, again, next] = receiver.received.map(({ headers }) => headers['webhook-id']);
        expect(again).to.equal(lost);
        expect(next).not.to.equal(lost);
      } finally {
        killed.child.kill('SIGKILL');
        await other?.stop();
      }
    };

    it('are gone on with where a process was killed', () =>
      goOnWhereOneWasKilled(() => new Date(Date.now() + ahead + MINUTE_MS)));

    it('are gone on with where a process was killed whose clock was days ahead', () =>
      goOnWhereOneWasKilled(() => new Date(Date.now() - 2 * DAY_MS)));
  });
}
