import { isDeepStrictEqual } from 'node:util';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  breathe,
  DEFAULT_PAGE_SIZE,
  defined,
  keyOf,
  referencesIn,
  TooMuchAtOnce,
  type AnyValue,
  type KeyExists,
  type KeyValue,
  type Page,
  type ReferenceMissing,
  type ResourceRepository,
  type Stored,
} from '@kontor/kernel';
import { ALIASES_MAX, AliasLayer, ProductAlias, TOO_MANY_ALIASES } from '@kontor/products';
import { eventOf, type NewEvent } from '../event/event-log.js';
import type { Change, Insert } from '../transaction/effect.js';
import { sessionOf, writing, type Scope } from '../transaction/scope.js';
import { versionName } from '../transaction/collection-version.js';
import { firstVersion } from '../resource/row-version.js';
import type { ResourceAccess, ResourceAccesses } from '../resource/resource-access.js';
import { ResourceRows, resourceRepository } from '../resource/resource.repository.js';
import { rowsOf, type Row, type SqlValue } from '../statement.js';
import { changedMembers, draftRow } from '../entity/draft-row.js';
import { storedMembers } from '../entity/row-mapper.js';
import { itemName, referenceEffects } from '../integrity/references.js';
import { aliasDifference, type AliasDifference } from './alias-difference.js';
import { keyAt, numberAt, textAt } from '../row.js';
import { changeAlias, readAliases, removeAliases } from '../statements/aliases.js';
import { raiseItemVersion } from '../statements/items.js';

/**
 * The repositories that are more than their declaration: a layer is shown with its aliases, which are items
 * of their own and rows of another table (§2.4). Undefined for every other resource.
 */
export function handWrittenRepository(
  access: ResourceAccesses,
  scope: Scope,
  own: ResourceAccess,
  parents: readonly KeyValue[],
): ResourceRepository<AnyValue, AnyValue> | undefined {
  const layers = access.get(AliasLayer.collection);
  const aliases = access.get(ProductAlias.collection);
  if (layers === undefined || aliases === undefined) return undefined;
  if (own === layers) return aliasLayerRepository({ layers, aliases, scope });
  if (own === aliases) return productAliasRepository({ layers, aliases, scope }, parents);
  return undefined;
}

type Replace = ResourceRepository<AnyValue, AnyValue>['replace'];
type Parts = { readonly layers: ResourceAccess; readonly aliases: ResourceAccess; readonly scope: Scope };

/** An alias is part of its layer's representation: whatever changes one changes the layer's version too. */
function productAliasRepository(
  { layers, aliases, scope }: Parts,
  parents: readonly KeyValue[],
): ResourceRepository<AnyValue, AnyValue> {
  const plain = resourceRepository(aliases, scope, parents);
  const touched = async <F, A>(
    write: () => Promise<Either<F, A>>,
    isAsBefore = (_: A): boolean => false,
  ): Promise<Either<F, A>> => {
    const written = await write();
    if (isLeft(written) || isAsBefore(written.right)) return written;
    const { unit, agreementNumber } = writing(scope);
    const key = layers.table.encodeKey(defined(parents[0]));
    const change: Change = {
      kind: 'change',
      ...raiseItemVersion(layers.table, agreementNumber, key),
      item: { table: layers.table, encoded: [key] },
      otherwise: 'retry',
    };
    unit.atCommit(change);
    unit.events.add(aliasesChanged(parents));
    unit.change(versionName(layers.table, []), 0);
    return written;
  };
  const isShownStill = async (): Promise<boolean> => {
    const { unit, agreementNumber } = writing(scope);
    const key = layers.table.encodeKey(defined(parents[0]));
    return unit.expect.atMost(versionName(aliases.table, [key]), ALIASES_MAX, async () => {
      const [layer] = await rowsOf(unit.now, { sql: layers.sql.find, values: [agreementNumber, key] });
      return numberAt(defined(layer), 'uses') <= ALIASES_MAX;
    });
  };
  const created = async (draft: AnyValue) => {
    const made = await touched(plain.create(draft));
    return isLeft(made) || (await isShownStill()) ? made : left(TOO_MANY_ALIASES);
  };
  const replaced = async (...[key, ...how]: Parameters<Replace>): ReturnType<ReturnType<Replace>> => {
    const before = await plain.hold(key);
    return touched(plain.replace(key, ...how), ({ value }) => isDeepStrictEqual(value, before?.value));
  };
  return {
    page: (query) => plain.page(query),
    find: (key) => plain.find(key),
    hold: (key) => plain.hold(key),
    create: (draft) => () => created(draft),
    replace:
      (...how) =>
      () =>
        replaced(...how),
    remove: (key, version) => () => touched(plain.remove(key, version)),
  };
}

