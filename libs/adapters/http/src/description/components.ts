import { ERROR_CODES } from '../failure/error-codes.js';
import { CHALLENGE } from '../failure/access-rows.js';
import {
  isBookable,
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  schemaOf,
  type AnyResource,
  type JsonSchema,
} from '@kontor/kernel';
import { bounded } from './bounds.js';
import { byText, concerns, pascalCase, stateOf, typeName } from './names.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Examples } from './examples.js';
import { REFUSALS, type Refusal } from './refusals.js';
import { knownCodes, SELF, SERVICE_SCHEMAS, TEXT, URI } from './service-schemas.js';
import { requestBodySchema, type RequestBody } from './request-body.js';
import type { Json } from './json.js';

/** What the operations refer to. */
export type ReferredSchema = {
  /**
   * The resources that are answered alone, and those whose pages are: the items of a page are answered, too.
   */
  readonly items: readonly AnyResource[];
  readonly pages: readonly AnyResource[];
  readonly taken: readonly RequestBody[];
  readonly refusals: readonly Refusal[];
  /** The rows: they say which actions are shown where, and which collections hold a part of another. */
  readonly routes: readonly Endpoint[];
  /** Every resource that is served. */
  readonly all: readonly AnyResource[];
  readonly examples: Examples;
};

/** The name of what is taken: `ProductDraft`, `ProductReplacement`. */
export function requestBodyName({ resource, purpose }: RequestBody): string {
  return typeName(resource) + { post: 'Draft', put: 'Replacement' }[purpose];
}

/** The name of the schema of a resource's page. */
export function pageName(resource: AnyResource): string {
  return `${typeName(resource)}Page`;
}

/** The name of the answer to a refusal: `BadRequest.E00500.E09010`. */
export function refusalName({ status, codes }: Refusal): string {
  return [REFUSALS[status].name, ...codes].join('.');
}

/** A reference to a component. */
export function ref(
  section: 'schemas' | 'parameters' | 'responses' | 'headers' | 'examples',
  name: string,
): Json {
  return { $ref: `#/components/${section}/${name}` };
}

/**
 * What the operations refer to: what they answer, alone or on a page, what they take, by what they refuse.
 * Step by step, for a schema takes its time.
 */
export function* components(referred: ReferredSchema): Generator<void, Json> {
  const { items, pages, taken, refusals, routes, all, examples } = referred;
  const schemas = new Map<string, Json>(
    Object.entries(SERVICE_SCHEMAS).map(([name, schema]) => [name, bounded(schema)]),
  );
  const shown: (readonly [name: string, value: unknown])[] = [];
  const add = (name: string, made: Json, example: unknown): void => {
    const schema = bounded(made);
    const other = schemas.get(name);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema)) {
      throw new Error(`two schemas are named ${name}`);
    }
    schemas.set(name, schema);
    shown.push([name, { value: example }]);
  };
  for (const one of items) {
    yield add(typeName(one), itemSchema(one, all, routes), examples.item(one));
  }
  for (const one of pages) {
    yield add(pageName(one), pageSchema(one, routes), examples.page(one));
  }
  for (const one of taken) {
    yield add(requestBodyName(one), bare(requestBodySchema(one)), examples.draft(one));
  }
  const refused = refusals.map((one) => [refusalName(one), refusalResponse(one)] as const);
  yield;
  return {
    ...bounded({
      securitySchemes: SECURITY_SCHEMES,
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: sorted([...Object.entries(RESPONSES), ...refused]),
    }),
    examples: sorted(shown),
    schemas: sorted([...schemas]),
  };
}

const SECURITY_SCHEMES = {
  AppSecretToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-AppSecretToken',
    description: 'Identifies the app. The word demo, in both headers, reaches the demo agreement.',
  },
  AgreementGrantToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-AgreementGrantToken',
    description: 'The grant that an agreement issued to the app.',
  },
};

function sorted(members: readonly (readonly [name: string, value: unknown])[]): Json {
  return Object.fromEntries([...members].sort(([a], [b]) => byText(a, b)));
}

/** References as they are read: with their number and their self, not one of the two. */
export function withReferences(schema: Json): Json {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, one]) => [
      name,
      Array.isArray(one) || typeof one !== 'object' || one === null ? one : withReferences(one as Json),
    ]),
  );
  const { anyOf, ...reference } = inner as { anyOf?: readonly Json[]; properties?: Json };
  const names = anyOf?.flatMap(({ required }) => (required as readonly string[] | undefined) ?? []) ?? [];
  if (names[1] !== 'self' || names.length !== 2 || reference.properties === undefined) return inner;
  return { ...reference, required: names };
}

/** A schema without what only a file of its own needs. */
function bare({ $schema: _, title: __, ...schema }: JsonSchema): Json {
  return schema;
}

