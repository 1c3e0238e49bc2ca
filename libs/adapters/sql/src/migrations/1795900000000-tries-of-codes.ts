import type { QueryRunner } from 'typeorm';
import { count, long } from '../entity/columns.js';
import { addColumns } from './ddl.js';
import { AdditiveMigration } from './define.js';

/** Tries of codes of a second factor are counted with it: each process counted for itself. */
export class TriesOfCodes1795900000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'second_factor', [count('tries'), { ...long('tries_until'), byDefault: 0 }]);
  }
}
