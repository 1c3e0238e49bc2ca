import { isLeft, isRight, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  defined,
  breathe,
  isBookable,
  isWeighty,
  keyOf,
  mapInTurns,
  MAX_PAGE_SIZE,
  parentMember,
  referencesIn,
  type AnyResource,
  type AnyValue,
  type ChangedSince,
  type KeyExists,
  type KeyValue,
  type NotFound,
  type Page,
  type CollectionQuery,
  type ReferenceMissing,
  type ResourceRepository,
  type Stored,
  type ThingInUse,
  isBookedWith,
  merge,
} from '@kontor/kernel';
import { versionName } from '../transaction/collection-version.js';
import type { Change } from '../transaction/effect.js';
import { eventOf } from '../event/event-log.js';
import { writing, type Scope } from '../transaction/scope.js';
import type { Unit } from '../transaction/unit.js';
import { referenceToParent, thingInUse } from './item-uses.js';
import { firstVersion, nextVersion } from './row-version.js';
import { nextFreeNumber } from '../sequence/sequence-table.js';
import type { PageAccess, ResourceAccess } from './resource-access.js';
import { inPieces, rowsOf, type Row, type Session, type SqlValue, type Statement } from '../statement.js';
import { encodedParents, type ResourceTable } from '../entity/table-of.js';
import { draftRow, replacingRow } from '../entity/draft-row.js';
import { hasPosts } from '../integrity/referrers.js';
import { missingInFixed, referenceEffects } from '../integrity/references.js';
import type { RowPage } from '../page/page-search.js';
import type { RowScope } from '../statements/pages.js';
import { flagAt, keyAt, numberAt } from '../row.js';

/**
 * The repository of any declared resource, of one agreement, and within one item where the resource lives in
 * one.
 */
export function resourceRepository(
  access: ResourceAccess,
  scope: Scope,
  parents: readonly KeyValue[],
): ResourceRepository<AnyValue, AnyValue> {
  const rows = new ResourceRows(access, scope, parents);
  return {
    page: (query) => rows.page(query),
    find: (key) => rows.find(key),
    hold: (key) => rows.hold(key),
    create: (draft) => () => rows.create(draft),
    replace: (key, draft, version, condition) => () => rows.replace(key, draft, version, condition),
    remove: (key, version) => () => rows.remove(key, version),
  };
}

/** What is booked is no draft any more, and only drafts are changed (D158). */
function isBooked(resource: AnyResource, row: Row): boolean {
  return isBookable(resource) && flagAt(row, 'booked');
}

/** The identifier as it is written in the row: an address may have it in another case. */
function keyIn({ key: { column } }: ResourceTable, row: Row): KeyValue {
  return keyAt(row, column);
}

/** So many bytes of items have their references read at once. */
const SHOWN_BYTES = 1024 * 1024;

/** So many small rows become items before the clock is looked at again. */
const MAPPED_AT_ONCE = 16;

/** How many items of a page have their references read at once: all of them, unless they hold much. */
function shownAtOnce({ rows, bytes = 0 }: RowPage): number {
  return bytes <= SHOWN_BYTES ? MAX_PAGE_SIZE : Math.max(1, Math.floor((rows.length * SHOWN_BYTES) / bytes));
}

/** The work behind the port, in plain promises. */
export class ResourceRows {
  readonly #access: ResourceAccess;
  readonly #scope: Scope;
  readonly #parents: readonly KeyValue[];
  /** The values of the columns that every statement names first. */
  readonly #owner: readonly SqlValue[];
  readonly #versionName: string;

  constructor(access: ResourceAccess, scope: Scope, parents: readonly KeyValue[]) {
    const encoded = encodedParents(access.table, parents);
    this.#access = access;
    this.#scope = scope;
    this.#parents = parents;
    this.#owner = [scope.agreementNumber, ...encoded];
    this.#versionName = versionName(access.table, encoded);
  }

