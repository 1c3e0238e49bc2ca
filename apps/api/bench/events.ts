/** From a commit to its delivery, and pages of a long feed (issue 16); README.md says what was measured. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { countAsked } from './asked.js';
import { programs } from './build.js';
import { makeDatabases } from './databases.js';
import { productBody } from './dataset.js';
import { fillService } from './fill-service.js';
import type { FilledAgreement } from './floor-tables.js';
import { median } from './median.js';
import { databaseServers, processorMs } from './process-figures.js';
import { startServer, stopAll, type Running } from './servers.js';
import { tableOf } from './table.js';
import { BOOKS, GROWING, MANY_ENTRIES, YEAR } from './work.js';

/** Items of the pages that are asked for. */
const SHORT_PAGE = 20;
const LONG_PAGE = 1_000;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    events: { type: 'string', default: '1000000' },
    pages: { type: 'string', default: '500' },
    unordered: { type: 'boolean', default: false },
  },
});
const RATE = countAsked('--rate', values.rate);
const SECONDS = countAsked('--seconds', values.seconds);
const EVENTS = countAsked('--events', values.events);
const PAGES = countAsked('--pages', values.pages);
/** Of the books whose pages are read beside those of events, which are no longer than that. */
const ENTRIES = Math.min(MANY_ENTRIES, Math.max(EVENTS, LONG_PAGE));
/** The first seconds are those of a process that has just started. */
const WARM_UP = 5 * RATE;
const DRAIN_MS = 60_000;
const CENT = 100;

type Asking = { readonly base: string; readonly headers: Readonly<Record<string, string>> };

/** Writes that were refused because the service had too much to do. */
let refused = 0;

/** Writes at a constant rate, whatever was answered so far, and notes when each answer came. */
async function writeAtRate({ base, headers }: Asking): Promise<ReadonlyMap<string, number>> {
  const answered = new Map<string, number>();
  const asked: Promise<void>[] = [];
  const began = performance.now();
  const total = WARM_UP + RATE * SECONDS;
  for (let index = 0; index < total; index += 1) {
    const wait = began + (index * 1_000) / RATE - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    asked.push(
      (async () => {
        const body = productBody(index + 1, `w${index}`);
        const answer = await fetch(`${base}/products`, { method: 'POST', headers, body });
        const now = performance.now();
        const text = await answer.text();
        if (answer.status === 503) refused += 1;
        else if (answer.status !== 201) throw new Error(`${answer.status} ${text}`);
        else if (index >= WARM_UP) answered.set(answer.headers.get('x-request-id') ?? '', now);
      })(),
    );
  }
  await Promise.all(asked);
  return answered;
}

/** What comes between the answer to a write, sent after its commit, and the arrival of its delivery. */
async function deliveries(asking: Asking, { pid }: Running): Promise<string> {
  const arrived = new Map<string, number>();
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const { requestId } = JSON.parse(body) as { requestId: string };
      if (!arrived.has(requestId)) arrived.set(requestId, performance.now());
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const made = await fetch(`${asking.base}/webhooks`, {
    method: 'POST',
    headers: asking.headers,
    body: JSON.stringify({ url, types: ['product.*'], ordered: !values.unordered }),
  });
  if (made.status !== 201) throw new Error(await made.text());
  const before = processorMs(pid) ?? NaN;
  const answered = await writeAtRate(asking);
  const busyMs = (processorMs(pid) ?? NaN) - before;
  const missing = (): readonly string[] => [...answered.keys()].filter((id) => !arrived.has(id));
  const end = performance.now() + DRAIN_MS;
  while (missing().length > 0 && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, CENT));
  receiver.closeAllConnections();
  receiver.close();
  const waits = [...answered].flatMap(([id, at]) => (arrived.get(id) ?? NaN) - at).sort((a, b) => a - b);
  const at = (share: number): string => `${Math.round(waits[Math.floor(waits.length * share)] ?? NaN)} ms`;
  const each = (busyMs / (WARM_UP + RATE * SECONDS)).toFixed(2);
  return (
    `${RATE} writes/s for ${SECONDS} s: ${answered.size} answered, ${refused} refused, ${missing().length} not delivered; from answer to ` +
    `delivery: median ${at(0.5)}, 99 % within ${at(0.99)}, the last ${at(1 - 1 / waits.length)}; ` +
    `the service took ${each} processor ms for each write with its delivery\n`
  );
}

