import { breathe, mapInTurns, type Cents, type FullDate } from '@kontor/kernel';
import { AGES, NOTHING_OPEN, type AgedParty, type Age, type PartyKind } from '@kontor/ledger';
import { inPieces, rowsOf, type Row, type Session } from '../statement.js';
import { bigintAt, numberAt, textOrNullAt } from '../row.js';
import { openOn, readParties } from '../statements/open-posts.js';
import { classesOn } from './match-lines.js';

/**
 * Parties that one statement names, three times, of the 32,766 values that SQLite takes: each statement goes
 * through all that was matched since, so they should be few.
 */
const AT_ONCE = 10_000;

type BooksRead = { readonly session: Session; readonly agreementNumber: number };
type Open = { readonly aged: Record<Age, Cents>; isMatchedSince: boolean };

/**
 * What was open of each party on a date, as matched on that date: what is left now, with what later matches
 * have taken of it since. Sums are made by the database, over what is open, now or then, alone.
 */
export async function agedParties(
  { session, agreementNumber }: BooksRead,
  kind: PartyKind,
  date: FullDate,
): Promise<readonly AgedParty[]> {
  const parties = await rowsOf(session, readParties(agreementNumber, kind));
  const names = new Map(
    await mapInTurns(parties, (row) => [numberAt(row, 'number'), textOrNullAt(row, 'name') ?? ''] as const),
  );
  const open = new Map<number, Open>();
  const classes = classesOn(date);
  for (const numbers of inPieces([...names.keys()], AT_ONCE)) {
    for (const row of await rowsOf(session, openOn(agreementNumber, { kind, date, numbers, classes }))) {
      const party = openOf(open, row);
      for (const { name } of AGES) party.aged[name] += bigintAt(row, name);
      if (numberAt(row, 'is_taken') === 1) party.isMatchedSince = true;
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
  }
  const inOrder = [...open].sort(([one], [other]) => one - other);
  return mapInTurns(inOrder, ([number, party]) => ({ number, name: names.get(number) ?? '', ...party }));
}

function openOf(open: Map<number, Open>, row: Row): Open {
  const number = numberAt(row, 'number');
  const found = open.get(number) ?? { aged: { ...NOTHING_OPEN }, isMatchedSince: false };
  open.set(number, found);
  return found;
}
