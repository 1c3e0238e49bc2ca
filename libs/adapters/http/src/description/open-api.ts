import type { Endpoint } from '../endpoint/endpoint.js';
import type { About } from '../home/home.endpoints.js';
import {
  atOnce,
  meaningOf,
  schemaOfKind,
  sentenceOf,
  type AnyResource,
  type IntegerKind,
  type StringKind,
} from '@kontor/kernel';
import { bounded } from './bounds.js';
import { reachOf } from './reach.js';
import {
  components,
  RATE_HEADERS,
  ref,
  refusalName,
  requestBodyName,
  type ReferredSchema,
} from './components.js';
import type { Json } from './json.js';
import { answeringOf, answersOf, createsByPut, filesOf, isFileOfOne, isSingle, json } from './answers.js';
import { examplesIn, type Examples } from './examples.js';
import { refusalsOf } from './refusals.js';
import { mountedPaths } from '../representation/mounted-paths.js';
import { makeLinks } from '../representation/links.js';
import { LIST_ITEMS_MAX } from '../request/decode-body.js';
import { FILTER_LIMITS } from '../request/filter-text.js';
import { LIVE_WAIT_MAX } from '../request/live-query.js';
import { byText, listed, typeName } from './names.js';
import { operationIds } from './operation-id.js';
import type { DescribedContext } from './served-contexts.js';
import { requestBodyIn } from './request-body.js';

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
export function openApi(described: Described): Json {
  return atOnce(openApiSteps(described));
}

/** The same step by step, for a service that answers others meanwhile. */
export function* openApiSteps({ about, contexts, endpoints, address }: Described): Generator<void, Json> {
  const all = contexts.flatMap(({ resources }) => resources);
  const referred = referredBy(endpoints, all);
  yield;
  const shown: Shown = { all, contexts, examples: referred.examples };
  const used = new Set(endpoints.map((route) => contextOf(route, contexts)));
  const head = bounded({
    openapi: '3.1.0',
    info: {
      title: about.apiName,
      version: about.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Who runs this service' },
    },
    servers: [{ ...(address === undefined ? ANYWHERE : { url: address }), 'x-internal': false }],
    security: [{ AppSecretToken: [], AgreementGrantToken: [] }],
    tags: [SERVICE, ...contexts.map(({ name }) => name)]
      .filter((name) => used.has(name))
      .map((name) => ({ name, description: contextDescription(name, contexts) })),
    'x-resources': resourcesIn(endpoints, shown),
  });
  yield;
  return { ...head, paths: yield* pathsOf(endpoints, shown), components: yield* components(referred) };
}

/** What the operations are shown with. */
type Shown = {
  readonly all: readonly AnyResource[];
  readonly contexts: readonly DescribedContext[];
  readonly examples: Examples;
};

const ANYWHERE = {
  url: '{baseUrl}',
  variables: { baseUrl: { default: 'http://localhost:3000', description: 'Where the service is.' } },
};

const DESCRIPTION =
  'An accounting service whose answers lead on: start at home and follow links; no address needs to be built. ' +
  'Values in a path are route-escaped: `/` is `_6_`, a space `_9_`, `_` itself `_8_`. ' +
  'Every answer carries `X-Request-Id`, which is the `logId` of a refusal. ' +
  'A method that there is not at a path is answered 405, with `Allow`; too many requests 429, with `Retry-After`.';

const SERVICE = 'service';
const METHODS = ['get', 'post', 'put', 'delete'] as const;

function* pathsOf(endpoints: readonly Endpoint[], shown: Shown): Generator<void, Json> {
  const ids = operationIds(endpoints);
  const paths = [...new Set(endpoints.map(({ path }) => path))].sort(byText);
  const described: Record<string, Json> = {};
  for (const path of paths) {
    const routes = endpoints.filter((route) => route.path === path);
    const operations = METHODS.flatMap((method) => {
      const route = routes.find((one) => one.method.toLowerCase() === method);
      return route === undefined
        ? []
        : [[method, { operationId: ids.get(route), ...operationOf(route, shown) }] as const];
    });
    described[path.replace(/:(\w+)/g, '{$1}')] = bounded(Object.fromEntries(operations));
    yield;
  }
  return described;
}

function operationOf(route: Endpoint, shown: Shown): Json {
  const { summary, stability, access } = route;
  const body = route.method === 'GET' ? undefined : requestBodyOf(route, shown.examples);
  return {
    summary,
    description: descriptionOf(route),
    tags: [contextOf(route, shown.contexts)],
    'x-resource': resourceNameOf(route),
    ...(stability === 'deprecated' && { deprecated: true }),
    'x-stability': stability,
    ...(access === 'open' ? { security: [] } : { 'x-roles': reachOf(access).roles }),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body !== undefined && { requestBody: body }),
    responses: {
      ...withRate(route, answersOf(route, shown.all, shown.examples)),
      ...refusalResponses(route),
      default: ref('responses', 'Refusal'),
    },
  };
}

