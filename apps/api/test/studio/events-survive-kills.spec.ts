import { expect } from 'chai';
import {
  faultProxy,
  type FaultProxy,
  Receiver,
  throwAwayServer,
  type ThrowAwayServer,
  until,
} from '@kontor/conformance';
import { freePort } from '../../src/serve.js';
import { EventReader, fetchedBy, insist, pause, plain } from '../support/event-readers.js';
import { serviceProcess, type ServiceProcess } from '../support/service-process.js';
import { databases, startService, type TestAgreement } from '../support/service-under-test.js';

/*
 * Issue 16: who reads the events misses none of them, whatever is killed and whatever answer is lost, and
 * knows from them what the books hold.
 */

const YEAR = new Date().getUTCFullYear();
/** More of them by hand: `KILLS=20 LOAD_MS=2500`. */
const KILLS = Number(process.env['KILLS'] ?? 2);
const WRITERS = 16;
/** So many answers are lost: those of the service, and those of the receiver of the webhook. */
const LOST = 0.15;
const LOAD_MS = Number(process.env['LOAD_MS'] ?? 400);
/** A writer waits so long between two writes, so that readers, who read each thing again, keep up. */
const BETWEEN_MS = 60;
/** Longer than a lease lasts and than what failed first waits: nobody waits for real. */
const LATER_MS = 45_000;
const COLLECTIONS = ['/units', '/departments', '/vouchers'];

type Fetched = ReturnType<typeof fetchedBy>;

/** Writers of all kinds: they create, change, remove, draft and book, and know of lost answers nothing. */
class Writers {
  readonly counts = { answered: 0, unanswered: 0 };
  readonly faults: string[] = [];
  #writes = true;
  readonly #done: Promise<unknown>;

  constructor(fetched: Fetched) {
    const work = async (index: number): Promise<void> => {
      while (this.#writes) {
        await (index % 4 === 0 ? this.#book(fetched) : this.#thing(fetched, index));
        await pause(BETWEEN_MS);
      }
    };
    this.#done = Promise.all(Array.from({ length: WRITERS }, (_, index) => work(index)));
  }

  async stop(): Promise<void> {
    this.#writes = false;
    await this.#done;
  }

  async #thing(fetched: Fetched, index: number): Promise<void> {
    const at = index % 2 === 0 ? '/units' : '/departments';
    const made = await this.#send(fetched, 'POST', at, { name: nameOf() });
    if (made === undefined) return;
    const path = new URL(made['self'] as string).pathname;
    if (Math.random() < 0.6) await this.#send(fetched, 'PUT', path, { name: nameOf() });
    if (Math.random() < 0.5) await this.#send(fetched, 'DELETE', path);
  }

  async #book(fetched: Fetched): Promise<void> {
    const account = { accountNumber: 5830 };
    const lines = [{ account, contraAccount: { accountNumber: 5810 }, amount: 7 }];
    const date = `${YEAR}-01-15`;
    const made = await this.#send(fetched, 'POST', '/vouchers/drafts/finance-vouchers', { date, lines });
    if (made !== undefined)
      await this.#send(fetched, 'POST', '/vouchers/booked', { voucherId: made['voucherId'], date });
  }

  async #send(
    fetched: Fetched,
    method: string,
    path: string,
    body?: object,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    try {
      const json = { 'Content-Type': 'application/json' };
      const init = body === undefined ? {} : { headers: json, body: JSON.stringify(body) };
      const answer = await fetched(path, { method, ...init });
      const text = await answer.text();
      this.counts.answered += 1;
      if (answer.status < 300) return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      if (answer.status !== 503) this.faults.push(`${answer.status} ${method} ${path} ${text}`);
    } catch {
      this.counts.unanswered += 1;
      await pause(20);
    }
    return undefined;
  }
}

const nameOf = (): string => Math.random().toString(36).slice(2, 9);