/** Puts events in front of those that there are, as if they had happened long before. */
async function fillEvents(databaseUrl: string): Promise<void> {
  const connection = await createConnection({ uri: databaseUrl });
  try {
    const [rows] = await connection.query<(RowDataPacket & { readonly of: number })[]>(
      'SELECT agreement_number AS `of` FROM entry GROUP BY agreement_number ORDER BY COUNT(*) DESC LIMIT 1',
    );
    const of = rows[0]?.of ?? 0;
    const name = [of, 'event-log'];
    await connection.query('DELETE FROM event WHERE agreement_number = ?', [of]);
    await connection.query(
      'DELETE FROM collection_state WHERE agreement_number = ? AND collection = ?',
      name,
    );
    const digits = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} d`).join(' UNION ')})`;
    const number = '1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d';
    await connection.query(
      'INSERT INTO event (agreement_number, sequence, type, collection, item_keys, changed, created, request_id, ' +
        `app_number, user_name) SELECT ?, n, 'customer.updated', 'customers', CONCAT('[', n, ']'), '["name"]', ` +
        `'2026-11-01T00:00:00Z', UUID(), 1, 'bench' FROM (SELECT ${number} AS n FROM ${digits} a, ${digits} b, ` +
        `${digits} c, ${digits} e, ${digits} f, ${digits} g) numbers WHERE n <= ?`,
      [of, EVENTS],
    );
    await connection.query(
      'INSERT INTO collection_state (agreement_number, collection, version, items) VALUES (?, ?, 1, ?)',
      [...name, EVENTS],
    );
  } finally {
    await connection.end();
  }
}

/** Pages of events and of entries by turns, one at a time: time and processor time of each. */
async function pages({ base, headers }: Asking, { pid }: Running): Promise<string> {
  const [database] = databaseServers().length === 1 ? databaseServers() : [process.env['BENCH_DATABASE_PID']];
  const works = [SHORT_PAGE, LONG_PAGE].flatMap((size) => [
    { name: `events, ${size}`, to: () => `/events?after=${random(EVENTS - size)}&pagesize=${size}` },
    { name: `events at the end, ${size}`, to: () => `/events?after=${EVENTS - size}&pagesize=${size}` },
    {
      name: `entries, ${size}`,
      to: () => `/accounting-years/${YEAR}/entries?pagesize=${size}&skippages=${random(ENTRIES / size)}`,
    },
  ]);
  const rows = new Map(works.map(({ name }) => [name, { took: [] as number[], service: 0, database: 0 }]));
  for (let turn = 0; turn < PAGES; turn += 1) {
    for (const { name, to } of works) {
      const row = rows.get(name);
      const before = [processorMs(pid) ?? NaN, processorMs(Number(database)) ?? NaN] as const;
      const began = performance.now();
      const answer = await fetch(base + to(), { headers });
      const text = await answer.text();
      if (answer.status !== 200 || row === undefined) throw new Error(text);
      row.took.push(performance.now() - began);
      row.service += (processorMs(pid) ?? NaN) - before[0];
      row.database += (processorMs(Number(database)) ?? NaN) - before[1];
    }
  }
  return tableOf(
    ['page', 'median ms', 'service, processor ms', 'database, processor ms'],
    [...rows].map(([name, { took, service, database: of }]) => [
      name,
      median(took).toFixed(2),
      (service / PAGES).toFixed(2),
      (of / PAGES).toFixed(2),
    ]),
  );
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(1)));
const databases = await makeDatabases({ sqlite: false });
try {
  const sizes = { products: 10, agreements: 1, entries: ENTRIES, drafts: 0 };
  const filled = await fillService(databases.service, sizes, { own: true, small: false });
  await fillEvents(databases.service);
  process.env['WEBHOOK_PRIVATE_NETWORKS'] = 'on';
  const tokens = filled[GROWING] as FilledAgreement;
  const program = programs({ source: false, profile: false }).service;
  const start = { side: 'service' as const, program, databaseUrl: databases.service, tokens, path: '/units' };
  const running = await startServer(start);
  const askingOf = ({ appToken, grantToken }: FilledAgreement): Asking => ({
    base: `http://127.0.0.1:${running.port}`,
    headers: {
      'X-AppSecretToken': appToken,
      'X-AgreementGrantToken': grantToken,
      'Content-Type': 'application/json',
    },
  });
  process.stdout.write(await deliveries(askingOf(tokens), running));
  process.stdout.write(`${await pages(askingOf(filled[BOOKS] as FilledAgreement), running)}\n`);
} finally {
  await stopAll();
  await databases.drop();
}
