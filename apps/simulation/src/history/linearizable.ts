/**
 * Whether a history can have happened one operation after the other: Wing and Gong's search as Lowe and
 * Porcupine do it, with the states that were met remembered (Horn and Kroening, "Faster linearizability
 * checking via P-compositionality", 2015; https://github.com/anishathalye/porcupine).
 */

/** Something a client asked and, mostly, was answered. Times are places in the history. */
export type PastOperation<Asked, Seen> = {
  readonly asked: Asked;
  /** Undefined where nobody knows what came of it: then it may have happened, or not. */
  readonly seen: Seen | undefined;
  readonly called: number;
  readonly returned: number;
};

/** What one operation may come to in a state: what is seen of it, and the state after it. */
export type Outcome<State, Seen> = {
  fits(seen: Seen): boolean;
  /** `seen`: undefined where nobody knows. */
  next(seen: Seen | undefined): State;
};

/** A specification, one operation after the other. */
export type Specification<State, Asked, Seen> = {
  outcomes(state: State, asked: Asked): readonly Outcome<State, Seen>[];
  /** The same for states that are the same. */
  nameOf(state: State): string;
};

/** What is known of a history. */
export type VerdictOnHistory<State> = {
  /** The states that it may have led to; none: it is not linearizable. */
  readonly states: readonly State[];
  /** How many of the operations could be put in order at most. */
  readonly ordered: number;
};

/** Finds every state that the history may have led to from one of those before it. */
export function statesAfter<State, Asked, Seen>(
  specification: Specification<State, Asked, Seen>,
  before: readonly State[],
  history: readonly PastOperation<Asked, Seen>[],
): VerdictOnHistory<State> {
  if (history.length > 30) throw new Error('a history of more than 30 operations at once');
  const after = new Map<string, State>();
  const met = new Set<string>();
  const everything = (1 << history.length) - 1;
  let ordered = 0;
  const search = (state: State, done: number, count: number): void => {
    ordered = Math.max(ordered, count);
    const name = specification.nameOf(state);
    const here = `${done} ${name}`;
    if (met.has(here)) return;
    met.add(here);
    if (done === everything) {
      after.set(name, state);
      return;
    }
    // Nothing may be put after something that was called when it had returned already.
    const firstReturn = Math.min(
      ...history.map(({ returned }, index) => ((done & (1 << index)) === 0 ? returned : Infinity)),
    );
    for (const [index, { asked, seen, called }] of history.entries()) {
      if ((done & (1 << index)) !== 0 || called > firstReturn) continue;
      for (const outcome of specification.outcomes(state, asked)) {
        if (seen === undefined || outcome.fits(seen))
          search(outcome.next(seen), done | (1 << index), count + 1);
      }
      // What nobody heard of may never have come.
      if (seen === undefined) search(state, done | (1 << index), count + 1);
    }
  };
  for (const state of before) search(state, 0, 0);
  return { states: [...after.values()], ordered };
}
