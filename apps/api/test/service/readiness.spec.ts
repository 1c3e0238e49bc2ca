import { expect } from 'chai';
import { throwAwayServer, until, type ThrowAwayServer } from '@kontor/conformance';
import { Busy, type UnitOfWork } from '@kontor/kernel';
import type { SqlBooks } from '@kontor/sql';
import { compose } from '../../src/compose.js';
import { prepare } from '../../src/serve.js';
import { preparedAt, testConfig } from '../support/service-under-test.js';
import { serviceProcess, type Listening, type ServiceProcess } from '../support/service-process.js';

/** So soon a lost database is told (G17), with room for a machine that is busy. */
const TOLD_MS = 10_000;
const BACK_MS = 15_000;
const TOLD = /"route":"\/-\/ready","status":503.*"message":"the database does not answer/;

describe('readiness', function () {
  this.timeout(120_000);
  let server: ThrowAwayServer | undefined;
  let service: ServiceProcess;
  let address = '';
  before(async function () {
    server = await throwAwayServer();
    if (server === undefined) {
      console.warn('NOT RUN: no mariadbd to start and kill');
      return this.skip();
    }
    const DATABASE_URL = `${server.url}/kontor`;
    await preparedAt(DATABASE_URL);
    service = serviceProcess({ DATABASE_URL, HOST: '127.0.0.1' });
    ({ address } = (await service.listening) as Listening);
  });
  after(async () => {
    service?.child.kill('SIGKILL');
    await service?.ended;
    await server?.kill();
  });
  const statusOf = async (path: string): Promise<number> => (await fetch(address + path)).status;
  const lastStatus = async (status: number, withinMs: number): Promise<number> => {
    const latest = Date.now() + withinMs;
    for (;;) {
      const seen = await statusOf('/-/ready');
      if (seen === status || Date.now() > latest) return seen;
      await new Promise((go) => setTimeout(go, 50));
    }
  };

  for (const [what, lose, giveBack] of [
    ['is killed', () => server?.kill(), () => server?.start()],
    ['hangs', () => server?.signal('SIGSTOP'), () => server?.signal('SIGCONT')],
  ] as const) {
    it(`ends when the database ${what}, and comes back with it by itself; the process lives on`, async () => {
      expect(await statusOf('/-/ready')).to.equal(200);
      const before = service.said.out.length;
      await lose();

      expect(await lastStatus(503, TOLD_MS)).to.equal(503);
      // The line comes behind the answer.
      await until(() => TOLD.test(service.said.out.slice(before)));
      expect(await statusOf('/-/live')).to.equal(200);
      expect(await statusOf('/units?demo=true')).to.equal(503);

      await giveBack();
      expect(await lastStatus(200, BACK_MS)).to.equal(200);
      expect(await statusOf('/units?demo=true')).to.equal(200);
      expect(service.child.exitCode).to.equal(null);
    });
  }
});

describe('a start', () => {
  it('goes on where another makes the demo agreement for longer than a request waits', async () => {
    const service = await compose(testConfig('sqlite::memory:', 0));
    const { database } = service;
    let refusals = 0;
    const unitOfWork: UnitOfWork<SqlBooks> = {
      ...database.unitOfWork,
      inTransaction: (agreementNumber, work) => {
        if (refusals > 0) return database.unitOfWork.inTransaction(agreementNumber, work);
        refusals += 1;
        return () => Promise.reject(new Busy('another process holds it'));
      },
    };

    await prepare({ ...service, database: { ...database, unitOfWork } });

    expect(refusals).to.equal(1);
    expect(await database.studio.apps.listOf(1)).to.have.length(1);
    await service.close();
  });
});
