import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  breathe,
  codecOf,
  complaintOf,
  type Complaint,
  objectCodec,
  folded,
  isKey,
  isWritable,
  referringFields,
  schemaViolation,
  type AnyValue,
  type FieldData,
  type KeyMismatch,
  type KeyValue,
  type ModuleName,
  type ReferenceKind,
  type SchemaViolation,
  type Violation,
} from '@kontor/kernel';
import type { Errors } from 'io-ts';
import type { BodyShape } from '../endpoint/endpoint.js';
import type { Links } from '../representation/links.js';

/** The most items of a list in one request (G24). */
export const LIST_ITEMS_MAX = 1000;

type Decoder = ReturnType<typeof objectCodec>;
type Fields = Readonly<Record<string, FieldData>>;

const decoders = new WeakMap<BodyShape, Map<string, { fields: Fields; decoder: Decoder }>>();

/**
 * The decoder of a shape for agreements with these modules; the identifier may be left out where the URL
 * gives it, unless the shape says that it is required in the body too.
 */
function decoderFor(shape: BodyShape, modules: readonly ModuleName[]): { fields: Fields; decoder: Decoder } {
  let byModules = decoders.get(shape);
  if (byModules === undefined) decoders.set(shape, (byModules = new Map()));
  const name = modules.join();
  let prepared = byModules.get(name);
  if (prepared === undefined) {
    const fields = Object.fromEntries(
      Object.entries(shape.fields)
        .filter(
          ([member, field]) =>
            isWritable(field) &&
            (field.needs === undefined || modules.includes(field.needs)) &&
            !(shape.keyInUrl?.urlWins === true && member === shape.keyInUrl.field),
        )
        .map(([member, field]) =>
          member === shape.keyInUrl?.field && isKey(field)
            ? [member, { ...field, use: 'optional' as const }]
            : [member, field],
        ),
    );
    byModules.set(name, (prepared = { fields, decoder: objectCodec(fields) }));
  }
  return prepared;
}

/**
 * Decodes a body: resolves references given by `self`, checks everything against the declaration and
 * collects all that is wrong. Unknown and read-only members are ignored (D102), as are members of
 * modules that the agreement lacks (§2.1).
 */
export function decodeBody(
  shape: BodyShape,
  body: unknown,
  modules: readonly ModuleName[],
  links: Links,
  keyFromUrl?: KeyValue,
): Either<SchemaViolation | KeyMismatch, unknown> {
  const { fields, decoder } = decoderFor(shape, modules);
  const given = body === undefined ? {} : body;
  if (shape.orListOf === true && (typeof given !== 'object' || given === null)) {
    const { listMax = LIST_ITEMS_MAX } = shape;
    return left(schemaViolation('', `must be a JSON object, or a list of 1 to ${listMax} of them`));
  }
  const violations: Violation[] = [];
  const decoded = decoder.decode(resolveSelfs(given, fields, links, '', violations));
  violations.push(...strayFromUrl(shape, given, links, keyFromUrl));
  const all = [...violations, ...(isLeft(decoded) ? violationsOf(decoded.left, '') : [])];
  if (all.length > 0 || isLeft(decoded)) return left(schemaViolationOf(all));
  const other = otherGeneratedKey(shape, given, keyFromUrl);
  return other === undefined ? withKeyFromUrl(shape, decoded.right, keyFromUrl) : left(other);
}

/**
 * The same for all items of a list, with turns for others between: a body holds 10,000 lines, and those of a
 * hundred vouchers took 40 to 110 ms of processor in one turn (`docs/internals/holding.md`).
 */
export async function decodeItems(
  shape: BodyShape,
  items: readonly unknown[],
  modules: readonly ModuleName[],
  links: Links,
): Promise<Either<SchemaViolation, readonly unknown[]>> {
  const { listMax = LIST_ITEMS_MAX } = shape;
  if (items.length === 0 || items.length > listMax)
    return left(schemaViolation('', `must have 1 to ${listMax} items`));
  const { fields, decoder } = decoderFor(shape, modules);
  const violations: Violation[] = [];
  const errors: Wrong[] = [];
  const decoded: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const place = `[${index}]`;
    const one = decoder.decode(resolveSelfs(item, fields, links, place, violations));
    if (isLeft(one)) errors.push(...violationsOf(one.left, place));
    else decoded.push(one.right);
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  const all = [...violations, ...errors];
  return all.length > 0 ? left({ ...schemaViolationOf(all), index: firstAtFault(all) }) : right(decoded);
}

