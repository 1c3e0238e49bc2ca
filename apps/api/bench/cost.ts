import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { Databases } from './databases.js';
import { productNumber } from './dataset.js';
import type { FilledAgreement } from './floor-tables.js';
import type { LoadReport } from './load.js';
import { FIRST_WARM_UP_MS, sampled } from './measure.js';
import { median } from './median.js';
import type { Options } from './options.js';
import { root, startLoad, startServer, type Start } from './servers.js';
import { figure, tableOf } from './table.js';
import { LARGE, WrongAnswer, type Sizes, type Work } from './work.js';

/** Another checkout, ready to be started, and the tokens of its own agreements. */
export type Other = { readonly start: Start; readonly tokens: readonly FilledAgreement[] };

export type Costing = {
  readonly options: Options;
  readonly works: readonly Work[];
  readonly starts: Readonly<Record<'service' | 'floor', Start>>;
  readonly other: Other | undefined;
  readonly tokens: readonly FilledAgreement[];
  readonly sizes: Sizes;
};

/** How many requests a sample has at least and at most, whatever the first seconds say. */
const FEWEST = 200;
const MOST = 20_000;

/** The books to fill, as `fillService` takes them. */
type Filling = { readonly own: boolean; readonly small: boolean };

/**
 * Compiles another checkout and fills a database through its own repositories, in a process of its own.
 * Throws when it does not compile.
 */
export async function otherCheckout(
  { against = '' }: Options,
  databases: Databases,
  sizes: Sizes,
  hasBooks: Filling,
): Promise<Other> {
  const folder = resolve(against);
  const run = (program: string, args: readonly string[]): string => {
    const { status, stdout } = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0)
      throw new Error(`${folder}: ${program} ${args[0] ?? ''} ends with ${status ?? 'a signal'}`);
    return stdout;
  };
  const bundle = join(folder, 'apps/api/bundle.mjs');
  const isBundled = existsSync(bundle);
  if (folder !== resolve(root)) {
    run('node_modules/.bin/tsgo', ['-b', 'apps/api/tsconfig.lib.json']);
    if (isBundled) run(process.execPath, [bundle]);
  }
  const asked = [databases.other, sizes, hasBooks].map((one) => JSON.stringify(one)).join(', ');
  const filling = `import { fillService } from ${JSON.stringify(join(folder, 'apps/api/bench/fill-service.ts'))};
    const filled = await fillService(${asked});
    process.stdout.write(JSON.stringify(filled));`;
  const fromSource = ['--import', 'tsx', '--conditions=@kontor/source', '--input-type=module', '-e', filling];
  const tokens = JSON.parse(run(process.execPath, fromSource)) as readonly FilledAgreement[];
  return {
    tokens,
    start: {
      side: 'service',
      program: [join(folder, `apps/api/dist/${isBundled ? 'bundle/' : ''}main.js`)],
      databaseUrl: databases.other,
      tokens: tokens[LARGE] as FilledAgreement,
      path: `/products/${productNumber(1)}`,
    },
  };
}

/**
 * The same service on a second database, filled alike, which lacks secondary indexes: `indexes` for all of
 * them. Throws when there is none of a name.
 */
export async function withoutIndexes(
  options: Options,
  databases: Databases,
  sizes: Sizes,
  hasBooks: Filling,
): Promise<Other> {
  const other = await otherCheckout({ ...options, against: root }, databases, sizes, hasBooks);
  const connection = await createConnection({ uri: databases.other });
  try {
    const [found] = await connection.query<
      (RowDataPacket & { readonly of: string; readonly name: string })[]
    >(
      'SELECT DISTINCT TABLE_NAME AS `of`, INDEX_NAME AS `name` FROM information_schema.STATISTICS ' +
        'WHERE TABLE_SCHEMA = DATABASE() AND NON_UNIQUE = 1',
    );
    const isMeant = (name: string): boolean =>
      options.without.includes('indexes') || options.without.includes(name);
    const dropped = found.filter(({ name }) => isMeant(name));
    if (dropped.length === 0)
      throw new Error(`no such index; there are ${found.map(({ name }) => name).join(', ')}`);
    for (const { of, name } of dropped) await connection.query('DROP INDEX ?? ON ??', [name, of]);
  } finally {
    await connection.end();
  }
  return other;
}

