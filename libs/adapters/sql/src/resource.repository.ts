import { left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  canBeBooked,
  referencesIn,
  type AnyResource,
  type AnyValue,
  type ChangedSince,
  type KeyExists,
  type KeyValue,
  type NotFound,
  type Page,
  type CollectionQuery,
  type EditionReader,
  type InEdition,
  type ReferenceMissing,
  type ResourceRepository,
  type Stored,
  type ThingInUse,
} from '@kontor/kernel';
import type { Changes } from './changes.js';
import { stateName } from './collection-state.js';
import { Overtaken, troubleOf } from './failures.js';
import { firstVersion } from './first-version.js';
import { nextFreeNumber, raiseCounters } from './number-counter.js';
import { parentForms, sessionFor, type ResourceAccess, type Scope } from './resource-access.js';
import { rowsOf, type Row, type SqlValue, type Statement } from './statement.js';
import { draftRow } from './table/draft-row.js';
import { guardsOf, itemName, missingInFixed, raiseUses } from './use-counts.js';
import type { UseChange } from './write-set.js';
import type { RowPage } from './page/page-reader.js';
import type { RowScope } from './page/page-statements.js';

/** The repository of any declared resource, of one agreement, and within one item where the resource lives in one. */
export function resourceRepository(
  access: ResourceAccess,
  scope: Scope,
  parents: readonly KeyValue[] = [],
): ResourceRepository<AnyValue, AnyValue> {
  const rows = new ResourceRows(access, scope, parents);
  return {
    page: (query) => rows.page(query),
    find: (key) => rows.find(key),
    editions: rows.editions,
    create: (draft) => () => rows.create(draft),
    replace: (key, draft, version, condition) => () => rows.replace(key, draft, version, condition),
    remove: (key, version) => () => rows.remove(key, version),
  };
}

/** What is booked is no draft any more, and only drafts are changed (D158). */
function isBooked(of: AnyResource, row: Row): boolean {
  return canBeBooked(of) && row['booked'] === 1;
}

/** The work behind the port, in plain promises. */
export class ResourceRows {
  readonly #access: ResourceAccess;
  readonly #scope: Scope;
  readonly #parents: readonly KeyValue[];
  /** The values of the columns that every statement names first. */
  readonly #owner: readonly SqlValue[];
  readonly #state: string;

  constructor(access: ResourceAccess, scope: Scope, parents: readonly KeyValue[]) {
    const forms = parentForms(access.table, parents);
    this.#access = access;
    this.#scope = scope;
    this.#parents = parents;
    this.#owner = [scope.agreementNumber, ...forms];
    this.#state = stateName(access.table, forms);
  }

  async page(query: CollectionQuery): Promise<Page<AnyValue>> {
    const { pages, table } = this.#access;
    const { session, changes } = this.#scope;
    if (changes === undefined) return this.#shown(await pages.read(session, this.#rowScope(), query));
    const { collection } = table.resource;
    // Not otherwise: the states of collections are locked last of all, also after numbers.
    if (changes.hasChanged(collection)) await changes.flush(session);
    return this.#shown(await pages.readAlone(sessionFor(this.#scope, collection), this.#rowScope(), query));
  }

