import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { openEngine } from '../src/dialect/open-engine.js';
import { statement } from '../src/statement.js';

onEachDatabase((kind) => {
  if (kind.name === 'SQLite') return;

  describe('a server with an address of IPv6', () => {
    it('is reached by the address in brackets, as a URL has it', async () => {
      const fresh = await kind.fresh();
      const behind = new URL(fresh.url);
      const relay = createServer((client) => {
        const database = connect(Number(behind.port || 3306), behind.hostname);
        client.on('error', () => database.destroy()).pipe(database);
        database.on('error', () => client.destroy()).pipe(client);
      }).listen(0, '::1');
      await once(relay, 'listening');
      const url = new URL(fresh.url);
      url.host = `[::1]:${(relay.address() as AddressInfo).port}`;

      const engine = await openEngine({ url: url.href });
      const [answer] = await engine.reader.run(statement('SELECT 1 AS `one`'));

      expect(answer?.rows).to.deep.equal([{ one: 1 }]);
      await engine.close();
      relay.close();
      await fresh.drop();
    });
  });
});
