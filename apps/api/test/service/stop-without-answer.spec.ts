import { expect } from 'chai';
import { faultProxy } from '@kontor/conformance';
import { serviceProcess, type Listening, type ServiceProcess } from '../support/service-process.js';
import { databases, preparedAt } from '../support/service-under-test.js';

for (const database of await databases()) {
  // The embedded database answers always.
  if (database.name === 'SQLite') continue;

  describe('stopping while the database server does not answer', function () {
    let running: ServiceProcess | undefined;
    after(() => void running?.child.kill('SIGKILL'));

    it('ends all the same within 10 s, also where the server still greets others', async () => {
      const fresh = await database.fresh();
      await preparedAt(fresh.url);
      const proxy = await faultProxy(fresh.url);
      running = serviceProcess({ DATABASE_URL: proxy.url, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
      const { address } = (await running.listening) as Listening;
      expect((await fetch(`${address}/products?demo=true`)).status).to.equal(200);
      proxy.freeze();
      const waiting = fetch(`${address}/units?demo=true&pagesize=7`).catch(() => undefined);
      const began = performance.now();
      running.child.kill('SIGTERM');

      await running.ended;

      const tookMs = performance.now() - began;
      expect(tookMs, running.said.err).to.be.below(15_000);
      expect(running.said.err).to.contain(
        'Kontor did not stop cleanly: the database could not be closed in time',
      );
      await waiting;
      await proxy.close();
      await fresh.drop();
    });
  });
}
