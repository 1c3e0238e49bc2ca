import {
  FINAL_SIGMA,
  foldedPart,
  SIGMA,
  type ComparisonOperator,
  type Filter,
  type FilterValue,
  flatMapped,
} from '@kontor/kernel';
import type { SqlValue, Statement } from '../statement.js';
import { comparedIn, type MappedColumn } from '../entity/column-of.js';
import { foldedForm } from '../entity/column-encoding.js';
import type { ResourceTable } from '../entity/table-of.js';
import { decimalBound } from './decimal-bound.js';

const OPERATORS: Readonly<Record<ComparisonOperator, string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

const ALL: Statement = { sql: '1 = 1', values: [] };
const NONE: Statement = { sql: '1 = 0', values: [] };

/**
 * A filter as a condition on the rows of `alias`. Property names lead to columns through the table's own map
 * and nowhere else; values are always bound (G34). An absent member is NULL, of which no comparison is true,
 * so only `ne` and `nin` have to say that they hold for it.
 */
export function whereOf(table: ResourceTable, filter: Filter, alias: string): Statement {
  switch (filter.kind) {
    case 'and':
      return joined(table, filter.of, alias, ' AND ', ALL);
    case 'or':
      return joined(table, filter.of, alias, ' OR ', NONE);
    default: {
      const mapped = columnAt(table, filter.property);
      return condition(filter, mapped, comparedIn(alias, mapped));
    }
  }
}

/** The column of a property; a property that has none is a defect, since filters are checked before. */
export function columnAt({ resource, byPath }: ResourceTable, property: string): MappedColumn {
  const mapped = byPath.get(property);
  if (mapped === undefined) throw new Error(`${resource.collection} cannot be searched by ${property}`);
  return mapped;
}

function joined(
  table: ResourceTable,
  filters: readonly Filter[],
  alias: string,
  by: string,
  whenEmpty: Statement,
): Statement {
  if (filters.length === 0) return whenEmpty;
  const conditions = filters.map((one) => whereOf(table, one, alias));
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(by)})`,
    values: flatMapped(conditions, ({ values }) => values),
  };
}

type Leaf = Exclude<Filter, { kind: 'and' | 'or' }>;

function condition(filter: Leaf, mapped: MappedColumn, column: string): Statement {
  switch (filter.kind) {
    case 'absent':
      return { sql: `${column} IS NULL`, values: [] };
    case 'present':
      return { sql: `${column} IS NOT NULL`, values: [] };
    case 'compare':
      return comparison(filter.operator, filter.value, mapped, column);
    case 'like':
      return like(filter.segments, mapped, column);
    case 'in':
      return among(filter.values, filter.orAbsent, mapped, column);
    case 'nin':
      return notAmong(filter.values, filter.orAbsent, mapped, column);
  }
}

function comparison(
  operator: ComparisonOperator,
  value: FilterValue,
  mapped: MappedColumn,
  column: string,
): Statement {
  const { compared, isExact } = comparedValue(mapped, value);
  if (operator === 'ne') return isExact ? orAbsent(`${column} <> ?`, [compared], mapped, column) : ALL;
  if (isExact) return { sql: `${column} ${OPERATORS[operator]} ?`, values: [compared] };
  if (operator === 'eq') return NONE;
  const isAbove = operator === 'gt' || operator === 'gte';
  return { sql: `${column} ${isAbove ? '>' : '<='} ?`, values: [compared] };
}

/** A value as the column is compared. */
function comparedValue(
  { kind, folded: companion }: MappedColumn,
  value: FilterValue,
): { compared: SqlValue; isExact: boolean } {
  if (kind.type === 'decimal') return decimalBound(kind, value);
  if (companion !== undefined) return { compared: foldedForm(String(value), companion.bytes), isExact: true };
  if (typeof value === 'boolean') return { compared: value ? 1 : 0, isExact: true };
  return { compared: kind.type === 'enum' ? declaredWord(kind.values, value) : value, isExact: true };
}

function declaredWord(words: readonly string[], value: FilterValue): FilterValue & SqlValue {
  const lower = String(value).toLowerCase();
  return words.find((word) => word.toLowerCase() === lower) ?? String(value);
}

/** `|` escapes: a backslash is a character of its own in one database and not in the other. */
function like(segments: readonly string[], { folded: companion }: MappedColumn, column: string): Statement {
  if (companion === undefined) throw new Error(`${column} is not text that can be searched`);
  const literals = segments.map(foldedPart);
  const hasSigma = literals.some((literal) => literal.includes(SIGMA));
  const sigmas = hasSigma ? [FINAL_SIGMA, SIGMA] : [];
  const text = hasSigma ? `REPLACE(${column}, ?, ?)` : column;
  if (literals.length < 2) return { sql: `${text} = ?`, values: [...sigmas, literals[0] ?? ''] };
  const pattern = literals.map((literal) => literal.replace(/[|%_]/gu, '|$&')).join('%');
  return { sql: `${text} LIKE ? ESCAPE '|'`, values: [...sigmas, pattern] };
}

function among(
  values: readonly FilterValue[],
  withAbsent: boolean,
  mapped: MappedColumn,
  column: string,
): Statement {
  const encoded = exactValues(mapped, values);
  const list = encoded.length === 0 ? NONE : inList(column, 'IN', encoded);
  return withAbsent ? { sql: `(${list.sql} OR ${column} IS NULL)`, values: list.values } : list;
}

function notAmong(
  values: readonly FilterValue[],
  withAbsent: boolean,
  mapped: MappedColumn,
  column: string,
): Statement {
  const encoded = exactValues(mapped, values);
  if (withAbsent) {
    const list = encoded.length === 0 ? ALL : inList(column, 'NOT IN', encoded);
    return { sql: `(${list.sql} AND ${column} IS NOT NULL)`, values: list.values };
  }
  if (encoded.length === 0) return ALL;
  const { sql } = inList(column, 'NOT IN', encoded);
  return orAbsent(sql, encoded, mapped, column);
}

/** Values that the column cannot hold are in no list of its values. */
function exactValues(mapped: MappedColumn, values: readonly FilterValue[]): readonly SqlValue[] {
  return values
    .map((value) => comparedValue(mapped, value))
    .filter(({ isExact }) => isExact)
    .map(({ compared }) => compared);
}

function inList(column: string, operator: 'IN' | 'NOT IN', encoded: readonly SqlValue[]): Statement {
  return { sql: `${column} ${operator} (${encoded.map(() => '?').join(', ')})`, values: encoded };
}

function orAbsent(sql: string, values: readonly SqlValue[], mapped: MappedColumn, column: string): Statement {
  return mapped.nullable ? { sql: `(${sql} OR ${column} IS NULL)`, values } : { sql, values };
}

/** The properties that are there in whatever passes the filter. */
export function presentIn(filter: Filter): ReadonlySet<string> {
  switch (filter.kind) {
    case 'and':
      return new Set(flatMapped(filter.of, (one) => [...presentIn(one)]));
    case 'or': {
      const [first = new Set<string>(), ...others] = filter.of.map(presentIn);
      return new Set([...first].filter((property) => others.every((other) => other.has(property))));
    }
    case 'compare':
      return new Set(filter.operator === 'ne' ? [] : [filter.property]);
    case 'like':
    case 'present':
      return new Set([filter.property]);
    case 'in':
      return new Set(filter.orAbsent ? [] : [filter.property]);
    case 'nin':
      return new Set(filter.orAbsent ? [filter.property] : []);
    case 'absent':
      return new Set();
  }
}