/** An item as it is answered: its schema, and the actions that the answer adds. */
export function itemSchema(
  resource: AnyResource,
  all: readonly AnyResource[],
  routes: readonly Endpoint[],
): Json {
  const { properties, filterable, sortable, defaultSorting, ...schema } = bare(schemaOf(resource, 'get'));
  const inner = all
    .filter(({ within }) => within?.collection === resource.collection)
    .flatMap((one) => {
      const name = pascalCase(one.title);
      const first = one.operations.includes('create') ? `create${name}` : `list${name}`;
      return [
        [first, ref('schemas', 'Action')],
        [`find${name}`, ref('schemas', 'Find')],
      ];
    });
  // A document may be a draft, wherever it is read.
  const mayBeDraft = isBookable(resource) && stateOf(resource) !== 'booked';
  const actions = [
    ...(mayBeDraft || resource.operations.includes('remove') ? [['delete', ref('schemas', 'Action')]] : []),
    ...(mayBeDraft || resource.operations.includes('replace') ? [['replace', ref('schemas', 'Action')]] : []),
    ...inner,
    ...shownActions(resource, 'item', routes),
  ];
  const metaData = {
    type: 'object',
    description: 'What can be done with it now; told where it is read alone.',
    readOnly: true,
    properties: Object.fromEntries(actions) as Json,
  };
  return {
    ...withReferences(schema),
    'x-filterable': filterable,
    'x-sortable': sortable,
    'x-default-sorting': defaultSorting,
    properties: {
      ...withReferences(properties as Json),
      ...(actions.length > 0 && { metaData }),
    },
  };
}

/** The actions that rows declare, of an item or of a collection: each where it is possible. */
function shownActions(
  resource: AnyResource,
  as: 'collection' | 'item',
  routes: readonly Endpoint[],
): readonly (readonly [name: string, schema: Json])[] {
  return routes.flatMap((route) => {
    const shown = route.method === 'GET' ? undefined : route.action;
    const isShown = shown?.shownBy.some((by) => by.as === as && concerns(by.resource, resource));
    return shown === undefined || isShown !== true
      ? []
      : [[shown.name, { ...ref('schemas', 'Action'), description: shown.says }] as const];
  });
}

/** A page of a collection (§1 rule 6): the envelope around the items. */
function pageSchema(resource: AnyResource, routes: readonly Endpoint[]): Json {
  const { operations, collection } = resource;
  const home = routes.find(
    ({ serves, method }) =>
      method === 'GET' && serves?.as === 'collection' && serves.resource.collection === collection,
  );
  const subCollections = {
    type: 'object',
    description: 'Collections that hold a part of this one.',
    properties: Object.fromEntries(
      Object.keys(home?.subCollections ?? {}).map((name) => [
        name,
        { ...URI, description: `Leads to those of ${name}.` },
      ]),
    ),
  };
  return {
    type: 'object',
    required: ['collection', 'metaData', 'pagination', 'self'],
    properties: {
      collection: {
        type: 'array',
        description: 'The items of the page, in the order that was asked for.',
        maxItems: MAX_PAGE_SIZE,
        items: ref('schemas', typeName(resource)),
      },
      metaData: {
        type: 'object',
        description: 'What can be done with the collection now.',
        properties: {
          ...(operations.includes('create') && { create: ref('schemas', 'Action') }),
          ...(operations.includes('get') && { find: ref('schemas', 'Find') }),
          ...(home?.isLive === true && { position: ref('schemas', 'Action') }),
          ...Object.fromEntries(shownActions(resource, 'collection', routes)),
        },
      },
      pagination: ref('schemas', home?.isLive === true ? 'EventsPagination' : 'Pagination'),
      ...(home?.subCollections !== undefined && { subCollections }),
      ...(home?.isLive === true && { position: ref('schemas', 'EventsPosition') }),
      self: SELF,
    },
  };
}

const PARAMETERS: Readonly<Record<string, Json>> = {
  Demo: {
    name: 'demo',
    in: 'query',
    description: 'Answers from the demo agreement, without tokens; every link of the answer carries it.',
    schema: { type: 'boolean' },
  },
  PageSize: {
    name: 'pagesize',
    in: 'query',
    description: `Items on a page. Over ${MAX_PAGE_SIZE} counts as ${MAX_PAGE_SIZE}.`,
    schema: { type: 'integer', minimum: 1, default: DEFAULT_PAGE_SIZE },
  },
  SkipPages: {
    name: 'skippages',
    in: 'query',
    description: 'Pages to skip. A page past the end is empty.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  After: {
    name: 'after',
    in: 'query',
    description:
      'Where the previous page ended. Comes with the link of the next page and is not made by hand.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key and the same request get the stored answer, so that a write can be sent again; kept for 24 hours at least.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Only if the thing still has this ETag; otherwise 412. Never required.',
    schema: TEXT,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Only if the thing has another ETag; otherwise 304.',
    schema: TEXT,
  },
  IfNoneThere: {
    name: 'If-None-Match',
    in: 'header',
    description: '`*`: only if there is none yet; otherwise 412.',
    schema: TEXT,
  },
};

