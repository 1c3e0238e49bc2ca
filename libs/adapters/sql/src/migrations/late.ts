import type { AuditRecord } from '@kontor/kernel';
import { insertOfRecord } from '../audit-trail.js';
import type { Engine } from '../dialect/dialect.js';
import { patiently } from '../patiently.js';
import { affectedBy, rowsOf, statement } from '../statement.js';
import { NO_WRITES } from '../write-set.js';
import type { Late } from './define.js';
import { holdingLease } from './lease.js';
import { MIGRATIONS } from './migrations.js';

/**
 * Adds what processes of a version before a migration have written without it since it ran, and gives how many rows. For when none of them is
 * left; before that, or again, it does no harm. Finding out that nothing lacks reads an index of each agreement.
 * `by`: the record that a unit of work leaves (G37), made anew for each.
 */
export async function addLate(engine: Engine, by: () => AuditRecord): Promise<number> {
  let added = 0;
  await holdingLease(engine, async () => {
    const agreements = await rowsOf(engine.reader, statement('SELECT `agreement_number` FROM `agreement`'));
    for (const { late } of MIGRATIONS) {
      if (late === undefined) continue;
      for (const row of agreements) {
        added += await addTo(engine, row['agreement_number'] as number, { late, by });
      }
    }
  });
  return added;
}

/** A day at a time, so that transactions stay small (R11). */
async function addTo(
  engine: Engine,
  agreementNumber: number,
  { late, by }: { readonly late: Late; readonly by: () => AuditRecord },
): Promise<number> {
  const days = await engine.snapshot((session) => rowsOf(session, late.lacking(agreementNumber)));
  let added = 0;
  for (const { date } of days) {
    added += await patiently(engine.dialect, () =>
      engine.transaction(async (session) => {
        const result = await affectedBy(session, late.add(agreementNumber, date as string));
        const states = new Map([[late.collection, result]]);
        const last = [insertOfRecord(agreementNumber, by())];
        return { keep: result > 0, closing: { ...NO_WRITES, agreementNumber, states, last }, result };
      }),
    );
  }
  return added;
}
