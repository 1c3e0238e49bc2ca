import { defined } from '../value/defined.js';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Kind } from '../resource/kind.js';
import { declaredName, kindAt, propertyAsked, type AnyResource } from '../resource/resource.js';
import { isFullDate, isTimestamp, timestampOf, type Timestamp } from '../value/full-date.js';
import { folded } from '../value/folded-text.js';
import { isLike } from './evaluate-filter.js';
import { always, checkNumber, checkNumberList, isNumberKind, never } from './check-number.js';
import type { ComparisonOperator, Filter, FilterValue } from './filter.js';

/** A value of a filter as written, without its escapes; null stands for `$null:`. */
export type RawValue = string | null;

/** A filter as it was read from text: nothing in it is checked against a declaration yet. */
export type RawFilter = { readonly kind: 'and' | 'or'; readonly of: readonly RawFilter[] } | RawPredicate;

/** What a filter says of one property. */
export type RawPredicate =
  | {
      readonly kind: 'compare';
      readonly property: string;
      readonly operator: ComparisonOperator;
      readonly value: RawValue;
    }
  | { readonly kind: 'like'; readonly property: string; readonly segments: readonly string[] }
  | { readonly kind: 'in' | 'nin'; readonly property: string; readonly values: readonly RawValue[] };

/** A filter that is not understood, or asks what the declaration does not admit (E01010). */
export type FilterRefusal = {
  readonly kind: 'FilterNotUnderstood';
  /** A sentence that says what would be right. */
  readonly message: string;
  /** Where in the text it went wrong; the first character is 1. */
  readonly position?: number;
  /** The property it is about, as written or as declared. */
  readonly property?: string;
  /** What can be filtered by here (D83). */
  readonly filterable?: readonly string[];
};

/** What a filter may say of a property (§4.1). `null` is `$eq:$null:` and `$ne:$null:` (D115). */
export type FilterOperator = ComparisonOperator | 'like' | 'in' | 'nin' | 'null';

/** The most values a list of `$in:` or `$nin:` holds (D113). */
export const FILTER_LIST_VALUES_MAX = 200;

/**
 * Turns a filter as written into one that the declaration admits: every property is filterable (names in any
 * case, D110), every operator is one of its kind, every value is of its kind. What has the form of a value
 * but can equal none, as `1.005` on an amount, is answered rightly and not refused.
 */
export function checkFilter(resource: AnyResource, raw: RawFilter): Either<FilterRefusal, Filter> {
  if ('of' in raw) return checkAll(resource, raw);
  const property = propertyAsked(resource, resource.filterable, raw.property);
  const checked =
    property === undefined
      ? left(notFilterable(resource, raw.property))
      : checkPredicate(property, comparedKind(defined(kindAt(resource, property))), raw);
  return isLeft(checked) ? left({ ...checked.left, filterable: resource.filterable }) : checked;
}

const ORDER: readonly ComparisonOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

/**
 * The operators a kind admits (§4.1): lists on numbers only, `$like:` on text and words only. What has no
 * single value, as a reference or a group, can only be asked whether it is there.
 */
export function operatorsFor(kind: Kind): readonly FilterOperator[] {
  switch (kind.type) {
    case 'string':
      return [...ORDER, 'like', 'null'];
    case 'integer':
    case 'decimal':
      return [...ORDER, 'in', 'nin', 'null'];
    case 'fullDate':
    case 'timestamp':
      return [...ORDER, 'null'];
    case 'enum':
      return ['eq', 'ne', 'like', 'null'];
    case 'boolean':
      return ['eq', 'ne', 'null'];
    case 'reference':
    case 'group':
    case 'json':
      return ['null'];
    case 'list':
      return operatorsFor(kind.of.kind);
  }
}

/** Text of the caller as a refusal quotes it: in quotation marks, long text cut. */
export function inQuotes(text: string): string {
  const characters = text.length > 40 ? [...text] : [];
  return characters.length > 40 ? `"${characters.slice(0, 40).join('')}…"` : `"${text}"`;
}

