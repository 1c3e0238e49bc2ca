import type { BooksChecked } from '@kontor/ledger';
import { rowsOf, type Session } from '../../statement.js';
import { pluralize, from, rowsRead, type Looked } from './checks.js';
import { numberAt, textAt, textOrNullAt } from '../../row.js';
import { readStrayDrafts } from '../../statements/checks.js';

/** Where drafts that are dated in the books are kept, and what people call one. */
const DRAFTS = [
  { table: 'voucher', called: 'voucher' },
  { table: 'opening_balance', called: 'opening balance' },
] as const;

/** A draft in a year that is closed, or in none, and `where` in words. */
export type StrayDraft = {
  readonly voucherId: number;
  readonly date: string;
  readonly version: number;
  readonly where: string;
};

const FAULTS_SHOWN = 1_000;

/**
 * A draft keeps its year from being closed or removed (D16, D148): none stands in a year that is closed or
 * not there. Versions before November 2026 could leave one where drafting and closing met.
 */
export async function draftsAreInOpenYears(looked: Looked): Promise<BooksChecked> {
  const faults: string[] = [];
  let drafts = 0;
  for (const { table, called } of DRAFTS) {
    const [all] = await rowsRead(from(looked, table, [['COUNT(*)', 'drafts']]).andWhere('t.booked = 0'));
    drafts += Number(all?.['drafts']);
    const stray = await strayDrafts(looked.session, looked.agreementNumber, table);
    for (const { voucherId, date, where } of stray) {
      faults.push(
        `the draft of ${called} ${voucherId} is dated ${date}, ${where}; ` +
          'give it a date in an open year, or discard it',
      );
    }
  }
  return {
    check: 'Drafts are dated in open accounting years',
    looked: pluralize(drafts, 'draft'),
    faults,
  };
}

/** The first thousand drafts of an agreement that are dated in no open year. */
export async function strayDrafts(
  session: Session,
  agreementNumber: number,
  table: 'voucher' | 'opening_balance',
): Promise<readonly StrayDraft[]> {
  const rows = await rowsOf(session, readStrayDrafts(table, agreementNumber, FAULTS_SHOWN));
  return rows.map((row) => {
    const year = textOrNullAt(row, 'year');
    return {
      voucherId: numberAt(row, 'voucher_id'),
      date: textAt(row, 'date'),
      version: numberAt(row, 'version'),
      where: year === null ? 'in no accounting year' : `in ${year}, which is closed`,
    };
  });
}
