/** Rows as text in columns, each line ended. */
export function columns(rows: readonly (readonly string[])[], indent = ''): string {
  const cells = rows.map((row) => row.map(printable));
  const count = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...cells.map((row) => lengthOf(row[column] ?? ''))),
  );
  const padded = (text: string, column: number): string =>
    text + ' '.repeat((widths[column] ?? 0) - lengthOf(text));
  return cells.map((row) => `${indent}${row.map(padded).join('  ').trimEnd()}\n`).join('');
}

/** A table with a heading over each column; `none` when there are no rows. */
export function textTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  return rows.length === 0 ? `${none}\n` : columns([heading, ...rows]);
}

/**
 * A text from the books or of a file may hold anything: a terminal must not obey it, no line that is not ours
 * is to begin in it, and nobody is to be shown letters in another order than they have. What nobody sees is
 * written as JSON writes it; joiners stay, which some scripts need.
 */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').replace(/(?![\u200c\u200d])\p{Cf}/gu, escaped);
}

/** One sign as its code units, each `\\u202e`. */
function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at).toString(16).padStart(4, '0'))
    .map((code) => `\\u${code}`)
    .join('');
}

const lengthOf = (text: string): number => [...text].length;
