import type { AnyValue, FieldData } from '@kontor/kernel';
import type { Row, SqlValue } from '../statement.js';
import type { MappedColumn } from './column-of.js';
import { foldedForm } from './stored-form.js';
import type { ResourceTable } from './table-of.js';

type Draft = Record<string, unknown>;
/** Puts what a row holds of one member into the value; says whether there was anything. */
type Fill = (row: Row, value: Draft) => boolean;

/** Turns a raw row into a value: absent members are left out, decimals come back as their canonical text. */
export type RowMapper = (row: Row) => AnyValue;

/** Compiled once per resource: a page of a thousand rows runs it a thousand times (rule 5 of performance). */
export function rowMapperOf({ resource, columns }: ResourceTable): RowMapper {
  const fills = Object.entries(resource.fields).flatMap(([name, field]) => fillOf(name, field, [name], columns));
  return (row) => {
    const value: Draft = {};
    for (const fill of fills) fill(row, value);
    return value;
  };
}

function fillOf(
  name: string,
  field: FieldData,
  steps: readonly string[],
  columns: readonly MappedColumn[],
): readonly Fill[] {
  const { kind } = field;
  if (kind.type === 'group') {
    const members = Object.entries(kind.fields).flatMap(([member, of]) =>
      fillOf(member, of, [...steps, member], columns),
    );
    return members.length === 0 ? [] : [fillGroup(name, members)];
  }
  const isReference = kind.type === 'reference';
  const path = (isReference ? [...steps, kind.key] : steps).join('.');
  const mapped = columns.find((one) => one.path === path);
  if (mapped === undefined) return [];
  const { column, form } = mapped;
  const { decode } = form;
  if (!isReference) {
    return [
      (row, value) => {
        const stored = row[column];
        if (stored === null) return false;
        value[name] = decode(stored);
        return true;
      },
    ];
  }
  const { key } = kind;
  return [
    (row, value) => {
      const stored = row[column];
      if (stored === null) return false;
      value[name] = { [key]: decode(stored) };
      return true;
    },
  ];
}

function fillGroup(name: string, members: readonly Fill[]): Fill {
  return (row, value) => {
    const group: Draft = {};
    let isThere = false;
    for (const fill of members) if (fill(row, group)) isThere = true;
    if (isThere) value[name] = group;
    return isThere;
  };
}

/** What a draft says of a member: a value, nothing (so it is cleared), or no word at all. */
export function memberAt(draft: AnyValue, steps: readonly string[]): { readonly value: unknown } | undefined {
  let at: unknown = draft;
  for (const step of steps) {
    if (at === undefined || at === null) return { value: undefined };
    if (!Object.hasOwn(at, step)) return undefined;
    at = (at as AnyValue)[step];
  }
  return { value: at };
}

/** The stored values of one member: the column's, and its companion's. */
export function storedValues({ form, folded }: MappedColumn, value: unknown): readonly SqlValue[] {
  if (value === undefined || value === null) return folded === undefined ? [null] : [null, null];
  const own = form.encode(value);
  return folded === undefined ? [own] : [own, foldedForm(value as string, folded.bytes)];
}