  /**
   * What is committed can be told by editions where items show nothing of others, and where the collection is the agreement's own, so that
   * its version is never begun anew.
   */
  get editions(): EditionReader<AnyValue> | undefined {
    const { agreementNumber, session, changes } = this.#scope;
    const { pages, show, sql } = this.#access;
    if (changes !== undefined || show !== undefined || this.#parents.length > 0) return undefined;
    const named = (version: number): string => `${agreementNumber} ${this.#state} ${version}`;
    return {
      current: async () => named(await pages.versionNow(session, this.#rowScope())),
      page: async (query): Promise<InEdition<Page<AnyValue>>> => {
        const page = await pages.read(session, this.#rowScope(), query);
        return {
          read: await this.#shown(page),
          edition: page.version === undefined ? undefined : named(page.version),
        };
      },
      find: async (key): Promise<InEdition<Stored<AnyValue> | undefined>> => {
        const { sql: text, values } = this.#item(sql.findInEdition, key);
        const [row] = await rowsOf(session, { sql: text, values: [agreementNumber, this.#state, ...values] });
        if (row === undefined) return { read: undefined, edition: undefined };
        const edition = row['_edition'] as number | null;
        return {
          read: await this.#stored(row, row['version'] as number),
          edition: edition === null ? undefined : named(edition),
        };
      },
    };
  }

  #rowScope(): RowScope {
    return {
      agreementNumber: this.#scope.agreementNumber,
      parents: this.#owner.slice(1),
      state: this.#state,
    };
  }

  async #shown(page: RowPage): Promise<Page<AnyValue>> {
    const { pages, toPageValue } = this.#access;
    const items = page.rows.map(toPageValue);
    await this.#show(items);
    const last = page.rows.at(-1);
    return {
      items,
      results: page.results,
      resultsWithoutFilter: page.resultsWithoutFilter,
      ...(page.isByKey && last !== undefined && { position: pages.positionAfter(last) }),
    };
  }

  async find(key: KeyValue): Promise<Stored<AnyValue> | undefined> {
    const { table, items, sql } = this.#access;
    const mayBeKnown = this.#scope.changes?.trusts === true && this.#parents.length === 0;
    const known = mayBeKnown ? await items.find(table, this.#scope, [key]) : undefined;
    const [row] =
      known ?? (await rowsOf(sessionFor(this.#scope, table.resource.collection), this.#item(sql.find, key)));
    return row && this.#stored(row, row['version'] as number);
  }

  async create(draft: AnyValue): Promise<Either<KeyExists | ReferenceMissing, Stored<AnyValue>>> {
    const { dialect, table } = this.#access;
    const { agreementNumber, session } = this.#scope;
    const { resource } = table;
    // A generated key is in a draft only where a rule has taken the number already: clients cannot give one.
    const isGenerated = draft[resource.key] === undefined;
    const counter = { agreementNumber, name: this.#state };
    let key = isGenerated ? await this.#nextNumber(counter) : (draft[resource.key] as KeyValue);
    for (;;) {
      try {
        return await this.#insert({ ...draft, [resource.key]: key });
      } catch (error) {
        if (troubleOf(dialect, error) !== 'duplicate') throw error;
        if (!isGenerated) return left({ kind: 'KeyExists', resource: resource.collection, key });
        const taken = { ...counter, parentKeys: this.#owner.slice(1), taken: key as number };
        key = await nextFreeNumber(session, table, taken);
      }
    }
  }

  /** Numbers of drafts may have gaps (D152), and are taken without asking, or at once, together with those of others. */
  async #nextNumber({ agreementNumber, name }: { agreementNumber: number; name: string }): Promise<number> {
    const { dialect, drafts } = this.#access;
    const { session, changes, raiseAtOnce } = this.#scope;
    const raises = [{ name, by: 1 }];
    const given = drafts === undefined ? undefined : await changes?.giveNumbers(raises);
    if (given !== undefined) return given.get(name) as number;
    if (drafts === undefined || raiseAtOnce === undefined || changes?.isUntouched !== true) {
      const ask = () => raiseCounters(session, dialect, agreementNumber, raises);
      const raised = await (drafts === undefined || changes === undefined
        ? ask()
        : changes.askNumbers(raises, ask));
      return raised.get(name) as number;
    }
    return (await raiseAtOnce(agreementNumber, raises)).get(name) as number;
  }

  async #insert(draft: AnyValue): Promise<Either<ReferenceMissing, Stored<AnyValue>>> {
    const { table, sql, toValue, targets } = this.#access;
    const changes = this.#writing();
    const { row, values } = draftRow(table, draft);
    const value = toValue(row);
    const uses = referencesIn(table.resource, value);
    const missing = missingInFixed(targets, uses);
    if (missing !== undefined) return left(missing);
    const version = firstVersion();
    const within = this.#useOfParent(1);
    const guards = guardsOf(targets, this.#scope.agreementNumber, { before: [], after: uses });
    const insert = { sql: sql.insert, values: [...this.#owner, ...values, version] };
    if (changes.trusts) {
      changes.change(this.#state, 1);
      changes.write(insert);
      changes.use(...within, ...guards.changes);
      return right(this.#remembered(row, await this.#stored(row, version)));
    }
    const [, ...guarded] = await this.#scope.session.run(
      insert,
      ...within.map((use) => this.#raise(use)),
      ...guards.statements,
    );
    // Not before: an identifier that turns out to be taken is tried again with another.
    changes.change(this.#state, 1);
    const failure =
      within.length > 0 && guarded[0]?.affected === 0
        ? this.#parentMissing()
        : guards.missingAmong(guarded.slice(within.length));
    if (failure === undefined) return right(await this.#stored(row, version));
    changes.spoil();
    return left(failure);
  }

  async replace(
    key: KeyValue,
    draft: AnyValue,
    version?: number,
    condition?: 'unused',
  ): Promise<Either<NotFound | ReferenceMissing | ChangedSince | ThingInUse, Stored<AnyValue>>> {
    const { table, sql, toValue, targets } = this.#access;
    const changes = this.#writing();
    const found = await this.#findToChange(key, version);
    if ('kind' in found) return left(found);
    const { old, present } = found;
    if (condition === 'unused' && (old['uses'] as number) > 0) return left(this.#inUse(key));
    const { row, changed } = draftRow(table, draft, old);
    const after = referencesIn(table.resource, toValue(row));
    const missing = missingInFixed(targets, after);
    if (missing !== undefined) return left(missing);
    const before = referencesIn(table.resource, toValue(old));
    const guards = guardsOf(targets, this.#scope.agreementNumber, { before, after });
    const update = this.#item(condition === 'unused' ? sql.updateUnused : sql.update, key);
    const write = { sql: update.sql, values: [...changed, ...update.values, present] };
    changes.change(this.#state, 0);
    if (changes.trusts) {
      changes.write(write, { mustChange: true });
      changes.use(...guards.changes);
      return right(this.#remembered(row, await this.#stored(row, present + 1)));
    }
    const [updated, ...guarded] = await this.#scope.session.run(write, ...guards.statements);
    if (updated?.affected === 0) throw new Overtaken();
    const failure = guards.missingAmong(guarded);
    if (failure === undefined) return right(await this.#stored(row, present + 1));
    changes.spoil();
    return left(failure);
  }

  async remove(key: KeyValue, version?: number): Promise<Either<NotFound | ThingInUse | ChangedSince, void>> {
    const { table, sql, toValue, targets } = this.#access;
    const changes = this.#writing();
    const found = await this.#findToChange(key, version);
    if ('kind' in found) return left(found);
    const { old, present } = found;
    if ((old['uses'] as number) > 0) return left(this.#inUse(key));
    const before = referencesIn(table.resource, toValue(old));
    const guards = guardsOf(targets, this.#scope.agreementNumber, { before, after: [] });
    const remove = this.#item(sql.remove, key);
    const write = { sql: remove.sql, values: [...remove.values, present] };
    const within = this.#useOfParent(-1);
    changes.change(this.#state, -1);
    if (changes.trusts) {
      changes.write(write, { mustChange: true });
      changes.use(...within, ...guards.changes);
      changes.afterwards(() => this.#access.drafts?.forget(this.#scope.agreementNumber, key));
      return right(undefined);
    }
    const [removed] = await this.#scope.session.run(
      write,
      ...within.map((use) => this.#raise(use)),
      ...guards.statements,
    );
    if (removed?.affected === 0) throw new Overtaken();
    return right(undefined);
  }

  /** The row as it is, with what guards it. */
  async #findToChange(
    key: KeyValue,
    version: number | undefined,
  ): Promise<NotFound | ChangedSince | { readonly old: Row; readonly present: number }> {
    const { collection } = this.#access.table.resource;
    const [old] = await rowsOf(this.#scope.session, this.#item(this.#access.sql.findToChange, key));
    if (old === undefined || isBooked(this.#access.table.resource, old)) {
      return { kind: 'NotFound', resource: collection, key };
    }
    const present = old['version'] as number;
    if (version !== undefined && version !== present)
      return { kind: 'ChangedSince', resource: collection, key };
    return { old, present };
  }

  async #stored(row: Row, version: number): Promise<Stored<AnyValue>> {
    const value = this.#access.toValue(row);
    await this.#show([value]);
    return { value, version };
  }

  /** What the unit has written, known to this process from when it is kept. */
  #remembered(row: Row, draft: Stored<AnyValue>): Stored<AnyValue> {
    const { drafts, table, toValue } = this.#access;
    const key = draft.value[table.resource.key] as KeyValue;
    if (drafts !== undefined && draft.value['booked'] !== true) {
      // What becomes of an invoice is made from the draft as it is kept, without what its references show of others.
      const kept = canBeBooked(table.resource) ? draft : { value: toValue(row), version: draft.version };
      this.#writing().afterwards(() => drafts.remember(this.#scope.agreementNumber, key, kept));
    }
    return draft;
  }

  async #show(values: readonly AnyValue[]): Promise<void> {
    const { parentMember, table } = this.#access;
    if (parentMember !== undefined) {
      const parent = { [table.resource.within?.key ?? '']: this.#parents.at(-1) };
      for (const value of values) (value as Record<string, unknown>)[parentMember] = parent;
    }
    await this.#access.show?.(this.#scope, values);
  }

  #item(sql: string, key: KeyValue): Statement {
    return { sql, values: [...this.#owner, this.#access.table.keyForm(key)] };
  }

  /** An item that others live within counts as used by each of them. */
  #useOfParent(by: number): readonly UseChange[] {
    const parent = this.#access.table.resource.within;
    if (parent === undefined) return [];
    const table = this.#access.targets.tables.get(parent.collection);
    if (table === undefined) throw new Error(`${parent.collection} has no table`);
    const forms = this.#owner.slice(1);
    return [{ name: itemName(table, forms), table, forms, by }];
  }

  #raise({ table, forms, by }: UseChange): Statement {
    return raiseUses(table, this.#scope.agreementNumber, [forms], by);
  }

  #inUse(key: KeyValue): ThingInUse {
    return { kind: 'ThingInUse', resource: this.#access.table.resource.collection, key };
  }

  #parentMissing(): ReferenceMissing {
    const parent = this.#access.table.resource.within;
    return {
      kind: 'ReferenceMissing',
      property: parent?.key ?? '',
      resource: parent?.collection ?? '',
      key: this.#parents.at(-1) as KeyValue,
    };
  }

  #writing(): Changes {
    const { changes } = this.#scope;
    if (changes === undefined) throw new Error('books that are open for reading cannot be written');
    return changes;
  }
}
