import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import Koa from 'koa';
import { httpServer } from '../http-server.js';
import { admission, awaitClient, deadlineOf, withPlace, type Admission } from './admission.js';
import { QUEUE_LIMITS } from './fair-queue.js';

describe('requests that wait for their turn', () => {
  it('are not begun any more where who asked has ended its side and waits for long', async () => {
    const served: string[] = [];
    const held = new Set<() => void>();
    const app = new Koa().use(async ({ path }) => {
      served.push(path);
      if (path === '/held') await new Promise<void>((release) => held.add(release));
    });
    const own = admission(
      () => ({ group: 'known', name: 'one' }),
      () => true,
    );
    const server = httpServer(app, { admission: own });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = async (path: string, ends: boolean): Promise<string> => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      const question = `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`;
      if (ends) socket.end(question);
      else socket.write(question);
      const answer = await text(socket);
      socket.destroy();
      return answer.slice(9, 12);
    };

    const answers = Array.from({ length: QUEUE_LIMITS.placesMin }, () => asked('/held', false));
    while (held.size < QUEUE_LIMITS.placesMin) await setTimeout(10);
    answers.push(asked('/gone', true), asked('/waits', false));
    await setTimeout(600);
    answers.push(asked('/ends', true));
    await setTimeout(100);
    for (const release of held) release();

    expect((await Promise.all(answers)).slice(-3)).to.deep.equal(['503', '404', '404']);
    expect(served.slice(QUEUE_LIMITS.placesMin)).to.deep.equal(['/waits', '/ends']);
    await once(server.close(), 'close');
  });
});

describe('how long a request waits for what others have', () => {
  it('is told once for all it waits for, from when it came, or the rest of its body did', async () => {
    const deadlines = new Map<string, number | undefined>();
    const held = new Set<() => void>();
    const app = new Koa().use(async ({ path, req }) => {
      if (path === '/held') await new Promise<void>((release) => held.add(release));
      if (path === '/body') await awaitClient(req, 100, () => text(req));
      deadlines.set(path, deadlineOf(req));
    });
    const own = admission(
      () => ({ group: 'known', name: 'one' }),
      () => true,
    );
    const server = httpServer(app, { admission: own });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = (path: string): Promise<unknown> => fetch(`http://127.0.0.1:${port}${path}`);

    const answers = Array.from({ length: QUEUE_LIMITS.placesMin }, () => asked('/held'));
    while (held.size < QUEUE_LIMITS.placesMin) await setTimeout(10);
    answers.push(asked('/waits'));
    while (own.queue.load.waiting === 0) await setTimeout(10);
    const came = performance.now();
    await setTimeout(100);
    for (const release of held) release();
    await Promise.all(answers);
    expect(deadlines.get('/waits')).to.be.most(came + QUEUE_LIMITS.timeoutMs);

    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('POST /body HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n1');
    while (own.queue.load.running > 0 || deadlines.has('/body')) await setTimeout(10);
    await setTimeout(100);
    const rest = performance.now();
    socket.write('2');
    await text(socket);
    expect(deadlines.get('/body')).to.be.least(rest + QUEUE_LIMITS.timeoutMs);
    await once(server.close(), 'close');
  });
});

describe('what an answer is made of while it is sent', () => {
  let own: Admission;
  let server: Server;
  let begun: IncomingMessage[];
  beforeEach(async () => {
    own = admission(
      () => ({ group: 'known', name: 'one' }),
      () => false,
    );
    begun = [];
    const app = new Koa().use((ctx) => {
      begun.push(ctx.req);
      ctx.body = 'begun';
    });
    server = httpServer(app, { admission: own });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    for (let asked = 0; asked < QUEUE_LIMITS.placesMax; asked += 1)
      expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).to.equal('begun');
    expect(own.queue.load.running).to.equal(0);
    // As many places from here on, however late the event loop is.
    own.stop();
  });
  afterEach(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });
  /** A turn of the event loop that has lasted for long begins nothing more: the next one does. */
  const placesAreTaken = async (): Promise<void> => {
    while (own.queue.load.running < own.queue.load.places) await nextTurn();
  };

  it('has its places among the requests at work', async () => {
    const held: (() => void)[] = [];
    const piece = (): Promise<string> => new Promise((release) => held.push(() => release('made')));

    const pieces = begun.map((request) => withPlace(request, piece));
    await placesAreTaken();

    const { places, running, waiting } = own.queue.load;
    expect([held.length, running, waiting]).to.deep.equal([places, places, begun.length - places]);
    for (let made = 0; made < begun.length; made += 1) {
      while (held.length === 0) await setTimeout(1);
      held.shift()?.();
    }
    expect(await Promise.all(pieces)).to.deep.equal(begun.map(() => 'made'));
    await setTimeout(1);
    expect(own.queue.load.running).to.equal(0);
  });

  it('gives its place back where it fails, and is not made where there is none soon', async () => {
    const failing: ((error: Error) => void)[] = [];
    let made = 0;
    const pieces = begun.map((request) =>
      withPlace(request, () => {
        made += 1;
        return new Promise<string>((_, fail) => failing.push(fail));
      }).catch((error: unknown) => (error as Error).message),
    );
    await placesAreTaken();
    const { places } = own.queue.load;

    own.queue.refuseWaiting();
    for (const fail of failing) fail(new Error('out of reach'));

    expect(await Promise.all(pieces)).to.deep.equal(
      begun.map((_, index) => (index < places ? 'out of reach' : undefined)),
    );
    await setTimeout(1);
    expect([made, own.queue.load.running]).to.deep.equal([places, 0]);
  });
});
