import { defined } from '../value/defined.js';
import {
  providerOf,
  type RepositoryProvider,
  type ResourceRepository,
} from '../port/resource-repository.port.js';
import type { Catalogue } from '../resource/catalogue.js';
import type { ReferenceKind } from '../resource/kind.js';
import { keyOf, type AnyResource, type AnyValue, type KeyValue } from '../resource/resource.js';
import { foldedKey } from '../value/folded-text.js';
import { madeOnce } from '../value/made-once.js';
import type { Filter } from './filter.js';
import { everyItem, withMembers, type Asker, type Members } from './with-members.js';

type Repository = ResourceRepository<AnyValue>;

/** A reference whose target's members may be asked for, and where it stands. */
type Lookup = {
  readonly name: string;
  readonly kind: ReferenceKind;
  readonly target: AnyResource;
  readonly properties: readonly string[];
};

/**
 * The repositories of `provider`, where collections whose references are declared with `through` can be
 * filtered and sorted by the members of their targets. `asker`: as in `withMembers`.
 */
export function withLookups(
  catalogue: Catalogue,
  provider: RepositoryProvider,
  asker: Asker,
): RepositoryProvider {
  const lookups = lookupsIn(catalogue);
  const plain = (resource: AnyResource, ...parents: readonly KeyValue[]): Repository =>
    provider.of(resource, ...parents);
  const of = (resource: AnyResource, ...parents: readonly KeyValue[]): Repository => {
    const references = lookups.get(resource.collection);
    if (references === undefined) return plain(resource, ...parents);
    const members: Members = {
      properties: references.flatMap(({ properties }) => properties),
      areAnswered: false,
      add: async (items) => {
        let added = items;
        for (const reference of references)
          added = await addTarget(reference, plain(reference.target), added);
        return added;
      },
    };
    return withMembers(resource, plain(resource, ...parents), members, asker);
  };
  return providerOf(of);
}

const lookupsIn = madeOnce((catalogue: Catalogue): ReadonlyMap<string, readonly Lookup[]> => {
  const entries = [...catalogue.values()].map(
    (resource) => [resource.collection, lookupsOf(resource, catalogue)] as const,
  );
  return new Map(entries.filter(([, references]) => references.length > 0));
});

function lookupsOf(resource: AnyResource, catalogue: Catalogue): readonly Lookup[] {
  return Object.entries(resource.fields).flatMap(([name, { kind }]) => {
    if (kind.type !== 'reference' || kind.lookup === undefined) return [];
    const properties = Object.keys(kind.lookup).map((member) => `${name}.${member}`);
    return [{ name, kind, target: defined(catalogue.get(kind.to)), properties }];
  });
}

/** The items with the members of what one reference names, which are read by their identifiers. */
async function addTarget(
  { name, kind, target }: Lookup,
  targets: Repository,
  items: readonly AnyValue[],
): Promise<readonly AnyValue[]> {
  const keyIn = (item: AnyValue): KeyValue | undefined =>
    (item[name] as Readonly<Record<string, KeyValue>> | undefined)?.[kind.key];
  const values = [...new Set(items.map(keyIn).filter((key) => key !== undefined))];
  if (values.length === 0) return items;
  const named: Filter = { kind: 'in', property: target.key, values, orAbsent: false };
  const found = await everyItem(target, targets, named);
  const byKey = new Map(found.map((value) => [foldedKey(keyOf(target, value)), value]));
  return items.map((item) => {
    const key = keyIn(item);
    const value = key === undefined ? undefined : byKey.get(foldedKey(key));
    return value === undefined ? item : { ...item, [name]: { ...value, ...(item[name] as AnyValue) } };
  });
}
