/**
 * The process that asks. The bench tells it by message what to ask of whom and for how
 * long; it answers with what it counted. It lives through the whole run, so that it is
 * warm, and on a core of its own where there is one.
 */
import { Connection } from './connection.js';
import { databaseServers, machineMs, processorMs } from './process-figures.js';
import { median } from './median.js';
import type { BenchRequest, Sizes, Work } from './work.js';
import { works } from './works.js';

export type Tokens = { readonly appToken: string; readonly grantToken: string };

/** Sent once: whom the requests come from, and how much there is to ask for. */
export type LoadSetting = { readonly tokens: readonly Tokens[]; readonly sizes: Sizes };

/** One sample to take. */
export type LoadOrder = {
  readonly work: string;
  readonly port: number;
  /** The process whose processor time is counted. */
  readonly pid: number;
  readonly connections: number;
  /** The index of the first request. */
  readonly from: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Ends after so many requests; what follows one that was asked before is asked to its end. */
  readonly count?: number;
};

/** What was seen in the measured time. */
export type LoadReport = {
  /** The index of the first request that was not asked. */
  readonly next: number;
  readonly answered: number;
  readonly wrong: number;
  readonly firstWrong?: string;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Of the first and the last answer of what follows one request; NaN where nothing does. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** Processor time of the server for one request, in microseconds; NaN where it is not known. */
  readonly serverUs: number;
  /** The same of the database server, with what others ask of it meanwhile. */
  readonly databaseUs: number;
  /** Cores that were used by neither the server nor a database server nor this process. */
  readonly othersCores: number;
};

/** Nobody waits longer for what was asked when the time was over. */
const LATE_MS = 30_000;

let setting: LoadSetting = { tokens: [], sizes: { products: 0, agreements: 0, entries: 0, drafts: 0 } };
const databases = databaseServers();
/** The one that is asked, where it is told which that is (`databases.ts`). */
const ownDatabase = Number(process.env['BENCH_DATABASE_PID'] ?? NaN);

