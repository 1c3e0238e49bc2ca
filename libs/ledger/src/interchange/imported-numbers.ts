import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { Busy, defined, ruleBroken, schemaViolation } from '@kontor/kernel';
import type { YearOfBooks } from '../accounting-year/accounting-year.port.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { seriesInYear } from '../number-series/document-numbers.js';
import { NUMBER_SERIES, SERIES } from '../number-series/number-series.data.js';
import type { NumberRange } from '../number-series/numbers.port.js';
import type { EntryType } from '../posting/posting.js';
import { heldWith, isIn, takeNumbers } from './held-numbers.js';
import { Import, numbersHeldBy, type NumbersHeld } from './import.resource.js';
import { saidInFile, type Imported, type PlacedDocument } from './imported-document.js';
import { knownDocuments, type KnownDocuments } from './known-documents.js';

/** Whether a document before has the same number or name, and says the same. */
export type TriedBefore = (name: string, said: string) => 'same' | 'another' | undefined;

/** What was before the documents that are looked at. */
type Before = {
  /** The numbers that documents of the file hold already. */
  readonly held: NumbersHeld;
  /** Of a dry run, whose documents before these are not in the books. */
  readonly triedBefore?: TriedBefore | undefined;
};

/** The year and number of each; those whose number is taken already are left out. */
export async function placedAll(
  repositories: LedgerRepositories,
  documents: readonly Imported[],
  { held: before, triedBefore }: Before,
): Promise<Either<LedgerFailure, { readonly fresh: readonly PlacedDocument[]; readonly held: NumbersHeld }>> {
  const grouped = await bySeries(repositories, documents);
  if (isLeft(grouped)) return grouped;
  const held: Record<string, NumberRange> = { ...before };
  const groups = [...grouped.right];
  const last = await repositories.imports.holdNumbers(
    groups.map(([, { series, year }]) => seriesInYear(series, year.year)),
  );
  const fresh: PlacedDocument[] = [];
  for (const [index, [name, group]] of groups.entries()) {
    const asked = { ...group, last: last[index] ?? 0, held: held[name], triedBefore };
    const numbered = await numberedOf(repositories, asked);
    if (isLeft(numbered)) return numbered;
    fresh.push(...numbered.right.fresh);
    if (numbered.right.held !== undefined) held[name] = numbered.right.held;
  }
  return right({ fresh: fresh.sort((one, other) => one.index - other.index), held });
}

/** What is called after a series and a number has come from another program. */
const NUMBERED_ELSEWHERE = /^\S+ \d+$/;

/**
 * A document with a number of another program is our own document of that number where its contents are the
 * same: then an export of these books went through that program and comes back. Otherwise it becomes a
 * finance voucher that keeps the other number as its name. Such a voucher has one of our numbers only by
 * chance, so a document of another series with that number can have the same contents.
 */
export async function withoutNumbersOfOthers(
  repositories: LedgerRepositories,
  documents: readonly Imported[],
): Promise<readonly Imported[]> {
  const others = documents.filter(({ calledElsewhere }) => calledElsewhere !== undefined);
  if (others.length === 0) return documents;
  const grouped = await bySeries(repositories, others);
  // What lies in no year is refused when it is given its place.
  if (isLeft(grouped)) return documents;
  const renamed = new Map<Imported, Imported>();
  for (const group of grouped.right.values()) {
    const { byNumber, names } = await alreadyIn(repositories, group);
    for (const { index } of group.documents) {
      const one = defined(others[index]);
      const { numberSeries: _, voucherNumber = 0, ...draft } = one.draft;
      const name = group.series === SERIES.financeVoucher ? names.get(voucherNumber) : undefined;
      const isOurs = name === undefined || !NUMBERED_ELSEWHERE.test(name);
      if (isOurs && byNumber.get(voucherNumber)?.includes(saidInFile(one)) === true) continue;
      const named = { ...draft, externalDocumentId: one.calledElsewhere };
      renamed.set(one, { ...one, draft: named, isKnownByName: true });
    }
  }
  return documents.map((one) => renamed.get(one) ?? one);
}

