import { inspect } from 'node:util';
import { expect } from 'chai';
import { ApiError, BadRequestError, ConnectionError, TimeoutError, UnavailableError } from '../src/index.js';
import { exchangeWith, type ConnectOptions } from '../src/exchange.js';
import { VERSION } from '../src/version.js';
import { refusalOf, serving, type Reply, type Service } from './server.js';

describe('an exchange', () => {
  let service: Service;
  let replies: Reply[];
  const send = (options: ConnectOptions = {}, signal?: AbortSignal) =>
    exchangeWith(
      { 'X-AppSecretToken': 'secret' },
      { backOffMs: 1, ...options },
    )({
      method: 'post',
      url: service.base,
      body: { name: 'Post' },
      headers: { 'Idempotency-Key': 'one' },
      signal,
    });
  beforeEach(async () => {
    replies = [];
    service = await serving(() => replies.shift() ?? { body: { fine: true }, headers: { ETag: '"1"' } });
  });
  afterEach(() => service.stop());

  it('sends JSON with its headers and reads the answer', async () => {
    const { body: answer, response } = await send();

    expect(answer).to.deep.equal({ fine: true });
    expect(response).to.include({ status: 200, etag: '"1"', attempt: 1, method: 'POST' });
    expect(service.seen).to.have.lengthOf(1);
    const [{ method, headers, body } = { headers: {} }] = service.seen as [(typeof service.seen)[0]];
    expect({ method, body }).to.deep.equal({ method: 'POST', body: { name: 'Post' } });
    expect(headers).to.include({ 'content-type': 'application/json', 'x-appsecrettoken': 'secret' });
  });

  for (const number of [NaN, Infinity, -Infinity])
    it(`sends nothing where a member is ${number}, and names it`, async () => {
      const body = { lines: [{ quantity: number }] };

      const mistake = await refusalOf(exchangeWith({}, {})({ method: 'post', url: service.base, body }));
      expect(mistake).to.be.instanceOf(RangeError);
      expect(mistake).to.include({ message: `quantity is ${number}` });
      expect(service.seen).to.have.lengthOf(0);
    });

  it('sends a file as it is, under its own media type', async () => {
    const body = new Blob(['["a file"]'], { type: 'application/pdf' });

    await exchangeWith({}, {})({ method: 'put', url: service.base, body });

    const [seen] = service.seen;
    expect(seen?.body).to.deep.equal(['a file']);
    expect(seen?.headers).to.include({ 'content-type': 'application/pdf', 'content-length': '10' });
  });

  it('reads a file anew for each try, so that none of it is held for another', async () => {
    const file = new Blob(['["a file"]'], { type: 'application/pdf' });
    let read = 0;
    const stream = file.stream.bind(file);
    file.stream = () => {
      read += 1;
      return stream();
    };
    replies = [{ status: 503 }];

    await exchangeWith({}, { backOffMs: 1 })({ method: 'put', url: service.base, body: file });

    expect(service.seen.map(({ body }) => body)).to.deep.equal([['a file'], ['a file']]);
    expect(read).to.equal(2);
  });

  for (const status of [408, 429, 500, 502, 503, 504]) {
    it(`tries again after ${status}, as the same request`, async () => {
      replies = [{ status }, { status }];

      const { body } = await send();

      expect(body).to.deep.equal({ fine: true });
      expect(service.seen).to.have.lengthOf(3);
      const sent = service.seen.map(({ method, headers, body }) => ({
        method,
        body,
        key: headers['idempotency-key'],
      }));
      expect(sent).to.deep.equal(Array(3).fill({ method: 'POST', body: { name: 'Post' }, key: 'one' }));
    });
  }

  for (const status of [400, 401, 403, 404, 409, 412, 413, 501]) {
    it(`does not try again after ${status}`, async () => {
      replies = [{ status, headers: { Location: service.base } }];

      expect(await refusalOf(send()))
        .to.be.instanceOf(ApiError)
        .and.include({ httpStatusCode: status });
      expect(service.seen).to.have.lengthOf(1);
    });
  }

  it('gives up after three tries with what the service said last', async () => {
    replies = [{ status: 500 }, { status: 500 }, { status: 503, body: { message: 'Busy.' } }, {}];

    expect(await refusalOf(send()))
      .to.be.instanceOf(UnavailableError)
      .and.include({ message: 'Busy.' });
    expect(service.seen).to.have.lengthOf(3);
  });

  it('tries again when the connection breaks, within the answer too', async () => {
    replies = [
      (response) => response.destroy(),
      (response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{"fine":', () => response.destroy());
      },
    ];

    expect((await send()).body).to.deep.equal({ fine: true });
    expect(service.seen).to.have.lengthOf(3);
  });

  it('tries again when a try takes too long, in its head or in its body', async () => {
    replies = [
      () => undefined,
      (response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{"fine":');
      },
    ];

    // On a busy machine more tries take too long than are made to.
    const { body, response } = await send({ timeoutMs: 80, tries: 10 });

    expect(body).to.deep.equal({ fine: true });
    expect(response.attempt).to.be.at.least(3);
    expect(replies, 'both were waited for').to.have.lengthOf(0);
  });

  it('waits as long as the service asks', async () => {
    replies = [{ status: 503, headers: { 'Retry-After': '1' } }];
    const began = performance.now();

    await send();

    expect(performance.now() - began).to.be.within(950, 5000);
  });

  it('does not begin a wait that would not end before the deadline', async () => {
    replies = [{ status: 429, headers: { 'Retry-After': '10' } }];
    const began = performance.now();

    const refusal = await refusalOf(send({ deadlineMs: 9000 }));

    expect(refusal).to.include({ name: 'TooManyRequestsError' });
    expect(performance.now() - began).to.be.below(2000);
    expect(service.seen).to.have.lengthOf(1);
  });

  it('waits no longer than a minute, whatever the deadline', async () => {
    replies = [{ status: 503, headers: { 'Retry-After': '61' } }];

    expect(await refusalOf(send({ deadlineMs: 1e6 }))).to.include({ name: 'UnavailableError' });
  });

  it('understands a date to wait for', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    replies = [{ status: 503, headers: { 'Retry-After': inAnHour } }];

    expect(await refusalOf(send())).to.include({ name: 'UnavailableError' });
    expect(service.seen).to.have.lengthOf(1);
  });

  it('asks for no wait of less than nothing, where a date has passed', async () => {
    const passed = { status: 503, headers: { 'Retry-After': new Date(0).toUTCString() } };
    replies = [passed, passed, passed];

    expect(await refusalOf(send())).to.include({ attempts: 3, retryAfterMs: undefined });
  });

  it('tells where a redirect leads, and takes the tokens to nowhere', async () => {
    const Location = 'https://books.example/';
    replies = [{ status: 308, headers: { Location } }];

    const refusal = await refusalOf(send());

    expect(refusal).to.be.instanceOf(ConnectionError).and.include({ attempts: 1, idempotencyKey: 'one' });
    expect(refusal).to.have.property(
      'message',
      `POST ${service.base} got no answer but a redirect to ${Location}`,
    );
    expect(service.seen).to.have.lengthOf(1);
    expect(inspect(refusal, { depth: 9 })).not.to.contain('secret');
    // What `fetch` gives a page of a redirect that it was told not to follow.
    const opaque = Object.defineProperties(new Response(null), {
      status: { value: 0 },
      ok: { value: false },
    });
    expect(await refusalOf(send({ fetch: async () => opaque }))).to.be.instanceOf(ConnectionError);
  });

  it('does not wait for what it does not understand', async () => {
    replies = [{ status: 503, headers: { 'Retry-After': 'soon' } }];

    expect(await refusalOf(send())).to.include({ name: 'UnavailableError' });
    expect(service.seen).to.have.lengthOf(1);
  });

  for (const asked of ['0x10', '1e99', 'Infinity'])
    it(`does not wait for Retry-After: ${asked}`, async () => {
      replies = [{ status: 503, headers: { 'Retry-After': asked } }];
      const began = performance.now();

      expect(await refusalOf(send())).to.include({ name: 'UnavailableError' });
      expect(performance.now() - began).to.be.below(1000);
    });

  it('reads no other header as how long to wait, such as one that a proxy adds', async () => {
    const reset = String(Math.round(Date.now() / 1000) + 3600);
    replies = [{ status: 503, headers: { 'X-RateLimit-Reset': reset, 'RateLimit-Reset': '3600' } }];

    expect((await send({ deadlineMs: 1500 })).body).to.deep.equal({ fine: true });
  });

  it('waits a random part of the back-off', async () => {
    replies = [{ status: 500 }, { status: 500 }];
    const { random } = Math;
    Math.random = () => 0;
    const began = performance.now();
    try {
      await send({ backOffMs: 5000 });
    } finally {
      Math.random = random;
    }

    expect(performance.now() - began).to.be.below(2000);
  });

  it('ends at the deadline', async () => {
    replies = [() => undefined, () => undefined, () => undefined];

    const refusal = await refusalOf(send({ deadlineMs: 1_000 }));

    expect(refusal).to.be.instanceOf(ConnectionError);
    // Without it, three tries of 20 s each.
    expect(refusal).to.include({ attempts: 1 });
    expect(service.seen).to.have.lengthOf(1);
  });

  it('tells of a service that cannot be reached', async () => {
    await service.stop();

    const refusal = await refusalOf(send());

    expect(refusal).to.be.instanceOf(ConnectionError);
    expect((refusal as ConnectionError).message).to.contain(service.base);
    expect((refusal as ConnectionError).cause).to.be.instanceOf(Error);
  });

  it('says in words that a service on http: was asked on https:, which TLS tells in numbers', async () => {
    const url = service.base.replace('http:', 'https:');

    const refusal = await refusalOf(exchangeWith({}, { tries: 1 })({ method: 'get', url }));

    expect(refusal).to.be.instanceOf(ConnectionError).and.have.property('cause').instanceOf(Error);
    expect(refusal).to.have.property(
      'message',
      `GET ${url} got no answer that can be read: no TLS is spoken there, as if it were http: and not https:`,
    );
  });

  it('quotes what an answer was named, also where it cannot be read', async () => {
    const headers = { 'X-Request-Id': '7f' };
    replies = [
      { headers, body: '<html>Welcome</html>' },
      { status: 404, headers, body: '<html>Nothing here</html>' },
    ];

    expect(await refusalOf(send()))
      .to.be.instanceOf(ConnectionError)
      .and.include({ logId: '7f' });
    expect(await refusalOf(send()))
      .to.be.instanceOf(ApiError)
      .and.include({ logId: '7f' });
  });

  it('quotes no earlier answer where there was none in the end', async () => {
    const busy = { status: 503, headers: { 'X-Request-Id': '7f' } };
    replies = [busy, (response) => response.destroy(), (response) => response.destroy()];

    const failure = await refusalOf(send());

    expect(failure).to.be.instanceOf(ConnectionError).and.include({ attempts: 3 });
    expect(failure).to.have.property('logId', undefined);
  });

  it('lets go of an answer that nobody reads any more: after a mistake in a hook, and where a stream is left', async () => {
    const mistake = new Error('no log');
    let left = 0;
    const endless = (): Response =>
      new Response(
        new ReadableStream({ pull: (to) => to.enqueue(Buffer.alloc(9)), cancel: () => void left++ }),
      );
    const asked = { method: 'get', url: service.base, streams: true } as const;
    const onResponse = (): void => {
      throw mistake;
    };

    expect(await refusalOf(exchangeWith({}, { fetch: async () => endless(), onResponse })(asked))).to.equal(
      mistake,
    );
    expect(left).to.equal(1);
    const { body } = await exchangeWith({}, { fetch: async () => endless() })(asked);
    await (body as ReadableStream).cancel();
    expect(left).to.equal(2);
  });

  it('leaves nothing behind for which a program would go on running', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const exchange = exchangeWith({}, { deadlineMs: 20_000 });
    const read = (signal?: AbortSignal) => exchange({ method: 'get', url: service.base, signal });
    const before = timers();
    for (let answered = 0; answered < 5; answered += 1) await read();
    expect(timers(), 'where all were answered').to.be.at.most(before + 2);

    replies = [{ status: 429, headers: { 'Retry-After': '40' } }];
    expect(await refusalOf(read())).to.have.property('httpStatusCode', 429);
    const rested = timers();
    const controllers = Array.from({ length: 5 }, () => new AbortController());
    const waiting = controllers.map(({ signal }) => refusalOf(read(signal)));
    // They are in the line by then.
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const controller of controllers) controller.abort(new Error('enough'));
    await Promise.all(waiting);
    expect(timers(), 'where all were ended that waited').to.be.at.most(rested);
  });

  it('sends through the fetch that it is given, each try', async () => {
    const asked: string[] = [];
    replies = [{ status: 503 }];

    await send({
      fetch: (request) => {
        asked.push(`${request.method} ${request.url}`);
        return fetch(request);
      },
    });

    expect(asked).to.deep.equal([`POST ${service.base}/`, `POST ${service.base}/`]);
  });

  it('tells of an answer that is not JSON', async () => {
    replies = [{ body: '<html>Welcome</html>' }];

    expect(await refusalOf(send())).to.be.instanceOf(ConnectionError);
    expect(service.seen).to.have.lengthOf(1);
  });

  it('says that a page is there, and no service, such as a portal', async () => {
    replies = [{ body: '<!doctype html>', headers: { 'Content-Type': 'text/html; charset=utf-8' } }];

    const refusal = await refusalOf(send());

    expect(refusal).to.be.instanceOf(ConnectionError);
    expect((refusal as Error).message).to.match(/a page is there, and no service$/);
  });

  it('ends with the signal of the caller, and is not tried again', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    replies = [
      () => {
        controller.abort(reason);
      },
    ];

    expect(await refusalOf(send({}, controller.signal))).to.equal(reason);
    expect(await refusalOf(send({}, controller.signal))).to.equal(reason);
    expect(service.seen).to.have.lengthOf(1);
  });

  it('ends a wait with the signal of the caller', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    replies = [{ status: 503, headers: { 'Retry-After': '30' } }];
    setTimeout(() => controller.abort(reason), 100);

    expect(await refusalOf(send({}, controller.signal))).to.equal(reason);
  });

  it('tells how it went that a request failed, and never the tokens', async () => {
    replies = [{ status: 503 }, { status: 503, headers: { 'Retry-After': '90' } }];

    const refusal = await refusalOf(send());

    expect(refusal).to.include({ attempts: 2, idempotencyKey: 'one', retryAfterMs: 90_000 });
    await service.stop();
    const silence = await refusalOf(send());
    expect(silence).to.include({ attempts: 3, idempotencyKey: 'one' });
    expect(inspect([refusal, silence], { depth: 10 })).not.to.contain('secret');
  });

  const REASONS: readonly (readonly [string, unknown])[] = [
    [
      'self-signed certificate',
      new TypeError('fetch failed', { cause: new Error('self-signed certificate') }),
    ],
    [
      'ECONNREFUSED',
      new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) }),
    ],
    ['Failed to fetch', new TypeError('Failed to fetch')],
    ['wrong version number', new TypeError('fetch failed', { cause: new Error('wrong version number\n') })],
    ['no way out', 'no way out'],
  ];
  for (const [reason, thrown] of REASONS)
    it(`says why there was no answer: ${reason}`, async () => {
      const broken = (): never => {
        throw thrown;
      };
      const refusal = await refusalOf(send({ tries: 1, fetch: broken }));

      expect(refusal).to.be.instanceOf(ConnectionError).and.include({ cause: thrown });
      expect((refusal as Error).message).to.match(new RegExp(`got no answer that can be read: ${reason}$`));
    });

  it('tells a time-out by its class', async () => {
    replies = [() => undefined, () => undefined];

    const refusal = await refusalOf(send({ timeoutMs: 50, tries: 2 }));

    expect(refusal)
      .to.be.instanceOf(TimeoutError)
      .and.instanceOf(ConnectionError)
      .and.include({ attempts: 2 });
    expect(inspect(refusal, { depth: 10 })).not.to.contain('secret');
  });

  for (const ms of [Infinity, 1e12])
    it(`takes ${ms} for a wait that does not end`, async () => {
      replies = [(response) => void setTimeout(() => response.end('{"fine":true}'), 50)];

      expect((await send({ timeoutMs: ms, deadlineMs: ms })).body).to.deep.equal({ fine: true });
      expect(service.seen).to.have.lengthOf(1);
    });

  it('takes a header that cannot be sent for a mistake, and not for a failure on the way', async () => {
    const refusal = await refusalOf(
      exchangeWith({ 'X-AppSecretToken': 'two\nlines' }, {})({ method: 'get', url: service.base }),
    );

    expect(refusal).to.be.instanceOf(TypeError);
    expect(service.seen).to.have.lengthOf(0);
  });

  it('tells its hooks of each try, and names itself with its version', async () => {
    const told: unknown[] = [];
    replies = [{ status: 503 }];

    await send({
      onRequest: ({ attempt }) => told.push(`request ${attempt}`),
      onResponse: ({ attempt, status }) => told.push(`response ${attempt}: ${status}`),
      onRetry: ({ attempt, status }) => told.push(`again after ${attempt}: ${String(status)}`),
    });

    expect(told).to.deep.equal([
      'request 1',
      'response 1: 503',
      'again after 1: 503',
      'request 2',
      'response 2: 200',
    ]);
    expect(service.seen[0]?.headers['user-agent']).to.equal(`kontor-sdk/${VERSION}`);
  });

  it('tells before another try what went wrong with the last, without the tokens', async () => {
    const causes: Error[] = [];
    replies = [{ status: 503 }];
    let attempt = 0;
    const broken = async (request: Request): Promise<Response> => {
      attempt += 1;
      if (attempt === 1) throw new TypeError('Failed to fetch');
      if (attempt < 3) await new Promise((_, reject) => request.signal.addEventListener('abort', reject));
      return fetch(request);
    };

    await send({ tries: 4, timeoutMs: 200, fetch: broken, onRetry: ({ cause }) => causes.push(cause) });

    const [notSent, inTime, refused] = causes;
    expect(causes).to.have.lengthOf(3);
    expect(notSent).to.be.instanceOf(ConnectionError);
    expect(notSent).to.have.nested.property('cause.message', 'Failed to fetch');
    expect(inTime).to.be.instanceOf(TimeoutError);
    expect(refused).to.be.instanceOf(UnavailableError).and.have.property('httpStatusCode', 503);
    expect(inspect(causes, { depth: 9 })).not.to.contain('secret');
  });

  const HOOKS: readonly (readonly [keyof ConnectOptions, number])[] = [
    ['onRequest', 0],
    ['onResponse', 1],
    ['onRetry', 1],
  ];
  for (const [hook, sent] of HOOKS)
    it(`throws what ${hook} throws as it is, sends nothing again, and gives its turn to the next`, async () => {
      const mistake = new Error('no log');
      const unhandled: unknown[] = [];
      const keep = (reason: unknown): void => void unhandled.push(reason);
      process.on('unhandledRejection', keep);
      replies = hook === 'onRetry' ? [{ status: 503, body: { message: 'Busy' } }] : [];
      const broken = (told: { readonly url: string }): void => {
        if (told.url.endsWith('broken')) throw mistake;
      };
      const exchange = exchangeWith({}, { parallel: 1, deadlineMs: 500, backOffMs: 1, [hook]: broken });

      const refusal = await refusalOf(exchange({ method: 'get', url: `${service.base}/broken` }));
      const seen = service.seen.length;
      const { body } = await exchange({ method: 'get', url: service.base });
      process.off('unhandledRejection', keep);

      // One that nobody handles would end the process.
      expect(unhandled).to.deep.equal([]);
      expect(refusal).to.equal(mistake);
      expect(seen).to.equal(sent);
      expect(body).to.deep.equal({ fine: true });
    });

  it('serves many requests on one signal, without a warning', async () => {
    const warned: Error[] = [];
    const keep = (warning: Error): void => void warned.push(warning);
    process.on('warning', keep);
    const { signal } = new AbortController();
    const again = exchangeWith({}, { backOffMs: 1 });
    replies = Array.from({ length: 8 }, () => ({ status: 503 }));

    await Promise.all(Array.from({ length: 60 }, () => again({ method: 'get', url: service.base, signal })));
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('warning', keep);

    expect(warned).to.deep.equal([]);
  });

  it('says what is wrong with a request', async () => {
    replies = [{ status: 400, body: { message: 'No.', errorCode: 'E00500' } }];

    expect(await refusalOf(send()))
      .to.be.instanceOf(BadRequestError)
      .and.include({ errorCode: 'E00500' });
  });
});
