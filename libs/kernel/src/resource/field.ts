import type * as t from 'io-ts';
import { codecOf } from './codec.js';
import type {
  FieldData,
  Fitness,
  GroupKind,
  Kind,
  ModuleName,
  StringKind,
  IntegerKind,
  Usage,
} from './kind.js';
import type { Decimal } from '../value/decimal.js';
import type { FullDate, Timestamp } from '../value/full-date.js';
import type { JsonText } from '../value/raw-json.js';

/** One field, described once, read by every interpreter. `A` is the value in the domain. */
export type Field<A, U extends Usage = Usage> = FieldData & {
  readonly use: U;
  /** Decodes the wire's value into the domain's, naming what is wrong. */
  readonly codec: t.Decoder<unknown, A>;
};

/** A field whose type of value does not matter to who has it. */
export type AnyField = Field<unknown>;
/** The members of a resource by their names, in the order in which they are shown. */
export type Fields = Readonly<Record<string, AnyField>>;

function field<A>(kind: Kind): Field<A, 'optional'> {
  return { use: 'optional', kind, codec: codecOf(kind) as t.Decoder<unknown, A> };
}

type TextLimits = { readonly min?: number; readonly max: number };

/** One line of text, `min` (0) to `max` code points, without control characters. */
export function line({ min = 0, max }: TextLimits): Field<string, 'optional'> {
  return field({ type: 'string', min, max, line: true });
}

/** Text that may run over several lines, `min` (0) to `max` code points. */
export function text({ min = 0, max }: TextLimits): Field<string, 'optional'> {
  return field({ type: 'string', min, max, line: false });
}

/** A code answered in upper case and accepted in any, such as `DK` or `EUR`. */
export function code(length: number): Field<string, 'optional'> {
  return field({ type: 'string', min: length, max: length, line: true, upperCase: true });
}

/** The address of a page of a collection, such as the entries that a figure is the sum of. */
export function pageOf(collection: string): Field<string, 'optional'> {
  return field({ type: 'string', min: 0, max: 8192, line: true, lists: collection });
}

/** The address of an item, of whichever collection: of the thing that an event tells of. */
export function addressOfItem({ max }: Pick<TextLimits, 'max'>): Field<string, 'optional'> {
  return field({ type: 'string', min: 1, max, line: true, leads: true });
}

/** A type of event, such as `invoice.booked`; `events`: or what stands for all of a thing, `invoice.*`. */
export function eventTypeName(
  tells: 'event' | 'events',
  { min = 0, max }: TextLimits,
): Field<string, 'optional'> {
  return field({ type: 'string', min, max, line: true, tells });
}

/** A whole number; without limits, of 32 bits. */
export function integer({ min = -2147483648, max = 2147483647 } = {}): Field<number, 'optional'> {
  return field({ type: 'integer', min, max });
}

/**
 * Answered as the address of a part of an item, which is kept by the item's number:
 * `…/vouchers/5/attachment`.
 */
export function addressOf(of: string, part: string): Field<number, 'optional'> {
  return field({ type: 'integer', min: 1, max: 999999999, addresses: { of, part } });
}

/** The number of a thing: 1 to 999999999 (D40). */
export function itemNumber(): Field<number, 'optional'> {
  return integer({ min: 1, max: 999999999 });
}

/**
 * The largest amount of one line, in either direction: 10^13. Its cents are exact in every place they pass.
 */
const AMOUNT_MOST = '10000000000000';

/** An amount of money: at most two decimals (D192), up to 10^13. */
export function amount(): Field<Decimal, 'optional'> {
  return field({
    type: 'decimal',
    scale: 2,
    digits: 14,
    shown: 2,
    min: `-${AMOUNT_MOST}`,
    max: AMOUNT_MOST,
  });
}

/**
 * A sum of amounts, made by the service: up to sixteen digits before the point, so that filters find what no
 * single amount reaches.
 */
export function total(): Field<Decimal, 'optional'> {
  return field({ type: 'decimal', scale: 2, digits: 16, shown: 2 });
}

/**
 * A unit price or a quantity: at most ten decimals (D192) and thirteen digits
 * before the point; shown with at least two.
 */
export function price(): Field<Decimal, 'optional'> {
  return field({ type: 'decimal', scale: 10, digits: 13, shown: 2 });
}