/** Documents of one series in one year. */
type Group = {
  readonly series: number;
  readonly year: YearOfBooks;
  readonly documents: (Imported & { readonly index: number })[];
};

type GroupToNumber = Group &
  Pick<Before, 'triedBefore'> & {
    /** The last number that was given. */
    readonly last: number;
    readonly held: NumberRange | undefined;
  };

async function bySeries(
  { accountingYears }: LedgerRepositories,
  documents: readonly Imported[],
): Promise<Either<LedgerFailure, ReadonlyMap<string, Group>>> {
  const groups = new Map<string, Group>();
  const { years } = await accountingYears.chain();
  for (const [index, document] of documents.entries()) {
    const { date, numberSeries } = document.draft;
    const series = document.isOpening
      ? SERIES.openingBalance
      : (numberSeries?.numberSeriesNumber ?? SERIES.financeVoucher);
    if (!isSeriesOf(document, series))
      return left(schemaViolation('numberSeries', 'must be a series that numbers vouchers'));
    if (!document.isOpening && isOpeningType(document.draft.voucherType))
      return left(
        schemaViolation('voucherType', 'must not be that of opening balances, which are other lines'),
      );
    const year = years.find(({ fromDate, toDate }) => fromDate <= date && date <= toDate);
    if (year === undefined)
      return left({ kind: 'DateNotBookable', date, property: 'date', reason: 'noAccountingYear' });
    const name = `${year.year} ${series}`;
    const group = groups.get(name) ?? { series, year, documents: [] };
    groups.set(name, group);
    group.documents.push({ ...document, index });
  }
  return right(groups);
}

/** Opening balances have a series of their own, and what closing a year posts is in no file. */
function isSeriesOf({ isOpening }: Imported, series: number): boolean {
  return (
    NUMBER_SERIES.some(({ numberSeriesNumber }) => numberSeriesNumber === series) &&
    series !== SERIES.closing &&
    (series === SERIES.openingBalance) === isOpening
  );
}

function isOpeningType(type: EntryType | undefined): boolean {
  return type === 'openingEntry' || type === 'transferredOpeningEntry';
}

/**
 * Those that are not in the books yet, each under its number. What an import has held, and what is above the
 * last number given, is free; of what is below, nobody can say what it was.
 */
async function numberedOf(
  repositories: LedgerRepositories,
  { series, year, documents, last: given, held, triedBefore }: GroupToNumber,
): Promise<
  Either<LedgerFailure, { readonly fresh: readonly PlacedDocument[]; readonly held?: NumberRange }>
> {
  const known = await alreadyIn(repositories, { series, year, documents });
  for (const document of triedBefore === undefined ? [] : documents)
    learn(known, { ...document, series, year: year.year }, defined(triedBefore));
  const end = held === undefined ? 0 : held.first + held.count - 1;
  const last = Math.max(end, given);
  let top = last;
  const fresh: PlacedDocument[] = [];
  for (const document of documents) {
    const { voucherNumber: asked, externalDocumentId: name = '' } = document.draft;
    const said = saidInFile(document);
    const before = isThere(document, known, said);
    if (isLeft(before)) return before;
    if (before.right) continue;
    const voucherNumber = asked ?? top + 1;
    const isHeld = held !== undefined && isIn(held, voucherNumber);
    if (
      !isHeld &&
      voucherNumber <= last &&
      !(await isLeftOver(repositories, { series, year, voucherNumber }))
    )
      return left(
        ruleBroken('E10550', 'voucherNumber', `must be above ${last}, the last one given in its series`),
      );
    top = Math.max(top, voucherNumber);
    known.byNumber.set(voucherNumber, [said]);
    if (document.isKnownByName === true) known.byName.set(name, [said]);
    fresh.push({ ...document, series, voucherNumber, year: year.year });
  }
  if (top === last) return right({ fresh, ...(held !== undefined && { held }) });
  const counter = seriesInYear(series, year.year);
  const more = await takeNumbers(repositories, { counter, first: last + 1, count: top - last });
  return right({ fresh, held: heldWith(held, more) });
}

