/** A page that is made, and says so. `from`: what it is made of. */
export function madePage(from: string, title: string, lines: readonly string[]): string {
  return [
    `<!-- Generated from ${from} by tools/generate. Do not edit. -->`,
    '',
    `# ${title}`,
    '',
    ...lines,
    '',
  ].join('\n');
}

/** A table; what a cell says cannot end it. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
