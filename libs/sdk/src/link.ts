declare const target: unique symbol;
declare const expansion: unique symbol;
declare const traits: unique symbol;
declare const effect: unique symbol;
declare const parameters: unique symbol;

/**
 * The address of a `T`, as the service gave it. Only answers hold links: a
 * string typed by hand is none, and following it does not compile.
 */
export type Link<T> = string & { readonly [target]: T };

/** The bytes of a file: what `Blob`, `Response` and the global `fetch` take, in every TypeScript. */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;

/** A link that takes parameters `P`, such as the dates of a statement: `withParameters` gives it them. */
export type ParameterLink<T, P> = Link<T> & { readonly [parameters]: P };

/** An RFC 6570 template, as the service gave it, that leads to a `T` once its variables `V` are filled in. */
export type Template<T, V> = string & { readonly [expansion]: (variables: V) => T };

/**
 * An action that is possible now, as `metaData` tells it: `perform` it. It takes a `Body` (`void`: nothing; a
 * `Blob`: a file, whose `type` is its media type) and is answered with an `Answer`. With `Lists`, several
 * bodies are taken at once: `performAll`.
 */
export interface Action<Body = never, Answer = unknown, Lists extends boolean = boolean> {
  /** What it does, in a few words. */
  readonly description: string;
  /** Where it is done. */
  readonly href: Link<unknown>;
  /** How it is sent. */
  readonly httpMethod: 'post' | 'put' | 'delete';
  readonly [effect]?: {
    readonly takes: (body: Body) => void;
    readonly answer: Answer;
    readonly lists: Lists;
  };
}

/** What can be read, as `metaData` tells it beside what can be done: `follow` its `href`, or walk over it. */
export interface Look<T> {
  /** What there is to see, in a few words. */
  readonly description: string;
  /** Where it is. */
  readonly href: Link<T>;
  /** How it is asked. */
  readonly httpMethod: 'get';
}

/** How one item is found by what identifies it: `find` takes its `href`, with the variables `V`. */
export interface Finder<T, V> {
  /** What it finds, in a few words. */
  readonly description: string;
  /** A template as in RFC 6570. */
  readonly href: Template<T, V>;
  /** How it is asked. */
  readonly httpMethod: 'get';
  /** The address is a template. */
  readonly templated: true;
}

/** What can be done with an item: `replace` and `remove` do it. */
export interface ItemActions {
  /** `remove` does it. */
  readonly delete?: Action<void, void, false>;
  /** `replace` does it. */
  readonly replace?: Action<never, unknown, false>;
}

/**
 * What every item has in common. `X` is what the SDK knows of its resource beyond its
 * members: how it is identified and written, and what its collection is filtered and
 * sorted by. Nothing of that exists at run time.
 */
export interface Item<X> {
  /** Told where the item was read alone: not within a collection, and not in the answer to `replace`. */
  readonly metaData?: ItemActions;
  readonly [traits]?: X;
}

/**
 * What a collection is filtered and sorted by, and what an item is found by in it, where that is not what the
 * collection of its items is.
 */
export type AskedBy<F, S, K> = Item<{ readonly key: K; readonly filter: F; readonly sort: S }>;

/** An item that its collection lets go. */
export interface Removable extends Item<{ readonly remove: true }> {
  /** The item itself. */
  readonly self: Link<unknown>;
}

/** What identifies a `T` within its collection: `{ productNumber: string }`. */
export type KeyOf<T> = Trait<T, 'key'>;

/** What a `T` is created from. */
export type DraftOf<T> = Trait<T, 'create'>;

/** What one of several `T` that are created at once is created from, where its collection takes lists. */
export type ListedDraftOf<T> = Trait<T, 'createAll'>;

/** What a `T` is replaced with. */
export type ReplacementOf<T> = Trait<T, 'replace'>;

/** What the collection of `T` is filtered by: names, with the values they are compared with. */
export type FiltersOf<T> = Trait<T, 'filter'>;

/** The names that the collection of `T` is sorted by. */
export type SortableOf<T> = Extract<Trait<T, 'sort'>, string>;

/** The actions of the collection of `T`, beside `create`. */
export type CollectionActionsOf<T> = Members<Trait<T, 'actions'>>;

/** The collections of a part of the same items, by name: drafts and booked ones. */
export type SubCollectionsOf<T> = Members<Trait<T, 'subCollections'>>;

/** How many items of a collection of `T` pass: not told where a filter is asked of over 10,000 events. */
export type ResultsOf<T> = [Trait<T, 'isLive'>] extends [never] ? number : number | undefined;

type Members<X> = [X] extends [never] ? unknown : X;

/** Of several types of items only what holds for each: a draft is removed, a draft or a booked one is not. */
type Trait<T, N extends string> = [T] extends [{ readonly [traits]?: infer X }]
  ? NonNullable<X> extends { readonly [K in N]: infer V }
    ? V
    : never
  : never;

/** The same with some members that may be left out. */
export type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