const HEADERS: Readonly<Record<string, Json>> = {
  AcceptEncoding: {
    description: 'With 415 for the encoding of a body: those that are taken.',
    schema: TEXT,
  },
  Allow: { description: 'With 405: the methods that there are.', schema: TEXT },
  ETag: {
    description:
      'The state of the single resource and, after a full stop, what can be done with it now. If-Match compares the state alone.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]+(\\.[\\w-]+)?"$' },
  },
  IdempotentReplayed: {
    description: 'The answer was stored under the idempotency key.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'Where the created thing is.', required: true, schema: URI },
  RateLimit: {
    description:
      'What is left to the grant: `r` requests, and `t` seconds until it has all of them again. Not sent where there is no limit, nor without a grant.',
    schema: { type: 'string' },
    example: '"grant";r=299999;t=1',
  },
  RateLimitPolicy: {
    description: 'What a grant may ask: `q` requests at once, all of them again after `w` seconds.',
    schema: { type: 'string' },
    example: '"grant";q=300000;w=30',
  },
  ContentDisposition: {
    description: 'Whether a browser shows the file or keeps it, and under which name.',
    required: true,
    schema: { type: 'string' },
    example: 'attachment; filename="invoice-17.pdf"',
  },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
  WwwAuthenticate: {
    description: 'What is to be sent: the headers that say who calls. The scheme is our own.',
    required: true,
    schema: { type: 'string', const: CHALLENGE },
  },
};

/** With each answer to who has a grant. */
export const RATE_HEADERS = {
  RateLimit: ref('headers', 'RateLimit'),
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
};

const RETRY_AFTER = { 'Retry-After': ref('headers', 'RetryAfter') };

/** What a refusal of a status means, whatever its code. */
const MEANING: { readonly [S in Refusal['status']]: string } = {
  400: 'The request is malformed, does not follow the schema, or a rule refuses it.',
  401: 'Credentials are missing, wrong, expired or revoked.',
  403: 'The grant does not reach this.',
  404: 'There is no such thing.',
  409: 'Not now: what is under way has to end first.',
  410: 'What is asked for was there, and is not kept any more.',
  412: 'The thing is not in the state that the request names.',
  413: 'The body is too large.',
  415: 'Something else than JSON is sent or asked for.',
  429: 'Too many requests with this grant.',
  500: 'Something went wrong in the service.',
  503: 'The service cannot do this right now; nothing was changed.',
};

/**
 * A query that cannot be decoded is refused wherever it is sent, and `filter` and `sort` by their own codes.
 */
function withQueryCodes(codes: Refusal['codes']): Refusal['codes'] {
  return [...new Set([...codes, 'E01010', 'E01020'] as const)].sort();
}

/** A refusal with the codes that it may carry, and what each means. */
function refusalResponse({ status, codes }: Refusal): Json {
  const { alwaysCoded } = REFUSALS[status];
  const meanings = codes.map((code) => `- \`${code}\`: ${ERROR_CODES[code].condition}`);
  const narrowed = {
    allOf: [
      ref('schemas', 'Error'),
      {
        type: 'object',
        ...(alwaysCoded && { required: ['errorCode'] }),
        properties: { errorCode: knownCodes(status === 400 ? withQueryCodes(codes) : codes) },
      },
    ],
  };
  const [code] = codes;
  const example = {
    ...(code !== undefined && { errorCode: code }),
    message: code === undefined ? MEANING[status] : ERROR_CODES[code].condition,
    developerHint: 'What to do about it.',
    httpStatusCode: status,
    logId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    logTime: '2026-03-31T12:30:00',
    ...(status === 401 && { demoLink: 'http://localhost:3000/products?demo=true' }),
  };
  return {
    description: [MEANING[status], ...(meanings.length > 0 ? ['', ...meanings] : [])].join('\n'),
    ...headersOf(status),
    content: {
      'application/json': { schema: codes.length === 0 ? ref('schemas', 'Error') : narrowed, example },
    },
  };
}

/** Who is refused with a grant is told its rate; who is not known has none. */
function headersOf(status: Refusal['status']): Json {
  if (status === 429) return { headers: { ...RETRY_AFTER, ...RATE_HEADERS } };
  if (status === 503) return { headers: RETRY_AFTER };
  if (status === 415)
    return { headers: { 'Accept-Encoding': ref('headers', 'AcceptEncoding'), ...RATE_HEADERS } };
  if (status === 401) return { headers: { 'WWW-Authenticate': ref('headers', 'WwwAuthenticate') } };
  return status >= 500 ? {} : { headers: RATE_HEADERS };
}

const RESPONSES: Readonly<Record<string, Json>> = {
  NotModified: {
    description: 'As it was: it has the ETag that the request names.',
    headers: { ETag: ref('headers', 'ETag') },
  },
  Refusal: {
    description: 'Any other refusal, such as 405 for a method that there is not at this path.',
    headers: { Allow: ref('headers', 'Allow') },
    content: {
      'application/json': {
        schema: ref('schemas', 'Error'),
        example: {
          message: 'There is no such method here.',
          developerHint: 'Use one of those that Allow names.',
          httpStatusCode: 405,
          logId: '0f8fad5b-d9cb-469f-a165-70867728950e',
          logTime: '2026-03-31T12:30:00',
        },
      },
    },
  },
};
