/** One line of the report. */
export type Figure = readonly [what: string, figure: string];

/** How a run has ended. */
export type RunOutcome = {
  readonly figures: readonly Figure[];
  /** What does not hold, as sentences; empty when all is well. */
  readonly faults: readonly string[];
};
