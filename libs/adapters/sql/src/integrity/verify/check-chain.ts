import { numberAt, textOrNullAt } from '../../row.js';
import { defined } from '@kontor/kernel';
import type { BooksChecked, ChainHead } from '@kontor/ledger';
import { digestsOf, LEFT_OUT, linkOf, nextHead, sealsIn, type SealedEntries } from '../../event/chain.js';
import { linksIn, type KeptLink } from '../../event/chain-links.js';
import { entryToSeal, sealOf, type EntryToSeal } from '../../ledger/entry-seals.js';
import { pluralize, from, rowsRead, type Looked } from './checks.js';
import type { EntryObserver, SeenEntry } from './entries-seen.js';
import { EVENTS } from '../../statements/collection-versions.js';

/** Faults of one check that are told. */
const FAULTS_MAX = 1_000;

/** What is walked along the chain of an agreement. */
type Walk = {
  links: number;
  head: string | undefined;
  /** The number of the last event that was come by. */
  last: number;
  /** Backups that were put back: the last event that each had, and the first that was written after it. */
  readonly putBack: { readonly until: number; readonly from: number }[];
  /** The seal of each voucher that is to have entries: the last link about it counts. */
  readonly seals: Map<number, SealedEntries>;
  /** Noted heads that were not come by. */
  readonly missed: Set<string>;
  readonly faults: string[];
};

/** What following a chain has shown, and what entries there should be by it. */
type ChainFollowed = {
  readonly links: BooksChecked;
  readonly heads: BooksChecked;
  readonly seals: Map<number, SealedEntries>;
};

/**
 * Events and records are what they were when they were written (docs/adr/0043), and heads that were noted
 * before are still in the chain.
 */
export async function followChain(looked: Looked, noted: readonly ChainHead[]): Promise<ChainFollowed> {
  const { session, agreementNumber } = looked;
  const missed = new Set(noted.map(({ hash }) => hash));
  const start = { links: 0, head: undefined, last: 0 };
  const walk: Walk = { ...start, putBack: [], seals: new Map(), missed, faults: [] };
  for await (const link of linksIn(session, agreementNumber)) follow(walk, link);
  const end = await endOf(looked);
  if (end?.hash !== walk.head)
    walk.faults.push(
      `the ${pluralize(walk.links, 'link')} lead to ${walk.head ?? 'nothing'}, and ${end?.hash ?? 'nothing'} is kept: ` +
        'some were changed, exchanged or taken away',
    );
  const heads: BooksChecked = {
    check: 'Heads that were noted are still in the chain',
    looked: pluralize(noted.length, 'head'),
    faults: noted
      .filter(({ hash }) => missed.has(hash))
      .map(
        ({ sequence, hash }) =>
          `event ${sequence} with ${hash} is not there any more, ${endFor(sequence, walk, end)}: ` +
          'what was written before it is gone or was changed',
      ),
  };
  const links: BooksChecked = {
    check: 'Events and records are as they were chained',
    looked: pluralize(walk.links, 'link'),
    faults: walk.faults.slice(0, FAULTS_MAX),
    ...(end !== undefined && { head: end }),
  };
  return { links, heads, seals: walk.seals };
}

/** Where the chain of a noted head ends: at a backup that was put back, if the head was noted after it. */
function endFor(sequence: number, { putBack }: Walk, end: ChainHead | undefined): string {
  const backup = putBack.findLast(({ until }) => until < sequence);
  if (backup === undefined || sequence >= backup.from)
    return `the chain ends with event ${end?.sequence ?? 0}`;
  return (
    `a backup was put back that ends with event ${backup.until}, and kontor restored has numbered what was ` +
    `written since from ${backup.from} on`
  );
}

function follow(walk: Walk, link: KeptLink): void {
  const { sequence, last, digests, sealed, events, record, overfull } = link;
  const [told, by] = digests.split('.');
  const [toldNow, byNow] = digestsOf(events ?? [], record).split('.');
  const name = sequence === last ? `event ${sequence}` : `events ${sequence} to ${last}`;
  if (events !== undefined && toldNow !== told) walk.faults.push(`${name}: not what was told`);
  for (const number of overfull)
    walk.faults.push(`event ${number}: has parts of a record, or of entries, that were written with none`);
  if (byNow !== by) {
    const what = link.ordinal === 0 ? `of ${name}` : `of what was written after event ${sequence}`;
    walk.faults.push(`the record ${what} is ${byNow === '' ? 'gone' : 'not what was recorded'}`);
  }
  if (sequence - walk.last >= LEFT_OUT) walk.putBack.push({ until: sequence - LEFT_OUT, from: sequence });
  walk.last = last;
  walk.links += 1;
  walk.head = nextHead(walk.head, linkOf(digests, sealed));
  walk.missed.delete(walk.head);
  for (const seal of sealsOf(walk, link)) {
    if (seal[1] > 0) walk.seals.set(seal[0], seal);
    else walk.seals.delete(seal[0]);
  }
}

function sealsOf({ faults }: Walk, { sealed, sequence }: KeptLink): readonly SealedEntries[] {
  if (sealed === null) return [];
  try {
    return sealsIn(sealed);
  } catch {
    faults.push(`what is kept of the entries of event ${sequence} cannot be read`);
    return [];
  }
}

async function endOf(looked: Looked): Promise<ChainHead | undefined> {
  const state = from(looked, 'collection_state', ['items', 'head']);
  const [row] = await rowsRead(state.andWhere('t.collection = :events', { events: EVENTS }));
  const hash = row && textOrNullAt(row, 'head');
  return typeof hash === 'string' ? { sequence: numberAt(defined(row), 'items'), hash } : undefined;
}

/** Compares the entries of vouchers, as they come by, with those that were sealed when they were booked. */
export class SealedEntriesSeen implements EntryObserver {
  readonly #seals: Map<number, SealedEntries>;
  readonly #faults: string[] = [];
  readonly #unsealed = new Set<number>();
  /** Of vouchers whose entries were not all come by yet: their numbers run on, so these are few. */
  readonly #begun = new Map<number, EntryToSeal[]>();
  #entries = 0;

  constructor(seals: Map<number, SealedEntries>) {
    this.#seals = seals;
  }

  see({ year, values }: SeenEntry): void {
    const entry = entryToSeal(year, values);
    this.#entries += 1;
    const { voucherId } = entry;
    const seal = this.#seals.get(voucherId);
    if (seal === undefined) {
      this.#unsealed.add(voucherId);
      return;
    }
    const own = this.#begun.get(voucherId) ?? [];
    own.push(entry);
    if (own.length < seal[1]) {
      this.#begun.set(voucherId, own);
      return;
    }
    this.#begun.delete(voucherId);
    this.#seals.delete(voucherId);
    if (sealOf(voucherId, own)[2] !== seal[2])
      this.#faults.push(`voucher ${voucherId}: its entries are not what was booked`);
  }

  checked(): BooksChecked {
    for (const [voucherId, [, booked]] of this.#seals) {
      const there = this.#begun.get(voucherId)?.length ?? 0;
      this.#faults.push(`voucher ${voucherId}: ${there} of the ${booked} entries that were booked are there`);
    }
    for (const voucherId of this.#unsealed)
      this.#faults.push(
        `voucher ${voucherId}: entries that nothing has chained; those of an older version kontor migrate adds`,
      );
    return {
      check: 'Entries are as they were chained',
      looked: pluralize(this.#entries, 'entry', 'entries'),
      faults: this.#faults.slice(0, FAULTS_MAX),
    };
  }
}