/** The service as a process that is killed and started anew, each time with a clock that is further ahead. */
class KilledService {
  readonly #environment: Readonly<Record<string, string>>;
  #running: ServiceProcess | undefined;
  #aheadMs = 0;

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  async start(): Promise<void> {
    const clock =
      'const D = Date; globalThis.Date = class extends D { constructor(...a) { ' +
      `if (a.length > 0) super(...a); else super(D.now() + ${this.#aheadMs}); } ` +
      `static now() { return D.now() + ${this.#aheadMs}; } };`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
    this.#running = serviceProcess({ ...this.#environment, NODE_OPTIONS });
    if ((await this.#running.listening) === undefined) throw new Error(this.#running.said.err);
  }

  async kill(): Promise<void> {
    this.#running?.child.kill('SIGKILL');
    await this.#running?.ended;
    this.#aheadMs += LATER_MS;
  }
}

/** The state as it is read: every item of every collection, by its path. */
async function stateOf(fetched: Fetched): Promise<ReadonlyMap<string, string>> {
  const state = new Map<string, string>();
  for (const collection of COLLECTIONS) {
    let next: string | undefined = `${collection}?pagesize=1000`;
    while (next !== undefined) {
      const { status, text } = await insist(fetched, next);
      expect(status, `${next} ${text}`).to.equal(200);
      const page = JSON.parse(text) as {
        collection: readonly { self: string }[];
        pagination: { nextPage?: string };
      };
      for (const item of page.collection)
        state.set(new URL(item.self).pathname.replace(/(drafts|booked)\//, ''), plain(item));
      const { nextPage } = page.pagination;
      next = nextPage && new URL(nextPage).pathname + new URL(nextPage).search;
    }
  }
  return state;
}

type Campaign = { readonly url: string; readonly server?: ThrowAwayServer };

/** Kills, under load, and gives what came of it. */
async function survive({ url, server }: Campaign): Promise<string> {
  const agreement = await agreementOn(url);
  const port = await freePort('127.0.0.1');
  const base = `http://127.0.0.1:${port}`;
  const environment = { DATABASE_URL: url, HOST: '127.0.0.1', PORT: String(port), BASE_URL: base };
  const more = { LOG_LEVEL: 'info', RATE_LIMIT: 'off', WEBHOOK_PRIVATE_NETWORKS: 'on' };
  const service = new KilledService({ ...environment, ...more });
  const proxy = await faultProxy(base);
  const receivers = { unordered: new Receiver(), ordered: new Receiver() };
  try {
    await service.start();
    return await underLoad({ service, proxy, receivers, agreement, base, server });
  } finally {
    await service.kill();
    await proxy.close();
    for (const one of Object.values(receivers)) await one.close();
  }
}

type Parts = {
  readonly service: KilledService;
  readonly proxy: FaultProxy;
  readonly receivers: { readonly unordered: Receiver; readonly ordered: Receiver };
  readonly agreement: TestAgreement;
  readonly base: string;
  readonly server: ThrowAwayServer | undefined;
};

async function underLoad({ service, proxy, receivers, agreement, base, server }: Parts): Promise<string> {
  const { tokens } = agreement;
  const direct = fetchedBy(base, tokens);
  const lossy = fetchedBy(proxy.url, tokens);
  for (const [way, receiver] of Object.entries(receivers)) {
    const body = JSON.stringify({ url: await receiver.listen(), ordered: way === 'ordered' });
    const headers = { 'Content-Type': 'application/json' };
    expect((await direct('/webhooks', { method: 'POST', headers, body })).status).to.equal(201);
  }
  receivers.unordered.isLost = losingTwice();
  const position = async (): Promise<number> =>
    (JSON.parse((await insist(direct, '/events/position')).text) as { lastSequence: number }).lastSequence;
  const after = await position();
  const before = await stateOf(direct);
  proxy.loseSome(() => Math.random() < LOST);
  const readers = (['poll', 'long poll', 'stream'] as const).map((way) => new EventReader(way, lossy, after));
  const hooks = [receivers.unordered, receivers.ordered].map((receiver) => ({
    receiver,
    reader: new EventReader('webhook', lossy, after),
    taken: 0,
  }));
  const writers = new Writers(lossy);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await pause(LOAD_MS);
    if (server !== undefined && kill % 2 === 0) {
      await server.kill();
      await pause(LOAD_MS / 2);
      expect(await server.start()).to.equal(true);
    } else {
      await service.kill();
      await service.start();
    }
    for (const hook of hooks) hook.taken = hook.reader.takeFrom(hook.receiver, hook.taken);
  }
  await pause(LOAD_MS);
  await writers.stop();
  const lost = proxy.lost;
  proxy.loseSome(() => false);
  const last = await position();
  const all = [...readers, ...hooks.map(({ reader }) => reader)];
  const isWhole = ({ seen }: EventReader): boolean => new Set(seen).size >= last - after;
  // What waits, waits for a minute at most: the next process is that much ahead.
  for (let again = 0; again < 8 && !all.every(isWhole); again += 1) {
    await service.kill();
    await service.start();
    const soFar = (): boolean => {
      for (const hook of hooks) hook.taken = hook.reader.takeFrom(hook.receiver, hook.taken);
      return all.every(isWhole);
    };
    await until(soFar, 2_000 + (last - after) * 10).catch(() => undefined);
  }
  for (const reader of all) await reader.stop();
  const state = await stateOf(direct);
  expectAllSeen(all, { after, last, state, before });
  const ordered = firsts(hooks[1]?.reader.seen ?? []);
  expect(ordered).to.deep.equal([...ordered].sort((one, other) => one - other));
  expect([...writers.faults, ...all.flatMap(({ faults }) => faults)]).to.deep.equal([]);
  const { answered, unanswered } = writers.counts;
  return (
    `${KILLS} kills, ${last - after} events, ${answered} writes answered and ${unanswered} not, ` +
    `${lost} answers lost, ${state.size} things at the end, ` +
    `webhooks told ${hooks.map(({ receiver }) => receiver.received.length).join(' and ')} times`
  );
}

/** Each reader has every event, and knows by them what the books hold. */
function expectAllSeen(
  readers: readonly EventReader[],
  expected: {
    readonly after: number;
    readonly last: number;
    readonly state: ReadonlyMap<string, string>;
    readonly before: ReadonlyMap<string, string>;
  },
): void {
  const { after, last, state, before } = expected;
  const every = Array.from({ length: last - after }, (_, index) => after + 1 + index);
  const sorted = (things: Iterable<readonly [string, string]>): readonly string[] =>
    [...things].map(([path, text]) => `${path} ${text}`).sort();
  for (const { way, seen, mirror } of readers) {
    const inOrder = [...new Set(seen)].sort((one, other) => one - other);
    expect(inOrder, `${way}: no hole, none missing`).to.deep.equal(every);
    if (way !== 'webhook') expect(seen, `${way}: each once, in order`).to.deep.equal(every);
    const known = new Map([...before, ...mirror.things]);
    for (const path of before.keys()) if (!state.has(path)) known.delete(path);
    const [mirrored, held] = [sorted(known), sorted(state)];
    expect(
      mirrored.filter((one) => !held.includes(one)),
      `${way}: knows what is not so`,
    ).to.deep.equal([]);
    expect(
      held.filter((one) => !mirrored.includes(one)),
      `${way}: does not know`,
    ).to.deep.equal([]);
  }
}

/** Loses the answers of some messages, of each twice at most. */
function losingTwice(): Receiver['isLost'] {
  const times = new Map<string, number>();
  return ({ headers }) => {
    const id = headers['webhook-id'] ?? '';
    const before = times.get(id) ?? 0;
    times.set(id, before + 1);
    return before < 2 && Math.random() < LOST;
  };
}

/** Each where it came first. */
function firsts(sequences: readonly number[]): readonly number[] {
  return [...new Set(sequences)];
}

/** Makes an agreement on a database and leaves the database. */
async function agreementOn(url: string): Promise<TestAgreement> {
  const making = await startService({ url, drop: () => Promise.resolve() });
  const agreement = await making.agreement({ modules: ['dimension', 'internationalLedger'] });
  await making.stop();
  return agreement;
}

function tell(figures: string): void {
  console.log(`    ${figures}`);
}

for (const database of await databases()) {
  if (database.name !== 'SQLite') continue;
  describe(`events, while the service is killed on ${database.name} (issue 16)`, function () {
    this.timeout(120_000 + KILLS * 30_000);

    it('reach every reader, and tell all that the books hold', async () => {
      const fresh = await database.fresh();
      tell(await survive({ url: fresh.url }));
      await fresh.drop();
    });
  });
}

describe('events, while the service and its database server are killed (issue 16)', function () {
  this.timeout(120_000 + KILLS * 30_000);
  let server: ThrowAwayServer | undefined;
  before(async function () {
    server = await throwAwayServer();
    if (server !== undefined) return;
    console.warn('NOT RUN: no mariadbd to start and kill');
    this.skip();
  });
  after(() => server?.kill());

  it('reach every reader, and tell all that the books hold', async () => {
    const { url } = server as ThrowAwayServer;
    tell(await survive({ url: `${url}/kontor`, server: server as ThrowAwayServer }));
  });
});
