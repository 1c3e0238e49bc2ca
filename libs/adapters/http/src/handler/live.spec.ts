import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { isLeft } from 'fp-ts/lib/Either.js';
import Koa, { type Context } from 'koa';
import type { Caller } from '@kontor/studio';
import { admission } from '../admission/admission.js';
import type { Endpoint, Live } from '../endpoint/endpoint.js';
import type { Parts } from '../http-parts.js';
import { httpServer } from '../http-server.js';
import { liveOptionsOf } from './live.js';

function liveFor(ctx: Context, waiting: object = {}): Live {
  const parts = { services: { waiting } } as unknown as Parts;
  const caller = { agreementNumber: 1, grantNumber: 1 } as unknown as Caller;
  const endpoint = { isLive: true } as unknown as Endpoint;
  const found = liveOptionsOf(parts, ctx, endpoint, [], { caller, demoLinks: false });
  if (isLeft(found) || found.right.live === undefined) throw new Error('it is refused');
  return found.right.live;
}

describe('the seat of a stream', () => {
  let seats = 0;
  const waiting = {
    sit: () => {
      seats += 1;
      return () => void (seats -= 1);
    },
    hasEnded: false,
  };
  const liveWith = (res: EventEmitter, socket = new EventEmitter()): Live => {
    const req = { headers: {}, socket };
    return liveFor({ req, res, accepts: () => 'text/event-stream' } as unknown as Context, waiting);
  };

  beforeEach(() => (seats = 0));

  it('is given back when its client is gone', () => {
    const response = new EventEmitter();

    liveWith(response).streams();
    expect(seats).to.equal(1);
    response.emit('close');

    expect(seats).to.equal(0);
  });

  it('is given back when its client ends its side, and where it has before', () => {
    const socket = new EventEmitter();
    const live = liveWith(new EventEmitter(), socket);
    live.streams();
    socket.emit('end');

    expect(seats).to.equal(0);
    expect(live.hasEnded()).to.equal(true);

    const ended = liveWith(new EventEmitter(), Object.assign(new EventEmitter(), { readableEnded: true }));
    ended.streams();

    expect(seats).to.equal(0);
    expect(ended.hasEnded()).to.equal(true);
  });

  it('is given back where its client is gone before it is taken', () => {
    const response = new EventEmitter();

    const live = liveWith(response);
    response.emit('close');
    live.streams();

    expect(seats).to.equal(0);
    expect(live.hasEnded()).to.equal(true);
  });

  it('is given back where its client is gone before anybody looks whether it is', () => {
    const live = liveWith(Object.assign(new EventEmitter(), { destroyed: true }));
    live.streams();

    expect(seats).to.equal(0);
    expect(live.hasEnded()).to.equal(true);
  });
});

describe('a piece of a stream', () => {
  it('has a place among the requests at work, when that of its request is given back', async () => {
    const own = admission(
      () => ({ group: 'known', name: 'one' }),
      () => false,
    );
    let live: Live | undefined;
    const app = new Koa().use((ctx) => {
      live = liveFor(ctx);
      ctx.body = 'begun';
    });
    const server = httpServer(app, { admission: own });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();

    const before = own.queue.load.running;
    expect([before, await live?.inTurn(() => Promise.resolve(own.queue.load.running))]).to.deep.equal([0, 1]);
    server.closeAllConnections();
    await once(server.close(), 'close');
  });
});
