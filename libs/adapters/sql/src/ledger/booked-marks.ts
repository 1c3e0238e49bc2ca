import type { BookedMarks } from '@kontor/ledger';
import { stateName } from '../collection-state.js';
import { Overtaken } from '../failures.js';
import type { ResourceAccess, Scope } from '../resource-access.js';
import { quote } from '../statement.js';
import { AGREEMENT_COLUMN } from '../table/table.js';

/** Drafts become booked by one statement each, in one round trip, in the order of their identifiers. */
export function sqlBookedMarks(
  access: ReadonlyMap<string, ResourceAccess>,
  { agreementNumber, session, changes }: Scope,
): BookedMarks {
  return {
    put: async (of, drafts) => {
      if (changes === undefined) throw new Error('books that are open for reading cannot be written');
      const { table } = access.get(of.collection) as ResourceAccess;
      const mark =
        `UPDATE ${quote(table.table.name)} SET \`booked\` = 1, \`version\` = \`version\` + 1 ` +
        `WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${quote(table.keyColumn)} = ? AND \`booked\` = 0 AND \`version\` = ?`;
      const inOrder = [...drafts].sort((a, b) => a.voucherId - b.voucherId);
      const marks = inOrder.map(({ voucherId, version }) => ({
        sql: mark,
        values: [agreementNumber, voucherId, version],
      }));
      if (changes.trusts) for (const one of marks) changes.write(one, { mustChange: true });
      else {
        const marked = await session.run(...marks);
        if (marked.some(({ affected }) => affected !== 1)) throw new Overtaken();
      }
      changes.change(stateName(table, []), 0);
    },
  };
}
