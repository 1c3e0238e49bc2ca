import { expect } from 'chai';
import { right } from 'fp-ts/lib/Either.js';
import {
  gift,
  reading,
  testDatabases,
  within,
  type FreshDatabase,
  type TestDatabase,
} from '@kontor/conformance';
import { Unavailable } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import type { Database } from '../src/index.js';
import { rewritingProxy, type RewritingProxy } from './rewriting-proxy.js';
import { openAt } from './support.js';

const AGREEMENT = 1;
const served = (await testDatabases()).find(({ name }) => name === 'MySQL') as TestDatabase;

/** What a kill and a limit on time stop, and a server may be told to stop anywhere. */
const STOPS = { 'a kill': 1317, 'the limit on time': 1969 };

/*
 * A block goes on after its commit, if only to its end, and what stops it there is told although the
 * commit is kept (measured on MariaDB 10.11: 11 of 183 blocks that were killed). Here the block
 * itself says at which place it was stopped.
 */
describe('a transaction that is sent as one block', function () {
  let fresh: FreshDatabase;
  let proxy: RewritingProxy;
  let database: Database;
  let stop: ((sql: string) => string) | undefined;
  before(async function () {
    if ((served as TestDatabase | undefined) === undefined) return this.skip();
    fresh = await served.fresh();
    proxy = await rewritingProxy(fresh.url, (sql) => {
      if (stop === undefined || !sql.includes('COMMIT; END')) return sql;
      const stopped = stop(sql);
      stop = undefined;
      return stopped;
    });
    database = await openAt(proxy.url);
    await database.migrate();
  });
  after(async () => {
    await database?.close();
    proxy?.close();
    await fresh?.drop();
  });

  const signal = (errno: number): string => `SIGNAL SQLSTATE '70100' SET MYSQL_ERRNO = ${errno}`;
  const create = (name: string) => within(database, AGREEMENT, Unit, (units) => units.create({ name }));
  const named = async (wanted: string): Promise<number> =>
    (await reading(database, AGREEMENT, Unit).page({ sort: [], pageSize: 1000, skipPages: 0 })).items.filter(
      ({ name }) => name === wanted,
    ).length;
  const thrownBy = async (work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      return error;
    }
  };

  for (const [what, errno] of Object.entries(STOPS)) {
    it(`and stopped by ${what} after its commit is not done again: nobody knows, and the caller is told so`, async () => {
      stop = (sql) => sql.replace('COMMIT; END', `COMMIT; ${signal(errno)}; END`);

      expect(await thrownBy(create(`a${errno}`))).to.be.instanceOf(Unavailable);
      expect(await named(`a${errno}`)).to.equal(1);
    });

    it(`nor are those that share it, when ${what} stops it after their commit`, async () => {
      const names = Array.from({ length: 12 }, (_, index) => `${errno}-${index}`);
      stop = (sql) => sql.replace('COMMIT; END', `COMMIT; ${signal(errno)}; END`);
      await Promise.all(names.map((name) => thrownBy(create(name))));

      for (const name of names) expect(await named(name), name).to.equal(1);
    });
  }

  it('and stopped after its commit is asked for again under an idempotency key, and done once', async () => {
    stop = (sql) => sql.replace('COMMIT; END', `COMMIT; ${signal(1317)}; END`);
    const answer = { status: 201, body: '{}' };
    const once = () =>
      database.unitOfWork.inTransaction(AGREEMENT, ({ idempotency, of }) => async () => {
        const claim = await idempotency.claim(1, 'stopped', 'f');
        if (claim.kind !== 'Claimed') return right(claim.kind as string);
        await gift(of(Unit).create({ name: 'keyed' }));
        await idempotency.store(1, 'stopped', answer);
        return right('done');
      })();

    await once();

    expect(await named('keyed')).to.equal(1);
  });

  it('and killed before its commit runs again, and has one effect', async () => {
    stop = (sql) => sql.replace('COMMIT; END', `${signal(1317)}; COMMIT; END`);

    await gift(create('before'));

    expect(await named('before')).to.equal(1);
  });
});
