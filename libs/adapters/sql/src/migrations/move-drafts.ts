import type { AuditRecord } from '@kontor/kernel';
import { OpeningBalance, Voucher } from '@kontor/ledger';
import { eventOf } from '../event/event-log.js';
import type { Engine } from '../dialect/dialect.js';
import { strayDrafts, type StrayDraft } from '../integrity/verify/check-drafts.js';
import { textAt } from '../row.js';
import { nextVersion } from '../resource/row-version.js';
import { affectedBy, rowsOf, type Row, type Session } from '../statement.js';
import { versionStep } from '../transaction/collection-version.js';
import { inEachAgreement, recordedChange } from './recorded-change.js';
import { raiseVersions } from '../statements/collection-versions.js';

const DRAFTS = [
  { resource: Voucher, table: 'voucher' },
  { resource: OpeningBalance, table: 'opening_balance' },
] as const;

/**
 * Gives a date in an open accounting year to drafts that stand in a year that is closed or was removed, as
 * versions before November 2026 could leave some (MariaDB, where drafting and closing met): the first day of
 * the next open year, or else the last day of the last one. Where no year is open they stay, and `kontor
 * verify` names them. Each is told as an event. Gives a sentence for each draft; again, it finds none. `by`:
 * the record that a unit of work leaves (G37), made anew for each.
 */
export async function moveDrafts(engine: Engine, by: () => AuditRecord): Promise<readonly string[]> {
  const moved: string[] = [];
  await inEachAgreement(engine, async (agreementNumber) => {
    for (const drafts of DRAFTS) moved.push(...(await moveIn(engine, agreementNumber, { ...drafts, by })));
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
  const moved: string[] = [];
  for (const draft of stray) {
    let date: string | undefined;
    const rows = await recordedChange(engine, { agreementNumber, by }, async (session, batch) => {
      // As drafting does: who closes a year holds this too, so he has closed it before we look, or sees us.
      const held = [[resource.collection, 0]] as const;
      await session.run(raiseVersions(engine.dialect, agreementNumber, held, versionStep()));
      date = openDate(await openYears(session, agreementNumber), draft.date);
      if (date === undefined) return 0;
      batch.events.add(eventOf(resource, 'updated', [draft.voucherId], ['date']));
      return affectedBy(session, {
        sql:
          `UPDATE \`${table}\` SET \`date\` = ?, \`version\` = ? ` +
          'WHERE `agreement_number` = ? AND `voucher_id` = ? AND `booked` = 0 AND `version` = ?',
        values: [date, nextVersion(draft.version), agreementNumber, draft.voucherId, draft.version],
      });
    });
    if (rows > 0 && date !== undefined) moved.push(sentence(agreementNumber, resource.title, draft, date));
  }
  return moved;
}

function openYears(session: Session, agreementNumber: number): Promise<readonly Row[]> {
  return rowsOf(session, {
    sql:
      'SELECT `from_date`, `to_date` FROM `accounting_year` WHERE `agreement_number` = ? AND `closed` = 0 ' +
      'ORDER BY `from_date`',
    values: [agreementNumber],
  });
}

/** The nearest day of an open year: after the date, or else before it. */
function openDate(open: readonly Row[], date: string): string | undefined {
  const next = open.find((year) => textAt(year, 'from_date') > date);
  if (next !== undefined) return textAt(next, 'from_date');
  const last = open.at(-1);
  return last && textAt(last, 'to_date');
}

function sentence(agreementNumber: number, title: string, draft: StrayDraft, date: string): string {
  const { voucherId, date: before, where } = draft;
  return `agreement ${agreementNumber}: the draft of ${title} ${voucherId} was dated ${before}, ${where}; it is dated ${date} now`;
}