/** Answers to who has a grant say how much of its rate is left. */
function withRate({ access }: Endpoint, answers: Json): Json {
  if (access === 'open') return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      const { $ref, headers, ...rest } = answer as { readonly $ref?: string; readonly headers?: Json };
      return [status, $ref === undefined ? { ...rest, headers: { ...headers, ...RATE_HEADERS } } : answer];
    }),
  );
}

/** Who may do it, how sure it is to stay, and what becomes of a second try, in sentences. */
function descriptionOf(route: Endpoint): string {
  const { access, stability, method, needs, summary } = route;
  const roles = access === 'open' ? [] : reachOf(access).roles;
  const sentences = [
    summary,
    access === 'open'
      ? 'It takes no credentials.'
      : roles.length === 0
        ? 'Any role will do.'
        : `It takes the role ${roles.join(' or ')}.`,
    needs === undefined ? '' : `It comes with the ${needs} module.`,
    stability === 'stable' ? '' : stability === 'deprecated' ? 'It will go.' : 'It may change.',
    method === 'GET' ? '' : 'With an Idempotency-Key it is done once, however often it is sent.',
  ];
  return sentences.filter((one) => one !== '').join(' ');
}

/** The context that a row belongs to: clients are made of one class for each. */
function contextOf(route: Endpoint, contexts: readonly DescribedContext[]): string {
  return contexts.find(({ endpoints }) => endpoints.includes(route))?.name ?? SERVICE;
}

/** The resource a row serves, else the first word of its path. */
function resourceNameOf({ serves, path, access }: Endpoint): string {
  if (serves !== undefined && serves.as !== 'other') return serves.resource.collection;
  const [, first = ''] = path.replace(/^\/v\d+\//, '/').split('/');
  return first === '' || access === 'open' ? SERVICE : first;
}

function contextDescription(name: string, contexts: readonly DescribedContext[]): string {
  if (name === SERVICE) return 'Home, and what describes the service.';
  const { resources = [] } = contexts.find((one) => one.name === name) ?? {};
  return sentenceOf([listed(resources.map(({ title }) => title))]);
}

/** What the operations are about, by context: a page of documentation each. */
function resourcesIn(endpoints: readonly Endpoint[], { contexts, all }: Shown): readonly Json[] {
  const found = new Map<string, string>();
  for (const route of endpoints) {
    const name = resourceNameOf(route);
    const own = contexts.find(({ resources }) => resources.some(({ collection }) => collection === name));
    if (!found.has(name)) found.set(name, own?.name ?? contextOf(route, contexts));
  }
  return [...found].map(([name, context]) => {
    const title = all.find(({ collection }) => collection === name)?.title ?? name.replaceAll('-', ' ');
    const description = name === SERVICE ? contextDescription(SERVICE, contexts) : sentenceOf([title]);
    return { name, context, description };
  });
}

function pathParameters({ path, parameters }: Endpoint): readonly Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const description = sentenceOf([PATH_WORDS[name] ?? meaningOf(name, {})]);
    return {
      name,
      in: 'path',
      required: true,
      ...(description !== '' && { description }),
      schema: schemaOfKind(parameters[name] ?? ANY_TEXT),
    };
  });
}

/** What parameters of paths are whose name says less there than in a body. */
const PATH_WORDS: Readonly<Record<string, string>> = {
  code: 'ISO 4217 of a currency, ISO 3166 of a country',
  date: 'The date of the document: YYYY-MM-DD',
  errorCode: 'One code, one condition',
  id: 'Identifies the draft',
  name: 'As the list of resources has it',
  sequence: 'Counts the events of the agreement',
  year: 'The name of the accounting year: 2026, or 2026_6_2027 for 2026/2027',
};

const ANY_TEXT: StringKind | IntegerKind = { type: 'string', min: 1, max: 255, line: true };

