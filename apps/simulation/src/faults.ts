/**
 * `npm run simulate:faults -- --seeds 200 --seconds 90`: plants one fault after the other into a copy of our
 * own code, and tells which of them worlds of that many seeds find, in so much of a processor's time each.
 * What it came to is kept in `results/planted-faults.json`: `--go-on` tries only what was not found before,
 * from the seed on where that ended. Every fault gets the same courses.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from './bundle.js';
import { PLANTED_FAULTS, type PlantedFault } from './planted-faults.js';

const { values } = parseArgs({
  options: {
    /** The last seed that is tried. */
    seeds: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '90' },
    steps: { type: 'string', default: '300' },
    /** So many are tried beside each other. */
    beside: { type: 'string', default: '1' },
    /** Only those whose names have one of these in them, between bars. */
    named: { type: 'string', default: '' },
    /** Only those that were not found before, from where that ended. */
    'go-on': { type: 'boolean', default: false },
  },
});

/** What became of a fault: the seed that found it, none where a world had no end, or how many did not. */
type Tried = {
  /** Of the change itself: another one by the same name is tried anew. */
  readonly change: string;
  readonly clean: number;
  readonly found?: { readonly seed: number; readonly burst: number; readonly how: string };
};

/** Faults that could not be tried. */
let broken = 0;

const KEPT = 'results/planted-faults.json';
const kept: Record<string, Tried> =
  values['go-on'] && existsSync(KEPT)
    ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, Tried>)
    : {};

/** The books that all of them begin with, made by code without a fault. */
const books = mkdtempSync(join(tmpdir(), 'kontor-books-'));
execFileSync(process.execPath, [
  await bundled(`fault-${process.pid}-none`),
  '--seeds',
  '0',
  '--books',
  books,
]);

function world(program: string, first: number): Promise<{ readonly code: number; readonly said: string }> {
  const seeds = String(Number(values.seeds) - first + 1);
  const given = ['--seed', `${first}`, '--seeds', seeds, '--processor-seconds', values.seconds];
  const child = spawn(process.execPath, [program, ...given, '--steps', values.steps, '--books', books], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // A budget is looked at after each world: one that goes on for long after it comes to no end.
  const most = Number(values.seconds) + ENDLESS_SECONDS;
  const looking = setInterval(() => {
    if (processorSeconds(child.pid) > most) child.kill('SIGKILL');
  }, 1000);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearInterval(looking);
      resolve({ code: code ?? ENDLESS, said });
    }),
  );
}

/** A world of 300 operations takes a second. */
const ENDLESS_SECONDS = 60;
const ENDLESS = -1;

/** What a process has used of a processor, where the system tells. */
function processorSeconds(pid = 0): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

async function tried(fault: PlantedFault, index: number): Promise<void> {
  const { name } = fault;
  const before = knownOf(fault);
  let program: string;
  try {
    program = await bundled(`fault-${process.pid}-${index}`, fault);
  } catch (error) {
    return brokenBy(fault, error instanceof Error ? error.message : String(error));
  }
  const { code, said } = await world(program, (before?.clean ?? 0) + 1);
  rmSync(program);
  const failed = /seed (-?\d+) FAILED, burst (\d+)\n(?:burst \d+: )?([^\n]{0,140})/.exec(said);
  const change = digestOf(fault);
  if (failed !== null) {
    const [, seed, burst, how] = failed as unknown as [string, string, string, string];
    kept[name] = {
      change,
      clean: Number(seed) - 1,
      found: { seed: Number(seed), burst: Number(burst), how },
    };
    say(`found   ${name}: seed ${seed}, burst ${burst}\n        ${how}`);
  } else if (code === ENDLESS) {
    const how = 'a world comes to no end';
    kept[name] = { change, clean: before?.clean ?? 0, found: { seed: NaN, burst: NaN, how } };
    say(`found   ${name}: ${how}`);
  } else if (code === 0) {
    const ran = Number(/(\d+) seeds clean from/.exec(said)?.[1] ?? 0);
    const clean = (before?.clean ?? 0) + ran;
    kept[name] = { change, clean };
    say(`MISSED  ${name}: ${clean} seeds clean`);
  } else {
    brokenBy(fault, said);
  }
  mkdirSync('results', { recursive: true });
  writeFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
}

/** What cannot be compiled, or ends without a world that failed, has not been tried: that is no finding. */
function brokenBy({ name }: PlantedFault, said: string): void {
  broken += 1;
  say(`BROKEN  ${name}: ${said.trim().split('\n').at(-1)}`);
}

function knownOf(fault: PlantedFault): Tried | undefined {
  const known = kept[fault.name];
  return known?.change === digestOf(fault) ? known : undefined;
}

function digestOf({ file, from, to }: PlantedFault): string {
  return createHash('sha256')
    .update(JSON.stringify([file, from, to]))
    .digest('hex')
    .slice(0, 12);
}

function isFound(fault: PlantedFault): boolean {
  return knownOf(fault)?.found !== undefined;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const faults = PLANTED_FAULTS.filter(({ name }) =>
  values.named.split('|').some((part) => name.includes(part)),
);
const left = [...faults.entries()].filter(
  ([, fault]) => !isFound(fault) && (knownOf(fault)?.clean ?? 0) < Number(values.seeds),
);
await Promise.all(
  Array.from({ length: Number(values.beside) }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await tried(next[1], next[0]);
  }),
);
rmSync(books, { recursive: true });
const found = faults.filter(isFound).length;
say(`${found} of ${faults.length} planted faults found${broken === 0 ? '' : `, ${broken} BROKEN`}`);
process.exitCode = faults.length > 0 && broken === 0 && found >= 0.95 * faults.length ? 0 : 1;
