import type { QueryRunner } from 'typeorm';
import { addColumns, createTables } from './ddl.js';
import { NULLABLE, ascii, integer, table } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

const ATTACHMENT = table(
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
);

const BYTE_CHUNK = table(
  'byte_chunk',
  ['agreement_number', 'storage_key', 'position'],
  [integer('agreement_number'), ascii('storage_key', 36), integer('position'), ascii('content', 49_152)],
);

const LOOSE_BYTES = table(
  'loose_bytes',
  ['agreement_number', 'storage_key'],
  [integer('agreement_number'), ascii('storage_key', 36), ascii('created', 20)],
);

/**
 * Attachments.
 *
 * The file behind a voucher (§2.8 as amended): which voucher has one stands in its own row as well. The bytes are rows of 36 KiB, as
 * base64; those that nothing has yet, or no longer, are listed until they are removed.
 */
export class Attachments1795364548172 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [ATTACHMENT, BYTE_CHUNK, LOOSE_BYTES]);
    await addColumns(runner, 'voucher', [integer('attachment', NULLABLE)]);
  }
}
