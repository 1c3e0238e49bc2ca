import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import { gift, reading, throwAwayServer, within, type ThrowAwayServer } from '@kontor/conformance';
import { Unit } from '@kontor/products';
import type { Database } from '../src/index.js';
import { openAt } from './support.js';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const AGREEMENT = 1;

/*
 * A node rolls a transaction back in the middle of statements that were sent together and
 * lets the next of them run by itself. That needs a second writer (tools/cluster has one);
 * what keeps it harmless is seen on one node.
 */
describe('on a node of a Galera cluster', function () {
  let server: ThrowAwayServer | undefined;
  let database: Database;
  const sent: string[] = [];

  before(async function () {
    if (existsSync(PROVIDER)) {
      server = await throwAwayServer([
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
        '--wsrep-on=ON',
        `--wsrep-provider=${PROVIDER}`,
        '--wsrep-cluster-address=gcomm://',
        '--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:0;gcache.size=1M',
      ]);
    }
    if (server === undefined) {
      console.warn('NOT RUN: no mariadbd with Galera to start');
      return this.skip();
    }
    database = await openAt(`${server.url}/kontor`, { onQuery: (sql) => void sent.push(sql) });
    await database.migrate();
  });
  after(async () => {
    await database?.close();
    await server?.kill();
  });
  beforeEach(() => {
    sent.length = 0;
  });
  const create = (name: string) => within(database, AGREEMENT, Unit, (units) => units.create({ name }));
  const names = async () =>
    (await reading(database, AGREEMENT, Unit).page({ sort: [], pageSize: 100, skipPages: 0 })).items.map(
      ({ name }) => name,
    );

  it('nothing is sent together with its commit, and nothing commits by itself before', async () => {
    await gift(create('one'));
    await Promise.all(['two', 'three', 'four'].map((name) => gift(create(name))));

    const writes = sent.filter((sql) => /INSERT|UPDATE/.test(sql));
    expect(writes).not.to.be.empty;
    for (const sql of writes) expect(sql).not.to.match(/; COMMIT/);
    for (const sql of sent.filter((one) => one.includes('START TRANSACTION'))) {
      expect(sql).to.match(/^SET autocommit = 0; /);
    }
    expect(await names()).to.have.members(['one', 'two', 'three', 'four']);
  });

  it('what was undone leaves nothing behind, neither rows nor a connection that waits for a commit', async () => {
    const before = await names();
    for (let turn = 0; turn < 20; turn += 1) {
      await within(database, AGREEMENT, Unit, (units) => async () => {
        await gift(units.create({ name: 'undone' }));
        return left('refused');
      })();
    }

    expect(await names()).to.deep.equal(before);
    await gift(create('after'));
    const other = await openAt(`${(server as ThrowAwayServer).url}/kontor`);
    const seen = (await reading(other, AGREEMENT, Unit).page({ sort: [], pageSize: 100, skipPages: 0 }))
      .items;
    await other.close();
    expect(seen.map(({ name }) => name)).to.deep.equal([...before, 'after']);
  });

  it('what goes on after its unit has failed reaches no connection', async () => {
    let stray: Promise<unknown> | undefined;
    const unit = database.unitOfWork.inTransaction(AGREEMENT, ({ of }) => async () => {
      await gift(of(Unit).create({ name: 'last' }));
      await of(Unit).find(1);
      stray = new Promise((resolve) => setTimeout(resolve, 200)).then(() => of(Unit).find(1));
      stray.catch(() => undefined);
      return right('done');
    });

    await gift(unit);

    const thrown = await stray?.catch((error: unknown) => error);
    expect(String(thrown)).to.contain('the transaction is over');
  });
});
