import { defined } from '../value/defined.js';
import type { DecimalKind, FieldData, Kind, ReferenceKind } from './kind.js';
import { isAlwaysShown, isKey, isRequired } from './kind.js';
import { meaningOf, sentenceOf } from './member-words.js';
import type { AnyResource } from './resource.js';

/** A JSON schema, or a part of one, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * JSON Schema 2020-12 of a kind, with the limits the codec checks. A number that the service makes (`isMade`)
 * is not checked: a total may be larger than any amount that is taken.
 */
export function schemaOfKind(kind: Kind, isMade = false): JsonSchema {
  switch (kind.type) {
    case 'string':
      if (kind.lists !== undefined || kind.leads === true) return { type: 'string', format: 'uri' };
      return { type: 'string', ...(kind.min > 0 && { minLength: kind.min }), maxLength: kind.max };
    case 'integer':
      if (kind.addresses !== undefined) return { type: 'string', format: 'uri' };
      return { type: 'integer', minimum: kind.min, maximum: kind.max };
    case 'decimal':
      return {
        type: 'number',
        description: sentenceOf([limitOf(kind)]),
        ...(!isMade && rangeOf(kind)),
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'fullDate':
      return { type: 'string', format: 'date' };
    case 'timestamp':
      return { type: 'string', format: 'date-time' };
    case 'enum':
      return { type: 'string', enum: [...kind.values] };
    case 'reference':
      return referenceSchema(kind);
    case 'group':
      return kind.addressed === undefined
        ? objectSchema(kind.fields, isMade)
        : withSelf(objectSchema(kind.fields, isMade));
    case 'list':
      return {
        type: 'array',
        items: schemaOfField('', kind.of, isMade),
        ...(kind.min > 0 && { minItems: kind.min }),
        maxItems: kind.max,
      };
    case 'json':
      return {
        ...(kind.holds && {
          type: 'object',
          additionalProperties: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        }),
        description: sentenceOf([limitOf(kind)]),
      };
  }
}

/** What a kind's values must be like, where its schema has no word for it. */
function limitOf(kind: Kind): string {
  if (kind.type === 'decimal') return `at most ${kind.scale} decimals`;
  return kind.type === 'json' && !kind.holds
    ? `any JSON of at most ${kind.bytes} bytes and ${kind.levels} levels`
    : '';
}

/** One of two whole objects, by the number or by the self, as generators of clients understand it. */
function referenceSchema(kind: ReferenceKind): JsonSchema {
  const key = { ...schemaOfKind(kind.of), description: `Identifies it among ${kind.to}.` };
  const self = { type: 'string', format: 'uri', description: 'Its own address.' };
  const alone = (name: string, schema: JsonSchema): JsonSchema => ({
    type: 'object',
    required: [name],
    properties: { [name]: schema },
  });
  return {
    type: 'object',
    description: `Reference to an item of ${kind.to}: ${kind.key} or self.`,
    properties: {
      [kind.key]: key,
      ...Object.fromEntries(
        kind.projection.map((name) => [name, { ...shownSchema(kind, name), readOnly: true }]),
      ),
      self,
    },
    anyOf: [alone(kind.key, key), alone('self', self)],
  };
}

function rangeOf({ digits, min, max }: DecimalKind): JsonSchema {
  return {
    ...(min === undefined ? { exclusiveMinimum: -(10 ** digits) } : { minimum: Number(min) }),
    ...(max === undefined ? { exclusiveMaximum: 10 ** digits } : { maximum: Number(max) }),
  };
}

function shownSchema({ projectionKinds }: ReferenceKind, name: string): JsonSchema {
  const shown = projectionKinds?.[name];
  const schema = shown === undefined ? { type: 'string' } : schemaOfKind(shown, true);
  const description = sentenceOf([meaningOf(name, {})]);
  return { ...schema, ...(description !== '' && { description }) };
}

/** JSON Schema of a member, with a sentence that says what it is. */
export function schemaOfField(name: string, field: FieldData, within = false): JsonSchema {
  const made = field.use === 'readOnly' || field.use === 'computed' || field.use === 'generatedKey';
  const kind = schemaOfKind(field.kind, made || within);
  const schema = field.declinable === true ? orNull(kind) : kind;
  const meaning = meaningOf(name, field);
  return {
    ...schema,
    ...(meaning !== '' && { description: sentenceOf([meaning, limitOf(field.kind)]) }),
    ...(field.use === 'defaulted' && {
      default: field.kind.type === 'decimal' ? Number(field.default) : field.default,
    }),
    ...(field.needs !== undefined && { 'x-module': field.needs }),
    ...(made && { readOnly: true }),
  };
}

/** The same, or null. */
function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema as { readonly anyOf?: readonly JsonSchema[] };
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(anyOf !== undefined && { anyOf: [...anyOf, { type: 'null' }] }),
  };
}

