import { readJson, type Tree, updateJson } from '@nx/devkit';

/** Where a new context or resource is told to the rest of the house. */
export const CONTEXTS_FILE = 'libs/adapters/http/src/contexts.ts';
/** Where the services of all contexts have their types. */
export const CONTEXT_TYPES_FILE = 'libs/adapters/http/src/context-types.ts';
/** Where the services of all contexts are made. */
export const SERVICES_FILE = 'apps/api/src/services-over.ts';
/** Where a new table gets its migration. */
export const MIGRATIONS_FOLDER = 'libs/adapters/sql/src/migrations';

/** The rows of a context. */
export function endpointsFile(context: string): string {
  return `libs/adapters/http/src/${context}/${context}.endpoints.ts`;
}

/** What a context declares. */
export function catalogueFile(context: string): string {
  return `libs/${context}/src/${context}.catalogue.ts`;
}

/**
 * A file's text as a function makes it of what it was. Throws when there is
 * no such file, or the function does.
 */
export function edit(tree: Tree, path: string, change: (text: string) => string): void {
  const text = tree.read(path, 'utf8');
  if (text === null) throw new Error(`there is no ${path}`);
  try {
    tree.write(path, change(text));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

type Manifest = { readonly version: string; readonly dependencies?: Readonly<Record<string, string>> };

/** A project of ours asks for another one. */
export function dependOn(tree: Tree, folder: string, name: string): void {
  updateJson<Manifest>(tree, `${folder}/package.json`, (manifest) => ({
    ...manifest,
    dependencies: Object.fromEntries(
      Object.entries({ ...manifest.dependencies, [name]: manifest.version }).sort(([a], [b]) =>
        a < b ? -1 : 1,
      ),
    ),
  }));
}

/** The version that everything of ours has. */
export function versionOf(tree: Tree): string {
  return readJson<Manifest>(tree, 'package.json').version;
}

/** The version of a package that the house is pinned to. */
export function pinned(tree: Tree, name: string): string {
  const version = readJson<Manifest>(tree, 'package.json').dependencies?.[name];
  if (version === undefined) throw new Error(`${name} is no dependency`);
  return version;
}
