import { LRUCache } from 'lru-cache';
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
import type { Dialect } from '../dialect/dialect.js';
import { placeholders, type Statement } from '../statement.js';
import { marksOf, type Named } from './books-use.js';

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
  /** What entries have used already: it is there, and stays. */
  readonly marked: Set<string>;
};

/** Ground that was read, at one edition of it. */
export type GroundRead = Pick<PostingGround, 'accounts' | 'periods'> & {
  readonly edition: number;
  readonly marked: ReadonlySet<string>;
};

/**
 * What a process remembers of the ground that documents are posted on: accounts, periods, and what else was booked with before. A unit of
 * work that trusts may rest on it, since whatever it writes is kept only if the edition is still the same (ADR 14); whatever it
 * would refuse, it finds out anew.
 */
export class Grounds {
  readonly #known = new LRUCache<number, Known>({ max: AGREEMENTS_MAX });

  /** Reads the edition: the sum of versions that only ever grow. To be read before what it is the edition of. */
  editionOf(agreementNumber: number): Statement {
    return {
      sql:
        'SELECT SUM(`version`) AS edition FROM `collection_state` ' +
        `WHERE \`agreement_number\` = ? AND \`collection\` IN (${placeholders(COLLECTIONS.length)})`,
      values: [agreementNumber, ...COLLECTIONS],
    };
  }

  /** The ground of documents that name these things, and what tells whether it still holds; undefined when not all of it is known. */
  under(
    { checks }: Dialect,
    agreementNumber: number,
    { named, postings }: { readonly named: readonly Named[]; readonly postings: readonly Posting[] },
  ): { readonly ground: PostingGround; readonly stillHolds: Statement } | undefined {
    const known = this.#known.get(agreementNumber);
    if (known === undefined || checks === undefined) return undefined;
    const { accounts, marked, edition } = known;
    const ground: PostingGround = { accounts, periods: [...known.periods.values()], missing: [] };
    const isAllKnown =
      marksOf(named).every((mark) => marked.has(mark)) &&
      postings.every(({ date }) => periodOf(ground, date) !== undefined);
    if (!isAllKnown) return undefined;
    return { ground, stillHolds: checks.isStill(this.editionOf(agreementNumber), edition) };
  }

  /** Adds to what is known of the same edition; another takes its place. */
  remember(agreementNumber: number, { edition, accounts, periods, marked }: GroundRead): void {
    let known = this.#known.get(agreementNumber);
    if (known?.edition !== edition) {
      known = { edition, accounts: new Map(), periods: new Map(), marked: new Set() };
      this.#known.set(agreementNumber, known);
    }
    for (const [number, account] of accounts) known.accounts.set(number, account);
    for (const period of periods) known.periods.set(period.periodNumber, period);
    for (const mark of marked) known.marked.add(mark);
  }

  forget(agreementNumber: number): void {
    this.#known.delete(agreementNumber);
  }
}
