declare const uses: unique symbol;
declare const dated: unique symbol;
declare const pattern: unique symbol;

/** A value that a property is compared with. Dates and instants are text: `2026-01-31`. */
export type Value = string | number | boolean;

/** A date or an instant that is filtered by: it is compared with text, in its order, and is like nothing. */
export interface Dated {
  readonly [dated]: true;
}

/** What text is like. */
export interface Pattern {
  readonly [pattern]: true;
}

/** What a property that holds a `V` is compared with. */
export type ComparedWith<V> = [V] extends [never]
  ? never
  : [V] extends [Dated]
    ? string
    : [V] extends [string]
      ? V | Pattern
      : V;

type Joint = 'and' | 'or';

/**
 * A condition on the items of a collection. `Uses` names its properties with the values they are compared
 * with, so that a collection takes only what it can be filtered by.
 */
export interface Filter<Uses> {
  /** The filter as the service reads it, every value escaped. */
  readonly text: string;
  /** What joins its outermost parts. */
  readonly joint: Joint | undefined;
  /** This and another condition: `where('a').eq(1).or('b').eq(2).and('c').eq(3)` is (a or b) and c. */
  and<P extends string>(property: P): Comparison<P, Uses>;
  and<Others>(filter: Filter<Others>): Filter<Uses | Others>;
  /** This or another condition. */
  or<P extends string>(property: P): Comparison<P, Uses>;
  or<Others>(filter: Filter<Others>): Filter<Uses | Others>;
  readonly [uses]?: Uses;
}

/** What can be said of a property. Text compares without regard to case. */
export interface Comparison<P extends string, Uses = never> {
  /** Is this. */
  eq<V extends Value>(value: V): Filter<Uses | [P, V]>;
  /** Is not this. */
  ne<V extends Value>(value: V): Filter<Uses | [P, V]>;
  /** Is more, or later, or further down the alphabet. */
  gt<V extends string | number>(value: V): Filter<Uses | [P, V]>;
  /** Is this or more. */
  gte<V extends string | number>(value: V): Filter<Uses | [P, V]>;
  /** Is less. */
  lt<V extends string | number>(value: V): Filter<Uses | [P, V]>;
  /** Is this or less. */
  lte<V extends string | number>(value: V): Filter<Uses | [P, V]>;
  /** `*` stands for any text; everything else for itself. Without a `*` it is the same as `contains`. */
  like(pattern: string): Filter<Uses | [P, Pattern]>;
  /** The text as it is: a `*` in it stands for itself. */
  contains(text: string): Filter<Uses | [P, Pattern]>;
  /** Begins with this text, as it is. */
  startsWith(text: string): Filter<Uses | [P, Pattern]>;
  /** Ends with this text, as it is. */
  endsWith(text: string): Filter<Uses | [P, Pattern]>;
  /** One of these numbers; null stands for absence. */
  in(values: readonly (number | null)[]): Filter<Uses | [P, number]>;
  /** None of these numbers; null stands for absence. */
  notIn(values: readonly (number | null)[]): Filter<Uses | [P, number]>;
  /** Is not there. */
  isAbsent(): Filter<Uses | [P, never]>;
  /** Is there, whatever it is. */
  isPresent(): Filter<Uses | [P, never]>;
}

type Head<Name> = Name extends `${infer First}.${string}` ? First : Name;
type Below<Name, First extends string> = Name extends `${First}.${infer Rest}` ? Rest : never;

/** What a collection can be filtered by, name by name: `product.unit.unitNumber.eq(1)`. */
export type Fields<F, Path extends string = ''> = {
  readonly [N in Head<keyof F> & string]: (N extends keyof F ? Field<`${Path}${N}`, F[N]> : unknown) &
    ([Below<keyof F, N>] extends [never]
      ? unknown
      : Fields<
          { [B in Below<keyof F, N>]: `${N}.${B}` extends keyof F ? F[`${N}.${B}`] : never },
          `${Path}${N}.`
        >);
};

type Field<P extends string, V> = Pick<Comparison<P>, 'isAbsent' | 'isPresent'> &
  ([V] extends [never]
    ? unknown
    : [V] extends [Dated]
      ? Compared<P, string, 'eq' | 'ne' | Order>
      : Compared<P, V, 'eq' | 'ne'> & More<P, V>);

