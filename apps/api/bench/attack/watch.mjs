/**
 * A thread that asks for each of some paths every so often, whatever was answered so far, until it is told to
 * stop. Tells how long each answer took, in milliseconds, and how late the thread itself was at most: what it
 * says of others is no better. What it asks before it is told to begin does not count.
 */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { port, paths, headers, everyMs } = workerData;
const agent = new Agent({ keepAlive: true, noDelay: true });
const seen = Object.fromEntries(paths.map((path) => [path, []]));
let lateMs = 0;
let isCounted = false;
let open = 0;
let isOver = false;

function ask(path) {
  open += 1;
  const told = isCounted ? seen[path] : [];
  const began = performance.now();
  get({ port, host: '127.0.0.1', path, headers, agent }, (answer) => {
    answer.resume();
    answer.on('end', () => {
      told.push({ ms: performance.now() - began, status: answer.statusCode });
      done();
    });
  }).on('error', () => {
    told.push({ ms: performance.now() - began, status: 0 });
    done();
  });
}

function done() {
  open -= 1;
  if (isOver && open === 0) finish();
}

function finish() {
  parentPort.postMessage({ seen, lateMs });
  process.exit();
}

let next = 0;
let last = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  if (isCounted) lateMs = Math.max(lateMs, now - last - everyMs);
  last = now;
  ask(paths[next++ % paths.length]);
}, everyMs);
parentPort.on('message', (what) => {
  if (what === 'begin') {
    isCounted = true;
    return;
  }
  isOver = true;
  clearInterval(timer);
  if (open === 0) finish();
});
