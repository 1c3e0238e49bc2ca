/** A noisy neighbour: one agreement asks for 2, 4 and 8 times what fits. README.md says how to run it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { countAsked } from './asked.js';
import { attacked, type Attacked, type Somebody } from './attack/attacked.js';
import { tableOf } from './table.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    times: { type: 'string', default: '2,4,8' },
  },
});
const SECONDS = countAsked('--seconds', values.seconds);
const TIMES = values.times.split(',').map((times) => countAsked('--times', times));

/** What is promised (issue 19). */
const GOODPUT_LEAST = 0.8;
const QUIET_P99_MS = 200;
const RECOVERY_MS = 5_000;

const COLD_SECONDS = 5;
const CONNECTIONS = 128;
const AHEAD = 32;
const QUIET_EVERY_MS = 25;
/** What both ask for: a page that is not remembered, since a search in all products makes it. */
const LOUD_PATH = '/accounts?pagesize=200&filter=name$like:*a*';
const QUIET_PATH = '/accounts?pagesize=20';

type Heard = {
  readonly statuses: Readonly<Record<string, number>>;
  readonly unsent: number;
  readonly seconds: number;
};

function requestText(path: string, { headers }: Somebody): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`;
}

/** Asks from a thread of its own. `rate` 0: as fast as it is answered. */
function loud(
  { port }: Attacked,
  who: Somebody,
  asking: { readonly rate: number; readonly connections: number; readonly seconds: number },
): Promise<Heard> {
  const aheadMax = asking.rate === 0 ? 1 : AHEAD;
  const workerData = { port, text: requestText(LOUD_PATH, who), aheadMax, ...asking };
  const worker = new Worker(new URL('attack/loud.mjs', import.meta.url), { workerData, execArgv: [] });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** One request on a connection that is kept, and how long its answer takes. */
async function askOnce({ port }: Attacked, { headers }: Somebody): Promise<{ ms: number; status: number }> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${QUIET_PATH}`, { headers });
  await answer.arrayBuffer();
  return { ms: performance.now() - began, status: answer.status };
}

/** The quiet neighbour: a request every so often, each by itself, until it is told to stop. */
async function quiet(
  service: Attacked,
  who: Somebody,
  isOver: () => boolean,
): Promise<{ times: number[]; refused: number }> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  let refused = 0;
  while (!isOver()) {
    running.push(
      askOnce(service, who).then(({ ms, status }) => {
        if (status === 200) times.push(ms);
        else refused += 1;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, QUIET_EVERY_MS));
  }
  await Promise.all(running);
  return { times, refused };
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Until the quiet neighbour is answered ten times in a row as if nobody else were there. */
async function recoveryMs(service: Attacked, who: Somebody, usualMs: number): Promise<number> {
  const began = performance.now();
  let inARow = 0;
  while (inARow < 10 && performance.now() - began < 4 * RECOVERY_MS) {
    const { ms, status } = await askOnce(service, who);
    inARow = status === 200 && ms <= usualMs ? inARow + 1 : 0;
  }
  return performance.now() - began;
}

/** How often one agreement asks for what fits, for how long, and what is usual without it. */
type Overload = {
  readonly times: number;
  readonly seconds: number;
  readonly capacity: number;
  readonly usual: number;
};

type Seen = {
  readonly times: number;
  readonly goodput: number;
  readonly waits: readonly number[];
  readonly refused: number;
  readonly recovery: number;
  readonly held: { readonly mostMib: number; readonly processorMs: number };
  readonly statuses: Heard['statuses'];
};

async function overloaded(
  service: Attacked,
  { noisy, other }: { readonly noisy: Somebody; readonly other: Somebody },
  { times, seconds, capacity, usual }: Overload,
): Promise<Seen> {
  let over = false;
  const beside = quiet(service, other, () => over);
  let heard: Heard | undefined;
  const held = await service.during(async () => {
    heard = await loud(service, noisy, { rate: times * capacity, connections: CONNECTIONS, seconds });
    over = true;
  });
  const recovery = await recoveryMs(service, other, Math.max(3 * usual, 50));
  const { times: waits, refused } = await beside;
  const { statuses, seconds: took } = heard as Heard;
  const goodput = ((statuses['200'] ?? 0) + waits.length) / took / capacity;
  return { times, goodput, waits, refused, recovery, held, statuses };
}

/** What is not as it is promised. */
function faultsOf({ times, goodput, waits, refused, recovery }: Seen): readonly string[] {
  const faults: string[] = [];
  const p99 = quantile(waits, 0.99);
  if (goodput < GOODPUT_LEAST) faults.push(`${times} times: goodput ${(100 * goodput).toFixed(0)} %`);
  if (!(p99 < QUIET_P99_MS)) faults.push(`${times} times: the quiet neighbour's p99 is ${p99.toFixed(0)} ms`);
  if (refused > 0) faults.push(`${times} times: the quiet neighbour was refused ${refused} times`);
  if (recovery > RECOVERY_MS) faults.push(`${times} times: recovered after ${recovery.toFixed(0)} ms`);
  return faults;
}

function rowOf({ times, goodput, waits, refused, recovery, held, statuses }: Seen, how: string): string[] {
  return [
    `${times}${how}`,
    `${(100 * goodput).toFixed(0)} %`,
    quantile(waits, 0.5).toFixed(0),
    quantile(waits, 0.99).toFixed(0),
    `${refused} of ${waits.length + refused}`,
    recovery.toFixed(0),
    held.mostMib.toFixed(0),
    held.processorMs.toFixed(0),
    JSON.stringify(statuses).replaceAll('"', ''),
  ];
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-neighbour-'));
  const databaseUrl = positionals[0] ?? `sqlite:${join(folder, 'kontor.db')}`;
  const service = await attacked(databaseUrl);
  try {
    const [noisy, other] = [service.somebody(), service.somebody()];
    await loud(service, noisy, { rate: 0, connections: 16, seconds: 3 });
    const alone = await loud(service, noisy, { rate: 0, connections: 32, seconds: SECONDS });
    const capacity = (alone.statuses['200'] ?? 0) / alone.seconds;
    let isOver = false;
    const before = quiet(service, other, () => isOver);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    isOver = true;
    const usual = quantile((await before).times, 0.99);
    const rows: string[][] = [];
    const faults: string[] = [];
    // What refuses and shares out has run for nobody yet: told, and not judged, as all figures are of a warm
    // process.
    const cold = { times: TIMES[0] ?? 2, seconds: COLD_SECONDS, isJudged: false };
    const warm = TIMES.map((times) => ({ times, seconds: SECONDS, isJudged: true }));
    for (const overload of [cold, ...warm]) {
      const seen = await overloaded(service, { noisy, other }, { ...overload, capacity, usual });
      if (overload.isJudged) faults.push(...faultsOf(seen));
      rows.push(rowOf(seen, overload.isJudged ? '' : ' cold'));
    }
    console.log(
      `capacity ${capacity.toFixed(0)} answers/s; quiet alone p99 ${usual.toFixed(0)} ms; ${SECONDS} s each; heap 256 MB`,
    );
    console.log(`load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
    const head = [
      'times',
      'goodput',
      'quiet p50',
      'p99 ms',
      'refused',
      'recovery ms',
      'MiB',
      'loop ms',
      'answers',
    ];
    console.log(tableOf(head, rows));
    console.log(faults.length === 0 ? 'All of it holds.' : faults.join('\n'));
    return faults.length === 0 ? 0 : 1;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exit(await main());
