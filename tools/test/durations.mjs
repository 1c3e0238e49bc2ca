// @ts-check
/**
 * `node tools/test/durations.mjs`, after `npm run test:all` on a quiet machine: keeps in `durations.json` what
 * each spec took that takes a second or more, so that lists of specs are about equally long. Prints which of
 * them took most of a processor: a whole run is bound by that, and on a busy machine it says more than the time
 * does.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projects, root } from '../projects.mjs';

const file = new URL('./durations.json', import.meta.url);
const COSTLY = 20;
const known = JSON.parse(readFileSync(file, 'utf8'));
/** @type {Record<string, number>} */
const processor = {};
for (const { folder } of projects) {
  const results = join(root, folder, '.test-results.json');
  if (!existsSync(results)) continue;
  const found = JSON.parse(readFileSync(results, 'utf8'));
  Object.assign(known, found.seconds);
  Object.assign(processor, found.processor);
}
const kept = Object.entries(known)
  .filter(([spec, seconds]) => seconds >= 1 && existsSync(join(root, spec)))
  .sort(([, one], [, other]) => other - one);
writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);

const costly = Object.entries(processor).sort(([, one], [, other]) => other - one);
const all = costly.reduce((sum, [, seconds]) => sum + seconds, 0);
console.log(`${all.toFixed(1)} s of a processor in ${costly.length} specs, most of it in:`);
for (const [spec, seconds] of costly.slice(0, COSTLY)) console.log(seconds.toFixed(1).padStart(7), spec);
