import { expect } from 'chai';
import { throwAwayServer, type ThrowAwayServer } from '@kontor/conformance';
import { jsonOf, runKontor } from './support/run-kontor.js';
import { servedSandbox } from './support/served.js';
import { tamperedWith } from './support/tampered-with.js';

const NAME = 'Łódź, 160 × 80, 灯 😀';
const SUPPLIER = {
  name: NAME,
  currency: 'EUR',
  supplierGroup: { supplierGroupNumber: 1 },
  paymentTerms: { paymentTermsNumber: 2 },
  vatZone: { vatZoneNumber: 1 },
};

async function expectSound(databaseUrl: string): Promise<void> {
  const { status, out } = await runKontor({ DATABASE_URL: databaseUrl }, 'verify');

  expect(out).not.to.include('FAULT');
  expect(status).to.equal(0);
}

describe('a server that gives connections settings of its own', function () {
  this.timeout(120_000);
  let server: ThrowAwayServer | undefined;
  before(async function () {
    server = await throwAwayServer([
      '--skip-character-set-client-handshake',
      '--character-set-server=latin1',
      '--init-connect=SET NAMES utf8mb3',
    ]);
    if (server === undefined) {
      console.warn('NOT RUN: no mariadbd to start with other settings');
      return this.skip();
    }
    await tamperedWith(server.url, "CREATE USER kontor@'127.0.0.1'");
    await tamperedWith(server.url, "GRANT ALL ON init_connect.* TO kontor@'127.0.0.1'");
  });
  after(() => server?.kill());

  // Of root the server runs no init_connect.
  for (const { setting, user } of [
    { setting: 'skip_character_set_client_handshake', user: 'root' },
    { setting: 'init_connect', user: 'kontor' },
  ]) {
    it(`keeps the characters that were sent, by ${setting} too`, async () => {
      const { host } = new URL((server as ThrowAwayServer).url);
      const url = `mysql://${user}@${host}/${setting}`;
      const service = await servedSandbox(url, {});
      try {
        const { body } = await service.ask(201, 'POST', '/suppliers', SUPPLIER);
        expect((await service.ask(200, 'GET', body.self)).body.name).to.equal(NAME);
      } finally {
        await service.stop();
      }
      await expectSound(url);
    });
  }

  // So does a node of Galera without the majority, some statements after the connection is made.
  it('leaves no connection behind, which the command would wait for, where it refuses the first statements', async () => {
    const { url } = server as ThrowAwayServer;
    const { host } = new URL(url);
    await tamperedWith(url, "CREATE USER limited@'127.0.0.1'");
    await tamperedWith(url, "GRANT ALL ON init_connect.* TO limited@'127.0.0.1'");
    for (let queries = 1; queries <= 12; queries += 1) {
      await tamperedWith(url, `ALTER USER limited@'127.0.0.1' WITH MAX_QUERIES_PER_HOUR ${queries}`);
      await tamperedWith(url, 'FLUSH USER_RESOURCES');

      const DATABASE_URL = `mysql://limited@${host}/init_connect`;
      const { status } = await runKontor({ DATABASE_URL }, 'verify');

      expect(status).to.equal(1);
      await new Promise((go) => setTimeout(go, 100));
      const left = "SELECT id FROM information_schema.processlist WHERE user = 'limited'";
      expect(
        await tamperedWith(url, `CREATE TEMPORARY TABLE init_connect.seen ${left}`),
        `after ${queries} queries`,
      ).to.equal(0);
    }
  });

  // A failover may be going on, which is over within 10 s (G18).
  it('is not waited for without end where it is read-only', async () => {
    const { url } = server as ThrowAwayServer;
    const { host } = new URL(url);
    await tamperedWith(url, 'SET GLOBAL read_only = 1');
    try {
      const DATABASE_URL = `mysql://kontor@${host}/init_connect`;
      const { status, err } = await runKontor({ DATABASE_URL }, 'migrate');

      expect(err).to.contain('cannot do this now').and.to.contain('read-only');
      expect(status).to.equal(1);
    } finally {
      await tamperedWith(url, 'SET GLOBAL read_only = 0');
    }
  }).timeout(30_000);

  it('keeps who needs one waiting, where it gives its user fewer connections than the pool has', async () => {
    const { url } = server as ThrowAwayServer;
    const { host } = new URL(url);
    await tamperedWith(url, "CREATE USER few@'127.0.0.1' WITH MAX_USER_CONNECTIONS 3");
    await tamperedWith(url, "GRANT ALL ON few.* TO few@'127.0.0.1'");
    const service = await servedSandbox(`mysql://few@${host}/few`, {});
    try {
      const draft = { customer: { customerNumber: 1 }, lines: [{ description: NAME, quantity: 1 }] };
      const asked = Array.from({ length: 30 }, () => service.ask(201, 'POST', '/v2/invoices/drafts', draft));
      expect(await Promise.all(asked)).to.have.length(30);
    } finally {
      await service.stop();
    }
    await expectSound(`${url}/few`);
  });

  it('is read to the end and written to, whatever it lets others do', async () => {
    const { url } = server as ThrowAwayServer;
    for (const limit of [
      'sql_safe_updates = 1',
      'sql_select_limit = 5',
      'sql_big_selects = 0',
      'completion_type = CHAIN',
      'tx_read_only = 1',
      'alter_algorithm = INSTANT',
    ])
      await tamperedWith(url, `SET GLOBAL ${limit}`);

    await jsonOf({ DATABASE_URL: `${url}/limits` }, 'sandbox');

    await expectSound(`${url}/limits`);
  });
});