function withSelf(schema: JsonSchema): JsonSchema {
  const self = { type: 'string', format: 'uri', description: 'Its own address.', readOnly: true };
  return { ...schema, properties: { ...(schema['properties'] as JsonSchema), self } };
}

function objectSchema(fields: Readonly<Record<string, FieldData>>, isMade = false): JsonSchema {
  const names = Object.keys(fields).filter((name) => fields[name]?.internal !== true);
  const required = names.filter((name) => isRequired(defined(fields[name])));
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      names.map((name) => [name, schemaOfField(name, defined(fields[name]), isMade)]),
    ),
  };
}

/** What an item leads to besides: its collections, and things such as its paper. */
function linksOf({ relations, links }: AnyResource): JsonSchema {
  const leadsTo = (to: string): JsonSchema => ({
    type: 'string',
    format: 'uri',
    description: `Leads to its ${to}.`,
    readOnly: true,
  });
  const within = (member: string, link: JsonSchema): JsonSchema => ({
    type: 'object',
    description: link['description'],
    required: [member],
    properties: { [member]: link },
    readOnly: true,
  });
  return Object.fromEntries([
    ...Object.entries(relations).map(([name, { to }]) => [name, leadsTo(to)] as const),
    ...Object.entries(links).map(
      ([name, { to, member }]) =>
        [name, member === undefined ? leadsTo(to) : within(member, leadsTo(to))] as const,
    ),
  ]);
}

/** What bodies may say otherwise than their schema asks and is taken all the same, and what is not. */
const ALSO_TAKEN =
  'Also taken: digits in a string for an integer, 0 and 1 for a boolean, a date-time for a date (its date counts). ' +
  'Not taken: control characters in a text, but for line breaks and tabs where it may have several lines.';

/**
 * The schema of the body of a request or of an item, with our own keywords `filterable`, `sortable` and
 * `defaultSorting` for the properties of an answer.
 */
export function schemaOf(resource: AnyResource, purpose: 'post' | 'put' | 'get'): JsonSchema {
  const base = objectSchema(resource.fields);
  const common: { $schema: string; title: string; $comment?: string } = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${resource.collection}.${purpose}`,
  };
  if (purpose !== 'get') common.$comment = ALSO_TAKEN;
  if (purpose === 'post') return { ...common, ...base };
  if (purpose === 'put') {
    // The URL gives the identifier, unless the body is said to name it as well.
    const isGiven = (name: string): boolean =>
      name === resource.key && isKey(resource.fields[name] as FieldData);
    const required = (base['required'] as readonly string[] | undefined)?.filter((name) => !isGiven(name));
    const { required: _, ...rest } = base;
    return { ...common, ...rest, ...(required !== undefined && required.length > 0 && { required }) };
  }
  const always = Object.entries(resource.fields)
    .filter(([, field]) => isAlwaysShown(field) && field.internal !== true)
    .map(([name]) => name);
  return {
    ...common,
    ...base,
    required: [...always, 'self'],
    properties: {
      ...(base['properties'] as JsonSchema),
      self: { type: 'string', format: 'uri', description: 'Its own address.' },
      ...linksOf(resource),
    },
    filterable: resource.filterable,
    sortable: resource.sortable,
    defaultSorting: resource.defaultSort.map(({ property, descending }) =>
      descending ? `-${property}` : property,
    ),
  };
}
