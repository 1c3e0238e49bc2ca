/**
 * `npm run bench:statements`: how long statements of large books take, as a client waits for them.
 *
 *     node --import tsx --conditions=@kontor/source apps/api/bench/statements.ts \
 *       DATABASE_URL TOKENS.json [asked]
 *
 * The books are made before:
 *
 *     DATABASE_URL=… npm run --silent kontor -- sandbox --years 3 --seed-entries 1000000 > TOKENS.json
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const ROOT = new URL('../../../', import.meta.url).pathname;
const PORT = 3919;
const BASE = `http://127.0.0.1:${PORT}`;
const [url = '', tokens = '', asked = '200'] = process.argv.slice(2);
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

/** One after the other; the first one apart, since nothing is remembered then. */
async function measured(path: string): Promise<string> {
  const times: number[] = [];
  for (let count = 0; count <= Number(asked); count += 1) {
    const from = performance.now();
    const answer = await fetch(`${BASE}${path}`, { headers });
    const text = await answer.text();
    times.push(performance.now() - from);
    if (answer.status !== 200) throw new Error(text);
  }
  const [first = NaN, ...others] = times;
  others.sort((one, other) => one - other);
  const at = (share: number): string => (others[Math.ceil(others.length * share) - 1] ?? NaN).toFixed(1);
  return `${path.padEnd(76)} first ${first.toFixed(0).padStart(6)} ms, then p50 ${at(0.5)} p99 ${at(0.99)} ms`;
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
  const odd = `fromDate=${YEAR}-01-11&toDate=${YEAR}-12-20`;
  const middle = `fromDate=${YEAR}-03-16&toDate=${YEAR}-11-15`;
  for (const path of [`/accounting-years/${YEAR}/totals`, ...statements()]) {
    process.stdout.write(`${await measured(path)}\n`);
  }
  function statements(): readonly string[] {
    return ['trial-balance', 'vat', 'profit-and-loss', 'balance-sheet'].flatMap((name) =>
      [whole, odd, middle].map((dates) => `/statements/${name}?${dates}`),
    );
  }
} finally {
  service.kill();
}
