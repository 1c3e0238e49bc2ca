import type { AnyResource, AnyValue, KeyValue, Stored } from '@kontor/kernel';
import type { Scope } from '../transaction/scope.js';
import type { Dialect } from '../dialect/dialect.js';
import type { DraftCache } from '../snapshot/draft-cache.js';
import type { ItemCache } from '../snapshot/item-cache.js';
import { ItemReader } from '../snapshot/item-reader.js';
import type { PageCaches } from '../snapshot/page-caches.js';
import { PageReader } from '../page/page-reader.js';
import { projectionOf, type Projector } from './projections.js';
import { pageRowMapperOf, rowMapperOf, type RowMapper } from '../entity/row-mapper.js';
import { partOf, type ResourceTable } from '../entity/table-of.js';
import type { Targets } from '../integrity/references.js';
import { numberAt } from '../row.js';
import { itemStatements, type ItemStatements } from '../statements/items.js';

/**
 * Everything about a resource that is the same for every agreement, made once when the database is opened.
 */
export type ResourceAccess = {
  readonly table: ResourceTable;
  readonly dialect: Dialect;
  /** What its references may lead to. */
  readonly targets: Targets;
  /** Makes an item of a whole row. */
  readonly toValue: RowMapper;
  /** Pages of whole items, or of items of which only these members are wanted. */
  readonly pagesOf: (only?: readonly string[]) => PageAccess;
  /** Reads committed items that are an agreement's own: those within others are read one by one. */
  readonly reader: ItemReader;
  /** Adds to items what their references show; undefined where these show nothing. */
  readonly show: Projector | undefined;
  /** Rows that this process remembers, of all resources that are master data. */
  readonly items: ItemCache;
  /** Drafts that this process remembers, where the resource becomes something else when it is booked. */
  readonly drafts: DraftCache | undefined;
  readonly sql: ItemStatements;
};

/** How rows of pages are read, and become values. */
export type PageAccess = { readonly reader: PageReader; readonly toValue: RowMapper };

/** Of every declared resource, by the name of its collection. */
export type ResourceAccesses = ReadonlyMap<string, ResourceAccess>;

/** Of a resource of the catalogue. Throws for another one, which is a defect of whoever asks. */
export function accessTo(
  accesses: ResourceAccesses,
  { collection }: Pick<AnyResource, 'collection'>,
): ResourceAccess {
  const found = accesses.get(collection);
  if (found === undefined) throw new Error(`the catalogue has no ${collection}`);
  return found;
}

/**
 * A draft as this process has written it, for a unit that may rest on it: it is to be written only as that
 * version. Without what its references show of others.
 */
export function knownDraft(
  { drafts, toValue }: ResourceAccess,
  { agreementNumber, unit }: Scope,
  key: KeyValue,
): Stored<AnyValue> | undefined {
  const row = unit && drafts?.find(agreementNumber, key, unit);
  return row && { value: toValue(row), version: numberAt(row, 'version') };
}

/** Prepares a resource: every text of its statements is written now, once. */
export function resourceAccess(
  table: ResourceTable,
  {
    dialect,
    targets,
    pageCaches,
    items,
    drafts,
  }: {
    dialect: Dialect;
    targets: Targets;
    pageCaches: PageCaches;
    items: ItemCache;
    /** Where items become something else when they are booked. */
    drafts: DraftCache | undefined;
  },
): ResourceAccess {
  const pagesOver = (rows: ResourceTable): PageAccess => ({
    reader: new PageReader(rows, dialect, pageCaches),
    toValue: pageRowMapperOf(rows, dialect.pageRows),
  });
  const wholePages = pagesOver(table);
  return {
    table,
    dialect,
    targets,
    toValue: rowMapperOf(table),
    pagesOf: (only) => (only === undefined ? wholePages : pagesOver(partOf(table, only))),
    reader: new ItemReader(table),
    show: projectionOf(table.resource, targets, items),
    drafts,
    items,
    sql: itemStatements(table, dialect),
  };
}
