import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import {
  gift,
  idempotencyConformance,
  reading,
  testDatabases,
  unitOfWorkConformance,
  within,
  type FreshDatabase,
} from '@kontor/conformance';
import { Sample } from '@kontor/conformance';
import type { AnyResource } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import { openAt, opening } from './support.js';

const AGREEMENT = 1;
const BLOCK = 'BEGIN NOT ATOMIC';

/** A server as MySQL and TiDB are, which know no blocks outside stored programs: their text reaches it misspelt. */
async function withoutBlocks(
  url: string,
): Promise<{ readonly url: string; readonly blocks: () => number; close(): void }> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let blocks = 0;
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port || 3306), target.hostname);
    for (const one of [near, far]) {
      sockets.add(one);
      one.on('error', () => undefined);
    }
    near.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes(BLOCK)) blocks += 1;
      far.write(Buffer.from(text.replace(BLOCK, 'BEGIN SO ATOMIC '), 'latin1'));
    });
    far.on('data', (bytes) => near.write(bytes));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const near = new URL(url);
  near.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: near.href,
    blocks: () => blocks,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const served = (await testDatabases()).find(({ name }) => name === 'MySQL');

describe('on a server that takes no block of statements', function () {
  this.timeout(60_000);
  before(function () {
    if (served === undefined) this.skip();
  });
  const fresh = async (): Promise<FreshDatabase> => {
    const database = await (served as NonNullable<typeof served>).fresh();
    const server = await withoutBlocks(database.url);
    return {
      url: server.url,
      drop: async () => {
        server.close();
        await database.drop();
      },
    };
  };

  it('it is asked once whether it does; every unit of work is then sent as statements in a row, and kept', async () => {
    const given = await (served as NonNullable<typeof served>).fresh();
    const server = await withoutBlocks(given.url);
    const database = await openAt(server.url);
    await database.migrate();
    await gift(within(database, AGREEMENT, Unit, (units) => units.create({ name: 'one' })));

    const { items } = await reading(database, AGREEMENT, Unit).page({ sort: [], pageSize: 10, skipPages: 0 });
    expect(items.map(({ name }) => name)).to.deep.equal(['one']);
    expect(server.blocks()).to.equal(1);
    await database.close();
    server.close();
    await given.drop();
  });

  const open = opening({ fresh }, { also: [Sample as unknown as AnyResource] });
  unitOfWorkConformance(open);
  idempotencyConformance(open);
});
