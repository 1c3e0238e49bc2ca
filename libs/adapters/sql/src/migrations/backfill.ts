import type { AuditRecord } from '@kontor/kernel';
import type { Engine } from '../dialect/dialect.js';
import { affectedBy, rowsOf } from '../statement.js';
import { backfillVouchersOfInvoices } from './1795305711000-vouchers-of-invoices.js';
import { backfillOpenPosts } from './1795367000000-open-posts.js';
import { backfillGivenNumbers } from './1795411900000-given-numbers.js';
import { backfillDayTurnover } from './1795420000000-vat-rates.js';
import { backfillMatchLines } from './1795421000000-match-lines.js';
import { backfillTextsOfEntries } from './1795446000000-texts-of-entries.js';
import { sealsNow, unsealedIn } from '../integrity/verify/sealed-entries.js';
import type { Backfill } from './define.js';
import { inEachAgreement, recordedChange } from './recorded-change.js';

/** Of the migrations that fill new rows from old ones. */
const BACKFILLS: readonly Backfill[] = [
  backfillVouchersOfInvoices,
  backfillOpenPosts,
  backfillDayTurnover,
  backfillMatchLines,
  backfillTextsOfEntries,
  backfillGivenNumbers,
];

/**
 * Adds what processes of a version before a migration have written without it since it ran, and
 * gives how many rows. For when none of them is left; before that, or again, it does no harm.
 * Finding out that nothing lacks reads an index of each agreement. `by`: the record that a unit
 * of work leaves (G37), made anew for each.
 */
export async function backfill(engine: Engine, by: () => AuditRecord): Promise<number> {
  let added = 0;
  await inEachAgreement(engine, async (agreementNumber) => {
    for (const backfill of BACKFILLS) added += await addTo(engine, agreementNumber, { backfill, by });
    // Last: what was added may be entries.
    await chain(engine, agreementNumber, by);
  });
  return added;
}

/** A day at a time, so that transactions stay small (R11). */
async function addTo(
  engine: Engine,
  agreementNumber: number,
  { backfill, by }: { readonly backfill: Backfill; readonly by: () => AuditRecord },
): Promise<number> {
  const days = await engine.snapshot((session) => rowsOf(session, backfill.lacking(agreementNumber)));
  let added = 0;
  for (const { date } of days) {
    added += await recordedChange(engine, { agreementNumber, by }, async (session, batch) => {
      const place = [agreementNumber, date as string] as const;
      if (backfill.before !== undefined) await session.run(backfill.before(...place));
      const rows = await affectedBy(session, backfill.add(...place));
      if (backfill.collection !== undefined) batch.change(backfill.collection, rows);
      return rows;
    });
  }
  return added;
}

/** Chains the entries that a version before the chain has booked (docs/adr/0043). */
async function chain(engine: Engine, agreementNumber: number, by: () => AuditRecord): Promise<void> {
  const { dialect } = engine;
  const unsealed = await engine.snapshot((session) => unsealedIn({ session, dialect }, agreementNumber));
  for (const portion of unsealed) {
    await recordedChange(engine, { agreementNumber, by }, async (session, batch) => {
      batch.events.sealed.push(...(await sealsNow({ session, dialect }, agreementNumber, portion)));
      return batch.events.sealed.length;
    });
  }
}
