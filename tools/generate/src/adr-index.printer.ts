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
  ].join('\n');
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
