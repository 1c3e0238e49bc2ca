import type { QueryRunner } from 'typeorm';
import { createTables } from './ddl.js';
import { NULLABLE, ascii, index, integer, long, table } from '../entity/columns.js';
import type { Table } from '../entity/table.js';
import { AdditiveMigration, type Backfill } from './define.js';

const TABLES: readonly Table[] = [
  table(
    'match_line',
    ['agreement_number', 'match_number', 'entry_number'],
    [
      integer('agreement_number'),
      integer('match_number'),
      integer('entry_number'),
      ascii('party', 8),
      integer('party_number'),
      ascii('post_date', 10),
      ascii('due_date', 10, NULLABLE),
      ascii('match_date', 10),
      integer('apart'),
      long('taken'),
    ],
    [
      index(
        'match_line_open_between',
        ...[
          'agreement_number',
          'party',
          'apart',
          'post_date',
          'match_date',
          'party_number',
          'due_date',
          'taken',
        ],
      ),
    ],
  ),
];

const COLUMNS =
  '`agreement_number`, `match_number`, `entry_number`, `party`, `party_number`, `post_date`, `due_date`, ' +
  '`match_date`, `apart`, `taken`';

/** A match has so many posts at most. */
const POSTS_MAX = 100;

/** Where the posts of a match stand in its text, one by one: every database reads such paths. */
const PLACES = Array.from(
  { length: POSTS_MAX },
  (_, at) =>
    `SELECT ${at} AS place, '$[${at}].entryNumber' AS entry, '$[${at}].amountInBaseCurrency' AS base`,
).join(' UNION ALL ');

/** How many posts a match has, from how often its text says so. */
const POSTS = "(LENGTH(m.`posts`) - LENGTH(REPLACE(m.`posts`, 'entryNumber', ''))) / 11";

const monthOf = (date: string): string =>
  `(CAST(SUBSTR(${date}, 1, 4) AS UNSIGNED) * 12 + CAST(SUBSTR(${date}, 6, 2) AS UNSIGNED))`;

/** `monthsApart` of match lines, in SQL. */
const APART =
  `CASE WHEN ${monthOf('m.`date`')} - ${monthOf('p.`date`')} < 1 THEN 0 ` +
  [2, 4, 8, 16, 32, 64]
    .map((below, at) => `WHEN ${monthOf('m.`date`')} - ${monthOf('p.`date`')} < ${below} THEN ${at + 1} `)
    .join('') +
  'ELSE 7 END';

/** The lines of matches, as they would have been written with them. `where`: which of them, `m`. */
const linesOfMatches = (where: string): string =>
  'SELECT m.`agreement_number`, m.`match_number`, p.`entry_number`, ' +
  "CASE WHEN p.`customer_number` IS NULL THEN 'supplier' ELSE 'customer' END AS party, " +
  'COALESCE(p.`customer_number`, p.`supplier_number`) AS party_number, p.`date` AS post_date, p.`due_date`, ' +
  `m.\`date\` AS match_date, ${APART} AS apart, ` +
  "ROUND(CAST(REPLACE(JSON_EXTRACT(m.`posts`, n.base), '\"', '') AS DECIMAL(20, 2)) * 100) AS taken " +
  `FROM \`match\` AS m JOIN (${PLACES}) AS n ON n.place < ${POSTS} ` +
  'JOIN `open_post` AS p ON p.`agreement_number` = m.`agreement_number` ' +
  `AND p.\`entry_number\` = CAST(JSON_EXTRACT(m.\`posts\`, n.entry) AS UNSIGNED) ${where}`;

const WITHOUT_LINES =
  'NOT EXISTS (SELECT 1 FROM `match_line` AS l WHERE l.`agreement_number` = m.`agreement_number` ' +
  'AND l.`match_number` = m.`match_number`)';

/** Lines of matches that were taken back since. */
const LEFT_BEHIND =
  '`match_line` AS l WHERE l.`agreement_number` = ? AND l.`taken` <> 0 AND NOT EXISTS (SELECT 1 FROM `match` AS m ' +
  'WHERE m.`agreement_number` = l.`agreement_number` AND m.`match_number` = l.`match_number`)';

const linesFrom = (rows: string): string => `REPLACE INTO \`match_line\` (${COLUMNS}) ${rows}`;

/** What a version before this one matches, or takes back, afterwards; what was taken back takes nothing. */
export const backfillMatchLines: Backfill = {
  lacking: (agreementNumber) => ({
    sql:
      `SELECT m.\`date\` AS date FROM \`match\` AS m WHERE m.\`agreement_number\` = ? AND ${WITHOUT_LINES} ` +
      `UNION SELECT l.\`match_date\` AS date FROM ${LEFT_BEHIND}`,
    values: [agreementNumber, agreementNumber],
  }),
  add: (agreementNumber, date) => ({
    sql: linesFrom(
      `${linesOfMatches(`WHERE m.\`agreement_number\` = ? AND m.\`date\` = ? AND ${WITHOUT_LINES}`)} UNION ALL ` +
        'SELECT l.`agreement_number`, l.`match_number`, l.`entry_number`, l.`party`, l.`party_number`, ' +
        'l.`post_date`, l.`due_date`, l.`match_date`, l.`apart`, 0 AS taken ' +
        `FROM ${LEFT_BEHIND} AND l.\`match_date\` = ?`,
    ),
    values: [agreementNumber, date, agreementNumber, date],
  }),
};

/**
 * Lines of matches: what each has taken of which post, with the dates of both, so that what was open on a date is read
 * by an index (`ledger/match-lines.ts`).
 *
 * What is matched already gets its lines here. A version before this one goes on matching without them as long as it
 * serves beside this one: aged lists of days before such a match show it as if it were older, `kontor verify` names it,
 * and `kontor migrate`, run again when none of its processes is left, adds its lines.
 */
export class MatchLines1795421000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await runner.query(linesFrom(linesOfMatches('')));
  }
}
