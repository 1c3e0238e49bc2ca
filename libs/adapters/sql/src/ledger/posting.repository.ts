import { centsOf, type Cents, type FullDate } from '@kontor/kernel';
import {
  Account,
  AccountingYear,
  Entry,
  Period,
  type PostableAccount,
  type PostablePeriod,
  type Posting,
  type PostingGround,
  type PostingRepository,
  type PostingToWrite,
} from '@kontor/ledger';
import type { Changes } from '../changes.js';
import { stateName, versionsIn } from '../collection-state.js';
import type { AddUpParts, Dialect, SumTable } from '../dialect/dialect.js';
import type { ResourceTable } from '../table/table-of.js';
import { itemName } from '../use-counts.js';
import { USED_BY_ENTRIES } from '../used-for-good.js';
import { inOrder, type Guard, type Message } from '../write-set.js';
import { Overtaken } from '../failures.js';
import type { ResourceAccess, Scope } from '../resource-access.js';
import { updateByKey, type Outcome, type Row, type SqlValue, type Statement } from '../statement.js';
import { markOf, markUsed, namedIn, readUses, usesIn } from './books-use.js';
import type { EntryRows } from './entry-rows.js';
import { addToCustomers } from './customer-totals.js';
import type { Grounds, KnownGround } from './grounds.js';

const ACCOUNT_MEMBERS = [
  'account_type',
  'barred',
  'block_direct_entries',
  'require_departmental_distribution_on_entries',
];

/**
 * The books themselves. What one document needs is read in one round trip and written in another; the rows that many bookings
 * share come after its own ones, always in this order, so that no two units wait for each other (reliability 4): entries,
 * periods and use of accounts, totals, and with the commit the outbox and the states of collections.
 */
