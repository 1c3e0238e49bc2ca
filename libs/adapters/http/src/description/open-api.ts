import type { Endpoint } from '../endpoint/endpoint.js';
import type { About } from '../home/home.endpoints.js';
import {
  isKeyChosenByClient,
  schemaOfKind,
  type AnyResource,
  type IntegerKind,
  type StringKind,
} from '@kontor/kernel';
import { reachOf } from './reach.js';
import { components, pageName, ref, REFUSALS, takenName, type Answered, type Json } from './components.js';
import { byText, typeName } from './names.js';
import { operationIds } from './operation-id.js';
import { DESCRIPTION_PATH } from './description.endpoint.js';
import type { DescribedContext } from './served-contexts.js';
import { takenBy } from './taken.js';

/** What a description is made from. */
export type Described = {
  readonly about: Pick<About, 'apiName' | 'version'>;
  readonly contexts: readonly DescribedContext[];
  /** The rows that are shown. */
  readonly endpoints: readonly Endpoint[];
  /** Where the service is; left open in what is printed for everybody. */
  readonly address?: string;
};

/** The API as OpenAPI 3.1, made from the rows: nothing mounted is missing, nothing else is told. */
export function openApi({ about, contexts, endpoints, address }: Described): Json {
  const all = contexts.flatMap(({ resources }) => resources);
  const tags = new Set(endpoints.map(tagOf));
  return {
    openapi: '3.1.0',
    info: { title: about.apiName, version: about.version, description: DESCRIPTION },
    servers: [address === undefined ? ANYWHERE : { url: address }],
    security: [{ AppSecretToken: [], AgreementGrantToken: [] }],
    tags: [...tags].map((name) => ({ name, description: tagDescription(name, all) })),
    'x-tagGroups': tagGroups(contexts, [...tags]),
    paths: pathsOf(endpoints),
    components: components(
      answeredBy(endpoints),
      endpoints.flatMap((row) => takenBy(row) ?? []),
      all,
    ),
  };
}

const ANYWHERE = {
  url: '{baseUrl}',
  variables: { baseUrl: { default: 'http://localhost:3000', description: 'where the service is' } },
};

const DESCRIPTION =
  'An accounting service whose answers lead on: start at home and follow links; no address needs to be built. ' +
  'Values in a path are route-escaped (§4.1): `/` is `_6_`, a space `_9_`, `_` itself `_8_`.';

const SERVICE = 'service';
const METHODS = ['get', 'post', 'put', 'delete'] as const;

function pathsOf(endpoints: readonly Endpoint[]): Json {
  const ids = operationIds(endpoints);
  const paths = [...new Set(endpoints.map(({ path }) => path))].sort(byText);
  return Object.fromEntries(
    paths.map((path) => {
      const rows = endpoints.filter((row) => row.path === path);
      const operations = METHODS.flatMap((method) => {
        const row = rows.find((one) => one.method.toLowerCase() === method);
        return row === undefined
          ? []
          : [[method, { operationId: ids.get(row), ...operationOf(row) }] as const];
      });
      return [path.replace(/:(\w+)/g, '{$1}'), Object.fromEntries(operations)];
    }),
  );
}

function operationOf(row: Endpoint): Json {
  const { summary, stability, access } = row;
  const body = row.method === 'GET' ? undefined : requestBodyOf(row);
  return {
    summary,
    tags: [tagOf(row)],
    ...(stability === 'deprecated' && { deprecated: true }),
    'x-stability': stability,
    ...(access === 'open' ? { security: [] } : { 'x-roles': reachOf(access).roles }),
    parameters: [...pathParameters(row), ...queryParameters(row), ...headerParameters(row)],
    ...(body !== undefined && { requestBody: body }),
    responses: { ...answersOf(row), ...refusalsOf(row), default: ref('responses', 'Refusal') },
  };
}

/** The resource a row serves, else the first word of its path. */
function tagOf({ serves, path, access }: Endpoint): string {
  if (serves !== undefined && serves.as !== 'other') return serves.resource.collection;
  const [, first = ''] = path.split('/');
  return first === '' || access === 'open' ? SERVICE : first;
}

