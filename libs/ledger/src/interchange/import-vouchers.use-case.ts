import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  defined,
  unfailing,
  Busy,
  amount,
  code,
  described,
  folded,
  fullDate,
  group,
  itemNumber,
  line,
  listOf,
  naming,
  needing,
  oneOf,
  percentage,
  optional,
  reference,
  required,
  ruleBroken,
  schemaViolation,
  text,
  type DraftOf,
} from '@kontor/kernel';
import type { YearOfBooks } from '../accounting-year/accounting-year.port.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { ENTRY_NUMBERS, seriesInYear, VOUCHER_IDS } from '../number-series/document-numbers.js';
import { numberIn } from '../number-series/number-in.js';
import { NUMBER_SERIES, SERIES } from '../number-series/number-series.data.js';
import type { NumberRange } from '../number-series/numbers.port.js';
import { OpeningBalance } from '../opening-balance/opening-balance.resource.js';
import { controlAccountsOf } from '../posting/control-accounts.js';
import { postAll } from '../posting/post.use-case.js';
import {
  ENTRY_TYPES,
  VAT_PARTS,
  type EntryToPost,
  type EntryType,
  type Posting,
  type VatPart,
} from '../posting/posting.js';
import { seriesOf, voucherOfEntries } from '../posting/voucher-of-entries.js';
import { currenciesNamedIn } from '../reference-data/currencies-named.js';
import { vatTermsOf } from '../voucher/line-terms.js';
import type { VatTerms } from '../voucher/voucher.rules.js';
import type { Voucher } from '../voucher/voucher.resource.js';
import { withoutCarried, type LeftOut } from './carried-balances.js';
import { numbersHeldBy, Import, type NumbersHeld } from './import.resource.js';
import { amountInBase } from './imported-amounts.js';
import { knownDocuments, saidBy, type KnownDocuments } from './known-documents.js';

/** Entries of a document in a file: a voucher has a thousand lines, and a line up to four entries. */
export const ENTRIES_MAX = 5_000;

const account = () => reference('accounts', 'accountNumber', itemNumber());

/** An entry of an imported document, as it is to stand in the books. */
const importedEntry = group({
  account: account(),
  customer: reference('customers', 'customerNumber', itemNumber()),
  supplier: reference('suppliers', 'supplierNumber', itemNumber()),
  amount: required(amount()),
  currency: naming('currencies', code(3)),
  amountInBaseCurrency: amount(),
  text: text({ max: 255 }),
  vatAccount: reference('vat-accounts', 'vatCode', line({ min: 1, max: 5 })),
  vatPart: described(oneOf(VAT_PARTS), 'by the accounts of the VAT code when left out'),
  vatRate: described(percentage(), 'that of the VAT code when left out'),
  department: needing('dimension', reference('departments', 'departmentNumber', itemNumber())),
  departmentalDistribution: needing(
    'dimension',
    reference('departmental-distributions', 'departmentalDistributionNumber', itemNumber()),
  ),
  dueDate: fullDate(),
});

/** A booked document as a line of an import tells it: by its entries. */
export const IMPORTED_DOCUMENT = {
  numberSeries: reference('number-series', 'numberSeriesNumber', itemNumber()),
  voucherNumber: itemNumber(),
  voucherType: oneOf(ENTRY_TYPES),
  date: required(fullDate()),
  dueDate: fullDate(),
  vatDate: fullDate(),
  externalDocumentId: line({ max: 50 }),
  entries: required(listOf(optional(importedEntry), { max: ENTRIES_MAX })),
};
/** A voucher of a file, decoded and not yet looked at by any rule. */
export type ImportedDocument = DraftOf<typeof IMPORTED_DOCUMENT>;

/** A document as a file tells it. */
export type Imported = {
  readonly draft: ImportedDocument;
  readonly isOpening: boolean;
  /** It bears no number of ours: one called the same (`externalDocumentId`) in the same year is the same. */
  readonly isKnownByName?: boolean;
  /** It bears the number of another program, whose series is called as one of ours. */
  readonly calledElsewhere?: string | undefined;
};

/** Vouchers of a file in its order, and the numbers that its documents hold already. */
export type ImportVouchers = {
  readonly documents: readonly Imported[];
  readonly held: NumbersHeld;
  readonly format: Import['format'];
  /** Of a dry run, whose documents before these are not in the books. */
  readonly triedBefore?: TriedBefore | undefined;
};

/** Whether a document before has the same number or name, and says the same. */
export type TriedBefore = (name: string, said: string) => 'same' | 'another' | undefined;

/**
 * SIE has no customers and suppliers: what was booked on them stands on control accounts alone. These take it
 * although they block direct entries, since nobody writes it here: it was booked elsewhere.
 */
