import { mapInTurns, type Cents, type FullDate } from '@kontor/kernel';
import { Customer, Supplier } from '@kontor/sales';
import {
  AGES,
  dueDatesOf,
  Match,
  OpenPost,
  type Aged,
  type AgedParty,
  type Age,
  type PartyKind,
} from '@kontor/ledger';
import {
  placeholders,
  rowsOf,
  type Extent,
  type Row,
  type Session,
  type SqlValue,
  type Statement,
} from '../statement.js';
import { takenSince } from './match-lines.js';
import { bigintAt, numberAt } from '../row.js';

/** Parties that one statement names. */
const AT_ONCE = 500;

/** What it costs to give a party, and to sum a post by its age, as `Extent.each` counts. */
const TO_GIVE_A_PARTY = 25;
const TO_SUM_A_POST = 10;

const PARTIES = { customer: Customer, supplier: Supplier } as const;

/** All that is open or was matched. */
function throughPosts(agreementNumber: number): Extent {
  const collections = [OpenPost.collection, Match.collection];
  return { agreementNumber, collections, each: TO_SUM_A_POST };
}

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
  const parties = await rowsOf(session, {
    sql: `SELECT \`${kind}_number\` AS number, \`name\` FROM \`${kind}\` WHERE \`agreement_number\` = ?`,
    values: [agreementNumber],
    goesThrough: { agreementNumber, collections: [PARTIES[kind].collection], each: TO_GIVE_A_PARTY },
  });
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
  const taken = {
    ...takenSince(agreementNumber, { kind, date }, sumsByAge('`taken`', date)),
    goesThrough: throughPosts(agreementNumber),
  };
  const answers = await session.run(...left, taken);
  for (const [index, { rows }] of answers.entries()) {
    for (const row of rows) {
      const party = openOf(open, row);
      for (const { name } of AGES) party.aged[name] += bigintAt(row, name);
      if (index === left.length) party.isMatchedSince = true;
    }
  }
  return [...open]
    .filter(([, { aged }]) => Object.values(aged).some((cents) => cents !== 0n))
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

type Sums = { readonly sums: string; readonly values: readonly SqlValue[] };
type Wanted = {
  readonly kind: PartyKind;
  readonly date: FullDate;
  readonly numbers: readonly number[];
  readonly sums: Sums;
};

/** A sum for each age, by `due_date`. */
function sumsByAge(column: string, date: FullDate): Sums {
  const values: string[] = [];
  const sums = AGES.map(({ name }) => {
    const { from, to } = dueDatesOf(name, date);
    const conditions = [
      ...(from === undefined ? [] : ['`due_date` >= ?']),
      ...(to === undefined ? [] : ['`due_date` <= ?']),
    ].join(' AND ');
    values.push(...[from, to].filter((one) => one !== undefined));
    const isOfAge = to === undefined ? `\`due_date\` IS NULL OR ${conditions}` : conditions;
    return `CAST(SUM(CASE WHEN ${isOfAge} THEN ${column} ELSE 0 END) AS CHAR) AS ${name}`;
  });
  return { sums: sums.join(', '), values };
}

/** What is left above zero, and below it: each a range of the index, between which lies what is settled. */
function leftBy(agreementNumber: number, { kind, date, numbers, sums }: Wanted): readonly Statement[] {
  return ['> 0', '< 0'].map((side) => ({
    sql:
      `SELECT \`${kind}_number\` AS number, ${sums.sums} FROM \`open_post\` ` +
      `/*! FORCE INDEX (\`open_post_open_of_${kind}\`) */ WHERE \`agreement_number\` = ? ` +
      `AND \`${kind}_number\` IN (${placeholders(numbers.length)}) AND \`remainder_in_base_currency\` ${side} ` +
      `AND \`date\` <= ? GROUP BY \`${kind}_number\``,
    values: [...sums.values, agreementNumber, ...numbers, date],
    goesThrough: throughPosts(agreementNumber),
  }));
}
