import { Busy } from '@kontor/kernel';
import { expect } from 'chai';
import { statement, type Outcome, type Session, type Statement } from '../statement.js';
import { CollectionSizes, withFewLongReads } from './mysql-long-reads.js';

const MANY = 200_000;
const CONNECTIONS = 8;
const AT_ONCE = 2;

/** A server on which everything but looks at how long collections are takes until it is let go on. */
class Server implements Session {
  readonly asked: string[] = [];
  readonly #going: (() => void)[] = [];

  run(...statements: readonly Statement[]): Promise<readonly Outcome[]> {
    this.asked.push(...statements.map(({ sql }) => sql));
    const outcomes = statements.map(({ values }) => ({
      rows: values[1] === 'many' ? [{ items: MANY }] : [],
      affected: 0,
    }));
    if (statements.every(isOfSizes)) return Promise.resolve(outcomes);
    return new Promise((resolve) => this.#going.push(() => resolve(outcomes)));
  }

  get atWork(): number {
    return this.#going.length;
  }

  letAllGoOn(): void {
    for (const go of this.#going.splice(0)) go();
  }
}

const isOfSizes = ({ sql }: Statement): boolean => sql.includes('collection_state');

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('long reads of a server', () => {
  const read = (collection: string, agreementNumber = 1): Statement => ({
    ...statement(`SELECT 1 AS ${collection}`),
    goesThrough: { agreementNumber, collections: [collection], each: 3 },
  });
  let server: Server;
  let session: Session;

  beforeEach(() => {
    server = new Server();
    session = withFewLongReads(server, server, CONNECTIONS);
  });

  it('are those too that go through a collection for each item of another', async () => {
    const through = { agreementNumber: 1, collections: ['many'], each: 1 };
    const short = [1, 2, 3].map(() => session.run({ ...statement('SELECT 1'), goesThrough: through }));
    await settled();
    expect(server.atWork).to.equal(short.length);
    server.letAllGoOn();
    await Promise.all(short);

    const forEach = { ...through, forEachOf: 'many' };
    const long = [1, 2, 3].map(() => session.run({ ...statement('SELECT 1'), goesThrough: forEach }));
    await settled();
    expect(server.atWork).to.equal(AT_ONCE);
    server.letAllGoOn();
    await settled();
    server.letAllGoOn();
    await Promise.all(long);
  });

  it('have a quarter of the connections, of agreements by turns, and short ones wait for none', async () => {
    const long = [1, 1, 1, 1, 2].map((agreement) => session.run(read('many', agreement)));
    await settled();
    expect(server.atWork).to.equal(AT_ONCE);

    const short = [session.run(read('few')), session.run(statement('SELECT 2'))];
    await settled();
    expect(server.atWork).to.equal(AT_ONCE + short.length);

    let isOther = false;
    void long[4]?.then(() => (isOther = true));
    for (let turn = 0; turn < 2; turn += 1) {
      server.letAllGoOn();
      await settled();
    }
    expect(isOther).to.equal(true);
    server.letAllGoOn();
    await Promise.all([...long, ...short]);
  });

  it('ask how many items there are once in a while', async () => {
    for (let time = 0; time < 3; time += 1) {
      const asked = session.run(read('few'));
      await settled();
      server.letAllGoOn();
      await asked;
    }

    expect(server.asked.filter((sql) => sql.includes('collection_state'))).to.have.length(1);
  });

  it('are refused where many of one agreement wait already', async () => {
    const long = Array.from({ length: 19 }, () => session.run(read('many')).catch((error: unknown) => error));
    await settled();

    expect(await Promise.race(long)).to.be.instanceOf(Busy);
    for (let turn = 0; turn < 10; turn += 1) {
      server.letAllGoOn();
      await settled();
    }
    await Promise.all(long);
  });
});

describe('the sizes of collections that are remembered', () => {
  it('take no more than their bound, however many are asked for', async () => {
    const sizes = new CollectionSizes(20_000);
    for (let agreementNumber = 1; agreementNumber < 500; agreementNumber += 1)
      await sizes.ask(new Server(), [{ agreementNumber, collection: 'many' }]);

    expect(sizes.bytes).to.be.within(10_000, sizes.bytesMax);
    expect(sizes.of(499, 'many')).to.equal(MANY);
    expect(sizes.of(1, 'many')).to.equal(0);
  });
});
