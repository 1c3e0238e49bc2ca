import { MAX_PAGE_SIZE, type JsonSchema } from '@kontor/kernel';
import { ERROR_CODES } from '../failure/error-codes.js';

/** An address, in schemas of what the service itself answers. */
export const URI = { type: 'string', format: 'uri' } as const;
/** The member `self`: the address of the object that has it. */
export const SELF = { ...URI, description: 'Its own address.' } as const;
/** Any text, in schemas of what the service itself answers. */
export const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const TEXTS = { type: 'array', items: TEXT, maxItems: 1_000 } as const;
const TEXT_MAP = { type: 'object', additionalProperties: TEXT } as const;

/** A schema, and what it is. */
const about = (description: string, schema: JsonSchema): JsonSchema => ({ ...schema, description });

/**
 * Codes that are known now, of a text that stays open: a client made of a closed list would fail on the first
 * new code, which is to be no news to it (`docs/concepts/versioning.md`).
 */
export const knownCodes = (codes: readonly string[]): JsonSchema => ({
  type: 'string',
  'x-extensible-enum': codes,
});

const CODE = about('One code, one condition; more may come.', knownCodes(Object.keys(ERROR_CODES)));
const STATUS = about('The status of the answer.', { type: 'integer', minimum: 400, maximum: 599 });

/** What a refusal says besides in its `additionalData`, and where it has several reasons. */
const REASON = {
  errorCode: about('One code, one condition.', TEXT),
  message: about('What is wrong, for people.', TEXT),
  developerHint: about('What to do about it, for who writes the program.', TEXT),
  additionalData: about('What the refusal is about: names, values, limits.', { type: 'object' }),
};

/** With a refused filter or sort: what would have been right. */
const ALLOWED = {
  allowedFilteringFields: about('With a refused filter: what can be filtered by.', TEXTS),
  allowedFilteringOperators: about('With a refused filter: the operators by name.', TEXT_MAP),
  escapeCharacters: about('With a refused filter: how to write what means something.', TEXT_MAP),
  nullValue: about('With a refused filter: how to write what is absent.', TEXT),
  wildcard: about('With a refused filter: what stands for any text.', TEXT),
  allowedSortingFields: about('With a refused sort: what can be sorted by.', TEXTS),
};

const HOME = {
  apiName: about('What the service calls itself.', TEXT),
  company: about('Who runs it.', TEXT),
  gettingStarted: about('The address of a page for people who begin.', TEXT),
  version: about('Of the service.', TEXT),
  serverTime: about('What time it is there, in UTC.', { type: 'string', format: 'date-time' }),
  stable: about('Endpoints to rely on: URLs, and URL templates of items, by name.', TEXT_MAP),
  experimental: about('Endpoints that may change, by name.', TEXT_MAP),
  deprecated: about('Endpoints that will go, by name.', TEXT_MAP),
  resources: about('Leads to the descriptions of the resources.', URI),
  errors: about('Leads to every error code with its condition.', URI),
  openapi: about('Leads to this description.', URI),
  self: SELF,
};

const PAGINATION = {
  type: 'object',
  description: 'Where the page stands among the others.',
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
    maxPageSizeAllowed: about('Items that may be asked for at once.', {
      type: 'integer',
      const: MAX_PAGE_SIZE,
    }),
    skipPages: about('Pages that were skipped.', COUNT),
    pageSize: about('Items on a page.', { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE }),
    results: about('Items that pass the filter, on all pages.', COUNT),
    resultsWithoutFilter: about('Items that there are.', COUNT),
    firstPage: about('Leads to the first page.', URI),
    previousPage: about('Leads to the page before, where there is one.', URI),
    nextPage: about('Leads to the next page, where there is one.', URI),
    lastPage: about('Leads to the last page.', URI),
  },
} as const satisfies JsonSchema;

const { results: RESULTS, resultsWithoutFilter: ALL_RESULTS, ...OTHERS } = PAGINATION.properties;

/**
 * Of events: counting what a filter lets through has an end (`LOOKED_AT_MAX`). Without one nothing is looked
 * at for the count, since most who ask do so after each event: the sequences, which have no holes, tell it.
 */
const EVENTS_PAGINATION: JsonSchema = {
  ...PAGINATION,
  required: PAGINATION.required.filter((name) => name !== 'results'),
  properties: {
    ...OTHERS,
    results: {
      ...RESULTS,
      description:
        'Events that the grant may read and that pass the filter; left out where over 10,000 are kept. ' +
        'Without a filter, as resultsWithoutFilter.',
    },
    resultsWithoutFilter: {
      ...ALL_RESULTS,
      description: 'Events that are kept, also those of what the grant may not read.',
    },
  },
};

