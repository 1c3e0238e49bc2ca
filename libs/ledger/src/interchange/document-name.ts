import { left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  groupedBy,
  group,
  itemNumber,
  line,
  reference,
  required,
  type DraftOf,
  type ReferenceMissing,
  referenceMissing,
} from '@kontor/kernel';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { NUMBER_SERIES } from '../number-series/number-series.data.js';

const FIELDS = {
  accountingYear: required(reference('accounting-years', 'year', line({ min: 4, max: 9 }))),
  numberSeries: required(reference('number-series', 'numberSeriesNumber', itemNumber())),
  voucherNumber: required(itemNumber()),
};

/** A booked document as a file names it, since ids are made anew: by its series, and its number in a year. */
export type DocumentName = DraftOf<typeof FIELDS>;

/** The member of a line that names a document so. */
export const documentName = () => group(FIELDS);

/** The ids of documents that are named so. */
export type VoucherIdsByName = {
  /** The id of the document that `property` names. */
  of(name: DocumentName, property: string): Either<ReferenceMissing, number>;
};

/** Looks documents up by their names: a statement for each series of a year. */
export async function voucherIdsByName(
  { accountingYears, imports }: Pick<LedgerRepositories, 'accountingYears' | 'imports'>,
  names: readonly DocumentName[],
): Promise<VoucherIdsByName> {
  const { years } = await accountingYears.chain();
  const found = new Map<string, ReadonlyMap<number, number>>();
  for (const [series, named] of groupedBy(names, seriesName)) {
    const [{ accountingYear, numberSeries }] = named;
    const year = years.find((one) => one.year === accountingYear.year);
    if (year === undefined) continue;
    const numbers = [...new Set(named.map(({ voucherNumber }) => voucherNumber))];
    const documents = await imports.documentsNumbered(numberSeries.numberSeriesNumber, year, numbers);
    found.set(series, new Map(documents.map(({ voucherNumber, voucherId }) => [voucherNumber, voucherId])));
  }
  return {
    of: (name, property) => {
      const id = found.get(seriesName(name))?.get(name.voucherNumber);
      if (id !== undefined) return right(id);
      return left(referenceMissing(property, 'vouchers', shownName(name)));
    },
  };
}

/** As people know it: `CUI9 of 2026`. */
function shownName({ accountingYear, numberSeries, voucherNumber }: DocumentName): string {
  const series = NUMBER_SERIES.find(
    ({ numberSeriesNumber }) => numberSeriesNumber === numberSeries.numberSeriesNumber,
  );
  return `${series?.prefix ?? ''}${voucherNumber} of ${accountingYear.year}`;
}

function seriesName({ accountingYear, numberSeries }: DocumentName): string {
  return `${accountingYear.year} ${numberSeries.numberSeriesNumber}`;
}
