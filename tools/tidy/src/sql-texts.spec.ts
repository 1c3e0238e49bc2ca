import { expect } from 'chai';
import { sqlTextsIn } from './sql-texts.js';
import { pathsBelow, read } from './tree.js';

const SQL = 'libs/adapters/sql/src';

/** Rooms whose subject is SQL: texts of statements, of a database, of migrations, and what filters become. */
const ROOMS = /\/src\/(statements|dialect|migrations|query)\//;

/** Other places, each with its reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  // It tells by how a statement begins whether it only reads.
  [`${SQL}/statement.ts`]: 'SELECT ',
  // One row to join to, in a query of TypeORM's builder.
  [`${SQL}/studio/credentials.ts`]: '(SELECT 1 AS one)',
};

describe('texts of SQL', () => {
  const files = pathsBelow(SQL)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !ROOMS.test(path))
    .map(read);

  it('lie in the folder of statements, but those of dialects, migrations and filters', () => {
    const found = files.flatMap((file) => sqlTextsIn(file).map(({ begins }) => [file.path, begins]));

    expect(files).to.have.length.greaterThan(100);
    expect(found).to.deep.equal(Object.entries(ELSEWHERE));
  });

  it('lie there, each module with its reason', () => {
    for (const { path, text } of pathsBelow(`${SQL}/statements`).map(read)) {
      expect(/\/\*\*[^]*?\b(Text,[\s*]+since|as text)\b/.test(text), path).to.equal(true);
    }
  });

  it('would be found, whatever they begin with, and conditions too', () => {
    const text = [
      'const a = `SELECT ${columns} FROM ${table}`;',
      "const b = 'INSERT INTO `voucher` (`number`) ' + rest;",
      "const c = { sql: 'UPDATE `voucher` SET `booked` = 1' };",
      "const d = 'DELETE FROM `voucher`';",
      "const e = 'WITH some AS (';",
      "const f = 'COALESCE((SELECT 1), 0)';",
      "const g = '`agreement_number` = ? AND `year` < ?';",
      'const h = ` AND ${quote(column)} = ?`;',
      'const i = `\\`number\\` IN (${placeholders(3)})`;',
      '// SELECT in a comment, `a` = ?',
      "throw new Error('select a voucher with a number, or update it');",
    ].join('\n');

    expect(sqlTextsIn({ path: 'a.ts', text }).map(({ at }) => at)).to.deep.equal(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => `a.ts:${line}`),
    );
  });
});