function tagDescription(tag: string, resources: readonly AnyResource[]): string {
  if (tag === SERVICE) return 'Home, and what describes the service.';
  const title = resources.find(({ collection }) => collection === tag)?.title ?? tag.replaceAll('-', ' ');
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}.`;
}

/** The tags of each context; what no context declares stands in a group of its own. */
function tagGroups(contexts: readonly DescribedContext[], tags: readonly string[]): readonly Json[] {
  const declared = contexts.map(({ name, resources }) => ({
    name,
    tags: tags.filter((tag) => resources.some(({ collection }) => collection === tag)),
  }));
  const others = tags.filter((tag) => declared.every((group) => !group.tags.includes(tag)));
  return [{ name: SERVICE, tags: others }, ...declared].filter((group) => group.tags.length > 0);
}

function pathParameters({ path, parameters }: Endpoint): readonly Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOfKind(parameters[name] ?? ANY_TEXT),
  }));
}

const ANY_TEXT: StringKind | IntegerKind = { type: 'string', min: 1, max: 255, line: true };

function queryParameters(row: Endpoint): readonly Json[] {
  if (row.method !== 'GET')
    return (row.flags ?? []).map((name) => ({ name, in: 'query', schema: { type: 'boolean' } }));
  const demo = ref('parameters', 'Demo');
  if (row.lists === undefined) return [demo];
  const { filterable, sortable, defaultSort } = row.lists;
  const order = defaultSort.map(({ property, descending }) => (descending ? `-${property}` : property));
  const filter = {
    name: 'filter',
    in: 'query',
    description: `Conditions as in \`name$like:a*$and:(number$gt:1$or:number$eq:$null:)\`, on ${filterable.join(', ')}.`,
    schema: { type: 'string' },
  };
  const sort = {
    name: 'sort',
    in: 'query',
    description: `Names separated by commas, \`-\` before one for descending, \`~\` for alphabetical: ${sortable.join(', ')}.`,
    schema: { type: 'string', default: order.join() },
  };
  return [
    ...(filterable.length > 0 ? [filter] : []),
    ...(sortable.length > 0 ? [sort] : []),
    ...['PageSize', 'SkipPages', 'After'].map((name) => ref('parameters', name)),
    demo,
  ];
}

function headerParameters(row: Endpoint): readonly Json[] {
  if (row.method === 'GET') return isSingle(row) ? [ref('parameters', 'IfNoneMatch')] : [];
  const names = [
    'IdempotencyKey',
    ...(row.current === undefined ? [] : ['IfMatch']),
    ...(row.current !== undefined && createsByPut(row) ? ['IfNoneThere'] : []),
  ];
  return names.map((name) => ref('parameters', name));
}

/** A row whose answer is one thing, with its ETag (amendment 140). */
function isSingle({ method, access, lists, answers, path }: Endpoint): boolean {
  const isThing = access !== 'open' || path === DESCRIPTION_PATH;
  return method === 'GET' && lists === undefined && answers === undefined && isThing;
}

/** Amendment 36. */
function createsByPut(row: Endpoint): boolean {
  const { method, serves } = row;
  if (method !== 'PUT' || serves?.as !== 'item') return false;
  return row.putCreates === true || isKeyChosenByClient(serves.resource);
}

function requestBodyOf(row: Exclude<Endpoint, { method: 'GET' }>): Json | undefined {
  const { body } = row;
  if (body === undefined) return undefined;
  const taken = takenBy(row);
  const one =
    taken === undefined
      ? schemaOfKind({ type: 'group', fields: body.fields })
      : ref('schemas', takenName(taken));
  const schema = body.orListOf === true ? { oneOf: [one, { type: 'array', items: one }] } : one;
  return { required: true, content: json(schema) };
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** The schemas of rows that no resource stands behind. */
const OWN_ANSWERS: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/errors': 'ErrorCodes',
  '/api-resources': 'ApiResources',
  '/openapi.json': 'OpenApi',
};

/** The resource that a row answers with, on a page or alone. */
function answerOf({ serves, lists, method }: Endpoint): { of: AnyResource; onPage: boolean } | undefined {
  const listed = method !== 'GET' ? undefined : serves?.as === 'collection' ? serves.resource : lists;
  if (listed !== undefined) return { of: listed, onPage: true };
  if (serves === undefined || serves.as === 'other' || method === 'DELETE') return undefined;
  return { of: serves.resource, onPage: false };
}