function checkAll(
  resource: AnyResource,
  { kind, of: raws }: Extract<RawFilter, { of: unknown }>,
): Either<FilterRefusal, Filter> {
  const filters: Filter[] = [];
  for (const raw of raws) {
    const checked = checkFilter(resource, raw);
    if (isLeft(checked)) return checked;
    filters.push(checked.right);
  }
  return right({ kind, of: filters });
}

function checkPredicate(property: string, kind: Kind, raw: RawPredicate): Either<FilterRefusal, Filter> {
  switch (raw.kind) {
    case 'compare':
      return raw.value === null
        ? checkAbsence(property, raw.operator)
        : checkComparison(property, kind, raw.operator, raw.value);
    case 'like':
      return admitted(property, kind, 'like', likeness(property, kind, raw.segments));
    case 'in':
    case 'nin':
      return checkList(property, kind, raw.kind, raw.values);
  }
}

/** Text is matched as it is stored; of words that are known, those that match are looked for (§4.1). */
function likeness(property: string, kind: Kind, segments: readonly string[]): Filter {
  if (kind.type !== 'enum') return { kind: 'like', property, segments };
  const pattern = segments.map(folded);
  const values = kind.values.filter((word) => isLike(folded(word), pattern));
  return { kind: 'in', property, values, orAbsent: false };
}

/** The kind whose values are compared: a list is compared by its items. */
function comparedKind(kind: Kind): Kind {
  return kind.type === 'list' ? comparedKind(kind.of.kind) : kind;
}

function checkAbsence(property: string, operator: ComparisonOperator): Either<FilterRefusal, Filter> {
  if (operator === 'eq') return right({ kind: 'absent', property });
  if (operator === 'ne') return right({ kind: 'present', property });
  return left(refusal(property, `$null: has no order: on ${property} it goes with $eq: or $ne:.`));
}

function checkComparison(
  property: string,
  kind: Kind,
  operator: ComparisonOperator,
  text: string,
): Either<FilterRefusal, Filter> {
  const filter = admitted(property, kind, operator, comparison(property, kind, operator, text));
  if (isLeft(filter) || filter.right !== undefined) return filter as Either<FilterRefusal, Filter>;
  return left(notAValue(property, kind, text));
}

/**
 * The comparison, or undefined when the text is no value of the kind. Spaces around it count in text only.
 */
function comparison(
  property: string,
  kind: Kind,
  operator: ComparisonOperator,
  text: string,
): Filter | undefined {
  const compare = (value: FilterValue | undefined): Filter | undefined =>
    value === undefined ? undefined : { kind: 'compare', property, operator, value };
  const word = text.trim();
  if (isNumberKind(kind)) return checkNumber(property, kind, operator, word);
  switch (kind.type) {
    case 'string':
      return compare(text);
    case 'boolean':
      return compare(booleanFrom(word.toLowerCase()));
    case 'enum':
      return compare(declaredName(kind.values, word));
    case 'fullDate':
      return compare(isFullDate(word) ? word : undefined);
    case 'timestamp':
      if (isFullDate(word)) return comparisonWithDay(property, operator, word);
      return comparisonWithInstant(property, operator, word);
    default:
      return undefined;
  }
}

/** 0 and 1 are taken as in bodies (decisions, "bodies"). */
function booleanFrom(word: string): boolean | undefined {
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
}

/** Instants have no fractions: one that is written with it, as JavaScript does, may lie between two. */
function comparisonWithInstant(
  property: string,
  operator: ComparisonOperator,
  text: string,
): Filter | undefined {
  const [, written = '', fraction = '0', zone = ''] = INSTANT.exec(text) ?? [];
  const value = inUtc(written, zone);
  if (value === undefined) return undefined;
  const compare = (by: ComparisonOperator): Filter => ({ kind: 'compare', property, operator: by, value });
  if (Number(fraction) === 0) return compare(operator);
  switch (operator) {
    case 'eq':
      return never(property);
    case 'ne':
      return always(property);
    case 'gt':
    case 'gte':
      return compare('gt');
    case 'lt':
    case 'lte':
      return compare('lte');
  }
}

const INSTANT = /^([^.]{19})(?:\.(\d{1,9}))?(Z|[+ -](?:0\d|1[0-4]):[0-5]\d)$/;

