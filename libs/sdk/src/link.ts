declare const target: unique symbol;
declare const expansion: unique symbol;
declare const traits: unique symbol;

/**
 * The address of a `T`, as the service gave it. Only answers hold links: a string typed by hand is none, and following
 * it does not compile.
 */
export type Link<T> = string & { readonly [target]: T };

/** An RFC 6570 template, as the service gave it, that leads to a `T` once its variables `V` are filled in. */
export type Template<T, V> = string & { readonly [expansion]: (variables: V) => T };

/** An action that is possible now, as `metaData` tells it. */
export interface Action {
  /** What it does, in a few words. */
  readonly description: string;
  readonly href: string;
  readonly httpMethod: 'post' | 'put' | 'delete';
}

/** What can be done with an item. */
export interface ItemActions {
  readonly delete?: Action;
  readonly replace?: Action;
}

/**
 * What every item has in common. `X` is what the SDK knows of its resource beyond its members: how it is
 * identified and written, and what its collection is filtered and sorted by. Nothing of that exists at run time.
 */
export interface Item<X> {
  /** Told where the item was read alone, not within a collection. */
  readonly metaData?: ItemActions;
  readonly [traits]?: X;
}

/** An item that its collection lets go. */
export interface Removable extends Item<{ readonly remove: true }> {
  readonly self: Link<unknown>;
}

/** What identifies a `T` within its collection: `{ productNumber: string }`. */
export type KeyOf<T> = Trait<T, 'key'>;

/** What a `T` is created from. */
export type DraftOf<T> = Trait<T, 'create'>;

/** What a `T` is replaced with. */
export type ReplacementOf<T> = Trait<T, 'replace'>;

/** What the collection of `T` is filtered by: names, with the values they are compared with. */
export type FiltersOf<T> = Trait<T, 'filter'>;

/** The names that the collection of `T` is sorted by. */
export type SortableOf<T> = Extract<Trait<T, 'sort'>, string>;

type Trait<T, N extends string> = T extends { readonly [traits]?: infer X }
  ? NonNullable<X> extends { readonly [K in N]: infer V }
    ? V
    : never
  : never;

/** The same with some members that may be left out. */
export type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
