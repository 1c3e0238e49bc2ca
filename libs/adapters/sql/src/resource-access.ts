import { canBeBooked, parentMember, type AnyValue, type KeyValue, type Stored } from '@kontor/kernel';
import type { Changes } from './changes.js';
import type { Dialect } from './dialect/dialect.js';
import { DraftMemory } from './draft-memory.js';
import type { ItemMemory } from './item-memory.js';
import type { RaiseCounters } from './number-counter.js';
import type { PageMemory } from './page/page-memory.js';
import { PageReader } from './page/page-reader.js';
import { showingOf, type ShowMembers } from './shown-members.js';
import { placeholders, quote, updateByKey, type Session, type SqlValue } from './statement.js';
import { databaseColumns } from './table/column-of.js';
import { rowMapperOf, type RowMapper } from './table/row-mapper.js';
import { AGREEMENT_COLUMN } from './table/table.js';
import type { ResourceTable } from './table/table-of.js';
import type { Targets } from './use-counts.js';

/** Everything about a resource that is the same for every agreement, made once when the database is opened. */
export type ResourceAccess = {
  readonly table: ResourceTable;
  readonly dialect: Dialect;
  readonly targets: Targets;
  readonly toValue: RowMapper;
  /** The same for the rows of a page. */
  readonly toPageValue: RowMapper;
  readonly pages: PageReader;
  readonly show: ShowMembers | undefined;
  readonly items: ItemMemory;
  /** Of what becomes something else when it is booked. */
  readonly drafts: DraftMemory | undefined;
  /** The member that names the item a row lives within, where there is one. */
  readonly parentMember: string | undefined;
  readonly sql: {
    /** One item: scope, key. */
    readonly find: string;
    /** One item and the collection's version at that instant: agreement, name of the state, scope, key. */
    readonly findInEdition: string;
    /** One item and what guards it, locked. */
    readonly findToChange: string;
    readonly insert: string;
    /** All members; then scope, key, version. */
    readonly update: string;
    /** The same; only what nobody refers to. */
    readonly updateUnused: string;
    /** Scope, key, version; only what nobody refers to. */
    readonly remove: string;
  };
};

/** Whose rows, and by which session. Without `changes` it is only for reading. */
export type Scope = {
  readonly agreementNumber: number;
  readonly session: Session;
  readonly changes?: Changes;
  /** Where a unit of work reads what it has written nothing of: what it still has to write need not be written first. */
  readonly beside?: Session;
  /** Counters raised at once and for good, together with others of the agreement; absent where a unit is better off raising them itself. */
  readonly raiseAtOnce?: RaiseCounters;
};

/** A draft as this process has written it, for a unit that trusts: it is to be written only as that version. */
export function knownDraft(
  { drafts }: ResourceAccess,
  { agreementNumber, changes }: Scope,
  key: KeyValue,
): Stored<AnyValue> | undefined {
  const known = changes?.trusts === true ? drafts?.find(agreementNumber, key) : undefined;
  if (known !== undefined) changes?.assume();
  return known;
}

/** What the unit has not changed is read beside it, so that all that it writes can go together. */
export function sessionFor({ session, beside = session, changes }: Scope, collection: string): Session {
  return changes?.trusts === true && !changes.hasChanged(collection) ? beside : session;
}

const EDITION =
  '(SELECT s.`version` FROM `collection_state` AS s WHERE s.`agreement_number` = ? AND s.`collection` = ?) AS `_edition`';

export function resourceAccess(
  table: ResourceTable,
  {
    dialect,
    targets,
    memory,
    items,
    isDraft,
  }: {
    dialect: Dialect;
    targets: Targets;
    memory: PageMemory;
    items: ItemMemory;
    /** Items become something else when they are booked. */
    isDraft: boolean;
  },
): ResourceAccess {
  const name = quote(table.table.name);
  const own = table.columns.map(({ column }) => quote(column));
  const item = [AGREEMENT_COLUMN, ...table.parents.map(({ column }) => column), table.keyColumn]
    .map((column) => `${quote(column)} = ?`)
    .join(' AND ');
  // Booking is not a change of this kind: it marks the draft (D158).
  const drafts = canBeBooked(table.resource) ? ' AND `booked` = 0' : '';
  const stored = table.columns.flatMap(databaseColumns).map((column) => column.name);
  const inserted = [AGREEMENT_COLUMN, ...table.parents.map(({ column }) => column), ...stored, 'version'];
  const replaced = table.columns
    .filter(({ isKey }) => !isKey)
    .flatMap(databaseColumns)
    .map((column) => `${quote(column.name)} = ?`);
  const update = `${updateByKey(table.table.name)} ${[...replaced, '`version` = `version` + 1'].join(', ')} WHERE ${item} AND \`version\` = ?${drafts}`;
  return {
    table,
    dialect,
    targets,
    toValue: rowMapperOf(table, 'objects'),
    toPageValue: rowMapperOf(table, dialect.pageRows),
    pages: new PageReader(table, dialect, memory),
    show: showingOf(table.resource, targets, items),
    drafts: isDraft ? new DraftMemory() : undefined,
    items,
    parentMember: parentMember(table.resource),
    sql: {
      find: `SELECT ${own.join(', ')}, \`version\` FROM ${name} WHERE ${item}`,
      findInEdition: `SELECT ${own.join(', ')}, \`version\`, ${EDITION} FROM ${name} WHERE ${item}`,
      findToChange: `SELECT ${own.join(', ')}, \`version\`, \`uses\` FROM ${name} WHERE ${item}${dialect.forUpdate}`,
      insert: `INSERT INTO ${name} (${inserted.map(quote).join(', ')}) VALUES (${placeholders(inserted.length)})`,
      update,
      updateUnused: `${update} AND \`uses\` = 0`,
      remove: `DELETE FROM ${name} WHERE ${item} AND \`version\` = ? AND \`uses\` = 0${drafts}`,
    },
  };
}

/** The columns that name what the rows live within. */
export function parentForms(
  { parents, resource }: ResourceTable,
  keys: readonly KeyValue[],
): readonly SqlValue[] {
  if (keys.length !== parents.length) {
    throw new Error(`${resource.collection} lives within ${parents.length} items, not ${keys.length}`);
  }
  return parents.map(({ encode }, index) => encode(keys[index] as KeyValue));
}
