import type { Measured } from './measure.js';
import type { LoadReport } from './load.js';
import { median } from './median.js';
import { SIDES, type Side } from './servers.js';
import { MEMORY_GOAL, START_GOAL, type StartFigures } from './start.bench.js';

const ENTRIES_A_PAGE = 1000;
/** Within ten percent. */
const FLAT = 1.1;

type Judging = { readonly withGoals: boolean };

/** The table of works under load: medians of the samples, the service beside the floor. */
export function loadTable(measured: readonly Measured[], judging: Judging): string {
  const head = [
    ...['work', 'per s', 'floor', 'ratio', 'p50 ms', 'floor', 'p99 ms', 'floor'],
    ...['cpu µs', 'floor', 'cpu ratio', 'goal', 'met'],
  ];
  return tableOf(
    head,
    measured.map((one) => loadRow(one, measured, judging)),
  );
}

function loadRow(measured: Measured, all: readonly Measured[], { withGoals }: Judging): readonly string[] {
  const { work, samples } = measured;
  const both = (of: (report: LoadReport) => number): readonly string[] =>
    SIDES.map((side) => figure(median(samples[side].map(of))));
  const ratioOf = (of: (report: LoadReport) => number): number =>
    pairedRatio(samples.service, samples.floor, of);
  const ratio = ratioOf(rateOf);
  const other = all.find((one) => one.work.id === work.against);
  const own = other && pairedRatio(samples.service, other.samples.service, rateOf);
  const cpuOf = ({ serverUs }: LoadReport): number => serverUs;
  const cpu = ratioOf(cpuOf);
  const ownCpu = other && pairedRatio(samples.service, other.samples.service, cpuOf);
  const judged = work.against === undefined ? ratio : own;
  const goal = withGoals && judged !== undefined && Number.isFinite(judged) ? work.goal : undefined;
  return [
    work.title,
    ...both(rateOf),
    own === undefined ? figure(ratio) : `${figure(ratio)}, ${figure(own)} of one`,
    ...both(({ p50 }) => p50),
    ...both(({ p99 }) => p99),
    ...both(({ serverUs }) => serverUs),
    ownCpu === undefined ? figure(cpu) : `${figure(cpu)}, ${figure(ownCpu)} of one`,
    goal === undefined ? '' : `≥ ${figure(goal)}${own === undefined ? '' : ' of one'}`,
    goal === undefined || judged === undefined ? '' : met(judged >= goal),
  ];
}

function rateOf({ perSecond }: LoadReport): number {
  return perSecond;
}

/** What is said of works beyond the table: how cost grows. */
export function growthLines(measured: readonly Measured[], { withGoals }: Judging): readonly string[] {
  const verdict = (ratio: number, most: number): string =>
    withGoals && Number.isFinite(ratio) ? ` (goal ≤ ${most}: ${met(ratio <= most)})` : '';
  const walks = measured
    .filter(({ work }) => work.lastAgainstFirst !== undefined)
    .flatMap(({ work, samples }) =>
      SIDES.map((side) => {
        const first = median(samples[side].map(({ firstMs }) => firstMs));
        const last = median(samples[side].map(({ lastMs }) => lastMs));
        const rate = median(samples[side].map(rateOf));
        const most = side === 'service' ? verdict(last / first, work.lastAgainstFirst ?? NaN) : '';
        return `${work.id}, ${side}: ${figure(ENTRIES_A_PAGE * rate)} entries a second; the first page takes ${figure(first)} ms, the last ${figure(last)}: ${figure(last / first)} times${most}.`;
      }),
    );
  const grown = measured.flatMap(({ work, samples }) => {
    const less = measured.find((one) => one.work.id === work.growsFrom);
    if (less === undefined) return [];
    return SIDES.map((side) => {
      const time = pairedRatio(less.samples[side], samples[side], rateOf);
      const cpu = pairedRatio(samples[side], less.samples[side], ({ serverUs }) => serverUs);
      return `${work.id} against ${less.work.id}, ${side}: ${figure(time)} times the time, ${figure(cpu)} times the processor time${side === 'service' ? verdict(time, FLAT) : ''}.`;
    });
  });
  return [...walks, ...grown];
}

/** The middle of the ratios within each round: what slows a whole round down does not count. */
function pairedRatio(
  ones: readonly LoadReport[],
  others: readonly LoadReport[],
  of: (report: LoadReport) => number,
): number {
  return median(
    ones.flatMap((one, round) => (others[round] === undefined ? [] : [of(one) / of(others[round])])),
  );
}

export type StartTable = {
  readonly starts: Readonly<Record<Side, readonly StartFigures[]>>;
  /** Resident memory after the load, in MiB. */
  readonly afterLoad: Readonly<Record<Side, number>>;
};

/** The table of starting: time to the first 200 and memory. */
export function startTable({ starts, afterLoad }: StartTable, { withGoals }: Judging): string {
  const row = (title: string, service: number, floor: number, goal?: number): readonly string[] => {
    const isJudged = goal !== undefined && withGoals;
    const ratio = service / floor;
    return [
      title,
      figure(service),
      figure(floor),
      figure(ratio),
      isJudged ? `≤ ${goal}` : '',
      isJudged ? met(ratio <= goal) : '',
    ];
  };
  const middle = (side: Side, of: (figures: StartFigures) => number): number => median(starts[side].map(of));
  const rows = [
    row(
      'start to the first 200, ms',
      middle('service', ({ ms }) => ms),
      middle('floor', ({ ms }) => ms),
      START_GOAL,
    ),
    row(
      'memory at the start, MiB',
      middle('service', ({ mib }) => mib),
      middle('floor', ({ mib }) => mib),
      MEMORY_GOAL,
    ),
    row('memory after the load, MiB', afterLoad.service, afterLoad.floor),
  ];
  return tableOf(['start', 'service', 'floor', 'ratio', 'goal', 'met'], rows);
}

/** A table with a head; the first column is text. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, index) =>
    Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export function met(isMet: boolean): string {
  return isMet ? 'yes' : 'no';
}

/** Three digits that count. */
export function figure(number: number): string {
  if (!Number.isFinite(number)) return '–';
  if (number >= 1000) return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');
  if (number >= 100) return number.toFixed(0);
  return number >= 10 ? number.toFixed(1) : number.toFixed(2);
}