/**
 * D128: an identifier that the service makes is read-only, but one of
 * something else is not the one in the URL.
 */
function otherGeneratedKey(
  { fields, keyInUrl }: BodyShape,
  given: unknown,
  keyFromUrl: KeyValue | undefined,
): KeyMismatch | undefined {
  if (keyInUrl === undefined || keyInUrl.urlWins || keyFromUrl === undefined) return undefined;
  if (fields[keyInUrl.field]?.use !== 'generatedKey' || typeof given !== 'object') return undefined;
  const inBody = (given as Readonly<Record<string, unknown>> | null)?.[keyInUrl.field];
  const isNumber = typeof inBody === 'number' && Math.abs(inBody) <= Number.MAX_SAFE_INTEGER;
  if (!isNumber && typeof inBody !== 'string') return undefined;
  if (folded(String(inBody)) === folded(String(keyFromUrl))) return undefined;
  return { kind: 'KeyMismatch', property: keyInUrl.field, inUrl: keyFromUrl, inBody };
}

/**
 * D128: the URL's identifier counts; a different one in the body is refused, except where the URL is said to
 * win. One that a client chooses is held to the schema wherever it stands, since PUT may create under it.
 */
function withKeyFromUrl(
  { fields, keyInUrl }: BodyShape,
  value: AnyValue,
  keyFromUrl: KeyValue | undefined,
): Either<KeyMismatch | SchemaViolation, AnyValue> {
  if (keyInUrl === undefined || keyFromUrl === undefined) return right(value);
  const field = fields[keyInUrl.field];
  const isChosen = field?.use === 'key' || (field !== undefined && keyInUrl.creates === true);
  const wrong = isChosen ? codecOf(field.kind).decode(keyFromUrl) : right(keyFromUrl);
  if (isLeft(wrong)) return left(schemaViolationOf(violationsOf(wrong.left, keyInUrl.field)));
  const { [keyInUrl.field]: inBody, ...rest } = value as Readonly<Record<string, KeyValue>>;
  const form = keyInUrl.exact === true ? String : (key: KeyValue) => folded(String(key));
  if (inBody !== undefined && !keyInUrl.urlWins && form(inBody) !== form(keyFromUrl)) {
    return left({ kind: 'KeyMismatch', property: keyInUrl.field, inUrl: keyFromUrl, inBody });
  }
  return right({
    [keyInUrl.field]: inBody !== undefined && !keyInUrl.urlWins ? inBody : keyFromUrl,
    ...rest,
  });
}

/** Of what is wrong in a list, which item stands first: its members are told as `[2].name`. */
function firstAtFault(all: readonly { readonly property: string }[]): number {
  return all.reduce((first, { property }) => Math.min(first, parseInt(property.slice(1), 10)), Infinity);
}

type Wrong = Complaint & { readonly property: string };

function schemaViolationOf(all: readonly Wrong[]): SchemaViolation {
  return {
    kind: 'SchemaViolation',
    missing: all.filter(({ isMissing }) => isMissing === true).map(({ property }) => property),
    violations: all
      .filter(({ isMissing }) => isMissing !== true)
      .map(({ property, code, is }): Violation => ({ property, code, is })),
  };
}

function violationsOf(errors: Errors, prefix: string): readonly Wrong[] {
  return errors.map((error) => {
    const keys = error.context.map(({ key }) => key).filter((key) => key !== '');
    const path = keys.reduce((text, key) => (/^\d+$/.test(key) ? `${text}[${key}]` : `${text}.${key}`), '');
    return { property: `${prefix}${path}`.replace(/^\./, ''), ...complaintOf(error) };
  });
}

/**
 * D103: a reference may be given by its `self`, which wins over a number: the number in that address is put
 * in its place. A `self` of null counts as left out, for that is how serializers write a missing member.
 */
