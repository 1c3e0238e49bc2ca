import {
  concerns,
  kebabCase,
  listed,
  pascalCase,
  requiredMembers,
  stateOf,
  requestBodies,
  typeName,
  type Endpoint,
  type Given,
  type ShownAction,
  type RequestBody,
  type WriteEndpoint,
} from '@kontor/http';
import { isBookable, keyField, kindAt, type AnyResource, type Kind } from '@kontor/kernel';
import {
  comparedType,
  docOf,
  draftMembers,
  literals,
  membersType,
  readMembers,
  readType,
  type Naming,
} from './sdk-types.printer.js';
import type { Source } from './source.js';

/** The types of one resource: its items, what they are made of, what its collection is asked by. */
export function resourceTypes(resource: AnyResource, naming: Naming, source: Source): string {
  const type = typeName(resource);
  const { filterable, sortable, operations } = resource;
  const drafts = draftsOf(resource, source);
  const inner = source.contexts
    .flatMap(({ resources }) => resources)
    .filter(({ within }) => within?.collection === resource.collection)
    .flatMap((one) => innerActions(one, naming, source.endpoints));
  const actions = [...inner, ...actionMembers(resource, 'item', naming, source.endpoints)];
  const metaData =
    actions.length === 0 ? '' : `${docOf(NOW)}readonly metaData?: ItemActions & {\n${actions.join('')}};\n`;
  const filters = filterable.map(
    (name) => `readonly ${memberName(name)}: ${comparedType(kindAt(resource, name) ?? NOTHING)};\n`,
  );
  const members = (fields: AnyResource['fields']): string =>
    [readMembers(fields, naming), ...linkMembers(resource, naming, source.endpoints)].join('');
  const items = isBookable(resource)
    ? documentTypes(resource, drafts, members, naming, source)
    : [
        docOf(`An item of ${resource.collection}: ${listed(operations)}.`),
        `export interface ${type} extends Item<${traits(resource, drafts, naming, source.endpoints)}> {\n`,
        members(resource.fields),
        `${docOf('Its own address.')}readonly self: Link<${type}>;\n${metaData}}\n\n`,
      ];
  return [
    ...items,
    drafts === undefined ? '' : draftTypes(resource, drafts, naming),
    docOf(`What ${resource.collection} can be filtered by, and the values to compare with.`),
    `export type ${type}Filters = ${membersType(filters)};\n`,
    docOf(`The names of what ${resource.collection} can be filtered by.`),
    `export type ${type}Filterable = keyof ${type}Filters;\n\n`,
    docOf(`What ${resource.collection} can be sorted by.`),
    `export type ${type}Sortable = ${literals(sortable)};\n`,
    ...askedOtherwise(resource, source.endpoints).map((row) => askedType(row, resource, source.endpoints)),
    ...placedOtherwise(resource, source.endpoints).map((path) => placedType(path, resource, naming, source)),
  ].join('');
}

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

/** The paths at which a resource is listed; the shortest, its own, is the first. */
function listsOf({ collection }: AnyResource, endpoints: readonly Endpoint[]): readonly string[] {
  const rows = endpoints.filter((row) => row.method === 'GET' && pageOf(row)?.collection === collection);
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
    const listed = pageOf(row);
    const isOther =
      listed === undefined
        ? pageOf(usual) !== undefined
        : row.path !== usual.path && leadingElsewhere(row.path, listed, endpoints).length > 0;
    return isOther ? [[name, row] as const] : [];
  });
}

