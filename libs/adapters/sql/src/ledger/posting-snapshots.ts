import { AccountingYear, type UnnumberedPosting, type PostingFacts } from '@kontor/ledger';
import { itemName } from '../integrity/references.js';
import type { ResourceAccesses } from '../resource/resource-access.js';
import type { ImmutableFacts } from '../snapshot/immutable-facts.js';
import { SnapshotCache, type Versions } from '../snapshot/snapshot-cache.js';
import type { Unit } from '../transaction/unit.js';
import { ENTRY_REFERENCES, type ReferringEntry } from './entry-references.js';
import { includeAll } from './posting-facts.js';

const BYTES_MAX = 16 * 1024 * 1024;
const FACTS = 'facts';

/** Everything that changes what posting looks at raises the version of one of these. */
export const POSTING_COLLECTIONS: readonly string[] = [
  AccountingYear.collection,
  ...ENTRY_REFERENCES.map(({ collection }) => collection),
];

/**
 * The accounts and periods that documents were posted on before. A unit of work that rests on them expects
 * the versions of the collections behind its postings.
 */
export class PostingSnapshots {
  readonly #access: ResourceAccesses;
  readonly #permanent: ImmutableFacts<true>;
  readonly #facts = new SnapshotCache<Pick<PostingFacts, 'accounts' | 'periods'>>({
    bytesMax: BYTES_MAX,
  });

  /** `permanent`: what entries have named before is there, and stays. */
  constructor(access: ResourceAccesses, permanent: ImmutableFacts<true>) {
    this.#access = access;
    this.#permanent = permanent;
  }

  /**
   * The facts of postings, on which the unit rests then; undefined when not all that they name is known, or
   * the unit may not rest on what is remembered.
   */
  expecting(
    unit: Unit,
    agreementNumber: number,
    postings: readonly UnnumberedPosting[],
  ): PostingFacts | undefined {
    if (!unit.mayRemember) return undefined;
    const known = this.#facts.expecting(
      agreementNumber,
      FACTS,
      (versions, facts) =>
        includeAll(facts, postings) &&
        postings.every(({ entries }) => this.arePermanent(agreementNumber, entries)) &&
        unit.expect.cached(versions, collectionsBehind(postings)),
    );
    if (known === undefined) return undefined;
    unit.hooks.afterFailedPrecondition(() => this.#facts.invalidate(agreementNumber, POSTING_COLLECTIONS));
    return { ...known, missing: [] };
  }

  /**
   * Whether all that entries name is known to be a permanent reference. Nearly every booking asks it twice:
   * nothing is put together for it, so that of three entries it takes 4 µs in all, and by `referredIn` 7.
   */
  arePermanent(agreementNumber: number, entries: readonly ReferringEntry[]): boolean {
    return ENTRY_REFERENCES.every(({ collection, keyOf }) => {
      const table = this.#access.get(collection)?.table;
      return entries.every((entry) => {
        const key = keyOf(entry);
        return (
          key === undefined ||
          (table !== undefined &&
            this.#permanent.get(agreementNumber, itemName(table, [table.encodeKey(key)])) === true)
        );
      });
    });
  }

  /** Adds to what is known at the same versions; what is of others takes its place. */
  put(agreementNumber: number, versions: Versions, { accounts, periods }: PostingFacts): void {
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

/** The collections that postings are decided on: the accounting years, and those that entries refer to. */
export function collectionsBehind(postings: readonly UnnumberedPosting[]): readonly string[] {
  const used = ENTRY_REFERENCES.filter(({ keyOf }) =>
    postings.some(({ entries }) => entries.some((entry) => keyOf(entry) !== undefined)),
  );
  return [AccountingYear.collection, ...used.map(({ collection }) => collection)];
}
