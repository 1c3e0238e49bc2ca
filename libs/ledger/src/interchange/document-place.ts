import {
  group,
  itemNumber,
  line,
  reference,
  required,
  type DraftOf,
  type FullDate,
  type ReferenceMissing,
} from '@kontor/kernel';
import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { NUMBER_SERIES } from '../number-series/number-series.data.js';
import type { LedgerRepositories } from '../ledger.repositories.js';

const FIELDS = {
  accountingYear: required(reference('accounting-years', 'year', line({ min: 4, max: 9 }))),
  numberSeries: required(reference('number-series', 'numberSeriesNumber', itemNumber())),
  voucherNumber: required(itemNumber()),
};

/** A booked document as a file names it, since ids are made anew: by its series, and its number in a year. */
export type DocumentPlace = DraftOf<typeof FIELDS>;

/** The member of a line that names a document so. */
export const documentPlace = () => group(FIELDS);

/** The ids of documents by where they have their numbers. */
export type VoucherIdsAt = {
  /** The id of the document that `property` names. */
  of(place: DocumentPlace, property: string): Either<ReferenceMissing, number>;
};

/** Looks documents up by where they have their numbers: a statement for each series of a year. */
export async function voucherIdsAt(
  { accountingYears, imports }: Pick<LedgerRepositories, 'accountingYears' | 'imports'>,
  places: readonly DocumentPlace[],
): Promise<VoucherIdsAt> {
  const { years } = await accountingYears.chain();
  const groups = new Map<string, DocumentPlace[]>();
  for (const place of places) {
    const name = seriesName(place);
    const before = groups.get(name);
    if (before === undefined) groups.set(name, [place]);
    else before.push(place);
  }
  const found = new Map<string, ReadonlyMap<number, number>>();
  for (const [name, named] of groups) {
    const [{ accountingYear, numberSeries }] = named as [DocumentPlace];
    const year = years.find((one) => one.year === accountingYear.year);
    if (year === undefined) continue;
    const span: { readonly fromDate: FullDate; readonly toDate: FullDate } = year;
    const numbers = [...new Set(named.map(({ voucherNumber }) => voucherNumber))];
    found.set(name, await imports.voucherIdsOf(numberSeries.numberSeriesNumber, span, numbers));
  }
  return {
    of: (place, property) => {
      const id = found.get(seriesName(place))?.get(place.voucherNumber);
      if (id !== undefined) return right(id);
      return left({ kind: 'ReferenceMissing', property, resource: 'vouchers', key: shownPlace(place) });
    },
  };
}

/** As people know it: `CUI9 of 2026`. */
function shownPlace({ accountingYear, numberSeries, voucherNumber }: DocumentPlace): string {
  const series = NUMBER_SERIES.find(
    ({ numberSeriesNumber }) => numberSeriesNumber === numberSeries.numberSeriesNumber,
  );
  return `${series?.prefix ?? ''}${voucherNumber} of ${accountingYear.year}`;
}

function seriesName({ accountingYear, numberSeries }: DocumentPlace): string {
  return `${accountingYear.year} ${numberSeries.numberSeriesNumber}`;
}
