import { expect } from 'chai';
import { AnswerMemory, type Made } from './answer-memory.js';
import type { Answer } from '../endpoint/endpoint.js';

describe('the memory of answers', () => {
  let edition = 'first';
  let asked = 0;
  let made = 0;
  const editions = {
    current: () => {
      asked += 1;
      return Promise.resolve(edition);
    },
  };
  let told: boolean[] = [];
  const make =
    (body: string) =>
    (isToBeKept: boolean): Promise<Made<Answer>> => {
      made += 1;
      told.push(isToBeKept);
      return Promise.resolve({ answer: { status: 200, body, tagged: body }, edition });
    };
  const textOf = ({ body, sent }: Answer): string => body ?? (sent as Buffer).toString();
  beforeEach(() => {
    edition = 'first';
    asked = 0;
    made = 0;
    told = [];
  });

  it('keeps what is made for the second time, with its tag, and gives it as long as the edition stays', async () => {
    const memory = new AnswerMemory();

    const answers: Answer[] = [];
    for (const body of ['one', 'one', 'never made', 'never made']) {
      answers.push(await memory.answer('name', editions, make(body)));
    }

    expect(answers.map(textOf)).to.deep.equal(['one', 'one', 'one', 'one']);
    expect([made, asked]).to.deep.equal([2, 2]);
    expect(told).to.deep.equal([false, true]);
    expect(answers[3]?.etag).to.match(/^"[\w-]{27}"$/);
  });

  it('asks for the edition every time, and forgets an answer of another', async () => {
    const memory = new AnswerMemory();
    for (let times = 0; times < 3; times += 1) await memory.answer('name', editions, make('old'));

    edition = 'second';

    expect(textOf(await memory.answer('name', editions, make('new')))).to.equal('new');
    edition = 'first';
    expect(textOf(await memory.answer('name', editions, make('newer')))).to.equal('newer');
  });

  it('keeps apart what goes by different names', async () => {
    const memory = new AnswerMemory();

    for (let times = 0; times < 3; times += 1) {
      for (const name of ['a', 'b'])
        expect(textOf(await memory.answer(name, editions, make(name)))).to.equal(name);
    }
  });

  it('keeps nothing that is not there or has no edition', async () => {
    const memory = new AnswerMemory();
    const nothing = () => Promise.resolve({ answer: undefined, edition });
    const unnamed = () =>
      Promise.resolve({ answer: { status: 200 as const, body: 'x' }, edition: undefined });

    for (let times = 0; times < 4; times += 1) {
      expect(await memory.answer('nothing', editions, nothing)).to.equal(undefined);
      expect(await memory.answer('unnamed', editions, unnamed)).not.to.have.property('sent');
    }
    expect(asked).to.equal(0);
  });

  it('keeps no more than its share, and what is asked for often longest', async () => {
    const memory = new AnswerMemory();
    const large = 'x'.repeat(1024 * 1024);
    const twice = async (name: string): Promise<void> => {
      await memory.answer(name, editions, make(large));
      await memory.answer(name, editions, make(large));
    };
    await twice('often');
    for (let index = 0; index < 20; index += 1) {
      await twice(`page ${index}`);
      await memory.answer('often', editions, make('made anew'));
    }
    made = 0;

    await memory.answer('often', editions, make('made anew'));
    expect(made).to.equal(0);
    await memory.answer('page 0', editions, make(large));
    expect(made).to.equal(1);
  });

  it('fails with the question for the edition, and remembers on', async () => {
    const memory = new AnswerMemory();
    for (let times = 0; times < 2; times += 1) await memory.answer('name', editions, make('kept'));
    const out = { current: () => Promise.reject(new Error('out of reach')) };

    const failure = await memory.answer('name', out, make('stale')).catch((error: unknown) => error);

    expect(failure).to.be.an('error');
    expect(textOf(await memory.answer('name', editions, make('made anew')))).to.equal('kept');
  });
});
