import { referencesIn, type AnyValue, type Stored } from '@kontor/kernel';
import { BookedInvoice, DraftInvoice, type InvoiceShelf } from '@kontor/sales';
import type { Changes } from '../changes.js';
import { stateName } from '../collection-state.js';
import { Overtaken } from '../failures.js';
import { firstVersion } from '../first-version.js';
import { raiseCounters } from '../number-counter.js';
import { knownDraft, sessionFor, type ResourceAccess, type Scope } from '../resource-access.js';
import { rowsOf, type SqlValue } from '../statement.js';
import { memberAt, storedValues } from '../table/row-mapper.js';
import { guardsOf } from '../use-counts.js';

/**
 * Where a draft becomes a booked invoice. Both refer to the same things, so what they refer to is not let go and taken up again: only
 * what one of them names and the other does not is written (ADR 4), and nobody waits for a product that is on many invoices.
 */
export function sqlInvoiceShelf(access: ReadonlyMap<string, ResourceAccess>, scope: Scope): InvoiceShelf {
  const { agreementNumber, session, changes } = scope;
  const drafts = access.get(DraftInvoice.collection) as ResourceAccess;
  const booked = access.get(BookedInvoice.collection) as ResourceAccess;
  const state = stateName(booked.table, []);

  /** The draft that is to be removed, as this process has written it or as it stands; either is removed only as what it was found to be. */
  async function draftOf(id: number): Promise<Stored<AnyValue> | undefined> {
    const own = [agreementNumber, drafts.table.keyForm(id)];
    const known = knownDraft(drafts, scope, id);
    drafts.drafts?.forget(agreementNumber, id);
    if (known !== undefined) return known;
    const { find, findToChange } = drafts.sql;
    const [row] = await (changes?.trusts === true
      ? rowsOf(sessionFor(scope, DraftInvoice.collection), { sql: find, values: own })
      : rowsOf(session, { sql: findToChange, values: own }));
    return row && { value: drafts.toValue(row), version: row['version'] as number };
  }

  async function nextOwn(writing: Changes): Promise<number> {
    const raises = [{ name: state, by: 1 }];
    const raised = await writing.askNumbers(raises, () =>
      raiseCounters(session, booked.dialect, agreementNumber, raises),
    );
    return raised.get(state) as number;
  }

  return {
    take: async (id) => {
      if (changes === undefined) throw new Error('books that are open for reading cannot be written');
      const found = await draftOf(id);
      if (found === undefined) return undefined;
      const remove = {
        sql: drafts.sql.remove,
        values: [agreementNumber, drafts.table.keyForm(id), found.version],
      };
      changes.change(stateName(drafts.table, []), -1);
      // With those of the voucher, so that every unit takes them in the same order.
      changes.wantNumber(state);
      if (changes.trusts) changes.write(remove, { mustChange: true });
      else {
        const [removed] = await session.run(remove);
        if (removed?.affected !== 1) throw new Overtaken();
      }
      return found.value as DraftInvoice;
    },

    keep: async (draft, invoice) => {
      if (changes === undefined) throw new Error('books that are open for reading cannot be written');
      const number = changes.numberTaken(state) ?? (await nextOwn(changes));
      const value: AnyValue = { ...invoice, [BookedInvoice.key]: number };
      const version = firstVersion();
      const stored = booked.table.columns.flatMap((column): readonly SqlValue[] =>
        storedValues(column, memberAt(value, column.steps)?.value),
      );
      const guards = guardsOf(drafts.targets, agreementNumber, {
        before: referencesIn(DraftInvoice, draft),
        after: referencesIn(BookedInvoice, value),
      });
      const insert = { sql: booked.sql.insert, values: [agreementNumber, ...stored, version] };
      if (changes.trusts) {
        changes.write(insert);
        changes.use(...guards.changes);
      } else await session.run(insert, ...guards.statements);
      changes.change(state, 1);
      await booked.show?.(scope, [value]);
      return { value: value as BookedInvoice, version };
    },
  };
}
