import type { QueryRunner } from 'typeorm';
import { NULLABLE, ascii, text } from '../entity/columns.js';
import { addColumns } from './ddl.js';
import { AdditiveMigration } from './define.js';

/** How a company's papers look: a colour, and a text at their foot. */
export class LookOfPapers1795412700000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'agreement', [
      ascii('paper_colour', 7, NULLABLE),
      text('paper_footer', 300, NULLABLE),
    ]);
  }
}
