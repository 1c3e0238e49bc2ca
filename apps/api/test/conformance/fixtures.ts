import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fixture } from '@kontor/kernel';

const LIBRARIES = fileURLToPath(new URL('../../../../libs', import.meta.url));
const KIND = '.fixture.ts';

/**
 * The fixtures of every context. They stand beside their resources and are
 * found there, so that a new one is listed nowhere.
 */
export const FIXTURES: readonly Fixture[] = await found();

async function found(): Promise<readonly Fixture[]> {
  const files = readdirSync(LIBRARIES).flatMap(fixtureFilesIn).sort();
  const modules = await Promise.all(
    // In this form a bundle of the specs has them all.
    files.map((name) => import(`../../../../libs/${name}.fixture.ts`) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((exported) => Object.values(exported)).filter(isFixture);
}

function fixtureFilesIn(library: string): readonly string[] {
  return library === 'adapters'
    ? []
    : readdirSync(join(LIBRARIES, library, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(KIND))
        .map((name) => `${library}/src/${name.slice(0, -KIND.length)}`);
}

/** A fixture file may also export a body that others build upon. */
function isFixture(value: unknown): value is Fixture {
  return typeof value === 'object' && value !== null && 'resource' in value && 'examples' in value;
}
