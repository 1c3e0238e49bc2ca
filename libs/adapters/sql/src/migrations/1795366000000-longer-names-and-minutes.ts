import type { QueryRunner } from 'typeorm';
import { NULLABLE, ascii, bytes, text } from '../entity/columns.js';
import { widenColumns } from './ddl.js';
import { AdditiveMigration } from './define.js';

const TO_MINUTES =
  "UPDATE `customer` SET `last_updated` = CONCAT(`last_updated`, 'T00:00:00Z') WHERE LENGTH(`last_updated`) = 10";

/**
 * Longer names and minutes.
 *
 * VAT accounts have names of up to 60 characters, and customers say in which minute they were changed, as products do; of
 * what was changed before, the day is known, and is shown as its first minute. The version before shows what it
 * reads, and writes days meanwhile, which sort as they should.
 */
export class LongerNamesAndMinutes1795366000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await widenColumns(runner, 'vat_account', [
      text('name', 60, NULLABLE),
      bytes('name_folded', 720, NULLABLE),
    ]);
    await widenColumns(runner, 'customer', [ascii('last_updated', 20)]);
    await runner.query(TO_MINUTES);
  }
}
