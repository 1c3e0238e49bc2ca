import { mkdtempSync, rmSync } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const POLL_MS = 50;
const WAIT_MS_MAX = 120_000;

const made = new Map<string, Promise<string>>();
let own: string | undefined;

/**
 * A folder that is filled once for all processes of one `npm test`, or, where a spec runs by itself, once in
 * its process: what many specs need, costs seconds, and is changed by none of them. Who wants to change it
 * copies it. `make` fills the folder that it is given, which has another name by the time it is used.
 */
export function oncePerRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  let making = made.get(name);
  if (making === undefined) {
    making = madeIn(process.env['TEST_RUN_FOLDER'] ?? ownFolder(), name, make);
    made.set(name, making);
  }
  return making;
}

async function madeIn(run: string, name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const done = join(run, name);
  const unfinished = `${done}.unfinished`;
  for (const began = performance.now(); performance.now() - began < WAIT_MS_MAX;) {
    if (await isThere(done)) return done;
    const isOurs = await mkdir(unfinished).then(
      () => true,
      () => false,
    );
    if (!isOurs) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      continue;
    }
    try {
      // Another may have finished between our two looks.
      if (await isThere(done)) return done;
      await make(unfinished);
      await rename(unfinished, done);
      return done;
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  throw new Error(`${name} is made by another process of tests, which does not come to an end`);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function ownFolder(): string {
  if (own === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-once-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    own = folder;
  }
  return own;
}
