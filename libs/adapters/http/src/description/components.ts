import { ERROR_CODES } from '../failure/error-codes.js';
import {
  canBeBooked,
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  schemaOf,
  type AnyResource,
  type JsonSchema,
} from '@kontor/kernel';
import { byText, pascalCase, typeName } from './names.js';
import { takenSchema, type Taken } from './taken.js';

/** A part of the document, as JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** The resources that are answered alone, and those whose pages are: the items of a page are answered, too. */
export type Answered = {
  readonly items: readonly AnyResource[];
  readonly pages: readonly AnyResource[];
  /** The collections that hold a part of a resource's: `drafts` and `booked`. */
  readonly below: (of: AnyResource) => readonly string[];
};

/** The name of what is taken: `ProductDraft`, `ProductReplacement`. */
export function takenName({ of, purpose }: Taken): string {
  return typeName(of) + { post: 'Draft', put: 'Replacement' }[purpose];
}

export function pageName(of: AnyResource): string {
  return `${typeName(of)}Page`;
}

/** A reference to a component. */
export function ref(section: 'schemas' | 'parameters' | 'responses' | 'headers', name: string): Json {
  return { $ref: `#/components/${section}/${name}` };
}

/** What the operations refer to: what they answer, alone or on a page, and what they take. */
export function components(answered: Answered, taken: readonly Taken[], all: readonly AnyResource[]): Json {
  const ofResources = [
    ...answered.items.map((of) => [typeName(of), itemSchema(of, all)] as const),
    ...answered.pages.map((of) => [pageName(of), pageSchema(of, answered.below(of))] as const),
    ...taken.map((one) => [takenName(one), bare(takenSchema(one))] as const),
  ];
  const schemas = new Map<string, Json>(Object.entries(SCHEMAS));
  for (const [name, schema] of ofResources) {
    const other = schemas.get(name);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema)) {
      throw new Error(`two schemas are named ${name}`);
    }
    schemas.set(name, schema);
  }
  return {
    securitySchemes: {
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
    },
    parameters: PARAMETERS,
    headers: HEADERS,
    responses: RESPONSES,
    schemas: Object.fromEntries([...schemas].sort(([a], [b]) => byText(a, b))),
  };
}

/** A schema without what only a file of its own needs. */
function bare({ $schema: _, title: __, ...schema }: JsonSchema): Json {
  return schema;
}

/** An item as it is answered: its schema, and the links and actions that the answer adds. */
function itemSchema(of: AnyResource, all: readonly AnyResource[]): Json {
  const { properties, filterable, sortable, defaultSorting, ...schema } = bare(schemaOf(of, 'get'));
  const leadsTo = (to: string): Json => ({ ...URI, description: `leads to its ${to}`, readOnly: true });
  const links = [
    ...Object.entries(of.relations).map(([name, { to }]) => [name, leadsTo(to)]),
    ...Object.entries(of.links).map(([name, { to, member }]) => [
      name,
      member === undefined
        ? leadsTo(to)
        : { type: 'object', required: [member], properties: { [member]: leadsTo(to) }, readOnly: true },
    ]),
  ];
  const inner = all
    .filter(({ within }) => within?.collection === of.collection)
    .flatMap((one) => {
      const name = pascalCase(one.title);
      const first = one.operations.includes('create') ? `create${name}` : `list${name}`;
      return [
        [first, ref('schemas', 'Action')],
        [`find${name}`, ref('schemas', 'Find')],
      ];
    });
  const actions = [
    // A document may be a draft, wherever it is read.
    ...(canBeBooked(of) || of.operations.includes('remove') ? [['delete', ref('schemas', 'Action')]] : []),
    ...(canBeBooked(of) || of.operations.includes('replace') ? [['replace', ref('schemas', 'Action')]] : []),
    ...inner,
  ];
  const metaData = {
    type: 'object',
    description: 'what can be done with it; told where it is read alone',
    readOnly: true,
    properties: Object.fromEntries(actions) as Json,
    additionalProperties: ref('schemas', 'Action'),
  };
  return {
    ...schema,
    'x-filterable': filterable,
    'x-sortable': sortable,
    'x-default-sorting': defaultSorting,
    properties: {
      ...(properties as Json),
      ...(Object.fromEntries(links) as Json),
      ...(actions.length > 0 && { metaData }),
    },
  };
}

