import { parseArgs } from 'node:util';
import { startCluster } from './cluster.js';
import { runFaults } from './fault-run.js';
import type { RunOutcome } from './run-outcome.js';
import { Supervisor } from './supervisor.js';
import { missingPackages, SEARCH_PATH } from './programs.js';

const HELP = `npm run cluster -- [--seconds 60] [--clients 16] [--keep]

Starts three Galera nodes, two replicas of the built service and HAProxy on loopback ports, lets clients create and book while a node
and a replica are killed with -9 and come back, and compares what was answered with what is stored.

  --seconds N  how long the clients work (60)
  --clients N  how many (16)
  --keep       leaves the folder with logs and data

Exit status: 0 all holds, 1 something does not, 3 a package is missing.
`;
const MISSING = 3;
const INTERRUPTED = 130;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '16' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
// What still runs when a run has failed, such as its clients, is of no use any more.
else process.exit(await main());

async function main(): Promise<number> {
  const missing = missingPackages();
  if (missing.length > 0) {
    process.stdout.write(
      `NOT RUN: the cluster needs ${missing.join(', ')} (apt-get install ${missing.join(' ')})\n`,
    );
    return MISSING;
  }
  process.env['PATH'] = SEARCH_PATH;
  const supervisor = await Supervisor.create();
  const began = performance.now();
  const say = (what: string): void =>
    void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      say(`${signal}: ending what was started`);
      void supervisor.end({ keepsFolder: values.keep }).then(() => process.exit(INTERRUPTED));
    });
  }
  try {
    const cluster = await startCluster(supervisor, say);
    const outcome = await runFaults(
      cluster,
      { seconds: Number(values.seconds), clients: Number(values.clients) },
      say,
    );
    process.stdout.write(tableOf(outcome));
    return outcome.faults.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  } finally {
    await supervisor.end({ keepsFolder: values.keep });
    if (values.keep) say(`left in ${supervisor.folder}`);
  }
}

function tableOf({ figures, faults }: RunOutcome): string {
  const width = Math.max(...figures.map(([what]) => what.length));
  const lines = figures.map(([what, figure]) => `  ${what.padEnd(width)}  ${figure}`);
  const verdict = faults.length === 0 ? 'All of it holds.' : `${faults.length} faults:`;
  return `\n${[...lines, '', verdict, ...faults.map((fault) => `  ${fault}`)].join('\n')}\n`;
}
