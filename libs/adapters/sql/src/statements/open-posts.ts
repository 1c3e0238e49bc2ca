import type { FullDate } from '@kontor/kernel';
import { AGES, dueDatesOf, Match, OpenPost, Voucher, type PartyKind } from '@kontor/ledger';
import { BookedInvoice, Customer, Supplier } from '@kontor/sales';
import type { Dialect } from '../dialect/dialect.js';
import type { ResourceTable } from '../entity/table-of.js';
import {
  placeholders,
  quote,
  type Extent,
  type SqlValue,
  type Statement,
  type SumTable,
} from '../statement.js';
import { columnsOf, forceIndex, tableByIndex } from './rows.js';
import { insertInto, updateByKey, type RowChange } from './writes.js';

/**
 * The statements on open posts, what matches have taken of them, and what parties owe. Text, since a post is
 * changed on the condition of what is left of it, totals of parties are upserts that add, which TypeORM's
 * cannot, and lists force the index that leads past what is settled. TypeORM's runner takes 22 µs on top of
 * the 33 of a read (ADR 36).
 */

/** What posting keeps of what a customer owes, or a supplier is owed. */
export function partyTotals(party: PartyKind): SumTable {
  return {
    table: `${party}_total`,
    columns: ['agreement_number', `${party}_number`, 'total', 'entries'],
    key: ['agreement_number', `${party}_number`],
    added: ['total', 'entries'],
  };
}

/** The total of some parties, by `number`. */
export function totalsOfParties(
  party: PartyKind,
  agreementNumber: number,
  numbers: readonly number[],
): Statement {
  return {
    sql:
      `SELECT \`${party}_number\` AS number, CAST(\`total\` AS CHAR) AS total FROM \`${party}_total\` ` +
      `WHERE \`agreement_number\` = ? AND \`${party}_number\` IN (${placeholders(numbers.length)})`,
    values: [agreementNumber, ...numbers],
  };
}

/** Most posts are settled, and lie between those that the index leads to (`Extent.each`). */
const OF_A_POST = 0.5;

/**
 * What customers owe, by `number`: the totals that are kept, and as `is_due` what is open and was due before
 * a day, on each side of zero, so that an index passes what is settled. One statement, which sees all of it
 * at the same moment: an invoice and what takes it back are matched together.
 */
export function owedByCustomers(
  agreementNumber: number,
  numbers: readonly number[],
  today: FullDate,
): Statement {
  const totals = totalsOfParties('customer', agreementNumber, numbers);
  const due = ['>', '<'].map(
    (side) =>
      'SELECT `customer_number`, CAST(SUM(`remainder_in_base_currency`) AS CHAR), 1 ' +
      `FROM \`open_post\` WHERE \`agreement_number\` = ? AND \`customer_number\` IN (${placeholders(numbers.length)}) ` +
      `AND \`remainder_in_base_currency\` ${side} 0 AND \`due_date\` < ? GROUP BY \`customer_number\``,
  );
  return {
    sql: [`SELECT number, total, 0 AS is_due FROM (${totals.sql}) AS kept`, ...due].join(' UNION ALL '),
    values: [...totals.values, ...due.flatMap(() => [agreementNumber, ...numbers, today])],
    goesThrough: { agreementNumber, collections: [OpenPost.collection], each: OF_A_POST },
  };
}

/** Posts by a column of theirs, with their versions, in the order of their numbers. */
export function readPosts(
  posts: ResourceTable,
  dialect: Dialect,
  agreementNumber: number,
  { column, keys, isHeld }: PostsSought,
): Statement {
  const from =
    column === 'entry_number'
      ? quote('open_post')
      : tableByIndex(dialect, 'open_post', 'open_post_by_voucher_voucher_id');
  return {
    sql:
      `SELECT ${columnsOf(posts)}, \`version\` FROM ${from} ` +
      `WHERE \`agreement_number\` = ? AND \`${column}\` IN (${placeholders(keys.length)}) ORDER BY \`entry_number\`` +
      (isHeld ? dialect.forUpdate : ''),
    values: [agreementNumber, ...keys],
  };
}

type PostsSought = {
  readonly column: 'entry_number' | 'voucher_voucher_id';
  readonly keys: readonly number[];
  /** Whether nobody else may change them until the transaction ends. */
  readonly isHeld: boolean;
};

