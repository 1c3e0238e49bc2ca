import { expect } from 'chai';
import { ApiError, connect, type ConnectionError, UnauthorizedError } from '../src/index.js';
import { events, EventsGoneError, type EventsQuestion } from '../src/events.js';
import { refusalOf, serving, type Reply, type Seen, type Service } from './server.js';

/** A feed of events, of which the first may be gone. */
type Feed = { first: number; last: number };
const MOST = 3;

describe('events', () => {
  let service: Service;
  const feed: Feed = { first: 1, last: 0 };
  /** What comes before the answers that the feed would give. */
  let first: Reply[];
  /** What happens while a question waits. */
  let meanwhile: (() => void)[];

  before(async () => {
    service = await serving((seen, base) => {
      const { pathname } = new URL(seen.url, base);
      const home = { stable: {}, experimental: { events: `${base}/events` }, deprecated: {}, self: base };
      return pathname === '/' ? { body: home } : (first.shift() ?? pageOf(seen, base));
    });
  });
  after(() => service.stop());
  beforeEach(() => {
    Object.assign(feed, { first: 1, last: 0 });
    first = [];
    meanwhile = [];
    service.seen.length = 0;
  });

  function pageOf({ url }: Seen, base: string): Reply {
    const asked = new URL(url, base);
    const after = Number(asked.searchParams.get('after') ?? feed.first - 1);
    if (after >= feed.last) meanwhile.shift()?.();
    if (after < feed.first - 1) {
      const additionalData = { firstSequence: feed.first, lastSequence: feed.last };
      const body = { errorCode: 'E10510', message: 'Gone.', errors: [{ message: 'Gone.', additionalData }] };
      return { status: 410, headers: { 'X-Request-Id': 'r-410' }, body };
    }
    const upTo = Math.min(feed.last, after + MOST);
    const collection = Array.from({ length: upTo - after }, (_, at) => ({ sequence: after + at + 1 }))
      // The filter of this feed lets every other event through.
      .filter(({ sequence }) => !asked.searchParams.has('filter') || sequence % 2 === 0);
    const on = new URL(asked);
    on.searchParams.delete('wait');
    on.searchParams.set('after', String(upTo));
    return { body: { collection, position: { after: upTo, following: on.href } } };
  }

  const api = () => connect(service.base, 'demo', { tries: 1, backOffMs: 1 });
  /** So many events, then the loop is left. */
  async function taken(most: number, question: EventsQuestion = {}): Promise<number[]> {
    const sequences: number[] = [];
    for await (const { sequence } of events(api(), question)) {
      sequences.push(sequence);
      if (sequences.length === most) break;
    }
    return sequences;
  }
  const asked = () =>
    service.seen.map(({ url }) => new URL(url, service.base)).filter((url) => url.search !== '');

  it('gives those that there are, page by page, then each as it comes', async () => {
    feed.last = 7;
    meanwhile = [() => undefined, () => (feed.last = 8), () => (feed.last = 11)];

    expect(await taken(10)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(asked().every((url) => url.searchParams.get('wait') === '25')).to.equal(true);
    expect(asked()[0]?.searchParams.get('after')).to.equal(null);
  });

  for (const waitSeconds of [NaN, -1])
    it(`refuses to wait for ${waitSeconds} seconds by that name, and sends nothing`, async () => {
      const error = await refusalOf(taken(1, { waitSeconds }));

      expect(error).to.be.instanceOf(RangeError).with.property('message').that.includes('waitSeconds');
      expect(service.seen).to.have.lengthOf(0);
    });

  it('asks once a second at most while nothing comes, also where a question does not wait', async () => {
    const signal = AbortSignal.timeout(1_500);

    await taken(1, { after: 0, waitSeconds: 0, signal });

    expect(asked()).to.have.length(2);
  });

  it('goes on after the sequence that was kept, with the filter that was asked for', async () => {
    feed.last = 9;

    expect(await taken(3, { after: 3, filter: (event) => event.type.eq('product.created') })).to.deep.equal([
      4, 6, 8,
    ]);
    expect(asked()[0]?.searchParams.get('filter')).to.equal('type$eq:product.created');
    expect(await taken(1, { after: 8 })).to.deep.equal([9]);
  });

  it('tells how far it is when what came before was taken, also what the filter leaves out', async () => {
    feed.last = 5;
    const told: string[] = [];
    const end = new AbortController();
    const question: EventsQuestion = {
      filter: (event) => event.type.eq('product.created'),
      signal: end.signal,
      onPosition: async (sequence: number) => {
        // As long as it takes to keep it: nothing more is given before.
        await new Promise((kept) => setTimeout(kept, 20));
        told.push(`up to ${sequence}`);
        if (sequence === 5) end.abort();
      },
    };

    for await (const { sequence } of events(api(), question)) told.push(`${sequence}`);

    expect(told).to.deep.equal(['2', 'up to 3', '4', 'up to 5']);
  });

  it('tries again for as long as it takes what will be better, and leaves nothing out', async () => {
    feed.last = 5;
    first = [
      { status: 503, headers: { 'Retry-After': '0' }, body: { errorCode: 'E00000', message: 'Soon.' } },
      (response) => response.destroy(),
      { body: '{"collection":[{"sequence":1' },
      { status: 429, body: {} },
      { status: 408, body: {} },
    ];
    const failures: (ApiError | ConnectionError)[] = [];
    const random = Math.random;
    Math.random = () => 0;
    try {
      expect(await taken(5, { onFailure: (error) => failures.push(error) })).to.deep.equal([1, 2, 3, 4, 5]);
    } finally {
      Math.random = random;
    }

    expect(
      failures.map((error) => (error instanceof ApiError ? error.httpStatusCode : error.name)),
    ).to.deep.equal([503, 'ConnectionError', 'ConnectionError', 429, 408]);
  });

  it('says that events are gone, and which the first is that there is', async () => {
    Object.assign(feed, { first: 101, last: 120 });

    const error = await refusalOf(taken(1, { after: 7 }));

    expect(error).to.be.instanceOf(EventsGoneError).and.instanceOf(ApiError);
    expect(error).to.include({
      name: 'EventsGoneError',
      firstSequence: 101,
      lastSequence: 120,
      httpStatusCode: 410,
      errorCode: 'E10510',
      logId: 'r-410',
    });
  });

  it('throws any other refusal, such as that of a grant that was taken back', async () => {
    first = [{ status: 401, body: { errorCode: 'E02020', message: 'Revoked.' } }];

    expect(await refusalOf(taken(1))).to.be.instanceOf(UnauthorizedError);
    expect(service.seen).to.have.lengthOf(2);
  });

  it('keeps a wait of months that the service asks for, and asks no faster for that', async () => {
    const asked = { status: 503, headers: { 'Retry-After': '9999999' } };
    first = [asked, asked, asked];
    const over = new AbortController();
    const onFailure = () => setTimeout(() => over.abort(), 100);

    expect(await taken(1, { signal: over.signal, onFailure })).to.deep.equal([]);

    expect(service.seen.filter(({ url }) => url.startsWith('/events'))).to.have.lengthOf(1);
  });

  it('ends at once where who is told of a failure ends it', async () => {
    first = [{ status: 429, headers: { 'Retry-After': '60' } }];
    const over = new AbortController();
    const from = performance.now();

    expect(await taken(1, { signal: over.signal, onFailure: () => over.abort() })).to.deep.equal([]);

    expect(performance.now() - from).to.be.below(5_000);
  });

  it('ends on a signal, while it waits, between events, and before it began', async () => {
    feed.last = 2;
    for (const when of ['waiting', 'failing', 'between', 'before']) {
      // What was to be answered before, when the signal came first on a slow machine.
      first = [];
      const end = new AbortController();
      if (when === 'before') end.abort();
      if (when === 'waiting')
        first = [pageOf({ url: '/events' } as Seen, service.base), () => setTimeout(() => end.abort(), 20)];
      if (when === 'failing') {
        first = [{ status: 503, headers: { 'Retry-After': '60' }, body: {} }];
        setTimeout(() => end.abort(), 50);
      }
      const sequences: number[] = [];
      for await (const { sequence } of events(api(), { signal: end.signal })) {
        sequences.push(sequence);
        if (when === 'between') end.abort();
      }
      const expected = { waiting: [1, 2], failing: [], between: [1], before: [] }[when];
      expect(sequences, when).to.deep.equal(expected);
    }
  });
});
