import { kebabCase, pascalCase, typeName, type Endpoint } from '@kontor/http';
import { kindAt, type AnyResource, type Kind } from '@kontor/kernel';
import { targetOf } from './sdk-links.printer.js';
import { listedBy, askedKey } from './sdk-rows.js';
import {
  comparedType,
  docOf,
  keyType,
  literals,
  membersType,
  readType,
  type Naming,
} from './sdk-types.printer.js';
import type { Source } from './source.js';

/**
 * The rows that list items of a resource and are asked by other names than it is itself: of those that are
 * asked by the same names, the first.
 */
export function askedOtherwise(resource: AnyResource, endpoints: readonly Endpoint[]): readonly Listing[] {
  const known = new Set([askedKey(resource)]);
  return endpoints.flatMap((row) => {
    const lists = row.method === 'GET' ? row.lists : undefined;
    if (lists?.collection !== resource.collection || known.has(askedKey(lists))) return [];
    known.add(askedKey(lists));
    return { path: row.path, lists };
  });
}

/** What it is called that such rows are asked by: after where they are. */
export function askedName({ path }: Listing): string {
  return `${pascalCase(path.replace(/:\w+|\W/g, ' ').trim())}Asked`;
}

/** The type by which such a row is asked: what its items are filtered and sorted by, and found by. */
export function askedType(listing: Listing, resource: AnyResource, endpoints: readonly Endpoint[]): string {
  const { lists } = listing;
  return [
    '\n',
    docOf(
      `What collections of ${resource.collection} are filtered and sorted by that take other names than most.`,
    ),
    `export type ${askedName(listing)} = AskedBy<`,
    `${filterMembers(lists).trimEnd()}, ${literals(lists.sortable)}, ${keyTypeAt(listing, endpoints)}>;\n`,
  ].join('');
}

/**
 * What finds an item in such a collection: the names in the path of the items below it. Where there are none
 * below it, they stand at their own place, which must need no more than their key.
 */
function keyTypeAt({ path, lists }: Listing, endpoints: readonly Endpoint[]): string {
  const row = endpoints.find(
    (one) =>
      one.method === 'GET' &&
      one.lists === undefined &&
      one.path.startsWith(`${path}/`) &&
      /^(\/:\w+)+$/.test(one.path.slice(path.length)),
  );
  if (row === undefined) return lists.within === undefined ? keyType(lists) : 'never';
  const names = row.path.slice(path.length + 2).split('/:');
  const members = names.map((name) => {
    const kind = row.parameters[name];
    return `readonly ${name}: ${kind === undefined ? 'string' : readType(kind, () => undefined)}`;
  });
  return `{ ${members.join('; ')} }`;
}

/** A row, and how what it lists is asked. */
type Listing = { readonly path: string; readonly lists: AnyResource };

/** What a resource can be filtered by, each with the type of the values to compare with. */
export function filterMembers(resource: AnyResource): string {
  return membersType(
    resource.filterable.map(
      (name) => `readonly ${memberName(name)}: ${comparedType(kindAt(resource, name) ?? NOTHING)};\n`,
    ),
  );
}

/**
 * The paths, beside its own, of lists of a resource whose items lead to other things there: the totals of a
 * year are a list, and those of a year as one account has it are one item.
 */
export function placedOtherwise(resource: AnyResource, endpoints: readonly Endpoint[]): readonly string[] {
  const paths = listsOf(resource, endpoints);
  return paths.slice(1).filter((path) => leadingElsewhere(path, resource, endpoints).length > 0);
}

/** What the items of such a list are called: after where they are. */
export function placedName(path: string, resource: AnyResource): string {
  const above = path.slice(0, path.lastIndexOf('/'));
  return `${pascalCase(above.replace(/:\w+|\W/g, ' ').trim())}${typeName(resource)}`;
}

/** The type of the items of such a list: those of the resource, but for what they lead to there. */
export function placedType(
  path: string,
  resource: AnyResource,
  naming: Naming,
  { endpoints }: Source,
): string {
  const name = placedName(path, resource);
  const links = leadingElsewhere(path, resource, endpoints);
  const members = links.map(
    ([member, row]) =>
      `${docOf(`Leads to its ${kebabCase(member).replaceAll('-', ' ')}.`)}` +
      `readonly ${member}: Link<${targetOf(row, naming, endpoints)}>;\n`,
  );
  const others = literals([...links.map(([member]) => member), 'self', 'metaData']);
  return [
    '\n',
    docOf(`An item of ${resource.collection} at ${path.replace(/:(\w+)/g, '{$1}')}.`),
    `export interface ${name} extends Omit<${typeName(resource)}, ${others}> {\n`,
    ...members,
    `${docOf('Its own address.')}readonly self: Link<${name}>;\n}\n`,
  ].join('');
}

/** The paths at which a resource is listed; the shortest, its own, is the first. */
function listsOf({ collection }: AnyResource, endpoints: readonly Endpoint[]): readonly string[] {
  const rows = endpoints.filter((row) => row.method === 'GET' && listedBy(row)?.collection === collection);
  return rows.map(({ path }) => path).sort((one, next) => one.length - next.length);
}

/** The rows behind links of the items of a list that answer otherwise than those of the resource itself. */
function leadingElsewhere(
  path: string,
  resource: AnyResource,
  endpoints: readonly Endpoint[],
): readonly (readonly [name: string, row: Endpoint])[] {
  const [own = path] = listsOf(resource, endpoints);
  const behind = (list: string, name: string): Endpoint | undefined =>
    endpoints.find(
      (row) => row.method === 'GET' && row.path === `${list}/:${resource.key}/${kebabCase(name)}`,
    );
  return Object.keys({ ...resource.relations, ...resource.links }).flatMap((name) => {
    const [row, usual] = [behind(path, name), behind(own, name)];
    if (row === undefined || usual === undefined) return [];
    const listed = listedBy(row);
    const isOther =
      listed === undefined
        ? listedBy(usual) !== undefined
        : row.path !== usual.path && leadingElsewhere(row.path, listed, endpoints).length > 0;
    return isOther ? [[name, row] as const] : [];
  });
}

function memberName(path: string): string {
  return /^\w+$/.test(path) ? path : `'${path}'`;
}

const NOTHING: Kind = { type: 'group', fields: {} };
