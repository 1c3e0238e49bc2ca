import type { BooksChecked, ChainHead } from '@kontor/ledger';
import type { Dialect } from '../../dialect/dialect.js';
import { digestsOf, linkOf, nextHead, type SealedEntries } from '../../event/chain.js';
import { linksIn, type KeptLink } from '../../event/chain-links.js';
import { EVENTS } from '../../event/event-log.js';
import { sealOf, type EntryToSeal } from '../../ledger/entry-seals.js';
import { entriesToSeal, foldedYears } from '../sealed-entries.js';
import { counted, rowsIn, type Looked } from './checks.js';

/** Faults of one check that are told. */
const FAULTS_MAX = 1_000;

/** What is walked along the chain of an agreement. */
type Walk = {
  links: number;
  head: string | undefined;
  /** The seal of each voucher that is to have entries: the last link about it counts. */
  readonly seals: Map<number, SealedEntries>;
  /** Noted heads that were not come by. */
  readonly missed: Set<string>;
  readonly faults: string[];
};

/**
 * Events, records and entries are what they were when they were written (docs/adr/0043), and heads that were
 * noted before are still in the chain.
 */
export async function chainHolds(
  looked: Looked,
  dialect: Dialect,
  noted: readonly ChainHead[],
): Promise<readonly BooksChecked[]> {
  const { session, agreementNumber } = looked;
  const missed = new Set(noted.map(({ hash }) => hash));
  const walk: Walk = { links: 0, head: undefined, seals: new Map(), missed, faults: [] };
  for await (const link of linksIn(session, agreementNumber)) follow(walk, link);
  const end = await endOf(looked);
  if (end?.hash !== walk.head)
    walk.faults.push(
      `the ${counted(walk.links, 'link')} lead to ${walk.head ?? 'nothing'}, and ${end?.hash ?? 'nothing'} is kept: ` +
        'some were changed, exchanged or taken away',
    );
  const heads: BooksChecked = {
    check: 'Heads that were noted are still in the chain',
    looked: counted(noted.length, 'head'),
    faults: noted
      .filter(({ hash }) => missed.has(hash))
      .map(
        ({ sequence, hash }) =>
          `event ${sequence} with ${hash} is not there any more, the chain ends with event ${end?.sequence ?? 0}: ` +
          'what was written before it is gone or was changed',
      ),
  };
  return [
    {
      check: 'Events and records are as they were chained',
      looked: counted(walk.links, 'link'),
      faults: walk.faults.slice(0, FAULTS_MAX),
      ...(end !== undefined && { head: end }),
    },
    await entriesHold(looked, dialect, walk.seals),
    ...(noted.length > 0 ? [heads] : []),
  ];
}

function follow(walk: Walk, link: KeptLink): void {
  const { sequence, last, digests, sealed, events, record } = link;
  const [told, by] = digests.split('.');
  const [toldNow, byNow] = digestsOf(events ?? [], record).split('.');
  const name = sequence === last ? `event ${sequence}` : `events ${sequence} to ${last}`;
  if (events !== undefined && toldNow !== told) walk.faults.push(`${name}: not what was told`);
  if (byNow !== by) {
    const what = link.ordinal === 0 ? `of ${name}` : `of what was written after event ${sequence}`;
    walk.faults.push(`the record ${what} is ${byNow === '' ? 'gone' : 'not what was recorded'}`);
  }
  walk.links += 1;
  walk.head = nextHead(walk.head, linkOf(digests, sealed));
  walk.missed.delete(walk.head);
  for (const seal of sealsIn(walk, link)) {
    if (seal[1] > 0) walk.seals.set(seal[0], seal);
    else walk.seals.delete(seal[0]);
  }
}

function sealsIn({ faults }: Walk, { sealed, sequence }: KeptLink): readonly SealedEntries[] {
  if (sealed === null) return [];
  try {
    return JSON.parse(sealed) as readonly SealedEntries[];
  } catch {
    faults.push(`what is kept of the entries of event ${sequence} cannot be read`);
    return [];
  }
}

async function endOf(looked: Looked): Promise<ChainHead | undefined> {
  const [row] = await rowsIn(
    looked,
    `SELECT \`items\`, \`head\` FROM \`collection_state\` WHERE \`agreement_number\` = ? AND \`collection\` = '${EVENTS}'`,
  );
  const hash = row?.['head'] as string | null | undefined;
  return typeof hash === 'string' ? { sequence: row?.['items'] as number, hash } : undefined;
}

/** The entries of each voucher are those that were sealed when they were booked. */
async function entriesHold(
  looked: Looked,
  dialect: Dialect,
  seals: Map<number, SealedEntries>,
): Promise<BooksChecked> {
  const { session, agreementNumber } = looked;
  const faults: string[] = [];
  const unsealed = new Set<number>();
  // Of vouchers whose entries were not all come by yet: their numbers run on, so these are few.
  const begun = new Map<number, EntryToSeal[]>();
  const compare = (entry: EntryToSeal): void => {
    const { voucherId } = entry;
    const seal = seals.get(voucherId);
    if (seal === undefined) {
      unsealed.add(voucherId);
      return;
    }
    const own = begun.get(voucherId) ?? [];
    own.push(entry);
    begun.set(voucherId, own);
    if (own.length < seal[1]) return;
    begun.delete(voucherId);
    seals.delete(voucherId);
    if (sealOf(voucherId, own)[2] !== seal[2])
      faults.push(`voucher ${voucherId}: its entries are not what was booked`);
  };
  let entries = 0;
  for (const year of await foldedYears({ session, dialect }, agreementNumber)) {
    for await (const some of entriesToSeal({ session, dialect }, agreementNumber, { year })) {
      entries += some.length;
      for (const entry of some) compare(entry);
    }
  }
  for (const [voucherId, [, booked]] of seals) {
    const there = begun.get(voucherId)?.length ?? 0;
    faults.push(`voucher ${voucherId}: ${there} of the ${booked} entries that were booked are there`);
  }
  for (const voucherId of unsealed)
    faults.push(
      `voucher ${voucherId}: entries that nothing has chained; those of an older version kontor migrate adds`,
    );
  return {
    check: 'Entries are as they were chained',
    looked: `${entries} entries`,
    faults: faults.slice(0, FAULTS_MAX),
  };
}