process.on('message', (message: LoadSetting | LoadOrder) => {
  if ('tokens' in message) setting = message;
  else void new Sample(message).take().then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit(0));

class Sample {
  readonly #order: LoadOrder;
  readonly #work: Work;
  readonly #textAt: (index: number) => string;
  readonly #connections = new Set<Connection>();
  readonly #times: number[] = [];
  /** Of the first and of the last answer of each row of requests that follow each other. */
  readonly #firstTimes: number[] = [];
  readonly #lastTimes: number[] = [];
  #next: number;
  #wrong = 0;
  #firstWrong: string | undefined;
  #begun: Clocks | undefined;
  #ended: Clocks | undefined;
  #finish: () => void = () => undefined;

  constructor(order: LoadOrder) {
    const work = works.find(({ id }) => id === order.work);
    if (work === undefined) throw new Error(`no work is called ${order.work}`);
    this.#order = order;
    this.#work = work;
    this.#textAt = textsOf(work, order.port);
    this.#next = order.from;
  }

  async take(): Promise<LoadReport> {
    const { pid, warmUpMs, measureMs, connections } = this.#order;
    const timers = [
      setTimeout(() => (this.#begun = clocks(pid)), warmUpMs),
      setTimeout(() => (this.#ended = clocks(pid)), warmUpMs + measureMs),
      setTimeout(() => this.#giveUp(), warmUpMs + measureMs + LATE_MS),
    ];
    await new Promise<void>((resolve) => {
      this.#finish = resolve;
      for (let index = 0; index < connections; index += 1) this.#open();
    });
    for (const timer of timers) clearTimeout(timer);
    const begun = this.#begun ?? clocks(pid);
    return {
      ...figuresOf(this.#times, begun, this.#ended ?? clocks(pid)),
      next: this.#next,
      firstMs: median(this.#firstTimes),
      lastMs: median(this.#lastTimes),
      wrong: this.#wrong,
      ...(this.#firstWrong !== undefined && { firstWrong: this.#firstWrong }),
    };
  }

  #open(): void {
    const { follow, countsWhole = false, expects } = this.#work;
    /** When the first of what follows each other was asked, and when the last. */
    let begun = 0;
    let sent = 0;
    let index = 0;
    let step = 0;
    let text = '';
    const send = (next: string): void => {
      text = next;
      sent = performance.now();
      connection.send(text);
    };
    const ask = (): void => {
      if (this.#isOver()) return this.#close(connection);
      index = this.#next;
      step = 0;
      this.#next += 1;
      send(this.#textAt(index));
      begun = sent;
    };
    const expected = (asked: string): number => {
      if (expects !== 'as asked') return expects;
      return asked.startsWith('POST') ? 201 : 200;
    };
    /** What has begun is gone through to its end, also when the time is over. */
    const following = (end: string): BenchRequest | undefined =>
      countsWhole && step > 0 ? undefined : follow?.(end, index, setting.sizes);
    const connection = new Connection(
      this.#order.port,
      {
        onAnswer: (status, begin, end) => {
          const at = performance.now();
          const isCounted = this.#begun !== undefined && this.#ended === undefined;
          if (status !== expected(text)) {
            this.#note(`${status} instead of ${expected(text)}: ${begin}`);
            return ask();
          }
          const next = following(end);
          if (countsWhole && step === 0 && next === undefined)
            this.#note(`nothing follows ${end.slice(0, 100)}`);
          if (isCounted && !(countsWhole && next !== undefined))
            this.#times.push(at - (countsWhole ? begun : sent));
          if (step === 0) this.#firstTimes.push(at - sent);
          if (step > 0 && next === undefined) this.#lastTimes.push(at - sent);
          if (next === undefined) return ask();
          step += 1;
          send(textOf(next, setting.tokens, this.#order.port));
        },
        onBroken: (why) => {
          this.#note(why);
          this.#close(connection);
        },
      },
      { keepsBody: follow !== undefined },
    );
    this.#connections.add(connection);
    ask();
  }

  #isOver(): boolean {
    const { from, count = Infinity } = this.#order;
    const isEnough = this.#next >= from + count || this.#times.length >= count;
    return this.#ended !== undefined || isEnough;
  }

  #note(what: string): void {
    this.#wrong += 1;
    this.#firstWrong ??= what;
  }

  #close(connection: Connection): void {
    connection.close();
    this.#connections.delete(connection);
    if (this.#connections.size === 0) this.#finish();
  }

  #giveUp(): void {
    for (const connection of [...this.#connections]) {
      this.#note(`no answer for ${LATE_MS / 1000} s`);
      this.#close(connection);
    }
  }
}

/** The bytes of each request. Those that are asked again are made beforehand. */
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

/** Readings at one instant, in milliseconds. */
type Clocks = {
  readonly at: number;
  readonly server: number;
  readonly database: number;
  readonly known: number;
  readonly machine: number;
};

function clocks(pid: number): Clocks {
  const { user, system } = process.cpuUsage();
  const server = processorMs(pid) ?? NaN;
  const databasesMs = databases.reduce((sum, one) => sum + (processorMs(one) ?? 0), 0);
  const database = Number.isNaN(ownDatabase) ? databasesMs : (processorMs(ownDatabase) ?? NaN);
  const known = server + databasesMs + (user + system) / 1000;
  return { at: performance.now(), server, database, known, machine: machineMs() ?? NaN };
}

type Figures = Omit<LoadReport, 'next' | 'firstMs' | 'lastMs' | 'wrong' | 'firstWrong'>;

function figuresOf(times: readonly number[], begun: Clocks, ended: Clocks): Figures {
  const elapsed = ended.at - begun.at;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return {
    answered: times.length,
    perSecond: (1000 * times.length) / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    serverUs: (1000 * (ended.server - begun.server)) / times.length,
    databaseUs: (1000 * (ended.database - begun.database)) / times.length,
    othersCores: Math.max(0, ended.machine - begun.machine - (ended.known - begun.known)) / elapsed,
  };
}
