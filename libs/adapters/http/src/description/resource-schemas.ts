import { isBookable, MAX_PAGE_SIZE, schemaOf, type AnyResource, type JsonSchema } from '@kontor/kernel';
import { concerns, pascalCase, stateOf, typeName } from './names.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { SELF, URI } from './service-schemas.js';
import type { Json } from './json.js';
import { ref } from './component-names.js';

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
export function bare({ $schema: _, title: __, ...schema }: JsonSchema): Json {
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
export function pageSchema(resource: AnyResource, routes: readonly Endpoint[]): Json {
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
