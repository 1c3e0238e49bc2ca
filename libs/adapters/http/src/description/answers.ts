import { isKeyChosenByClient, schemaOfField, type AnyResource, type FieldData } from '@kontor/kernel';
import { LIST_ITEMS_MAX } from '../request/decode-body.js';
import type { Endpoint, Given, WriteEndpoint } from '../endpoint/endpoint.js';
import { DESCRIPTION_PATH } from './description-path.js';
import { pageName, ref } from './component-names.js';
import { itemSchema, withReferences } from './resource-schemas.js';
import type { Json } from './json.js';
import type { Examples } from './examples.js';
import { typeName } from './names.js';
import { fileExample, SERVICE_EXAMPLES } from './service-examples.js';
import { SELF, URI } from './service-schemas.js';

/** The schemas of rows that no resource stands behind. */
const OWN_ANSWERS: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/errors': 'ErrorCodes',
  '/errors/:errorCode': 'ErrorCondition',
  '/api-resources': 'ApiResources',
  '/api-resources/:name': 'ApiResource',
  [DESCRIPTION_PATH]: 'OpenApi',
};

/** The resource that a row answers with, on a page or alone. */
export type Answering = { readonly resource: AnyResource; readonly onPage: boolean };

/** What a route answers with: items of which resource, one or a page; undefined for anything else. */
export function answeringOf({ serves, lists, method, gives }: Endpoint): Answering | undefined {
  const listed = method !== 'GET' ? undefined : serves?.as === 'collection' ? serves.resource : lists;
  if (listed !== undefined) return { resource: listed, onPage: true };
  if (gives !== undefined) return 'item' in gives ? { resource: gives.item, onPage: false } : undefined;
  if (serves === undefined || serves.as === 'other' || method === 'DELETE') return undefined;
  return { resource: serves.resource, onPage: false };
}

/** Home has another `serverTime` at every answer, and the error codes are a list. */
const UNTAGGED: readonly string[] = ['/', '/errors'];

/** A row whose answer is one thing, with its ETag (amendment 140). */
export function isSingle({ method, lists, answers, path }: Endpoint): boolean {
  return method === 'GET' && lists === undefined && answers === undefined && !UNTAGGED.includes(path);
}

/** A row whose answer is the file of one thing, as it was sent or in print, with the ETag of its bytes. */
export function isFileOfOne({ method, path, answers }: Endpoint): boolean {
  return method === 'GET' && answers !== undefined && path.includes(':');
}

/** Whether PUT makes an item that is not there: where the client chooses its key (amendment 36). */
export function createsByPut(route: Endpoint): boolean {
  const { method, serves } = route;
  if (method !== 'PUT' || serves?.as !== 'item') return false;
  return route.putCreates === true || isKeyChosenByClient(serves.resource);
}

/** A list in the body is answered with a list, one thing with one, where `gives` does not say otherwise. */
function mirrorsLists(route: WriteEndpoint): boolean {
  const isAlwaysList = route.gives !== undefined && 'listOf' in route.gives;
  return route.body?.orListOf === true && !isAlwaysList;
}

/** How a stream of events begins. */
const STREAM_EXAMPLE =
  'id: 17\ndata: {"sequence":17,"type":"product.created","numbers":{"productNumber":"1000"}}\n\n';

/** What a row answers when it does what it was asked. */
export function answersOf(route: Endpoint, all: readonly AnyResource[], shown: Examples): Json {
  const etag = { ETag: ref('headers', 'ETag') };
  if (route.answers !== undefined) {
    const isTagged = isFileOfOne(route);
    const headers = {
      'Content-Disposition': ref('headers', 'ContentDisposition'),
      ...(isTagged && etag),
    };
    return {
      200: { description: 'As asked.', headers, content: filesOf(route.answers) },
      ...(isTagged && { 304: ref('responses', 'NotModified') }),
    };
  }
  const content = contentOf(route, all, shown);
  if (route.method === 'GET') {
    const headers = isSingle(route) ? { headers: etag } : {};
    return {
      200: {
        description: 'As asked.',
        ...headers,
        content: {
          ...content,
          ...(route.isLive === true && {
            'text/event-stream': { schema: { type: 'string' }, example: STREAM_EXAMPLE },
          }),
          ...(route.alsoCsv === true && {
            'text/csv': { schema: { type: 'string' }, example: csvExample(route, shown) },
          }),
        },
      },
      ...(isSingle(route) && { 304: ref('responses', 'NotModified') }),
    };
  }
  const replayed = { 'Idempotent-Replayed': ref('headers', 'IdempotentReplayed') };
  if (route.method === 'DELETE') return { 204: { description: 'Removed.', headers: replayed } };
  const hasEtag = route.body?.orListOf !== true;
  const created = {
    description: 'Created.',
    headers: { Location: ref('headers', 'Location'), ...(hasEtag && etag), ...replayed },
    content,
  };
  const done = { headers: { ...etag, ...replayed }, content };
  if (route.method === 'POST') {
    if (route.takes !== undefined)
      return { 200: { description: 'It is there already.', ...done }, 201: created };
    if (route.body === undefined) return { 200: { description: 'Done.', ...done } };
    const { action, flags = [] } = route;
    const tried =
      action?.gives === undefined
        ? json({})
        : json(givenSchema('', action.gives, all), { example: shown.given(action.gives, route.path) });
    return {
      ...(flags.length > 0 && { 200: { description: 'As asked; nothing is kept.', content: tried } }),
      201: created,
    };
  }
  return {
    200: { description: 'Replaced.', ...done },
    ...((createsByPut(route) || route.takes !== undefined) && { 201: created }),
  };
}

