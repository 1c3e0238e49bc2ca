import type { Filter } from '@kontor/kernel';
import { indexOn, leadingConditions } from '../query/leading.js';
import { rowsOf, type Session } from '../statement.js';
import { ITEMS, ROW, SAMPLED, type RowScope, type SearchPlan, type SoughtPage } from '../statements/pages.js';
import type { PageTable } from './page-table.js';

type Searched = Pick<SoughtPage, 'where' | 'order' | 'limit'> & {
  readonly session: Session;
  readonly scope: RowScope;
  readonly offset: number;
};

/** So many items are looked at to learn how many pass a filter: 0.1 ms. */
const SAMPLE = 256;
/** A row that an index leads to costs ten times one that comes next by the primary key (2.0 and 0.2 us). */
const SHORTER_BY_INDEX = 1 / 10;

/**
 * How what passes a filter is looked for, where the database cannot know: SQLite takes any range of an
 * index for a short one. Of 38,000 products most cost more than a pound: to count those with a word in
 * their names took 70 ms by the index of prices, and takes 7 by the primary key. What a sample of items
 * says decides the way and nothing else. Undefined: the database's own way.
 */
export async function planBySample(
  { table, dialect, statements }: PageTable,
  filter: Filter,
  { session, scope, where, order, offset, limit }: Searched,
): Promise<SearchPlan | undefined> {
  if (where === undefined) return undefined;
  const leading = leadingConditions(table, filter, ROW);
  const index = order.along && indexOn(table, order.along);
  // Nothing but the primary key can lead.
  if (leading.length === 0 && index === undefined) return undefined;
  const conditions = [where, ...leading.map(({ condition }) => condition)];
  const [sample = {}] = await rowsOf(session, statements.sample(scope, conditions, SAMPLE));
  if (Number(sample[SAMPLED]) < SAMPLE) return undefined;
  const [passes = 0, ...met] = conditions.map((_, at) => Number(sample[`_${at}`]) / SAMPLE);
  const { name } = table.table;
  const leavesFew = leading
    .map((one, at) => ({ ...one, share: met[at] ?? 0 }))
    .filter(({ share }) => share < SHORTER_BY_INDEX);
  if (leavesFew.length > 0) {
    // Rows of one value come in the order of their keys; for that order SQLite would go through all items.
    const [fewest] = leavesFew
      .filter(({ isOfOneValue }) => isOfOneValue)
      .sort((one, next) => one.share - next.share);
    if (fewest === undefined || !order.isAlongKey) return undefined;
    const hint = dialect.indexHint(name, fewest.index);
    return { all: hint, page: hint, isAlongOrder: false };
  }
  const isAlongOrder = (offset + limit) / passes < Number(sample[ITEMS]) * SHORTER_BY_INDEX;
  const all = dialect.indexHint(name);
  return index === undefined || !isAlongOrder
    ? { all, page: all, isAlongOrder: false }
    : { all, page: dialect.indexHint(name, index), isAlongOrder };
}
