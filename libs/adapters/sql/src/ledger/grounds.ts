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
import { editionOf } from '../collection-state.js';
import type { Dialect } from '../dialect/dialect.js';
import type { ResourceAccess } from '../resource-access.js';
import type { SqlValue, Statement } from '../statement.js';
import { NAMES, type Naming } from './books-use.js';

/** Agreements whose ground a process remembers. */
const AGREEMENTS_MAX = 1_000;

/** Everything that changes what posting looks at raises the version of one of these. */
const COLLECTIONS = [Account, AccountingYear, Department, DepartmentalDistribution, VatAccount].map(
  ({ collection }) => collection,
);

type Known = {
  readonly edition: number;
  readonly accounts: Map<number, PostableAccount>;
  readonly periods: Map<number, PostablePeriod>;
  /** What entries have used already, by collection: it is there, and stays. */
  readonly marked: Map<string, Set<SqlValue>>;
};

/** Ground that is known without reading it. */
export type KnownGround = {
  readonly ground: PostingGround;
  /** Fails where it has changed since. */
  readonly stillHolds: Statement;
  /** Whether everything that entries name was booked with before. */
  isMarked(entries: readonly Naming[]): boolean;
};

/** Ground that was read, at one edition of it. */
export type GroundRead = Pick<PostingGround, 'accounts' | 'periods'> & {
  readonly edition: number;
  readonly marks: readonly { readonly collection: string; readonly form: SqlValue }[];
};

/**
 * What a process remembers of the ground that documents are posted on: accounts, periods, and what else was booked with before. A unit of
 * work that trusts may rest on it, since whatever it writes is kept only if the edition is still the same (ADR 14); whatever it
 * would refuse, it finds out anew.
 */
export class Grounds {
  readonly #access: ReadonlyMap<string, ResourceAccess>;
  readonly #known = new LRUCache<number, Known>({ max: AGREEMENTS_MAX });

  constructor(access: ReadonlyMap<string, ResourceAccess>) {
    this.#access = access;
  }

  /** Reads the edition of all that the ground consists of. */
  editionOf(agreementNumber: number): Statement {
    return editionOf(agreementNumber, COLLECTIONS);
  }

  /** The ground of documents; undefined when not all that they name is known. */
  under({ checks }: Dialect, agreementNumber: number, postings: readonly Posting[]): KnownGround | undefined {
    const known = this.#known.get(agreementNumber);
    if (known === undefined || checks === undefined) return undefined;
    const { accounts, edition } = known;
    const ground: PostingGround = { accounts, periods: [...known.periods.values()], missing: [] };
    const isMarked = (entries: readonly Naming[]): boolean => this.#isMarked(known, entries);
    const isAllKnown = postings.every(
      ({ date, entries }) => periodOf(ground, date) !== undefined && isMarked(entries),
    );
    if (!isAllKnown) return undefined;
    return { ground, isMarked, stillHolds: checks.isStill(this.editionOf(agreementNumber), edition) };
  }

  #isMarked({ marked }: Known, entries: readonly Naming[]): boolean {
    for (const [collection, keyOf] of NAMES) {
      const own = marked.get(collection);
      for (const entry of entries) {
        const key = keyOf(entry);
        if (key !== undefined && own?.has(this.#formOf(collection, key)) !== true) return false;
      }
    }
    return true;
  }

  #formOf(collection: string, key: KeyValue): SqlValue {
    return typeof key === 'number' ? key : (this.#access.get(collection)?.table.keyForm(key) ?? key);
  }

  /** Adds to what is known of the same edition; another takes its place. */
  remember(agreementNumber: number, { edition, accounts, periods, marks }: GroundRead): void {
    let known = this.#known.get(agreementNumber);
    if (known?.edition !== edition) {
      known = { edition, accounts: new Map(), periods: new Map(), marked: new Map() };
      this.#known.set(agreementNumber, known);
    }
    for (const [number, account] of accounts) known.accounts.set(number, account);
    for (const period of periods) known.periods.set(period.periodNumber, period);
    for (const { collection, form } of marks) {
      const own = known.marked.get(collection);
      if (own === undefined) known.marked.set(collection, new Set([form]));
      else own.add(form);
    }
  }

  forget(agreementNumber: number): void {
    this.#known.delete(agreementNumber);
  }
}