type Order = 'gt' | 'gte' | 'lt' | 'lte';

type Compared<P extends string, V, Operator extends string> = {
  readonly [O in Operator]: (value: V) => Filter<[P, V]>;
};

/** Text and numbers have an order; what is true or not, and words that are chosen among, have none. */
type More<P extends string, V> = [V] extends [string]
  ? Pick<Comparison<P>, 'like' | 'contains' | 'startsWith' | 'endsWith'> &
      (string extends V ? Compared<P, V, Order> : unknown)
  : [V] extends [number]
    ? Pick<Comparison<P>, 'in' | 'notIn'> & Compared<P, V, Order>
    : unknown;

/** The names of any collection: what is read of them goes one name deeper, until it is compared. */
export function fieldsOf<F>(path = ''): Fields<F> {
  const compared = path === '' ? {} : where(path);
  return new Proxy({} as Fields<F>, {
    get: (_, name) =>
      Object.hasOwn(compared, name)
        ? (Reflect.get(compared, name) as unknown)
        : fieldsOf(path === '' ? String(name) : `${path}.${String(name)}`),
  });
}

/** Begins a filter: `where('name').like('*ost*').and('salesPrice').gte(10)`. */
export function where<P extends string>(property: P): Comparison<P> {
  return comparison(property, (predicate) => filterOf(predicate));
}

function filterOf(text: string, joint?: Joint): Filter<never> {
  const join = (by: Joint) => {
    const left = grouped(text, joint, by);
    return (next: string | Filter<never>) =>
      typeof next === 'string'
        ? comparison(next, (predicate) => filterOf(`${left}$${by}:${predicate}`, by))
        : filterOf(`${left}$${by}:${grouped(next.text, next.joint, by)}`, by);
  };
  return { text, joint, and: join('and') as Filter<never>['and'], or: join('or') as Filter<never>['or'] };
}

/** `$and:` binds tighter than `$or:`, so an alternative within it needs parentheses. */
function grouped(text: string, joint: Joint | undefined, by: Joint): string {
  return by === 'and' && joint === 'or' ? `(${text})` : text;
}

function comparison<P extends string>(
  property: P,
  then: (predicate: string) => Filter<never>,
): Comparison<P, never> {
  const compare = (operator: string) => (value: Value) => then(`${property}$${operator}:${written(value)}`);
  const list = (operator: string) => (values: readonly (number | null)[]) => {
    const { length } = Object(values) as typeof values;
    if (!(length > 0 && length <= LIST_MAX))
      throw new RangeError(`a list of ${property} holds 1 to ${LIST_MAX} values, not ${length}`);
    const all = values.map((value) => (value === null ? ABSENT : written(value)));
    return then(`${property}$${operator}:[${all.join()}]`);
  };
  const like = (pattern: string) => then(`${property}$like:${pattern}`);
  return {
    eq: compare('eq'),
    ne: compare('ne'),
    gt: compare('gt'),
    gte: compare('gte'),
    lt: compare('lt'),
    lte: compare('lte'),
    like: (pattern) => like(pattern.split('*').map(escaped).join('*')),
    contains: (text) => like(`*${escaped(text)}*`),
    startsWith: (text) => like(`${escaped(text)}*`),
    endsWith: (text) => like(`*${escaped(text)}`),
    in: list('in'),
    notIn: list('nin'),
    isAbsent: () => then(`${property}$eq:${ABSENT}`),
    isPresent: () => then(`${property}$ne:${ABSENT}`),
  };
}

const ABSENT = '$null:';
/** As many values does the service take in a list. */
const LIST_MAX = 200;

function written(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'boolean') return String(value);
  if (!Number.isFinite(value)) throw new RangeError(`not a value to compare with: ${value}`);
  // Without an exponent, and no digit lost.
  return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
}

/** A `$` before a character that means something in a filter makes it stand for itself. */
function escaped(text: string): string {
  return text.replace(/[$()*,[\]]/g, (character) => `$${character}`);
}