/** A page of a collection (§1 rule 6): the envelope around the items. `below`: the collections that hold a part of it. */
function pageSchema(of: AnyResource, below: readonly string[]): Json {
  const { operations } = of;
  const subCollections = {
    type: 'object',
    description: 'collections that hold a part of this one',
    properties: Object.fromEntries(below.map((name) => [name, URI])),
  };
  return {
    type: 'object',
    required: ['collection', 'metaData', 'pagination', 'self'],
    properties: {
      collection: { type: 'array', items: ref('schemas', typeName(of)) },
      metaData: {
        type: 'object',
        properties: {
          ...(operations.includes('create') && { create: ref('schemas', 'Action') }),
          ...(operations.includes('get') && { find: ref('schemas', 'Find') }),
        },
        additionalProperties: ref('schemas', 'Action'),
      },
      pagination: ref('schemas', 'Pagination'),
      ...(below.length > 0 && { subCollections }),
      self: URI,
    },
  };
}

const URI = { type: 'string', format: 'uri' } as const;
const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const TEXTS = { type: 'array', items: TEXT } as const;
const TEXT_MAP = { type: 'object', additionalProperties: TEXT } as const;

const SUB_ERROR = {
  type: 'object',
  required: ['errorCode', 'message'],
  properties: {
    errorCode: TEXT,
    message: TEXT,
    developerHint: TEXT,
    additionalData: { type: 'object' },
  },
} as const;

