/**
 * Rows as RFC 4180 has them. What a spreadsheet would take for a formula is text: an apostrophe is put before
 * it.
 */
export function csvText(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Spreadsheets of Japan take signs of full width for those of ASCII (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

function cell(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
