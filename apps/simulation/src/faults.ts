/**
 * `npm run simulate:faults -- --seeds 200 --seconds 90`: plants one fault after the other into a copy of our
 * own code, and tells which of them worlds of that many seeds find, in so much of a processor's time each.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundled } from './bundle.js';
import { PLANTED_FAULTS, type PlantedFault } from './planted-faults.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '90' },
    steps: { type: 'string', default: '300' },
    /** So many are tried beside each other. */
    beside: { type: 'string', default: '1' },
    /** Only those whose names have this in them. */
    named: { type: 'string', default: '' },
  },
});

type Found = { readonly code: number; readonly said: string };

function world(program: string): Promise<Found> {
  const { seeds, seconds, steps } = values;
  const given = ['--seed', '1', '--seeds', seeds, '--processor-seconds', seconds, '--steps', steps];
  const child = spawn(process.execPath, [program, ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? -1, said })));
}

async function tried(fault: PlantedFault, index: number): Promise<boolean> {
  const program = await bundled(`fault-${process.pid}-${index}`, fault);
  const { code, said } = await world(program);
  rmSync(program);
  const failed = /seed (-?\d+) FAILED, burst (\d+)\n([^\n]{0,140})/.exec(said);
  const how =
    failed === null
      ? `not found: ${said.trim().split('\n').at(-1)}`
      : `seed ${failed[1]}, burst ${failed[2]}`;
  // What ends without a world that failed has not run at all: that is no finding.
  const what = failed !== null ? 'found ' : code === 0 ? 'MISSED' : 'BROKEN';
  process.stdout.write(`${what}  ${fault.name}: ${how}\n${failed === null ? '' : `        ${failed[3]}\n`}`);
  return failed !== null;
}

const faults = PLANTED_FAULTS.filter(({ name }) => name.includes(values.named));
const left = [...faults.entries()];
let found = 0;
await Promise.all(
  Array.from({ length: Number(values.beside) }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      if (await tried(next[1], next[0])) found += 1;
  }),
);
process.stdout.write(`${found} of ${faults.length} planted faults found\n`);
process.exitCode = found === faults.length ? 0 : 1;
