import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
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

/** How sources are laid out here. */
const { ignorePatterns: _, ...LAYOUT } = JSON.parse(readText('.oxfmtrc.json')) as Record<string, unknown>;

/** A text as the formatter would leave it in that place. Throws what it cannot read. */
export async function formatted({ path, text }: Artefact): Promise<Artefact> {
  const { code, errors } = await format(path, text, LAYOUT);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return { path, text: code };
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
