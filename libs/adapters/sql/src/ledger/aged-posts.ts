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
import { placeholders, type Outcome, type Row, type Session, type Statement } from '../statement.js';

/** Matches and posts that are read at once. */
const AT_ONCE = 500;

type Asked = {
  readonly session: Session;
  readonly access: ReadonlyMap<string, ResourceAccess>;
  readonly agreementNumber: number;
};
type Parties = Map<number, { name: string; aged: Record<Age, Cents>; isMatchedSince: boolean }>;

/**
 * What was open of each party on a date, as matched on that date: what is left now, with what later matches
 * have taken of it since. Sums are made by the database; later matches are read a page at a time.
 */
export async function agedParties(
  asked: Asked,
  kind: PartyKind,
  date: FullDate,
): Promise<readonly AgedParty[]> {
  const parties: Parties = new Map();
  const [left] = (await asked.session.run(leftBy(asked.agreementNumber, kind, date))) as [Outcome];
  for (const row of left.rows) {
    const party = partyOf(parties, row);
    for (const { name } of AGES) party.aged[name] = BigInt(row[name] as string);
  }
  await addTakenSince(asked, kind, date, parties);
  return [...parties]
    .filter(([, { aged }]) => Object.values(aged).some((cents) => cents !== 0n))
    .sort(([one], [other]) => one - other)
    .map(([number, party]) => ({ number, ...party }));
}

const NOTHING: Aged = { notDue: 0n, days1To30: 0n, days31To60: 0n, days61To90: 0n, over90: 0n };

function partyOf(parties: Parties, row: Row) {
  const number = row['number'] as number;
  const found = parties.get(number) ?? {
    name: (row['name'] as string | null) ?? '',
    aged: { ...NOTHING },
    isMatchedSince: false,
  };
  parties.set(number, found);
  return found;
}

/** The party of posts, with its name. */
const OF_PARTY = (kind: PartyKind): string =>
  `JOIN \`${kind}\` AS n ON n.\`agreement_number\` = p.\`agreement_number\` ` +
  `AND n.\`${kind}_number\` = p.\`${kind}_number\``;

function leftBy(agreementNumber: number, kind: PartyKind, date: FullDate): Statement {
  const values: string[] = [];
  const sums = AGES.map(({ name }) => {
    const { from, to } = dueDatesOf(name, date);
    const conditions = [
      ...(from === undefined ? [] : ['p.`due_date` >= ?']),
      ...(to === undefined ? [] : ['p.`due_date` <= ?']),
    ].join(' AND ');
    values.push(...[from, to].filter((one) => one !== undefined));
    const isOfAge = to === undefined ? `p.\`due_date\` IS NULL OR ${conditions}` : conditions;
    return `CAST(SUM(CASE WHEN ${isOfAge} THEN p.\`remainder_in_base_currency\` ELSE 0 END) AS CHAR) AS ${name}`;
  });
  return {
    sql:
      `SELECT p.\`${kind}_number\` AS number, MAX(n.\`name\`) AS name, ${sums.join(', ')} FROM \`open_post\` AS p ` +
      `${OF_PARTY(kind)} WHERE p.\`agreement_number\` = ? AND p.\`date\` <= ? ` +
      `AND p.\`remainder_in_base_currency\` <> 0 GROUP BY p.\`${kind}_number\``,
    values: [...values, agreementNumber, date],
  };
}

async function addTakenSince(asked: Asked, kind: PartyKind, date: FullDate, parties: Parties): Promise<void> {
  for (let after = 0; ;) {
    const [page] = (await asked.session.run({
      sql:
        'SELECT `match_number`, `posts` FROM `match` WHERE `agreement_number` = ? AND `match_number` > ? ' +
        `AND \`date\` > ? AND \`${kind}_number\` IS NOT NULL ORDER BY \`match_number\` LIMIT ${AT_ONCE}`,
      values: [asked.agreementNumber, after, date],
    })) as [Outcome];
    const taken = takenBy(asked, page.rows);
    const numbers = [...taken.keys()];
    for (let from = 0; from < numbers.length; from += AT_ONCE) {
      const some = numbers.slice(from, from + AT_ONCE);
      const [posts] = (await asked.session.run(postsNamed(asked.agreementNumber, kind, date, some))) as [
        Outcome,
      ];
      for (const row of posts.rows) {
        const party = partyOf(parties, row);
        const age = ageOf((row['due_date'] as FullDate | null) ?? undefined, date);
        party.aged[age] += taken.get(row['entry_number'] as number) ?? 0n;
        party.isMatchedSince = true;
      }
    }
    if (page.rows.length < AT_ONCE) return;
    after = page.rows.at(-1)?.['match_number'] as number;
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
      `SELECT p.\`${kind}_number\` AS number, n.\`name\`, p.\`entry_number\`, p.\`due_date\` FROM \`open_post\` AS p ` +
      `${OF_PARTY(kind)} WHERE p.\`agreement_number\` = ? AND p.\`date\` <= ? ` +
      `AND p.\`entry_number\` IN (${placeholders(entryNumbers.length)})`,
    values: [agreementNumber, date, ...entryNumbers],
  };
}
