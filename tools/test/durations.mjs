// @ts-check
/**
 * `node tools/test/durations.mjs`, after `npm test` on a quiet machine: keeps in `durations.json` what each spec
 * took that takes a second or more, so that lists of specs are about equally long.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projects, root } from '../projects.mjs';

const file = new URL('./durations.json', import.meta.url);
const known = JSON.parse(readFileSync(file, 'utf8'));
for (const { folder } of projects) {
  const results = join(root, folder, '.test-results.json');
  if (existsSync(results)) Object.assign(known, JSON.parse(readFileSync(results, 'utf8')).seconds);
}
const kept = Object.entries(known)
  .filter(([spec, seconds]) => seconds >= 1 && existsSync(join(root, spec)))
  .sort(([, one], [, other]) => other - one);
writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
