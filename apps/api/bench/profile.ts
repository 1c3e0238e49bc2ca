import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure } from './table.js';

/** A place for the profile that a server leaves behind when it ends. */
export type Profile = {
  /** What Node is told to make one. */
  readonly flags: readonly string[];
  /** Where the time of this server went after so many milliseconds; only once it has ended. */
  lines(server: { readonly pid: number; readonly startMs: number }): Promise<readonly string[]>;
  remove(): Promise<void>;
};

const LINES = 20;
/** Waiting is not work. */
const WAITING = ['(idle)', '(program)', '(root)'];

/** What V8 writes, as far as it is read here. Times are microseconds. */
type Written = {
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

export async function makeProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-profile-'));
  return {
    flags: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
    lines: async ({ pid, startMs }) => {
      // Its processes for long reads and documents leave theirs there too: CPU.date.time.PID.thread.number.
      const ofServer = new RegExp(`^CPU\\.\\d+\\.\\d+\\.${pid}\\.0\\.`);
      const file = (await readdir(folder)).find((name) => ofServer.test(name));
      if (file === undefined) return ['No profile was written.'];
      return linesOf(JSON.parse(await readFile(join(folder, file), 'utf8')) as Written, 1000 * startMs);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function linesOf({ nodes, samples, timeDeltas }: Written, afterUs: number): readonly string[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const functions = new Map<string, number>();
  const whole = new Map<string, number>();
  const areas = new Map<string, number>();
  let at = 0;
  for (const [index, sample] of samples.entries()) {
    const frame = frames.get(sample);
    const time = timeDeltas[index] ?? 0;
    at += time;
    if (at < afterUs || frame === undefined || WAITING.includes(frame.functionName)) continue;
    const name = nameOf(frame);
    functions.set(name, (functions.get(name) ?? 0) + time);
    const area = areaOf(frame);
    areas.set(area, (areas.get(area) ?? 0) + time);
    for (const caller of namesUpFrom(sample, callers, frames))
      whole.set(caller, (whole.get(caller) ?? 0) + time);
  }
  const all = [...functions.values()].reduce((sum, time) => sum + time, 0);
  return [
    'Where:',
    ...largest(areas, all),
    'In:',
    ...largest(functions, all),
    'With what they call:',
    ...largest(whole, all, 3 * LINES),
  ];
}

/** The functions of a stack, each once, however often it calls itself. */
function namesUpFrom(
  sample: number,
  callers: ReadonlyMap<number, number>,
  frames: ReadonlyMap<number, Frame>,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (let id: number | undefined = sample; id !== undefined; id = callers.get(id)) {
    const frame = frames.get(id);
    if (frame !== undefined && placeOf(frame) !== '') names.add(nameOf(frame));
  }
  return names;
}

function largest(times: ReadonlyMap<string, number>, all: number, lines = LINES): readonly string[] {
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, lines)
    .map(([name, time]) => `${figure((100 * time) / all).padStart(6)} %  ${name}`);
}

type Frame = Written['nodes'][number]['callFrame'];

function nameOf(frame: Frame): string {
  const { functionName, lineNumber } = frame;
  const place = placeOf(frame);
  return place === '' ? functionName : `${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`;
}

/** A package, a project, or Node. */
function areaOf(frame: Frame): string {
  const place = placeOf(frame);
  if (place === '') return `native ${frame.functionName}`;
  if (place.startsWith('node:')) return 'node';
  return (
    /^(node_modules\/(@[^/]+\/)?[^/]+|libs\/adapters\/[^/]+|libs\/[^/]+|apps\/[^/]+)/.exec(place)?.[0] ??
    place
  );
}

function placeOf({ url }: Frame): string {
  return url.replace(/^file:\/\//, '').replace(/^.*?\/(?=(libs|apps|node_modules)\/)/, '');
}
