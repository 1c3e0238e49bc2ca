/** One sort key (§4.1). Absent values come last ascending and first descending (D120). */
export type SortKey = {
  readonly property: string;
  readonly descending: boolean;
  /** `~`: order as text even when the property is a number. */
  readonly alphabetical: boolean;
};
