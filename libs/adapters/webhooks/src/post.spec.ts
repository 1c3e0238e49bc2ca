import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { addressGuard } from './address-guard.js';
import { ANSWER_BYTES, poster, type PostOutcome } from './post.js';

/** Long enough for a busy machine to connect, short enough to wait for. */
const TIME_OUT_MS = 1_500;
const KEPT = 3;

describe('an attempt to deliver', () => {
  const open: { close(): void }[] = [];
  const { post, giveUp, close } = poster(addressGuard('private'), { kept: KEPT, timeOutMs: TIME_OUT_MS });

  after(() => {
    close();
    for (const one of open) one.close();
  });

  it('sends the headers and the body, and keeps the beginning of the answer', async () => {
    const seen: { headers: unknown; body: string }[] = [];
    const url = await receiver((request, response) => {
      request.setEncoding('utf8');
      let body = '';
      request.on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        seen.push({ headers: request.headers['webhook-id'], body });
        response.writeHead(202).end('thank you\u0000');
      });
    });

    const outcome = await post(`${url}/hooks?of=kontor`, { 'webhook-id': 'evt_1' }, '{"a":"Łódź"}');

    expect(seen).to.deep.equal([{ headers: 'evt_1', body: '{"a":"Łódź"}' }]);
    expect(outcome).to.include({ status: 202, answer: 'thank you\uFFFD' });
    expect(outcome.durationMs).to.be.at.least(0);
  });

  it('follows no redirect', async () => {
    let wasThere = false;
    const elsewhere = await receiver((_, response) => {
      wasThere = true;
      response.end();
    });
    const url = await receiver((_, response) => response.writeHead(307, { Location: elsewhere }).end());

    const outcome = await post(url, {}, '{}');

    expect(outcome.status).to.equal(307);
    expect(wasThere).to.equal(false);
  });

  it('tells the Retry-After of an answer', async () => {
    const url = await receiver((_, response) =>
      response.writeHead(503, { 'Retry-After': '120' }).end('busy'),
    );

    expect(await post(url, {}, '{}')).to.include({ status: 503, retryAfter: '120', answer: 'busy' });
  });

  it('is made once more, on a new connection, where the receiver has closed the kept one meanwhile', async () => {
    let connections = 0;
    const url = await raw((socket) => {
      connections += 1;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      // The connection is kept until something more comes in.
      socket.once('data', () => socket.destroy());
    });

    expect(await post(url, {}, '{}')).to.include({ status: 200 });
    // The connection is free when what is done after the answer is done.
    await new Promise((resolve) => setImmediate(resolve));
    expect(await post(url, {}, '{}')).to.include({ status: 200, answer: 'ok' });
    expect(connections).to.equal(2);
  });

  it('waits for no connection to another receiver that is kept, and keeps no more of them than it may', async () => {
    const connections: Socket[] = [];
    for (let number = 0; number < 3 * KEPT; number += 1) {
      const url = await raw((socket) => {
        connections.push(socket);
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });

      expect(await post(url, {}, '{}')).to.include({ status: 200 });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connections.filter(({ readyState }) => readyState === 'open')).to.have.length.at.most(KEPT);
  });

  it('gives up on a receiver that says nothing', async () => {
    const url = await raw(() => undefined);

    expect(await post(url, {}, '{}')).to.include({ noAnswer: 'timeout' });
  });

  it('gives up before its time when the process is to end', async () => {
    const url = await raw(() => undefined);
    setTimeout(giveUp, 100);

    const outcome = await post(url, {}, '{}');

    expect(outcome).to.include({ noAnswer: 'timeout' });
    expect(outcome.durationMs).to.be.lessThan(TIME_OUT_MS);
  });

  it('gives up on a receiver whose headers never end', async () => {
    const url = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = setInterval(() => socket.write('X: y\r\n'), 20);
      socket.on('close', () => clearInterval(more));
    });

    const outcome = await post(url, {}, '{}');

    expect(outcome.noAnswer).to.be.oneOf(['timeout', 'connection']);
  });

  it('takes what comes before an answer, and gives up on a receiver that never ends with it', async () => {
    const hints = await raw((socket) =>
      socket.end(`${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(3)}HTTP/1.1 204 None\r\n\r\n`),
    );
    let sent = 0;
    const endless = await raw((socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(40))) sent += 1_000;
      };
      socket.on('drain', more);
      more();
    });

    expect(await post(hints, {}, '{}')).to.include({ status: 204 });
    expect(await post(endless, {}, '{}')).to.include({ noAnswer: 'connection', answer: '' });
    expect(sent).to.be.below(64 * 1024 * 1024);
  });

  it('reads no more of an endless body than it keeps', async () => {
    let sent = 0;
    const url = await raw((socket) => {
      socket.write('HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(`1000\r\n${'x'.repeat(0x1000)}\r\n`)) sent += 0x1000;
      };
      socket.on('drain', more);
      more();
    });

    const outcome = await post(url, {}, '{}');

    expect(outcome).to.include({ status: 500, answer: 'x'.repeat(ANSWER_BYTES) });
    expect(sent).to.be.below(64 * 1024 * 1024);
  });

  it('takes the status of a receiver that lies about the length of its body', async () => {
    const tooShort = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort'));
    const neverEnds = await raw((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nslow'),
    );

    expect(await post(tooShort, {}, '{}')).to.include({ status: 200, answer: 'short' });
    expect(await post(neverEnds, {}, '{}')).to.include({ status: 200, answer: 'slow' });
  });

  it('waits no longer than 2 s for the body of an answer, whose status is known', async () => {
    const url = await raw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nslow'));
    const patient = poster(addressGuard('private'), { kept: 0 });

    const outcome = await patient.post(url, {}, '{}');
    patient.close();

    expect(outcome).to.include({ status: 200, answer: 'slow' });
    expect(outcome.durationMs).to.be.below(8_000);
  });

  it('tells of what is no HTTP, nor a status of it, of a change of protocol, and of nobody who listens', async () => {
    const noHttp = await raw((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    const noStatus = ['000', '099'].map((status) =>
      raw((socket) => socket.end(`HTTP/1.1 ${status} None\r\nContent-Length: 2\r\n\r\nhm`)),
    );
    const changes = await raw((socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    const closed = createServer();
    const gone = await listening(closed);
    closed.close();

    for (const url of await Promise.all(noStatus))
      expect(await post(url, {}, '{}'))
        .to.include({ noAnswer: 'connection' })
        .and.not.have.property('status');
    for (const url of [noHttp, changes, gone]) {
      expect(await post(url, {}, '{}'), url).to.include({ noAnswer: 'connection', answer: '' });
    }
  });

  it('connects to nothing that the setting does not open', async () => {
    let connections = 0;
    const url = await raw(() => (connections += 1));
    const careful = poster(addressGuard('public'), { kept: 1, timeOutMs: TIME_OUT_MS });
    const port = new URL(url).port;

    const outcomes: PostOutcome[] = [
      await careful.post(url, {}, '{}'),
      await careful.post(`https://127.0.0.1:${port}/`, {}, '{}'),
      await careful.post('https://localhost/', {}, '{}'),
    ];

    for (const outcome of outcomes) expect(outcome).to.include({ noAnswer: 'forbiddenAddress' });
    expect(connections).to.equal(0);
    careful.close();
  });

  it('connects to no name that has become one of this machine since the webhook was made', async () => {
    let connections = 0;
    const server = createServer(() => (connections += 1));
    open.push(server);
    await listening(server);
    const rebound = poster(
      addressGuard('public', () => Promise.resolve(['127.0.0.1'])),
      { kept: 1 },
    );

    const outcome = await rebound.post('https://rebound.example.com:8443/', {}, '{}');

    expect(outcome).to.include({ noAnswer: 'forbiddenAddress' });
    expect(connections).to.equal(0);
    rebound.close();
  });

  async function receiver(answer: RequestListener): Promise<string> {
    const server = createHttpServer(answer);
    open.push({ close: () => void (server.close(), server.closeAllConnections()) });
    return listening(server);
  }

  /** A receiver that speaks as it likes once something was sent to it. */
  async function raw(speak: (socket: Socket) => unknown): Promise<string> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.once('data', () => speak(socket));
    });
    open.push({
      close: () => {
        server.close();
        for (const socket of sockets) socket.destroy();
      },
    });
    return listening(server);
  }
});

function listening(server: Server | ReturnType<typeof createServer>): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}
