import { LRUCache } from 'lru-cache';
import type { KeyValue } from '@kontor/kernel';
import {
  Account,
  AccountingYear,
  Department,
  DepartmentalDistribution,
  periodOf,
  VatAccount,
  type PostableAccount,
  type PostablePeriod,
  type Posting,
  type PostingGround,
} from '@kontor/ledger';
import type { Changes } from '../changes.js';
import { readVersions } from '../collection-state.js';
import type { ResourceAccess } from '../resource-access.js';
import type { Statement } from '../statement.js';
import { NAMES, type Naming } from './books-use.js';

/** Agreements whose ground a process remembers. */
const AGREEMENTS_MAX = 1_000;

/** Everything that changes what posting looks at raises the version of one of these. */
const COLLECTIONS = [Account, AccountingYear, Department, DepartmentalDistribution, VatAccount].map(
  ({ collection }) => collection,
);

type Known = {
  readonly versions: ReadonlyMap<string, number>;
  readonly accounts: Map<number, PostableAccount>;
  readonly byNumber: Map<number, PostablePeriod>;
  periods: readonly PostablePeriod[];
};

/** Ground that is known without reading it. */
export type KnownGround = {
  readonly ground: PostingGround;
  /** Whether everything that entries name was booked with before. */
  isMarked(entries: readonly Naming[]): boolean;
};

/** Ground that was read, and the versions of what it consists of. */
export type GroundRead = Pick<PostingGround, 'accounts' | 'periods'> & {
  readonly versions: ReadonlyMap<string, number>;
};

/**
 * What a process remembers of the ground that documents are posted on: accounts and periods. A unit of
 * work that trusts may rest on it, since whatever it writes is kept only if these versions are still the same (ADR 14); whatever it
 * would refuse, it finds out anew.
 */
export class Grounds {
  readonly #access: ReadonlyMap<string, ResourceAccess>;
  readonly #known = new LRUCache<number, Known>({ max: AGREEMENTS_MAX });

  constructor(access: ReadonlyMap<string, ResourceAccess>) {
    this.#access = access;
  }

  /** Reads the versions of all that the ground consists of. */
  readVersions(agreementNumber: number): Statement {
    return readVersions(agreementNumber, COLLECTIONS);
  }

  /** The ground of documents, on which the unit rests then; undefined when not all that they name is known. */
  under(changes: Changes, agreementNumber: number, postings: readonly Posting[]): KnownGround | undefined {
    const known = this.#known.get(agreementNumber);
    if (known === undefined) return undefined;
    const { accounts, periods, versions } = known;
    const ground: PostingGround = { accounts, periods, missing: [] };
    const isMarked = (entries: readonly Naming[]): boolean => this.#isMarked(agreementNumber, entries);
    const isAllKnown = postings.every(
      ({ date, entries }) =>
        periodOf(ground, date) !== undefined &&
        entries.every(({ accountNumber }) => accounts.has(accountNumber)) &&
        isMarked(entries),
    );
    if (!isAllKnown) return undefined;
    changes.whenMistaken(() => this.#known.delete(agreementNumber));
    const rests = named(postings).every((state) => changes.restOn(state, versions.get(state) ?? 0));
    return rests ? { ground, isMarked } : undefined;
  }

  #isMarked(agreementNumber: number, entries: readonly Naming[]): boolean {
    return NAMES.every(([collection, keyOf]) =>
      entries.every((entry) => {
        const key = keyOf(entry);
        return key === undefined || this.#isUsed(agreementNumber, collection, key);
      }),
    );
  }

  #isUsed(agreementNumber: number, collection: string, key: KeyValue): boolean {
    const own = this.#access.get(collection);
    return own?.targets.usedForGood.has(agreementNumber, collection, own.table.keyForm(key)) === true;
  }

  /** Adds to what is known at the same versions; what is of others takes its place. */
  remember(agreementNumber: number, { versions, accounts, periods }: GroundRead): void {
    let known = this.#known.get(agreementNumber);
    if (known === undefined || !isSame(known.versions, versions)) {
      known = { versions, accounts: new Map(), byNumber: new Map(), periods: [] };
      this.#known.set(agreementNumber, known);
    }
    for (const [number, account] of accounts) known.accounts.set(number, account);
    for (const period of periods) known.byNumber.set(period.periodNumber, period);
    known.periods = [...known.byNumber.values()];
  }
}

/** The collections that a posting stands on: its accounting year, and those of what its entries name. */
function named(postings: readonly Posting[]): readonly string[] {
  const used = NAMES.filter(([, keyOf]) =>
    postings.some(({ entries }) => entries.some((entry) => keyOf(entry) !== undefined)),
  );
  return [AccountingYear.collection, ...used.map(([collection]) => collection)];
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return COLLECTIONS.every((state) => one.get(state) === other.get(state));
}