function aliasLayerRepository(parts: Parts): ResourceRepository<AnyValue, AnyValue> {
  const { layers, aliases, scope } = parts;
  const rows = new ResourceRows(layers, scope, []);
  const name = layers.table.resource.key;

  async function embedded(values: readonly AnyValue[]): Promise<readonly AnyValue[]> {
    if (values.length === 0) return values;
    const byLayer = await aliasesOf(
      parts,
      values.map((value) => numberAt(value, name)),
    );
    return values.map((value) => ({
      ...value,
      productAliases: (byLayer.get(numberAt(value, name)) ?? []).map((row) => aliases.toValue(row)),
    }));
  }

  async function stored({ value, version }: Stored<AnyValue>): Promise<Stored<AnyValue>> {
    const [embedding] = await embedded([value]);
    return { value: defined(embedding), version };
  }

  const whole = async (found: Stored<AnyValue> | undefined): Promise<Stored<AnyValue> | undefined> =>
    found && stored(found);

  /** Writes the layer by `write`, then its aliases. `verb`: what becomes of the layer. */
  async function withAliases<F>(
    verb: 'created' | 'updated',
    draft: AnyValue,
    write: () => Promise<Either<F, Stored<AnyValue>>>,
  ): Promise<Either<F | KeyExists | ReferenceMissing, Stored<AnyValue>>> {
    const given = (draft['productAliases'] ?? []) as readonly AnyValue[];
    const double = doubleAmong(aliases, given);
    if (double !== undefined)
      return left({ kind: 'KeyExists', resource: ProductAlias.collection, key: double });
    const written = await write();
    if (isLeft(written)) return written;
    const layerNumber = numberAt(written.right.value, name);
    const difference = await writeAliases(parts, layerNumber, given);
    if ('kind' in difference) return left(difference);
    // What a new layer is made with, its own event tells.
    if (verb === 'updated' && !isSame(difference))
      writing(scope).unit.events.add(aliasesChanged([layerNumber]));
    return right(await stored(written.right));
  }

  return {
    page: async (query): Promise<Page<AnyValue>> => {
      const page = await rows.page(query);
      return { ...page, items: await embedded(page.items) };
    },
    find: async (key) => whole(await rows.find(key)),
    hold: async (key) => whole(await rows.hold(key)),
    create: (draft) => () => withAliases('created', draft, () => rows.create(draft)),
    replace: (key, draft, version, condition) => () =>
      withAliases('updated', draft, () => rows.replace(key, draft, version, condition)),
    remove: (key, version) => () => rows.remove(key, version),
  };
}

/** Of all layers of a page together: a page of the usual size always can be shown, of some 16 MB at most. */
const ALIASES_SHOWN_MAX = DEFAULT_PAGE_SIZE * ALIASES_MAX;

/** So many are read by one statement, of two layers at least: SQLite reads all of them in one go. */
const ALIASES_AT_ONCE = 2 * ALIASES_MAX + 1;

