import { Account, type Statement } from '@kontor/ledger';
import type { Answer, ApiRequest } from '../endpoint/endpoint.js';
import { csvText } from '../representation/csv.js';
import { fileAnswer } from '../endpoint/item-answer.js';
import { etagInTurns } from '../representation/etag.js';
import { writtenInTurns } from '../representation/utf8-writer.js';
import { addressWith } from '../representation/links.js';
import type { ShownRow } from './statement-rows.js';

/** What stands beside the rows: names of links, and the collections that they lead to. */
export type LeadsTo = Readonly<Record<string, { readonly path: string; readonly collection: string }>>;

/** A statement as JSON, with turns for others while it is printed. */
export async function jsonAnswer<Row>(
  { fromDate, toDate, baseCurrency, rows }: Statement<Row>,
  show: (row: Row) => ShownRow,
  { path, leadsTo }: { readonly path: string; readonly leadsTo: LeadsTo },
  { links, style, dates = {} }: ApiRequest,
): Promise<Answer> {
  const self = addressWith(links.to(path, {}, style), Object.entries(dates));
  const more = Object.entries(leadsTo).map(
    ([name, to]) => `${JSON.stringify(name)}:${JSON.stringify(links.to(to.path, {}, style))},`,
  );
  const sent = await writtenInTurns({
    head: `${JSON.stringify({ fromDate, toDate, baseCurrency }).slice(0, -1)},"rows":[`,
    items: rows,
    print: (row, index) => (index === 0 ? '' : ',') + printed(show(row), links.base, style.demo),
    tail: `],${more.join('')}"self":${JSON.stringify(self)}}`,
  });
  return { status: 200, sent, etag: await etagInTurns(sent) };
}

/** A chart has hundreds of rows: their text is put together as it comes, without lists between. */
function printed(row: ShownRow, base: string, isDemo: boolean): string {
  let text = '';
  for (const name in row) {
    const value = row[name];
    if (value === undefined) continue;
    text += `${text === '' ? '{' : ','}"${name}":${printedMember(value, base, isDemo)}`;
  }
  return `${text}}`;
}

function printedMember(value: NonNullable<ShownRow[string]>, base: string, isDemo: boolean): string {
  if (typeof value === 'string') return value;
  // An address has nothing in it that JSON would escape.
  if ('url' in value) return `"${value.url}"`;
  const self = `${base}/${Account.collection}/${value.accountNumber}${isDemo ? '?demo=true' : ''}`;
  return `{"${Account.key}":${value.accountNumber},"self":"${self}"}`;
}

/** The same as a file of CSV: a column for each of its members. */
export async function csvAnswer<Row>(
  name: string,
  columns: readonly string[],
  { rows }: Statement<Row>,
  show: (row: Row) => ShownRow,
): Promise<Answer> {
  const bytes = await writtenInTurns({
    head: csvText([columns]),
    items: rows,
    print: (row) => {
      const shown = show(row);
      return csvText([columns.map((column) => csvCell(shown[column]))]);
    },
    tail: '',
  });
  return fileAnswer('text/csv; charset=utf-8', `${name}.csv`, bytes);
}

function csvCell(value: ShownRow[string]): string | number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return 'url' in value ? value.url : value.accountNumber;
  const member: unknown = JSON.parse(value);
  // A reference: what identifies the other comes first.
  if (typeof member === 'object') return Object.values(member as Readonly<Record<string, string>>)[0];
  return typeof member === 'number' ? value : (member as string);
}