/** What is left of a post, and the same in base currency, in cents. */
type LeftOfPost = readonly [remainder: number, inBaseCurrency: number];

/** Another remainder of a post that has the remainder that was read. */
export function changeRemainder(
  agreementNumber: number,
  entryNumber: number,
  { from, to }: { readonly from: LeftOfPost; readonly to: LeftOfPost },
): RowChange {
  return {
    head:
      `${updateByKey('open_post')} \`remainder\` = ?, \`remainder_in_base_currency\` = ?, ` +
      '`version` = `version` + 1',
    set: to,
    where: {
      sql:
        '`agreement_number` = ? AND `entry_number` = ? AND `remainder` = ? ' +
        'AND `remainder_in_base_currency` = ?',
      values: [agreementNumber, entryNumber, ...from],
    },
  };
}

/** Documents that show what is left of their posts. */
export const DOCUMENTS_OF_POSTS = [
  {
    collection: BookedInvoice.collection,
    table: 'booked_invoice',
    voucherId: 'voucher_voucher_id',
    base: 'remainder_in_base_currency',
  },
  {
    collection: Voucher.collection,
    table: 'voucher',
    voucherId: 'voucher_id',
    base: 'remainder_in_default_currency',
  },
] as const;

/** The invoices whose vouchers these are. */
export function invoicesOf(
  dialect: Dialect,
  agreementNumber: number,
  voucherIds: readonly number[],
): Statement {
  const from = tableByIndex(dialect, 'booked_invoice', 'booked_invoice_by_voucher_voucher_id');
  return {
    sql:
      `SELECT \`booked_invoice_number\` FROM ${from} ` +
      `WHERE \`agreement_number\` = ? AND \`voucher_voucher_id\` IN (${placeholders(voucherIds.length)})`,
    values: [agreementNumber, ...voucherIds],
  };
}

/** Which voucher invoices have. */
export function readVouchersOf(agreementNumber: number, numbers: readonly number[]): Statement {
  return {
    sql:
      'SELECT `booked_invoice_number`, `voucher_voucher_id` FROM `booked_invoice` ' +
      `WHERE \`agreement_number\` = ? AND \`booked_invoice_number\` IN (${placeholders(numbers.length)})`,
    values: [agreementNumber, ...numbers],
  };
}

/** Of several currencies, what is left is in the base currency (`leftOfPosts`). */
function currenciesBy(dialect: Dialect): string {
  const posts = tableByIndex(dialect, 'open_post', 'open_post_by_voucher_voucher_id');
  return (
    `(SELECT COUNT(DISTINCT \`currency\`) FROM ${posts} WHERE \`agreement_number\` = ? ` +
    'AND `voucher_voucher_id` = ? AND `voucher_among` IS NULL)'
  );
}

/**
 * What is left of the document of a voucher changes by so many cents, in its currency and in that of the
 * books.
 */
export function changeLeft(
  dialect: Dialect,
  { table, voucherId, base }: (typeof DOCUMENTS_OF_POSTS)[number],
  agreementNumber: number,
  of: number,
  { cents, baseCents }: { readonly cents: number; readonly baseCents: number },
): Statement {
  const ofInvoice = `UPDATE ${tableByIndex(dialect, table, 'booked_invoice_by_voucher_voucher_id')} SET`;
  const head = table === 'voucher' ? updateByKey(table) : ofInvoice;
  return {
    sql:
      `${head} \`remainder\` = \`remainder\` + CASE WHEN ${currenciesBy(dialect)} > 1 THEN ? ELSE ? END, ` +
      `\`${base}\` = \`${base}\` + ?, \`version\` = \`version\` + 1 ` +
      `WHERE \`agreement_number\` = ? AND \`${voucherId}\` = ?`,
    values: [agreementNumber, of, baseCents, cents, baseCents, agreementNumber, of],
  };
}

/** Where what matches have taken of posts is kept. */
export const MATCH_LINES = insertInto('match_line', [
  ...['agreement_number', 'match_number', 'entry_number', 'party', 'party_number', 'post_date', 'due_date'],
  ...['match_date', 'apart', 'taken'],
]);

