import { expect } from 'chai';
import { TimeoutError } from '../src/errors.js';
import { exchangeWith } from '../src/exchange.js';
import { refusalOf, serving, type Service } from './server.js';
import { inVirtualTime } from './virtual-time.js';

/** A service that takes so many requests a second from a grant, as ours does: a bucket that refills. */
function limited(perSecond: number) {
  let tokens = perSecond;
  let at = performance.now();
  return async (): Promise<Response> => {
    const now = performance.now();
    tokens = Math.min(perSecond, tokens + ((now - at) / 1000) * perSecond);
    at = now;
    if (tokens < 1)
      return Response.json({ message: 'Too many.' }, { status: 429, headers: { 'Retry-After': '1' } });
    tokens -= 1;
    return Response.json({ fine: true });
  };
}

describe('the pace of a client that is limited', () => {
  it('lets forty parallel reads pass five a second, with at most 1.3 requests for each', async () => {
    let asked = 0;

    const answers = await inVirtualTime(() => {
      const answer = limited(5);
      const exchange = exchangeWith({}, { onRequest: () => void (asked += 1), fetch: answer });
      return Promise.all(
        Array.from({ length: 40 }, () => exchange({ method: 'get', url: 'http://service.test' })),
      );
    });

    expect(answers).to.have.lengthOf(40);
    expect(asked).to.be.at.most(52);
  });
});

describe('the pace of a client', function () {
  let service: Service;
  afterEach(() => service.stop());

  it('has no more requests under way than it was told', async () => {
    let [now, most] = [0, 0];
    service = await serving(() => (response) => {
      most = Math.max(most, (now += 1));
      setTimeout(() => {
        now -= 1;
        response.end('{}');
      }, 10);
    });
    const exchange = exchangeWith({}, { parallel: 3 });

    await Promise.all(Array.from({ length: 12 }, () => exchange({ method: 'get', url: service.base })));

    expect(most).to.equal(3);
  });

  it('keeps no turn for a request that was ended while it waited', async () => {
    const held: (() => void)[] = [];
    service = await serving(() => (response) => void held.push(() => response.end('{}')));
    const exchange = exchangeWith({}, { parallel: 1, deadlineMs: 5_000 });
    const read = (signal?: AbortSignal) => exchange({ method: 'get', url: service.base, signal });
    const controller = new AbortController();
    const answerNext = async (): Promise<void> => {
      while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      held.shift()?.();
    };

    const first = read();
    const ended = refusalOf(read(controller.signal));
    const last = read();
    // They are in the line by then.
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort(new Error('enough'));
    await ended;
    await answerNext();
    await first;
    await answerNext();

    expect((await last).body).to.deep.equal({});
  });

  it('is not held for ever by one wait of days, nor spends its time on it', async () => {
    let asked = 0;
    service = await serving(() =>
      ++asked === 1 ? { status: 429, headers: { 'Retry-After': '1e9' } } : { body: {} },
    );
    const exchange = exchangeWith({}, { deadlineMs: 150 });
    const read = () => exchange({ method: 'get', url: service.base });
    const { setTimeout: original } = globalThis;
    const waits: (number | undefined)[] = [];
    globalThis.setTimeout = ((work: () => void, ms?: number) => {
      waits.push(ms);
      return original(work, ms);
    }) as typeof setTimeout;
    try {
      await refusalOf(read());
      await refusalOf(read());
    } finally {
      globalThis.setTimeout = original;
    }

    expect(Math.max(...waits.map((ms) => ms ?? 0))).to.be.below(100_000);
    expect(waits).to.have.length.below(10);
  });

  for (const [change, byMs, afterMs] of [
    ['set back while all rest', -3_600_000, 100],
    ['set forward while one is asked', 3_600_000, 0],
  ] as const)
    it(`is the same when the clock is ${change}`, async () => {
      const { now } = Date;
      const set = (): void => void (Date.now = () => now() + byMs);
      service = await serving(() => {
        if (service.seen.length > 1) return { body: {} };
        if (afterMs === 0) set();
        else setTimeout(set, afterMs);
        return { status: 429, headers: { 'Retry-After': '0.5' } };
      });
      const exchange = exchangeWith({}, { deadlineMs: 5_000 });
      try {
        await exchange({ method: 'get', url: `${service.base}/first` });
        await exchange({ method: 'get', url: `${service.base}/second` });
      } finally {
        Date.now = now;
      }

      expect(service.seen.map(({ url }) => url)).to.deep.equal(['/first', '/first', '/second']);
    });

  it('does not count the time in which others have their turn: as many may be asked for as one likes', async () => {
    service = await serving(() => (response) => void setTimeout(() => response.end('{}'), 60));
    const exchange = exchangeWith({}, { parallel: 1, deadlineMs: 1500 });

    const read = await Promise.allSettled(
      Array.from({ length: 30 }, () => exchange({ method: 'get', url: service.base })),
    );

    expect(read.filter(({ status }) => status === 'rejected')).to.deep.equal([]);
  });

  it('is not waited for while nothing is answered: all give up with those who had their turn', async () => {
    service = await serving(() => () => undefined);
    const exchange = exchangeWith({}, { parallel: 1, timeoutMs: 40, tries: 2, deadlineMs: 200 });

    const read = await Promise.all(
      Array.from({ length: 30 }, () => refusalOf(exchange({ method: 'get', url: service.base }))),
    );

    expect(read.filter((refusal) => !(refusal instanceof TimeoutError))).to.deep.equal([]);
    expect(service.seen.length).to.be.below(20);
  });

  it('ends with the signal while it waits for its turn', async () => {
    service = await serving(() => ({ status: 429, headers: { 'Retry-After': '20' } }));
    const exchange = exchangeWith({}, {});
    const controller = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 50);

    const refusals = await Promise.all(
      Array.from({ length: 3 }, () =>
        refusalOf(exchange({ method: 'get', url: service.base, signal: controller.signal })),
      ),
    );

    expect(refusals).to.deep.equal([reason, reason, reason]);
  });
});
