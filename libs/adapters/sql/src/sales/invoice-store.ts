import * as TE from 'fp-ts/lib/TaskEither.js';
import { itemOf, referencesIn, type AnyValue, type Stored } from '@kontor/kernel';
import { BookedInvoice, DraftInvoice, type InvoiceStore } from '@kontor/sales';
import { isLeft } from 'fp-ts/lib/Either.js';
import { eventOf } from '../event/event-log.js';
import type { Change, Insert } from '../transaction/effect.js';
import { writing, type Scope } from '../transaction/scope.js';
import { versionName } from '../transaction/collection-version.js';
import { firstVersion } from '../resource/row-version.js';
import {
  type ResourceAccess,
  type ResourceAccesses,
  accessTo,
  knownDraft,
} from '../resource/resource-access.js';
import { rowsOf } from '../statement.js';
import { storedMembers } from '../entity/row-mapper.js';
import { referenceEffects } from '../integrity/references.js';
import { numberAt } from '../row.js';
import { noteCredits } from '../statements/documents.js';

/**
 * Where a draft becomes a booked invoice. Both refer to the same things, so what they refer to is not let
 * go and taken up again: only what one of them names and the other does not is written (ADR 4), and nobody
 * waits for a product that is on many invoices.
 */
export function sqlInvoiceStore(access: ResourceAccesses, scope: Scope): InvoiceStore {
  const { agreementNumber } = scope;
  const drafts = accessTo(access, DraftInvoice);
  const booked = accessTo(access, BookedInvoice);
  const collection = versionName(booked.table, []);

  return {
    takeDraft: (id) =>
      TE.fromTask(async () => {
        const { unit } = writing(scope);
        const found = await draftOf(drafts, scope, id);
        if (found === undefined) return undefined;
        const key = drafts.table.encodeKey(id);
        unit.change(versionName(drafts.table, []), -1);
        unit.events.add(eventOf(DraftInvoice, 'removed', [id]));
        await unit.apply({
          kind: 'change',
          head: drafts.sql.remove,
          set: [],
          where: { sql: drafts.sql.asReadUnused, values: [agreementNumber, key, found.version] },
          item: { table: drafts.table, encoded: [key] },
          otherwise: 'retry',
        });
        return itemOf(DraftInvoice, found.value);
      }),

    noteCredit: (invoice, creditNotes) =>
      TE.fromTask(async () => {
        const { unit } = writing(scope);
        await unit.apply(creditChange(booked, agreementNumber, invoice, creditNotes));
        unit.change(collection, 0);
        unit.events.add(
          eventOf(BookedInvoice, 'updated', [invoice.value.bookedInvoiceNumber], ['creditNotes']),
        );
      }),

    named: (invoice) =>
      TE.fromTask(async () => {
        await booked.show?.(scope, [invoice]);
        return invoice;
      }),

    storeBooked: (draft, invoice) =>
      TE.fromTask(async () => {
        const { unit } = writing(scope);
        const value: AnyValue = invoice;
        const version = firstVersion();
        const references = referenceEffects(drafts.targets, agreementNumber, {
          before: referencesIn(DraftInvoice, draft),
          after: referencesIn(BookedInvoice, value),
        });
        const insert: Insert = {
          kind: 'insert',
          into: booked.sql.insert,
          rows: [[agreementNumber, ...storedMembers(booked.table, value), version]],
        };
        const kept = await unit.apply(insert, ...references);
        // What the draft names was there when the draft was made, and stays while it refers to it.
        if (isLeft(kept)) throw new Error(`an invoice refers to what is not there: ${kept.left.property}`);
        unit.change(collection, 1);
        unit.events.add(eventOf(BookedInvoice, 'booked', [invoice.bookedInvoiceNumber]));
        return { value: invoice, version };
      }),
  };
}

/**
 * The draft that is to be removed, as this process has written it or as it stands; either is removed only as
 * what it was found to be.
 */
async function draftOf(
  drafts: ResourceAccess,
  scope: Scope,
  id: number,
): Promise<Stored<AnyValue> | undefined> {
  const { agreementNumber } = scope;
  const known = knownDraft(drafts, scope, id);
  drafts.drafts?.forget(agreementNumber, id);
  if (known !== undefined) return known;
  const values = [agreementNumber, drafts.table.encodeKey(id)];
  const [row] = await rowsOf(writing(scope).unit.shown(DraftInvoice.collection), {
    sql: drafts.sql.find,
    values,
  });
  return row && { value: drafts.toValue(row), version: numberAt(row, 'version') };
}

/** What is credited of an invoice, noted with it as it was read. */
function creditChange(
  { table }: ResourceAccess,
  agreementNumber: number,
  { value: { bookedInvoiceNumber }, version }: Stored<BookedInvoice>,
  creditNotes: BookedInvoice['creditNotes'],
): Change {
  return {
    kind: 'change',
    ...noteCredits(table, JSON.stringify(creditNotes), [agreementNumber, bookedInvoiceNumber, version]),
    item: { table, encoded: [bookedInvoiceNumber] },
    otherwise: 'retry',
  };
}
