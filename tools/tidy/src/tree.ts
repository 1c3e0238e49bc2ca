import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the repository: its path from the root, with `/`, and its text. */
export type File = { readonly path: string; readonly text: string };

/** The folder of the repository, with `/` at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

const made = new Set(
  'node_modules dist out-tsc coverage results golden bundle commonjs LICENSE-ky'.split(' '),
);

/** Every file that people wrote below these folders, without hidden ones and what tools made. */
export const pathsBelow = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && !made.has(entry.name))
      .flatMap((entry) => {
        const path = `${folder}/${entry.name}`;
        return entry.isDirectory() ? pathsBelow(path) : [path];
      }),
  );

/** A file by its path from the root; throws where there is none. */
export const read = (path: string): File => ({ path, text: readFileSync(join(root, path), 'utf8') });

/** Undefined where there is no such folder. */
export const foldersIn = (folder: string): readonly string[] | undefined =>
  statSync(join(root, folder), { throwIfNoEntry: false }) &&
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => `${folder}/${entry.name}`);

/** Whether a file is part of what runs or is published: no tests, no fixtures, nothing that is generated. */
export const isProduct = (path: string): boolean =>
  /^(libs|apps)\/.*\/src\/.*\.ts$/.test(path) &&
  !/\.(spec|fixture)\.ts$|\/fixture\.ts$|\/(generated|examples)\/|^libs\/adapters\/conformance\/|^apps\/simulation\//.test(
    path,
  );

/** The files of what runs or is published. */
export const productFiles = (): readonly File[] => pathsBelow('libs', 'apps').filter(isProduct).map(read);
