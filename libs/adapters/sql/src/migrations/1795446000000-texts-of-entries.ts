import type { QueryRunner } from 'typeorm';
import { folded } from '@kontor/kernel';
import { dialectOn } from '../dialect/open-engine.js';
import { NULLABLE, bytes } from '../entity/columns.js';
import type { Row, SqlValue } from '../statement.js';
import { addColumns } from './ddl.js';
import { AdditiveMigration, type Backfill } from './define.js';

const FOLDED =
  'UPDATE `entry` SET `text_folded` = LOWER(`text`) WHERE `text` IS NOT NULL AND `text_folded` IS NULL';

const YEARS = 'SELECT `agreement_number`, `year_folded` FROM `accounting_year`';

const AT_ONCE = 1_000;

/** What may be folded otherwise than the database does: text that is more than ASCII. */
const TEXTS = (more: string): string =>
  `SELECT \`entry_number\`, \`text\` FROM \`entry\` WHERE \`agreement_number\` = ? AND \`year_folded\` = ? AND \`entry_number\` > ? AND ${more} ORDER BY \`entry_number\` LIMIT ${AT_ONCE}`;

const FOLD =
  'UPDATE `entry` SET `text_folded` = ? WHERE `agreement_number` = ? AND `year_folded` = ? AND `entry_number` = ?';

/** What a version before this one books afterwards. */
export const backfillTextsOfEntries: Backfill = {
  lacking: (agreementNumber) => ({
    sql:
      'SELECT DISTINCT `date` FROM `entry` ' +
      'WHERE `agreement_number` = ? AND `text` IS NOT NULL AND `text_folded` IS NULL',
    values: [agreementNumber],
  }),
  add: (agreementNumber, date) => ({
    sql: `${FOLDED} AND \`agreement_number\` = ? AND \`date\` = ?`,
    values: [agreementNumber, date],
  }),
};

/**
 * Texts of entries are searched and sorted by, in the form in which all text is compared.
 *
 * No index of them: every index is paid for by every entry. What the version before books while both serve is not
 * found by its text until `kontor migrate` has run again.
 */
export class TextsOfEntries1795446000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'entry', [bytes('text_folded', 2700, NULLABLE)]);
    await runner.query(FOLDED);
    const texts = TEXTS(`OCTET_LENGTH(\`text\`) > ${dialectOn(runner).charactersOf('`text`')}`);
    for (const { agreement_number, year_folded } of (await runner.query(YEARS)) as readonly Row[]) {
      const year = [agreement_number, year_folded] as readonly SqlValue[];
      let rows: readonly Row[] = [];
      let last: unknown = 0;
      do {
        rows = (await runner.query(texts, [...year, last])) as readonly Row[];
        for (const { entry_number, text } of rows)
          await runner.query(FOLD, [folded(text as string), ...year, entry_number]);
        last = rows.at(-1)?.['entry_number'];
      } while (rows.length === AT_ONCE);
    }
  }
}
