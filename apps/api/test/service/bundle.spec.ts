import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import '../support/service-process.js';

const API = join(import.meta.dirname, '../..');
const BUNDLE = join(API, 'dist/bundle');
const DAY_MS = 86_400_000;
const YOUNG = join(BUNDLE, 'chunk-YOUNG.js');
const OLD = join(BUNDLE, 'chunk-OLD.js');

/** The names of what is made when somebody asks for it in this folder. */
async function bundledFrom(folder: string): Promise<readonly string[]> {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const file of filesThere()) if (file !== OLD) utimesSync(file, anHourAgo, anHourAgo);
  await promisify(execFile)(process.execPath, [join(API, 'bundle.mjs')], { cwd: folder });
  return filesThere().filter((file) => statSync(file).mtimeMs > anHourAgo.getTime() + 1_000);
}

function filesThere(): readonly string[] {
  const names = readdirSync(BUNDLE).filter((name) => name.endsWith('.js'));
  return names.sort().map((name) => join(BUNDLE, name));
}

describe('what is bundled', () => {
  let here: readonly string[] = [];
  let there: readonly string[] = [];

  before(async () => {
    for (const file of [YOUNG, OLD]) writeFileSync(file, '');
    const daysAgo = new Date(Date.now() - 2 * DAY_MS);
    utimesSync(OLD, daysAgo, daysAgo);
    here = await bundledFrom(API);
    there = await bundledFrom(tmpdir());
  });
  after(() => {
    for (const file of [YOUNG, OLD]) rmSync(file, { force: true });
  });

  // Whoever bundles meanwhile would else take away what a running service has not loaded yet.
  it('is the same from wherever it is asked for', () => {
    expect(here).to.include(join(BUNDLE, 'main.js'));
    expect(there).to.deep.equal(here);
  });

  it('leaves a service that was started before what it has yet to load, for a day', () => {
    expect(existsSync(YOUNG), 'made an hour ago').to.equal(true);
    expect(existsSync(OLD), 'made two days ago').to.equal(false);
  });
});