export function sqlPosting(
  access: ReadonlyMap<string, ResourceAccess>,
  { rowsOfEntries, grounds }: { readonly rowsOfEntries: EntryRows; readonly grounds: Grounds },
  scope: Scope,
): PostingRepository {
  const { agreementNumber, session, beside = session, changes: unit } = scope;
  const entries = access.get(Entry.collection) as ResourceAccess;
  const years = (access.get(AccountingYear.collection) as ResourceAccess).table;
  const periodTable = (access.get(Period.collection) as ResourceAccess).table;
  const { dialect } = entries;
  /** What was found marked as used by entries: it stays so. */
  const marked = new Set<string>();
  /** The ground that the unit rests on, where it was not read. */
  let known: KnownGround | undefined;

  function writing(): Changes {
    if (scope.changes === undefined) throw new Error('books that are open for reading cannot be posted to');
    return scope.changes;
  }

  return {
    groundFor: async (postings) => {
      // What a unit has sent already may have changed it.
      const mayRest = unit?.trusts === true && unit.hasSentNothing;
      known = mayRest ? grounds.under(unit, agreementNumber, postings) : undefined;
      if (known !== undefined) return known.ground;
      const named = namedIn(
        access,
        postings.flatMap((posting) => posting.entries),
      );
      const [versions, periods, ...found] = (await beside.run(
        grounds.readVersions(agreementNumber),
        periodsOn(dialect.asText('`year_folded`'), agreementNumber, postings),
        ...named.map((one) =>
          readUses(agreementNumber, one, one.collection === Account.collection ? ACCOUNT_MEMBERS : []),
        ),
      )) as [Outcome, Outcome, ...Outcome[]];
      const uses = new Map(named.flatMap((one, index) => usesIn(one, found[index] as Outcome)));
      const used = new Set([...uses].flatMap(([mark, count]) => (count >= USED_BY_ENTRIES ? [mark] : [])));
      for (const mark of used) marked.add(mark);
      const [accounts] = named[0]?.collection === Account.collection ? found : [];
      const ground = {
        periods: periods.rows.map(periodOf),
        accounts: new Map(accounts?.rows.map((row) => [row['account_number'] as number, accountOf(row)])),
      };
      if (mayRest) {
        for (const { collection, keys } of named) {
          for (const { form } of keys) {
            if (used.has(markOf(collection, form))) {
              entries.targets.usedForGood.add(agreementNumber, collection, form);
            }
          }
        }
        grounds.remember(agreementNumber, { ...ground, versions: versionsIn(versions) });
      }
      return {
        ...ground,
        missing: named
          .filter(({ collection }) => collection !== Account.collection)
          .flatMap(({ collection, keys }) =>
            keys
              .filter(({ form }) => !uses.has(markOf(collection, form)))
              .map(({ key }) => ({ resource: collection, key })),
          ),
      } satisfies PostingGround;
    },

    write: async (documents) => {
      const changes = writing();
      const booked = documents.flatMap(({ entries }) => entries);
      const unmarked =
        known?.isMarked(booked) === true
          ? []
          : namedIn(access, booked).flatMap(({ collection, table, keys }) =>
              keys
                .map(({ form }) => ({ table, form, mark: markOf(collection, form) }))
                .filter(({ mark }) => !marked.has(mark)),
            );
      // Closed since the ground was read, or something it names was removed or marked by another: the unit sees it anew.
      await writeAll(scope, dialect, changes, {
        rows: rowsOfEntries(agreementNumber, documents),
        guards: [
          ...guardPeriods(periodTable, agreementNumber, documents, years.keyForm),
          ...unmarked.map(({ table, form }) => ({
            name: itemName(table, [form]),
            statement: markUsed(agreementNumber, table, form),
          })),
        ],
        sums: [
          ...totalsToAdd(agreementNumber, totalsIn(documents, years.keyForm)),
          ...addToCustomers(agreementNumber, documents),
        ],
      });
      for (const { mark } of unmarked) marked.add(mark);
      changes.tell(...documents.map(bookedMessage));
      for (const { year, entries: own } of documents) {
        changes.change(stateName(entries.table, [years.keyForm(year)]), own.length);
      }
    },

    withdraw: async (documents) => {
      const changes = writing();
      for (const { year, date, voucherId } of documents) {
        const own = [agreementNumber, years.keyForm(year)];
        const period =
          'SELECT `period_number` FROM `period` WHERE `agreement_number` = ? AND `year_folded` = ? AND `from_date` <= ? AND `to_date` >= ?';
        const [found] = (await session.run({ sql: period, values: [...own, date, date] })) as [Outcome];
        const periodNumber = found.rows[0]?.['period_number'] as number;
        const place = [...own, periodNumber];
        const [sums] = (await session.run({
          sql:
            'SELECT `account_number`, CAST(SUM(`amount_in_base_currency`) AS CHAR) AS total, COUNT(*) AS entries FROM `entry` ' +
            `WHERE ${OWN_PERIOD} AND \`voucher_id\` = ? GROUP BY \`account_number\` ORDER BY \`account_number\``,
          values: [...place, voucherId],
        })) as [Outcome];
        const lowered = sums.rows.map((row): TotalRow => ({
          year: own[1] as SqlValue,
          accountNumber: row['account_number'] as number,
          periodNumber,
          cents: -BigInt(row['total'] as string),
          entries: -(row['entries'] as number),
        }));
        const [gone, guarded] = await session.run(
          {
            sql: `DELETE FROM \`entry\` WHERE ${OWN_PERIOD} AND \`voucher_id\` = ?`,
            values: [...place, voucherId],
          },
          guardPeriod(place),
          ...totalsToAdd(agreementNumber, lowered).map(dialect.addUp),
          { sql: `DELETE FROM \`period_total\` WHERE ${OWN_PERIOD} AND \`entries\` = 0`, values: place },
        );
        if (guarded?.affected !== 1) throw new Overtaken();
        changes.change(stateName(entries.table, [own[1] as SqlValue]), -(gone?.affected ?? 0));
      }
      changes.tell(
        ...documents.map(({ year, date, voucherId }) => ({
          kind: 'voucherWithdrawn',
          payload: JSON.stringify({ voucherId, date, accountingYear: year }),
        })),
      );
    },
  };
}

type SharedAndOwn = {
  readonly rows: readonly Statement[];
  readonly guards: readonly Guard[];
  readonly sums: readonly AddUpParts[];
};

/** With the commit, where the unit trusts that all will be well; else now, and the unit runs again when something is not. */
async function writeAll(
  { session }: Scope,
  dialect: Dialect,
  changes: Changes,
  { rows, guards, sums }: SharedAndOwn,
): Promise<void> {
  if (changes.trusts) {
    for (const row of rows) changes.write(row);
    changes.guard(...guards);
    changes.addUp(...sums);
    return;
  }
  const guarding = inOrder(guards);
  const outcomes = await session.run(...rows, ...guarding, ...sums.map(dialect.addUp));
  const guarded = outcomes.slice(rows.length, rows.length + guarding.length);
  if (guarded.some(({ affected }) => affected !== 1)) throw new Overtaken();
}

const OWN_PERIOD = '`agreement_number` = ? AND `year_folded` = ? AND `period_number` = ?';

