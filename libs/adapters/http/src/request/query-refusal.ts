import type { FilterRefusal } from '@kontor/kernel';

/** The sort text is not understood, or names what the collection cannot be sorted by (E01020). */
export type SortRefusal = {
  readonly kind: 'NotSortable';
  /** The name as written; empty where none stands. */
  readonly property: string;
  /** A sentence that says what would be right. */
  readonly message: string;
  /** What can be sorted by here. */
  readonly sortable: readonly string[];
};

/** What says in a query which page is asked for. */
export type PagingParameter = 'pagesize' | 'skippages' | 'after';

/** A paging parameter is not what it must be, or is given twice (E01030). */
export type PagingRefusal = {
  readonly kind: 'PagingMalformed';
  /** `Last-Event-ID`: the header that a stream of events is read on by. */
  readonly parameter: PagingParameter | 'Last-Event-ID';
  /** Every value given, joined by commas. */
  readonly written: string;
  /** A sentence that says what would be right. */
  readonly message: string;
};

/** A query parameter cannot be decoded, or is given twice where one is meant (400). */
export type QueryStringRefusal = {
  readonly kind: 'QueryMalformed';
  readonly parameter: string;
  /** A sentence that says what would be right. */
  readonly message: string;
};

/** Every way in which the part of a URL behind `?` is refused. */
export type QueryRefusal = FilterRefusal | SortRefusal | PagingRefusal | QueryStringRefusal;