/** A percentage from `min` to `max`, 25 meaning 25 %. */
export function percentage({ min = '0', max = '100' } = {}): Field<Decimal, 'optional'> {
  return field({ type: 'decimal', scale: 10, digits: 13, shown: 2, min, max });
}

/**
 * True or false; always answered. Left out of a request it is `byDefault`, which is false unless given
 * (D100).
 */
export function boolean({ byDefault = false } = {}): Field<boolean, 'defaulted'> {
  return { ...field<boolean>({ type: 'boolean' }), use: 'defaulted', default: byDefault };
}

/** A day of the calendar, `2026-11-30`, without a time or a zone. */
export function fullDate(): Field<FullDate, 'optional'> {
  return field({ type: 'fullDate' });
}

/** An instant in UTC. */
export function timestamp(): Field<Timestamp, 'optional'> {
  return field({ type: 'timestamp' });
}

/** One of the given words. */
export function oneOf<const V extends readonly string[]>(values: V): Field<V[number], 'optional'> {
  return field({ type: 'enum', values });
}

/**
 * Members of a reference's target that are answered beside its number: names
 * of texts, or fields where one is none.
 */
type Projection = readonly string[] | Fields;
type Projected<S extends Projection> = S extends readonly string[]
  ? { readonly [P in S[number]]?: string }
  : { readonly [P in keyof S]?: ValueIn<S[P]> };

type NoFields = Readonly<Record<never, AnyField>>;

/**
 * A reference to an item of the collection `to`: its number and, on the way out, its `self` (§2). `shows`
 * names read-only members of the target that are answered beside the number; `within` says, for a target that
 * lives within another item, where the number of that item stands beside this member; `through` gives members
 * of the target by which the collection may be filtered and sorted, though they are not answered.
 */
export function reference<
  K extends string,
  A,
  const S extends Projection = readonly [],
  T extends Fields = NoFields,
>(
  to: string,
  key: K,
  of: Field<A, Usage>,
  {
    projection,
    within,
    lookup,
    fits,
  }: {
    readonly projection?: S;
    readonly within?: string;
    readonly lookup?: T;
    readonly fits?: Fitness;
  } = {},
): Field<{ readonly [P in K]: A } & Projected<S> & { readonly [P in keyof T]?: ValueIn<T[P]> }, 'optional'> {
  const names = (Array.isArray as (shown: unknown) => shown is readonly string[])(projection)
    ? { projection }
    : {
        projection: Object.keys(projection ?? {}),
        ...(projection !== undefined && { projectionKinds: kindsOf(projection) }),
      };
  return field({
    type: 'reference',
    to,
    key,
    of: of.kind as StringKind | IntegerKind,
    ...names,
    ...(within !== undefined && { within }),
    ...(fits !== undefined && { fits }),
    ...(lookup !== undefined && { lookup: kindsOf(lookup) }),
  });
}

function kindsOf(fields: Fields): Readonly<Record<string, Kind>> {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind]));
}

/**
 * Text that is the identifier of an item of the collection `to`, written plainly instead of as a reference.
 */
export function naming(to: string, of: Field<string, Usage>): Field<string, 'optional'> {
  return field({ ...(of.kind as StringKind), names: to });
}

/** An object inside the document, with its own required, optional and read-only members. */
export function group<F extends Fields>(fields: F): Field<ShapeOf<F>, 'optional'> {
  const kind: GroupKind = { type: 'group', fields };
  return field(kind);
}

/**
 * A group that is answered with a `self` of its own: the address of the document and where in it the group
 * stands (§2.8), or that of the item that it tells of.
 */
export function addressed<F extends Fields>(
  fields: F,
  of: NonNullable<GroupKind['addressed']> = true,
): Field<ShapeOf<F>, 'optional'> {
  const kind: GroupKind = { type: 'group', fields, addressed: of };
  return field(kind);
}

/** An array of `min` to `max` values; empty when left out and always answered. */
export function listOf<A>(
  of: Field<A, Usage>,
  { min = 0, max = 1000 } = {},
): Field<readonly A[], 'defaulted'> {
  return { ...field<readonly A[]>({ type: 'list', of, min, max }), use: 'defaulted', default: [] };
}

