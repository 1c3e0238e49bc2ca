import type { ResourceAccesses } from '../../resource/resource-access.js';
import { rowsOf, type Row, type Session, type SqlValue } from '../../statement.js';
import { textAt } from '../../row.js';

/** What a check looks at: the books of one agreement, in one consistent state. */
export type Looked = {
  readonly agreementNumber: number;
  readonly session: Session;
  readonly access: ResourceAccesses;
  /** A year's folded column as text. */
  readonly yearText: string;
};

/** Rows of an agreement's tables; the agreement's number is the first value. */
export function rowsIn(
  { agreementNumber, session }: Looked,
  sql: string,
  ...values: readonly SqlValue[]
): Promise<readonly Row[]> {
  return rowsOf(session, { sql, values: [agreementNumber, ...values] });
}

/** The years of an agreement, as columns hold them and as people read them. */
export async function yearsIn(looked: Looked): Promise<readonly string[]> {
  const rows = await rowsIn(
    looked,
    'SELECT `year` FROM `accounting_year` WHERE `agreement_number` = ? ORDER BY `from_date`',
  );
  return rows.map((row) => textAt(row, 'year'));
}

/** `1 voucher`, `2 vouchers`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
