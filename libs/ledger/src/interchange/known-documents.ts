import { centsOf, type Decimal, type FullDate } from '@kontor/kernel';
import type { YearOfBooks } from '../accounting-year/accounting-year.port.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { SERIES } from '../number-series/number-series.data.js';
import { OpeningBalance } from '../opening-balance/opening-balance.resource.js';
import type { DatedDocument } from './import-store.port.js';

/**
 * What the documents say that have a number, or are called by a name: as one text each. A draft says nothing.
 */
export type KnownDocuments = {
  readonly byNumber: Map<number, readonly string[]>;
  readonly byName: Map<string, readonly string[]>;
  /** What those with a number are called, if anything. */
  readonly names: ReadonlyMap<number, string | undefined>;
};

/** Documents of a series in a year that are asked for by their numbers, and vouchers by their names. */
type DocumentsWanted = {
  readonly series: number;
  readonly year: YearOfBooks;
  readonly numbers: readonly number[];
  readonly names: readonly string[];
};

/**
 * By what a document is told from another one that bears its number or name: its date and its amounts. Texts
 * may be mended, and accounts have other numbers here and there.
 */
export function saidBy(date: FullDate, amountsInBaseCurrency: readonly Decimal[]): string {
  const cents = amountsInBaseCurrency.map((amount) => String(centsOf(amount)));
  return `${date} ${cents.sort().join(' ')}`;
}

/** The documents of the books that bear these numbers and names. */
export async function knownDocuments(
  repositories: Pick<LedgerRepositories, 'bookedDocuments' | 'imports' | 'resources'>,
  { series, year, numbers, names }: DocumentsWanted,
): Promise<KnownDocuments> {
  const { imports } = repositories;
  const numbered = numbers.length === 0 ? [] : await imports.documentsNumbered(series, year, numbers);
  const called = names.length === 0 ? [] : await imports.vouchersCalled(year, names);
  const said = await whatIsSaid(repositories, { series, year }, [...numbered, ...called]);
  const saidOf = ({ voucherId }: DatedDocument): readonly string[] => [said.get(voucherId) ?? ''];
  const byName = new Map<string, readonly string[]>();
  for (const one of called) byName.set(one.name, [...(byName.get(one.name) ?? []), ...saidOf(one)]);
  return {
    byNumber: new Map(numbered.map((one) => [one.voucherNumber, saidOf(one)])),
    byName,
    names: new Map(numbered.map(({ voucherNumber, name }) => [voucherNumber, name])),
  };
}

async function whatIsSaid(
  { bookedDocuments, resources }: Pick<LedgerRepositories, 'bookedDocuments' | 'resources'>,
  { series, year: { year } }: Pick<DocumentsWanted, 'series' | 'year'>,
  documents: readonly DatedDocument[],
): Promise<ReadonlyMap<number, string>> {
  const said = new Map<number, string>();
  if (documents.length === 0) return said;
  const ids = documents.map(({ voucherId }) => voucherId);
  if (series === SERIES.openingBalance) {
    for (const id of ids) {
      const found = (await resources.of(OpeningBalance).find(id))?.value;
      if (found?.booked !== true) continue;
      const amounts = found.lines.map(({ amountInBaseCurrency }) => amountInBaseCurrency);
      said.set(id, saidBy(found.date, amounts));
    }
    return said;
  }
  const entries = await bookedDocuments.entriesOfVouchers(ids);
  for (const { voucherId, date } of documents) {
    // What was booked from a draft keeps its lines, and is not among those.
    const own = entries.get(voucherId) ?? (await bookedDocuments.entriesOf({ year, date, voucherId }));
    if (own.length === 0) continue;
    const amounts = own.map(({ amountInBaseCurrency }) => amountInBaseCurrency);
    said.set(voucherId, saidBy(date, amounts));
  }
  return said;
}
