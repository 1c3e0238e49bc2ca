/**
 * `npm run bench:statements`: how long statements of large books take, as a client waits for them.
 *
 *     node --import tsx --conditions=@kontor/source apps/api/bench/statements.ts \
 *       DATABASE_URL TOKENS.json [times]
 *
 * The books are made before:
 *
 *     DATABASE_URL=… npm run --silent kontor -- sandbox --years 3 --seed-entries 1000000 > TOKENS.json
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { countAsked, notRun } from './asked.js';

const ROOT = new URL('../../../', import.meta.url).pathname;
const PORT = 3919;
const BASE = `http://127.0.0.1:${PORT}`;
const [url, tokens, times = '200'] = process.argv.slice(2);
if (url === undefined || tokens === undefined || !existsSync(tokens))
  notRun('npm run bench:statements -- DATABASE_URL TOKENS.json [times]: of books that were made before.');
const TIMES = countAsked('bench:statements', times);
const { appSecretToken, agreementGrantToken } = JSON.parse(readFileSync(tokens, 'utf8')) as Record<
  string,
  string
>;
const headers = {
  'X-AppSecretToken': appSecretToken ?? '',
  'X-AgreementGrantToken': agreementGrantToken ?? '',
  'Cache-Control': 'no-cache',
};
const YEAR = new Date().getUTCFullYear();

/** What a process has taken of a processor since it began, in ms: 100 ticks are a second. */
function processorOf(pid: number | undefined): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const parts = after.split(' ');
  return (Number(parts[11]) + Number(parts[12])) * 10;
}

/** One after the other; the first one apart, since nothing is remembered then. */
async function measured(path: string): Promise<string> {
  const times: number[] = [];
  let began = 0;
  for (let count = 0; count <= TIMES; count += 1) {
    if (count === 1) began = processorOf(service.pid);
    const from = performance.now();
    const answer = await fetch(`${BASE}${path}`, { headers });
    const text = await answer.text();
    times.push(performance.now() - from);
    if (answer.status !== 200) throw new Error(text);
  }
  const [first = NaN, ...others] = times;
  others.sort((one, other) => one - other);
  const at = (share: number): string => (others[Math.ceil(others.length * share) - 1] ?? NaN).toFixed(1);
  const processor = ((processorOf(service.pid) - began) / others.length).toFixed(1);
  return (
    `${path.padEnd(76)} first ${first.toFixed(0).padStart(6)} ms, then p50 ${at(0.5)} p99 ${at(0.99)} ms, ` +
    `${processor} ms of the service's processor`
  );
}

const service = spawn('node', ['apps/api/dist/main.js'], {
  cwd: ROOT,
  env: { ...process.env, DATABASE_URL: url, PORT: String(PORT), BASE_URL: BASE, RATE_LIMIT: 'off' },
  stdio: 'ignore',
});
try {
  for (let isThere = false; !isThere;) {
    await setTimeout(100);
    isThere = await fetch(`${BASE}/health`).then(
      () => true,
      () => false,
    );
  }
  const whole = `fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`;
  const dated = (date: string): string => `date=${YEAR}-${date}`;
  const odd = `fromDate=${YEAR}-01-11&toDate=${YEAR}-12-20`;
  const middle = `fromDate=${YEAR}-03-16&toDate=${YEAR}-11-15`;
  for (const path of [`/accounting-years/${YEAR}/totals`, ...statements()]) {
    process.stdout.write(`${await measured(path)}\n`);
  }
  function statements(): readonly string[] {
    const [spans, days] = [[whole, odd, middle], ['12-31', '12-20', '11-15'].map(dated)];
    return [
      ...['trial-balance', 'vat', 'profit-and-loss'].flatMap((name) =>
        spans.map((dates) => `/statements/${name}?${dates}`),
      ),
      ...['balance-sheet', 'aged-receivables', 'aged-payables'].flatMap((name) =>
        days.map((date) => `/statements/${name}?${date}`),
      ),
    ];
  }
} finally {
  service.kill();
}
