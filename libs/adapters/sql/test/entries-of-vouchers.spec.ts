import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { rowsOfVouchers } from '../src/ledger/booked-documents.js';
import type { Statement } from '../src/statement.js';
import { counted, engineWith } from './support.js';

const VOUCHERS = 3_000;
const ASKED = Array.from({ length: 100 }, (_, index) => index + 1);

onEachDatabase((kind) => {
  // SQLite does not count what it reads; it goes by the numbers of entries in either way.
  if (kind.name !== 'MySQL') return;

  describe('Entries of vouchers', () => {
    it('are read without those of all other vouchers of their year', async () => {
      const engine = await engineWith(kind, TWO_ENTRIES_EACH);
      try {
        const { found, read } = await engine.snapshot((session) =>
          counted(session, () => rowsOfVouchers(session, 1, ASKED)),
        );

        expect(found.map((row) => row['voucher_id'])).to.deep.equal(ASKED.flatMap((id) => [id, id]));
        expect(read).to.be.below(1_500);
      } finally {
        await engine.close();
      }
    });
  });
});

/** A year of vouchers with what is asked of them, and no more. */
const TWO_ENTRIES_EACH: readonly Statement[] = [
  "INSERT IGNORE INTO `accounting_year` (`agreement_number`, `year`, `year_folded`, `from_date`, `to_date`) VALUES (1, '2026', '2026', '2026-01-01', '2026-12-31')",
  `INSERT IGNORE INTO \`voucher\` (\`agreement_number\`, \`voucher_id\`, \`date\`, \`first_entry_number\`, \`last_entry_number\`) VALUES ${numbered(VOUCHERS, (id) => `(1, ${id}, '2026-03-01', ${2 * id - 1}, ${2 * id})`)}`,
  `INSERT IGNORE INTO \`entry\` (\`agreement_number\`, \`year_folded\`, \`entry_number\`, \`voucher_id\`, \`date\`) VALUES ${numbered(2 * VOUCHERS, (number) => `(1, '2026', ${number}, ${Math.ceil(number / 2)}, '2026-03-01')`)}`,
].map((sql) => ({ sql, values: [] }));

function numbered(count: number, row: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => row(index + 1)).join(', ');
}
