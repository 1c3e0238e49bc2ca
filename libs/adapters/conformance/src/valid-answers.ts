import type { ErrorObject } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { schemaCompiler } from './schema-compiler.js';

/** An answer as a client has it. */
export type Heard = {
  readonly method: string;
  /** A path or a whole URL; the query is not looked at. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came, decompressed. */
  readonly text: string;
  /** What the text says, where it is JSON and has been read already. */
  readonly json?: unknown;
};

/** Says what the description does not say of an answer: nothing where the answer is as described. */
export type AnswerCheck = (heard: Heard) => readonly string[];

type Json = Readonly<Record<string, unknown>>;
type Response = {
  readonly headers?: Readonly<Record<string, Json>>;
  readonly content?: Readonly<Record<string, Json>>;
};
/** What the document says of answers to an operation with a status, with all that it refers to. */
type Expected = {
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly schema: Json }[];
  /** Where in the document the schema of a media type is; undefined where there is no body. */
  readonly bodies: ReadonlyMap<string, string> | undefined;
};
type Operation = { readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>> };
type Described = { readonly path: string; readonly pattern: RegExp; readonly fixed: number };

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/**
 * Compares answers with an OpenAPI 3.1 document: the operation is found by its path template, its status
 * must be declared, the body must follow the schema of its media type, and have no member that the schema
 * does not name, and the headers that are always sent must be there. To read the document costs a second
 * or two for all schemas: so it is read once, and gives the check for the address where the document's
 * paths begin, of as many services as there are.
 */
export function answerCheck(document: unknown): (base: string) => AnswerCheck {
  const { paths } = document as { readonly paths: Readonly<Record<string, Json>> };
  const schemas = schemaCompiler();
  for (const vocabulary of Object.keys(document as Json)) schemas.addKeyword(vocabulary);
  schemas.addSchema({ ...(closed(document) as Json), $id: 'openapi' }, 'openapi');
  const described = Object.keys(paths).map((path): Described => ({
    path,
    pattern: patternOf(path),
    fixed: fixedSegments(path),
  }));
  /** Many answers come from few paths: each is looked up once among all patterns. */
  const byPath = new Map<string, Described | undefined>();
  const describedAt = (path: string): Described | undefined => {
    if (byPath.has(path)) return byPath.get(path);
    const found = described.filter(({ pattern }) => pattern.test(path)).sort((a, b) => b.fixed - a.fixed)[0];
    byPath.set(path, found);
    return found;
  };
  const byName = new Map<string, Expected>();

  const complaintsOf = (
    path: string,
    { method, status, headers, text, json }: Omit<Heard, 'url'>,
  ): readonly string[] => {
    const found = describedAt(path);
    if (found === undefined) return unknownPath(schemas, { method, path, status, headers, text, json });
    const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
    const item = paths[found.path] as Json;
    const name = `${method} ${found.path} ${status}`;
    const operation = item[asked] as Operation | undefined;
    if (operation === undefined) {
      const allow = METHODS.filter((one) => one in item).flatMap((one) =>
        one === 'get' ? ['GET', 'HEAD'] : [one.toUpperCase()],
      );
      return status === 405 && headers.get('allow') === allow.join(', ')
        ? []
        : [`${name}: the description has no such method, and allows ${allow.join(', ')}`];
    }
    let expected = byName.get(name);
    if (expected === undefined) {
      const at = ['paths', found.path, asked, 'responses', String(status)];
      const given = operation.responses[String(status)];
      if (given === undefined) return [`${name}: the status is not described`];
      expected = expectedOf(document, at, given);
      byName.set(name, expected);
    }
    return [
      ...headerComplaints(schemas, expected, headers),
      ...bodyComplaints(schemas, expected, { method, headers, text, json }),
    ].map((is) => `${name}: ${is}`);
  };
  return (base) => {
    const start = new URL(base);
    return ({ url, ...heard }) => complaintsOf(pathBelow(start, url), heard);
  };
}

