import { referenceKindsOf } from './references.js';
import { kindAt, type AnyResource } from './resource.js';

/** Every declared resource by its collection name. */
export type Catalogue = ReadonlyMap<string, AnyResource>;

/**
 * Puts the contexts' catalogues together. Throws when two resources share a name, or when a reference or a
 * relation leads nowhere.
 */
export function catalogueOf(resources: readonly AnyResource[]): Catalogue {
  const catalogue = new Map<string, AnyResource>();
  for (const one of resources) {
    if (catalogue.has(one.collection)) throw new Error(`${one.collection} is declared twice`);
    catalogue.set(one.collection, one);
  }
  for (const one of resources) {
    const targets = [
      ...referenceKindsOf(one).map(({ path, kind }) => ({ path, to: kind.to })),
      ...Object.entries(one.relations).map(([path, { to }]) => ({ path, to })),
    ];
    for (const { path, to } of targets) {
      if (!catalogue.has(to)) {
        throw new Error(`${one.collection}.${path} refers to ${to}, which nobody declares`);
      }
    }
    refuseOtherKinds(one, catalogue);
  }
  return catalogue;
}

/** What may be asked of a reference's target is what the target declares. */
function refuseOtherKinds(resource: AnyResource, catalogue: Catalogue): void {
  for (const { path, kind } of referenceKindsOf(resource)) {
    const target = catalogue.get(kind.to);
    if (kind.lookup === undefined || target === undefined) continue;
    if (!Object.hasOwn(resource.fields, path)) {
      throw new Error(`${resource.collection}.${path} is too deep to be asked through`);
    }
    for (const [name, asked] of Object.entries(kind.lookup)) {
      if (JSON.stringify(kindAt(target, name)) === JSON.stringify(asked)) continue;
      throw new Error(
        `${resource.collection}.${path} asks for ${name}, which ${kind.to} declares otherwise or not at all`,
      );
    }
  }
}
