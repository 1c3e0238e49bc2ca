import { defined } from '@kontor/kernel';
import type { Dialect } from '../../dialect/dialect.js';
import { sealsIn, type SealedEntries } from '../../event/chain.js';
import { linksIn } from '../../event/chain-links.js';
import { entryToSeal, SEALED_COLUMNS, sealsOf, type EntryToSeal } from '../../ledger/entry-seals.js';
import { aheadOf, inPieces, rowsOf, type Cells, type Session, type SqlValue } from '../../statement.js';
import { versionStep } from '../../transaction/collection-version.js';
import { numberAt, numberInList, textAt } from '../../row.js';
import { EVENTS, raiseVersions } from '../../statements/collection-versions.js';
import { readFoldedYears, readingEntries, spansOfVouchers } from '../../statements/entries.js';

/** Entries that are read at once. */
const AT_ONCE = 5_000;
/** Vouchers whose seals are one link. */
const VOUCHERS_AT_ONCE = 1_000;

/** What reads entries to seal: a session, and how its database gives many rows. */
type SealReader = { readonly session: Session; readonly dialect: Dialect };

/** Which entries: of a year, with numbers in a range. */
type InRange = { readonly year: string; readonly from?: number; readonly to?: number };

/**
 * What `SEALED_COLUMNS` hold of the entries of a year whose numbers are in a range, in the order of their
 * numbers, some thousand at a time. The next ones are asked for before these are looked at, so that a server
 * reads while we do.
 */
export async function* entryValues(
  { session, dialect }: SealReader,
  agreementNumber: number,
  { year, from = 0, to = 2 ** 31 }: InRange,
): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  const readEntries = readingEntries(dialect, SEALED_COLUMNS, AT_ONCE);
  const read = async (first: number): Promise<readonly (readonly SqlValue[])[]> =>
    dialect.unpack(await rowsOf(session, readEntries(agreementNumber, year, first, to))).map(valuesIn);
  let coming = read(from);
  for (;;) {
    const entries = await coming;
    const isLast = entries.length < AT_ONCE;
    if (!isLast) coming = aheadOf(read(numberInList(defined(entries.at(-1)), 0) + 1));
    yield entries;
    if (isLast) return;
  }
}

/** What `SEALED_COLUMNS` hold of a row. */
function valuesIn(row: Cells): readonly SqlValue[] {
  if (Array.isArray(row)) return row;
  const named = row as Readonly<Record<string, SqlValue>>;
  return SEALED_COLUMNS.map((name) => named[name] ?? null);
}

/** The years of an agreement, as columns compare them. */
export async function foldedYears(
  { session, dialect }: SealReader,
  agreementNumber: number,
): Promise<readonly string[]> {
  const rows = await rowsOf(session, readFoldedYears(dialect, agreementNumber));
  return rows.map((row) => textAt(row, 'year'));
}

/** Vouchers of a year whose entries lie in a range of numbers. */
type Unsealed = {
  readonly year: string;
  readonly from: number;
  readonly to: number;
  readonly vouchers: ReadonlySet<number>;
};

/**
 * Vouchers whose entries are in no link, as versions before the chain have booked them, in portions that are
 * one link each.
 */
export async function unsealedIn(reader: SealReader, agreementNumber: number): Promise<readonly Unsealed[]> {
  const { session } = reader;
  const sealed = new Set<number>();
  for await (const link of linksIn(session, agreementNumber)) {
    for (const [voucherId, entries] of sealsIn(link.sealed ?? '[]')) {
      if (entries > 0) sealed.add(voucherId);
      else sealed.delete(voucherId);
    }
  }
  const portions: Unsealed[] = [];
  for (const year of await foldedYears(reader, agreementNumber)) {
    const rows = await rowsOf(session, spansOfVouchers(agreementNumber, year));
    const lacking = rows.filter((row) => !sealed.has(numberAt(row, 'voucher_id')));
    for (const some of inPieces(lacking, VOUCHERS_AT_ONCE)) {
      portions.push({
        year,
        from: numberAt(defined(some[0]), 'first'),
        to: Math.max(...some.map((row) => numberAt(row, 'last'))),
        vouchers: new Set(some.map((row) => numberAt(row, 'voucher_id'))),
      });
    }
  }
  return portions;
}

/**
 * The seals of such vouchers as they are now, in a transaction which no other unit that books or takes out
 * entries of the agreement commits beside.
 */
export async function sealsNow(
  reader: SealReader,
  agreementNumber: number,
  { vouchers, ...range }: Unsealed,
): Promise<readonly SealedEntries[]> {
  const { session, dialect } = reader;
  await session.run(raiseVersions(dialect, agreementNumber, [[EVENTS, 0]], versionStep()));
  const entries: EntryToSeal[] = [];
  for await (const some of entryValues(reader, agreementNumber, range)) {
    const toSeal = some.map((values) => entryToSeal(range.year, values));
    entries.push(...toSeal.filter(({ voucherId }) => vouchers.has(voucherId)));
  }
  return sealsOf(entries);
}
