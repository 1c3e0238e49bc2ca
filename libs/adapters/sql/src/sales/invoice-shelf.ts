import { referencesIn, type AnyValue } from '@kontor/kernel';
import { BookedInvoice, DraftInvoice, type InvoiceShelf } from '@kontor/sales';
import { stateName } from '../collection-state.js';
import { Overtaken } from '../failures.js';
import { firstVersion } from '../first-version.js';
import { nextNumber } from '../number-counter.js';
import type { ResourceAccess, Scope } from '../resource-access.js';
import { rowsOf, type SqlValue } from '../statement.js';
import { memberAt, storedValues } from '../table/row-mapper.js';
import { guardsOf } from '../use-counts.js';

/**
 * Where a draft becomes a booked invoice. Both refer to the same things, so what they refer to is not let go and taken up again: only
 * what one of them names and the other does not is written (ADR 4), and nobody waits for a product that is on many invoices.
 */
export function sqlInvoiceShelf(
  access: ReadonlyMap<string, ResourceAccess>,
  { agreementNumber, session, changes }: Scope,
): InvoiceShelf {
  const drafts = access.get(DraftInvoice.collection) as ResourceAccess;
  const booked = access.get(BookedInvoice.collection) as ResourceAccess;

  return {
    take: async (id) => {
      if (changes === undefined) throw new Error('books that are open for reading cannot be written');
      const own = [agreementNumber, drafts.table.keyForm(id)];
      const [row] = await rowsOf(session, { sql: drafts.sql.findToChange, values: own });
      if (row === undefined) return undefined;
      const values = [...own, row['version'] as number];
      const [removed] = await session.run({ sql: drafts.sql.remove, values });
      if (removed?.affected !== 1) throw new Overtaken();
      changes.change(stateName(drafts.table, []), -1);
      return drafts.toValue(row) as DraftInvoice;
    },

    keep: async (draft, invoice) => {
      if (changes === undefined) throw new Error('books that are open for reading cannot be written');
      const state = stateName(booked.table, []);
      const number = await nextNumber(session, booked.dialect, { agreementNumber, name: state });
      const value: AnyValue = { ...invoice, [BookedInvoice.key]: number };
      const version = firstVersion();
      const stored = booked.table.columns.flatMap((column): readonly SqlValue[] =>
        storedValues(column, memberAt(value, column.steps)?.value),
      );
      const guards = guardsOf(drafts.targets, agreementNumber, {
        before: referencesIn(DraftInvoice, draft),
        after: referencesIn(BookedInvoice, value),
      });
      await session.run(
        { sql: booked.sql.insert, values: [agreementNumber, ...stored, version] },
        ...guards.statements,
      );
      changes.change(state, 1);
      await booked.show?.(() => session, agreementNumber, [value]);
      return { value: value as BookedInvoice, version };
    },
  };
}
