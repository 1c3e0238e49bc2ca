import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import type { Timestamp } from '@kontor/kernel';
import { rowsOf, type Statement } from '../src/statement.js';
import { readUnfinishedImports } from '../src/statements/imports.js';
import { counted, engineWith } from './support.js';

const NOW = '2026-11-29T12:00:00Z' as Timestamp;
const AGREEMENTS = 3;
const ENDED = 3_000;

onEachDatabase((kind) => {
  // SQLite does not count what it reads: found-by-an-index.spec.ts.
  if (kind.name !== 'MySQL') return;

  describe('Among imports of which nearly all have ended', () => {
    it('those that run are found without a look at the others', async () => {
      const engine = await engineWith(kind, IMPORTS);
      try {
        const running = readUnfinishedImports(engine.dialect, NOW, false);
        const { found, read } = await engine.snapshot((session) =>
          counted(session, () => rowsOf(session, running)),
        );

        expect(found.map((row) => [row['agreement_number'], row['import_number']])).to.deep.equal(RUNNING);
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
