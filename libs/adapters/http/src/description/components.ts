import type { AnyResource } from '@kontor/kernel';
import { bounded } from './bounds.js';
import { byText, typeName } from './names.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Examples } from './examples.js';
import type { Refusal } from './refusals.js';
import { SERVICE_SCHEMAS } from './service-schemas.js';
import { requestBodySchema, type RequestBody } from './request-bodies.js';
import type { Json } from './json.js';
import { pageName, refusalName, requestBodyName } from './component-names.js';
import { HEADERS, PARAMETERS } from './parameters-and-headers.js';
import { RESPONSES, refusalResponse } from './refusal-responses.js';
import { bare, itemSchema, pageSchema } from './resource-schemas.js';

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
