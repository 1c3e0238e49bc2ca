import type { Endpoint } from '../endpoint/endpoint.js';
import type { About } from '../home/home.endpoints.js';
import { schemaOfKind, type AnyResource, type IntegerKind, type StringKind } from '@kontor/kernel';
import { reachOf } from './reach.js';
import { components, ref, refusalName, takenName, type Json, type Referred } from './components.js';
import { answeringOf, answersOf, createsByPut, filesOf, isSingle, json } from './answers.js';
import { examplesIn } from './examples.js';
import { refusalsOf } from './refusals.js';
import { mountedPaths } from '../representation/mounted-paths.js';
import { makeLinks } from '../representation/links.js';
import { byText, typeName } from './names.js';
import { operationIds } from './operation-id.js';
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
    info: {
      title: about.apiName,
      version: about.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Who runs this service' },
    },
    servers: [address === undefined ? ANYWHERE : { url: address }],
    security: [{ AppSecretToken: [], AgreementGrantToken: [] }],
    tags: [...tags].map((name) => ({ name, description: tagDescription(name, all) })),
    'x-tagGroups': tagGroups(contexts, [...tags]),
    paths: pathsOf(endpoints, all),
    components: components(referredBy(endpoints, all)),
  };
}

const ANYWHERE = {
  url: '{baseUrl}',
  variables: { baseUrl: { default: 'http://localhost:3000', description: 'where the service is' } },
};

const DESCRIPTION =
  'An accounting service whose answers lead on: start at home and follow links; no address needs to be built. ' +
  'Values in a path are route-escaped: `/` is `_6_`, a space `_9_`, `_` itself `_8_`. ' +
  'Every answer carries `X-Request-Id`, which is the `logId` of a refusal. ' +
  'A method that there is not at a path is answered 405, with `Allow`; too many requests 429, with `Retry-After`.';

const SERVICE = 'service';
const METHODS = ['get', 'post', 'put', 'delete'] as const;

function pathsOf(endpoints: readonly Endpoint[], all: readonly AnyResource[]): Json {
  const ids = operationIds(endpoints);
  const paths = [...new Set(endpoints.map(({ path }) => path))].sort(byText);
  return Object.fromEntries(
    paths.map((path) => {
      const routes = endpoints.filter((route) => route.path === path);
      const operations = METHODS.flatMap((method) => {
        const route = routes.find((one) => one.method.toLowerCase() === method);
        return route === undefined
          ? []
          : [[method, { operationId: ids.get(route), ...operationOf(route, all) }] as const];
      });
      return [path.replace(/:(\w+)/g, '{$1}'), Object.fromEntries(operations)];
    }),
  );
}

function operationOf(route: Endpoint, all: readonly AnyResource[]): Json {
  const { summary, stability, access } = route;
  const body = route.method === 'GET' ? undefined : requestBodyOf(route);
  return {
    summary,
    description: descriptionOf(route),
    tags: [tagOf(route)],
    ...(stability === 'deprecated' && { deprecated: true }),
    'x-stability': stability,
    ...(access === 'open' ? { security: [] } : { 'x-roles': reachOf(access).roles }),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body !== undefined && { requestBody: body }),
    responses: { ...answersOf(route, all), ...refusalResponses(route), default: ref('responses', 'Refusal') },
  };
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

function queryParameters(route: Endpoint): readonly Json[] {
  if (route.method !== 'GET')
    return (route.flags ?? []).map((name) => ({ name, in: 'query', schema: { type: 'boolean' } }));
  const demo = ref('parameters', 'Demo');
  const dates = (route.dates ?? []).map((name) => ({
    name,
    in: 'query',
    description: 'Included.',
    schema: { type: 'string', format: 'date' },
  }));
  if (route.lists === undefined) return [...dates, demo];
  const { filterable, sortable, defaultSort } = route.lists;
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

function headerParameters(route: Endpoint): readonly Json[] {
  if (route.method === 'GET') return isSingle(route) ? [ref('parameters', 'IfNoneMatch')] : [];
  const names = [
    'IdempotencyKey',
    ...(route.current === undefined ? [] : ['IfMatch']),
    ...(route.current !== undefined && createsByPut(route) ? ['IfNoneThere'] : []),
  ];
  return names.map((name) => ref('parameters', name));
}

function requestBodyOf(route: Exclude<Endpoint, { method: 'GET' }>): Json | undefined {
  const { body, takes } = route;
  if (takes !== undefined) return { required: true, content: filesOf(takes.types) };
  if (body === undefined) return undefined;
  const taken = takenBy(route);
  const one =
    taken === undefined
      ? schemaOfKind({ type: 'group', fields: body.fields })
      : ref('schemas', takenName(taken));
  const schema = body.orListOf === true ? { oneOf: [one, { type: 'array', items: one }] } : one;
  const name = taken && takenName(taken);
  return {
    required: true,
    content: json(schema, name === undefined ? {} : { examples: { [name]: ref('examples', name) } }),
  };
}

/** The refusals that can occur, by status. */
function refusalResponses(route: Endpoint): Json {
  return Object.fromEntries(refusalsOf(route).map((one) => [one.status, ref('responses', refusalName(one))]));
}

function referredBy(routes: readonly Endpoint[], all: readonly AnyResource[]): Referred {
  const answers = routes.flatMap((route) => answeringOf(route) ?? []);
  const once = (some: typeof answers): readonly AnyResource[] => [
    ...new Map(some.map(({ resource }) => [typeName(resource), resource])).values(),
  ];
  const refusals = new Map(routes.flatMap(refusalsOf).map((one) => [refusalName(one), one]));
  const taken = new Map(routes.flatMap((route) => takenBy(route) ?? []).map((one) => [takenName(one), one]));
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
