import { defined, NumbersUsedUp } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { byLockOrder, rowsOf, type Row, type Session, type SqlValue } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
import { numberAt, numberOrNullAt, textAt } from '../row.js';
import {
  lastInRow,
  insertGivenNumbers,
  raiseTo,
  addToCounters,
  selectCounters,
  type Raise,
} from '../statements/sequences.js';

/** The last number of a thing (D40). */
const LAST_NUMBER = 999_999_999;

/** Throws `NumbersUsedUp` where a counter was to give more than it has. */
export function expectInRange(name: string, last: number): void {
  if (last > LAST_NUMBER) throw new NumbersUsedUp(`the counter ${name} has no number left`);
}

/** Where counters were before they were raised. */
export function countersBefore(
  raises: readonly Raise[],
  raised: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  return new Map(raises.map(({ name, by }) => [name, defined(raised.get(name)) - by]));
}

/**
 * Raises counters, then reads to what: the order that is without gaps and doubles on every engine (R5). A
 * counter that lags behind the numbers that were given, because somebody has lowered it, goes on after them.
 */
export async function raiseCounters(
  session: Session,
  dialect: Dialect,
  agreementNumber: number,
  raises: readonly Raise[],
): Promise<ReadonlyMap<string, number>> {
  const inOrder = [...raises].sort((a, b) => byLockOrder(a.name, b.name));
  const names = inOrder.map(({ name }) => name);
  const [, found] = await session.run(
    addToCounters(dialect, agreementNumber, inOrder),
    selectCounters(agreementNumber, names),
  );
  const standing = new Map(defined(found).rows.map((row) => [row['name'], row]));
  const raised = new Map<string, number>();
  const lagging: Raise[] = [];
  for (const { name, by } of inOrder) {
    const last = lastIn(standing.get(name));
    const behind = givenIn(standing.get(name)) - (last - by);
    if (behind > 0) lagging.push({ name, by: behind });
    raised.set(name, last + Math.max(0, behind));
  }
  if (lagging.length > 0) await session.run(addToCounters(dialect, agreementNumber, lagging));
  return raised;
}

/**
 * Where counters are, by name; those that were never raised are at 0. One that lags is taken to be where
 * numbers were given to: the batch that rests on it finds it elsewhere, and its unit raises it for good.
 */
export async function readCounters(
  session: Session,
  agreementNumber: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf(session, selectCounters(agreementNumber, names));
  return new Map(rows.map((row) => [textAt(row, 'name'), Math.max(lastIn(row), givenIn(row))]));
}

function lastIn(row: Row | undefined): number {
  return (row && numberOrNullAt(row, 'last_number')) ?? 0;
}

function givenIn(row: Row | undefined): number {
  return (row && numberOrNullAt(row, 'given')) ?? 0;
}

/**
 * Moves a counter on from a number that turned out to be taken, because a client chose it, to the next free
 * one. A number that a client gives never lowers a counter.
 */
export async function nextFreeNumber(
  session: Session,
  table: ResourceTable,
  { agreementNumber, parentKeys, name, taken }: Taken,
): Promise<number> {
  const [row] = await rowsOf(session, lastInRow(table, [agreementNumber, ...parentKeys], taken));
  const free = numberAt(defined(row), 'last') + 1;
  expectInRange(name, free);
  await session.run(
    raiseTo(agreementNumber, name, free),
    insertGivenNumbers(agreementNumber, [{ name, last: free }]),
  );
  return free;
}

type Taken = {
  readonly agreementNumber: number;
  readonly parentKeys: readonly SqlValue[];
  readonly name: string;
  readonly taken: number;
};
