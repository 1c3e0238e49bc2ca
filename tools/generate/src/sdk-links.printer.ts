import { kebabCase, stateOf, type Endpoint, type Given } from '@kontor/http';
import type { AnyResource } from '@kontor/kernel';
import { listedBy, creatingRow, keyIdentifying, isLive, askedKey } from './sdk-rows.js';
import { docOf, literals, readMembers, type Naming } from './sdk-types.printer.js';

/** The type of the items of a resource: of one state, where it is of one. */
export function itemType(resource: AnyResource, naming: Naming): string | undefined {
  const state = stateOf(resource);
  return naming(state === undefined ? resource.collection : `${state} ${resource.collection}`);
}

/** Where an item leads: to the items that refer to it, and to what lies below it. */
export function linkMembers(
  resource: AnyResource,
  naming: Naming,
  endpoints: readonly Endpoint[],
): readonly string[] {
  const items = endpoints.filter(
    ({ serves, gives }) =>
      (serves?.as === 'item' && serves.resource.collection === resource.collection) ||
      (gives !== undefined && 'item' in gives && gives.item.collection === resource.collection),
  );
  const relations = Object.entries(resource.relations).map(([name, { to, by }]) => ({
    name,
    target: relatedType(resource, name, { to, by }, naming, endpoints),
    needs: undefined,
    member: undefined,
    below: undefined,
  }));
  const links = Object.entries(resource.links).map(([name, { needs, member, below }]) => {
    // What is shown below others only has its row there.
    const paths = items.map(({ path }) => `${path}/${kebabCase(name)}`);
    const row = endpoints.find((one) => one.method === 'GET' && paths.includes(one.path));
    const target = row === undefined ? 'unknown' : targetOf(row, naming, endpoints);
    return { name, target, needs, member, below };
  });
  return [...relations, ...links].map(({ name, target, needs, member, below }) => {
    const isSometimes = needs !== undefined || below !== undefined;
    const when =
      needs !== undefined
        ? `; with the ${needs} module only`
        : below !== undefined
          ? `; where it is shown below ${below} only`
          : '';
    const doc = docOf(`Leads to its ${kebabCase(name).replaceAll('-', ' ')}${when}.`);
    const type = member === undefined ? `Link<${target}>` : `{ readonly ${member}: Link<${target}> }`;
    return `${doc}readonly ${name}${isSometimes ? '?' : ''}: ${type};\n`;
  });
}

/** What is behind a relation: where it has a row of its own below the item, what that lists. */
function relatedType(
  resource: AnyResource,
  name: string,
  { to, by }: { readonly to: string; readonly by?: string | undefined },
  naming: Naming,
  endpoints: readonly Endpoint[],
): string {
  if (by !== undefined) return `Page<${naming(to) ?? 'unknown'}>`;
  const below = `/${resource.collection}/:${resource.key}/${kebabCase(name)}`;
  const row = endpoints.find(({ method, path }) => method === 'GET' && path === below);
  return row !== undefined && naming(`items of ${row.path}`) !== undefined
    ? targetOf(row, naming, endpoints)
    : withinType(to, naming, endpoints);
}

/** Where the collections of a part of the items are. */
export function subCollectionMembers(
  resource: AnyResource,
  naming: Naming,
  endpoints: readonly Endpoint[],
): readonly string[] {
  const row = endpoints.find(
    (one) => one.subCollections !== undefined && listedBy(one)?.collection === resource.collection,
  );
  return Object.entries(row?.subCollections ?? {}).map(([name, path]) => {
    const part = endpoints.find((one) => one.method === 'GET' && one.path === path);
    return `readonly ${name}: Link<${part === undefined ? 'unknown' : targetOf(part, naming, endpoints)}>;\n`;
  });
}

/** What a row answers a GET with; nothing that is known, where it only does something. */
export function targetOf(row: Endpoint, naming: Naming, endpoints: readonly Endpoint[]): string {
  const { method, serves, gives, answers } = row;
  if (method !== 'GET') return 'unknown';
  if (answers !== undefined) return 'Bytes';
  const listed = listedBy(row);
  if (listed !== undefined) {
    const creates = creatingRow(row, endpoints) !== undefined;
    const page = creates ? 'Collection' : row.isLive === true ? 'Feed' : 'Page';
    const asked = naming(askedKey(listed));
    const item = naming(`items of ${row.path}`) ?? shownType(listed, row, naming);
    return `${page}<${item}${asked === undefined ? '' : `, ${asked}`}>`;
  }
  const placed = naming(`items of ${row.path.slice(0, row.path.lastIndexOf('/'))}`);
  if (placed !== undefined && row.path.endsWith(`/:${keyIdentifying(row) ?? ''}`)) return placed;
  if (gives !== undefined && 'item' in gives && gives.without === undefined)
    return shownType(gives.item, row, naming);
  if (gives !== undefined) return givenType(gives, naming, endpoints);
  return serves?.as === 'item' ? (itemType(serves.resource, naming) ?? 'unknown') : 'unknown';
}

/** An item as a row shows it: at an older address with members that it has there only. */
function shownType(shown: AnyResource, { serves }: Endpoint, naming: Naming): string {
  const type = itemType(shown, naming) ?? 'unknown';
  if (serves?.resource.collection !== shown.collection) return type;
  const more = Object.entries(shown.fields).filter(([name]) => !(name in serves.resource.fields));
  return more.length === 0 ? type : `${type} & {\n${readMembers(Object.fromEntries(more), naming)}}`;
}

/** The collection of a resource that lives within another. */
export function withinType(collection: string, naming: Naming, endpoints: readonly Endpoint[]): string {
  const row = endpoints.find(
    ({ method, serves }) =>
      method === 'GET' && serves?.as === 'collection' && serves.resource.collection === collection,
  );
  return row === undefined ? `Page<${naming(collection) ?? 'unknown'}>` : targetOf(row, naming, endpoints);
}

/**
 * The type of what a row answers with beside what it serves. `own`: what it is called itself, which its self
 * leads to.
 */
export function givenType(
  given: Given,
  naming: Naming,
  endpoints: readonly Endpoint[],
  own = 'unknown',
): string {
  if ('listOf' in given) return `readonly (${givenType(given.listOf, naming, endpoints)})[]`;
  if ('linkTo' in given) {
    const page = isLive(given.linkTo, endpoints) ? 'Feed' : 'Page';
    return `Link<${page}<${naming(given.linkTo.collection) ?? 'unknown'}>>`;
  }
  if ('item' in given) {
    const type = itemType(given.item, naming) ?? 'unknown';
    return given.without === undefined ? type : `Omit<${type}, ${literals(given.without)}>`;
  }
  const members = Object.entries(given.object).map(([name, one]) =>
    'kind' in one
      ? readMembers({ [name]: one }, naming)
      : `readonly ${name}: ${givenType(one, naming, endpoints)};\n`,
  );
  const self =
    given.hasSelf === true ? `readonly self: Link<${leadTo(given.leadsTo, naming) ?? own}>;\n` : '';
  return `{\n${members.join('')}${self}}`;
}

/** What the self of an object leads to, where that is something else than the object. */
function leadTo(leadsTo: AnyResource | 'file' | undefined, naming: Naming): string | undefined {
  return leadsTo === 'file' ? 'Bytes' : leadsTo && itemType(leadsTo, naming);
}
