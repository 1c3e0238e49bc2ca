import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import '../support/service-process.js';

const API = join(import.meta.dirname, '../..');
const BUNDLE = join(API, 'dist/bundle');
const DAY_MS = 86_400_000;

async function bundleFrom(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(API, 'bundle.mjs')], { cwd: folder });
}

/** What was made by a bundling that began at this time. */
function madeSince(began: number): readonly string[] {
  return readdirSync(BUNDLE)
    .filter((name) => name.endsWith('.js') && statSync(join(BUNDLE, name)).mtimeMs >= began)
    .sort();
}

describe('what is bundled', () => {
  // Whoever bundles meanwhile would else take away what a running service has not loaded yet.
  it('is the same from wherever it is asked for', async () => {
    const beforeHere = Math.floor(Date.now() / 1000) * 1000;
    await bundleFrom(API);
    const here = madeSince(beforeHere);
    for (const name of here) utimesSync(join(BUNDLE, name), new Date(), new Date(beforeHere - 1000));
    const beforeThere = Math.floor(Date.now() / 1000) * 1000;
    await bundleFrom(tmpdir());

    expect(here).to.include('main.js');
    expect(madeSince(beforeThere)).to.deep.equal(here);
  });

  it('leaves a service that was started before what it has yet to load, for a day', async () => {
    const [young, old] = ['chunk-YOUNG.js', 'chunk-OLD.js'].map((name) => join(BUNDLE, name));
    for (const file of [young, old]) writeFileSync(file as string, '');
    const daysAgo = new Date(Date.now() - 2 * DAY_MS);
    utimesSync(old as string, daysAgo, daysAgo);
    try {
      await bundleFrom(API);

      expect(existsSync(young as string), 'made today').to.equal(true);
      expect(existsSync(old as string), 'made two days ago').to.equal(false);
    } finally {
      for (const file of [young, old]) rmSync(file as string, { force: true });
    }
  });
});