const SCHEMAS: Readonly<Record<string, Json>> = {
  Action: {
    type: 'object',
    required: ['description', 'href', 'httpMethod'],
    properties: { description: TEXT, href: URI, httpMethod: { enum: ['get', 'post', 'put', 'delete'] } },
  },
  ApiResources: {
    type: 'object',
    required: ['production', 'experimental', 'self'],
    properties: { production: TEXT_MAP, experimental: TEXT_MAP, self: URI },
  },
  Error: {
    type: 'object',
    description: 'A refusal (§7), or a defect of the service.',
    required: ['message', 'developerHint', 'httpStatusCode', 'logId', 'logTime'],
    properties: {
      errorCode: { type: 'string', enum: Object.keys(ERROR_CODES), description: 'one code, one condition' },
      message: TEXT,
      developerHint: TEXT,
      errors: { type: 'array', items: SUB_ERROR },
      additionalData: { type: 'object' },
      httpStatusCode: { type: 'integer' },
      logId: { type: 'string', format: 'uuid', description: 'what to quote when asking about it' },
      logTime: { type: 'string', description: 'UTC, YYYY-MM-DDThh:mm:ss' },
      demoLink: { ...URI, description: 'with 401: the same resource in the demo agreement' },
      allowedFilteringFields: { ...TEXTS, description: 'with a refused filter: what can be filtered by' },
      allowedFilteringOperators: { ...TEXT_MAP, description: 'with a refused filter: the operators by name' },
      escapeCharacters: {
        ...TEXT_MAP,
        description: 'with a refused filter: how to write what means something',
      },
      nullValue: { ...TEXT, description: 'with a refused filter: how to write what is absent' },
      wildcard: { ...TEXT, description: 'with a refused filter: what stands for any text' },
      allowedSortingFields: { ...TEXTS, description: 'with a refused sort: what can be sorted by' },
    },
  },
  ErrorCodes: {
    type: 'object',
    required: ['collection', 'metaData', 'self'],
    properties: {
      collection: {
        type: 'array',
        items: {
          type: 'object',
          required: ['errorCode', 'httpStatusCode', 'message'],
          properties: { errorCode: TEXT, httpStatusCode: { type: 'integer' }, message: TEXT },
        },
      },
      metaData: { type: 'object' },
      self: URI,
    },
  },
  Find: {
    type: 'object',
    required: ['description', 'href', 'httpMethod', 'templated'],
    properties: {
      description: TEXT,
      href: {
        type: 'string',
        format: 'uri-template',
        description: 'RFC 6570; route-escape the value (§4.1)',
      },
      httpMethod: { const: 'get' },
      templated: { const: true },
    },
  },
  Home: {
    type: 'object',
    required: [
      'apiName',
      'company',
      'gettingStarted',
      'version',
      'serverTime',
      'stable',
      'experimental',
      'deprecated',
      'resources',
      'errors',
      'openapi',
      'self',
    ],
    properties: {
      apiName: TEXT,
      company: TEXT,
      gettingStarted: TEXT,
      version: TEXT,
      serverTime: { type: 'string', format: 'date-time' },
      stable: { ...TEXT_MAP, description: 'URLs, and URL templates of items, by name' },
      experimental: TEXT_MAP,
      deprecated: TEXT_MAP,
      resources: URI,
      errors: URI,
      openapi: { ...URI, description: 'this description' },
      self: URI,
    },
  },
  OpenApi: {
    type: 'object',
    required: ['openapi', 'info', 'paths', 'components'],
    properties: {
      openapi: { type: 'string', pattern: '^3\\.1\\.' },
      info: { type: 'object' },
      paths: { type: 'object' },
      components: { type: 'object' },
    },
    additionalProperties: true,
  },
  Pagination: {
    type: 'object',
    required: [
      'maxPageSizeAllowed',
      'skipPages',
      'pageSize',
      'results',
      'resultsWithoutFilter',
      'firstPage',
      'lastPage',
    ],
    properties: {
      maxPageSizeAllowed: { const: MAX_PAGE_SIZE },
      skipPages: COUNT,
      pageSize: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE },
      results: { ...COUNT, description: 'items that pass the filter' },
      resultsWithoutFilter: COUNT,
      firstPage: URI,
      previousPage: URI,
      nextPage: { ...URI, description: 'there is a further page' },
      lastPage: URI,
    },
  },
};

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
    description: 'Pages to skip.',
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
  ETag: {
    description: 'The state of the single resource.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]+"$' },
  },
  IdempotentReplayed: {
    description: 'The answer was stored under the idempotency key.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'Where the created thing is.', required: true, schema: URI },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
};

function refusal(description: string, headers?: Json): Json {
  return {
    description,
    ...(headers !== undefined && { headers }),
    content: { 'application/json': { schema: ref('schemas', 'Error') } },
  };
}

const RETRY_AFTER = { 'Retry-After': ref('headers', 'RetryAfter') };

/** Refusals by the status that each has. */
export const REFUSALS = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  412: 'ChangedSince',
  413: 'BodyTooLarge',
  415: 'NotJson',
  429: 'TooManyRequests',
  500: 'Defect',
  503: 'Unavailable',
} as const;

const RESPONSES: Readonly<Record<string, Json>> = {
  NotModified: {
    description: 'As it was: it has the ETag that the request names.',
    headers: { ETag: ref('headers', 'ETag') },
  },
  BadRequest: refusal('The request is malformed, does not follow the schema, or a rule refuses it.'),
  Unauthorized: refusal('Credentials are missing, wrong, expired or revoked.'),
  Forbidden: refusal('The roles of the grant do not reach this, or the demo agreement is read-only.'),
  NotFound: refusal('There is no such thing.'),
  ChangedSince: refusal('The thing is not in the state that the request names.'),
  BodyTooLarge: refusal('The body is too large.'),
  NotJson: refusal('Something else than JSON is sent or asked for.'),
  TooManyRequests: refusal('Too many requests with this grant.', RETRY_AFTER),
  Defect: refusal('Something went wrong in the service.'),
  Unavailable: refusal('The service cannot do this right now; nothing was changed.', RETRY_AFTER),
  Refusal: refusal('Any other refusal.'),
};
