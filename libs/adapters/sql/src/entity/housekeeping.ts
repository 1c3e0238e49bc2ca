import { NULLABLE, ascii, bytes, count, document, index, integer, long, table, text } from './columns.js';
import { SORTABLE_LENGTH } from './column-encoding.js';
import type { Table } from './table.js';

/** Tables of agreements that are not the rows of a declared resource, as they are now. */
export const HOUSEKEEPING: readonly Table[] = [
  // Version and count of each collection; in the row of events, the head of the chain (docs/adr/0043).
  table(
    'collection_state',
    ['agreement_number', 'collection'],
    [
      integer('agreement_number'),
      ascii('collection', 150),
      long('version'),
      integer('items'),
      ascii('head', 64, NULLABLE),
    ],
  ),
  // The last number given in each series.
  table(
    'number_counter',
    ['agreement_number', 'name'],
    [integer('agreement_number'), ascii('name', 150), integer('last_number')],
  ),
  // Numbers that were given of a series, the last of those that were given together: none is given twice.
  table(
    'given_number',
    ['agreement_number', 'name', 'number'],
    [integer('agreement_number'), ascii('name', 150), integer('number')],
  ),
  // What was answered under which key.
  table(
    'idempotency_key',
    ['agreement_number', 'app_number', 'key_hash'],
    [
      integer('agreement_number'),
      integer('app_number'),
      ascii('key_hash', 43),
      ascii('fingerprint', 43),
      integer('status'),
      document('body', NULLABLE),
      text('location', 2000, NULLABLE),
      ascii('created', 20),
    ],
    [index('idempotency_key_by_created', 'agreement_number', 'created')],
  ),
  // Who changed what (G37), where it is told by no event, or by one that is pruned.
  table(
    'audit_record',
    ['agreement_number', 'created', 'request_id'],
    [
      integer('agreement_number'),
      ascii('created', 20),
      ascii('request_id', 36),
      integer('app_number'),
      integer('grant_number'),
      text('user_name', 250),
      ascii('method', 10),
      text('path', 500),
      integer('status'),
    ],
  ),
  // What became of which thing, in the order of commits; the first of a request is its record of who did it.
  table(
    'event',
    ['agreement_number', 'sequence'],
    [
      integer('agreement_number'),
      integer('sequence'),
      ascii('type', 60),
      ascii('collection', 60),
      document('item_keys'),
      document('changed', NULLABLE),
      ascii('created', 20),
      ascii('request_id', 36),
      integer('app_number'),
      text('user_name', 250),
      integer('grant_number', NULLABLE),
      ascii('method', 10, NULLABLE),
      text('path', 500, NULLABLE),
      integer('status', NULLABLE),
      ascii('digests', 87, NULLABLE),
      document('sealed', NULLABLE),
    ],
  ),
  // The links of the chain that stand in no event, or in one that is pruned.
  table(
    'chain_link',
    ['agreement_number', 'sequence', 'ordinal'],
    [
      integer('agreement_number'),
      integer('sequence'),
      integer('ordinal'),
      ascii('digests', 87),
      document('sealed', NULLABLE),
      ascii('created', 20),
      ascii('request_id', 36),
    ],
  ),
  // What the versions before events have told of bookings; nothing reads it.
  table(
    'outbox',
    ['agreement_number', 'sequence'],
    [
      integer('agreement_number'),
      integer('sequence'),
      ascii('kind', 40),
      document('payload'),
      ascii('created', 20),
    ],
  ),
  // The sums of the entries by account and period.
  table(
    'period_total',
    ['agreement_number', 'year_folded', 'account_number', 'period_number'],
    [
      integer('agreement_number'),
      bytes('year_folded', 108),
      integer('account_number'),
      integer('period_number'),
      long('total'),
      integer('entries'),
    ],
    [
      index(
        'period_total_by_period_number',
        'agreement_number',
        'year_folded',
        'period_number',
        'account_number',
      ),
    ],
  ),
  // The same by day, side and rate of a VAT code, and what of a statement they belong to.
  table(
    'day_turnover',
    ['agreement_number', 'date', 'account_number', 'vat_account_code', 'vat_part', 'vat_rate', 'kind'],
    [
      integer('agreement_number'),
      ascii('date', 10),
      integer('account_number'),
      text('vat_account_code', 5),
      ascii('vat_part', 10),
      ascii('vat_rate', SORTABLE_LENGTH),
      ascii('kind', 10),
      long('debit'),
      long('credit'),
      integer('entries'),
    ],
  ),
  // The same without rates: versions before this one read and write it.
  table(
    'day_total',
    ['agreement_number', 'date', 'account_number', 'vat_account_code', 'vat_part', 'kind'],
    [
      integer('agreement_number'),
      ascii('date', 10),
      integer('account_number'),
      text('vat_account_code', 5),
      ascii('vat_part', 10),
      ascii('kind', 10),
      long('debit'),
      long('credit'),
      integer('entries'),
    ],
  ),
  // What each match has taken of which post, and when: what was open on a date is read from it.
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
  // What stood on the documents of invoices up to a number, and was changed after it: the company, as JSON.
  table(
    'former_company',
    ['agreement_number', 'last_invoice_number'],
    [integer('agreement_number'), integer('last_invoice_number'), document('company')],
  ),
  // The sums of the entries by customer.
  table(
    'customer_total',
    ['agreement_number', 'customer_number'],
    [integer('agreement_number'), integer('customer_number'), long('total'), integer('entries')],
  ),
  // The same by supplier.
  table(
    'supplier_total',
    ['agreement_number', 'supplier_number'],
    [integer('agreement_number'), integer('supplier_number'), long('total'), integer('entries')],
  ),
  // Which voucher has which file.
  table(
    'attachment',
    ['agreement_number', 'voucher_id'],
    [
      integer('agreement_number'),
      integer('voucher_id'),
      ascii('storage_key', 36),
      ascii('media_type', 40),
      integer('bytes'),
      ascii('digest', 64),
    ],
  ),
  // The bytes of files, as base64.
  table(
    'byte_chunk',
    ['agreement_number', 'storage_key', 'position'],
    [integer('agreement_number'), ascii('storage_key', 36), integer('position'), ascii('content', 49_152)],
  ),
  // Bytes that nothing has yet, or no longer.
  table(
    'loose_bytes',
    ['agreement_number', 'storage_key'],
    [integer('agreement_number'), ascii('storage_key', 36), ascii('created', 20)],
  ),
  // Which past of the whole database it is.
  table('database_epoch', ['id'], [integer('id'), long('epoch')]),
];

/** Which process migrates; a row that expires, not a lock of the server (R8). */
export const LEASE = table(
  'schema_lock',
  ['name'],
  [ascii('name', 40), ascii('holder', 40), long('expires')],
);

/**
 * Where TypeORM notes what has run. It would make the table with rows that number themselves (R5) and the
 * server's own collation (R16); it asks for these three columns and takes the table that is there.
 */
export const NOTED_MIGRATIONS = table(
  'migrations',
  ['name'],
  [count('id'), long('timestamp'), ascii('name', 150)],
);
