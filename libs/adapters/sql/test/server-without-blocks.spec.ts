import { expect } from 'chai';
import {
  gift,
  idempotencyConformance,
  reading,
  Sample,
  testDatabases,
  unitOfWorkConformance,
  within,
  type FreshDatabase,
  type TestDatabase,
} from '@kontor/conformance';
import { Unit } from '@kontor/products';
import { rewritingProxy } from './rewriting-proxy.js';
import { openAt, opening } from './support.js';

const AGREEMENT = 1;
const BLOCK = 'BEGIN NOT ATOMIC';

const served = (await testDatabases()).find(({ name }) => name === 'MySQL') as TestDatabase;

/**
 * A server as MySQL and TiDB are, which know no blocks outside stored
 * programs: their text reaches it misspelt.
 */
describe('on a server that takes no block of statements', function () {
  before(function () {
    if ((served as TestDatabase | undefined) === undefined) this.skip();
  });
  let blocks = 0;
  const fresh = async (): Promise<FreshDatabase> => {
    const database = await served.fresh();
    const server = await rewritingProxy(database.url, (sql) => {
      if (sql.includes(BLOCK)) blocks += 1;
      return sql.replace(BLOCK, 'BEGIN SO ATOMIC');
    });
    return {
      url: server.url,
      drop: async () => {
        server.close();
        await database.drop();
      },
    };
  };

  it('it is asked once whether it does; every unit of work is then sent as statements in a row, and kept', async () => {
    const { url, drop } = await fresh();
    blocks = 0;
    const database = await openAt(url);
    await database.migrate();
    await gift(within(database, AGREEMENT, Unit, (units) => units.create({ name: 'one' })));

    const { items } = await reading(database, AGREEMENT, Unit).page({ sort: [], pageSize: 10, skipPages: 0 });
    expect(items.map(({ name }) => name)).to.deep.equal(['one']);
    expect(blocks).to.equal(1);
    await database.close();
    await drop();
  });

  const open = opening({ fresh }, { also: [Sample] });
  unitOfWorkConformance(open);
  idempotencyConformance(open);
});
