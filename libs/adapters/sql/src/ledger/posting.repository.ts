import * as TE from 'fp-ts/lib/TaskEither.js';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { breathe, defined, flatMapped, ruleBroken, type RuleBroken, withoutSign } from '@kontor/kernel';
import {
  Account,
  AccountingYear,
  Entry,
  OpenPost,
  Period,
  type UnnumberedPosting,
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
import { numberAt } from '../row.js';
import { rowsOf, type SqlValue } from '../statement.js';
import { referredIn } from './entry-references.js';
import type { EntryRows } from './entry-rows.js';
import type { EntrySeals } from './entry-seals.js';
import { openPostRows, postsIn } from './open-posts.js';
import {
  addToDays,
  addToParties,
  addToPeriods,
  takeFromDay,
  takeFromPeriod,
  totalsIn,
} from './posted-sums.js';
import { readingFacts, sufficeFor } from './posting-facts.js';
import { POSTING_COLLECTIONS, collectionsBehind, type PostingSnapshots } from './posting-snapshots.js';
import { markPermanent } from '../statements/references.js';
import { openPeriod, periodOn, removeEntries, sumsOfDocument } from '../statements/posting.js';

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
  /** What the unit has found or made a permanent reference of entries, by `itemName`. */
  readonly #permanent = new Set<string>();
  /** The facts that the unit has decided on, from `factsFor`. */
  #seen: PostingFacts | undefined;

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
  async factsFor(postings: readonly UnnumberedPosting[]): Promise<PostingFacts> {
    const { unit, agreementNumber } = writing(this.#scope);
    const known = this.#prepared.snapshots.expecting(unit, agreementNumber, postings);
    return (this.#seen = known ?? (await this.#read(unit, postings)));
  }

  /** For what is only shown: the facts that the unit has decided on, where they suffice; else read. */
  async factsToShow(postings: readonly UnnumberedPosting[]): Promise<PostingFacts> {
    if (this.#seen !== undefined && sufficeFor(this.#seen, postings)) return this.#seen;
    const { unit, agreementNumber } = this.#scope;
    const { access, snapshots } = this.#prepared;
    const known = unit && snapshots.expecting(unit, agreementNumber, postings);
    if (known !== undefined) return known;
    const { statements, found } = readingFacts(access, agreementNumber, postings);
    const session = sessionToShow(this.#scope, Account.collection);
    return found(await session.run(...statements)).facts;
  }

  async #read(unit: Unit, postings: readonly UnnumberedPosting[]): Promise<PostingFacts> {
    const { agreementNumber } = this.#scope;
    const { access, snapshots } = this.#prepared;
    const { statements, found } = readingFacts(access, agreementNumber, postings);
    const { versions, outcomes } = await unit.facts(POSTING_COLLECTIONS, ...statements);
    unit.expect.versions(versions, collectionsBehind(postings));
    const { facts, permanent } = found(outcomes);
    for (const name of permanent) this.#permanent.add(name);
    if (unit.mayRemember) {
      snapshots.put(agreementNumber, versions, facts);
      for (const name of permanent)
        this.#entries.targets.permanentReferences.put(agreementNumber, name, true);
    }
    return facts;
  }

  /**
   * Writes the entries, posts and sums of documents that were decided on by `factsFor`. Refused where a sum
   * would be larger than its column. Where a period was closed since, or something that entries name was
   * removed, the unit runs again and finds it so.
   */
  async write(documents: readonly PostingToWrite[]): Promise<Either<RuleBroken, void>> {
    const { unit, agreementNumber } = writing(this.#scope);
    const encodeYear = this.#years.encodeKey;
    const referredFirst = this.#firstReferredIn(documents);
    const posts = openPostRows(this.#openPosts, agreementNumber, documents);
    // Closing a year posts an entry for each account there is: others have their turn between.
    await breathe();
    const rows = this.#prepared.rowsOfEntries(agreementNumber, documents);
    await breathe();
    const totals = totalsIn(documents, encodeYear);
    if (totals.some(({ cents }) => withoutSign(cents) > MOST_CENTS)) return left(SUM_TOO_LARGE);
    const additions = [...addToPeriods(agreementNumber, totals), ...addToParties(agreementNumber, documents)];
    await breathe();
    additions.push(...addToDays(agreementNumber, documents));
    await breathe();
    const applied = await unit.apply<RuleBroken>(
      ...rows,
      ...posts,
      ...openPeriods(this.#periods, agreementNumber, documents, encodeYear),
      ...referredFirst,
      ...additions.map(({ kind, sums }): Addition<RuleBroken> => ({ kind, sums, otherwise: SUM_TOO_LARGE })),
    );
    if (isLeft(applied)) return applied;
    await breathe();
    unit.events.sealed.push(...this.#prepared.sealsOfEntries(rows));
    for (const { name } of referredFirst) this.#permanent.add(name);
    if (posts.length > 0) unit.change(versionName(this.#openPosts.table, []), postsIn(posts));
    for (const { year, entries } of documents) {
      unit.change(versionName(this.#entries.table, [encodeYear(year)]), entries.length);
    }
    return right(undefined);
  }

  /** Marks as permanent what no entry has named before: from then on nobody can remove it (ADR 33). */
  #firstReferredIn(documents: readonly PostingToWrite[]): readonly Fence[] {
    const { agreementNumber } = this.#scope;
    const { permanentReferences } = this.#entries.targets;
    const { access, snapshots } = this.#prepared;
    const booked = flatMapped(documents, ({ entries }) => entries);
    if (snapshots.arePermanent(agreementNumber, booked)) return [];
    return flatMapped(referredIn(access, booked), ({ table, keys }) =>
      keys
        .filter(
          ({ name }) =>
            !this.#permanent.has(name) && permanentReferences.get(agreementNumber, name) === undefined,
        )
        .map(({ encoded, name }): Fence => ({
          kind: 'fence',
          name,
          statement: markPermanent(table, agreementNumber, encoded),
        })),
    );
  }

  /** Takes the entries of documents out again, as reopening a year does with what closing it has booked. */
  async withdraw(documents: readonly Withdrawn[]): Promise<void> {
    for (const document of documents) await this.#withdrawOne(document);
  }

  async #withdrawOne({ year, date, voucherId }: Withdrawn): Promise<void> {
    const { unit, agreementNumber } = writing(this.#scope);
    const encodedYear = this.#years.encodeKey(year);
    const [period] = await rowsOf(unit.now, periodOn([agreementNumber, encodedYear], date));
    const periodNumber = numberAt(defined(period), 'period_number');
    const place = [agreementNumber, encodedYear, periodNumber] as const;
    const { dialect } = this.#entries;
    const document = [agreementNumber, encodedYear, date, voucherId] as const;
    const sums = await rowsOf(unit.now, sumsOfDocument(dialect, document));
    await unit.apply(
      {
        kind: 'fence',
        name: itemName(this.#periods, [encodedYear, periodNumber]),
        statement: openPeriod(place, true),
      },
      ...takeFromPeriod(place, sums),
      ...takeFromDay(agreementNumber, date, sums),
    );
    const [gone] = await unit.now.run(...removeEntries(dialect, place, document));
    unit.events.sealed.push([voucherId, 0, '']);
    unit.change(versionName(this.#entries.table, [encodedYear]), -(gone?.affected ?? 0));
  }
}

type Withdrawn = Parameters<PostingRepository['withdraw']>[0][number];

/**
 * One write to the row of each period that is booked in: it changes nothing when the period is closed (G8).
 */
function openPeriods(
  periodTable: ResourceTable,
  agreementNumber: number,
  documents: readonly PostingToWrite[],
  encodeYear: (year: string) => SqlValue,
): readonly Fence[] {
  const places = new Map(
    documents.map(({ year, periodNumber, closesYear }) => [
      periodNumber,
      { encoded: [encodeYear(year), periodNumber], passesBar: closesYear === true },
    ]),
  );
  return [...places.values()].map(({ encoded, passesBar }) => ({
    kind: 'fence',
    name: itemName(periodTable, encoded),
    statement: openPeriod([agreementNumber, ...encoded], passesBar),
  }));
}