function placedType(path: string, resource: AnyResource, naming: Naming, { endpoints }: Source): string {
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

/** The names by which items are asked, as `Naming` knows who is asked by them. */
export function askedKey({ collection, filterable, sortable }: AnyResource): string {
  return [collection, ...filterable, '', ...sortable].join();
}

/** What it is called that such rows are asked by: after where they are. */
export function askedName({ path }: Listing): string {
  return `${pascalCase(path.replace(/:\w+|\W/g, ' ').trim())}Asked`;
}

function askedType(listing: Listing, resource: AnyResource, endpoints: readonly Endpoint[]): string {
  const { lists } = listing;
  const filters = lists.filterable.map(
    (name) => `readonly ${memberName(name)}: ${comparedType(kindAt(lists, name) ?? NOTHING)};\n`,
  );
  return [
    '\n',
    docOf(
      `What collections of ${resource.collection} are filtered and sorted by that take other names than most.`,
    ),
    `export type ${askedName(listing)} = AskedBy<`,
    `${membersType(filters).trimEnd()}, ${literals(lists.sortable)}, ${keyTypeAt(listing, endpoints)}>;\n`,
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

/**
 * Drafts and booked documents: two types, told apart by `booked`, as only drafts are replaced and removed.
 */
function documentTypes(
  resource: AnyResource,
  drafts: Drafts | undefined,
  members: (fields: AnyResource['fields']) => string,
  naming: Naming,
  { endpoints }: Source,
): readonly string[] {
  const type = typeName(resource);
  const { booked: _, ...fields } = resource.fields;
  const states = (['draft', 'booked'] as const).map((state) => {
    const name = pascalCase(`${state} ${resource.title}`);
    const one = { ...resource, title: `${state} ${resource.title}` };
    const isBooked = state === 'booked';
    const known = isBooked || drafts === undefined ? undefined : drafts;
    const knows = traits(resource, known, naming, endpoints, isBooked);
    const actions = actionMembers(one, 'item', naming, endpoints).join('');
    const able = isBooked ? '' : 'ItemActions & ';
    const never = isBooked ? 'readonly delete?: never;\nreadonly replace?: never;\n' : '';
    return [
      docOf(isBooked ? `A booked ${resource.title}: it stays as it is.` : `A draft ${resource.title}.`),
      `export interface ${name} extends ${type}Members, Item<${knows}> {\n`,
      `${docOf('Whether it is booked.')}readonly booked: ${String(isBooked)};\n`,
      `${docOf('Its own address.')}readonly self: Link<${name}>;\n`,
      `${docOf(NOW)}readonly metaData?: ${able}{\n${never}${actions}};\n}\n\n`,
    ].join('');
  });
  return [
    docOf(`What a ${resource.title} has, as a draft and booked.`),
    `export interface ${type}Members {\n${members(fields)}}\n\n`,
    ...states,
    docOf(`An item of ${resource.collection}: a draft, or booked.`),
    `export type ${type} = ${pascalCase(`draft ${resource.title}`)} | ${pascalCase(`booked ${resource.title}`)};\n\n`,
  ];
}

/** The type of the items of a resource: of one state, where it is of one. */
function itemType(resource: AnyResource, naming: Naming): string | undefined {
  const state = stateOf(resource);
  return naming(state === undefined ? resource.collection : `${state} ${resource.collection}`);
}

/** Of `metaData`. */
const NOW = 'What can be done with it now; told where the item was read alone.';
const NOTHING: Kind = { type: 'group', fields: {} };

function memberName(path: string): string {
  return /^\w+$/.test(path) ? path : `'${path}'`;
}

/** What is sent to create and to replace an item. */
type Drafts = {
  readonly first: RequestBody;
  /** A collection takes them, one by one and, where it does, as a list. */
  readonly creates: boolean;
  readonly createsLists: boolean;
  readonly replaces: boolean;
  /** Members of the draft that a replacement may leave out. */
  readonly keptOnReplace: readonly string[];
  /** Members that only a replacement may have. */
  readonly onlyOnReplace: AnyResource['fields'];
};

function draftsOf(resource: AnyResource, { endpoints }: Source): Drafts | undefined {
  const taken = requestBodies(endpoints);
  const post = taken(resource, 'post');
  const put = taken(resource, 'put');
  const first = post ?? put;
  if (first === undefined) return undefined;
  const needed = put === undefined ? [] : requiredMembers(put);
  const more = Object.entries(put?.resource.fields ?? {}).filter(
    ([name]) => !(name in first.resource.fields),
  );
  const keptOnReplace = requiredMembers({ ...first, purpose: 'post' }).filter(
    (name) => !needed.includes(name),
  );
  const creating = endpoints.filter(
    (row) => row.method === 'GET' && pageOf(row)?.collection === resource.collection,
  );
  const rows = creating.flatMap((row) => creatingRow(row, endpoints) ?? []);
  return {
    first,
    creates: rows.length > 0,
    createsLists: rows.some(({ body }) => body?.orListOf === true),
    replaces: put !== undefined,
    keptOnReplace,
    onlyOnReplace: Object.fromEntries(more),
  };
}

/** Whether a replacement may be something else than a draft. */
function replacesOtherwise({ keptOnReplace, onlyOnReplace }: Drafts): boolean {
  return keptOnReplace.length > 0 || Object.keys(onlyOnReplace).length > 0;
}

function replacementType(resource: AnyResource, drafts: Drafts): string {
  return `${typeName(resource)}${replacesOtherwise(drafts) ? 'Replacement' : 'Draft'}`;
}

function draftTypes(resource: AnyResource, drafts: Drafts, naming: Naming): string {
  const type = typeName(resource);
  const { first, replaces, keptOnReplace, onlyOnReplace } = drafts;
  const draft =
    docOf(`What an item of ${resource.collection} is made of.`) +
    `export interface ${type}Draft {\n${draftMembers(first.resource.fields, naming)}}\n\n`;
  if (!replaces || !replacesOtherwise(drafts)) return draft;
  const more = draftMembers(onlyOnReplace, naming);
  const own =
    keptOnReplace.length === 0 ? `${type}Draft` : `Optional<${type}Draft, ${literals(keptOnReplace)}>`;
  const notes = [
    ...(keptOnReplace.length === 0 ? [] : [`${listed(keptOnReplace)} may be left out`]),
    ...(more === '' ? [] : [`${listed(Object.keys(onlyOnReplace))} may be given besides`]),
  ];
  const note = `What replaces an item of ${resource.collection}: ${notes.join(', ')}.`;
  const replacement = more === '' ? own : `${own} & {\n${more}}`;
  return `${draft}${docOf(note)}export type ${type}Replacement = ${replacement};\n\n`;
}

/** What the client needs to know of a resource to check what it is asked. */
function traits(
  resource: AnyResource,
  drafts: Drafts | undefined,
  naming: Naming,
  endpoints: readonly Endpoint[],
  isBooked = false,
): string {
  const type = typeName(resource);
  const actions = actionMembers(resource, 'collection', naming, endpoints);
  const subCollections = subCollectionMembers(resource, naming, endpoints);
  const members = [
    `key: ${keyType(resource)}`,
    ...(drafts?.creates === true ? [`create: ${type}Draft`] : []),
    ...(drafts?.createsLists === true ? [`createAll: ${type}Draft`] : []),
    ...(drafts?.replaces === true ? [`replace: ${replacementType(resource, drafts)}`] : []),
    ...(!isBooked && isRemoved(resource, endpoints) ? ['remove: true'] : []),
    `filter: ${type}Filters`,
    `sort: ${type}Sortable`,
    ...(isLive(resource, endpoints) ? ['isLive: true'] : []),
    ...(actions.length > 0 ? [`actions: {\n${actions.join('')}}`] : []),
    ...(subCollections.length > 0 ? [`subCollections: {\n${subCollections.join('')}}`] : []),
  ];
  return `{\n${members.map((member) => `readonly ${member};\n`).join('')}}`;
}

/** Whether what passes a filter is not always counted, as the collection is that long: of events. */
function isLive({ collection }: AnyResource, endpoints: readonly Endpoint[]): boolean {
  return endpoints.some((row) => row.isLive === true && pageOf(row)?.collection === collection);
}

/** Drafts are removed where the resource as a whole is not. */
function isRemoved({ collection }: AnyResource, endpoints: readonly Endpoint[]): boolean {
  return endpoints.some(
    ({ method, serves }) =>
      method === 'DELETE' && serves?.as === 'item' && serves.resource.collection === collection,
  );
}

/** The actions that the `metaData` of an item, or of the collection, may show, as the rows declare them. */
function actionMembers(
  resource: AnyResource,
  as: 'collection' | 'item',
  naming: Naming,
  endpoints: readonly Endpoint[],
): readonly string[] {
  return endpoints.flatMap((row) => {
    if (row.method === 'GET' || row.action === undefined) return [];
    const { name, says, shownBy } = row.action;
    const isShown = shownBy.some((shown) => shown.as === as && concerns(shown.resource, resource));
    // Every page that new items are added to says `create`.
    if (!isShown || name === 'create') return [];
    return `${docOf(says)}readonly ${name}?: ${actionType(resource, row, row.action, naming, endpoints)};\n`;
  });
}

function actionType(
  resource: AnyResource,
  row: WriteEndpoint,
  { gives }: ShownAction,
  naming: Naming,
  endpoints: readonly Endpoint[],
): string {
  const given = gives ?? row.gives ?? (row.serves?.as === 'other' ? undefined : itemOf(row));
  const answer = given === undefined ? 'void' : givenType(given, naming, endpoints);
  const body = bodyType(resource, row, naming);
  const takesLists = row.body?.orListOf === true;
  // What answers with a list whatever it is sent takes both in one.
  if (takesLists && given !== undefined && 'listOf' in given) {
    return `Action<${body} | readonly ${body}[], ${answer}, false>`;
  }
  return `Action<${body}, ${answer}, ${String(takesLists)}>`;
}

function itemOf({ serves }: Endpoint): Given | undefined {
  return serves && { item: serves.resource };
}

function bodyType(resource: AnyResource, { body, serves, takes }: WriteEndpoint, naming: Naming): string {
  if (takes !== undefined) return 'Blob';
  if (body === undefined) return 'void';
  if (serves === undefined || serves.as === 'other') return `{\n${draftMembers(body.fields, naming)}}`;
  const type = naming(serves.resource.collection) ?? 'never';
  return serves.resource.collection === resource.collection ? `${type}Draft` : `DraftOf<${type}>`;
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

/** Where the collections of a part of the items are. */
function subCollectionMembers(
  resource: AnyResource,
  naming: Naming,
  endpoints: readonly Endpoint[],
): readonly string[] {
  const row = endpoints.find(
    (one) => one.subCollections !== undefined && pageOf(one)?.collection === resource.collection,
  );
  return Object.entries(row?.subCollections ?? {}).map(([name, path]) => {
    const part = endpoints.find((one) => one.method === 'GET' && one.path === path);
    return `readonly ${name}: Link<${part === undefined ? 'unknown' : targetOf(part, naming, endpoints)}>;\n`;
  });
}

/** Where an item leads: to the items that refer to it, and to what lies below it. */
function linkMembers(
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

/** What a row answers a GET with; nothing that is known, where it only does something. */
export function targetOf(row: Endpoint, naming: Naming, endpoints: readonly Endpoint[]): string {
  const { method, serves, gives, answers } = row;
  if (method !== 'GET') return 'unknown';
  if (answers !== undefined) return 'Bytes';
  const listed = pageOf(row);
  if (listed !== undefined) {
    const creates = creatingRow(row, endpoints) !== undefined;
    const page = creates ? 'Collection' : row.isLive === true ? 'Feed' : 'Page';
    const asked = naming(askedKey(listed));
    const item = naming(`items of ${row.path}`) ?? shownType(listed, row, naming);
    return `${page}<${item}${asked === undefined ? '' : `, ${asked}`}>`;
  }
  const placed = naming(`items of ${row.path.slice(0, row.path.lastIndexOf('/'))}`);
  if (placed !== undefined && row.path.endsWith(`/:${keyOf(row) ?? ''}`)) return placed;
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

/** What identifies the item that a row answers with. */
function keyOf({ serves, gives }: Endpoint): string | undefined {
  if (serves?.as === 'item') return serves.resource.key;
  return gives !== undefined && 'item' in gives ? gives.item.key : undefined;
}

/** The resource whose items a row answers a page of. */
function pageOf({ serves, lists }: Endpoint): AnyResource | undefined {
  return serves?.as === 'collection' ? serves.resource : lists;
}

/** The row that adds an item to the collection that a row lists, if there is one. */
function creatingRow({ path }: Endpoint, endpoints: readonly Endpoint[]): WriteEndpoint | undefined {
  return endpoints.find(
    (one): one is WriteEndpoint =>
      one.method === 'POST' && one.path === path && one.serves?.as === 'collection' && one.body !== undefined,
  );
}

/** The collection of a resource that lives within another. */
function withinType(collection: string, naming: Naming, endpoints: readonly Endpoint[]): string {
  const row = endpoints.find(
    ({ method, serves }) =>
      method === 'GET' && serves?.as === 'collection' && serves.resource.collection === collection,
  );
  return row === undefined ? `Page<${naming(collection) ?? 'unknown'}>` : targetOf(row, naming, endpoints);
}

function keyType(resource: AnyResource): string {
  return `{ readonly ${resource.key}: ${readType(keyField(resource).kind, () => undefined)} }`;
}

/** What an item read alone offers for the items that live within it. */
function innerActions(
  resource: AnyResource,
  naming: Naming,
  endpoints: readonly Endpoint[],
): readonly string[] {
  const type = naming(resource.collection) ?? 'unknown';
  const name = pascalCase(resource.title);
  const target = withinType(resource.collection, naming, endpoints);
  const first = resource.operations.includes('create')
    ? `create${name}?: Creation<${type}>`
    : `list${name}?: Look<${target}>`;
  return [`readonly ${first};\n`, `readonly find${name}?: Finder<${type}, ${keyType(resource)}>;\n`];
}
