import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { defined, flatMapped } from '@kontor/kernel';
import type { DatabaseErrorKind, Dialect } from '../dialect/dialect.js';
import { byLockOrder, type Outcome, type Session, type Statement } from '../statement.js';
import { additionStatements, statementOf, type Addition, type Effect, type Insert } from './effect.js';
import { classify, ConcurrentModification } from './errors.js';
import type { Writer } from './writer.js';
import { addReferences } from '../statements/references.js';

type Step<F> = { readonly effect: Effect<F>; readonly statement: Statement };

/**
 * Sends effects as they are wanted, in one round trip, and looks at the outcome of each: so it
 * is known what to refuse. `refused`: told when something was refused after some of it was
 * done, and what was done, for the unit can only be rolled back then.
 */
export function eagerWriter(
  dialect: Dialect,
  agreementNumber: number,
  session: Session,
  refused: (done: readonly Effect<unknown>[]) => void,
): Writer {
  return {
    apply: async <F>(effects: readonly Effect<F>[]): Promise<Either<F, void>> => {
      const steps = flatMapped(sharedLast(effects), (effect) =>
        statementsFor(dialect, agreementNumber, effect).map((statement): Step<F> => ({ effect, statement })),
      );
      if (steps.length === 0) return right(undefined);
      let outcomes: readonly Outcome[];
      try {
        outcomes = await session.run(...steps.map(({ statement }) => statement));
      } catch (error) {
        const failed = stoppedBy(classify(dialect, error), effects, defined(steps[0]));
        if (failed?.otherwise === undefined) throw error;
        // A row that is there already stops the first of the statements: nothing was done.
        if (failed.kind === 'add') refused(effects.filter((effect) => effect !== failed));
        return left(failed.otherwise);
      }
      const failed = failedAmong(steps, outcomes);
      const outcome = outcomeOf(effects, failed);
      if (isLeft(outcome)) refused(effects.filter((effect) => !failed.has(effect)));
      return outcome;
    },
  };
}

/** The effect whose statement has ended in an error, where that means something. */
function stoppedBy<F>(
  kind: DatabaseErrorKind,
  effects: readonly Effect<F>[],
  { effect: first }: Step<F>,
): Insert<F> | Addition<F> | undefined {
  if (kind === 'duplicate') return first.kind === 'insert' ? first : undefined;
  // Nothing but a sum can be out of range here, where no statement checks another.
  return kind === 'preconditionFailed' ? effects.find((effect) => effect.kind === 'add') : undefined;
}

/**
 * Rows of the unit's own first, as they come; then what others write too, in
 * the order in which every unit does.
 */
function sharedLast<F>(effects: readonly Effect<F>[]): readonly Effect<F>[] {
  return [...effects].sort((one, other) => {
    if (RANKS[one.kind] !== RANKS[other.kind]) return RANKS[one.kind] - RANKS[other.kind];
    return 'name' in one && 'name' in other ? byLockOrder(one.name, other.name) : 0;
  });
}

const RANKS = { insert: 0, change: 0, fence: 1, add: 2, refer: 3 } as const;

function statementsFor<F>(
  dialect: Dialect,
  agreementNumber: number,
  effect: Effect<F>,
): readonly Statement[] {
  switch (effect.kind) {
    case 'insert':
    case 'change':
      return [statementOf(effect)];
    case 'fence':
      return [effect.statement];
    case 'add':
      return additionStatements(dialect, effect.sums);
    case 'refer':
      return [addReferences(effect.table, agreementNumber, [effect.encoded], effect.by)];
  }
}

function failedAmong<F>(steps: readonly Step<F>[], outcomes: readonly Outcome[]): ReadonlySet<Effect<F>> {
  const failed = steps.filter(({ effect }, index) => mustChange(effect) && outcomes[index]?.affected !== 1);
  return new Set(failed.map(({ effect }) => effect));
}

/**
 * What effects came to, of which some failed: what the first of these means, in the order in which they were
 * wanted. Throws `ConcurrentModification` where one of them means that the unit runs again.
 */
function outcomeOf<F>(effects: readonly Effect<F>[], failed: ReadonlySet<Effect<F>>): Either<F, void> {
  const missed = effects.filter((effect) => failed.has(effect));
  if (missed.some(meansRetry)) throw new ConcurrentModification();
  for (const effect of missed) {
    const otherwise = effect.kind === 'fence' ? undefined : effect.otherwise;
    if (otherwise !== undefined && otherwise !== 'retry') return left(otherwise);
  }
  return right(undefined);
}

function mustChange(effect: Effect<unknown>): boolean {
  return effect.kind === 'change' || effect.kind === 'fence' || (effect.kind === 'refer' && effect.by > 0);
}

function meansRetry(effect: Effect<unknown>): boolean {
  return effect.kind === 'fence' || (effect.kind === 'change' && effect.otherwise === 'retry');
}