/** The periods that the documents may be dated in: those between the first and the last of the dates. */
function periodsOn(year: string, agreementNumber: number, postings: readonly Posting[]): Statement {
  const dates = postings.map(({ date }) => date).sort();
  return {
    sql:
      `SELECT ${year} AS year, \`period_number\`, \`from_date\`, \`to_date\`, \`closed\`, \`barred\` FROM \`period\` ` +
      'WHERE `agreement_number` = ? AND `to_date` >= ? AND `from_date` <= ?',
    values: [agreementNumber, dates[0] ?? '', dates.at(-1) ?? ''],
  };
}

function periodOf(row: Row): PostablePeriod {
  return {
    year: row['year'] as string,
    periodNumber: row['period_number'] as number,
    fromDate: row['from_date'] as FullDate,
    toDate: row['to_date'] as FullDate,
    closed: row['closed'] === 1,
    barred: row['barred'] === 1,
  };
}

function accountOf(row: Row): PostableAccount {
  return {
    accountNumber: row['account_number'] as number,
    accountType: row['account_type'] as PostableAccount['accountType'],
    barred: row['barred'] === 1,
    blockDirectEntries: row['block_direct_entries'] === 1,
    requiresDepartment: row['require_departmental_distribution_on_entries'] === 1,
  };
}

type KeyForm = (key: string) => SqlValue;

/** One write to the row of each period that is booked in: it changes nothing when the period is closed (G8). */
function guardPeriods(
  periodTable: ResourceTable,
  agreementNumber: number,
  documents: readonly PostingToWrite[],
  keyForm: KeyForm,
): readonly Guard[] {
  const places = new Map(
    documents.map(({ year, periodNumber }) => [periodNumber, [keyForm(year), periodNumber]]),
  );
  return [...places.values()].map((forms) => ({
    name: itemName(periodTable, forms),
    statement: guardPeriod([agreementNumber, ...forms]),
  }));
}

function guardPeriod(place: readonly SqlValue[]): Statement {
  return {
    sql: `${updateByKey('period')} \`version\` = \`version\` + 1 WHERE ${OWN_PERIOD} AND \`closed\` = 0 AND \`barred\` = 0`,
    values: place,
  };
}

type TotalRow = {
  readonly year: SqlValue;
  readonly accountNumber: number;
  readonly periodNumber: number;
  readonly cents: Cents;
  readonly entries: number;
};

/** What the documents add to each account and period, in the order of the keys. */
function totalsIn(documents: readonly PostingToWrite[], keyForm: KeyForm): readonly TotalRow[] {
  const totals = new Map<string, TotalRow>();
  for (const { year, periodNumber, entries } of documents) {
    for (const { accountNumber, amountInBaseCurrency } of entries) {
      const name = `${periodNumber}/${accountNumber}`;
      const seen = totals.get(name);
      totals.set(name, {
        year: keyForm(year),
        accountNumber,
        periodNumber,
        cents: (seen?.cents ?? 0n) + centsOf(amountInBaseCurrency),
        entries: (seen?.entries ?? 0) + 1,
      });
    }
  }
  return [...totals.values()].sort(
    (one, other) => one.periodNumber - other.periodNumber || one.accountNumber - other.accountNumber,
  );
}

const PERIOD_TOTALS: SumTable = {
  table: 'period_total',
  columns: ['agreement_number', 'year_folded', 'account_number', 'period_number', 'total', 'entries'],
  key: ['agreement_number', 'year_folded', 'account_number', 'period_number'],
  added: ['total', 'entries'],
};

function totalsToAdd(agreementNumber: number, rows: readonly TotalRow[]): readonly AddUpParts[] {
  if (rows.length === 0) return [];
  return [
    {
      to: PERIOD_TOTALS,
      rows: rows.map(({ year, accountNumber, periodNumber, cents, entries }) => [
        agreementNumber,
        year,
        accountNumber,
        periodNumber,
        String(cents),
        entries,
      ]),
    },
  ];
}

function bookedMessage({
  date,
  year,
  periodNumber,
  voucherId,
  voucherNumber,
  entries,
}: PostingToWrite): Message {
  return {
    kind: 'voucherBooked',
    payload: JSON.stringify({
      voucherId,
      voucherNumber,
      entryType: entries[0]?.entryType,
      date,
      accountingYear: year,
      periodNumber,
      entryNumbers: entries.map(({ entryNumber }) => entryNumber),
    }),
  };
}
