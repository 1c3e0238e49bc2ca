import * as TE from 'fp-ts/lib/TaskEither.js';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  defined,
  centsOf,
  type Cents,
  flatMapped,
  ruleBroken,
  type RuleBroken,
  withoutSign,
} from '@kontor/kernel';
import {
  Account,
  AccountingYear,
  Entry,
  OpenPost,
  Period,
  type PostableAccount,
  type PostablePeriod,
  type Posting,
  type PostingFacts,
  type PostingRepository,
  type PostingToWrite,
} from '@kontor/ledger';
import { versionName } from '../transaction/collection-version.js';
import type { Addition, Fence } from '../transaction/effect.js';
import { sessionToShow, writing, type Scope } from '../transaction/scope.js';
import type { ResourceTable } from '../entity/table-of.js';
import { itemName } from '../integrity/references.js';
import type { Unit } from '../transaction/unit.js';
import { type ResourceAccess, type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { rowsOf, type Outcome, type Row, type SqlValue, type Statement } from '../statement.js';
import { addToDays, takeFromDay } from './day-totals.js';
import { markOf, namedIn, usesIn, type Named } from './entry-references.js';
import type { EntryRows, EntrySeals } from './entry-rows.js';
import { openPostRows, postsIn } from './open-posts.js';
import { addToParties } from './party-totals.js';
import {
  POSTING_COLLECTIONS,
  versionsNamed,
  type PostingSnapshot,
  type PostingSnapshots,
} from './posting-facts.js';
import { bigintAt, dateAt, numberAt, numberOrNullAt, textAt, textOrNullAt } from '../row.js';
import { readColumns } from '../statements/items.js';
import { markPermanent, PERMANENT } from '../statements/references.js';
import {
  openPeriod,
  PERIOD_TOTALS,
  periodOn,
  periodsBetween,
  removeEntries,
  sumsOfDocument,
} from '../statements/posting.js';

const ACCOUNT_MEMBERS = [
  'account_type',
  'barred',
  'block_direct_entries',
  'require_departmental_distribution_on_entries',
  'vat_account_code',
  'contra_account_number',
];

/** Sums are kept as whole numbers of 64 bits. */
const MOST_CENTS = 2n ** 63n - 1n;
const SUM_TOO_LARGE = ruleBroken(
  'E10320',
  'lines',
  'would take the sum of an account, a customer or a supplier beyond 92,233,720,368,547,758.07',
);

type Prepared = {
  readonly access: ResourceAccesses;
  readonly rowsOfEntries: EntryRows;
  readonly sealsOfEntries: EntrySeals;
  readonly snapshots: PostingSnapshots;
};

/**
 * The books themselves. What one document needs is read in one round trip and written in another;
 * the rows that many bookings share come after its own ones, always in this order, so that no two
 * units wait for each other: entries, periods and use of accounts, totals, and with the commit
 * the versions of collections and the events.
 */
export function sqlPosting(prepared: Prepared, scope: Scope): PostingRepository {
  const posting = new SqlPosting(prepared, scope);
  return {
    factsFor: (postings) => TE.fromTask(() => posting.factsFor(postings)),
    factsToShow: (postings) => TE.fromTask(() => posting.factsToShow(postings)),
    write: (documents) => () => posting.write(documents),
    withdraw: (documents) => TE.fromTask(() => posting.withdraw(documents)),
  };
}

class SqlPosting {
  readonly #prepared: Prepared;
  readonly #scope: Scope;
  readonly #entries: ResourceAccess;
  readonly #openPosts: ResourceAccess;
  readonly #years: ResourceTable;
  readonly #periods: ResourceTable;
  /** What is known to be a permanent reference of entries. */
  readonly #permanent = new Set<string>();
  /** The facts that the unit rests on. */
  #seen: PostingFacts | undefined;
  /** The same, where they were not read. */
  #snapshot: PostingSnapshot | undefined;

  constructor(prepared: Prepared, scope: Scope) {
    const accessOf = (collection: string) => accessTo(prepared.access, { collection });
    this.#prepared = prepared;
    this.#scope = scope;
    this.#entries = accessOf(Entry.collection);
    this.#openPosts = accessOf(OpenPost.collection);
    this.#years = accessOf(AccountingYear.collection).table;
    this.#periods = accessOf(Period.collection).table;
  }

  /**
   * What postings are decided on: remembered or read, and in either case
   * expected to be so when the unit is written.
   */
  async factsFor(postings: readonly Posting[]): Promise<PostingFacts> {
    const { unit, agreementNumber } = writing(this.#scope);
    const { snapshots } = this.#prepared;
    this.#snapshot = unit.mayRemember ? snapshots.under(unit, agreementNumber, postings) : undefined;
    this.#seen = this.#snapshot?.facts ?? (await this.#read(unit, postings));
    return this.#seen;
  }

  /** What the unit has decided on already where that says it all: it is expected to stay so. */
  async factsToShow(postings: readonly Posting[]): Promise<PostingFacts> {
    if (this.#seen !== undefined && saysAllOf(this.#seen, postings)) return this.#seen;
    const { unit, agreementNumber } = this.#scope;
    const { snapshots } = this.#prepared;
    const known = unit?.mayRemember === true ? snapshots.under(unit, agreementNumber, postings) : undefined;
    if (known !== undefined) return known.facts;
    const named = this.#namedBy(postings);
    const session = sessionToShow(this.#scope, Account.collection);
    const { facts, uses } = factsIn(named, await session.run(...this.#statementsOf(named, postings)));
    return { ...facts, missing: missingAmong(named, uses) };
  }

  async #read(unit: Unit, postings: readonly Posting[]): Promise<PostingFacts> {
    const { agreementNumber } = this.#scope;
    const { snapshots } = this.#prepared;
    const named = this.#namedBy(postings);
    const { versions, outcomes } = await unit.facts(
      POSTING_COLLECTIONS,
      ...this.#statementsOf(named, postings),
    );
    unit.expectVersions(versions, versionsNamed(postings));
    const { facts, uses } = factsIn(named, outcomes);
    this.#foundPermanent(unit, named, uses);
    if (unit.mayRemember) snapshots.remember(agreementNumber, { ...facts, versions });
    return { ...facts, missing: missingAmong(named, uses) };
  }

  #namedBy(postings: readonly Posting[]): readonly Named[] {
    return namedIn(
      this.#prepared.access,
      flatMapped(postings, (posting) => posting.entries),
    );
  }

  #statementsOf(named: readonly Named[], postings: readonly Posting[]): readonly Statement[] {
    const { agreementNumber } = this.#scope;
    return [
      periodsOn(this.#entries.dialect.asText('`year_folded`'), agreementNumber, postings),
      ...named.map(({ collection, table, keys }) =>
        readColumns(
          table,
          [table.key.column, ...(collection === Account.collection ? ACCOUNT_MEMBERS : []), 'uses'],
          agreementNumber,
          keys.map(({ form }) => form),
        ),
      ),
    ];
  }

  /**
   * What entries have named before stays: it need not be marked again, and no
   * other process will take it away.
   */
  #foundPermanent(unit: Unit, named: readonly Named[], uses: ReadonlyMap<string, number>): void {
    const { permanentReferences } = this.#entries.targets;
    for (const { collection, keys } of named) {
      for (const { form } of keys) {
        const mark = markOf(collection, form);
        if ((uses.get(mark) ?? 0) < PERMANENT) continue;
        this.#permanent.add(mark);
        if (unit.mayRemember) permanentReferences.add(this.#scope.agreementNumber, collection, form);
      }
    }
  }

  /**
   * Closed since the facts were read, or something they name was removed: the unit sees it anew.
   */
  async write(documents: readonly PostingToWrite[]): Promise<Either<RuleBroken, void>> {
    const { unit, agreementNumber } = writing(this.#scope);
    const encodeYear = this.#years.encodeKey;
    const namedFirst = this.#namedFirstIn(documents);
    const posts = openPostRows(this.#openPosts, agreementNumber, documents);
    const rows = this.#prepared.rowsOfEntries(agreementNumber, documents);
    const totals = totalsIn(documents, encodeYear);
    if (totals.some(({ cents }) => withoutSign(cents) > MOST_CENTS)) return left(SUM_TOO_LARGE);
    const additions = [
      ...totalsToAdd(agreementNumber, totals),
      ...addToParties(agreementNumber, documents),
      ...addToDays(agreementNumber, documents),
    ];
    const applied = await unit.apply<RuleBroken>(
      ...rows,
      ...posts,
      ...openPeriods(this.#periods, agreementNumber, documents, encodeYear),
      ...namedFirst.map(({ table, form }): Fence => ({
        kind: 'fence',
        name: itemName(table, [form]),
        statement: markPermanent(table, agreementNumber, form),
      })),
      ...additions.map(({ kind, sums }): Addition<RuleBroken> => ({ kind, sums, otherwise: SUM_TOO_LARGE })),
    );
    if (isLeft(applied)) return applied;
    unit.seal(...this.#prepared.sealsOfEntries(rows));
    for (const { mark } of namedFirst) this.#permanent.add(mark);
    if (posts.length > 0) unit.change(versionName(this.#openPosts.table, []), postsIn(posts));
    for (const { year, entries } of documents) {
      unit.change(versionName(this.#entries.table, [encodeYear(year)]), entries.length);
    }
    return right(undefined);
  }

  #namedFirstIn(
    documents: readonly PostingToWrite[],
  ): readonly { readonly table: ResourceTable; readonly form: SqlValue; readonly mark: string }[] {
    const booked = flatMapped(documents, ({ entries }) => entries);
    if (this.#snapshot?.arePermanent(booked) === true) return [];
    return flatMapped(namedIn(this.#prepared.access, booked), ({ collection, table, keys }) =>
      keys
        .map(({ form }) => ({ table, form, mark: markOf(collection, form) }))
        .filter(({ mark }) => !this.#permanent.has(mark)),
    );
  }

  /** Takes the entries of documents out again, as reopening a year does with what closing it has booked. */
  async withdraw(documents: readonly Withdrawn[]): Promise<void> {
    for (const document of documents) await this.#withdrawOne(document);
  }

  async #withdrawOne({ year, date, voucherId }: Withdrawn): Promise<void> {
    const { unit, agreementNumber } = writing(this.#scope);
    const encodedYear = this.#years.encodeKey(year);
    const own = [agreementNumber, encodedYear];
    const [period] = await rowsOf(unit.now, periodOn(own, date));
    const periodNumber = period?.['period_number'] as number;
    const place = [...own, periodNumber];
    const { dialect } = this.#entries;
    const document = [agreementNumber, encodedYear, date, voucherId] as const;
    const sums = await rowsOf(unit.now, sumsOfDocument(dialect, document));
    const lowered = sums.map((row): TotalRow => ({
      year: encodedYear,
      accountNumber: numberAt(row, 'account_number'),
      periodNumber,
      cents: bigintAt(row, 'credit') - bigintAt(row, 'debit'),
      entries: -numberAt(row, 'entries'),
    }));
    await unit.apply(
      {
        kind: 'fence',
        name: itemName(this.#periods, [encodedYear, periodNumber]),
        statement: openPeriod(place, true),
      },
      ...totalsToAdd(agreementNumber, lowered),
      ...takeFromDay(agreementNumber, date, sums),
    );
    const [gone] = await unit.now.run(...removeEntries(dialect, place, document));
    unit.seal([voucherId, 0, '']);
    unit.change(versionName(this.#entries.table, [encodedYear]), -(gone?.affected ?? 0));
  }
}

/** Of documents that name nothing but accounts. */
function saysAllOf({ accounts, periods, missing }: PostingFacts, postings: readonly Posting[]): boolean {
  return (
    postings.every(
      ({ date, entries }) =>
        periods.some(({ fromDate, toDate }) => fromDate <= date && date <= toDate) &&
        entries.every(
          ({ accountNumber, vatCode, departmentNumber, departmentalDistributionNumber }) =>
            accounts.has(accountNumber) &&
            (vatCode ?? departmentNumber ?? departmentalDistributionNumber) === undefined,
        ),
    ) && missing.length === 0
  );
}

/** What the statements of `#statementsOf` have found. */
function factsIn(named: readonly Named[], outcomes: readonly Outcome[]): FactsFound {
  const [periods, ...found] = outcomes as [Outcome, ...Outcome[]];
  const [accounts] = named[0]?.collection === Account.collection ? found : [];
  return {
    uses: new Map(flatMapped(named, (one, index) => usesIn(one, defined(found[index])))),
    facts: {
      periods: periods.rows.map(periodOf),
      accounts: new Map(accounts?.rows.map((row) => [numberAt(row, 'account_number'), accountOf(row)])),
    },
  };
}

type FactsFound = {
  readonly facts: Pick<PostingFacts, 'accounts' | 'periods'>;
  readonly uses: ReadonlyMap<string, number>;
};

type Withdrawn = Parameters<PostingRepository['withdraw']>[0][number];

/** What postings name besides accounts, and is not there. */
function missingAmong(named: readonly Named[], uses: ReadonlyMap<string, number>): PostingFacts['missing'] {
  return named
    .filter(({ collection }) => collection !== Account.collection)
    .flatMap(({ collection, keys }) =>
      keys
        .filter(({ form }) => !uses.has(markOf(collection, form)))
        .map(({ key }) => ({ resource: collection, key })),
    );
}

/** The periods that the documents may be dated in: those between the first and the last of the dates. */
function periodsOn(year: string, agreementNumber: number, postings: readonly Posting[]): Statement {
  const dates = postings.map(({ date }) => date).sort();
  return periodsBetween(year, agreementNumber, dates[0] ?? '', dates.at(-1) ?? '');
}

function periodOf(row: Row): PostablePeriod {
  return {
    year: textAt(row, 'year'),
    periodNumber: numberAt(row, 'period_number'),
    fromDate: dateAt(row, 'from_date'),
    toDate: dateAt(row, 'to_date'),
    closed: row['closed'] === 1,
    barred: row['barred'] === 1,
  };
}

function accountOf(row: Row): PostableAccount {
  return {
    accountNumber: numberAt(row, 'account_number'),
    accountType: row['account_type'] as PostableAccount['accountType'],
    barred: row['barred'] === 1,
    blockDirectEntries: row['block_direct_entries'] === 1,
    requiresDepartment: row['require_departmental_distribution_on_entries'] === 1,
    vatCode: textOrNullAt(row, 'vat_account_code') ?? undefined,
    contraAccountNumber: numberOrNullAt(row, 'contra_account_number') ?? undefined,
  };
}

type EncodeKey = (key: string) => SqlValue;

/**
 * One write to the row of each period that is booked in: it changes nothing when the period is closed (G8).
 */
function openPeriods(
  periodTable: ResourceTable,
  agreementNumber: number,
  documents: readonly PostingToWrite[],
  encodeKey: EncodeKey,
): readonly Fence[] {
  const places = new Map(
    documents.map(({ year, periodNumber, closesYear }) => [
      periodNumber,
      { encoded: [encodeKey(year), periodNumber], passesBar: closesYear === true },
    ]),
  );
  return [...places.values()].map(({ encoded, passesBar }) => ({
    kind: 'fence',
    name: itemName(periodTable, encoded),
    statement: openPeriod([agreementNumber, ...encoded], passesBar),
  }));
}

type TotalRow = {
  readonly year: SqlValue;
  readonly accountNumber: number;
  readonly periodNumber: number;
  readonly cents: Cents;
  readonly entries: number;
};

/** What the documents add to each account and period, in the order of the keys. */
function totalsIn(documents: readonly PostingToWrite[], encodeKey: EncodeKey): readonly TotalRow[] {
  const totals = new Map<string, TotalRow>();
  for (const { year, periodNumber, entries } of documents) {
    for (const { accountNumber, amountInBaseCurrency } of entries) {
      const name = `${periodNumber}/${accountNumber}`;
      const seen = totals.get(name);
      totals.set(name, {
        year: encodeKey(year),
        accountNumber,
        periodNumber,
        cents: (seen?.cents ?? 0n) + centsOf(amountInBaseCurrency),
        entries: (seen?.entries ?? 0) + 1,
      });
    }
  }
  return [...totals.values()].sort(
    (one, other) => one.periodNumber - other.periodNumber || one.accountNumber - other.accountNumber,
  );
}

function totalsToAdd(agreementNumber: number, totals: readonly TotalRow[]): readonly Addition[] {
  if (totals.length === 0) return [];
  const rows = totals.map(({ year, accountNumber, periodNumber, cents, entries }) => [
    agreementNumber,
    year,
    accountNumber,
    periodNumber,
    String(cents),
    entries,
  ]);
  return [{ kind: 'add', sums: { to: PERIOD_TOTALS, rows } }];
}