/** The path of an address, as the document writes it: below where its paths begin. */
function pathBelow({ origin, pathname }: URL, url: string): string {
  const local = url.startsWith('/') ? url : new URL(url).href.slice(origin.length);
  const below = (local.split(/[?#]/, 1)[0] ?? '').slice(pathname.replace(/\/$/, '').length);
  return below.replace(/\/{2,}/g, '/') || '/';
}

/**
 * An address of which the description knows nothing: it leads nowhere, and that is told as every refusal is.
 */
function unknownPath(
  schemas: Ajv2020,
  { path, status, ...sent }: Omit<Heard, 'url'> & { readonly path: string },
): readonly string[] {
  const name = `${sent.method} ${path} ${status}`;
  if (status !== 404 && status !== 400) return [`${name}: no path of the description`];
  const at = ['components', 'responses', 'Refusal'];
  const refusal = { headers: [], bodies: schemaPlaces(at, { 'application/json': {} }) };
  return bodyComplaints(schemas, refusal, sent).map((is) => `${name}: ${is}`);
}

function expectedOf(
  document: unknown,
  at: readonly string[],
  given: Response | { readonly $ref: string },
): Expected {
  const [place, there] = '$ref' in given ? referred(document, given.$ref) : [at, given];
  const { headers = {}, content } = there as Response;
  return {
    headers: Object.entries(headers).map(([name, one]) => {
      const [, header] = '$ref' in one ? referred(document, one['$ref'] as string) : [[], one];
      const { required, schema = {} } = header as { required?: boolean; schema?: Json };
      return { name, required: required === true, schema };
    }),
    bodies: content && schemaPlaces(place, content),
  };
}

function schemaPlaces(
  place: readonly string[],
  content: Readonly<Record<string, Json>>,
): Map<string, string> {
  const pointer = (type: string): string => [...place, 'content', type, 'schema'].map(pointerPart).join('/');
  return new Map(Object.keys(content).map((type) => [type, `openapi#/${pointer(type)}`]));
}

/** What an answer's headers lack. */
function headerComplaints(schemas: Ajv2020, { headers }: Expected, sent: Headers): readonly string[] {
  return headers.flatMap(({ name, required, schema }) => {
    const value = sent.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    const read = schema['type'] === 'integer' ? Number(value) : value;
    return schemas.validate(schema, read) ? [] : [`the header ${name} is ${value}`];
  });
}

type Sent = Pick<Heard, 'method' | 'headers' | 'text' | 'json'>;

function bodyComplaints(
  schemas: Ajv2020,
  { bodies }: Expected,
  { method, headers, text, json }: Sent,
): readonly string[] {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  if (bodies === undefined) return text === '' ? [] : [`a body that is not described: ${text.slice(0, 200)}`];
  const place = bodies.get(type);
  if (place === undefined) return [`the content type ${type} is not described`];
  if (method === 'HEAD') return text === '' ? [] : ['an answer to HEAD with a body'];
  if (type !== 'application/json') return [];
  const validate = schemas.getSchema(place);
  if (validate === undefined) return [`no schema at ${place}`];
  return validate(json ?? JSON.parse(text)) === true
    ? []
    : (validate.errors ?? []).map((one) => sentence(one, text));
}

function sentence({ instancePath, message, params }: ErrorObject, text: string): string {
  return `${instancePath || 'the body'} ${message ?? ''} ${JSON.stringify(params)} in ${text.slice(0, 2_000)}`;
}

/** Where a reference leads, and what is there. */
function referred(document: unknown, ref: string): readonly [place: readonly string[], there: unknown] {
  const place = ref.replace(/^#\//, '').split('/');
  const there = place.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], document);
  return [place, there];
}

function pointerPart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function patternOf(path: string): RegExp {
  const pieces = path.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('[^/]+')}/?$`, 'i');
}

/** A fixed segment counts before one that takes anything, the first one first. */
function fixedSegments(path: string): number {
  return path
    .split('/')
    .reduce((sum, part, index) => sum + (part.startsWith('{') ? 0 : 2 ** (30 - index)), 0);
}

/**
 * The document with every object and every list of known values closed, so that a member or a value which
 * nothing describes is found. What only narrows another schema stays open.
 */
function closed(value: unknown, isNarrowing = false): unknown {
  if (Array.isArray(value)) return value.map((one) => closed(one, isNarrowing));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [
    name === 'x-extensible-enum' ? 'enum' : name,
    name === 'example' || name === 'examples' ? one : closed(one, name === 'allOf' || name === 'anyOf'),
  ]);
  const open = Object.fromEntries(members) as Json;
  const isObject = open['type'] === 'object' && 'properties' in open;
  return isObject && !isNarrowing && !('additionalProperties' in open)
    ? { ...open, additionalProperties: false }
    : open;
}
