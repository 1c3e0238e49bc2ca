import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { requestText } from '../support/raw-socket.js';
import { serviceProcess, type Listening, type ServiceProcess } from '../support/service-process.js';
import { databases, startService, type Tokens } from '../support/service-under-test.js';

/*
 * What is held in memory for clients is bounded over all of them: connections by the hundred that each hold
 * what one may ended a process. No database takes part, so the embedded one does for all.
 */
const [database] = await databases();
const HEAP_MIB = 160;
/** Of each attack, more than the heap holds at the bytes that one connection takes. */
const BODIES = 300;
const BODY_BYTES = 1_000_000;
const CHUNKED_BODIES = 1_000;
const CHUNKS_IN_PACKET = 10_000;
const PIPELINES = 60;
const REQUESTS_IN_PACKET = 3_500;
/** By then a service that is alive has said that it is. */
const LIVES_WITHIN_MS = 10_000;

describe('a process of little memory', function () {
  this.timeout(180_000);
  let running: ServiceProcess | undefined;
  let port = 0;
  let tokens: Tokens;
  const sockets: Socket[] = [];

  before(async () => {
    const fresh = await database!.fresh();
    const making = await startService({ url: fresh.url, drop: () => Promise.resolve() });
    ({ tokens } = await making.agreement());
    await making.stop();
    running = serviceProcess({
      DATABASE_URL: fresh.url,
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
    });
    port = Number(new URL(((await running.listening) as Listening).address).port);
    // Who was here lately waits among the agreements.
    expect((await ask('/units/1')).status).to.equal(200);
  });
  after(() => void running?.child.kill('SIGKILL'));
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  const ask = (path: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { ...tokens },
      signal: AbortSignal.timeout(LIVES_WITHIN_MS),
    });
  /**
   * Sends the same over many connections, and leaves them open; ends when all of it was sent or they ended.
   */
  const sendOver = async (connections: number, ...pieces: readonly (string | Buffer)[]): Promise<void> => {
    const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
    const sent = Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1' });
      sockets.push(socket.on('error', () => undefined).resume());
      await once(socket, 'connect');
      await new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.write(bytes, () => resolve());
      });
    });
    await Promise.all(sent);
  };
  const expectAlive = async (): Promise<void> => {
    const answer = await ask('/units/1').catch((error: unknown) => error);
    expect(answer, running?.said.err.slice(-2_000)).to.have.property('status', 200);
  };
  const post = (path: string, ...headers: readonly string[]): string =>
    requestText(`POST ${path}`, ['Host: x', ...headers]);
  const ours = (): readonly string[] => Object.entries(tokens).map(([name, value]) => `${name}: ${value}`);
  const almost = Buffer.alloc(BODY_BYTES - 1, 'a');

  it('outlives bodies of one agreement that lack their last byte', async () => {
    const head = post('/products', ...ours(), `Content-Length: ${BODY_BYTES}`);
    await sendOver(BODIES, head, almost);
    await expectAlive();
  });

  it('outlives bodies in chunks that lack their last one', async () => {
    const head = post('/products', ...ours(), 'Transfer-Encoding: chunked');
    await sendOver(BODIES, head, `${almost.length.toString(16)}\r\n`, almost);
    await expectAlive();
  });

  it('outlives bodies in chunks of a byte each', async () => {
    const head = post('/products', ...ours(), 'Transfer-Encoding: chunked');
    await sendOver(CHUNKED_BODIES, head, '1\r\na\r\n'.repeat(CHUNKS_IN_PACKET));
    await expectAlive();
  });

  it('outlives packets of requests, whose answers nobody waits for', async () => {
    await sendOver(PIPELINES, requestText('GET /nothing', ['Host: x']).repeat(REQUESTS_IN_PACKET));
    await expectAlive();
  });
});
