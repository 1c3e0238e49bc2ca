import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { gift, onEachDatabase, reading, within } from '@kontor/conformance';
import { Unit } from '@kontor/products';
import { openEngine } from '../src/dialect/open-engine.js';
import { statement } from '../src/statement.js';
import { rewritingProxy } from './rewriting-proxy.js';
import { openAt } from './support.js';

const AGREEMENT = 1;

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

  describe('a server whose connections begin without autocommit', () => {
    it('is migrated, and read as it is at each moment', async () => {
      const fresh = await kind.fresh();
      const server = await rewritingProxy(fresh.url, (sql) =>
        sql.replace('SET SESSION sql_mode', 'SET SESSION autocommit = 0, sql_mode'),
      );
      const database = await openAt(server.url);
      await database.migrate();
      const beside = await openAt(fresh.url);
      const names = async (of = database): Promise<readonly unknown[]> => {
        const page = { sort: [], pageSize: 10, skipPages: 0 };
        const { items } = await reading(of, AGREEMENT, Unit).page(page);
        return items.map(({ name }) => name);
      };

      expect(await names()).to.deep.equal([]);
      await gift(within(beside, AGREEMENT, Unit, (units) => units.create({ name: 'beside' })));
      expect(await names()).to.deep.equal(['beside']);
      await gift(within(database, AGREEMENT, Unit, (units) => units.create({ name: 'here' })));
      expect(await names(beside)).to.have.members(['beside', 'here']);
      await Promise.all([database.close(), beside.close()]);
      server.close();
      await fresh.drop();
    });
  });
});