/** The bytes of a file of one of these media types. */
export function filesOf(types: readonly string[]): Json {
  return Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', format: 'binary' }, example: fileExample(type) }]),
  );
}

/** A body of JSON in the words of OpenAPI (`content`). */
export function json(schema: Json, examples: Json = {}): Json {
  return { 'application/json': { schema, ...examples } };
}

function contentOf(route: Endpoint, all: readonly AnyResource[], shown: Examples): Json {
  const own = OWN_ANSWERS[route.path];
  if (own !== undefined) return json(ref('schemas', own), { example: SERVICE_EXAMPLES[own] });
  const answering = answeringOf(route);
  const { gives } = route;
  if (answering === undefined) {
    return gives === undefined
      ? json({})
      : json(givenSchema('', gives, all), { example: shown.given(gives, route.path) });
  }
  const { resource, onPage } = answering;
  const name = onPage ? pageName(resource) : typeName(resource);
  const one = ref('schemas', name);
  const examples = { examples: { [name]: ref('examples', name) } };
  if (route.method !== 'GET' && mirrorsLists(route)) {
    const maxItems = route.body?.listMax ?? LIST_ITEMS_MAX;
    return json({ anyOf: [one, { type: 'array', maxItems, items: one }] }, examples);
  }
  return json(one, examples);
}

/** The first lines of a table: its columns, and a row of the example. */
function csvExample({ gives, path }: Endpoint, shown: Examples): string {
  const { rows = [] } = (gives === undefined ? {} : shown.given(gives, path)) as { rows?: readonly Json[] };
  const [row = {}] = rows;
  const cells = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null ? Object.values(value)[0] : value,
  );
  return `${Object.keys(row).join(',')}\r\n${cells.join(',')}\r\n`;
}

/** What is given, under this name, where no resource stands behind it as it is. */
export function givenSchema(name: string, given: Given | FieldData, all: readonly AnyResource[]): Json {
  if ('kind' in given) return withReferences(schemaOfField(name, given));
  if ('linkTo' in given) return { ...URI, description: `Leads to ${given.linkTo.collection}.` };
  if ('listOf' in given) {
    return {
      type: 'array',
      description: 'One for each.',
      items: givenSchema(name, given.listOf, all),
    };
  }
  if ('item' in given) {
    return given.without === undefined
      ? ref('schemas', typeName(given.item))
      : notRequired(itemSchema(given.item, all, []), given.without);
  }
  const members = Object.entries(given.object);
  const isOptional = ([, member]: (typeof members)[number]): boolean =>
    'use' in member && (member.use === 'optional' || member.use === 'computed');
  const self = given.hasSelf === true ? { self: SELF } : {};
  return {
    type: 'object',
    required: [...members.filter((one) => !isOptional(one)).map(([one]) => one), ...Object.keys(self)],
    properties: {
      ...Object.fromEntries(members.map(([one, member]) => [one, givenSchema(one, member, all)])),
      ...self,
    },
  };
}

/**
 * What an answer leaves out is described as what may be missing: generators of clients give all good answers
 * of an operation one type, or the type of the first, and a program must get at the `id` of what it made.
 */
function notRequired(schema: Json, names: readonly string[]): Json {
  const { required } = schema as { required: readonly string[] };
  return { ...schema, required: required.filter((name) => !names.includes(name)) };
}
