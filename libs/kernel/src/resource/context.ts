import type { FixedList } from '../query/fixed-repository.js';
import type { AnyResource } from './resource.js';

/** A bounded context as everybody else sees it: its name and what it declares. Each context exports one. */
export type Context = {
  /** As in its folder, its tag and the SDK's file of types: `app-settings`. */
  readonly name: string;
  /** Resources whose items are rows of a table, or of a list of the system's own. */
  readonly catalogue: readonly AnyResource[];
  /**
   * Resources that are declared as the others are, and kept in a way of the
   * context's own: part of another one, or across agreements.
   */
  readonly shapes?: readonly AnyResource[];
  /** The lists that the system itself owns, the same for every agreement, by collection name (ADR 5). */
  readonly fixedLists?: () => ReadonlyMap<string, FixedList>;
};
