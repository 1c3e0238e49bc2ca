import { isLeft } from 'fp-ts/lib/Either.js';
import { referencesIn, timestampOf, type ByteStore } from '@kontor/kernel';
import {
  ENTRY_NUMBERS,
  Import,
  SERIES,
  Voucher,
  VOUCHER_IDS,
  type DatedDocument,
  type ImportStore,
} from '@kontor/ledger';
import { storedMembers } from '../entity/row-mapper.js';
import { foldedForm } from '../entity/column-encoding.js';
import { eventOf } from '../event/event-log.js';
import { referenceEffects } from '../integrity/references.js';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { firstVersion } from '../resource/row-version.js';
import { dateAt, numberAt, textAt, textOrNullAt } from '../row.js';
import { rowsOf, type Row } from '../statement.js';
import { versionName } from '../transaction/collection-version.js';
import { sessionOf, writing, type Scope } from '../transaction/scope.js';
import { noLongerOrphaned, insertOrphaned } from '../statements/attachments.js';
import { EVENTS } from '../statements/collection-versions.js';
import { documentsNumbered, vouchersCalled } from '../statements/imports.js';

/** The bytes that the column of `externalDocumentId` in folded form has (its migration). */
const NAME_BYTES = 600;

/**
 * What imports ask of the database. Dates are asked for such that no index of dates is read for them: a year
 * has many vouchers.
 */
export function sqlImportStore(access: ResourceAccesses, scope: Scope, bytes: ByteStore): ImportStore {
  const { agreementNumber } = scope;
  const vouchers = accessTo(access, Voucher);
  const { dialect } = vouchers;
  return {
    hold: async () => {
      await writing(scope).unit.raiseNow([EVENTS, versionName(accessTo(access, Import).table, [])]);
    },
    keepFile: async (storageKey) => {
      const [kept] = await writing(scope).unit.now.run(noLongerOrphaned({ agreementNumber, storageKey }));
      if (kept?.affected !== 1) throw new Error(`the bytes ${storageKey} are gone`);
    },
    releaseFile: async (storageKey) => {
      const { unit } = writing(scope);
      await unit.now.run(insertOrphaned({ agreementNumber, storageKey }, timestampOf(new Date())));
      // What cannot be removed now is pruned later.
      unit.hooks.afterCommit(() => void bytes.discard(storageKey).catch(() => undefined));
    },
    documentsNumbered: async (series, { fromDate, toDate }, numbers) => {
      const wanted = { series, numbers, fromDate, toDate };
      const table = series === SERIES.openingBalance ? 'opening_balance' : 'voucher';
      const rows = await rowsOf(sessionOf(scope), documentsNumbered(dialect, table, agreementNumber, wanted));
      return rows.map((row) => ({
        ...datedDocument(row),
        voucherNumber: numberAt(row, 'n'),
        name: textOrNullAt(row, 'name') ?? undefined,
      }));
    },
    vouchersCalled: async (days, names) => {
      const folded = names.map((name) => foldedForm(name, NAME_BYTES));
      const rows = await rowsOf(sessionOf(scope), vouchersCalled(dialect, agreementNumber, folded, days));
      return rows.map((row) => ({ ...datedDocument(row), name: textAt(row, 'name') }));
    },
    holdNumbers: async (counters) => {
      const last = await writing(scope).numbers.hold([ENTRY_NUMBERS, ...counters, VOUCHER_IDS]);
      return counters.map((name) => last.get(name) ?? 0);
    },
    keepVouchers: async (kept) => {
      if (kept.length === 0) return;
      const { unit } = writing(scope);
      const version = firstVersion();
      const rows = kept.map((voucher) => [
        agreementNumber,
        ...storedMembers(vouchers.table, voucher),
        version,
      ]);
      const after = kept.flatMap((voucher) => referencesIn(Voucher, voucher));
      const made = await unit.apply(
        { kind: 'insert', into: vouchers.sql.insert, rows },
        ...referenceEffects(vouchers.targets, agreementNumber, { before: [], after }),
      );
      if (isLeft(made)) throw new Error(`a voucher refers to what is not there: ${made.left.property}`);
      unit.change(versionName(vouchers.table, []), kept.length);
      for (const { voucherId } of kept) unit.events.add(eventOf(Voucher, 'booked', [voucherId]));
    },
  };
}

function datedDocument(row: Row): DatedDocument {
  return { voucherId: numberAt(row, 'id'), date: dateAt(row, 'date') };
}
