import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import type { Timestamp } from '@kontor/kernel';
import { NOTHING_LEFT } from '../src/dialect/dialect.js';
import { openEngine } from '../src/dialect/open-engine.js';
import { rowsOf, type Statement } from '../src/statement.js';
import { readUnfinishedImports } from '../src/statements/imports.js';
import { openAt, readBy } from './support.js';

const NOW = '2026-11-29T12:00:00Z' as Timestamp;
const AGREEMENTS = 3;
const ENDED = 3_000;

onEachDatabase((kind) => {
  // SQLite does not count what it reads: found-by-an-index.spec.ts.
  if (kind.name !== 'MySQL') return;

  describe('Among imports of which nearly all have ended', () => {
    let fresh: FreshDatabase;
    before(async () => {
      fresh = await kind.fresh();
      const database = await openAt(fresh.url);
      await database.migrate();
      await database.close();
    });
    after(() => fresh.drop());

    it('those that run are found without a look at the others', async () => {
      const engine = await openEngine({ url: fresh.url });
      try {
        await engine.transaction(async (session) => {
          await session.run(...IMPORTS);
          return { keep: true, closing: NOTHING_LEFT, result: undefined };
        });

        const [rows, read] = await engine.snapshot(async (session) => {
          const before = await readBy(session);
          const found = await rowsOf(session, readUnfinishedImports(engine.dialect, NOW, false));
          return [found, (await readBy(session)) - before] as const;
        });

        expect(rows.map((row) => [row['agreement_number'], row['import_number']])).to.deep.equal(RUNNING);
        expect(read).to.be.below(50);
      } finally {
        await engine.close();
      }
    });
  });
});

/** The last of each agreement runs, but for the first agreement, of which it is a dry run. */
const RUNNING = [
  [2, ENDED - 2],
  [3, ENDED - 1],
];

const IMPORTS: readonly Statement[] = [
  `INSERT IGNORE INTO \`agreement\` (\`agreement_number\`, \`name\`) VALUES ${rows(AGREEMENTS, (at) => `(${at}, 'A')`)}`,
  `INSERT IGNORE INTO \`import\` (\`agreement_number\`, \`import_number\`, \`status\`, \`dry_run\`) VALUES ${rows(
    ENDED,
    (at) => {
      const agreementNumber = (at % AGREEMENTS) + 1;
      const status = at > ENDED - AGREEMENTS ? 'running' : 'finished';
      return `(${agreementNumber}, ${at}, '${status}', ${agreementNumber === 1 ? 1 : 0})`;
    },
  )}`,
].map((sql) => ({ sql, values: [] }));

function rows(count: number, row: (at: number) => string): string {
  return Array.from({ length: count }, (_, index) => row(index + 1)).join(', ');
}
