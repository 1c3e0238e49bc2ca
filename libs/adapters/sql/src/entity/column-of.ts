import {
  defined,
  isKey,
  kindAt,
  parentMember,
  type AnyResource,
  type FieldData,
  type Kind,
  type ReferenceKind,
  type StringKind,
} from '@kontor/kernel';
import { quote } from '../statement.js';
import { overrideOf } from './overrides.js';
import { AMOUNT_SCALE, SORTABLE_LENGTH, encodingOf, type ColumnEncoding } from './column-encoding.js';
import type { Column, ColumnType } from './table.js';

/** A member of a value and the column it is kept in. Groups are flattened; a list is one document. */
export type MappedColumn = {
  /** `name`, `unit.unitNumber`, `inventory.inStock`. */
  readonly path: string;
  readonly steps: readonly string[];
  /** What stands at the path. */
  readonly kind: Kind;
  readonly column: string;
  /** In which the column is compared, searched and sorted, where it is text. */
  readonly folded?: { readonly column: string; readonly bytes: number };
  readonly nullable: boolean;
  /** Made by the service: a replace that does not mention it leaves it alone. */
  readonly kept: boolean;
  readonly isKey: boolean;
  readonly encoding: ColumnEncoding;
  /** What is kept where a draft says nothing. */
  readonly byDefault?: unknown;
  /** What stands for the column where there is none, in a row of an alias. */
  readonly derived?: (alias: string) => string;
};

/** The longest text whose folded companion an index holds beside a key. */
const INDEXED_TEXT_MAX = 300;
/** Bytes that fit an index beside agreement and key; enough but for text that decomposes threefold. */
const INDEXED_BYTES_MAX = 2700;
/** A code point folds into at most three, or twelve bytes (measured over all of Unicode). */
const FOLDED_BYTES_PER_CHARACTER = 12;
const TEXT_IN_ROW_MAX = 1000;

/** The columns of a resource's own members, in the order of the declaration. */
export function mappedColumnsOf(resource: AnyResource): readonly MappedColumn[] {
  const { without = [], sameAs = {} } = overrideOf(resource.collection);
  const parent = parentMember(resource);
  return Object.entries(resource.fields)
    .filter(([name]) => !without.includes(name) && !Object.hasOwn(sameAs, name) && name !== parent)
    .flatMap(([name, field]) => columnsOfField(resource, field, [name], snakeCase(name), false));
}

/**
 * The column of the items a row lives within, as the member that names them is asked for. Text is kept folded
 * there, so a member that names its parent by text can be shown and not be asked for.
 */
export function parentColumnOf(resource: AnyResource, column: string): readonly MappedColumn[] {
  const name = parentMember(resource);
  if (name === undefined) return [];
  const { key, of: kind } = resource.fields[name]?.kind as ReferenceKind;
  if (kind.type !== 'integer') return [];
  return [
    {
      path: `${name}.${key}`,
      steps: [name, key],
      kind,
      column,
      nullable: false,
      kept: true,
      isKey: false,
      encoding: encodingOf(kind),
    },
  ];
}

/** What is asked for and follows from other columns: it is in no row of its own. */
export function derivedColumnsOf(resource: AnyResource): readonly MappedColumn[] {
  return Object.entries(overrideOf(resource.collection).derived ?? {}).map(([path, derived]) => {
    const kind = defined(kindAt(resource, path));
    const column = snakeCase(path.replaceAll('.', '_'));
    return {
      path,
      steps: path.split('.'),
      kind,
      column,
      ...(kind.type === 'string' && {
        folded: { column: foldedName(column), bytes: foldedBytes(kind, false) },
      }),
      nullable: true,
      kept: true,
      isKey: false,
      encoding: encodingOf(kind),
      derived,
    };
  });
}

