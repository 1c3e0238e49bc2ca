/** Worlds of seeds: bundled and run by `npm run simulate` (README.md). */
import { parseArgs } from 'node:util';
import { BEGINNING, run, type Plan, type Run } from './run.js';
import { shrunk } from './shrink.js';
import { real, replaceClocksAndChance, replaceTimers } from './world/globals.js';
import { prepareTemplate, type Template } from './world/template.js';
import { World } from './world/world.js';

const TRIES_MAX = 150;
const NOT_RUN = 3;

const OPTIONS = {
  options: {
    /** The first seed; a fresh one when left out. */
    seed: { type: 'string' },
    seeds: { type: 'string' },
    /** In the place of `seeds`: as many as there is time for. */
    seconds: { type: 'string' },
    /** The same, of the processor's time: for a machine that does much else. */
    'processor-seconds': { type: 'string' },
    /** Operations of clients in each. */
    steps: { type: 'string', default: '1000' },
    /** Each seed so often, which must come to the same. */
    replays: { type: 'string', default: '1' },
    /** Looks for the fewest bursts that still fail. */
    shrink: { type: 'boolean', default: false },
    /** Only these bursts, as a failure that was shrunk names them. */
    only: { type: 'string' },
    /** A folder where the books that worlds begin with are kept. */
    books: { type: 'string' },
    /** Prints every thing that happens. */
    trace: { type: 'boolean', default: false },
  },
} as const;
const values = askedFor();

let world = new World(0, BEGINNING);
const setWorld = (made: World): void => {
  world = made;
};
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** What was asked for; ends at once where that is no option of ours. */
function askedFor() {
  try {
    return parseArgs(OPTIONS).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** A number that was asked for; ends at once where it is none. */
function numberOf(name: keyof typeof values, byDefault: number): number {
  const written = values[name];
  if (written === undefined) return byDefault;
  const isNumber = name === 'seed' ? /^-?\d+$/ : /^\d+(\.\d+)?$/;
  if (isNumber.test(String(written))) return Number(written);
  return refuse(`--${name} takes a number, and not ${JSON.stringify(written)}.`);
}

/** The bursts that were asked for, by their numbers; undefined for all of them. */
function burstsAskedFor(): readonly number[] | undefined {
  const written = values.only;
  if (written === undefined) return undefined;
  if (!/^\d+(,\d+)*$/.test(written))
    return refuse(`--only takes numbers of bursts, such as 3,7, and not ${JSON.stringify(written)}.`);
  return written.split(',').map(Number);
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(NOT_RUN);
}

const first = (numberOf('seed', real.now() * 1000 + process.pid * 7919) % 2 ** 31) | 0;
const isTimed = values.seconds !== undefined || values['processor-seconds'] !== undefined;
const seeds = numberOf('seeds', isTimed ? Infinity : 1);
const seconds = numberOf('seconds', Infinity);
const processorSeconds = numberOf('processor-seconds', Infinity);
const replays = numberOf('replays', 1);
const steps = numberOf('steps', 1000);
const bursts = burstsAskedFor();
replaceClocksAndChance(() => world);
const template = await prepareTemplate(new Date(BEGINNING), values.books);
replaceTimers(() => world);
process.exitCode = await all(template);
template.remove();
process.exit();

async function all(on: Template): Promise<number> {
  const began = real.now();
  const passed = (): number => (real.now() - began) / 1000;
  const before = process.cpuUsage();
  const worked = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const isOver = (): boolean => passed() >= seconds || worked() >= processorSeconds;
  let operations = 0;
  let ran = 0;
  for (let seed = first; seed < first + seeds && !isOver(); seed += 1) {
    const plan = planOf(seed);
    const done = await run(on, plan, setWorld);
    ran += 1;
    operations += done.operations;
    if (seeds === 1) say(statuses(done));
    if (done.failure !== undefined) return failed(on, done);
    for (let replay = 1; replay < replays; replay += 1) {
      const again = await run(on, plan, setWorld);
      operations += again.operations;
      if (again.digest === done.digest) continue;
      say(`seed ${seed} came to ${hex(done.digest)}, and replayed to ${hex(again.digest)}`);
      return 2;
    }
    if (seeds <= 20 || ran % 50 === 0)
      say(`seed ${seed}: clean, ${done.operations} operations, digest ${hex(done.digest)}`);
  }
  const each = Math.round((operations / worked()) * 3600);
  say(
    `${ran} seeds clean from ${first} on, ${operations} operations in ${passed().toFixed(1)} s ` +
      `(${worked().toFixed(1)} s of a processor: ${each} an hour of it)`,
  );
  return 0;
}

function planOf(seed: number, only?: readonly number[]): Plan {
  const asked = only ?? bursts;
  return {
    seed,
    steps,
    ...(asked !== undefined && { only: new Set(asked) }),
    ...(values.trace && { told: say }),
  };
}

async function failed(on: Template, { seed, failure, bursts }: Run): Promise<number> {
  say(`seed ${seed} FAILED, burst ${bursts}\n${failure}`);
  const again = `npm run simulate -- --seed ${seed} --steps ${values.steps}`;
  say(`again: ${again}`);
  if (!values.shrink) return 1;
  const before = Array.from({ length: bursts }, (_, index) => index + 1);
  const fails = async (some: readonly number[]): Promise<boolean> =>
    (await run(on, planOf(seed, some), setWorld)).failure !== undefined;
  const least = await shrunk(before, fails, TRIES_MAX);
  const { failure: small } = await run(on, planOf(seed, least), setWorld);
  say(`the least of it that fails: ${again} --only ${least.join(',')}\n${small}`);
  return 1;
}

function statuses({ statuses: of }: Run): string {
  return [...of]
    .sort()
    .map(([name, count]) => `${name}: ${count}`)
    .join('\n');
}

function hex(digest: number): string {
  return digest.toString(16).padStart(8, '0');
}