function answerSchema(row: Endpoint): Json {
  const own = OWN_ANSWERS[row.path];
  if (own !== undefined) return ref('schemas', own);
  const answer = answerOf(row);
  if (answer === undefined) return {};
  return ref('schemas', answer.onPage ? pageName(answer.of) : typeName(answer.of));
}

function answersOf(row: Endpoint): Json {
  if (row.answers !== undefined) {
    return {
      200: {
        description: 'As asked.',
        content: { [row.answers]: { schema: { type: 'string', format: 'binary' } } },
      },
    };
  }
  const schema = answerSchema(row);
  const etag = { ETag: ref('headers', 'ETag') };
  if (row.method === 'GET') {
    const headers = isSingle(row) ? { headers: etag } : {};
    return {
      200: { description: 'As asked.', ...headers, content: json(schema) },
      ...(isSingle(row) && { 304: ref('responses', 'NotModified') }),
    };
  }
  const replayed = { 'Idempotent-Replayed': ref('headers', 'IdempotentReplayed') };
  if (row.method === 'DELETE') return { 204: { description: 'Removed.', headers: replayed } };
  const takesList = row.body?.orListOf === true;
  const created = {
    description: 'Created.',
    headers: { Location: ref('headers', 'Location'), ...(!takesList && etag), ...replayed },
    content: json(takesList ? { anyOf: [schema, { type: 'array', items: schema }] } : schema),
  };
  if (row.method === 'POST') {
    const isFlagged = (row.flags ?? []).length > 0;
    return {
      ...(isFlagged && {
        200: { description: 'As asked; nothing is kept.', content: json({ type: 'object' }) },
      }),
      ...(row.body === undefined
        ? { 200: { description: 'Done.', headers: { ...etag, ...replayed }, content: json(schema) } }
        : { 201: created }),
    };
  }
  return {
    200: { description: 'Replaced.', headers: { ...etag, ...replayed }, content: json(schema) },
    ...(createsByPut(row) && { 201: created }),
  };
}

/** The refusals that can occur, by status. */
function refusalsOf(row: Endpoint): Json {
  const isOpen = row.access === 'open';
  const isWrite = row.method !== 'GET';
  const possible: Readonly<Record<keyof typeof REFUSALS, boolean>> = {
    400: true,
    401: !isOpen,
    403: !isOpen,
    404: row.needs !== undefined || row.path.includes(':') || /\/booked$/.test(row.path),
    412: isWrite && row.current !== undefined,
    413: isWrite && row.body !== undefined,
    415: true,
    429: !isOpen,
    500: true,
    503: !isOpen,
  };
  return Object.fromEntries(
    Object.entries(REFUSALS)
      .filter(([status]) => possible[Number(status) as keyof typeof REFUSALS])
      .map(([status, name]) => [status, ref('responses', name)]),
  );
}

function answeredBy(endpoints: readonly Endpoint[]): Answered {
  const answers = endpoints.flatMap((row) => answerOf(row) ?? []);
  const once = (some: typeof answers): readonly AnyResource[] => [
    ...new Map(some.map(({ of }) => [typeName(of), of])).values(),
  ];
  const below = (of: AnyResource): readonly string[] => {
    const home = endpoints.find(
      ({ serves }) => serves?.as === 'collection' && serves.resource.collection === of.collection,
    );
    return endpoints
      .filter(({ method, lists }) => method === 'GET' && lists?.collection === of.collection)
      .flatMap(({ path }) => (home === undefined ? [] : partBelow(home.path, path)));
  };
  return { items: once(answers), pages: once(answers.filter(({ onPage }) => onPage)), below };
}

/** `drafts` for `/vouchers/drafts` below `/vouchers`. */
function partBelow(collection: string, path: string): readonly string[] {
  const rest = path.startsWith(`${collection}/`) ? path.slice(collection.length + 1) : '';
  return /^[\w-]+$/.test(rest) ? [rest] : [];
}