/** The schemas of what no resource stands behind. */
export const SERVICE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Action: {
    type: 'object',
    description: 'Something that can be done now: send it as it says.',
    required: ['description', 'href', 'httpMethod'],
    properties: {
      description: about('What it does, in a few words.', TEXT),
      href: about('Where it is sent.', URI),
      httpMethod: about('How it is sent.', { type: 'string', enum: ['get', 'post', 'put', 'delete'] }),
    },
  },
  ApiResource: {
    type: 'object',
    description: 'The routes of one resource.',
    required: ['name', 'routes', 'self'],
    properties: {
      name: about('As the list of resources has it.', TEXT),
      routes: about('What can be asked of it.', {
        type: 'array',
        maxItems: 1_000,
        items: {
          type: 'object',
          description: 'One route.',
          required: ['method', 'path'],
          properties: {
            method: about('How it is asked.', { type: 'string', enum: ['GET', 'POST', 'PUT', 'DELETE'] }),
            path: about('Its address; what varies stands in braces, a whole number with `:int`.', TEXT),
          },
        },
      }),
      self: SELF,
    },
  },
  ApiResources: {
    type: 'object',
    description: 'The descriptions of the resources, by name.',
    required: ['production', 'experimental', 'self'],
    properties: {
      production: about('Those to rely on, by name.', TEXT_MAP),
      experimental: about('Those that may change, by name.', TEXT_MAP),
      self: SELF,
    },
  },
  Error: {
    type: 'object',
    description: 'A refusal, or a defect of the service.',
    required: ['message', 'developerHint', 'httpStatusCode', 'logId', 'logTime'],
    properties: {
      ...REASON,
      errorCode: CODE,
      errors: about('Every reason, also where there is one; with each errorCode.', {
        type: 'array',
        items: {
          type: 'object',
          description: 'A reason.',
          required: ['errorCode', 'message'],
          properties: REASON,
        },
      }),
      httpStatusCode: STATUS,
      logId: about('What to quote when asking about it.', { type: 'string', format: 'uuid' }),
      logTime: about('UTC, YYYY-MM-DDThh:mm:ss.', TEXT),
      demoLink: about('With 401: the same resource in the demo agreement.', URI),
      ...ALLOWED,
    },
  },
  ErrorCodes: {
    type: 'object',
    description: 'Every error code with its condition.',
    required: ['collection', 'metaData', 'self'],
    properties: {
      collection: about('All of them.', {
        type: 'array',
        maxItems: 1_000,
        items: { $ref: '#/components/schemas/ErrorCondition' },
      }),
      metaData: about('How one of them is found.', {
        type: 'object',
        required: ['find'],
        properties: { find: { $ref: '#/components/schemas/Find' } },
      }),
      self: SELF,
    },
  },
  ErrorCondition: {
    type: 'object',
    description: 'An error code with its condition.',
    required: ['errorCode', 'httpStatusCode', 'message', 'self'],
    properties: {
      errorCode: about('The code that refusals carry.', TEXT),
      httpStatusCode: STATUS,
      message: about('When it is told.', TEXT),
      self: SELF,
    },
  },
  Find: {
    type: 'object',
    description: 'How one item is found.',
    required: ['description', 'href', 'httpMethod', 'templated'],
    properties: {
      description: about('What it finds, in a few words.', TEXT),
      href: about('A template as in RFC 6570; route-escape the value.', {
        type: 'string',
        format: 'uri-template',
      }),
      httpMethod: about('How it is asked.', { type: 'string', const: 'get' }),
      templated: about('The address is a template.', { type: 'boolean', const: true }),
    },
  },
  Home: {
    type: 'object',
    description: 'Where everything starts: the endpoints by name.',
    required: Object.keys(HOME),
    properties: HOME,
  },
  OpenApi: {
    type: 'object',
    description: 'This description.',
    required: ['openapi', 'info', 'paths', 'components'],
    properties: {
      openapi: about('The version of OpenAPI that it is written in.', {
        type: 'string',
        pattern: '^3\\.1\\.',
      }),
      info: about('What is described.', { type: 'object' }),
      paths: about('What can be asked, by address.', { type: 'object' }),
      components: about('What the operations refer to.', { type: 'object' }),
    },
    additionalProperties: true,
  },
  EventsPosition: {
    type: 'object',
    required: ['firstSequence', 'lastSequence', 'after', 'following'],
    properties: {
      firstSequence: { type: 'integer', minimum: 1, description: 'The oldest event that is kept.' },
      lastSequence: { ...COUNT, description: 'The last that was given.' },
      after: { ...COUNT, description: 'Up to where this page has looked: what it lacks was left out.' },
      following: { ...URI, description: 'What comes after that.' },
    },
  },
  Pagination: PAGINATION,
  EventsPagination: EVENTS_PAGINATION,
};