/** A match that is taken back has taken nothing. */
export function withoutLines(agreementNumber: number, matchNumber: number): Statement {
  return {
    sql: 'DELETE FROM `match_line` WHERE `agreement_number` = ? AND `match_number` = ?',
    values: [agreementNumber, matchNumber],
  };
}

/** A class of lines by the months between post and match, and the first day on which one of it can stand. */
export type ClassOfLines = { readonly apart: number; readonly from: string | undefined };

/** What was matched after a date of what was open of some parties on it. */
function takenSince(
  agreementNumber: number,
  { kind, date, numbers, classes }: Wanted,
  { sums, values }: Sums,
): Statement {
  const lines = classes.map(({ apart, from }) => ({
    sql:
      'SELECT `party_number` AS number, `due_date`, `taken` FROM `match_line` ' +
      `${forceIndex('match_line_open_between')} WHERE \`agreement_number\` = ? AND \`party\` = ? ` +
      `AND \`apart\` = ${apart}${from === undefined ? '' : ' AND `post_date` >= ?'} ` +
      'AND `post_date` <= ? AND `match_date` > ?',
    values: [agreementNumber, kind, ...(from === undefined ? [] : [from]), date, date],
  }));
  return {
    sql:
      `SELECT number, ${sums}, 1 FROM (${lines.map(({ sql }) => sql).join(' UNION ALL ')}) AS open_then ` +
      `WHERE number IN (${placeholders(numbers.length)}) GROUP BY number`,
    values: [...values, ...lines.flatMap((one) => one.values), ...numbers],
  };
}

/** What it costs to give a party, and to sum a post by its age, as `Extent.each` counts. */
const TO_GIVE_A_PARTY = 25;
const TO_SUM_A_POST = 10;

const PARTIES = { customer: Customer, supplier: Supplier } as const;

/** All that is open or was matched. */
function throughPosts(agreementNumber: number): Extent {
  const collections = [OpenPost.collection, Match.collection];
  return { agreementNumber, collections, each: TO_SUM_A_POST };
}

/** All parties of a kind with their names, by `number`. */
export function readParties(agreementNumber: number, kind: PartyKind): Statement {
  return {
    sql: `SELECT \`${kind}_number\` AS number, \`name\` FROM \`${kind}\` WHERE \`agreement_number\` = ?`,
    values: [agreementNumber],
    goesThrough: { agreementNumber, collections: [PARTIES[kind].collection], each: TO_GIVE_A_PARTY },
  };
}

type Sums = { readonly sums: string; readonly values: readonly SqlValue[] };
type Wanted = {
  readonly kind: PartyKind;
  readonly date: FullDate;
  readonly numbers: readonly number[];
  readonly classes: readonly ClassOfLines[];
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
function leftBy(
  agreementNumber: number,
  { kind, date, numbers }: Wanted,
  { sums, values }: Sums,
): readonly Statement[] {
  return ['> 0', '< 0'].map((side) => ({
    sql:
      `SELECT \`${kind}_number\` AS number, ${sums}, 0 AS is_taken FROM \`open_post\` ` +
      `${forceIndex(`open_post_open_of_${kind}`)} WHERE \`agreement_number\` = ? ` +
      `AND \`${kind}_number\` IN (${placeholders(numbers.length)}) AND \`remainder_in_base_currency\` ${side} ` +
      `AND \`date\` <= ? GROUP BY \`${kind}_number\``,
    values: [...values, agreementNumber, ...numbers, date],
  }));
}

/**
 * What was open of some parties on a date, by `number` and age: what is left now and, as `is_taken`, what
 * later matches have taken. One statement, which sees both at the same moment: what is matched between two
 * would count twice, or not at all.
 */
export function openOn(agreementNumber: number, wanted: Wanted): Statement {
  const { date } = wanted;
  const parts = [
    ...leftBy(agreementNumber, wanted, sumsByAge('`remainder_in_base_currency`', date)),
    takenSince(agreementNumber, wanted, sumsByAge('`taken`', date)),
  ];
  return {
    sql: parts.map(({ sql }) => sql).join(' UNION ALL '),
    values: parts.flatMap(({ values }) => values),
    goesThrough: throughPosts(agreementNumber),
  };
}
