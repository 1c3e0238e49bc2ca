import { centsOf, type Cents, type Decimal, type FullDate } from '@kontor/kernel';
import {
  ageOf,
  AGES,
  dueDatesOf,
  Match,
  type Aged,
  type AgedParty,
  type Age,
  type PartyKind,
} from '@kontor/ledger';
import type { ResourceAccess } from '../resource/resource-access.js';
import { placeholders, rowsOf, type Outcome, type Row, type Session, type Statement } from '../statement.js';

/** Matches, posts and parties that one statement names. */
const AT_ONCE = 500;

type Asked = {
  readonly session: Session;
  readonly access: ReadonlyMap<string, ResourceAccess>;
  readonly agreementNumber: number;
};
type Open = { readonly aged: Record<Age, Cents>; isMatchedSince: boolean };

/**
 * What was open of each party on a date, as matched on that date: what is left now, with what later matches
 * have taken of it since. Sums are made by the database, over what is open alone; later matches are read a
 * page at a time.
 */
export async function agedParties(
  asked: Asked,
  kind: PartyKind,
  date: FullDate,
): Promise<readonly AgedParty[]> {
  const { session, agreementNumber } = asked;
  const parties = await rowsOf(session, {
    sql: `SELECT \`${kind}_number\` AS number, \`name\` FROM \`${kind}\` WHERE \`agreement_number\` = ?`,
    values: [agreementNumber],
  });
  const names = new Map(parties.map(({ number, name }) => [number as number, (name as string | null) ?? '']));
  const open = new Map<number, Open>();
  const sums = inPieces([...names.keys()]).flatMap((numbers) =>
    leftBy(agreementNumber, { kind, date, numbers }),
  );
  for (const { rows } of sums.length === 0 ? [] : await session.run(...sums)) {
    for (const row of rows) {
      const { aged } = openOf(open, row);
      for (const { name } of AGES) aged[name] += BigInt(row[name] as string);
    }
  }
  await addTakenSince(asked, kind, date, open);
  return [...open]
    .filter(([, { aged }]) => Object.values(aged).some((cents) => cents !== 0n))
    .sort(([one], [other]) => one - other)
    .map(([number, party]) => ({ number, name: names.get(number) ?? '', ...party }));
}

const NOTHING: Aged = { notDue: 0n, days1To30: 0n, days31To60: 0n, days61To90: 0n, over90: 0n };

function openOf(open: Map<number, Open>, row: Row): Open {
  const number = row['number'] as number;
  const found = open.get(number) ?? { aged: { ...NOTHING }, isMatchedSince: false };
  open.set(number, found);
  return found;
}

function inPieces(numbers: readonly number[]): readonly (readonly number[])[] {
  const pieces: (readonly number[])[] = [];
  for (let from = 0; from < numbers.length; from += AT_ONCE) pieces.push(numbers.slice(from, from + AT_ONCE));
  return pieces;
}

type Wanted = { readonly kind: PartyKind; readonly date: FullDate; readonly numbers: readonly number[] };

/** What is left above zero, and below it: each a range of the index, between which lies what is settled. */
function leftBy(agreementNumber: number, { kind, date, numbers }: Wanted): readonly Statement[] {
  const values: string[] = [];
  const sums = AGES.map(({ name }) => {
    const { from, to } = dueDatesOf(name, date);
    const conditions = [
      ...(from === undefined ? [] : ['`due_date` >= ?']),
      ...(to === undefined ? [] : ['`due_date` <= ?']),
    ].join(' AND ');
    values.push(...[from, to].filter((one) => one !== undefined));
    const isOfAge = to === undefined ? `\`due_date\` IS NULL OR ${conditions}` : conditions;
    return `CAST(SUM(CASE WHEN ${isOfAge} THEN \`remainder_in_base_currency\` ELSE 0 END) AS CHAR) AS ${name}`;
  });
  return ['> 0', '< 0'].map((side) => ({
    sql:
      `SELECT \`${kind}_number\` AS number, ${sums.join(', ')} FROM \`open_post\` ` +
      `/*! FORCE INDEX (\`open_post_open_of_${kind}\`) */ WHERE \`agreement_number\` = ? ` +
      `AND \`${kind}_number\` IN (${placeholders(numbers.length)}) AND \`remainder_in_base_currency\` ${side} ` +
      `AND \`date\` <= ? GROUP BY \`${kind}_number\``,
    values: [...values, agreementNumber, ...numbers, date],
  }));
}

async function addTakenSince(
  asked: Asked,
  kind: PartyKind,
  date: FullDate,
  open: Map<number, Open>,
): Promise<void> {
  for (let after: readonly [date: string, match: number] = [date, Number.MAX_SAFE_INTEGER]; ;) {
    const [day, match] = after;
    const [page] = (await asked.session.run({
      sql:
        'SELECT `match_number`, `date`, `posts` FROM `match` /*! FORCE INDEX (`match_by_date`) */ ' +
        'WHERE `agreement_number` = ? AND `date` >= ? AND (`date` > ? OR `match_number` > ?) ' +
        `AND \`${kind}_number\` IS NOT NULL ORDER BY \`date\`, \`match_number\` LIMIT ${AT_ONCE}`,
      values: [asked.agreementNumber, day, day, match],
    })) as [Outcome];
    const taken = takenBy(asked, page.rows);
    const named = inPieces([...taken.keys()]).map((some) =>
      postsNamed(asked.agreementNumber, kind, date, some),
    );
    for (const { rows } of named.length === 0 ? [] : await asked.session.run(...named)) {
      for (const row of rows) {
        const party = openOf(open, row);
        const age = ageOf((row['due_date'] as FullDate | null) ?? undefined, date);
        party.aged[age] += taken.get(row['entry_number'] as number) ?? 0n;
        party.isMatchedSince = true;
      }
    }
    const last = page.rows.at(-1);
    if (last === undefined || page.rows.length < AT_ONCE) return;
    after = [last['date'] as string, last['match_number'] as number];
  }
}

/** What matches have taken of each post in base currency, with its sign. */
function takenBy({ access }: Asked, matches: readonly Row[]): ReadonlyMap<number, Cents> {
  const { table } = access.get(Match.collection) as ResourceAccess;
  const column = table.columns.find(({ path }) => path === 'posts');
  const taken = new Map<number, Cents>();
  for (const row of matches) {
    for (const { entryNumber, amountInBaseCurrency } of column?.form.decode(row['posts']) as Match['posts']) {
      const cents = centsOf(amountInBaseCurrency ?? ('0' as Decimal));
      taken.set(entryNumber, (taken.get(entryNumber) ?? 0n) + cents);
    }
  }
  return taken;
}

function postsNamed(
  agreementNumber: number,
  kind: PartyKind,
  date: FullDate,
  entryNumbers: readonly number[],
): Statement {
  return {
    sql:
      `SELECT \`${kind}_number\` AS number, \`entry_number\`, \`due_date\` FROM \`open_post\` ` +
      `WHERE \`agreement_number\` = ? AND \`date\` <= ? AND \`${kind}_number\` IS NOT NULL ` +
      `AND \`entry_number\` IN (${placeholders(entryNumbers.length)})`,
    values: [agreementNumber, date, ...entryNumbers],
  };
}