/**
 * The second of an instant in UTC; Python and .NET write how far their clock is from it, `+00:00` too, and
 * Python a space for the T. A plus that was put into an address as it is comes as a space.
 */
function inUtc(written: string, zone: string): Timestamp | undefined {
  const local = written.replace(/(?<=^.{10}) /, 'T');
  if (!isTimestamp(`${local}Z`)) return undefined;
  const instant = timestampOf(new Date(`${local}${zone.replace(' ', '+')}`));
  return isTimestamp(instant) ? instant : undefined;
}

/** A date beside instants is the whole UTC day: `$eq:` is within it, `$gt:` after it. */
function comparisonWithDay(property: string, operator: ComparisonOperator, day: string): Filter {
  const compare = (by: ComparisonOperator, time: string): Filter => ({
    kind: 'compare',
    property,
    operator: by,
    value: `${day}T${time}Z`,
  });
  const begins = '00:00:00';
  const ends = '23:59:59';
  switch (operator) {
    case 'eq':
      return { kind: 'and', of: [compare('gte', begins), compare('lte', ends)] };
    case 'ne':
      return { kind: 'or', of: [{ kind: 'absent', property }, compare('lt', begins), compare('gt', ends)] };
    case 'gt':
    case 'lte':
      return compare(operator, ends);
    case 'gte':
    case 'lt':
      return compare(operator, begins);
  }
}

function checkList(
  property: string,
  kind: Kind,
  operator: 'in' | 'nin',
  values: readonly RawValue[],
): Either<FilterRefusal, Filter> {
  if (!isNumberKind(kind)) return left(notAdmitted(property, kind, operator));
  if (values.length === 0 || values.length > FILTER_LIST_VALUES_MAX) {
    return left(
      refusal(
        property,
        `A list of $${operator}: holds 1 to ${FILTER_LIST_VALUES_MAX} values; this one holds ${values.length}.`,
      ),
    );
  }
  const numbers = values.filter((value) => value !== null).map((value) => value.trim());
  const checked = checkNumberList(property, kind, operator, numbers, values.includes(null));
  return 'noNumber' in checked ? left(notAValue(property, kind, checked.noNumber)) : right(checked.filter);
}

function admitted<A>(
  property: string,
  kind: Kind,
  operator: FilterOperator,
  filter: A,
): Either<FilterRefusal, A> {
  return operatorsFor(kind).includes(operator) ? right(filter) : left(notAdmitted(property, kind, operator));
}

function refusal(property: string, message: string): FilterRefusal {
  return { kind: 'FilterNotUnderstood', message, property };
}

function notFilterable({ filterable }: AnyResource, written: string): FilterRefusal {
  const possible =
    filterable.length === 0
      ? 'this collection takes no filter.'
      : `it can be filtered by ${filterable.join(', ')}.`;
  return refusal(written, `This collection cannot be filtered by ${inQuotes(written)}: ${possible}`);
}

function notAdmitted(property: string, kind: Kind, operator: FilterOperator): FilterRefusal {
  const operators = operatorsFor(kind).filter((one) => one !== 'null');
  const takes =
    operators.length === 0 ? '$eq:$null: and $ne:$null: only' : operators.map((one) => `$${one}:`).join(', ');
  return refusal(property, `$${operator}: cannot be used on ${property}, which takes ${takes}.`);
}

function notAValue(property: string, kind: Kind, text: string): FilterRefusal {
  return refusal(
    property,
    `${inQuotes(text)} is no value of ${property}, which is compared with ${wanted(kind)}.`,
  );
}

/** What a value of the kind looks like, to be read after "is compared with". */
function wanted(kind: Kind): string {
  switch (kind.type) {
    case 'integer':
      return 'a whole number such as 42';
    case 'decimal':
      return 'a number such as 12.50';
    case 'boolean':
      return 'true or false';
    case 'enum':
      return `one of ${kind.values.join(', ')}`;
    case 'fullDate':
      return 'a calendar date, YYYY-MM-DD';
    case 'timestamp':
      return 'an instant in UTC, YYYY-MM-DDThh:mm:ssZ, or a calendar date, YYYY-MM-DD';
    default:
      return '$null:';
  }
}
