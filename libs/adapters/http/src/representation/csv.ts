/**
 * Rows as RFC 4180 has them. What a spreadsheet would take for a formula is text: an apostrophe is put before
 * it.
 */
export function csvText(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const NUMBER = /^-?\d+(\.\d+)?$/;
/**
 * Where a spreadsheet would begin a formula. Where commas are decimal, programs part cells at semicolons and
 * read quotes within a cell as signs of it, so that a formula may stand in the middle of a text. Spreadsheets
 * of Japan take signs of full width for those of ASCII (OWASP, CSV injection).
 */
const FORMULA = /(^|;)(?=[=+\-@\t\r\n＝＋－＠])/g;

function cell(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value);
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
