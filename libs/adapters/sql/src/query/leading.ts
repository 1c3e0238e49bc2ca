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

/** A condition that an index can lead to. */
type Leading = {
  readonly condition: Statement;
  readonly index: string;
  /** It is true of one value, whose rows the index has in the order of their keys. */
  readonly isOfOneValue: boolean;
};

/**
 * Of a filter the conditions that all rows must meet and that an index can lead to: it may be the shorter
 * way, if they leave few rows.
 */
export function leadingConditions(table: ResourceTable, filter: Filter, alias: string): readonly Leading[] {
  if ('of' in filter)
    return filter.kind === 'or' ? [] : flatMapped(filter.of, (one) => leadingConditions(table, one, alias));
  const leads = leading(filter);
  const index = leads && indexOn(table, columnAt(table, filter.property));
  if (index === undefined) return [];
  return [{ condition: whereOf(table, filter, alias), index, isOfOneValue: leads === 'one value' }];
}

/** Whether it is true of one value, or of a range of them, or of some. */
function leading(
  filter: Exclude<Filter, { readonly of: unknown }>,
): 'one value' | 'several values' | undefined {
  switch (filter.kind) {
    case 'compare':
      if (filter.operator === 'ne') return undefined;
      return filter.operator === 'eq' ? 'one value' : 'several values';
    case 'like':
      return filter.segments.length < 2 ? 'one value' : undefined;
    case 'in':
      return filter.orAbsent ? undefined : 'several values';
    case 'absent':
      return 'one value';
    case 'nin':
    case 'present':
      return undefined;
  }
}
