import { formatFiles, type GeneratorCallback, type Tree } from '@nx/devkit';
import { bringUp } from '../bring-up.js';
import { declarationOf, declare, refuseTaken, writeFiles, type Declaration } from '../declare.js';
import {
  CONTEXT_TYPES_FILE,
  CONTEXTS_FILE,
  dependOn,
  edit,
  pinned,
  SERVICES_FILE,
  versionOf,
} from '../house.js';
import { singularOf } from '../names.js';
import { withAlternative, withElement, withImport, withMember, withProperty } from '../source-edit.js';

/** What the generator of contexts is told. */
export type ContextOptions = {
  /** In kebab-case: `warehousing`. */
  readonly name: string;
  /** Its first resource, in the singular; its own name in the singular when left out. */
  readonly resource?: string;
  readonly plural?: string;
  readonly role?: string;
};

/**
 * `nx g @kontor/workspace:context warehousing --resource warehouse`: a bounded context as a library, complete
 * with one resource that has a rule, and known to the service. It refuses a name that is taken.
 */
export async function contextGenerator(
  tree: Tree,
  { name, resource = singularOf(name), ...words }: ContextOptions,
): Promise<GeneratorCallback> {
  const declaration = declarationOf({ ...words, context: name, resource }, true);
  const { context } = declaration;
  const folder = `libs/${context.kebab}`;
  if (tree.exists(folder)) throw new Error(`${folder} is there already`);
  refuseTaken(tree, declaration);

  writeFiles(tree, 'context', folder, declaration, {
    version: versionOf(tree),
    fpTs: pinned(tree, 'fp-ts'),
  });
  declare(tree, declaration);
  writeFiles(tree, 'endpoints', `libs/adapters/http/src/${context.kebab}`, declaration);
  edit(tree, CONTEXTS_FILE, (text) => listed(text, declaration));
  edit(tree, CONTEXT_TYPES_FILE, (text) => typed(text, declaration));
  edit(tree, SERVICES_FILE, (text) =>
    withProperty(
      withImport(text, `@kontor/${context.kebab}`, `${context.camel}Service`),
      'servicesOver',
      `${context.camel}: ({ resources }) => ${context.camel}Service({ resources })`,
    ),
  );
  for (const project of ['libs/adapters/http', 'apps/api']) {
    dependOn(tree, project, `@kontor/${context.kebab}`);
  }
  await formatFiles(tree);
  return bringUp(tree, { install: true });
}

/** The one list of contexts, with one more. */
function listed(before: string, { context: { kebab, camel } }: Declaration): string {
  let text = withImport(before, `@kontor/${kebab}`, `${camel}Context`);
  text = withImport(text, `./${kebab}/${kebab}.endpoints.js`, `${camel}Endpoints`);
  return withElement(text, 'CONTEXTS', `{ context: ${camel}Context, endpoints: ${camel}Endpoints }`);
}

/** What the contexts refuse and do, with what this one does. */
function typed(before: string, { context: { kebab, camel, pascal } }: Declaration): string {
  let text = withImport(before, `@kontor/${kebab}`, `type ${pascal}Failure`, `type ${pascal}Service`);
  text = withAlternative(text, 'ContextFailure', `${pascal}Failure`);
  return withMember(text, 'ContextServices', `readonly ${camel}: ${pascal}Service;`);
}