const NEWEST_FIRST = { property: Import.key, descending: true, alphabetical: false } as const;

/**
 * Whether a number without a voucher was taken by an import that ended before it wrote that voucher; a mended
 * file then brings it. The row of that import is written, so that of two imports which bring the number at
 * once one begins again.
 */
async function isLeftOver(
  { resources }: LedgerRepositories,
  { series, year, voucherNumber }: Pick<Group, 'series' | 'year'> & { readonly voucherNumber: number },
): Promise<boolean> {
  const imports = resources.of(Import);
  for (let skipPages = 0; ; skipPages += 1) {
    const { items, results } = await imports.page({ sort: [NEWEST_FIRST], pageSize: 100, skipPages });
    for (const one of items) {
      const range = one.status === 'running' ? undefined : numbersHeldBy(one)[`${year.year} ${series}`];
      if (range === undefined || !isIn(range, voucherNumber)) continue;
      const found = await imports.find(one.importNumber);
      if (found === undefined) continue;
      const kept = await imports.replace(one.importNumber, found.value, found.version)();
      if (isLeft(kept)) throw new Busy(`import ${one.importNumber} is changed in the same moment`);
      return true;
    }
    if ((skipPages + 1) * 100 >= results) return false;
  }
}

/** What is in the books already under the numbers and names of documents. */
function alreadyIn(
  repositories: LedgerRepositories,
  { series, year, documents }: Group,
): Promise<KnownDocuments> {
  const numbers = documents.flatMap(({ draft: { voucherNumber } }) => voucherNumber ?? []);
  const names = documents.flatMap(({ draft, isKnownByName }) =>
    isKnownByName === true ? (draft.externalDocumentId ?? []) : [],
  );
  return knownDocuments(repositories, { series, year, numbers, names });
}

/**
 * Whether a document was brought in before. Another one under its number or name, which may be a draft, is
 * told: the file would be short of one of the two, and nobody would know.
 */
function isThere(
  { draft, isKnownByName }: Imported,
  { byNumber, byName }: KnownDocuments,
  said: string,
): Either<LedgerFailure, boolean> {
  const { voucherNumber, externalDocumentId = '' } = draft;
  const called = isKnownByName === true ? byName.get(externalDocumentId) : undefined;
  const found = called ?? (voucherNumber === undefined ? undefined : byNumber.get(voucherNumber));
  if (found === undefined) return right(false);
  if (found.includes(said)) return right(true);
  const property = called === undefined ? 'voucherNumber' : 'externalDocumentId';
  const is = 'must not be that of another document, which has another date or other amounts, or is a draft';
  return left(ruleBroken('E06010', property, is));
}

/** What a dry run has tried is known as if it were in the books. */
function learn(
  { byNumber, byName }: KnownDocuments,
  document: Imported & { readonly series: number; readonly year: string },
  triedBefore: TriedBefore,
): void {
  const { voucherNumber: number, externalDocumentId: called = '' } = document.draft;
  const said = saidInFile(document);
  const look = <K>(known: Map<K, readonly string[]>, key: K, name: string): void => {
    const before = triedBefore(name, said);
    if (before !== undefined && !known.has(key)) known.set(key, before === 'same' ? [said] : []);
  };
  if (number !== undefined) look(byNumber, number, numberName(document, number));
  if (document.isKnownByName === true) look(byName, called, calledName(document, called));
}

type OfYear = { readonly year: string };

function numberName({ year, series }: OfYear & { readonly series: number }, number: number): string {
  return `${year} ${series} ${number}`;
}

function calledName({ year }: OfYear, name: string): string {
  return `${year} called ${name}`;
}

/**
 * The names by which a dry run recognises a document again: its number, and the name in the other program
 * where it is known by that.
 */
export function namesTriedOf(document: PlacedDocument): readonly string[] {
  const { isKnownByName, draft, voucherNumber } = document;
  return [
    numberName(document, voucherNumber),
    ...(isKnownByName === true ? [calledName(document, draft.externalDocumentId ?? '')] : []),
  ];
}
