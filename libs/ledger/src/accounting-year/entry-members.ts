import {
  itemOf,
  type AnyValue,
  type Filter,
  matcherOf,
  type Members,
  propertiesIn,
  type RepositoryProvider,
} from '@kontor/kernel';
import { distributionsOfDepartments } from '../department/distributions-of-departments.js';
import { DOCUMENT_SERIES, SERIES } from '../number-series/number-series.data.js';
import { OpeningBalance } from '../opening-balance/opening-balance.resource.js';
import { Entry } from './entry.resource.js';

/**
 * What an entry shows beside what is kept with it (§2.7 as amended): its voucher, by the number that it has
 * in its series, and where it is credited to a single department, the distribution of that department.
 */
export function entryMembers(resources: RepositoryProvider): Members {
  return {
    properties: [],
    areAnswered: true,
    add: async (items): Promise<readonly AnyValue[]> => {
      const entries = items.map((item) => itemOf(Entry, item));
      const isAsked = entries.some(isOfOneDepartment);
      const ofDepartment = isAsked ? await distributionsOfDepartments(resources) : NONE;
      // Entries of one voucher stand beside each other, and share what is said of it.
      let before: Entry | undefined;
      let voucher: Entry['voucher'];
      return entries.map((entry) => {
        if (before === undefined || !areOfOneVoucher(entry, before)) voucher = voucherOf(entry);
        before = entry;
        return withMembersOf(entry, voucher, ofDepartment);
      });
    },
  };
}

const SHOWN = 'departmentalDistribution.departmentalDistributionNumber';
const DEPARTMENT = 'department.departmentNumber';

/**
 * A filter by the distribution that entries show, as one by what is kept with them: of a single department,
 * that is the department alone.
 */
export async function asKeptWithEntries(
  resources: RepositoryProvider,
  filter: Filter | undefined,
): Promise<Filter | undefined> {
  if (filter === undefined || !propertiesIn(filter).includes(SHOWN)) return filter;
  return asKept(filter, await distributionsOfDepartments(resources));
}

function asKept(filter: Filter, ofDepartment: ReadonlyMap<number, number>): Filter {
  if ('of' in filter) return { ...filter, of: filter.of.map((one) => asKept(one, ofDepartment)) };
  if (filter.property !== SHOWN) return filter;
  const passes = matcherOf(Entry, filter);
  const passing: number[] = [];
  const others: number[] = [];
  for (const [department, departmentalDistributionNumber] of ofDepartment) {
    const shown = { departmentalDistribution: { departmentalDistributionNumber } };
    (passes(shown) ? passing : others).push(department);
  }
  const isOfOne: Filter = {
    kind: 'and',
    of: [
      { kind: 'absent', property: SHOWN },
      { kind: 'in', property: DEPARTMENT, values: passing, orAbsent: false },
    ],
  };
  if (!passes({})) return { kind: 'or', of: [filter, isOfOne] };
  // What shows none passes as well, but for the departments of which a distribution is shown that does not.
  const isKept: Filter = { kind: 'present', property: SHOWN };
  const isOfNone: Filter = { kind: 'nin', property: DEPARTMENT, values: others, orAbsent: false };
  const own: Filter = { kind: 'and', of: [filter, { kind: 'or', of: [isKept, isOfNone] }] };
  return { kind: 'or', of: [own, isOfOne] };
}

const SERIES_BY_NUMBER: ReadonlyMap<number, (typeof DOCUMENT_SERIES)[number]> = new Map(
  DOCUMENT_SERIES.map((series) => [series.numberSeriesNumber, series]),
);

const NONE: ReadonlyMap<number, number> = new Map();

function isOfOneDepartment({ department, departmentalDistribution }: Entry): boolean {
  return department !== undefined && departmentalDistribution === undefined;
}

function areOfOneVoucher(one: Entry, other: Entry): boolean {
  return (
    one.voucherId === other.voucherId &&
    one.voucherNumber === other.voucherNumber &&
    one.numberSeries?.numberSeriesNumber === other.numberSeries?.numberSeriesNumber
  );
}

function withMembersOf(
  entry: Entry,
  voucher: Entry['voucher'],
  ofDepartment: ReadonlyMap<number, number>,
): AnyValue {
  const whole = isOfOneDepartment(entry)
    ? ofDepartment.get(entry.department?.departmentNumber ?? 0)
    : undefined;
  // Put into the entry itself, of which it is true for ever: a copy of each is a thirtieth of a page's work.
  const shown: { -readonly [M in keyof Entry]: Entry[M] } = entry;
  shown.voucher = voucher;
  if (whole === undefined) return shown;
  return { ...shown, departmentalDistribution: { departmentalDistributionNumber: whole } };
}

/**
 * What closing a year posts is no document; what was posted before series were kept with entries shows none.
 */
function voucherOf({ voucherId, voucherNumber, numberSeries }: Entry): Entry['voucher'] {
  const number = numberSeries?.numberSeriesNumber;
  const series = number === undefined ? undefined : SERIES_BY_NUMBER.get(number);
  if (series === undefined) return undefined;
  const among = number === SERIES.openingBalance ? OpeningBalance.collection : undefined;
  return { voucherId, displayVoucherNumber: `${series.prefix}${voucherNumber}`, among };
}
