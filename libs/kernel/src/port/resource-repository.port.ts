import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type {
  ChangedSince,
  KeyExists,
  NotFound,
  ReferenceMissing,
  RuleBroken,
  ThingInUse,
} from '../failure/failure.js';
import type { CollectionQuery, Page } from '../query/page.js';
import type { AnyResource, AnyValue, KeyValue, ValueOf, DraftFor } from '../resource/resource.js';

/**
 * A value and the version of its row, which every change raises. `uses`: how many items refer to it and so
 * keep it from being removed, counting those that live within it; undefined where that was not read.
 */
export type Stored<A> = { readonly value: A; readonly version: number; readonly uses?: number };

/**
 * What the entries of the books add to the `uses` of a thing, all of them together: the first entry that
 * names it adds it, the others find it there. So a thing that anything was ever booked with is never removed,
 * and booking does not write the same account's row each time. It stays when reopening a year takes the last
 * of the entries out again: what the books once knew they keep. Since such a thing stays for good, other
 * references to it need not be counted any more either (ADR 4, ADR 33).
 */
export const PERMANENT = 1_000_000_000;

/**
 * Whether booked entries refer to the item. Such references are permanent: they are counted from `PERMANENT`
 * on.
 */
export function isBookedWith({ uses = 0 }: Pick<Stored<unknown>, 'uses'>): boolean {
  return uses >= PERMANENT;
}

/**
 * What an item shows, told by a text: another one after every change of it, and where something refers to it
 * for the first time or nothing does any more.
 */
export function itemState({ version, uses = 0 }: Pick<Stored<unknown>, 'version' | 'uses'>): string {
  return uses > 0 ? `${version} used` : String(version);
}

/**
 * The items of one resource, of one agreement (and, for a resource within another, of one parent). Made only
 * for an agreement: there is no unscoped one.
 *
 * What is booked is never changed: to writes a booked document is not found
 * (D158), whatever was read of it before.
 *
 * Identifiers that are text are found in any case (D188). Reads are plain promises; writes give their
 * refusals as values and must run inside a unit of work.
 */
export type ResourceRepository<A, D = A> = {
  page(query: CollectionQuery): Promise<Page<A>>;
  find(key: KeyValue): Promise<Stored<A> | undefined>;
  /**
   * Finds an item and locks it: nobody else changes it until the unit of work ends. For a change that depends
   * on what is read, before anything else is written. Undefined where there is none, and where it is booked.
   */
  hold(key: KeyValue): Promise<Stored<A> | undefined>;
  /**
   * Stores a new item; makes its identifier when the declaration says so and none is given. Not found is the
   * item that it lives within, where that was removed meanwhile.
   */
  create(draft: D): TaskEither<KeyExists | NotFound | ReferenceMissing | RuleBroken, Stored<A>>;
  /**
   * Replaces the item whole; members that are read-only and not given keep their value. With
   * `version`, only if that is still the stored one. With `condition` unused, only while nothing
   * refers to the item: checked by the write itself.
   */
  replace(key: KeyValue, draft: D, version?: number, condition?: 'unused'): TaskEither<NotSaved, Stored<A>>;
  /** Removes the item, unless others refer to it. */
  remove(key: KeyValue, version?: number): TaskEither<NotFound | ThingInUse | ChangedSince, void>;
};

/** What replacing an item may be refused for, or making one; a key is there of what is replaced with it. */
type NotSaved = KeyExists | NotFound | ReferenceMissing | RuleBroken | ChangedSince | ThingInUse;

/** Makes an item, or replaces the one of an identifier where that is given. */
export function createOrReplace<A, D>(
  repository: Pick<ResourceRepository<A, D>, 'create' | 'replace'>,
  draft: D,
  key: KeyValue | undefined,
  version: number | undefined,
): TaskEither<NotSaved, Stored<A>> {
  return key === undefined ? repository.create(draft) : repository.replace(key, draft, version);
}

/** The repository of a declared resource. */
export type RepositoryOf<R> = ResourceRepository<ValueOf<R>, StoredDraft<R>>;

/** What a create stores: what the client gave and what rules added of the read-only members. */
export type StoredDraft<R> = DraftFor<R> & {
  readonly [K in keyof ValueOf<R>]?: ValueOf<R>[K] | undefined;
};

/** Gives the repository of any declared resource, for the agreement this record was made for. */
export type RepositoryProvider = {
  /** `parents`: the identifiers of the items the resource lives within, outermost first. */
  of<R extends AnyResource>(resource: R, ...parents: readonly KeyValue[]): RepositoryOf<R>;
};

/** The repository of a resource that only running tells: its items are records of members. */
export function ofAny(
  provider: RepositoryProvider,
  resource: AnyResource,
  ...parents: readonly KeyValue[]
): ResourceRepository<AnyValue> {
  return provider.of(resource, ...parents);
}

/** A provider made of one function for all resources. */
export function providerOf(
  of: (resource: AnyResource, ...parents: readonly KeyValue[]) => ResourceRepository<AnyValue>,
): RepositoryProvider {
  // What members the items of a resource have follows from its declaration, which the function is given.
  return { of: of as unknown as RepositoryProvider['of'] };
}
