import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { asked, Receiver, until } from '@kontor/conformance';
import { serviceProcess, type Listening } from '../support/service-process.js';
import { openBooks } from '../../src/compose.js';
import { aTransfer, booked, lastYear, type TestYear } from '../ledger/the-books.js';
import { expectRefusal } from '../support/refusal.js';
import { backUp, canBackUp, type Backup } from '../support/restore.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';
import {
  databases,
  preparedAt,
  testConfig,
  type Answered,
  type ServiceUnderTest,
} from '../support/service-under-test.js';

const ACCOUNT = 9801;

describe('a process whose database is restored', function () {
  it('answers 503 and ends with status 1, so that what watches over it starts it anew', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-restored-'));
    const databaseUrl = `sqlite:${join(folder, 'kontor.db')}`;
    await preparedAt(databaseUrl);
    const service = serviceProcess({ DATABASE_URL: databaseUrl, HOST: '127.0.0.1' });
    try {
      const { address } = (await service.listening) as Listening;
      expect((await fetch(`${address}/products?demo=true`)).status).to.equal(200);
      const books = await openBooks(testConfig(databaseUrl, 0));
      await books.restored();
      await books.close();

      expect(await service.ended).to.equal(1);
      expect(service.said.out).to.contain('the database was restored');
    } finally {
      service.child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a process whose database file is taken away', function () {
  it('ends with status 1, and no new database is begun in its place', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-taken-'));
    const file = join(folder, 'kontor.db');
    const environment = { DATABASE_URL: `sqlite:${file}`, HOST: '127.0.0.1' };
    await preparedAt(environment.DATABASE_URL);
    const service = serviceProcess(environment);
    try {
      const { address } = (await service.listening) as Listening;
      expect((await fetch(`${address}/products?demo=true`)).status).to.equal(200);
      for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });

      expect(await service.ended).to.equal(1);
      expect(service.said.out).to.contain('its file taken away');
      const next = serviceProcess(environment);
      expect(await next.ended).to.equal(1);
      expect(next.said.err).to.contain(`${file} is missing, and ${file}-identity says`);
    } finally {
      service.child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/**
 * Issue 20, number 4: what a process remembers may never have been so in the
 * past that a restore has put in place.
 */
for (const database of await databases()) {
  describe(`a restore under running processes on ${database.name}`, function () {
    this.timeout(90_000);
    const running = runningService(database, { webhookNetworks: 'private' });
    const ours = running.client({ modules: ['internationalLedger'] });
    let others: ServiceUnderTest[] = [];
    let year: TestYear;
    let backup: Backup | undefined;
    const receiver = new Receiver();

    const replica = async (): Promise<Client> => {
      const service = await running.service.replica();
      others.push(service);
      return clientOf(() => ({ service, agreement: ours.agreement }));
    };
    const onto = (accountNumber: number, amount = 1): Record<string, unknown> =>
      aTransfer(year.on('08-08'), {
        lines: [
          { account: { accountNumber }, amount },
          { account: { accountNumber: 5810 }, amount: -amount },
        ],
      });
    const isBarred = (by: Client, barred: boolean): Promise<Answered> =>
      by.put(`/accounts/${ACCOUNT}`, { name: 'x', accountType: 'status', barred });
    const draft = (by: Client): Promise<Answered> =>
      by.post('/vouchers/drafts/finance-vouchers', onto(ACCOUNT));
    /** Puts the backup in place, in which the account is barred and the unit is called `then`. */
    const restored = async (): Promise<void> => {
      await (backup as Backup).restore();
      const books = await openBooks(testConfig(running.service.databaseUrl, 0));
      await books.restored();
      await books.close();
    };

    before(async function () {
      if (!(await canBackUp(running.service.databaseUrl))) {
        console.warn(`NOT RUN: no program to take a backup of ${database.name} with`);
        return this.skip();
      }
      year = await lastYear(ours);
      await ours.put(`/accounts/${ACCOUNT}`, { name: 'x', accountType: 'status' });
      expect((await booked(ours, onto(ACCOUNT))).status).to.equal(201);
      await ours.put('/units/1', { name: 'then' });
      await isBarred(ours, true);
      const hook = { url: await receiver.listen(), types: ['unit.removed'] };
      expect((await ours.post('/webhooks', hook)).status).to.equal(201);
      backup = await backUp(running.service.databaseUrl);
    });
    afterEach(async () => {
      await Promise.all(others.map((one) => one.stop()));
      others = [];
    });
    after(async () => {
      await receiver.close();
      await backup?.discard();
    });

    /** Two processes that remember what came after the backup. */
    const remembering = async (): Promise<readonly [Client, Client]> => {
      const clients = [await replica(), await replica()] as const;
      const [one, two] = clients;
      await isBarred(one, false);
      await one.put('/units/1', { name: 'later' });
      for (let times = 0; times < 3; times += 1) {
        for (const by of clients) {
          expect((await booked(by, onto(ACCOUNT))).status).to.equal(201);
          expect((await by.get('/units/1')).body.name).to.equal('later');
          expect((await by.get('/units?pagesize=1000')).text).to.contain('"later"');
        }
        await new Promise((resolve) => setTimeout(resolve, times === 0 ? 1_100 : 0));
      }
      return [one, two];
    };

    it('is answered by no process from what it remembers, before and after it is told', async () => {
      const [one, two] = await remembering();
      await (backup as Backup).restore();

      // As many writes as there were since the backup: a count of them would be the same as then.
      await one.put('/units/1', { name: 'anew' });

      for (const by of [one, two]) {
        expect((await by.get('/units/1')).body.name).to.equal('anew');
        expect((await by.get('/units?pagesize=1000')).text).to.contain('"anew"');
        expect((await by.get('/units?pagesize=1000')).text).not.to.contain('"later"');
      }
    });

    it('ends the serving of every process that began before it', async () => {
      const [one, two] = await remembering();
      await restored();
      if (database.name === 'SQLite') {
        // Nothing is written there on the word of what is remembered: each process looks once a second.
        for (const { service } of others) expect(await service.database.wasRestored()).to.equal(true);
      }
      for (const by of [one, two]) {
        expectRefusal(await by.put('/units/1', { name: 'never' }), 503);
        expectRefusal(await by.post('/vouchers/drafts/finance-vouchers', aTransfer(year.on('08-08'))), 503);
        // Whoever knows it answers nothing any more.
        expectRefusal(await by.get('/units/1'), 503);
      }
      for (const { service } of others) expect(await service.database.whyNotReady()).to.be.an('error');
    });

    it('is told to every reader of events: no sequence comes again for something else', async () => {
      const [one] = await remembering();
      const { lastSequence } = (await one.get('/events/position')).body as { lastSequence: number };
      await restored();
      const anew = await replica();
      for (let times = 0; times < 12; times += 1) await anew.put('/units/1', { name: `anew ${times}` });

      const { collection } = (await anew.get('/events')).body as { collection: Record<string, unknown>[] };
      expect(collection[0]).to.deep.include({ type: 'agreement.restored' });
      const first = collection[0]?.['sequence'] as number;
      for (const after of [0, 1, lastSequence - 1, lastSequence, lastSequence + 1]) {
        const late = await anew.get(`/events?after=${after}`);
        expectRefusal(late, 410, 'E10510');
        expect(late.text).to.contain(`"firstSequence":${first}`);
      }
      expect((await anew.get(`/events?after=${first - 1}`)).status).to.equal(200);
      others.at(-1)?.service.deliverer.start();
      await until(() => receiver.told.length > 0);
      expect(receiver.told.map(({ type }) => type)).to.deep.equal(['agreement.restored']);
      const checks = await others.at(-1)?.service.database.checkBooks(ours.agreement.agreementNumber);
      expect(checks?.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('leaves sequences for what comes, also where they come to their end', async () => {
      await (backup as Backup).restore();
      const { databaseUrl } = running.service;
      const last = (at: number): Promise<unknown> =>
        asked(databaseUrl, `UPDATE collection_state SET items = ${at} WHERE collection = 'event-log'`);
      await last(2_147_483_647 - 40_000_000);
      const books = await openBooks(testConfig(databaseUrl, 0));
      for (let times = 0; times < 9; times += 1) await books.restored();
      await books.close();

      const anew = await replica();
      expect((await anew.put('/units/1', { name: 'anew' })).status).to.equal(200);
      const { lastSequence } = (await anew.get('/events/position')).body as { lastSequence: number };
      expect(lastSequence).to.be.within(2_147_483_647 - 30_000_000, 2_147_483_647 - 10_000_000);
    });

    it('is served by a process that is started anew, as the books were then', async () => {
      await remembering();
      await restored();

      const anew = await replica();

      expect((await anew.get('/units/1')).body.name).to.equal('then');
      const refused = await draft(anew);
      expect(refused.status, refused.text).to.equal(400);
      expect(refused.body.message).to.contain('barred');
      expect((await booked(anew, aTransfer(year.on('08-08')))).status).to.equal(201);
      expect(await others.at(-1)?.service.database.whyNotReady()).to.equal(undefined);
    });
  });
}
