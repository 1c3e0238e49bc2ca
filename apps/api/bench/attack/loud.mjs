/**
 * A thread that asks one thing over many connections: as fast as it is answered (closed), or at a rate whatever
 * was answered so far (open), up to so many requests ahead on each connection. Tells how many answers of each
 * status came within the time.
 */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port, text, connections, rate, seconds, aheadMax } = workerData;
const bytes = Buffer.from(text);
const TICK_MS = 5;
const HEAD_END = Buffer.from('\r\n\r\n');

const statuses = {};
let unsent = 0;
let isOver = false;

class Lane {
  ahead = 0;
  #pending = Buffer.alloc(0);
  #left = 0;

  constructor() {
    this.#open();
  }

  #open() {
    this.ahead = 0;
    this.#left = 0;
    this.#pending = Buffer.alloc(0);
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('connect', () => rate === 0 && this.send());
    this.socket.on('data', (data) => this.#take(data));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      statuses.cut = (statuses.cut ?? 0) + this.ahead;
      if (!isOver) setTimeout(() => this.#open(), 20);
    });
  }

  send() {
    if (this.ahead >= aheadMax || this.socket.readyState !== 'open') return false;
    this.ahead += 1;
    this.socket.write(bytes);
    return true;
  }

  #take(data) {
    let rest = data;
    for (;;) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, rest.length);
        this.#left -= taken;
        rest = rest.subarray(taken);
        if (this.#left > 0) return;
        this.#done();
      }
      const all = this.#pending.length === 0 ? rest : Buffer.concat([this.#pending, rest]);
      const end = all.indexOf(HEAD_END);
      if (end < 0) {
        this.#pending = Buffer.from(all);
        return;
      }
      const head = all.toString('latin1', 0, end);
      const status = head.slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      this.#pending = Buffer.alloc(0);
      this.#left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      rest = all.subarray(end + HEAD_END.length);
      if (this.#left === 0) this.#done();
      if (rest.length === 0) return;
    }
  }

  #done() {
    this.ahead -= 1;
    if (rate === 0 && !isOver) this.send();
  }
}

const lanes = Array.from({ length: connections }, () => new Lane());
const began = performance.now();
let due = 0;
let next = 0;
const timer = setInterval(() => {
  if (rate === 0) return;
  const wanted = Math.floor(((performance.now() - began) * rate) / 1000);
  for (; due < wanted; due += 1) {
    let isSent = false;
    for (let tried = 0; tried < lanes.length && !isSent; tried += 1)
      isSent = lanes[next++ % lanes.length].send();
    if (!isSent) {
      unsent += wanted - due;
      due = wanted;
    }
  }
}, TICK_MS);
setTimeout(() => {
  isOver = true;
  clearInterval(timer);
  parentPort.postMessage({ statuses, unsent, seconds: (performance.now() - began) / 1000 });
  for (const { socket } of lanes) socket.destroy();
  process.exit();
}, seconds * 1000);
