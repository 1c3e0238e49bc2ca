import { flatMapped, type Filter } from '@kontor/kernel';
import type { Statement } from '../statement.js';
import { comparedColumn, type MappedColumn } from '../entity/column-of.js';
import type { ResourceTable } from '../entity/table-of.js';
import { columnAt, whereOf } from './where.js';

/** The index that has a member's column right after what all indexes begin with: whose rows they are. */
export function indexOn({ table, parents }: ResourceTable, mapped: MappedColumn): string | undefined {
  if (mapped.derived !== undefined) return undefined;
  const column = comparedColumn(mapped);
  return table.indexes.find(({ parts }) => parts[1 + parents.length]?.column === column)?.name;
}

/**
 * Of a filter the conditions that all rows must meet and that an index can lead to: it may be the shorter
 * way, if they leave few rows.
 */
export function leadingConditions(table: ResourceTable, filter: Filter, alias: string): readonly Statement[] {
  if ('of' in filter)
    return filter.kind === 'or' ? [] : flatMapped(filter.of, (one) => leadingConditions(table, one, alias));
  if (!leads(filter)) return [];
  return indexOn(table, columnAt(table, filter.property)) === undefined
    ? []
    : [whereOf(table, filter, alias)];
}

/** What is true of one value, or of a range of them. */
function leads(filter: Exclude<Filter, { readonly of: unknown }>): boolean {
  switch (filter.kind) {
    case 'compare':
      return filter.operator !== 'ne';
    case 'like':
      return filter.segments.length < 2;
    case 'in':
      return !filter.orAbsent;
    case 'absent':
      return true;
    case 'nin':
    case 'present':
      return false;
  }
}
