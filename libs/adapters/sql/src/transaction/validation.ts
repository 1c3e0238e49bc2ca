import type { Dialect } from '../dialect/dialect.js';
import type { Session } from '../statement.js';
import { ConcurrentModification } from './errors.js';
import { areAsExpected, checksOf, type Expected } from './expectations.js';
import { statementsOf, type WriteBatch } from './write-batch.js';

/*
 * What a unit of work expects is checked in its batch. Here are the two cases in which no batch can do that:
 * it is read once more within the transaction, and compared.
 */

/** The transaction of a unit of work, and whose rows it is about. */
export type Transaction = {
  readonly dialect: Dialect;
  readonly agreementNumber: number;
  readonly session: Session;
};

/**
 * Writes a batch and then compares what its unit expects, where the database has no statement that stops a
 * batch; to be called right before the commit. False when nothing is expected: then nothing was written.
 * Throws `ConcurrentModification` when something is not as it was read.
 */
export async function writeValidated(
  { dialect, agreementNumber, session }: Transaction,
  batch: WriteBatch,
): Promise<boolean> {
  const checks = checksOf(agreementNumber, [batch]);
  if (checks.length === 0) return false;
  const statements = statementsOf(dialect, [batch]);
  const outcomes = await session.run(...statements, ...checks.map(({ read }) => read));
  if (!areAsExpected(checks, outcomes.slice(statements.length))) throw new ConcurrentModification();
  return true;
}

/**
 * Compares all that a unit has read with what is there now, before it refuses something: a refusal that rests
 * on what was so at different times is no answer. Throws `ConcurrentModification` when something has changed.
 * Nothing is asked where less than two things were read, which were so at one time in any case, nor of a
 * database with one writer, which lets nobody write meanwhile.
 */
export async function confirmReads(
  { dialect, agreementNumber, session }: Transaction,
  { versions, rows }: Expected,
): Promise<void> {
  if (dialect.hasOneWriter || versions.size + rows.size < 2) return;
  const expected: Expected = { versions, rows, most: new Map() };
  const checks = checksOf(agreementNumber, [{ expected, collections: new Map(), step: 0 }]);
  const outcomes = await session.run(...checks.map(({ read }) => read));
  if (!areAsExpected(checks, outcomes)) throw new ConcurrentModification();
}
