import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { right } from 'fp-ts/lib/Either.js';
import { Busy, fewAtOnce, type AnyResource } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import { DraftInvoice } from '@kontor/sales';
import { givenUp } from '../admission/admission.js';
import { handleRead } from './handle-read.js';

type Read = Parameters<typeof handleRead>;
type Waiting = Parameters<typeof givenUp>;

/** Somebody who waits for an answer. */
const client = () => ({
  req: { socket: new EventEmitter() },
  res: Object.assign(new EventEmitter(), { destroyed: false }),
});

/** How many of these pages are made at once at the most, each asked for by an agreement. */
async function mostAtOnce(
  lists: AnyResource,
  pageSize: number,
  agreements: readonly number[],
): Promise<number> {
  let [now, most] = [0, 0];
  const endpoint = {
    lists,
    perform: async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return right({ status: 200, body: '' });
    },
  };
  const parts = { services: { read: () => ({}) } };
  const found = { kind: 'Found', parameters: {}, endpoint };
  await Promise.all(
    agreements.map((agreementNumber) =>
      handleRead(
        ...([
          parts,
          client(),
          endpoint,
          { caller: { agreementNumber }, collection: { query: { pageSize } } },
          found,
        ] as unknown as Read),
      ),
    ),
  );
  return most;
}

describe('pages of items that may be as large as a body', () => {
  it('are few at once, also those of twenty: eight of 20 MB each ended a process of 256 MB', async () => {
    expect(await mostAtOnce(DraftInvoice, 20, Array(24).fill(1) as number[])).to.equal(2);
    expect(await mostAtOnce(DraftInvoice, 20, [1, 1, 1, 1, 2, 2, 2, 2])).to.equal(3);
    expect(await mostAtOnce(DraftInvoice, 1000, [1, 1, 1, 2, 2, 2])).to.equal(2);
  });

  it('are no others', async () => {
    expect(await mostAtOnce(Unit, 20, Array(24).fill(1) as number[])).to.equal(24);
  });
});

describe('what has to wait for its turn', () => {
  /** How often it is made, asked for three times, where all but the first are gone after a moment. */
  async function madeOf(
    endpoint: { readonly answers?: readonly string[]; readonly lists?: AnyResource },
    pageSize = 20,
  ): Promise<number> {
    let made = 0;
    const clients = [1, 2, 3].map(client);
    const perform = async () => {
      made += 1;
      await new Promise((resolve) => setImmediate(resolve));
      for (const { res } of clients.slice(1)) res.destroyed = true;
      return right({ status: 200, body: '' });
    };
    const served = { ...endpoint, perform };
    const parts = { services: { read: () => ({}) }, files: fewAtOnce({ inside: 1, waiting: 9 }) };
    const request = { caller: { agreementNumber: 1 }, collection: { query: { pageSize } } };
    const found = { kind: 'Found', parameters: {}, endpoint: served };
    const outcomes = await Promise.allSettled(
      clients.map((one) => handleRead(...([parts, one, served, request, found] as unknown as Read))),
    );
    const refused = outcomes.filter((one) => one.status === 'rejected' && one.reason instanceof Busy);
    expect(refused.length).to.equal(clients.length - made);
    return made;
  }

  it('is not made for who is gone by then, be it a document or a page', async () => {
    expect(await madeOf({ answers: ['application/pdf'] }), 'documents').to.equal(1);
    expect(await madeOf({ lists: DraftInvoice }, 1000), 'pages').to.equal(2);
  });

  it('leaves its place to others when its client is gone, or has ended its side for a while', async () => {
    let open = (): void => undefined;
    const perform = () => new Promise((resolve) => (open = () => resolve(right({ status: 200, body: '' }))));
    const served = { answers: ['application/pdf'], perform };
    const parts = { services: { read: () => ({}) }, files: fewAtOnce({ inside: 1, waiting: 1 }) };
    const found = { kind: 'Found', parameters: {}, endpoint: served };
    const asked = (by: ReturnType<typeof client>): Promise<unknown> => {
      const left = () => givenUp(...([by.req, by.res] as unknown as Waiting));
      const request = { caller: { agreementNumber: 1 }, givenUp: left };
      return handleRead(...([parts, by, served, request, found] as unknown as Read)).catch(
        (error: unknown) => error,
      );
    };

    const first = asked(client());
    const [gone, ended, here] = [client(), client(), client()];
    const second = asked(gone);
    gone.res.emit('close');
    const third = asked(ended);
    ended.req.socket.emit('end');
    await setTimeout(600);
    const fourth = asked(here);
    const beyond = await asked(client());
    open();
    await first;
    open();

    for (const one of [await second, await third, beyond]) expect(one).to.be.instanceOf(Busy);
    expect(await fourth).to.deep.equal(right({ status: 200, body: '' }));
  });
});
