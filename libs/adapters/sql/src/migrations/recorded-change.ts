import type { AuditRecord } from '@kontor/kernel';
import type { Engine } from '../dialect/dialect.js';
import { retryUntil } from '../dialect/retry-until.js';
import { numberAt } from '../row.js';
import { rowsOf, statement, type Session } from '../statement.js';
import { statementsOf, WriteBatch } from '../transaction/write-batch.js';
import { holdingLease } from './lease.js';

/** Does something in each agreement, one after the other, while no other process migrates. */
export async function inEachAgreement(
  engine: Engine,
  work: (agreementNumber: number) => Promise<void>,
): Promise<void> {
  await holdingLease(engine, async () => {
    const agreements = await rowsOf(engine.reader, statement('SELECT `agreement_number` FROM `agreement`'));
    for (const row of agreements) await work(numberAt(row, 'agreement_number'));
  });
}

type Changing = {
  readonly agreementNumber: number;
  /** The record that the change leaves (G37), made anew for each. */
  readonly by: () => AuditRecord;
};

/**
 * Changes rows of an agreement in a transaction of its own, with what each change of ours leaves: its record,
 * and what `work` puts into the batch. `work` gives how many rows it has changed; where none, nothing is kept.
 */
export function recordedChange(
  engine: Engine,
  { agreementNumber, by }: Changing,
  work: (session: Session, batch: WriteBatch) => Promise<number>,
): Promise<number> {
  return retryUntil(engine.dialect, () =>
    engine.transaction(async (session) => {
      const batch = new WriteBatch(agreementNumber);
      const result = await work(session, batch);
      if (result === 0) return { commit: false, result };
      batch.events.by = by();
      const pending = { isEmpty: false, statements: () => statementsOf(engine.dialect, [batch]) };
      return { commit: true, pending, result };
    }),
  );
}