/** The aliases of some layers, by product: one statement for a page, unless there are many. */
async function aliasesOf(
  { aliases, scope }: Parts,
  layerNumbers: readonly number[],
): Promise<ReadonlyMap<number, readonly Row[]>> {
  const { table } = aliases;
  const { agreementNumber } = scope;
  const byLayer = new Map<number, Row[]>();
  let shown = 0;
  let remaining = layerNumbers;
  while (remaining.length > 0) {
    const rows = await rowsOf(
      sessionOf(scope),
      readAliases(table, agreementNumber, remaining, ALIASES_AT_ONCE),
    );
    const last = rows.length < ALIASES_AT_ONCE ? undefined : numberAt(defined(rows.at(-1)), '_layer');
    for (const row of rows) {
      const number = numberAt(row, '_layer');
      // Of this one there may be more: it is read again, so that each is shown as it is at one moment.
      if (number === last) break;
      shown += 1;
      const seen = byLayer.get(number);
      if (seen === undefined) byLayer.set(number, [row]);
      else seen.push(row);
    }
    if (shown > ALIASES_SHOWN_MAX) throw new TooMuchAtOnce('the layers of the page hold too many aliases');
    remaining = last === undefined ? [] : remaining.filter((number) => number >= last);
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  return byLayer;
}

function doubleAmong({ table }: ResourceAccess, given: readonly AnyValue[]): KeyValue | undefined {
  const seen = new Set<SqlValue>();
  for (const alias of given) {
    const encoded = table.encodeKey(keyOf(ProductAlias, alias));
    if (seen.has(encoded)) return keyOf(ProductAlias, alias);
    seen.add(encoded);
  }
  return undefined;
}

/**
 * Makes the aliases of a layer what is given, changing only what differs, so
 * that the others keep their versions.
 */
async function writeAliases(
  parts: Parts,
  layerNumber: number,
  given: readonly AnyValue[],
): Promise<ReferenceMissing | AliasDifference> {
  const { layers, aliases, scope } = parts;
  const { agreementNumber, unit } = writing(scope);
  const old = (await aliasesOf(parts, [layerNumber])).get(layerNumber) ?? [];
  const difference = aliasDifference(aliases, old, given);
  const { added, changed, removed } = difference;
  const owner = [agreementNumber, layerNumber];
  await unit.now.run(
    ...(removed.length === 0 ? [] : [removeAliases(aliases.table, owner, removed)]),
    ...changed.map((alias) => changeAlias(aliases.table, owner, alias)),
  );
  const before = old.map((row) => ({ productAliases: [aliases.toValue(row)] }));
  const by = added.length - removed.length;
  const layer = { table: layers.table, encoded: [layerNumber] };
  const made = await unit.apply<ReferenceMissing>(
    ...addAliases(aliases, owner, added),
    ...(by === 0
      ? []
      : [{ kind: 'refer' as const, name: itemName(layers.table, [layerNumber]), ...layer, by }]),
    ...referenceEffects(aliases.targets, agreementNumber, {
      before: before.flatMap((value) => referencesIn(layers.table.resource, value)),
      after: referencesIn(layers.table.resource, { productAliases: given }),
    }),
  );
  unit.change(versionName(aliases.table, [layerNumber]), by);
  unit.events.add(...eventsOf(parts, layerNumber, old, difference));
  return isLeft(made) ? made.left : difference;
}

/** What becomes of the aliases of a layer. */
function eventsOf(
  { aliases: { table } }: Parts,
  layerNumber: number,
  old: readonly Row[],
  { added, changed, removed }: AliasDifference,
): readonly NewEvent[] {
  const rows = new Map(old.map((row) => [table.encodeKey(textAt(row, table.key.column)), row]));
  const differing = (alias: AnyValue): readonly string[] => {
    const before = rows.get(table.encodeKey(keyOf(ProductAlias, alias))) ?? {};
    return changedMembers(table, before, { ...before, ...draftRow(table, alias).row });
  };
  return [
    ...removed.map((encoded) =>
      eventOf(ProductAlias, 'removed', [layerNumber, keyAt(defined(rows.get(encoded)), table.key.column)]),
    ),
    ...added.map((alias) => eventOf(ProductAlias, 'created', keysOf(layerNumber, alias))),
    ...changed.map((alias) => eventOf(ProductAlias, 'updated', keysOf(layerNumber, alias), differing(alias))),
  ];
}

function isSame({ added, changed, removed }: AliasDifference): boolean {
  return added.length + changed.length + removed.length === 0;
}

/** A layer is shown with its aliases: what becomes of one is told of the layer too. */
function aliasesChanged(layer: readonly KeyValue[]): NewEvent {
  return eventOf(AliasLayer, 'updated', layer, ['productAliases']);
}

function keysOf(layerNumber: number, alias: AnyValue): readonly KeyValue[] {
  return [layerNumber, keyOf(ProductAlias, alias)];
}

function addAliases(
  { table, sql }: ResourceAccess,
  owner: readonly SqlValue[],
  added: readonly AnyValue[],
): readonly Insert[] {
  if (added.length === 0) return [];
  const version = firstVersion();
  const rows = added.map((alias) => [...owner, ...storedMembers(table, alias), version]);
  return [{ kind: 'insert', into: sql.insert, rows }];
}
