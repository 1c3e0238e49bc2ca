import { defined, flatMapped, PERMANENT } from '@kontor/kernel';
import {
  Account,
  ACCOUNT_TYPES,
  Entry,
  periodOf,
  type PostableAccount,
  type PostablePeriod,
  type UnnumberedPosting,
  type PostingFacts,
} from '@kontor/ledger';
import { accessTo, type ResourceAccesses } from '../resource/resource-access.js';
import { flagAt, dateAt, numberAt, numberOrNullAt, textAt, textOrNullAt, oneOfAt } from '../row.js';
import { inPieces, type Outcome, type Row, type Statement } from '../statement.js';
import { readColumns } from '../statements/items.js';
import { periodsBetween } from '../statements/posting.js';
import { ENTRY_REFERENCES, referredIn, usesIn } from './entry-references.js';

const ACCOUNT_MEMBERS = [
  'account_type',
  'barred',
  'block_direct_entries',
  'require_departmental_distribution_on_entries',
  'vat_account_code',
  'contra_account_number',
];

/** Closing a year names every account that there is: a statement of SQLite takes 32,766 values. */
const KEYS_AT_ONCE = 10_000;

/** What entries may name beside an account. */
const OTHER_REFERENCES = ENTRY_REFERENCES.filter(({ collection }) => collection !== Account.collection);

/** What reads the facts of postings, in one round trip. */
type ReadingFacts = {
  readonly statements: readonly Statement[];
  /** What the statements gave. `permanent`: the names of what entries have named before (`itemName`). */
  found(outcomes: readonly Outcome[]): {
    readonly facts: PostingFacts;
    readonly permanent: readonly string[];
  };
};

/** Prepares the reading of what postings are decided on: periods of their dates, and what entries name. */
export function readingFacts(
  access: ResourceAccesses,
  agreementNumber: number,
  postings: readonly UnnumberedPosting[],
): ReadingFacts {
  const booked = flatMapped(postings, ({ entries }) => entries);
  const referred = flatMapped(referredIn(access, booked), (one) =>
    inPieces(one.keys, KEYS_AT_ONCE).map((keys) => ({ ...one, keys })),
  );
  const dates = postings.map(({ date }) => date).sort();
  const year = accessTo(access, Entry).dialect.asText('`year_folded`');
  return {
    statements: [
      periodsBetween(year, agreementNumber, dates[0] ?? '', dates.at(-1) ?? ''),
      ...referred.map(({ collection, table, keys }) =>
        readColumns(
          table,
          [table.key.column, ...(collection === Account.collection ? ACCOUNT_MEMBERS : []), 'uses'],
          agreementNumber,
          keys.map(({ encoded }) => encoded),
        ),
      ),
    ],
    found: ([periods, ...items]) => {
      const uses = new Map(flatMapped(referred, (one, index) => usesIn(one, defined(items[index]))));
      const accounts = flatMapped(referred, ({ collection }, index) =>
        collection === Account.collection ? defined(items[index]).rows : [],
      );
      const missing = referred.flatMap(({ collection, keys }) =>
        collection === Account.collection
          ? []
          : keys.filter(({ name }) => !uses.has(name)).map(({ key }) => ({ resource: collection, key })),
      );
      return {
        facts: {
          periods: (periods?.rows ?? []).map(periodIn),
          accounts: new Map(accounts.map((row) => [numberAt(row, 'account_number'), accountIn(row)])),
          missing,
        },
        permanent: [...uses].filter(([, count]) => count >= PERMANENT).map(([name]) => name),
      };
    },
  };
}

/** Whether facts have every period and account that postings name: then both are there. */
export function includeAll(
  facts: Pick<PostingFacts, 'accounts' | 'periods'>,
  postings: readonly UnnumberedPosting[],
): boolean {
  return postings.every(
    ({ date, entries }) =>
      periodOf(facts, date) !== undefined &&
      entries.every(({ accountNumber }) => facts.accounts.has(accountNumber)),
  );
}

/**
 * Whether postings can be decided on by facts alone: they name periods and accounts, which these have, and
 * nothing else that would have to be looked for.
 */
export function sufficeFor(facts: PostingFacts, postings: readonly UnnumberedPosting[]): boolean {
  return (
    facts.missing.length === 0 &&
    includeAll(facts, postings) &&
    postings.every(({ entries }) =>
      entries.every((entry) => OTHER_REFERENCES.every(({ keyOf }) => keyOf(entry) === undefined)),
    )
  );
}

function periodIn(row: Row): PostablePeriod {
  const settlementNumber = numberOrNullAt(row, 'vat_settlement_settlement_number');
  return {
    year: textAt(row, 'year'),
    periodNumber: numberAt(row, 'period_number'),
    fromDate: dateAt(row, 'from_date'),
    toDate: dateAt(row, 'to_date'),
    closed: flagAt(row, 'closed'),
    barred: flagAt(row, 'barred'),
    ...(settlementNumber !== null && { settlementNumber }),
  };
}

function accountIn(row: Row): PostableAccount {
  return {
    accountNumber: numberAt(row, 'account_number'),
    accountType: oneOfAt(row, 'account_type', ACCOUNT_TYPES),
    barred: flagAt(row, 'barred'),
    blockDirectEntries: flagAt(row, 'block_direct_entries'),
    requiresDepartment: flagAt(row, 'require_departmental_distribution_on_entries'),
    vatCode: textOrNullAt(row, 'vat_account_code') ?? undefined,
    contraAccountNumber: numberOrNullAt(row, 'contra_account_number') ?? undefined,
  };
}