  async page(query: CollectionQuery): Promise<Page<AnyValue>> {
    const { table } = this.#access;
    const pages = this.#access.pagesOf(query.only);
    const { unit } = this.#scope;
    if (unit === undefined)
      return this.#shown(pages, await pages.reader.read(this.#scope.session, this.#rowScope(), query));
    const { collection } = table.resource;
    // Not otherwise: the versions of collections are locked last of all, also after numbers.
    if (unit.hasChanged(collection)) await unit.flush();
    const page = await pages.reader.readUncached(unit.shown(collection), this.#rowScope(), query);
    unit.expect.versions(new Map([[this.#versionName, page.version]]));
    return this.#shown(pages, page);
  }

  #rowScope(): RowScope {
    return {
      agreementNumber: this.#scope.agreementNumber,
      parents: this.#owner.slice(1),
      versionName: this.#versionName,
    };
  }

  async #shown({ reader, toValue }: PageAccess, page: RowPage): Promise<Page<AnyValue>> {
    const atOnce = isWeighty(this.#access.table.resource) ? 1 : MAPPED_AT_ONCE;
    const items = await mapInTurns(page.rows, toValue, atOnce);
    for (const some of inPieces(items, shownAtOnce(page))) {
      await this.#show(some);
      await breathe();
    }
    const last = page.rows.at(-1);
    return {
      items,
      results: page.results,
      resultsWithoutFilter: page.resultsWithoutFilter,
      ...(page.bytes !== undefined && { bytes: page.bytes }),
      ...(page.hasMore !== undefined && { hasMore: page.hasMore }),
      ...(page.isByKey && last !== undefined && { position: reader.positionAfter(last) }),
    };
  }

  async find(key: KeyValue): Promise<Stored<AnyValue> | undefined> {
    const row = await this.#row(key);
    return row && this.#asStored(this.#access.toValue(row), numberAt(row, 'version'), row);
  }

  async hold(key: KeyValue): Promise<Stored<AnyValue> | undefined> {
    const { unit } = writing(this.#scope);
    const row = await this.#locked(unit, key);
    if (row === undefined) return undefined;
    unit.expect.rows(this.#access.table, [row]);
    return this.#asStored(this.#access.toValue(row), numberAt(row, 'version'), row);
  }

  #row(key: KeyValue): Promise<Row | undefined> {
    const scope = this.#scope;
    return scope.unit === undefined
      ? this.#committedRow(scope.session, key)
      : this.#expectedRow(scope.unit, key);
  }

  async #committedRow(session: Session, key: KeyValue): Promise<Row | undefined> {
    const { reader, sql } = this.#access;
    if (this.#parents.length === 0) return reader.find(session, this.#scope.agreementNumber, key);
    return (await rowsOf(session, this.#item(sql.find, key)))[0];
  }

  /** The row that a unit holds already, else remembered or read: expected to stay until it commits. */
  async #expectedRow(unit: Unit, key: KeyValue): Promise<Row | undefined> {
    const { table, items, sql } = this.#access;
    const held = unit.held.get(this.#held(table.encodeKey(key)));
    if (held !== undefined) return held;
    const known = this.#parents.length === 0 ? await items.find(table, this.#scope, [key]) : undefined;
    if (known !== undefined) return known[0];
    const rows = await rowsOf(unit.shown(table.resource.collection), this.#item(sql.find, key));
    unit.expect.rows(table, rows);
    return rows[0];
  }

  async create(draft: AnyValue): Promise<Either<KeyExists | NotFound | ReferenceMissing, Stored<AnyValue>>> {
    const { table } = this.#access;
    const { agreementNumber, unit, numbers } = writing(this.#scope);
    const { resource } = table;
    // A generated key is in a draft only where a rule has taken the number already: clients cannot give one.
    if (draft[resource.key] !== undefined) return this.#insert(draft, keyOf(resource, draft));
    const series = this.#versionName;
    const [range] = await numbers.allocate([{ series, count: 1, gapless: false }]);
    let number = defined(range).first;
    for (;;) {
      const made = await this.#insert({ ...draft, [resource.key]: number }, number);
      if (isRight(made) || made.left.kind !== 'KeyExists') return made;
      const taken = { agreementNumber, name: series, parentKeys: this.#owner.slice(1), taken: number };
      number = await nextFreeNumber(unit.now, table, taken);
      numbers.forget(series);
    }
  }

  async #insert(
    draft: AnyValue,
    key: KeyValue,
  ): Promise<Either<KeyExists | NotFound | ReferenceMissing, Stored<AnyValue>>> {
    const { table, sql, toValue, targets } = this.#access;
    const { agreementNumber, unit } = writing(this.#scope);
    const { row, values } = draftRow(table, draft);
    const value = toValue(row);
    const uses = referencesIn(table.resource, value);
    const missing = missingInFixed(targets, uses);
    if (missing !== undefined) return left(missing);
    const version = firstVersion();
    const keyExists: KeyExists = { kind: 'KeyExists', resource: table.resource.collection, key };
    const made = await unit.apply<KeyExists | NotFound | ReferenceMissing>(
      {
        kind: 'insert',
        into: sql.insert,
        rows: [[...this.#owner, ...values, version]],
        otherwise: keyExists,
      },
      ...referenceToParent(this.#access, this.#parents, 1),
      ...referenceEffects(targets, agreementNumber, { before: [], after: uses }),
    );
    if (isLeft(made)) return made;
    // Not before: an identifier that turns out to be taken is tried again with another.
    unit.change(this.#versionName, 1, { key: table.encodeKey(key), by: 1 });
    unit.events.add(
      eventOf(table.resource, isBooked(table.resource, row) ? 'booked' : 'created', this.#keys(key)),
    );
    return right(this.#intoCache(row, await this.#asStored(value, version, row)));
  }

  async replace(
    key: KeyValue,
    draft: AnyValue,
    version?: number,
    condition?: 'unused',
  ): Promise<Either<NotFound | ReferenceMissing | ChangedSince | ThingInUse, Stored<AnyValue>>> {
    const { table, sql, toValue, targets } = this.#access;
    const { agreementNumber, unit } = writing(this.#scope);
    const found = await this.#findToChange(unit, key, version);
    if ('kind' in found) return left(found);
    const { old, present } = found;
    if (condition === 'unused' && numberAt(old, 'uses') > 0) return left(await this.#inUse(key));
    const { row, changed, members } = replacingRow(table, draft, old);
    const value = toValue(row);
    const after = referencesIn(table.resource, value);
    const missing = missingInFixed(targets, after);
    if (missing !== undefined) return left(missing);
    const before = referencesIn(table.resource, toValue(old));
    const where = this.#item(condition === 'unused' ? sql.asReadUnused : sql.asRead, key, present);
    const next = nextVersion(present);
    const changing = await unit.apply<ReferenceMissing>(
      this.#change(key, { head: sql.update, set: [...changed, next], where }),
      ...referenceEffects(targets, agreementNumber, { before, after }),
    );
    if (isLeft(changing)) return changing;
    unit.change(this.#versionName, 0, { key: table.encodeKey(key), by: 0 });
    if (members.length > 0)
      unit.events.add(eventOf(table.resource, 'updated', this.#keys(keyIn(table, old)), members));
    return right(this.#intoCache(row, await this.#asStored(value, next, old)));
  }

  async remove(key: KeyValue, version?: number): Promise<Either<NotFound | ThingInUse | ChangedSince, void>> {
    const { table, sql, toValue, targets } = this.#access;
    const { agreementNumber, unit } = writing(this.#scope);
    const party = { table, key, tables: targets.tables, hints: this.#access.dialect };
    const isPosted = await hasPosts(unit, agreementNumber, party);
    const found = await this.#findToChange(unit, key, version);
    if ('kind' in found) return left(found);
    const { old, present } = found;
    const uses = numberAt(old, 'uses');
    if (isPosted || uses > 0) return left(await this.#inUse(key, isPosted || isBookedWith({ uses })));
    const before = referencesIn(table.resource, toValue(old));
    await unit.apply<NotFound | ReferenceMissing>(
      this.#change(key, { head: sql.remove, set: [], where: this.#item(sql.asReadUnused, key, present) }),
      ...referenceToParent(this.#access, this.#parents, -1),
      ...referenceEffects(targets, agreementNumber, { before, after: [] }),
    );
    unit.change(this.#versionName, -1, { key: table.encodeKey(key), by: -1 });
    unit.events.add(eventOf(table.resource, 'removed', this.#keys(keyIn(table, old))));
    unit.hooks.afterCommit(() => this.#access.drafts?.forget(agreementNumber, key));
    return right(undefined);
  }

  /** What the item lives in, and itself. */
  #keys(key: KeyValue): readonly KeyValue[] {
    return [...this.#parents, key];
  }

  /** The row as it is, locked. What was decided before rests on the same one, or the unit runs again. */
  async #findToChange(
    unit: Unit,
    key: KeyValue,
    version: number | undefined,
  ): Promise<NotFound | ChangedSince | { readonly old: Row; readonly present: number }> {
    const { collection } = this.#access.table.resource;
    const old = await this.#locked(unit, key);
    if (old === undefined) return { kind: 'NotFound', resource: collection, key };
    const present = numberAt(old, 'version');
    if (version !== undefined && version !== present)
      return { kind: 'ChangedSince', resource: collection, key };
    unit.expect.rows(this.#access.table, [old]);
    return { old, present };
  }

  /** The row as it is, locked until the unit ends; undefined also of what is booked. */
  async #locked(unit: Unit, key: KeyValue): Promise<Row | undefined> {
    const { table, sql } = this.#access;
    const encoded = table.encodeKey(key);
    const held = unit.held.get(this.#held(encoded));
    if (held !== undefined) return held;
    const locked = unit.locked(table.resource.collection);
    const [row] = await rowsOf(locked, this.#item(sql.findToChange, key));
    if (row === undefined) unit.expect.none(table, encoded);
    if (row === undefined || isBooked(table.resource, row)) return undefined;
    unit.held.set(this.#held(encoded), row);
    return row;
  }

  /** Where the unit has the row of an item that it has locked. */
  #held(encoded: SqlValue): string {
    return `${this.#versionName} ${encoded}`;
  }

  /** A change of an item that was read and locked: where it is another by now the unit runs again. */
  #change(key: KeyValue, parts: Pick<Change, 'head' | 'set' | 'where'>): Change {
    const { table } = this.#access;
    const item = { table, encoded: [...this.#owner.slice(1), table.encodeKey(key)] };
    return { kind: 'change', ...parts, item, otherwise: 'retry' };
  }

  /** An item with what it shows of what it refers to; `row`: of it, which tells how often it is used. */
  async #asStored(value: AnyValue, version: number, row: Row): Promise<Stored<AnyValue>> {
    await this.#show([value]);
    return row['uses'] === undefined ? { value, version } : { value, version, uses: numberAt(row, 'uses') };
  }

  /** What the unit has written, known to this process from when it is kept. */
  #intoCache(row: Row, draft: Stored<AnyValue>): Stored<AnyValue> {
    const { drafts, table } = this.#access;
    const key = keyOf(table.resource, draft.value);
    if (drafts !== undefined && draft.value['booked'] !== true) {
      const { unit, agreementNumber } = writing(this.#scope);
      const { version } = draft;
      unit.hooks.afterCommit(() => drafts.put(agreementNumber, key, merge(row, { version })));
    }
    return draft;
  }

  async #show(values: readonly Record<string, unknown>[]): Promise<void> {
    const { resource } = this.#access.table;
    const { within } = resource;
    if (within !== undefined) {
      const member = parentMember(resource);
      const parent = { [within.key]: this.#parents.at(-1) };
      for (const value of values) if (member !== undefined) value[member] = parent;
    }
    await this.#access.show?.(this.#scope, values);
  }

  #item(sql: string, key: KeyValue, ...more: readonly SqlValue[]): Statement {
    return { sql, values: [...this.#owner, this.#access.table.encodeKey(key), ...more] };
  }

  async #inUse(key: KeyValue, isBooked = false): Promise<ThingInUse> {
    const inUse = await thingInUse(this.#access, writing(this.#scope), this.#parents, key);
    return isBooked ? merge(inUse, { isBooked }) : inUse;
  }
}
