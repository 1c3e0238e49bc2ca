import type { QueryRunner } from 'typeorm';
import { NULLABLE, document } from '../entity/columns.js';
import { addColumns } from './ddl.js';
import { AdditiveMigration } from './define.js';

/** The logo of a company, above its papers: bytes of a PNG or JPEG, as base64. */
export class LogoOfPapers1795421300000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'agreement', [document('paper_logo', NULLABLE)]);
  }
}