function namesParties(format: Import['format']): boolean {
  return format !== 'sie';
}

/** SIE tells with what a year began, whether it was booked in that year or carried from the one before. */
function tellsWhatIsCarried(format: Import['format']): boolean {
  return format === 'sie';
}
/** How many vouchers were booked, and how many had been before, as the file was sent again. */
export type VouchersImported = {
  readonly created: number;
  readonly alreadyThere: number;
  readonly held: NumbersHeld;
  /** Of a dry run: what each document says, under its number and what it is called, to know it again. */
  readonly said: readonly (readonly [name: string, said: string])[];
  /** Opening balances of the file that are others than these books carry on. */
  readonly leftOut: readonly LeftOut[];
};

/** A document with what its number and its entries need. */
type Placed = Imported & {
  /** Where it stands among the others. */
  readonly index: number;
  readonly series: number;
  readonly voucherNumber: number;
  readonly year: string;
};

/**
 * Books documents that were booked elsewhere, all or none, as their entries stand: VAT is not calculated
 * again, since it was declared as it was. Else what holds of vouchers that people write holds of them: they
 * balance, their dates lie in open periods, their accounts take entries. One whose number is in the books is
 * taken for the same, and left out.
 */
export const importVouchers =
  (repositories: LedgerRepositories) =>
  ({ documents, held, format, triedBefore }: ImportVouchers): TaskEither<LedgerFailure, VouchersImported> =>
  async () => {
    const { wanted, leftOut } = tellsWhatIsCarried(format)
      ? await withoutCarried(repositories, documents)
      : { wanted: documents, leftOut: [] };
    const named = await withoutNumbersOfOthers(repositories, wanted);
    const placed = await placedAll(repositories, named, { held, triedBefore });
    if (isLeft(placed)) return placed;
    const { fresh } = placed.right;
    const made = {
      created: fresh.length,
      alreadyThere: documents.length - fresh.length,
      held: placed.right.held,
      said:
        triedBefore === undefined
          ? []
          : fresh.flatMap((one) => namesOf(one).map((name) => [name, saidInFile(one)] as const)),
      leftOut,
    };
    if (fresh.length === 0) return right(made);
    const entries = await entriesOf(repositories, fresh, format);
    if (isLeft(entries)) return entries;
    const count = entries.right.reduce((sum, some) => sum + some.length, 0);
    const [ids, numbers] = await unfailing(
      repositories.numbers.allocate([
        { series: VOUCHER_IDS, count: fresh.length, gapless: false },
        { series: ENTRY_NUMBERS, count, gapless: false },
      ]),
    );
    let next = defined(numbers).first;
    const postings = fresh.map(({ draft, isOpening, series, voucherNumber }, index): Posting => ({
      date: draft.date,
      voucherId: defined(ids).first + index,
      voucherNumber,
      numberSeriesNumber: series,
      entries: (entries.right[index] ?? []).map((entry) => ({ ...entry, entryNumber: next++ })),
      ...(isOpening && { mayBeUnbalanced: true as const }),
      ...(series === SERIES.matching && { settlesPosts: true as const }),
    }));
    const posted = await postAll(repositories)(postings)();
    if (isLeft(posted)) return left(asInFile(posted.left));
    const documentOf = (posting: Posting, index: number) => ({ posting, of: defined(fresh[index]) });
    const kept = postings.map(documentOf);
    await repositories.imports.keepVouchers(kept.filter(({ of }) => !of.isOpening).map(voucherOf));
    for (const { posting, of } of kept.filter((one) => one.of.isOpening)) {
      const opened = await openingKept(repositories, of, posting);
      if (isLeft(opened)) return opened;
    }
    return right(made);
  };

/** What vouchers have lines for are entries in a file, whose documents have no identifier yet. */
function asInFile(failure: LedgerFailure): LedgerFailure {
  if (failure.kind === 'ReferenceMissing')
    return { ...failure, property: failure.property.replace(/^lines/, 'entries') };
  if (failure.kind !== 'VoucherDoesNotBalance') return failure;
  return { kind: failure.kind, difference: failure.difference, property: 'entries' };
}

/** What is called after a series and a number has come from another program. */
const NUMBERED_ELSEWHERE = /^\S+ \d+$/;

/**
 * What another program has numbered is our document of that number where it says the same, as an export that
 * went through that program and comes back; else it is a finance voucher that keeps what it was called. One
 * that came so has a number of ours by chance: another one that bears it elsewhere may say the same, too.
 */