function queryParameters(route: Endpoint): readonly Json[] {
  const words = Object.entries(route.words ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description: sentenceOf([description]),
    schema: { type: 'string' },
  }));
  if (route.method !== 'GET') {
    const flags = (route.flags ?? []).map((name) => ({
      name,
      in: 'query',
      description: 'With true it is only tried: answered as if it were done, and nothing is kept.',
      schema: { type: 'boolean' },
    }));
    return [...flags, ...words];
  }
  const demo = ref('parameters', 'Demo');
  const dates = (route.dates ?? []).map((name) => ({
    name,
    in: 'query',
    description: 'Included.',
    schema: { type: 'string', format: 'date' },
  }));
  if (route.lists === undefined) return [...dates, ...words, demo];
  const { filterable, sortable, defaultSort } = route.lists;
  const order = defaultSort.map(({ property, descending }) => (descending ? `-${property}` : property));
  const filter = {
    name: 'filter',
    in: 'query',
    description: `Conditions as in \`name$like:a*$and:(number$gt:1$or:number$eq:$null:)\`, on ${filterable.join(', ')}.`,
    'x-filterable': filterable,
    schema: { type: 'string', maxLength: FILTER_LIMITS.characters },
  };
  // What a client would fill in must be taken: some are sorted by what cannot be asked for.
  const isAsked = defaultSort.every(({ property }) => sortable.includes(property));
  const sort = {
    name: 'sort',
    in: 'query',
    description: `Names separated by commas, \`-\` before one for descending, \`~\` for alphabetical: ${sortable.join(', ')}.`,
    'x-sortable': sortable,
    schema: { type: 'string', ...(isAsked && { default: order.join() }) },
  };
  return [
    ...(filterable.length > 0 ? [filter] : []),
    ...(sortable.length > 0 ? [sort] : []),
    ref('parameters', 'PageSize'),
    ...(route.isLive === true
      ? [AFTER_SEQUENCE, WAIT]
      : ['SkipPages', 'After'].map((name) => ref('parameters', name))),
    demo,
  ];
}

/** Events are read on after a sequence, which a client may keep; pages of them are not skipped. */
const AFTER_SEQUENCE = {
  name: 'after',
  in: 'query',
  description:
    'The sequence of an event: those that come after it. Without it, from the first that is kept on.',
  schema: { type: 'integer', minimum: 0 },
  example: 17,
};

const WAIT = {
  name: 'wait',
  in: 'query',
  description: 'So many seconds an answer may wait for the first event, where there is none yet.',
  schema: { type: 'integer', minimum: 0, maximum: LIVE_WAIT_MAX, default: 0 },
  example: 20,
};
const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'Of a stream: the sequence to go on after, as `after`.',
  schema: { type: 'integer', minimum: 0 },
  example: 17,
};

function headerParameters(route: Endpoint): readonly Json[] {
  if (route.isLive === true) return [LAST_EVENT_ID];
  if (route.method === 'GET')
    return isSingle(route) || isFileOfOne(route) ? [ref('parameters', 'IfNoneMatch')] : [];
  const names = [
    'IdempotencyKey',
    ...(route.current === undefined ? [] : ['IfMatch']),
    ...(route.current !== undefined && createsByPut(route) ? ['IfNoneThere'] : []),
  ];
  return names.map((name) => ref('parameters', name));
}

function requestBodyOf(route: Exclude<Endpoint, { method: 'GET' }>, shown: Examples): Json | undefined {
  const { body, takes } = route;
  if (takes !== undefined) return { required: true, content: filesOf(takes.types) };
  if (body === undefined) return undefined;
  const taken = requestBodyIn(route);
  const one =
    taken === undefined
      ? schemaOfKind({ type: 'group', fields: body.fields })
      : ref('schemas', requestBodyName(taken));
  const maxItems = body.listMax ?? LIST_ITEMS_MAX;
  const list = { type: 'array', minItems: 1, maxItems, items: one };
  const schema = body.orListOf === true ? { oneOf: [one, list] } : one;
  const name = taken && requestBodyName(taken);
  const example = body.example ?? (name === undefined ? shown.body(body.fields) : undefined);
  const examples =
    name !== undefined && example === undefined
      ? { examples: { [name]: ref('examples', name) } }
      : { example };
  return { required: true, content: json(schema, examples) };
}

/** The refusals that can occur, by status. */
function refusalResponses(route: Endpoint): Json {
  return Object.fromEntries(refusalsOf(route).map((one) => [one.status, ref('responses', refusalName(one))]));
}

function referredBy(routes: readonly Endpoint[], all: readonly AnyResource[]): ReferredSchema {
  const answers = routes.flatMap((route) => answeringOf(route) ?? []);
  const once = (some: typeof answers): readonly AnyResource[] => [
    ...new Map(some.map(({ resource }) => [typeName(resource), resource])).values(),
  ];
  const refusals = new Map(routes.flatMap(refusalsOf).map((one) => [refusalName(one), one]));
  const taken = new Map(
    routes.flatMap((route) => requestBodyIn(route) ?? []).map((one) => [requestBodyName(one), one]),
  );
  const mounted = mountedPaths(routes);
  return {
    items: once(answers),
    pages: once(answers.filter(({ onPage }) => onPage)),
    taken: [...taken.values()],
    refusals: [...refusals.values()],
    routes,
    all,
    examples: examplesIn(makeLinks('http://localhost:3000', mounted), mounted),
  };
}
