import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import type { LoadOrder, LoadReport, LoadSetting } from './load.js';
import type { Running, Side } from './servers.js';
import { WrongAnswer, type Work } from './work.js';

/** The samples of one work, side by side. */
export type Measured = {
  readonly work: Work;
  readonly samples: Readonly<Record<Side, readonly LoadReport[]>>;
};

export type Measuring = {
  readonly works: readonly Work[];
  readonly running: readonly Running[];
  readonly load: ChildProcess;
  readonly setting: LoadSetting;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number | undefined;
  readonly onSample: (work: Work, side: Side, report: LoadReport) => void;
};

/** A sample is warmed up for this share of its time, for code that was hot cools down between. */
const WARM_UP = 0.25;
/** The first of several for so long at least, as code must get hot: booking by one client takes that long. */
export const FIRST_WARM_UP_MS = 10_000;

/**
 * Takes samples by turns: in every round each work on both sides, one right
 * after the other, in changing order.
 */
export async function measure(measuring: Measuring): Promise<readonly Measured[]> {
  const { works, running, load, setting, rounds } = measuring;
  load.send(setting);
  const measured = works.map((work) => ({
    work,
    samples: { service: [], floor: [] } as Record<Side, LoadReport[]>,
  }));
  const next = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const sides = round % 2 === 0 ? running : running.toReversed();
    for (const { work, samples } of measured) {
      for (const server of sides) {
        if (work.serviceOnly === true && server.side !== 'service') continue;
        const name = `${work.id} ${server.side}`;
        if (round === 0) next.set(name, await visit(measuring, work, server));
        const order = orderOf(measuring, work, server, next.get(name) ?? 0);
        const isFirst = round === 0 && rounds > 1;
        const warmUpMs = isFirst ? Math.max(FIRST_WARM_UP_MS, order.measureMs) : order.measureMs * WARM_UP;
        const report = await sampled(load, { ...order, warmUpMs });
        next.set(name, report.next);
        samples[server.side].push(report);
        measuring.onSample(work, server.side, report);
      }
    }
  }
  return measured;
}

/** Asks what is said to have been seen before. Gives the index to go on from. */
async function visit(measuring: Measuring, work: Work, server: Running): Promise<number> {
  const { different = 0, visitsBefore = 0 } = work;
  const count = different * visitsBefore;
  if (count === 0) return 0;
  const report = await sampled(measuring.load, { ...orderOf(measuring, work, server, 0), count });
  const { next, wrong, firstWrong = '' } = report;
  if (wrong > 0)
    throw new WrongAnswer(`the ${server.side} answered ${work.id} wrongly ${wrong} times: ${firstWrong}`);
  return next;
}

function orderOf(
  { seconds, connections }: Measuring,
  work: Work,
  { port, pid }: Running,
  from: number,
): LoadOrder {
  return {
    work: work.id,
    port,
    pid,
    connections: connections ?? work.connections,
    from,
    warmUpMs: 0,
    measureMs: 1000 * seconds,
  };
}

export async function sampled(load: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  const ended = new AbortController();
  const report = once(load, 'message', { signal: ended.signal });
  const onExit = (): void => ended.abort(new Error('the process that asks has ended'));
  load.once('exit', onExit);
  load.send(order);
  try {
    const [seen] = (await report) as [LoadReport];
    return seen;
  } finally {
    load.off('exit', onExit);
  }
}