function resolveSelfs(
  input: unknown,
  fields: Fields,
  links: Links,
  path: string,
  found: Violation[],
): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const given = input as Record<string, unknown>;
  let changed: Record<string, unknown> | undefined;
  const referring = referringFields(fields);
  for (const [name, field] of referring) {
    if (!Object.hasOwn(given, name)) continue;
    const member = resolveMember(given[name], field, links, path === '' ? name : `${path}.${name}`, found);
    if (member !== given[name]) (changed ??= { ...given })[name] = member;
  }
  const resolved = changed ?? given;
  for (const [name, { kind }] of referring) {
    if (kind.type === 'reference' && kind.within !== undefined) {
      found.push(...strayParent(resolved, name, kind.within.split('.'), { kind, links, path }));
    }
  }
  return resolved;
}

/** The `self` of an item that lives within another must lead into the one that stands beside it. */
function strayParent(
  given: Readonly<Record<string, unknown>>,
  name: string,
  within: readonly string[],
  { kind, links, path }: { readonly kind: ReferenceKind; readonly links: Links; readonly path: string },
): readonly Violation[] {
  const { self } = (given[name] ?? {}) as { readonly self?: unknown };
  const parent = typeof self === 'string' ? links.keysIn(kind.to, self)?.at(-2) : undefined;
  const beside = within.reduce<unknown>((at, step) => (at as AnyValue | undefined)?.[step], given);
  if (parent === undefined || beside === undefined || folded(parent) === folded(String(beside))) return [];
  const place = path === '' ? name : `${path}.${name}`;
  return [{ property: `${place}.self`, code: 'E04500', is: `must lead into the ${within[0] ?? ''} given` }];
}

/** The same where the URL gives the number of the item it must lead into: a customer's contact is its own. */
function strayFromUrl(
  { fields, keyInUrl }: BodyShape,
  given: unknown,
  links: Links,
  keyFromUrl: KeyValue | undefined,
): readonly Violation[] {
  if (keyInUrl === undefined || keyFromUrl === undefined) return [];
  if (typeof given !== 'object' || given === null || Object.hasOwn(given, keyInUrl.field)) return [];
  const whole = { ...given, [keyInUrl.field]: keyFromUrl };
  return Object.entries(fields).flatMap(([name, { kind }]) =>
    kind.type === 'reference' && kind.within === keyInUrl.field
      ? strayParent(whole, name, [kind.within], { kind, links, path: '' })
      : [],
  );
}

function resolveMember(
  value: unknown,
  field: FieldData,
  links: Links,
  path: string,
  found: Violation[],
): unknown {
  const { kind } = field;
  if (typeof value !== 'object' || value === null) return value;
  if (kind.type === 'group') return resolveSelfs(value, kind.fields, links, path, found);
  if (kind.type === 'list' && Array.isArray(value)) {
    // Too many items are refused as they are.
    if (value.length > kind.max) return value;
    const items = value.map((item, index) => resolveMember(item, kind.of, links, `${path}[${index}]`, found));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (kind.type !== 'reference' || !Object.hasOwn(value, 'self')) return value;
  const { self, [kind.key]: beside = null } = value as AnyValue;
  if (self === null) return value;
  const key = typeof self === 'string' ? links.keyIn(kind.to, self) : undefined;
  const number = key !== undefined && kind.of.type === 'integer' ? integerIn(key) : key;
  if (number === undefined) {
    // Clients that come from another service of the family send the addresses that things have there.
    const orNone = beside === null ? '' : `, or be left out: ${kind.key} is enough`;
    found.push({
      property: `${path}.self`,
      code: 'E04500',
      is: `must be the address of an item of ${kind.to}${orNone}`,
    });
    return { ...value, [kind.key]: standIn(kind.of) };
  }
  return { ...value, [kind.key]: number };
}

/** A key that fits beside an address that does not: else the codec would complain of the key as well. */
function standIn(of: ReferenceKind['of']): number | string {
  return of.type === 'integer' ? 1 : 'x'.repeat(Math.max(of.min, 1));
}

function integerIn(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
