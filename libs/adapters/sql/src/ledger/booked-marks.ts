import type { Stored, ValueOf } from '@kontor/kernel';
import type { BookableDocument, BookedMarks } from '@kontor/ledger';
import { stateName } from '../collection-state.js';
import { Overtaken } from '../failures.js';
import { knownDraft, type ResourceAccess, type Scope } from '../resource-access.js';
import { ResourceRows } from '../resource.repository.js';
import { quote, updateByKey } from '../statement.js';
import { AGREEMENT_COLUMN } from '../table/table.js';

/** Drafts become booked by one statement each, in one round trip, in the order of their identifiers. */
export function sqlBookedMarks(access: ReadonlyMap<string, ResourceAccess>, scope: Scope): BookedMarks {
  const { agreementNumber, session, changes } = scope;
  return {
    find: async <R extends BookableDocument>(of: R, voucherId: number) => {
      const own = access.get(of.collection) as ResourceAccess;
      const found =
        knownDraft(own, scope, voucherId) ?? (await new ResourceRows(own, scope, []).find(voucherId));
      return found as Stored<ValueOf<R>> | undefined;
    },
    put: async (of, drafts) => {
      if (changes === undefined) throw new Error('books that are open for reading cannot be written');
      const { table, drafts: memory } = access.get(of.collection) as ResourceAccess;
      const mark =
        `${updateByKey(table.table.name)} \`booked\` = 1, \`version\` = \`version\` + 1 ` +
        `WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${quote(table.keyColumn)} = ? AND \`booked\` = 0 AND \`version\` = ?`;
      for (const { voucherId } of drafts) memory?.forget(agreementNumber, voucherId);
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
