import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ChangedSince, KeyExists, NotFound, ReferenceMissing, ThingInUse } from '../failure/failure.js';
import type { CollectionQuery, Page } from '../query/page.js';
import type { AnyResource, KeyValue, ValueOf, DraftFor } from '../resource/resource.js';

/** A value and the version of its row, which every change raises. */
export type Stored<A> = { readonly value: A; readonly version: number };

/** What was read, and the edition it was read in, where it can be told. */
export type InEdition<A> = { readonly read: A; readonly edition: string | undefined };

/**
 * Reads that may be remembered. An edition names one state of a collection in one agreement: as long as the present edition is the same, so is
 * everything that was read in it.
 */
export type EditionReader<A> = {
  /** The present edition: what was committed before this was asked is in it. */
  current(): Promise<string>;
  page(query: CollectionQuery): Promise<InEdition<Page<A>>>;
  find(key: KeyValue): Promise<InEdition<Stored<A> | undefined>>;
};

/**
 * The items of one resource, of one agreement (and, for a resource within another, of one parent). Made only
 * for an agreement: there is no unscoped one.
 *
 * What is booked is never changed: to writes a booked document is not found (D158), whatever was read of it before.
 *
 * Identifiers that are text are found in any case (D188). Reads are plain promises; writes give their refusals as
 * values and must run inside a unit of work.
 */
export type ResourceRepository<A, D = A> = {
  page(query: CollectionQuery): Promise<Page<A>>;
  find(key: KeyValue): Promise<Stored<A> | undefined>;
  /**
   * Absent where what is read depends on more than the items of this collection. A repository that is made of another and
   * shows more than it does must not pass it on.
   */
  readonly editions?: EditionReader<A> | undefined;
  /** Stores a new item; makes its identifier when the declaration says so and none is given. */
  create(draft: D): TaskEither<KeyExists | ReferenceMissing, Stored<A>>;
  /**
   * Replaces the item whole; members that are read-only and not given keep their value. With `version`, only
   * if that is still the stored one. With `condition` unused, only while nothing refers to the item: checked by the write
   * itself.
   */
  replace(
    key: KeyValue,
    draft: D,
    version?: number,
    condition?: 'unused',
  ): TaskEither<NotFound | ReferenceMissing | ChangedSince | ThingInUse, Stored<A>>;
  /** Removes the item, unless others refer to it. */
  remove(key: KeyValue, version?: number): TaskEither<NotFound | ThingInUse | ChangedSince, void>;
};

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
