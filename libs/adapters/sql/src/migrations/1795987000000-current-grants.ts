import type { QueryRunner } from 'typeorm';
import { index } from '../entity/columns.js';
import { addIndex, dropIndexes } from './ddl.js';
import { AdditiveMigration } from './define.js';

const TABLE = 'agreement_grant';

/**
 * Grants that have ended stay, temporary ones by the thousand: what counts and lists those that have not is led
 * past them. No statement of an administrator's asks for the others any more, so the index of them goes.
 */
export class CurrentGrants1795987000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    for (const of of ['administrator', 'agreement', 'app'])
      await addIndex(runner, TABLE, index(`${TABLE}_current_of_${of}`, `${of}_number`, 'revoked', 'expires'));
    await dropIndexes(runner, TABLE, ['agreement_grant_by_administrator_number']);
  }
}
