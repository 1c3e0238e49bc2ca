import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';
import { isAdr, type AdrFile } from './adr-index.printer.js';
import { artefacts, OWN_FOLDERS, type Artefact } from './generate.js';
import { licencesList, type LicencesRead, type Lock } from './licences.printer.js';
import { apiSource } from './source.js';

/** The folder of the repository, with `/` at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * What the generator makes of the tree as it is: every file with its text, formatted as everything here is.
 */
export async function generated(): Promise<readonly Artefact[]> {
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  const { read } = JSON.parse(readText('tools/licences.json')) as { read: LicencesRead };
  const lock = JSON.parse(readText('package-lock.json')) as Lock;
  const licences = { path: 'docs/licences.md', text: licencesList(lock, read) };
  const sdk = JSON.parse(readText('libs/sdk/package.json')) as { version: string };
  return Promise.all(
    [...artefacts(await apiSource(version), records(), sdk.version), licences].map(formatted),
  );
}

/** Files in our own folders that the generator does not make: left from something that is no more. */
export function leftOver(made: readonly Artefact[]): readonly string[] {
  const paths = new Set(made.map(({ path }) => path));
  return OWN_FOLDERS.flatMap((folder) => filesIn(folder).map((name) => `${folder}/${name}`)).filter(
    (path) => !paths.has(path),
  );
}

/** What was formatted before, by what it was made of: Prettier took 7 of 10 s to do it again. */
const FORMATTED = join(root, 'node_modules/.cache/kontor-generate');

/** A text as Prettier would leave it in that place. */
export async function formatted({ path, text }: Artefact): Promise<Artefact> {
  const options = (await prettier.resolveConfig(join(root, 'package.json'))) ?? {};
  const asked = JSON.stringify([prettier.version, options, path, text]);
  const kept = join(FORMATTED, createHash('sha256').update(asked).digest('hex'));
  if (existsSync(kept)) return { path, text: readFileSync(kept, 'utf8') };
  const made = await prettier.format(text, { ...options, filepath: path });
  mkdirSync(FORMATTED, { recursive: true });
  const whole = `${kept}.${process.pid}`;
  writeFileSync(whole, made);
  renameSync(whole, kept);
  return { path, text: made };
}

function records(): readonly AdrFile[] {
  const folder = 'docs/adr';
  return filesIn(folder)
    .filter(isAdr)
    .map((name) => ({ name, text: readText(`${folder}/${name}`) }));
}

function filesIn(folder: string): readonly string[] {
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
}

/** The text of a file, by its path from the root. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