/** The same service on a second database, filled alike, with other settings. */
export async function withSettings(
  options: Options,
  databases: Databases,
  sizes: Sizes,
  hasBooks: Filling,
): Promise<Other> {
  const other = await otherCheckout({ ...options, against: root }, databases, sizes, hasBooks);
  return { ...other, start: { ...other.start, environment: options.with } };
}

/**
 * Processor time of one request in microseconds, of the service and of the database: medians over the rounds,
 * every work on each side by turns, in each sample as many requests on one side as on the other. Unlike a
 * rate it hardly depends on what else the machine does. Settings such as WORKERS are about the rate, so it
 * is told beside it.
 */
export async function costTable(costing: Costing): Promise<string> {
  const { options, works, starts, other, tokens, sizes } = costing;
  const sides = [
    { name: 'service', start: starts.service, tokens },
    ...(other === undefined ? [] : [{ name: 'other', ...other }]),
    { name: 'floor', start: starts.floor, tokens },
  ];
  const running = [];
  for (const side of sides) running.push({ ...side, ...(await startServer(side.start)) });
  const load = startLoad();
  const samples = new Map<string, LoadReport[]>();
  const nexts = new Map<string, number>();
  const counts = new Map<string, number>();
  for (let round = 0; round < options.rounds; round += 1) {
    for (const work of works) {
      for (const side of round % 2 === 0 ? running : running.toReversed()) {
        if (work.serviceOnly === true && side.name === 'floor') continue;
        const name = `${work.id} ${side.name}`;
        const ask = async (limit: {
          readonly count?: number;
          readonly measureMs: number;
        }): Promise<LoadReport> => {
          load.send({ tokens: side.tokens, sizes });
          const { id, connections } = work;
          const { port, pid } = side;
          const from = nexts.get(name) ?? 0;
          const order = {
            work: id,
            port,
            pid,
            connections: options.connections ?? connections,
            from,
            warmUpMs: 0,
          };
          const report = await sampled(load, { ...order, ...limit });
          nexts.set(name, report.next);
          if (report.wrong > 0) throw new WrongAnswer(`${name}: ${report.firstWrong ?? ''}`);
          return report;
        };
        if (round === 0) {
          // Rounds compare what is hot, as rates do; a single one only shows that it runs.
          if (options.rounds > 1) await ask({ measureMs: FIRST_WARM_UP_MS });
          const { answered } = await ask({ measureMs: 1000 * options.seconds });
          const count = Math.min(MOST, Math.max(FEWEST, answered));
          counts.set(work.id, Math.max(count, counts.get(work.id) ?? 0));
        }
        const report = await ask({ measureMs: 600_000, count: counts.get(work.id) ?? FEWEST });
        samples.set(name, [...(samples.get(name) ?? []), report]);
        process.stderr.write(`${name}: ${figure(report.serverUs)} + ${figure(report.databaseUs)} µs\n`);
      }
    }
  }
  const of = (work: Work, side: string, pick: (report: LoadReport) => number): number =>
    median((samples.get(`${work.id} ${side}`) ?? []).map(pick));
  const server = ({ serverUs }: LoadReport): number => serverUs;
  const database = ({ databaseUs }: LoadReport): number => databaseUs;
  const names = sides.map(({ name }) => name);
  const rate = ({ perSecond }: LoadReport): number => perSecond;
  return tableOf(
    [
      'work, µs a request',
      ...names,
      ...names.map((name) => `database, ${name}`),
      ...names.map((name) => `per s, ${name}`),
    ],
    works.map((work) => [
      work.id,
      ...names.map((name) => figure(of(work, name, server))),
      ...names.map((name) => figure(of(work, name, database))),
      ...names.map((name) => figure(of(work, name, rate))),
    ]),
  );
}
