import { mapInTurns, type Cents, type FullDate } from '@kontor/kernel';
import { AGES, type Aged, type AgedParty, type Age, type PartyKind } from '@kontor/ledger';
import { rowsOf, type Row, type Session } from '../statement.js';
import { bigintAt, numberAt } from '../row.js';
import { leftBy, readParties, sumsByAge, takenSince } from '../statements/open-posts.js';
import { classesOn } from './match-lines.js';

/** Parties that one statement names. */
const AT_ONCE = 500;

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
    await mapInTurns(
      parties,
      ({ number, name }) => [number as number, (name as string | null) ?? ''] as const,
    ),
  );
  const open = new Map<number, Open>();
  const sums = sumsByAge('`remainder_in_base_currency`', date);
  const left = inPieces([...names.keys()]).flatMap((numbers) =>
    leftBy(agreementNumber, { kind, date, numbers, sums }),
  );
  const taken = takenSince(
    agreementNumber,
    { kind, date, classes: classesOn(date) },
    sumsByAge('`taken`', date),
  );
  const answers = await session.run(...left, taken);
  for (const [index, { rows }] of answers.entries()) {
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

const NOTHING: Aged = { notDue: 0n, days1To30: 0n, days31To60: 0n, days61To90: 0n, over90: 0n };

function openOf(open: Map<number, Open>, row: Row): Open {
  const number = numberAt(row, 'number');
  const found = open.get(number) ?? { aged: { ...NOTHING }, isMatchedSince: false };
  open.set(number, found);
  return found;
}

function inPieces(numbers: readonly number[]): readonly (readonly number[])[] {
  const pieces: (readonly number[])[] = [];
  for (let from = 0; from < numbers.length; from += AT_ONCE) pieces.push(numbers.slice(from, from + AT_ONCE));
  return pieces;
}
