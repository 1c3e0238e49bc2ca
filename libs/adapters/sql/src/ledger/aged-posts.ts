import { mapInTurns, readUnchanged, type Cents, type FullDate } from '@kontor/kernel';
import { AGES, Match, type Aged, type AgedParty, type Age, type PartyKind } from '@kontor/ledger';
import { inPieces, rowsOf, type Outcome, type Row, type Session } from '../statement.js';
import { bigintAt, numberAt } from '../row.js';
import { versionsIn } from '../transaction/collection-version.js';
import { readVersions } from '../statements/collection-versions.js';
import { leftBy, readParties, sumsByAge, takenSince } from '../statements/open-posts.js';
import { classesOn } from './match-lines.js';

/** Parties that one statement names. */
const AT_ONCE = 500;

type BooksRead = { readonly session: Session; readonly agreementNumber: number };
type Open = { readonly aged: Record<Age, Cents>; isMatchedSince: boolean };

/**
 * What was open of each party on a date, as matched on that date: what is left now, with what later matches
 * have taken of it since. Sums are made by the database, over what is open, now or then, alone. What is
 * matched between reading the one and the other would count twice, or not at all: then all is read again.
 */
export function agedParties(
  books: BooksRead,
  kind: PartyKind,
  date: FullDate,
): Promise<readonly AgedParty[]> {
  return readUnchanged(() => agedAtOnce(books, kind, date));
}

/** The same; undefined where something was matched meanwhile. */
async function agedAtOnce(
  { session, agreementNumber }: BooksRead,
  kind: PartyKind,
  date: FullDate,
): Promise<readonly AgedParty[] | undefined> {
  const parties = await rowsOf(session, readParties(agreementNumber, kind));
  const names = new Map(
    await mapInTurns(
      parties,
      ({ number, name }) => [number as number, (name as string | null) ?? ''] as const,
    ),
  );
  const open = new Map<number, Open>();
  const sums = sumsByAge('`remainder_in_base_currency`', date);
  const left = inPieces([...names.keys()], AT_ONCE).flatMap((numbers) =>
    leftBy(agreementNumber, { kind, date, numbers, sums }),
  );
  const taken = takenSince(
    agreementNumber,
    { kind, date, classes: classesOn(date) },
    sumsByAge('`taken`', date),
  );
  const matches = readVersions(agreementNumber, [Match.collection]);
  const [before, ...found] = await session.run(matches, ...left, taken, matches);
  if (matchesAt(before) !== matchesAt(found.pop())) return undefined;
  for (const [index, { rows }] of found.entries()) {
    for (const row of rows) {
      const party = openOf(open, row);
      for (const { name } of AGES) party.aged[name] += bigintAt(row, name);
      if (index === left.length) party.isMatchedSince = true;
    }
  }
  return [...open]
    .sort(([one], [other]) => one - other)
    .map(([number, party]) => ({ number, name: names.get(number) ?? '', ...party }));
}

function matchesAt(read: Outcome | undefined): number {
  return (read && versionsIn(read).get(Match.collection)) ?? 0;
}

const NOTHING: Aged = { notDue: 0n, days1To30: 0n, days31To60: 0n, days61To90: 0n, over90: 0n };

function openOf(open: Map<number, Open>, row: Row): Open {
  const number = numberAt(row, 'number');
  const found = open.get(number) ?? { aged: { ...NOTHING }, isMatchedSince: false };
  open.set(number, found);
  return found;
}
