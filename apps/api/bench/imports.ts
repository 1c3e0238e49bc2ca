/**
 * `npm run bench:imports`: how long an import of many vouchers takes, and what memory the service has at most
 * meanwhile.
 *
 *     node --import tsx --conditions=@kontor/source apps/api/bench/imports.ts \
 *       [vouchers] [DATABASE_URL] [jsonl|sie|both]
 *
 * It starts the service that is compiled as it stands, on a database that it makes and removes (SQLite where
 * none is named).
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { countAsked, notRun } from './asked.js';

const ROOT = new URL('../../../', import.meta.url).pathname;
const PORT = 3917;
const BASE = `http://127.0.0.1:${PORT}`;
const TICKS_A_SECOND = 100;
const YEAR = new Date().getUTCFullYear();

const [vouchers = '100000', database, formats = 'both'] = process.argv.slice(2);
const COUNT = countAsked('bench:imports', vouchers);
const FORMATS = { jsonl: ['jsonl'], sie: ['sie'], both: ['jsonl', 'sie'] } as const;
const asked = Object.entries(FORMATS).find(([name]) => name === formats)?.[1];
if (asked === undefined)
  notRun(`bench:imports takes jsonl, sie or both, and not ${JSON.stringify(formats)}.`);

/** The days of a year, one after the other. */
function day(index: number): string {
  const at = new Date(Date.UTC(YEAR, 0, 1 + Math.floor((index * 365) / COUNT)));
  return at.toISOString().slice(0, 10);
}

/** A sale with VAT, every fifth time a payment of it. */
function entriesOf(index: number): readonly (readonly [number, number, string?])[] {
  const net = 100 + (index % 9973);
  if (index % 5 === 4)
    return [
      [5810, net],
      [5820, -net],
    ];
  return [
    [5810, net * 1.25],
    [1010, -net, 'S25'],
    [6610, -net / 4, 'S25'],
  ];
}

function jsonLines(): string {
  return Array.from({ length: COUNT }, (_, index) =>
    JSON.stringify({
      vouchers: {
        numberSeries: { numberSeriesNumber: 1 },
        voucherNumber: index + 1,
        date: day(index),
        entries: entriesOf(index).map(([accountNumber, amount, vatCode]) => ({
          account: { accountNumber },
          amount,
          text: `Sale ${index + 1}`,
          ...(vatCode !== undefined && { vatAccount: { vatCode } }),
        })),
      },
    }),
  ).join('\n');
}

function sieFile(): string {
  const head = ['#FLAGGA 0', '#FORMAT PC8', '#SIETYP 4', '#VALUTA EUR', `#RAR 0 ${YEAR}0101 ${YEAR}1231`];
  const body = Array.from({ length: COUNT }, (_, index) => {
    const rows = entriesOf(index).map(([account, amount]) => `#TRANS ${account} {} ${amount}`);
    return [
      `#VER "A" "${index + 1}" ${day(index).replaceAll('-', '')} "Sale ${index + 1}"`,
      '{',
      ...rows,
      '}',
    ];
  });
  return [...head, ...body.flat()].join('\r\n');
}

async function started(url: string): Promise<ChildProcess> {
  const child = spawn('node', ['apps/api/dist/main.js'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: url, PORT: String(PORT), BASE_URL: BASE, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    await setTimeout(100);
    if (child.exitCode !== null) throw new Error('the service ended');
    const isThere = await fetch(`${BASE}/health`).then(
      () => true,
      () => false,
    );
    if (isThere) return child;
  }
}

function tokensOf(url: string): Record<string, string> {
  const answer = execFileSync('node', ['apps/kontor/dist/main.js', 'sandbox', '--years', '2'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: url },
  }).toString();
  const { appSecretToken, agreementGrantToken } = JSON.parse(answer) as Record<string, string>;
  return { 'X-AppSecretToken': appSecretToken ?? '', 'X-AgreementGrantToken': agreementGrantToken ?? '' };
}

/** What the process has had of memory at most, in MiB. */
function peakMib({ pid }: ChildProcess): number {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** Seconds of the processor that the process has taken. */
function processorSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

async function measured(url: string, format: 'jsonl' | 'sie'): Promise<string> {
  const tokens = tokensOf(url);
  const file = format === 'sie' ? sieFile() : jsonLines();
  const service = await started(url);
  try {
    const from = performance.now();
    const taken = processorSeconds(service);
    const type = format === 'sie' ? 'application/x-sie' : 'application/x-ndjson';
    const sent = await fetch(`${BASE}/imports`, {
      method: 'POST',
      headers: { ...tokens, 'Content-Type': type },
      body: file,
    });
    if (sent.status !== 201) throw new Error(await sent.text());
    for (;;) {
      await setTimeout(200);
      const answer = await fetch(sent.headers.get('location') as string, { headers: tokens });
      const state = (await answer.json()) as Record<string, unknown>;
      if (state['status'] === 'running') continue;
      const seconds = (performance.now() - from) / 1000;
      const { status, created, refused, refusals } = state;
      if (created !== COUNT)
        throw new Error(JSON.stringify({ status, created, refused, refusals }).slice(0, 2000));
      const mb = (file.length / 1e6).toFixed(1);
      const peak = peakMib(service).toFixed(0);
      const busy = (processorSeconds(service) - taken).toFixed(1);
      const took = `${seconds.toFixed(1)} s (${busy} s of the processor)`;
      return `${format}: ${COUNT} vouchers (${mb} MB) in ${took}, ${peak} MiB at most`;
    }
  } finally {
    service.kill();
    await new Promise((resolve) => service.once('exit', resolve));
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kontor-imports-'));
try {
  for (const format of asked) {
    const url = database ?? `sqlite:${join(folder, `${format}.db`)}`;
    process.stdout.write(`${await measured(url, format)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