function columnsOfField(
  resource: AnyResource,
  field: FieldData,
  steps: readonly string[],
  column: string,
  withinOptional: boolean,
): readonly MappedColumn[] {
  const { kind } = field;
  const isOptional = withinOptional || field.needs !== undefined || isAbsentAtTimes(field);
  if (kind.type === 'group') {
    return Object.entries(kind.fields).flatMap(([name, member]) =>
      columnsOfField(resource, member, [...steps, name], `${column}_${snakeCase(name)}`, isOptional),
    );
  }
  const isReference = kind.type === 'reference';
  const path = (isReference ? [...steps, kind.key] : steps).join('.');
  const name = isReference ? referenceColumnName(column, kind) : column;
  const leaf = isReference ? kind.of : kind;
  const isCompared =
    isKey(field) || isReference || resource.filterable.includes(path) || resource.sortable.includes(path);
  return [
    {
      path,
      steps: path.split('.'),
      kind: leaf,
      column: name,
      ...(leaf.type === 'string' &&
        isCompared && { folded: { column: foldedName(name), bytes: foldedBytes(leaf, isKey(field)) } }),
      nullable: isOptional,
      kept: field.use === 'readOnly' || field.use === 'computed' || isKey(field),
      isKey: isKey(field),
      encoding: encodingOf(leaf),
      ...(field.use === 'defaulted' && !isOptional && { byDefault: field.default }),
    },
  ];
}

function isAbsentAtTimes({ use }: FieldData): boolean {
  return use === 'optional' || use === 'computed';
}

function foldedBytes({ max }: StringKind, isTheKey: boolean): number {
  const all = max * FOLDED_BYTES_PER_CHARACTER;
  return isTheKey || max > INDEXED_TEXT_MAX ? all : Math.min(all, INDEXED_BYTES_MAX);
}

/**
 * True where an index of the column, beside agreement and key, stays within what MySQL admits (3072 bytes).
 */
export function isIndexable({ kind }: MappedColumn): boolean {
  return kind.type !== 'list' && !(kind.type === 'string' && kind.max > INDEXED_TEXT_MAX);
}

/** The name under which a column is compared: its folded companion where it has one. */
export function comparedColumn({ column, folded }: MappedColumn): string {
  return folded?.column ?? column;
}

/** What is compared in the rows of an alias. */
export function comparedIn(alias: string, mapped: MappedColumn): string {
  return mapped.derived?.(alias) ?? `${alias}.${quote(comparedColumn(mapped))}`;
}

/** The database columns of a member: itself and its companion. */
export function databaseColumns(mapped: MappedColumn): readonly Column[] {
  const nullable = mapped.nullable ? ({ nullable: true } as const) : {};
  const own: Column = { name: mapped.column, type: columnTypeOf(mapped.kind), ...nullable };
  if (mapped.folded === undefined) return [own];
  const { column, bytes } = mapped.folded;
  return [own, { name: column, type: { type: 'bytes', length: bytes }, ...nullable }];
}

/** How a declared kind is stored; throws for kinds that no single column holds. */
export function columnTypeOf(kind: Kind): ColumnType {
  switch (kind.type) {
    case 'string':
      return kind.max > TEXT_IN_ROW_MAX ? { type: 'document' } : { type: 'text', length: kind.max };
    case 'integer':
      return kind.min < -2147483648 || kind.max > 2147483647 ? { type: 'long' } : { type: 'integer' };
    case 'decimal':
      return kind.scale <= AMOUNT_SCALE ? { type: 'long' } : { type: 'ascii', length: SORTABLE_LENGTH };
    case 'boolean':
      return { type: 'boolean' };
    case 'fullDate':
      return { type: 'ascii', length: 10 };
    case 'timestamp':
      return { type: 'ascii', length: 20 };
    case 'enum':
      return { type: 'ascii', length: 40 };
    case 'list':
    case 'json':
      return { type: 'document' };
    case 'reference':
    case 'group':
      throw new Error(`a ${kind.type} has no column of its own`);
  }
}

/** `salesPrice` → `sales_price`, `mandateID` → `mandate_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}

/** A reference is kept by its number or code: `additionAccount` by `addition_account_number`. */
function referenceColumnName(prefix: string, { key }: ReferenceKind): string {
  const unit = /[A-Z]?[a-z]+$/.exec(key)?.[0] ?? key;
  return `${prefix}_${unit.toLowerCase()}`;
}

/** The companion of a text column, in which it is compared, searched and sorted. */
export function foldedName(column: string): string {
  return `${column}_folded`;
}
