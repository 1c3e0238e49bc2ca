import type { KeyValue } from '@kontor/kernel';
import {
  Account,
  AccountingYear,
  Department,
  DepartmentalDistribution,
  periodOf,
  VatAccount,
  type Posting,
  type PostingFacts,
} from '@kontor/ledger';
import { SnapshotCache } from '../snapshot/snapshot-cache.js';
import type { Unit } from '../transaction/unit.js';
import type { ResourceAccesses } from '../resource/resource-access.js';
import { NAMES, type Naming } from './entry-references.js';

const BYTES_MAX = 16 * 1024 * 1024;
const FACTS = 'facts';

/** Everything that changes what posting looks at raises the version of one of these. */
export const POSTING_COLLECTIONS = [
  Account,
  AccountingYear,
  Department,
  DepartmentalDistribution,
  VatAccount,
].map(({ collection }) => collection);

/** What was read of the accounts and periods that documents were posted on. */
type Known = Pick<PostingFacts, 'accounts' | 'periods'>;

/** Facts that are known without reading them. */
export type PostingSnapshot = {
  readonly facts: PostingFacts;
  /** Whether everything that entries name was booked with before: it is a permanent reference. */
  arePermanent(entries: readonly Naming[]): boolean;
};

/** Facts that were read, and the versions of what they consist of. */
export type FactsRead = Pick<PostingFacts, 'accounts' | 'periods'> & {
  readonly versions: ReadonlyMap<string, number>;
};

/**
 * The accounts and periods that documents were posted on before. A unit of work that rests on them expects
 * the versions of the collections that its postings name.
 */
export class PostingSnapshots {
  readonly #access: ResourceAccesses;
  readonly #facts = new SnapshotCache<Known>({ name: 'facts of postings', bytesMax: BYTES_MAX });

  constructor(access: ResourceAccesses) {
    this.#access = access;
  }

  /** The facts of postings, on which the unit rests then; undefined when not all that they name is known. */
  under(unit: Unit, agreementNumber: number, postings: readonly Posting[]): PostingSnapshot | undefined {
    const arePermanent = (entries: readonly Naming[]): boolean =>
      this.#arePermanent(agreementNumber, entries);
    const known = this.#facts.expecting(
      agreementNumber,
      FACTS,
      (versions, { accounts, periods }) =>
        postings.every(
          ({ date, entries }) =>
            periodOf({ accounts, periods, missing: [] }, date) !== undefined &&
            entries.every(({ accountNumber }) => accounts.has(accountNumber)) &&
            arePermanent(entries),
        ) && unit.remember(versions, versionsNamed(postings)),
    );
    if (known === undefined) return undefined;
    unit.hooks.afterFailedPrecondition(() => this.#facts.invalidate(agreementNumber, POSTING_COLLECTIONS));
    const { accounts, periods } = known;
    return { facts: { accounts, periods, missing: [] }, arePermanent };
  }

  #arePermanent(agreementNumber: number, entries: readonly Naming[]): boolean {
    return NAMES.every(([collection, keyOf]) =>
      entries.every((entry) => {
        const key = keyOf(entry);
        return key === undefined || this.#isPermanent(agreementNumber, collection, key);
      }),
    );
  }

  #isPermanent(agreementNumber: number, collection: string, key: KeyValue): boolean {
    const own = this.#access.get(collection);
    return (
      own?.targets.permanentReferences.has(agreementNumber, collection, own.table.encodeKey(key)) === true
    );
  }

  /** Adds to what is known at the same versions; what is of others takes its place. */
  remember(agreementNumber: number, { versions, accounts, periods }: FactsRead): void {
    const known = this.#facts.at(agreementNumber, FACTS, versions);
    const byNumber = new Map(
      [...(known?.periods ?? []), ...periods].map((period) => [period.periodNumber, period]),
    );
    this.#facts.put(agreementNumber, FACTS, versions, {
      accounts: new Map([...(known?.accounts ?? []), ...accounts]),
      periods: [...byNumber.values()],
    });
  }
}

/** The collections that a posting stands on: its accounting year, and those of what its entries name. */
export function versionsNamed(postings: readonly Posting[]): readonly string[] {
  const used = NAMES.filter(([, keyOf]) =>
    postings.some(({ entries }) => entries.some((entry) => keyOf(entry) !== undefined)),
  );
  return [AccountingYear.collection, ...used.map(([collection]) => collection)];
}
