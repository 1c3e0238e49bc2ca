import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateFiles, type Tree } from '@nx/devkit';
import { edit, MIGRATIONS_FOLDER } from './house.js';
import { article, namesOf, pluralOf, type Names } from './names.js';
import { withElement, withImport } from './source-edit.js';

/** A resource that is about to be declared. */
export type Declaration = {
  readonly context: Names;
  readonly resource: Names;
  readonly collection: Names;
  /** The role that reaches it, besides SuperUser. */
  readonly role: string;
  /** With a rule, and the use cases that put it to work. */
  readonly hasHandlers: boolean;
};

/** What the generators are told of a resource. */
export type ResourceWords = {
  readonly resource: string;
  readonly plural?: string | undefined;
  readonly context: string;
  readonly role?: string | undefined;
};

/** The names that a new resource and its context go by, in every spelling that files need. */
export function declarationOf(words: ResourceWords, hasHandlers: boolean): Declaration {
  return {
    context: namesOf(words.context),
    resource: namesOf(words.resource),
    collection: namesOf(words.plural ?? pluralOf(words.resource)),
    role: words.role ?? 'BookKeeping',
    hasHandlers,
  };
}

const FILES = fileURLToPath(new URL('../files', import.meta.url));

/** The files of a folder of templates, with the names of a declaration in their paths and texts. */
export function writeFiles(
  tree: Tree,
  template: string,
  to: string,
  declaration: Declaration,
  more: Readonly<Record<string, unknown>> = {},
): void {
  generateFiles(tree, join(FILES, template), to, {
    ...declaration,
    ...more,
    article,
    // In paths: __in__ and __of__.
    in: declaration.context.kebab,
    of: declaration.resource.kebab,
  });
}

/**
 * Throws when some resource of any context has that name, in one of the places where names must be different.
 */
export function refuseTaken(tree: Tree, { collection, resource }: Declaration): void {
  for (const library of tree.children('libs').filter((name) => tree.exists(`libs/${name}/src`))) {
    for (const path of resourceFilesIn(tree, `libs/${library}/src`)) {
      const text = tree.read(path, 'utf8') ?? '';
      if (text.includes(`resource('${collection.kebab}',`) || text.includes(`, '${resource.words}', {`)) {
        throw new Error(`${collection.kebab} or ${resource.words} is declared already, in ${path}`);
      }
    }
  }
}

function resourceFilesIn(tree: Tree, folder: string): readonly string[] {
  return tree.children(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (!tree.isFile(path)) return resourceFilesIn(tree, path);
    return name.endsWith('.resource.ts') ? [path] : [];
  });
}

/** The resource and its fixture, in its context, and the migration that makes its table. */
export function declare(tree: Tree, declaration: Declaration): void {
  const { context, resource, collection } = declaration;
  const folder = `libs/${context.kebab}/src/${resource.kebab}`;
  writeFiles(tree, 'resource', folder, declaration);
  if (declaration.hasHandlers) writeFiles(tree, 'decision', folder, declaration);

  const stamp = stampOfNext(tree);
  const migration = `${stamp}-${collection.kebab}`;
  const migrationClass = `${collection.pascal}${stamp}`;
  writeFiles(tree, 'migration', MIGRATIONS_FOLDER, declaration, { migration, migrationClass });
  edit(tree, `${MIGRATIONS_FOLDER}/migrations.ts`, (text) =>
    withElement(withImport(text, `./${migration}.js`, migrationClass), 'MIGRATIONS', migrationClass),
  );
}

/**
 * The millisecond that a migration is named by, later than that of any other:
 * TypeORM runs them in this order.
 */
function stampOfNext(tree: Tree): number {
  const stamps = tree.children(MIGRATIONS_FOLDER).map((name) => Number.parseInt(name, 10) || 0);
  return Math.max(Date.now(), ...stamps.map((stamp) => stamp + 1));
}
