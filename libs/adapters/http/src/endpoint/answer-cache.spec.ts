import { expect } from 'chai';
import { isRight, left, right, type Either } from 'fp-ts/lib/Either.js';
import { Product, Unit } from '@kontor/products';
import type { Failure } from '../failure/http-failure.js';
import type { Services } from '../service/services.js';
import { AnswerCache } from './answer-cache.js';
import { readEndpoint, type Answer, type ApiRequest, type Endpoint, type ReadEndpoint } from './endpoint.js';

const MIB = 1024 * 1024;

describe('the cache of answers', () => {
  let version = 1;
  let asked = 0;
  let made: string[] = [];
  let body = '';
  let meanwhile: (() => void) | undefined;
  let of: string | undefined;
  const make = (): Promise<Either<Failure, Answer>> => {
    made.push(body);
    const answer = right({ status: 200 as const, body, tagged: body, ...(of !== undefined && { of }) });
    meanwhile?.();
    return Promise.resolve(answer);
  };
  const row = (madeOf: boolean, perform: ReadEndpoint['perform'] = make): ReadEndpoint =>
    readEndpoint({
      path: '/units/:unitNumber',
      stability: 'stable',
      access: 'anyRole',
      summary: 'Read one unit.',
      parameters: {},
      ...(madeOf && { madeOf: Unit }),
      perform,
    });
  const cacheOf = (bytesMax = MIB): AnswerCache =>
    new AnswerCache({
      bytesMax,
      versionOf: () => {
        asked += 1;
        return Promise.resolve(String(version));
      },
      versionOfAll: () => Promise.resolve(String(version)),
    });
  const get = async (rows: readonly Endpoint[], unitNumber: string | number = 1): Promise<Answer> => {
    const request = {
      caller: { agreementNumber: 7, modules: [], roles: [] },
      style: { demo: false },
      parameters: { unitNumber },
    } as unknown as ApiRequest;
    const answer = await (rows[0] as ReadEndpoint).perform({} as Services, request);
    if (isRight(answer)) return answer.right;
    throw new Error('not there');
  };
  const textOf = ({ body: text, sent }: Answer): string => text ?? (sent as Buffer).toString();
  beforeEach(() => {
    version = 1;
    asked = 0;
    made = [];
    body = 'one';
    meanwhile = undefined;
    of = undefined;
  });

  it('stores what is made for the second time, with its tag, and gives it as long as the version stays', async () => {
    const rows = cacheOf().over([row(true)]);

    const answers = [await get(rows), await get(rows), await get(rows), await get(rows)];

    expect(answers.map(textOf)).to.deep.equal(['one', 'one', 'one', 'one']);
    expect([made.length, asked]).to.deep.equal([2, 3]);
    expect(answers[3]?.etag).to.match(/^"[\w-]{27}"$/);
  });

  it('asks for no version before it stores an item, which tells its state itself', async () => {
    of = 'state 1';
    const item = { ...row(true), serves: { resource: Unit, as: 'item' } } as Endpoint;
    const rows = cacheOf().over([item]);
    await get(rows);

    expect(textOf(await get(rows))).to.equal('one');
    expect([made.length, asked]).to.deep.equal([2, 0]);
  });

  it('asks for the version every time, and makes an answer of another anew', async () => {
    const rows = cacheOf().over([row(true)]);
    for (let times = 0; times < 3; times += 1) await get(rows);

    for (const next of [2, 3, 2]) {
      version = next;
      body = `at ${next}`;
      expect(textOf(await get(rows))).to.equal(body);
    }
  });

  it('never gives what was made before a write that it was told of', async () => {
    const rows = cacheOf().over([row(true)]);
    await get(rows);
    // The write comes between the question for the version and the reading.
    meanwhile = () => {
      version = 2;
      body = 'two';
    };
    await get(rows);
    meanwhile = undefined;

    expect(textOf(await get(rows))).to.equal('two');
  });

  it('gives what was made of an item only in the state in which it was read, also where that comes back', async () => {
    const rows = cacheOf().over([row(true)]);
    await get(rows);
    // Between the question and the reading it is another, and afterwards it is as it was.
    [body, of] = ['free', '0'];
    await get(rows);
    [body, of] = ['used', '1'];

    expect(textOf(await get(rows))).to.equal('used');
    expect(textOf(await get(rows))).to.equal('used');
    expect(made).to.deep.equal(['one', 'free', 'used', 'used']);
  });

  it('asks ever more rarely about what is written anew before it is asked for again', async () => {
    const rows = cacheOf().over([row(true)]);
    const questions: number[] = [];
    for (let times = 0; times < 60; times += 1) {
      version += 1;
      const before = asked;
      body = `at ${version}`;
      expect(textOf(await get(rows))).to.equal(body);
      if (asked > before) questions.push(times);
    }

    // When it is stored, and when that turns out to be of no use; then twice as many are made without.
    expect(questions).to.deep.equal([1, 2, 4, 5, 9, 10, 18, 19, 35, 36, 52, 53]);
  });

  it('stores again at once what has been of use', async () => {
    const rows = cacheOf().over([row(true)]);
    for (let times = 0; times < 3; times += 1) await get(rows);
    version = 2;
    body = 'two';
    await get(rows);
    made = [];

    expect(textOf(await get(rows))).to.equal('two');
    expect(made).to.deep.equal([]);
  });

  it('leaves rows alone that show more than one collection, and writes', () => {
    const plain = row(false);
    const write = { ...plain, method: 'DELETE', madeOf: Product } as unknown as Endpoint;

    expect(cacheOf().over([plain, write])).to.deep.equal([plain, write]);
  });

  it('keeps answers apart by the dates that were asked for and by the day, and no files', async () => {
    const rows = cacheOf().over([row(true)]);
    const ask = async (more: object): Promise<void> => {
      const request = {
        caller: { agreementNumber: 7, modules: [], roles: [] },
        style: { demo: false },
        parameters: { unitNumber: 1 },
        now: new Date('2026-11-23T12:00:00Z'),
        ...more,
      } as unknown as ApiRequest;
      for (let time = 0; time < 3; time += 1)
        await (rows[0] as ReadEndpoint).perform({} as Services, request);
    };
    await ask({ dates: { toDate: '2026-03-31' } });
    expect(made, 'of a date').to.have.lengthOf(2);
    await ask({ dates: { toDate: '2026-04-30' } });
    expect(made, 'of another').to.have.lengthOf(4);
    await ask({ dates: {} });
    await ask({ dates: {}, now: new Date('2026-11-24T12:00:00Z') });
    expect(made, 'of two days').to.have.lengthOf(8);
    await ask({ dates: {}, wantsCsv: true });
    expect(made, 'as a file').to.have.lengthOf(11);
  });

  it('keeps no refusal', async () => {
    const gone = left<Failure>({ kind: 'NotFound', resource: 'units', key: 1 });
    const [cached] = cacheOf().over([row(true, () => Promise.resolve(gone))]) as [ReadEndpoint];
    const caller = { modules: [], roles: [] };
    const request = { caller, style: {}, parameters: {} } as unknown as ApiRequest;

    for (let times = 0; times < 4; times += 1) {
      expect(await cached.perform({} as Services, request)).to.equal(gone);
    }
  });

  it('holds no more than its bytes, the names of what was asked for once included', async () => {
    const cache = cacheOf();
    const rows = cache.over([row(true)]);
    body = 'x'.repeat(20_000);
    for (let index = 0; index < 300; index += 1) {
      for (let times = 0; times < 2; times += 1) await get(rows, index);
      expect(cache.bytes).to.be.at.most(MIB);
    }
    expect(cache.bytes).to.be.above(MIB / 2);
    for (let index = 0; index < 300; index += 1) {
      await get(rows, `${index} ${'y'.repeat(8_000)}`);
      expect(cache.bytes).to.be.at.most(MIB);
    }
  });

  it('lets go first of what is not asked for longest', async () => {
    const rows = cacheOf().over([row(true)]);
    body = 'x'.repeat(100_000);
    for (let index = 0; index < 20; index += 1) {
      for (const number of [index, index, 0]) await get(rows, number);
    }
    made = [];

    await get(rows, 0);
    expect(made).to.have.length(0);
    await get(rows, 1);
    expect(made).to.have.length(1);
  });

  it('fails with the question for the version, and goes on', async () => {
    let isOut = false;
    const cache = new AnswerCache({
      bytesMax: MIB,
      versionOf: () => (isOut ? Promise.reject(new Error('out of reach')) : Promise.resolve('1')),
      versionOfAll: () => Promise.resolve('1'),
    });
    const rows = cache.over([row(true)]);
    for (let times = 0; times < 2; times += 1) await get(rows);

    isOut = true;
    expect(await get(rows).catch((error: unknown) => error)).to.be.an('error');
    isOut = false;
    body = 'made anew';

    expect(textOf(await get(rows))).to.equal('one');
  });
});
