import type { QueryRunner } from 'typeorm';
import { createTables } from './ddl.js';
import {
  NULLABLE,
  ascii,
  bytes,
  count,
  document,
  index,
  integer,
  long,
  table,
  text,
} from '../entity/columns.js';
import type { Table } from '../entity/table.js';
import { AdditiveMigration, type Backfill } from './define.js';

const TABLES: readonly Table[] = [
  table(
    'open_post',
    ['agreement_number', 'entry_number'],
    [
      integer('agreement_number'),
      integer('entry_number'),
      ascii('entry_type', 40),
      integer('account_number'),
      integer('customer_number', NULLABLE),
      integer('supplier_number', NULLABLE),
      integer('voucher_voucher_id'),
      text('voucher_among', 40, NULLABLE),
      ascii('date', 10),
      ascii('due_date', 10, NULLABLE),
      text('currency', 3),
      bytes('currency_folded', 36),
      long('amount'),
      long('amount_in_base_currency'),
      long('remainder'),
      long('remainder_in_base_currency'),
      text('text', 255, NULLABLE),
      long('version'),
      count('uses'),
    ],
    [
      index('open_post_by_customer_number', 'agreement_number', 'customer_number', 'entry_number'),
      index('open_post_by_supplier_number', 'agreement_number', 'supplier_number', 'entry_number'),
      index('open_post_by_voucher_voucher_id', 'agreement_number', 'voucher_voucher_id', 'entry_number'),
    ],
  ),
  table(
    'match',
    ['agreement_number', 'match_number'],
    [
      integer('agreement_number'),
      integer('match_number'),
      ascii('date', 10),
      integer('customer_number', NULLABLE),
      integer('supplier_number', NULLABLE),
      text('currency', 3),
      bytes('currency_folded', 36),
      document('posts'),
      long('difference', NULLABLE),
      integer('difference_account_number', NULLABLE),
      integer('difference_voucher_voucher_id', NULLABLE),
      text('difference_voucher_display_voucher_number', 20, NULLABLE),
      long('version'),
      count('uses'),
    ],
    [
      index('match_by_customer_number', 'agreement_number', 'customer_number', 'match_number'),
      index('match_by_supplier_number', 'agreement_number', 'supplier_number', 'match_number'),
    ],
  ),
];

/** Entries on customers and suppliers that have no post; those of differences (series 12) never have. */
const LACKING =
  '(n.`customer_number` IS NOT NULL OR n.`supplier_number` IS NOT NULL) ' +
  'AND (n.`number_series_number` IS NULL OR n.`number_series_number` <> 12) ' +
  'AND NOT EXISTS (SELECT 1 FROM `open_post` AS p WHERE p.`agreement_number` = n.`agreement_number` ' +
  'AND p.`entry_number` = n.`entry_number`)';

/** Nothing was matched before there were posts: all of each is left. */
const postsFrom = (entries: string): string =>
  'INSERT INTO `open_post` (`agreement_number`, `entry_number`, `entry_type`, `account_number`, ' +
  '`customer_number`, `supplier_number`, `voucher_voucher_id`, `voucher_among`, `date`, `due_date`, `currency`, ' +
  '`currency_folded`, `amount`, `amount_in_base_currency`, `remainder`, `remainder_in_base_currency`, `text`, `version`) ' +
  'SELECT n.`agreement_number`, n.`entry_number`, n.`entry_type`, n.`account_number`, n.`customer_number`, ' +
  "n.`supplier_number`, n.`voucher_id`, CASE WHEN n.`entry_type` = 'openingEntry' THEN 'opening-balances' END, " +
  'n.`date`, n.`due_date`, n.`currency`, n.`currency_folded`, n.`amount`, n.`amount_in_base_currency`, n.`amount`, ' +
  `n.\`amount_in_base_currency\`, n.\`text\`, 1 FROM ${entries} ${LACKING}`;

/** What a version before this one books on customers and suppliers afterwards. */
export const backfillOpenPosts: Backfill = {
  lacking: (agreementNumber) => ({
    sql: `SELECT DISTINCT n.\`date\` AS date FROM \`entry\` AS n WHERE n.\`agreement_number\` = ? AND ${LACKING}`,
    values: [agreementNumber],
  }),
  add: (agreementNumber, date) => ({
    sql: postsFrom('`entry` AS n WHERE n.`agreement_number` = ? AND n.`date` = ? AND'),
    values: [agreementNumber, date],
  }),
  collection: 'open-posts',
};

const COUNTS =
  'INSERT INTO `collection_state` (`agreement_number`, `collection`, `version`, `items`) ' +
  "SELECT p.`agreement_number`, 'open-posts', 1, COUNT(*) FROM `open_post` AS p WHERE NOT EXISTS " +
  '(SELECT 1 FROM `collection_state` AS s WHERE s.`agreement_number` = p.`agreement_number` ' +
  "AND s.`collection` = 'open-posts') GROUP BY p.`agreement_number`";

/**
 * Open posts and their matches.
 *
 * Every booked line of a customer or supplier is a post, with what is left of it. What was booked before gets its posts
 * here, all of each open, since nothing could be matched.
 *
 * A version before this one goes on booking without posts as long as it serves beside this one. `kontor verify` names
 * such entries, and `kontor migrate`, run again when none of its processes is left, adds their posts.
 */
export class OpenPosts1795367000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    for (const sql of [postsFrom('`entry` AS n WHERE'), COUNTS]) await runner.query(sql);
  }
}
