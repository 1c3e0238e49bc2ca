import {
  concerns,
  listed,
  pascalCase,
  requiredMembers,
  requestBodyFinder,
  typeName,
  type Endpoint,
  type Given,
  type ShownAction,
  type RequestBody,
  type WriteEndpoint,
} from '@kontor/http';
import { isBookable, type AnyResource } from '@kontor/kernel';
import { linkMembers, subCollectionMembers, withinType, givenType } from './sdk-links.printer.js';
import {
  askedOtherwise,
  placedOtherwise,
  askedType,
  filterMembers,
  placedType,
} from './sdk-places.printer.js';
import { listedBy, creatingRow, isLive, isRemoved } from './sdk-rows.js';
import { docOf, draftMembers, keyType, literals, readMembers, type Naming } from './sdk-types.printer.js';
import type { Source } from './source.js';

/** The types of one resource: its items, what they are made of, what its collection is asked by. */
export function resourceTypes(resource: AnyResource, naming: Naming, source: Source): string {
  const type = typeName(resource);
  const { sortable, operations } = resource;
  const drafts = draftsOf(resource, source);
  const inner = source.contexts
    .flatMap(({ resources }) => resources)
    .filter(({ within }) => within?.collection === resource.collection)
    .flatMap((one) => innerActions(one, naming, source.endpoints));
  const actions = [...inner, ...actionMembers(resource, 'item', naming, source.endpoints)];
  const metaData =
    actions.length === 0 ? '' : `${docOf(NOW)}readonly metaData?: ItemActions & {\n${actions.join('')}};\n`;
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
    `export type ${type}Filters = ${filterMembers(resource)};\n`,
    docOf(`The names of what ${resource.collection} can be filtered by.`),
    `export type ${type}Filterable = keyof ${type}Filters;\n\n`,
    docOf(`What ${resource.collection} can be sorted by.`),
    `export type ${type}Sortable = ${literals(sortable)};\n`,
    ...askedOtherwise(resource, source.endpoints).map((row) => askedType(row, resource, source.endpoints)),
    ...placedOtherwise(resource, source.endpoints).map((path) => placedType(path, resource, naming, source)),
  ].join('');
}

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

/** Of `metaData`. */
const NOW = 'What can be done with it now; told where the item was read alone.';

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
  const taken = requestBodyFinder(endpoints);
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
    (row) => row.method === 'GET' && listedBy(row)?.collection === resource.collection,
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
