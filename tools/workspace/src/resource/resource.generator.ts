import { formatFiles, type GeneratorCallback, type Tree } from '@nx/devkit';
import { bringUp } from '../bring-up.js';
import { declarationOf, declare, refuseTaken } from '../declare.js';
import { catalogueFile, edit, endpointsFile } from '../house.js';
import { withElement, withImport } from '../source-edit.js';

/** What the generator of resources is told. */
export type ResourceOptions = {
  /** In the singular and in kebab-case: `storage-location`. */
  readonly name: string;
  readonly context: string;
  readonly plural?: string;
  readonly role?: string;
};

/**
 * `nx g @kontor/workspace:resource shelf --context warehousing --plural shelves`: a declared resource without
 * rules, in a context that is there. It refuses a name that is taken.
 */
export async function resourceGenerator(
  tree: Tree,
  { name, ...words }: ResourceOptions,
): Promise<GeneratorCallback> {
  const declaration = declarationOf({ ...words, resource: name }, false);
  const { context, resource, role } = declaration;
  const file = `${resource.kebab}/${resource.kebab}.resource.js`;
  if (!tree.exists(catalogueFile(context.kebab))) throw new Error(`there is no context ${context.kebab}`);
  refuseTaken(tree, declaration);

  declare(tree, declaration);
  edit(tree, catalogueFile(context.kebab), (text) =>
    withElement(withImport(text, `./${file}`, resource.pascal), 'CATALOGUE', resource.pascal),
  );
  edit(
    tree,
    `libs/${context.kebab}/src/index.ts`,
    (text) => `${text.trimEnd()}\nexport * from './${file}';\n`,
  );
  edit(tree, endpointsFile(context.kebab), (text) =>
    withElement(
      withImport(
        withImport(text, `@kontor/${context.kebab}`, resource.pascal),
        '../endpoint/resource-endpoints.js',
        'resourceEndpoints',
      ),
      `${context.camel}Endpoints`,
      `...resourceEndpoints(${resource.pascal}, { read: ['${role}'] })`,
    ),
  );
  await formatFiles(tree);
  return bringUp(tree, { install: false });
}
