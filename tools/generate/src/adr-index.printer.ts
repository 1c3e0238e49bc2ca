import { byText } from '@kontor/http';

/** A record of `docs/adr`: the name of its file and its text. */
export type AdrFile = { readonly name: string; readonly text: string };

/** True for the files that are records: `0001-links-lead-on.md`. */
export function isAdr(name: string): boolean {
  return /^\d{4}-.+\.md$/.test(name);
}

/** The index of the records, read from their first headings and status lines. */
export function adrIndex(files: readonly AdrFile[]): string {
  const rows = files
    .filter(({ name }) => isAdr(name))
    .sort((a, b) => byText(a.name, b.name))
    .map(
      ({ name, text }) => `| [${name.slice(0, 4)}](${name}) | ${titleOf(name, text)} | ${statusOf(text)} |`,
    );
  const gaps = numbersNeverGiven(files.map(({ name }) => name).filter(isAdr));
  const table = ['| Number | Decision | Status |', '| --- | --- | --- |', ...rows];
  return [
    '<!-- Generated from the records by tools/generate. Do not edit. -->',
    '',
    '# Decisions',
    '',
    'One page each: context, decision, consequences. A change of mind adds a record and marks the old one superseded.',
    '',
    ...(rows.length === 0 ? ['None yet.'] : table),
    '',
    ...(gaps.length === 0
      ? []
      : [
          `No record was ever given the number ${gaps.join(' or ')}: records are superseded, never removed.`,
          '',
        ]),
  ].join('\n');
}

/** The numbers below the last one that no record has: a record stays, so that nobody ever had them. */
function numbersNeverGiven(names: readonly string[]): readonly string[] {
  const given = new Set(names.map((name) => name.slice(0, 4)));
  const last = Math.max(0, ...[...given].map(Number));
  const all = Array.from({ length: last }, (_, index) => String(index + 1).padStart(4, '0'));
  return all.filter((number) => !given.has(number));
}

/** The first heading without its number; the file's own words where there is none. */
function titleOf(name: string, text: string): string {
  const heading = /^#\s+(.+?)\s*$/m.exec(text)?.[1];
  const title = heading?.replace(/^(ADR\s*)?-?\d+\s*[.:–—-]?\s*/i, '') ?? '';
  return cell(title === '' ? name.slice(5, -3).replaceAll('-', ' ') : title);
}

/**
 * `Status: accepted`, with or without bold or a list mark, up to the next empty line; or the first line below
 * a heading "Status".
 */
function statusOf(text: string): string {
  const line = /^[-*\s]*\**status\**\s*:\**\s*(.+(?:\n[^\n#].*)*)/im.exec(text)?.[1];
  const below = /^#{2,}\s+status\s*\n+([^\n#][^\n]*)/im.exec(text)?.[1];
  return cell((line ?? below ?? '–').replaceAll(/\s+/g, ' ').trim().replace(/\.$/, ''));
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
