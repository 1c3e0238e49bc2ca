import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationsOf, readBack, writtenDown, type Declarations } from './breaking-changes.js';
import { root } from './tree.js';

const RELEASED = join(root, 'libs/sdk/released-types.txt');
const CHANGESETS = join(root, '.changeset');

/** The types of the last released SDK. */
export function releasedTypes(): Declarations {
  return readBack(readFileSync(RELEASED, 'utf8'));
}

/** The types of the SDK as it is here. */
export function currentTypes(): Declarations {
  return declarationsOf(join(root, 'libs/sdk/src/index.ts'));
}

/** Keeps the types as they are here as the released ones: a part of a release. */
export function keepReleasedTypes(): void {
  writeFileSync(RELEASED, writtenDown(currentTypes()));
}

/** What the changesets that wait for a release say of it: before 1.0.0 a minor release may break, too. */
export function pendingRelease(): 'breaking' | 'compatible' | undefined {
  const { version } = JSON.parse(readFileSync(join(root, 'libs/sdk/package.json'), 'utf8')) as {
    version: string;
  };
  const kinds = readdirSync(CHANGESETS)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .flatMap(
      (file) => /^["']@kontor\/sdk["']: (\w+)/m.exec(readFileSync(join(CHANGESETS, file), 'utf8'))?.[1] ?? [],
    );
  if (kinds.length === 0) return undefined;
  const breaking = version.startsWith('0.') ? ['major', 'minor'] : ['major'];
  return kinds.some((kind) => breaking.includes(kind)) ? 'breaking' : 'compatible';
}
