import { isKeyChosenByClient, schemaOfKind, type AnyResource, type FieldData } from '@kontor/kernel';
import type { Endpoint, Given, WriteEndpoint } from '../endpoint/endpoint.js';
import { DESCRIPTION_PATH } from './description.endpoint.js';
import { itemSchema, pageName, ref, URI, type Json } from './components.js';
import { typeName } from './names.js';

/** The schemas of rows that no resource stands behind. */
const OWN_ANSWERS: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/errors': 'ErrorCodes',
  '/api-resources': 'ApiResources',
  [DESCRIPTION_PATH]: 'OpenApi',
};

/** The resource that a row answers with, on a page or alone. */
export type Answering = { readonly of: AnyResource; readonly onPage: boolean };

export function answeringOf({ serves, lists, method, gives }: Endpoint): Answering | undefined {
  const listed = method !== 'GET' ? undefined : serves?.as === 'collection' ? serves.resource : lists;
  if (listed !== undefined) return { of: listed, onPage: true };
  if (gives !== undefined) return 'item' in gives ? { of: gives.item, onPage: false } : undefined;
  if (serves === undefined || serves.as === 'other' || method === 'DELETE') return undefined;
  return { of: serves.resource, onPage: false };
}

/** A row whose answer is one thing, with its ETag (amendment 140). */
export function isSingle({ method, access, lists, answers, path }: Endpoint): boolean {
  const isThing = access !== 'open' || path === DESCRIPTION_PATH;
  return method === 'GET' && lists === undefined && answers === undefined && isThing;
}

/** Amendment 36. */
export function createsByPut(row: Endpoint): boolean {
  const { method, serves } = row;
  if (method !== 'PUT' || serves?.as !== 'item') return false;
  return row.putCreates === true || isKeyChosenByClient(serves.resource);
}

/** A list in the body is answered with a list, one thing with one, where `gives` does not say otherwise. */
function mirrorsLists(row: WriteEndpoint): boolean {
  const isAlwaysList = row.gives !== undefined && 'listOf' in row.gives;
  return row.body?.orListOf === true && !isAlwaysList;
}

/** What a row answers when it does what it was asked. */
export function answersOf(row: Endpoint, all: readonly AnyResource[]): Json {
  if (row.answers !== undefined) {
    const file = { [row.answers]: { schema: { type: 'string', format: 'binary' } } };
    return { 200: { description: 'As asked.', content: file } };
  }
  const content = contentOf(row, all);
  const etag = { ETag: ref('headers', 'ETag') };
  if (row.method === 'GET') {
    const headers = isSingle(row) ? { headers: etag } : {};
    return {
      200: { description: 'As asked.', ...headers, content },
      ...(isSingle(row) && { 304: ref('responses', 'NotModified') }),
    };
  }
  const replayed = { 'Idempotent-Replayed': ref('headers', 'IdempotentReplayed') };
  if (row.method === 'DELETE') return { 204: { description: 'Removed.', headers: replayed } };
  const hasEtag = row.body?.orListOf !== true;
  const created = {
    description: 'Created.',
    headers: { Location: ref('headers', 'Location'), ...(hasEtag && etag), ...replayed },
    content,
  };
  const done = { headers: { ...etag, ...replayed }, content };
  if (row.method === 'POST') {
    if (row.body === undefined) return { 200: { description: 'Done.', ...done } };
    const { action, flags = [] } = row;
    const tried = action?.gives === undefined ? {} : givenSchema(action.gives, all);
    return {
      ...(flags.length > 0 && { 200: { description: 'As asked; nothing is kept.', content: json(tried) } }),
      201: created,
    };
  }
  return {
    200: { description: 'Replaced.', ...done },
    ...(createsByPut(row) && { 201: created }),
  };
}

export function json(schema: Json, examples: Json = {}): Json {
  return { 'application/json': { schema, ...examples } };
}

function contentOf(row: Endpoint, all: readonly AnyResource[]): Json {
  const own = OWN_ANSWERS[row.path];
  if (own !== undefined) return json(ref('schemas', own));
  const answering = answeringOf(row);
  const { gives } = row;
  if (answering === undefined) return json(gives === undefined ? {} : givenSchema(gives, all));
  const { of, onPage } = answering;
  const name = onPage ? pageName(of) : typeName(of);
  const one = ref('schemas', name);
  const examples = { examples: { [name]: ref('examples', name) } };
  if (row.method !== 'GET' && mirrorsLists(row)) {
    return json({ anyOf: [one, { type: 'array', items: one }] }, examples);
  }
  return json(one, examples);
}

/** What is given where no resource stands behind it as it is. */
export function givenSchema(given: Given | FieldData, all: readonly AnyResource[]): Json {
  if ('kind' in given) return schemaOfKind(given.kind);
  if ('linkTo' in given) return { ...URI, description: `leads to ${given.linkTo.collection}` };
  if ('listOf' in given) return { type: 'array', items: givenSchema(given.listOf, all) };
  if ('item' in given) {
    return given.without === undefined
      ? ref('schemas', typeName(given.item))
      : without(itemSchema(given.item, all, []), given.without);
  }
  const members = Object.entries(given.object);
  const isOptional = ([, member]: (typeof members)[number]): boolean =>
    'use' in member && (member.use === 'optional' || member.use === 'computed');
  const self = given.hasSelf === true ? { self: URI } : {};
  return {
    type: 'object',
    required: [...members.filter((one) => !isOptional(one)).map(([name]) => name), ...Object.keys(self)],
    properties: {
      ...Object.fromEntries(members.map(([name, member]) => [name, givenSchema(member, all)])),
      ...self,
    },
  };
}

function without(schema: Json, names: readonly string[]): Json {
  const { required, properties } = schema as { required: readonly string[]; properties: Json };
  return {
    ...schema,
    required: required.filter((name) => !names.includes(name)),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
  };
}
