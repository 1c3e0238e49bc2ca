import { connect } from 'node:net';
import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { rawExchange, requestText, type RawAnswer, type Sending } from '../support/raw-socket.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';

/*
 * What no HTTP client library sends. No database takes part in it, so the embedded one does for all.
 */
const [database] = await databases();
const EVIL = 'evil.example';

describe('what comes over a raw socket', () => {
  const running = runningService(database!);
  const ours = running.client();

  const exchange = (bytes: Parameters<typeof rawExchange>[1], sending?: Sending): Promise<RawAnswer> =>
    rawExchange(running.service.port, bytes, sending);
  const tokenLines = (): readonly string[] =>
    Object.entries(ours.tokens).map(([name, value]) => `${name}: ${value}`);
  const post = (headers: readonly string[], body: string): string =>
    requestText(
      'POST /units',
      ['Host: x', 'Content-Type: application/json', ...tokenLines(), ...headers],
      body,
    );
  const isAlive = async (): Promise<void> => {
    expect((await running.service.ask('/')).status).to.equal(200);
  };

  describe('framing', () => {
    const UNIT = '{"name":"raw"}';
    const CHUNKED = `${UNIT.length.toString(16)}\r\n${UNIT}\r\n0\r\n\r\n`;

    const REFUSED: readonly {
      readonly what: string;
      readonly bytes: () => string | Buffer;
      readonly status: number;
    }[] = [
      { what: 'no HTTP at all', bytes: () => 'hello\r\n\r\n', status: 400 },
      { what: 'a greeting of TLS', bytes: () => Buffer.from('16030100c8010000c40303', 'hex'), status: 400 },
      { what: 'no version', bytes: () => 'GET /\r\n\r\n', status: 400 },
      { what: 'HTTP/2 in clear', bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: 400 },
      { what: 'HTTP/3.0', bytes: () => 'GET / HTTP/3.0\r\nHost: x\r\n\r\n', status: 400 },
      { what: 'no Host', bytes: () => requestText('GET /', []), status: 400 },
      { what: 'two Hosts', bytes: () => requestText('GET /', ['Host: x', `Host: ${EVIL}`]), status: 400 },
      {
        what: 'two Hosts in HTTP/1.0',
        bytes: () => `GET / HTTP/1.0\r\nHost: x\r\nHost: ${EVIL}\r\n\r\n`,
        status: 400,
      },
      {
        what: 'two Content-Lengths',
        bytes: () => post(['Content-Length: 14', 'Content-Length: 3'], UNIT),
        status: 400,
      },
      {
        what: 'a Content-Length that is no number',
        bytes: () => post(['Content-Length: 1x'], UNIT),
        status: 400,
      },
      { what: 'a negative Content-Length', bytes: () => post(['Content-Length: -1'], UNIT), status: 400 },
      {
        what: 'a Content-Length beyond all bounds',
        bytes: () => post(['Content-Length: 99999999999999999999999999'], UNIT),
        status: 400,
      },
      {
        what: 'Transfer-Encoding beside Content-Length',
        bytes: () => post(['Content-Length: 3', 'Transfer-Encoding: chunked'], CHUNKED),
        status: 400,
      },
      {
        what: 'a Transfer-Encoding that does not end in chunked',
        bytes: () => post(['Transfer-Encoding: gzip'], UNIT),
        status: 400,
      },
      {
        what: 'a chunk size that is no number',
        bytes: () => post(['Transfer-Encoding: chunked'], `zz\r\n${UNIT}\r\n0\r\n\r\n`),
        status: 400,
      },
      {
        what: 'a chunk that is longer than it says',
        bytes: () => post(['Transfer-Encoding: chunked'], `3\r\n${UNIT}\r\n0\r\n\r\n`),
        status: 400,
      },
      {
        what: 'a line feed in a header',
        bytes: () => requestText('GET /', ['Host: x', 'X-A: b\nc']),
        status: 400,
      },
      {
        what: 'a NUL in a header',
        bytes: () => requestText('GET /', ['Host: x', 'X-A: b\u0000c']),
        status: 400,
      },
      { what: 'a space before the colon', bytes: () => requestText('GET /', ['Host : x']), status: 400 },
      {
        what: 'a folded header',
        bytes: () => requestText('GET /', ['Host: x', 'X-A: b', ' c']),
        status: 400,
      },
      { what: 'a space in the target', bytes: () => requestText('GET /pro ducts', ['Host: x']), status: 400 },
      {
        what: 'headers of more than 16 KB',
        bytes: () => requestText('GET /', ['Host: x', `X-A: ${'a'.repeat(17_000)}`]),
        status: 431,
      },
      {
        what: 'two thousand headers',
        bytes: () =>
          requestText('GET /', ['Host: x', ...Array.from({ length: 2_000 }, (_, n) => `X-${n}: aaaaaa`)]),
        status: 431,
      },
      {
        what: 'a target of more than 8 KB',
        bytes: () => requestText(`GET /products?filter=${'a'.repeat(8_200)}`, ['Host: x', ...tokenLines()]),
        status: 400,
      },
      { what: 'a method nobody knows', bytes: () => requestText('BREW /products', ['Host: x']), status: 405 },
      {
        what: 'TRACE',
        bytes: () => requestText('TRACE /products', ['Host: x', 'X-Secret: s3']),
        status: 405,
      },
      { what: 'OPTIONS', bytes: () => requestText('OPTIONS /products', ['Host: x']), status: 405 },
      { what: 'PATCH', bytes: () => requestText('PATCH /products', ['Host: x']), status: 405 },
      { what: 'PROPFIND', bytes: () => requestText('PROPFIND /products', ['Host: x']), status: 405 },
      { what: 'CONNECT', bytes: () => requestText(`CONNECT ${EVIL}:443`, [`Host: ${EVIL}`]), status: 405 },
      { what: 'OPTIONS *', bytes: () => requestText('OPTIONS *', ['Host: x']), status: 404 },
      {
        what: 'an absolute target without a path',
        bytes: () => requestText(`POST http://${EVIL}`, ['Host: x']),
        status: 405,
      },
      {
        what: 'an absolute target that is no address',
        bytes: () => requestText('GET http://[/x', ['Host: x']),
        status: 404,
      },
      {
        what: 'a target of slashes',
        bytes: () => requestText(`GET //${EVIL}/products`, ['Host: x']),
        status: 404,
      },
      {
        what: 'a target of backslashes',
        bytes: () => requestText(`GET /\\${EVIL}/products`, ['Host: x']),
        status: 404,
      },
      {
        what: 'a target with a fragment',
        bytes: () => requestText('GET /products#x', ['Host: x']),
        status: 404,
      },
      {
        what: 'raw bytes in the target',
        bytes: () => Buffer.from('GET /caf\xe9 HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'),
        status: 400,
      },
    ];

    it('405 · a method in lower case, which is told to be one in capitals', async () => {
      const answer = await exchange(requestText('get /products', ['Host: x', ...tokenLines()]));

      expectRefusal(answer, 405);
      expect(answer.all).to.contain('Supported are GET, HEAD, POST, PUT, DELETE, in capital letters.');
    });

    for (const { what, bytes, status } of REFUSED) {
      it(`${status} · ${what}`, async () => {
        const answer = await exchange(bytes());

        expectRefusal(answer, status);
        // As every answer does, also one to what never became a request.
        expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
        expect(answer.headers.get('content-security-policy')).to.contain("default-src 'none'");
        expect(answer.headers.get('cross-origin-resource-policy')).to.equal('same-origin');
        expect(answer.headers.get('cache-control')).to.contain('private');
        expect(answer.all).not.to.contain(EVIL);
        expect(answer.all).not.to.contain('s3');
        await isAlive();
      });
    }

    it('takes letters and digits of a path percent-encoded for themselves, as RFC 3986 says', async () => {
      const at = (target: string) =>
        exchange(requestText(`GET ${target}`, ['Host: x', ...tokenLines(), 'Connection: close']));
      const plain = await at('/units/1');

      for (const target of ['/%75nits/1', '/units/%31', '/%55NITS/%31']) {
        const encoded = await at(target);
        expect([encoded.status, encoded.body], target).to.deep.equal([plain.status, plain.body]);
      }
      expect((await at('/units%2F1')).status).to.equal(404);
      expect((await at('/%2D/live')).status).to.equal(404);
      expect((await at('/%70ortal/sign-in')).all).to.contain('<form');
    });

    it('says what is wrong with an address as people type it', async () => {
      for (const to of ['/units?filter=name$eq:a b', '/units?filter=name$eq:ä', '/products/ä']) {
        const answer = await exchange(requestText(`GET ${to}`, ['Host: x']));

        expectRefusal(answer, 400);
        expect(answer.body.developerHint, to).to.contain('%20');
      }
    });

    it('tells no more than one answer for a request that is malformed in its body', async () => {
      const { all } = await exchange(post(['Transfer-Encoding: chunked'], 'zz\r\n'), {
        untilClosed: true,
        waitMs: 1_000,
      });

      expect(all.match(/HTTP\/1\.1/g)).to.have.length(1);
    });

    it('does not answer twice where the body turns out malformed after the refusal', async () => {
      const stranger = requestText('POST /units', ['Host: x', 'Transfer-Encoding: chunked'], 'zz\r\n');

      const { all } = await exchange(stranger, { untilClosed: true, waitMs: 1_000 });

      expect(all.match(/HTTP\/1\.1/g)).to.have.length(1);
    });

    it('takes a chunked body of which some comes with its headers and the rest later', async () => {
      const whole = post(['Transfer-Encoding: chunked'], CHUNKED);
      const statuses: number[] = [];
      // How far the request is by then depends on whether its tokens were seen before.
      for (const later of [5, 8, 5, 8]) {
        const { status } = await exchange([whole.slice(0, -later), whole.slice(-later)], { pauseMs: 100 });
        statuses.push(status);
      }

      expect(statuses).to.deep.equal([201, 201, 201, 201]);
    });

    it('takes a chunked body', async () => {
      const answer = await exchange(post(['Transfer-Encoding: chunked'], CHUNKED));

      expect(answer.status, answer.text).to.equal(201);
    });

    it('takes requests one behind the other, and answers them in their order', async () => {
      const first = requestText('GET /currencies/EUR?demo=true', ['Host: x']);
      const second = requestText('GET /currencies/DKK?demo=true', ['Host: x', 'Connection: close']);

      const { all } = await exchange(first + second, { untilClosed: true });

      expect(all.match(/HTTP\/1\.1 200/g)).to.have.length(2);
      expect(all.indexOf('"code":"EUR"')).to.be.lessThan(all.indexOf('"code":"DKK"'));
    });

    it('answers what was right before it closes on what is not', async () => {
      const { all, closed } = await exchange(
        `${requestText('GET /?demo=true', ['Host: x'])}nonsense\r\n\r\n`,
        {
          untilClosed: true,
          waitMs: 1_000,
        },
      );

      expect(all).to.match(/^HTTP\/1\.1 200/);
      expect(closed).to.equal(true);
    });

    it('takes HTTP/1.0 without Host', async () => {
      const answer = await exchange('GET / HTTP/1.0\r\n\r\n', { untilClosed: true });

      expect(answer.status).to.equal(200);
      expect(answer.body.self).to.equal(`${running.service.base}/`);
    });

    it('answers who has ended its side after asking, and lets nobody wait for what it cannot take', async () => {
      const { body } = await running.service.ask('/events/position', { headers: ours.tokens });
      const lines = ['Host: x', ...tokenLines()];
      const waiting = requestText(`GET /events?after=${body.lastSequence}&wait=20`, lines);
      const document = requestText('GET /currencies?pagesize=1000', [...lines, 'Accept-Encoding: gzip']);

      const answers = await Promise.all(
        [waiting, document.repeat(3)].map((bytes) => exchange(bytes, { end: true, untilClosed: true })),
      );

      expect(answers.map(({ all }) => all.match(/HTTP\/1\.1 \d+/g))).to.deep.equal([
        ['HTTP/1.1 200'],
        ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200'],
      ]);
      expect(answers.every(({ closed }) => closed)).to.equal(true);
    });

    it('takes a client that wants to know whether to go on', async () => {
      const answer = await exchange(
        [post([`Content-Length: ${UNIT.length}`, 'Expect: 100-continue'], ''), UNIT],
        {
          pauseMs: 50,
          untilClosed: true,
          waitMs: 500,
        },
      );

      expect(answer.all).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201/);
    });

    const WAITING = ['Content-Length: 4000', 'Expect: 100-continue'];
    const file = (type: string): string =>
      requestText('POST /imports', [
        'Host: x',
        ...tokenLines(),
        'Content-Length: 999999999',
        `Content-Type: ${type}`,
        'Expect: 100-continue',
      ]);
    const form = (bytes: number): string =>
      requestText('POST /portal/sign-in', [
        'Host: x',
        `Content-Length: ${bytes}`,
        'Content-Type: application/x-www-form-urlencoded',
        'Expect: 100-continue',
      ]);
    const BEFORE_THE_BODY: readonly (readonly [number, string, () => string])[] = [
      [404, 'at no address', () => requestText('POST /unit', ['Host: x', ...tokenLines(), ...WAITING])],
      [
        405,
        'with no method of it',
        () => requestText('PUT /units', ['Host: x', ...tokenLines(), ...WAITING]),
      ],
      [401, 'from nobody', () => requestText('POST /units', ['Host: x', ...WAITING])],
      [415, 'packed in an unknown way', () => post([...WAITING, 'Content-Encoding: snappy'], '')],
      [413, 'too large', () => post(['Content-Length: 1048577', 'Expect: 100-continue'], '')],
      [413, 'with a form too large', () => form(65_537)],
      [400, 'with a file too large', () => file('application/x-ndjson')],
      [415, 'with a file of no type that is taken', () => file('image/png')],
    ];
    for (const [status, what, bytes] of BEFORE_THE_BODY) {
      it(`asks for no body of a request ${what}, which is refused without it`, async () => {
        const answer = await exchange(bytes(), { untilClosed: true });

        expect(answer.all).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
        expect(answer.all).to.match(/^connection: close\r$/im);
        expect(answer.closed).to.equal(true);
      });
    }

    it('goes on with a connection whose client waited to be asked for the body', async () => {
      const next = requestText('GET /', ['Host: x', 'Connection: close']);

      const answer = await exchange(
        [post([`Content-Length: ${UNIT.length}`, 'Expect: 100-continue'], ''), UNIT, next],
        { pauseMs: 50, untilClosed: true },
      );

      expect(answer.all.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(
        ['100', '201', '200'].map((n) => `HTTP/1.1 ${n}`),
      );
    });

    it('treats any other expectation as none', async () => {
      const answer = await exchange(requestText('GET /', ['Host: x', 'Expect: miracles']));

      expect(answer.status).to.equal(200);
    });

    it('does not change its protocol', async () => {
      const answer = await exchange(
        requestText('GET /', ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket']),
      );

      expect(answer.status).to.equal(200);
    });

    // As Java's HttpClient asks, which then goes on with the next request in the packet of the last bytes.
    const OFFERING = [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ];
    const offering = (path: string, bytes: number): string =>
      requestText(`POST ${path}`, [
        'Host: x',
        ...tokenLines(),
        ...OFFERING,
        'Content-Type: application/json',
        `Content-Length: ${bytes}`,
      ]);
    const BEFORE_ITS_END: readonly (readonly [number, string, number])[] = [
      [404, '/unit', UNIT.length],
      [405, '/units/1', UNIT.length],
      [413, '/units', 1_048_577],
    ];
    for (const [status, path, bytes] of BEFORE_ITS_END) {
      it(`ends the connection with a ${status} that is there before the body of an offered protocol`, async () => {
        const answer = await exchange(offering(path, bytes));

        expect(answer.status).to.equal(status);
        expect(answer.all).to.match(/^connection: close\r$/im);
      });
    }

    it('goes on after an offered protocol where nothing was refused before its end', async () => {
      const next = requestText('GET /', ['Host: x', 'Connection: close']);
      const asked = [
        requestText('GET /unit', ['Host: x', ...tokenLines(), ...OFFERING]),
        `${offering('/units', UNIT.length)}${UNIT}`,
        next,
      ];

      const answer = await exchange(asked, { pauseMs: 100, untilClosed: true });

      expect(answer.all.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(
        ['404', '201', '200'].map((n) => `HTTP/1.1 ${n}`),
      );
    });
  });

  describe('whose address it is (G33)', () => {
    const FORMS: readonly (readonly [string, string, readonly string[]])[] = [
      ['a foreign Host', '/products?demo=true', [`Host: ${EVIL}`]],
      ['a Host with a port and a path', '/products?demo=true', [`Host: ${EVIL}:80/x?y#z`]],
      [
        'X-Forwarded headers',
        '/products?demo=true',
        ['Host: x', `X-Forwarded-Host: ${EVIL}`, `Forwarded: host=${EVIL}`, `X-Forwarded-For: ${EVIL}`],
      ],
      [
        'a foreign Origin',
        '/products?demo=true',
        ['Host: x', `Origin: http://${EVIL}`, `Referer: http://${EVIL}/`],
      ],
      ['an absolute target', `http://${EVIL}/products?demo=true`, [`Host: ${EVIL}`]],
      ['an absolute target with a user', `http://a:b@${EVIL}:81/products?demo=true`, [`Host: ${EVIL}`]],
      [
        'X-Original-URL',
        '/products?demo=true',
        ['Host: x', `X-Original-URL: http://${EVIL}/`, `X-Rewrite-URL: /${EVIL}`],
      ],
    ];
    for (const [what, target, headers] of FORMS) {
      it(`makes links from its own address, whatever ${what} says`, async () => {
        const answer = await exchange(requestText(`GET ${target}`, headers));

        expect(answer.status).to.equal(200);
        expect(answer.all).not.to.contain(EVIL);
        expect(answer.body.self).to.equal(`${running.service.base}/products?demo=true`);
      });

      it(`links to the demo agreement at its own address, whatever ${what} says`, async () => {
        const answer = await exchange(
          requestText(`GET ${target.replace('?demo=true', '?pagesize=1')}`, headers),
        );

        expectRefusal(answer, 401, 'E02000');
        expect(answer.all).not.to.contain(EVIL);
        expect(answer.body.demoLink).to.equal(`${running.service.base}/products?demo=true&pagesize=1`);
      });
    }

    it('puts its own address into Location', async () => {
      const body = '{"name":"host"}';

      const answer = await exchange(
        requestText(
          `POST http://${EVIL}/units`,
          [
            `Host: ${EVIL}`,
            'Content-Type: application/json',
            ...tokenLines(),
            `Content-Length: ${body.length}`,
          ],
          body,
        ),
      );

      expect(answer.status, answer.text).to.equal(201);
      expect(answer.headers.get('location')).to.match(new RegExp(`^${running.service.base}/units/\\d+$`));
      expect(answer.all).not.to.contain(EVIL);
    });
  });

  describe('what is not there in time', () => {
    const slow = runningService(
      database!,
      {},
      {
        limits: {
          headersTimeoutMs: 400,
          requestTimeoutMs: 900,
          bodyBytesPerSecondMin: 1_000,
          bodyTimeoutMs: 2_500,
          refusedBodyMs: 1_000,
          refusedBodyBytesMax: 2_000_000,
          connectionsCheckingIntervalMs: 100,
          keepAliveTimeoutMs: 300,
        },
      },
    );
    const theirs = slow.client();

    it('closes connections whose headers or bodies trickle, and serves others meanwhile (G25)', async () => {
      // What a first request loads is no part of what others cost.
      await slow.service.ask('/units', { headers: theirs.tokens });
      const { port } = slow.service;
      const tokens = Object.entries(theirs.tokens).map(([name, value]) => `${name}: ${value}`);
      const trickle = Array.from({ length: 40 }, () => 'a');
      const slowHeaders = Array.from({ length: 30 }, () =>
        rawExchange(port, ['GET / HTTP/1.1\r\nX-A: ', ...trickle], { pauseMs: 100, untilClosed: true }),
      );
      const opening = requestText('POST /units', ['Host: x', ...tokens, 'Content-Length: 100']);
      const slowBodies = Array.from({ length: 30 }, () =>
        rawExchange(port, [opening, ...trickle], { pauseMs: 100, untilClosed: true }),
      );
      const silent = Array.from({ length: 30 }, () => rawExchange(port, [], { untilClosed: true }));

      const meanwhile: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const began = performance.now();
        const { status } = await slow.service.ask('/units', { headers: theirs.tokens });
        expect(status).to.equal(200);
        meanwhile.push(performance.now() - began);
        await new Promise((go) => setTimeout(go, 50));
      }
      const closed = await Promise.all([...slowHeaders, ...slowBodies, ...silent]);

      expect(closed.every((one) => one.closed)).to.equal(true);
      expect(Math.max(...closed.map(({ durationMs }) => durationMs))).to.be.lessThan(2_500);
      expect(Math.max(...meanwhile)).to.be.lessThan(500);
      for (const answer of closed) if (answer.all !== '') expectRefusal(answer, 408);
    });

    it('waits longer for a body that keeps coming at a fair rate, but not for ever (G25)', async () => {
      const { port } = slow.service;
      const tokens = Object.entries(theirs.tokens).map(([name, value]) => `${name}: ${value}`);
      const sent = (pieces: number, bytes: number): ReturnType<typeof rawExchange> => {
        const body = JSON.stringify({ unitNumber: 4_000 + pieces, name: 'slow' }).padEnd(pieces * bytes);
        const lines = ['Host: x', ...tokens, `Content-Length: ${body.length}`];
        const parts = Array.from({ length: pieces }, (_, at) => body.slice(at * bytes, (at + 1) * bytes));
        return rawExchange(port, [requestText('POST /units', lines), ...parts], { pauseMs: 100 });
      };

      const [fair, trickling, endless] = await Promise.all([sent(16, 400), sent(20, 20), sent(60, 400)]);

      expect(fair.status, fair.all).to.equal(201);
      expectRefusal(trickling, 408);
      expect(trickling.durationMs).to.be.lessThan(fair.durationMs + 1_000);
      expectRefusal(endless, 408);
    });

    for (const [what, line, status] of [
      ['an address that leads nowhere', 'POST /no-such-thing', 404],
      ['unknown credentials', 'POST /units', 401],
      ['more than is taken', 'PUT /units/1', 413],
    ] as const) {
      it(`lets what is still sent after ${what} come, but not for ever`, async () => {
        const { port } = slow.service;
        const tokens = Object.entries(theirs.tokens).map(([name, value]) => `${name}: ${value}`);
        const headers = ['Host: x', ...(status === 401 ? [] : tokens), 'Content-Length: 1000000000'];
        const open = requestText(line, headers);
        // What a first one loads takes its time.
        await rawExchange(port, open);
        expect((await rawExchange(port, open)).status).to.equal(status);

        // At a fair rate, for less long than a body may take that is wanted.
        const [inTime, late, much] = await Promise.all([
          goesOnSending(port, open, { bytes: 400, pauseMs: 100, forMs: 600 }),
          goesOnSending(port, open, { bytes: 400, pauseMs: 100, forMs: 2_300 }),
          goesOnSending(port, open, { bytes: 500_000, pauseMs: 10, forMs: 950 }),
        ]);

        for (const { told } of [inTime, late, much])
          expect(told).to.match(new RegExp(`^HTTP/1.1 ${status} `));
        expect([inTime, late, much].map(({ isEnded }) => isEnded)).to.deep.equal([false, true, true]);
      });
    }

    it('closes a connection that nothing more comes on', async () => {
      const answer = await rawExchange(slow.service.port, requestText('GET /?demo=true', ['Host: x']), {
        untilClosed: true,
      });

      expect(answer.status).to.equal(200);
      expect(answer.closed).to.equal(true);
    });

    it('lets go of who was told that it is late, keeps its side open and goes on sending (G25)', async () => {
      const socket = connect({ port: slow.service.port, host: '127.0.0.1', allowHalfOpen: true });
      let isGone = false;
      socket.on('close', () => (isGone = true)).on('error', () => undefined);
      socket.resume().write('GET / HTTP/1.1\r\nX-A: ');
      const trickling = setInterval(() => socket.write('a'), 50);

      await until(() => isGone, 6_000);
      clearInterval(trickling);
      socket.destroy();

      expect(isGone).to.equal(true);
    });

    for (const [what, encoding] of [
      ['a body', 'X-A: b'],
      ['a compressed body', 'Content-Encoding: gzip'],
    ] as const) {
      it(`forgets ${what} that its client leaves off in the middle`, async () => {
        const tokens = Object.entries(theirs.tokens).map(([name, value]) => `${name}: ${value}`);
        const lines = ['Host: x', ...tokens, encoding, 'Content-Length: 100'];
        const opening = Buffer.from(requestText('POST /units', lines, '\x1f\x8b\x08'), 'latin1');
        const { observations, port } = slow.service;
        const before = observations.length;

        await rawExchange(port, opening, { waitMs: 200 });
        await until(() => observations.length > before);

        expect(observations.slice(before).map(({ route, status }) => [route, status])).to.deep.equal([
          ['/units', 400],
        ]);
      });
    }
  });

  for (const [what, bytes] of [
    ['never became a request', () => 'nonsense\r\n\r\n'],
    ['was malformed in its body', () => post(['Transfer-Encoding: chunked'], 'zz\r\n')],
  ] as const) {
    it(`logs once what ${what}, under the logId that it was answered with`, async () => {
      const { observations } = running.service;
      const before = observations.length;

      const answer = await exchange(bytes());
      await until(() => observations.length > before);

      expect(observations.slice(before).map(({ logId, status }) => [logId, status])).to.deep.equal([
        [answer.body.logId, 400],
      ]);
    });
  }
});

/** What was told to who goes on sending for so long, and whether the connection was ended meanwhile. */
function goesOnSending(
  port: number,
  open: string,
  { bytes, pauseMs, forMs }: { readonly bytes: number; readonly pauseMs: number; readonly forMs: number },
): Promise<{ readonly told: string; readonly isEnded: boolean }> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let told = '';
    socket.on('data', (some) => (told += String(some))).on('error', () => undefined);
    socket.write(open);
    const sending = setInterval(() => socket.write('x'.repeat(bytes)), pauseMs);
    const end = (isEnded: boolean): void => {
      clearInterval(sending);
      clearTimeout(late);
      socket.destroy();
      resolve({ told, isEnded });
    };
    const late = setTimeout(() => end(false), forMs);
    socket.on('close', () => end(true));
  });
}

async function until(holds: () => boolean, mostMs = 3_000): Promise<void> {
  const began = Date.now();
  while (!holds() && Date.now() - began < mostMs) await new Promise((go) => setTimeout(go, 20));
}
