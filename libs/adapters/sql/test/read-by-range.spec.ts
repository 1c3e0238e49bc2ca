import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { SupplierContact } from '@kontor/sales';
import type { Engine } from '../src/dialect/dialect.js';
import { tableOf } from '../src/entity/table-of.js';
import { rowsOf, type Statement } from '../src/statement.js';
import { readingEachRow } from '../src/statements/checks.js';
import { lastBeforeNextUnit } from '../src/statements/events.js';
import { counted, engineWith } from './support.js';

const ROWS = 3_000;
const FEW = 150;

onEachDatabase((kind) => {
  // SQLite does not count what it reads: found-by-an-index.spec.ts.
  if (kind.name !== 'MySQL') return;

  describe('Rows that are read on from one of very many', () => {
    let engine: Engine;
    before(async () => {
      engine = await engineWith(kind, VERY_MANY);
    });
    after(() => engine.close());

    const rowsAndReads = (statement: Statement) =>
      engine.snapshot((session) => counted(session, () => rowsOf(session, statement)));

    it('are not read from the first one on by checks, where their key has two parts', async () => {
      const { next } = readingEachRow(tableOf(SupplierContact), [], FEW);

      const { found: rows, read } = await rowsAndReads({ sql: next, values: [1, ROWS / 2, ROWS / 2, 1] });

      expect(rows).to.have.length(FEW);
      expect(rows[0]).to.include({ supplier_number: ROWS / 2 + 1 });
      expect(read).to.be.below(2 * FEW);
    });

    it('are not read to the last one, to know where the next unit of events begins', async () => {
      const { found: rows, read } = await rowsAndReads(lastBeforeNextUnit(1, 7));

      expect(rows).to.deep.equal([{ last: 7 }]);
      expect(read).to.be.below(FEW);
    });
  });
});

const VERY_MANY: readonly Statement[] = [
  'INSERT IGNORE INTO `supplier_contact` (`agreement_number`, `supplier_number`, `supplier_contact_number`) VALUES ' +
    numbered((at) => `(1, ${at}, 1)`),
  `INSERT IGNORE INTO \`event\` (\`agreement_number\`, \`sequence\`) VALUES ${numbered((at) => `(1, ${at})`)}`,
  // What the server knows of the sizes of tables it looks up some seconds later by itself.
  'ANALYZE TABLE `supplier_contact`, `event`',
].map((sql) => ({ sql, values: [] }));

function numbered(row: (at: number) => string): string {
  return Array.from({ length: ROWS }, (_, index) => row(index + 1)).join(', ');
}