/**
 * Any JSON document, kept as the text it came as; `null` is one. For a member
 * of the document itself, not of a group or list.
 */
export function jsonDocument(limits: {
  readonly bytes: number;
  readonly levels: number;
  readonly holds?: 'identifiers';
}): Field<JsonText, 'optional'> {
  return field({ type: 'json', ...limits });
}

function using<U extends Usage>(use: U): <A>(of: Field<A, Usage>) => Field<A, U> {
  return (of) => ({ ...of, use });
}

/** The identifier, chosen by the client. */
export const key = using('key');
/** The identifier, made by the service when the client leaves it out. */
export const assignedKey = using('assignedKey');
/** The identifier, always made by the service. */
export const generatedKey = using('generatedKey');
/** The client's, and absent where nobody said it. */
export const optional = using('optional');
/** A create or replace request must carry it. */
export const required = using('required');
/** The client's, else made by a rule; always answered. */
export const derived = using('derived');
/** Made by the service, always answered, ignored on write (D102). */
export const readOnly = using('readOnly');
/** Made by the service, answered where it applies, ignored on write. */
export const computed = using('computed');

/** The member takes this value when the client leaves it out. */
export function defaulted<A>(of: Field<A, Usage>, value: A): Field<A, 'defaulted'> {
  return { ...of, use: 'defaulted', default: value };
}

/**
 * The member acts only in agreements with the module: otherwise ignored on write and absent on read (§2.1).
 */
export function needing<A>(module: ModuleName, of: Field<A, Usage>): Field<A, 'optional'> {
  return { ...of, use: of.use as 'optional', needs: module };
}

/** Kept by the service for its own questions (restrictions, links), never answered and in no schema. */
export function internal<A>(of: Field<A, Usage>): Field<A, 'readOnly'> {
  return { ...of, use: 'readOnly', internal: true };
}

/** The same as `internal`, for a member that not every item has. */
export function internalIfAny<A>(of: Field<A, Usage>): Field<A, 'computed'> {
  return { ...of, use: 'computed', internal: true };
}

/**
 * The member may be null in a request: there is none, though a default would come where it is left out. Its
 * object says so in its member of `declinedMembers`.
 */
export function declinable<A, U extends Usage>(of: Field<A, U>): Field<A, U> {
  return { ...of, declinable: true };
}

/** One of several members by which something is named: null is as good as left out, as in a reference. */
export function nullAsNone<A, U extends Usage>(of: Field<A, U>): Field<A, U> {
  return { ...of, nullIsNone: true };
}

/** The names of the members of an object that a request gave as null. */
export function declinedMembers(): Field<readonly string[], 'computed'> {
  const names = field<readonly string[]>({ type: 'list', of: line({ max: 50 }), min: 0, max: 50 });
  return { ...internalIfAny(names), holdsDeclined: true };
}

/** The same field with a sentence about it. */
export function described<A, U extends Usage>(of: Field<A, U>, description: string): Field<A, U> {
  return { ...of, description };
}

// ---- types of values ----------------------------------------------------------------------------

/** The type of a field's value. */
export type ValueIn<X> = X extends Field<infer A, Usage> ? A : never;
type Names<F extends Fields, U extends Usage> = {
  [K in keyof F]: F[K]['use'] extends U ? K : never;
}[keyof F];
type Flat<T> = { [K in keyof T]: T[K] } & {};

/** A value as it is stored and read: what the service makes and what has a default is always there. */
export type ShapeOf<F extends Fields> = Flat<
  {
    readonly [
      K in Names<
        F,
        'key' | 'assignedKey' | 'generatedKey' | 'required' | 'defaulted' | 'derived' | 'readOnly'
      >
    ]: ValueIn<F[K]>;
  } & { readonly [K in Names<F, 'optional' | 'computed'>]?: ValueIn<F[K]> | undefined }
>;

/** A value as a create or replace request gives it, with defaults filled in. */
export type DraftOf<F extends Fields> = Flat<
  { readonly [K in Names<F, 'key' | 'required' | 'defaulted'>]: ValueIn<F[K]> } & {
    readonly [K in Names<F, 'optional' | 'assignedKey' | 'derived'>]?: ValueIn<F[K]> | undefined;
  }
>;
