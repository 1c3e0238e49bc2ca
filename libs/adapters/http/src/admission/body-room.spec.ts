import { expect } from 'chai';
import { BodyRoom } from './body-room.js';
import type { Flow } from './fair-queue.js';

const known = (name: string): Flow => ({ group: 'known', name });
const stranger = (name: string): Flow => ({ group: 'stranger', name });

function bench(bytesMax: number) {
  let now = 0;
  const room = new BodyRoom(bytesMax, () => now);
  const ended: string[] = [];
  return {
    room,
    ended,
    pass: (ms: number): void => void (now += ms),
    send: (flow: Flow, bytes: number, called = flow.name) =>
      room.enter(flow, bytes, () => ended.push(called)),
  };
}

describe('the room for bodies that are on their way', () => {
  it('is given back, once', () => {
    const { room, send } = bench(100);
    const leave = send(known('one'), 60);
    expect(room.bytes).to.equal(60);

    leave?.();
    leave?.();

    expect(room.bytes).to.equal(0);
  });

  it('refuses one more of a client that has all of it and began just now, and ends the one that takes long', () => {
    const { room, ended, pass, send } = bench(100);
    send(known('one'), 50, 'first');
    send(known('one'), 50, 'second');
    expect(send(known('one'), 50, 'third')).to.equal(undefined);
    expect(ended).to.deep.equal([]);

    pass(5_000);

    expect(send(known('one'), 50, 'fourth')).not.to.equal(undefined);
    expect(ended).to.deep.equal(['first']);
    expect(room.bytes).to.equal(100);
  });

  it('takes who has little, and ends a body of who has most, however new it is', () => {
    const { ended, send } = bench(100);
    send(known('little'), 20);
    send(known('much'), 40, 'much, first');
    send(known('much'), 40, 'much, second');

    expect(send(known('another'), 20)).not.to.equal(undefined);
    expect(ended).to.deep.equal(['much, first']);
  });

  it('takes strangers as one, who make room for agreements, and agreements for strangers', () => {
    const { ended, send } = bench(100);
    for (let network = 0; network < 10; network += 1) send(stranger(`network ${network}`), 10);

    expect(send(known('one'), 40)).not.to.equal(undefined);
    expect(ended).to.have.length(4);
    expect(send(known('two'), 20)).not.to.equal(undefined);
    expect(send(stranger('late'), 10)).not.to.equal(undefined);
    expect(ended.filter((name) => name === 'one')).to.have.length(1);
  });
});