async function withoutNumbersOfOthers(
  repositories: LedgerRepositories,
  documents: ImportVouchers['documents'],
): Promise<ImportVouchers['documents']> {
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

/** The year and number of each; those whose number is taken already are left out. */
async function placedAll(
  repositories: LedgerRepositories,
  documents: ImportVouchers['documents'],
  { held: before, triedBefore }: Pick<ImportVouchers, 'held' | 'triedBefore'>,
): Promise<Either<LedgerFailure, { readonly fresh: readonly Placed[]; readonly held: NumbersHeld }>> {
  const grouped = await bySeries(repositories, documents);
  if (isLeft(grouped)) return grouped;
  const held: Record<string, NumberRange> = { ...before };
  const groups = [...grouped.right];
  const last = await repositories.imports.holdNumbers(
    groups.map(([, { series, year }]) => seriesInYear(series, year.year)),
  );
  const fresh: Placed[] = [];
  for (const [index, [name, group]] of groups.entries()) {
    const asked = { ...group, last: last[index] ?? 0, held: held[name], triedBefore };
    const numbered = await numberedOf(repositories, asked);
    if (isLeft(numbered)) return numbered;
    fresh.push(...numbered.right.fresh);
    if (numbered.right.held !== undefined) held[name] = numbered.right.held;
  }
  return right({ fresh: fresh.sort((one, other) => one.index - other.index), held });
}

/** Documents of one series in one year. */
type Group = {
  readonly series: number;
  readonly year: YearOfBooks;
  readonly documents: (Imported & { readonly index: number })[];
};

type GroupToNumber = Group &
  Pick<ImportVouchers, 'triedBefore'> & {
    /** The last number that was given. */
    readonly last: number;
    readonly held: NumberRange | undefined;
  };

async function bySeries(
  { accountingYears }: LedgerRepositories,
  documents: ImportVouchers['documents'],
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
): Promise<Either<LedgerFailure, { readonly fresh: readonly Placed[]; readonly held?: NumberRange }>> {
  const known = await alreadyIn(repositories, { series, year, documents });
  for (const document of triedBefore === undefined ? [] : documents)
    learn(known, { ...document, series, year: year.year }, defined(triedBefore));
  const end = held === undefined ? 0 : held.first + held.count - 1;
  const last = Math.max(end, given);
  let top = last;
  const fresh: Placed[] = [];
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
  const more = await taken(repositories, { counter, first: last + 1, count: top - last });
  return right({ fresh, held: heldWith(held, more) });
}

/** What an import holds of a counter when it has taken more: one range where they follow each other. */
export function heldWith(held: NumberRange | undefined, more: NumberRange): NumberRange {
  return held !== undefined && held.first + held.count === more.first
    ? { first: held.first, count: held.count + more.count }
    : more;
}

function isIn({ first, count }: NumberRange, number: number): boolean {
  return number >= first && number < first + count;
}

const NEWEST_FIRST = { property: Import.key, descending: true, alphabetical: false } as const;

/**
 * Whether a number that no voucher has was taken by an import that has ended without its voucher: a mended
 * file brings that. The other import is written, so that of two that bring it at once one begins anew.
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

function namesOf(document: Placed): readonly string[] {
  const { isKnownByName, draft, voucherNumber } = document;
  return [
    numberName(document, voucherNumber),
    ...(isKnownByName === true ? [calledName(document, draft.externalDocumentId ?? '')] : []),
  ];
}

function saidInFile({ draft: { date, entries } }: Imported): string {
  return saidBy(
    date,
    entries.map(({ amount, amountInBaseCurrency }) => amountInBaseCurrency ?? amount),
  );
}

/** Up to which number a counter is taken by what a file brings, or by what the books it is from have sent. */
export type HoldNumbers = { readonly counter: string; readonly lastNumber: number };

/** Numbers of a counter up to one, taken at once: what bears them comes in any order, or stays elsewhere. */
export const holdNumbers =
  (repositories: LedgerRepositories) =>
  async ({ counter, lastNumber }: HoldNumbers): Promise<NumberRange | undefined> => {
    const [last = 0] = await repositories.imports.holdNumbers([counter]);
    if (lastNumber <= last) return undefined;
    return taken(repositories, { counter, first: last + 1, count: lastNumber - last });
  };

/**
 * A number that a file has given is given to nothing else, also once what bears it is taken back: the counter
 * goes on behind it.
 */
export const numberTaken =
  (repositories: LedgerRepositories, counter: string, number: number | undefined) =>
  async (): Promise<void> => {
    if (number !== undefined) await holdNumbers(repositories)({ counter, lastNumber: number });
  };

/** The numbers that follow the last one of a counter, which is held. */
async function taken(
  { numbers }: Pick<LedgerRepositories, 'numbers'>,
  { counter, first, count }: NumberRange & { readonly counter: string },
): Promise<NumberRange> {
  const [range] = await unfailing(numbers.allocate([{ series: counter, count, gapless: false }]));
  if (range?.first !== first) throw new Error(`the counter ${counter} is held, and has given others`);
  return range;
}

async function entriesOf(
  repositories: LedgerRepositories,
  documents: readonly Placed[],
  format: Import['format'],
): Promise<Either<LedgerFailure, readonly (readonly EntryToPost[])[]>> {
  const baseCurrency = await repositories.baseCurrency();
  const placed = documents.flatMap(({ draft }) =>
    draft.entries.map((entry, index) => ({ ...entry, property: `entries[${index}]` })),
  );
  const controlAccountOf = await controlAccountsOf(repositories.controlAccounts, placed)();
  if (isLeft(controlAccountOf)) return controlAccountOf;
  const vat = await vatTermsOf(repositories.resources, placed)();
  if (isLeft(vat)) return left(asInFile(vat.left));
  const codes = await currenciesNamedIn(repositories.resources, placed);
  if (isLeft(codes)) return codes;
  const all: (readonly EntryToPost[])[] = [];
  for (const { draft, series, isOpening } of documents) {
    const entryType: EntryType = isOpening
      ? 'openingEntry'
      : (draft.voucherType ?? seriesOf(series).entryType);
    const isOwn =
      series === SERIES.salesInvoice || series === SERIES.creditNote || series === SERIES.matching;
    const made: EntryToPost[] = [];
    for (const [index, entry] of draft.entries.entries()) {
      const { customer, supplier, vatAccount, currency: named = baseCurrency } = entry;
      const property = `entries[${index}]`;
      const currency = codes.right.get(named) ?? named;
      const inBase = amountInBase({ ...entry, currency, property }, baseCurrency);
      if (isLeft(inBase)) return inBase;
      const isOfParty = customer !== undefined || supplier !== undefined;
      if (customer !== undefined && supplier !== undefined)
        return left({ kind: 'LineNamesNoSingleParty', property, named: ['customer', 'supplier'] });
      if (entry.account === undefined && !isOfParty)
        return left({ kind: 'SchemaViolation', missing: [`${property}.account`], violations: [] });
      const accountNumber = entry.account?.accountNumber ?? controlAccountOf.right(entry);
      const terms = vatAccount && vat.right.get(folded(vatAccount.vatCode));
      const isVat = terms?.accountNumber === accountNumber || terms?.contraAccountNumber === accountNumber;
      made.push({
        accountNumber,
        amount: entry.amount,
        amountInBaseCurrency: inBase.right,
        currency,
        entryType,
        text: entry.text,
        vatCode: terms?.vatCode,
        vatPart: terms && (entry.vatPart ?? partOn(terms, accountNumber)),
        vatRate: terms && (entry.vatRate ?? terms.ratePercentage),
        departmentNumber: entry.department?.departmentNumber,
        departmentalDistributionNumber: entry.departmentalDistribution?.departmentalDistributionNumber,
        customerNumber: customer?.customerNumber,
        supplierNumber: supplier?.supplierNumber,
        dueDate: isOfParty ? entry.dueDate : undefined,
        isSystemMade: isOfParty || isVat || isOwn || !namesParties(format),
        property: `${property}.account`,
      });
    }
    if (made.length === 0) return left(schemaViolation('entries', 'must have at least one item'));
    all.push(made);
  }
  return right(all);
}

/** The document beside its entries, as it is shown. */
function voucherOf({ posting, of }: { readonly posting: Posting; readonly of: Placed }): Voucher {
  const { dueDate, vatDate, externalDocumentId } = of.draft;
  return { ...voucherOfEntries(posting, { dueDate, vatDate }), externalDocumentId };
}

function openingKept(
  { resources }: LedgerRepositories,
  { draft, series }: Placed,
  posting: Posting,
): Promise<Either<LedgerFailure, unknown>> {
  return resources.of(OpeningBalance).create({
    booked: true,
    date: draft.date,
    voucherId: posting.voucherId,
    voucherNumber: numberIn(seriesOf(series), posting.voucherNumber),
    lines: draft.entries.map(
      ({ account, customer, supplier, amount, amountInBaseCurrency, text }, index) => ({
        ...(customer === undefined && supplier === undefined && { account }),
        customer,
        supplier,
        amountInBaseCurrency: amountInBaseCurrency ?? amount,
        text,
        entryNumber: posting.entries[index]?.entryNumber,
      }),
    ),
  })();
}

/** Which side of a VAT code what stands on an account is. */
function partOn(
  { accountNumber, contraAccountNumber }: Pick<VatTerms, 'accountNumber' | 'contraAccountNumber'>,
  on: number,
): VatPart {
  if (on === accountNumber) return 'vat';
  return on === contraAccountNumber ? 'contraVat' : 'base';
}
