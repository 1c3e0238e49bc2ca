import type { QueryRunner } from 'typeorm';
import { NULLABLE, ascii, unique } from '../entity/columns.js';
import { addColumns, addIndex } from './ddl.js';
import { AdditiveMigration } from './define.js';

/**
 * Former secrets.
 *
 * An app that gets another secret may use the one before for some hours more, while the new one is brought to every
 * machine that needs it. The version before takes the new one only.
 */
export class FormerSecrets1795364100000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'app', [
      ascii('former_secret_hash', 43, NULLABLE),
      ascii('former_secret_expires', 20, NULLABLE),
    ]);
    await addIndex(runner, 'app', unique('app_by_former_secret_hash', 'former_secret_hash'));
  }
}
