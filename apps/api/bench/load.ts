/**
 * The process that asks. The bench tells it by message what to ask of whom and for how long; it answers with what it
 * counted. It lives through the whole run, so that it is warm, and on a core of its own where there is one.
 */
import { Connection } from './connection.js';
import { databaseServers, machineMs, processorMs } from './process-figures.js';
import type { BenchRequest, Sizes, Work } from './work.js';
import { works } from './works.js';

export type Tokens = { readonly appToken: string; readonly grantToken: string };

/** One sample to take. */
export type LoadOrder = {
  readonly work: string;
  readonly port: number;
  /** The process whose processor time is counted. */
  readonly pid: number;
  /** The index of the first request. */
  readonly from: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly connections: number;
  /** Asks so many requests instead of for some time. */
  readonly count?: number;
};

/** What was seen. Times are milliseconds. */
export type LoadReport = {
  /** The index of the next request that was not asked. */
  readonly next: number;
  readonly answered: number;
  readonly wrong: number;
  readonly firstWrong?: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server for one request, in microseconds; NaN where it is not known. */
  readonly serverUs: number;
  /** Cores that neither the server, nor its database, nor this process used. */
  readonly othersCores: number;
};

/** Sent once: whom the requests come from. */
export type LoadSetting = { readonly tokens: readonly Tokens[]; readonly sizes: Sizes };

let setting: LoadSetting = { tokens: [], sizes: { products: 0, agreements: 0 } };

process.on('message', (message: LoadSetting | LoadOrder) => {
  if ('tokens' in message) setting = message;
  else void take(message).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit(0));

function take(order: LoadOrder): Promise<LoadReport> {
  const work = works.find(({ id }) => id === order.work);
  if (work === undefined) throw new Error(`no work is called ${order.work}`);
  const textAt = textsOf(work, order.port);
  return new Promise((resolve) => {
    const times: number[] = [];
    let next = order.from;
    let wrong = 0;
    let firstWrong: string | undefined;
    let open = order.connections;
    let begun: Clocks | undefined;
    let ended: Clocks | undefined;
    const endAt = order.from + (order.count ?? Infinity);

    const isOver = (): boolean => ended !== undefined || next >= endAt;
    const noteWrong = (what: string): void => {
      wrong += 1;
      firstWrong ??= what;
    };
    const oneEnded = (): void => {
      open -= 1;
      if (open > 0) return;
      clearTimeout(beginning);
      clearTimeout(ending);
      const began = begun ?? clocks(order.pid);
      resolve({
        ...reportOf(times, began, ended ?? clocks(order.pid)),
        next,
        wrong,
        ...(firstWrong !== undefined && { firstWrong }),
      });
    };
    const client = (): void => {
      let sent = 0;
      const connection = new Connection(order.port, {
        onAnswer: (status, begin) => {
          const now = performance.now();
          if (status !== work.expects) noteWrong(`${status} instead of ${work.expects} in ${work.id}: ${begin}`);
          else if (begun !== undefined && ended === undefined) times.push(now - sent);
          ask();
        },
        onBroken: (why) => {
          noteWrong(`${work.id}: ${why}`);
          oneEnded();
        },
      });
      const ask = (): void => {
        if (isOver()) {
          connection.close();
          oneEnded();
          return;
        }
        sent = performance.now();
        const index = next;
        next += 1;
        connection.send(textAt(index));
      };
      ask();
    };

    const beginning = setTimeout(() => {
      begun = clocks(order.pid);
    }, order.warmUpMs);
    const ending = setTimeout(() => {
      ended = clocks(order.pid);
    }, order.warmUpMs + order.measureMs);
    for (let index = 0; index < order.connections; index += 1) client();
  });
}

/** The bytes of each request. Those that repeat are made beforehand. */
function textsOf(work: Work, port: number): (index: number) => string {
  const { sizes, tokens } = setting;
  const text = (index: number): string => textOf(work.request(index, sizes), tokens, port);
  const { different } = work;
  if (different === undefined) return text;
  const made = Array.from({ length: different }, (_, index) => text(index));
  return (index) => made[index % different] as string;
}

function textOf({ agreement, path, body }: BenchRequest, tokens: readonly Tokens[], port: number): string {
  const { appToken = '', grantToken = '' } = tokens[agreement] ?? {};
  const head =
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    `X-AppSecretToken: ${appToken}\r\nX-AgreementGrantToken: ${grantToken}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

type Clocks = { readonly at: number; readonly server: number; readonly ours: number; readonly machine: number };

function clocks(pid: number): Clocks {
  const { user, system } = process.cpuUsage();
  const server = processorMs(pid) ?? NaN;
  const databases = databaseServers().reduce((sum, one) => sum + (processorMs(one) ?? 0), 0);
  const ours = server + databases + (user + system) / 1000;
  return { at: performance.now(), server, ours, machine: machineMs() ?? NaN };
}

function reportOf(
  times: number[],
  begun: Clocks,
  ended: Clocks,
): Omit<LoadReport, 'next' | 'wrong' | 'firstWrong'> {
  const elapsed = ended.at - begun.at;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return {
    answered: times.length,
    perSecond: (1000 * times.length) / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    serverUs: (1000 * (ended.server - begun.server)) / times.length,
    othersCores: (ended.machine - begun.machine - (ended.ours - begun.ours)) / elapsed,
  };
}
