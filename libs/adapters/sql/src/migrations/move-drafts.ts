import type { AuditRecord } from '@kontor/kernel';
import { OpeningBalance, Voucher } from '@kontor/ledger';
import { eventOf } from '../event/event-log.js';
import type { Engine } from '../dialect/dialect.js';
import { retryUntil } from '../dialect/retry-until.js';
import { strayDrafts, type StrayDraft } from '../integrity/verify/check-drafts.js';
import { nextVersion } from '../resource/row-version.js';
import { affectedBy, rowsOf, statement, type Row } from '../statement.js';
import { statementsOf, WriteBatch } from '../transaction/write-batch.js';
import { holdingLease } from './lease.js';

const DRAFTS = [
  { resource: Voucher, table: 'voucher' },
  { resource: OpeningBalance, table: 'opening_balance' },
] as const;

/**
 * Gives a date in an open accounting year to drafts that stand in a year that is closed or was removed, as
 * versions before November 2026 could leave some (MariaDB, where drafting and closing met): the first day of the
 * next open year, or else the last day of the last one. Where no year is open they stay, and `kontor verify` names
 * them. Each is told as an event. Gives a sentence for each draft; again, it finds none. `by`: the record that a
 * unit of work leaves (G37), made anew for each.
 */
export async function moveDrafts(engine: Engine, by: () => AuditRecord): Promise<readonly string[]> {
  const moved: string[] = [];
  await holdingLease(engine, async () => {
    const agreements = await rowsOf(engine.reader, statement('SELECT `agreement_number` FROM `agreement`'));
    for (const row of agreements) {
      const agreementNumber = row['agreement_number'] as number;
      for (const drafts of DRAFTS) moved.push(...(await moveIn(engine, agreementNumber, { ...drafts, by })));
    }
  });
  return moved;
}

type Moving = (typeof DRAFTS)[number] & { readonly by: () => AuditRecord };

async function moveIn(
  engine: Engine,
  agreementNumber: number,
  { resource, table, by }: Moving,
): Promise<readonly string[]> {
  const stray = await engine.snapshot((session) => strayDrafts(session, agreementNumber, table));
  if (stray.length === 0) return [];
  const years = await rowsOf(engine.reader, {
    sql:
      'SELECT `from_date`, `to_date` FROM `accounting_year` WHERE `agreement_number` = ? AND `closed` = 0 ' +
      'ORDER BY `from_date`',
    values: [agreementNumber],
  });
  const moved: string[] = [];
  for (const draft of stray) {
    const date = openDate(years, draft.date);
    if (date === undefined) continue;
    const isMoved = await retryUntil(engine.dialect, () =>
      engine.transaction(async (session) => {
        const result = await affectedBy(session, {
          sql:
            `UPDATE \`${table}\` SET \`date\` = ?, \`version\` = ? ` +
            'WHERE `agreement_number` = ? AND `voucher_id` = ? AND `booked` = 0 AND `version` = ?',
          values: [date, nextVersion(draft.version), agreementNumber, draft.voucherId, draft.version],
        });
        if (result === 0) return { keep: false, result };
        const batch = new WriteBatch(agreementNumber);
        batch.change(resource.collection, 0);
        batch.events.add(eventOf(resource, 'updated', [draft.voucherId], ['date']));
        batch.events.by = by();
        const closing = { isEmpty: false, statements: () => statementsOf(engine.dialect, [batch]) };
        return { keep: true, closing, result };
      }),
    );
    if (isMoved > 0) moved.push(sentence(agreementNumber, resource.title, draft, date));
  }
  return moved;
}

/** The nearest day of an open year: after the date, or else before it. */
function openDate(open: readonly Row[], date: string): string | undefined {
  const next = open.find((year) => (year['from_date'] as string) > date);
  return (next?.['from_date'] ?? open.at(-1)?.['to_date']) as string | undefined;
}

function sentence(agreementNumber: number, title: string, draft: StrayDraft, date: string): string {
  const { voucherId, date: before, where } = draft;
  return `agreement ${agreementNumber}: the draft of ${title} ${voucherId} was dated ${before}, ${where}; it is dated ${date} now`;
}
