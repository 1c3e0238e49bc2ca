import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { until } from '@kontor/conformance';
import { breathe } from '@kontor/kernel';
import { longestTurnMs } from '../support/longest-turn.js';
import { databases } from '../support/service-under-test.js';
import { rawExchange, requestText } from '../support/raw-socket.js';
import { runningService } from '../support/running-service.js';

/*
 * What one connection can ask for before it has read anything. No database takes part in it, so the
 * embedded one does for all.
 */
const [database] = await databases();
/** For what hangs, and no measure of speed. */
const ANSWERED_MS = 60_000;

describe('a connection that asks ahead', function () {
  const running = runningService(database!);
  const ours = running.client();
  const request = (path: string): string =>
    requestText(`GET ${path}`, [
      'Host: x',
      ...Object.entries(ours.tokens).map(([name, value]) => `${name}: ${value}`),
    ]);

  it('is answered in its order, as many requests as may be sent ahead, and told when they were too many', async () => {
    const few = connect({ port: running.service.port, host: '127.0.0.1' });
    let all = '';
    few.on('data', (bytes) => (all += bytes.toString()));
    few.write(request('/units/1').repeat(50));
    await until(() => all.match(/HTTP\/1\.1 200/g)?.length === 50, ANSWERED_MS);
    // It goes on: the next is answered too.
    few.write(requestText('GET /nothing', ['Host: x', 'Connection: close']));
    await once(few, 'end');
    expect(all.match(/HTTP\/1\.1 \d+/g)).to.deep.equal([...Array(50).fill('HTTP/1.1 200'), 'HTTP/1.1 404']);

    const many = await rawExchange(running.service.port, request('/units/1').repeat(1_000), {
      untilClosed: true,
      waitMs: ANSWERED_MS,
    });

    const statuses = [...many.all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses.slice(0, 60)).to.deep.equal(Array.from({ length: 60 }, () => 200));
    expect(statuses.at(-1)).to.equal(503);
    expect(statuses).to.have.length.lessThan(100);
    expect(many.all).to.match(/Retry-After: 1\r\n/i);
    expect(many.closed).to.equal(true);
  });

  /**
   * A turn takes a few times 8 ms here, client and all; one in which all of them are answered, 200 to 300.
   */
  const MOST_MS = 120;
  const CONNECTIONS = 32;
  const AHEAD = 60;

  for (const { what, path } of [
    { what: 'for what is not there', path: '/nothing' },
    { what: 'whether the process lives', path: '/-/live' },
  ]) {
    it(`lets others have their turn while it is answered, when many of them ask ${what}`, async () => {
      const asked =
        requestText(`GET ${path}`, ['Host: x']).repeat(AHEAD - 1) +
        requestText(`GET ${path}`, ['Host: x', 'Connection: close']);
      const sockets = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => connected(running.service.port)),
      );
      let answers: readonly string[] = [];

      const longest = await longestTurnMs(async () => {
        // At once, so that the service finds all of them in one turn.
        for (const socket of sockets) socket.write(asked);
        answers = await Promise.all(sockets.map(text));
      });

      for (const all of answers) expect(all.match(/HTTP\/1\.1 \d/g)).to.have.length(AHEAD);
      expect(longest).to.be.lessThan(MOST_MS);
    });
  }
});

describe('connections that somebody keeps', function () {
  const MAX = 20;
  const running = runningService(database!, {}, { limits: { connectionsMax: MAX } });

  it('keep nobody out, as many as there may be', async () => {
    const { port } = running.service;
    const kept = await Promise.all(Array.from({ length: MAX }, () => connected(port)));

    const { status } = await rawExchange(port, requestText('GET /nothing', ['Host: x']));

    for (const socket of kept) socket.destroy();
    expect(status).to.equal(404);
  });
});

describe('connections that come at once', function () {
  const running = runningService(database!);
  const COMING = 100;

  it('do not each wait for a turn of work that goes on meanwhile', async () => {
    const { port, server } = running.service;
    let pieces = 0;
    let isOver = false;
    const work = async (): Promise<void> => {
      for (; !isOver; pieces += 1) {
        const until = performance.now() + 10;
        while (performance.now() < until);
        await breathe();
      }
    };
    const before: number[] = [];
    const taken = (): void => void before.push(pieces);
    server.on('connection', taken);
    const working = [work(), work()];
    const asked = requestText('GET /-/live', ['Host: x', 'Connection: close']);

    const sockets = Array.from({ length: COMING }, () => connect({ port, host: '127.0.0.1' }));
    for (const socket of sockets) socket.write(asked);
    const answers = await Promise.all(sockets.map(text));

    isOver = true;
    await Promise.all(working);
    server.off('connection', taken);
    for (const answer of answers) expect(answer).to.match(/^HTTP\/1\.1 \d/);
    expect(before).to.have.length(COMING);
    // Without it, each connection waits for a turn, which is a piece at least.
    expect(new Set(before))
      .to.have.property('size')
      .lessThan(0.8 * COMING);
  });
});

/**
 * A connection that the service has taken, as an answer on it shows: it takes one in a turn of the event
 * loop.
 */
async function connected(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(requestText('GET /nothing', ['Host: x']));
  await once(socket, 'data');
  return socket;
}
