import type { Endpoint } from '@kontor/http';
import { keyField, kindAt, type AnyResource, type Kind } from '@kontor/kernel';
import { kebabCase, listed, pascalCase, typeName } from './names.js';
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
import { requiredMembers, takenBodies, type Taken, type TakenBodies } from './taken.js';

/** The types of one resource: its items, what they are made of, what its collection is asked by. */
export function resourceTypes(of: AnyResource, naming: Naming, source: Source): string {
  const type = typeName(of);
  const { filterable, sortable, operations } = of;
  const drafts = draftsOf(of, takenBodies(source.endpoints));
  const inner = source.contexts
    .flatMap(({ resources }) => resources)
    .filter(({ within }) => within?.collection === of.collection)
    .flatMap((one) => innerActions(one, naming));
  const metaData = inner.length === 0 ? '' : `readonly metaData?: ItemActions & {\n${inner.join('')}};\n`;
  const filters = filterable.map(
    (name) => `readonly ${memberName(name)}: ${comparedType(kindAt(of, name) ?? NOTHING)};\n`,
  );
  return [
    docOf(`An item of ${of.collection}: ${listed(operations)}.`),
    `export interface ${type} extends Item<${traits(of, drafts)}> {\n`,
    readMembers(of.fields, naming),
    ...linkMembers(of, naming, source.endpoints),
    `readonly self: Link<${type}>;\n${metaData}}\n\n`,
    drafts === undefined ? '' : draftTypes(of, drafts, naming),
    docOf(`What ${of.collection} can be filtered by, and the values to compare with.`),
    `export type ${type}Filters = ${membersType(filters)};\n`,
    `export type ${type}Filterable = keyof ${type}Filters;\n\n`,
    docOf(`What ${of.collection} can be sorted by.`),
    `export type ${type}Sortable = ${literals(sortable)};\n`,
  ].join('');
}

const NOTHING: Kind = { type: 'group', fields: {} };

function memberName(path: string): string {
  return /^\w+$/.test(path) ? path : `'${path}'`;
}

/** What is sent to create and to replace an item. */
type Drafts = {
  readonly first: Taken;
  readonly creates: boolean;
  readonly replaces: boolean;
  /** Members of the draft that a replacement may leave out. */
  readonly keptOnReplace: readonly string[];
};

function draftsOf(of: AnyResource, taken: TakenBodies): Drafts | undefined {
  const post = taken(of, 'post');
  const put = taken(of, 'put');
  const first = post ?? put;
  if (first === undefined) return undefined;
  const needed = put === undefined ? [] : requiredMembers(put);
  const keptOnReplace = requiredMembers({ ...first, purpose: 'post' }).filter(
    (name) => !needed.includes(name),
  );
  return { first, creates: post !== undefined, replaces: put !== undefined, keptOnReplace };
}

function replacementType(of: AnyResource, { keptOnReplace }: Drafts): string {
  return keptOnReplace.length === 0 ? `${typeName(of)}Draft` : `${typeName(of)}Replacement`;
}

function draftTypes(of: AnyResource, drafts: Drafts, naming: Naming): string {
  const type = typeName(of);
  const { first, replaces, keptOnReplace } = drafts;
  const draft =
    docOf(`What an item of ${of.collection} is made of.`) +
    `export interface ${type}Draft {\n${draftMembers(first.of.fields, naming)}}\n\n`;
  if (!replaces || keptOnReplace.length === 0) return draft;
  const note = `What replaces an item of ${of.collection}: ${listed(keptOnReplace)} may be left out.`;
  return `${draft}${docOf(note)}export type ${type}Replacement = Optional<${type}Draft, ${literals(keptOnReplace)}>;\n\n`;
}

/** What the client needs to know of a resource to check what it is asked. */
function traits(of: AnyResource, drafts: Drafts | undefined): string {
  const type = typeName(of);
  const members = [
    `key: ${keyType(of)}`,
    ...(drafts?.creates === true ? [`create: ${type}Draft`] : []),
    ...(drafts?.replaces === true ? [`replace: ${replacementType(of, drafts)}`] : []),
    ...(of.operations.includes('remove') ? ['remove: true'] : []),
    `filter: ${type}Filters`,
    `sort: ${type}Sortable`,
  ];
  return `{\n${members.map((member) => `readonly ${member};\n`).join('')}}`;
}

/** Where an item leads: to the items that refer to it, and to what lies below it. */
function linkMembers(of: AnyResource, naming: Naming, endpoints: readonly Endpoint[]): readonly string[] {
  const item = endpoints.find(
    ({ serves }) => serves?.as === 'item' && serves.resource.collection === of.collection,
  );
  const relations = Object.entries(of.relations).map(([name, { to }]) => ({
    name,
    target: `Page<${naming(to) ?? 'unknown'}>`,
    needs: undefined,
    member: undefined,
    below: undefined,
  }));
  const links = Object.entries(of.links).map(([name, { needs, member, below }]) => {
    const path = `${item?.path ?? ''}/${kebabCase(name)}`;
    const row = endpoints.find((one) => one.method === 'GET' && one.path === path);
    return { name, target: row === undefined ? 'unknown' : targetOf(row, naming), needs, member, below };
  });
  return [...relations, ...links].map(({ name, target, needs, member, below }) => {
    const isSometimes = needs !== undefined || below !== undefined;
    const doc =
      needs !== undefined
        ? docOf(`With the ${needs} module only.`)
        : below !== undefined
          ? docOf(`Where it is shown below ${below} only.`)
          : '';
    const type = member === undefined ? `Link<${target}>` : `{ readonly ${member}: Link<${target}> }`;
    return `${doc}readonly ${name}${isSometimes ? '?' : ''}: ${type};\n`;
  });
}

/** What a row answers a GET with. */
export function targetOf({ serves, lists }: Endpoint, naming: Naming): string {
  const listed = serves?.as === 'collection' ? serves.resource : lists;
  if (listed !== undefined) return `Page<${naming(listed.collection) ?? 'unknown'}>`;
  return serves?.as === 'item' ? (naming(serves.resource.collection) ?? 'unknown') : 'unknown';
}

function keyType(of: AnyResource): string {
  return `{ readonly ${of.key}: ${readType(keyField(of).kind, () => undefined)} }`;
}

/** What an item read alone offers for the items that live within it. */
function innerActions(of: AnyResource, naming: Naming): readonly string[] {
  const type = naming(of.collection) ?? 'unknown';
  const name = pascalCase(of.title);
  const first = of.operations.includes('create') ? `create${name}` : `list${name}`;
  return [
    `readonly ${first}?: { readonly href: Link<Page<${type}>> };\n`,
    `readonly find${name}?: { readonly href: Template<${type}, ${keyType(of)}> };\n`,
  ];
}
