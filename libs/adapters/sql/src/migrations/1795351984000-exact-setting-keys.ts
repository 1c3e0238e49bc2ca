import type { QueryRunner } from 'typeorm';
import { AdditiveMigration } from './define.js';

/**
 * Exact setting keys.
 *
 * Setting keys are compared exactly: `theme` and `Theme` are two settings (§2.10 as amended). The column that
 * is compared holds the key itself from now on; it keeps its name, so that the version before can still read.
 * No two rows can meet: keys that differed in case only were one setting until now.
 */
export class ExactSettingKeys1795351984000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE `app_setting` SET `setting_key_folded` = `setting_key`');
  }
}
