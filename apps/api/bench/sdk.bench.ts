import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { clientCommand, root, startServer, type Start } from './servers.js';
import type { Tokens } from './load.js';
import { figure, met, tableOf } from './table.js';

/** A call through the SDK costs its caller at most this much of what `fetch` and `JSON.parse` cost. */
const OVERHEAD_GOAL = 2;
/** The last tenth of a walk has at most this much of the first tenth's memory. */
const MEMORY_GOAL = 1.1;
const CALLS = 1000;
const CALLS_SMALL = 40;

/** What `apps/api-e2e/bench/sdk-client.mjs` prints: processor time in µs a call, of the caller. */
export type SdkFigures = {
  readonly overheads: readonly {
    readonly title: string;
    readonly sdkUs: number;
    readonly fetchUs: number;
    readonly ratio: number;
  }[];
  readonly walk: {
    readonly entries: number;
    readonly perSecond: number;
    /** By hand, with `fetch` and `JSON.parse`. */
    readonly barePerSecond: number;
    /** Of the time, how much the caller's process worked. */
    readonly cpuShare: number;
    /** What lived after every 10,000 entries. */
    readonly heapMib: readonly number[];
  };
};

export type SdkSetting = {
  /** Books with entries and products. */
  readonly tokens: Tokens;
  readonly year: string;
  readonly rounds: number;
  readonly small: boolean;
};

/** What the built SDK costs its caller, on a service whose links lead to itself. */
export async function measureSdk(
  start: Start,
  { tokens, year, rounds, small }: SdkSetting,
): Promise<SdkFigures> {
  const service = await startServer(start, 'own');
  try {
    const asked = {
      url: `http://127.0.0.1:${service.port}`,
      appSecretToken: tokens.appToken,
      agreementGrantToken: tokens.grantToken,
      year,
      rounds,
      calls: small ? CALLS_SMALL : CALLS,
    };
    const script = join(root, 'apps/api-e2e/bench/sdk-client.mjs');
    const [command = '', ...words] = clientCommand(['--expose-gc', script, JSON.stringify(asked)]);
    const child = spawn(command, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`the SDK's client ended with ${code ?? 'a signal'}`);
    return JSON.parse(printed) as SdkFigures;
  } finally {
    await service.stop();
  }
}

/** The table of calls, and a line about the walk. */
export function sdkLines(
  { overheads, walk }: SdkFigures,
  { withGoals }: { withGoals: boolean },
): readonly string[] {
  const goals = (isMet: boolean, goal: number): readonly string[] =>
    withGoals ? [`≤ ${goal}`, met(isMet)] : ['', ''];
  const rows = overheads.map(({ title, sdkUs, fetchUs, ratio }) => [
    title,
    figure(sdkUs),
    figure(fetchUs),
    figure(ratio),
    ...goals(ratio <= OVERHEAD_GOAL, OVERHEAD_GOAL),
  ]);
  const { entries, perSecond, barePerSecond, cpuShare, heapMib } = walk;
  const [first = NaN] = heapMib;
  const last = heapMib.at(-1) ?? NaN;
  const growth = last / first;
  const memory = Number.isFinite(growth)
    ? ` Lives after the first 10,000: ${figure(first)} MiB; at the end: ${figure(last)}${withGoals ? ` (≤ ${MEMORY_GOAL} times: ${met(growth <= MEMORY_GOAL)})` : ''}.`
    : '';
  return [
    tableOf(['a call of the SDK', 'cpu µs', 'fetch', 'ratio', 'goal', 'met'], rows),
    `Walking over ${entries} entries, a thousand a page: ${figure(perSecond)}/s, by hand ${figure(barePerSecond)}/s; the caller works ${figure(100 * cpuShare)} % of the time, the service the rest.${memory}`,
  ];
}
