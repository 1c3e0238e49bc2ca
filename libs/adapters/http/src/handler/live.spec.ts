import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { Caller } from '@kontor/studio';
import type { Endpoint, Live } from '../endpoint/endpoint.js';
import type { Parts } from '../http-parts.js';
import { liveOf } from './live.js';

describe('the seat of a stream', () => {
  let seats = 0;
  const waiting = {
    sit: () => {
      seats += 1;
      return () => void (seats -= 1);
    },
    hasEnded: false,
  };
  const liveFor = (res: EventEmitter, socket = new EventEmitter()): Live => {
    const req = { headers: {}, socket };
    const ctx = { req, res, accepts: () => 'text/event-stream' } as unknown as Context;
    const parts = { services: { waiting } } as unknown as Parts;
    const caller = { agreementNumber: 1, grantNumber: 1 } as unknown as Caller;
    const endpoint = { isLive: true } as unknown as Endpoint;
    const found = liveOf(parts, ctx, endpoint, [], { caller, demoLinks: false });
    if (isLeft(found) || found.right.live === undefined) throw new Error('it is refused');
    return found.right.live;
  };

  beforeEach(() => (seats = 0));

  it('is given back when its client is gone', () => {
    const response = new EventEmitter();

    liveFor(response).streams();
    expect(seats).to.equal(1);
    response.emit('close');

    expect(seats).to.equal(0);
  });

  it('is given back when its client ends its side, and where it has before', () => {
    const socket = new EventEmitter();
    const live = liveFor(new EventEmitter(), socket);
    live.streams();
    socket.emit('end');

    expect(seats).to.equal(0);
    expect(live.hasEnded()).to.equal(true);

    const ended = liveFor(new EventEmitter(), Object.assign(new EventEmitter(), { readableEnded: true }));
    ended.streams();

    expect(seats).to.equal(0);
    expect(ended.hasEnded()).to.equal(true);
  });

  it('is given back where its client is gone before it is taken', () => {
    const response = new EventEmitter();

    const live = liveFor(response);
    response.emit('close');
    live.streams();

    expect(seats).to.equal(0);
    expect(live.hasEnded()).to.equal(true);
  });

  it('is given back where its client is gone before anybody looks whether it is', () => {
    const live = liveFor(Object.assign(new EventEmitter(), { destroyed: true }));
    live.streams();

    expect(seats).to.equal(0);
    expect(live.hasEnded()).to.equal(true);
  });
});
