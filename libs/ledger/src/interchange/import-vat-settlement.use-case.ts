import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  centsOf,
  described,
  fullDate,
  itemNumber,
  required,
  ruleBroken,
  schemaViolation,
  type Cents,
  type DraftOf,
} from '@kontor/kernel';
import type { BookedEntry } from '../books/booked-document.port.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { numberIn } from '../number-series/number-in.js';
import { SERIES } from '../number-series/number-series.data.js';
import { seriesOf } from '../posting/voucher-of-entries.js';
import { Voucher } from '../voucher/voucher.resource.js';
import {
  movesOf,
  settleVatBy,
  type BesidePeriods,
  type VatDue,
} from '../vat-settlement/settle-vat.use-case.js';
import { VatSettlement } from '../vat-settlement/vat-settlement.resource.js';
import { documentName, voucherIdsByName } from './document-name.js';
import type { LineBrought } from './import.resource.js';
import { numberTaken } from './held-numbers.js';

/** A VAT settlement as a line of an import tells it. */
export const IMPORTED_SETTLEMENT = {
  settlementNumber: described(itemNumber(), 'the next one when left out'),
  fromDate: required(fullDate()),
  toDate: required(fullDate()),
  voucher: described(documentName(), 'what it has posted; none where its periods have no VAT'),
};
/** A settlement of a file, decoded and not yet looked at by any rule. */
export type ImportedSettlement = DraftOf<typeof IMPORTED_SETTLEMENT>;

/**
 * A VAT settlement that was made elsewhere, of periods whose entries are in the books: its voucher came in
 * with them, so nothing is posted, and its periods are barred. One whose number is that of a settlement of
 * the same periods is taken for the same.
 */
export const importSettlement =
  (repositories: LedgerRepositories) =>
  (settlement: ImportedSettlement): TaskEither<LedgerFailure, LineBrought> =>
  async () => {
    const { settlementNumber: key, fromDate, toDate } = settlement;
    const found = key === undefined ? undefined : await repositories.resources.of(VatSettlement).find(key);
    if (found !== undefined)
      return found.value.fromDate === fromDate && found.value.toDate === toDate
        ? right('alreadyThere')
        : left(ruleBroken('E06010', 'settlementNumber', 'must not be that of another settlement'));
    return pipe(
      settleVatBy(repositories)({ fromDate, toDate }, (due) => besideOf(repositories, settlement, due)),
      TE.tapTask(() => numberTaken(repositories, VatSettlement.collection, key)),
      TE.map((): LineBrought => 'created'),
    )();
  };

/** The number of the settlement, and the voucher by which what is due was posted. */
function besideOf(
  repositories: LedgerRepositories,
  { settlementNumber, voucher: name, toDate }: ImportedSettlement,
  due: VatDue,
): TaskEither<LedgerFailure, BesidePeriods> {
  return async () => {
    const own = settlementNumber === undefined ? {} : { settlementNumber };
    const refused = left(schemaViolation('voucher', 'must be what has posted the VAT of these periods'));
    if (name === undefined) return due.accounts.length === 0 ? right(own) : refused;
    if (name.numberSeries.numberSeriesNumber !== SERIES.vatSettlement) return refused;
    const voucherId = (await voucherIdsByName(repositories, [name])).of(name, 'voucher');
    if (isLeft(voucherId)) return voucherId;
    const { right: id } = voucherId;
    const found = await repositories.bookedMarks.find(Voucher, id);
    // It is dated the last day of its periods, so no other settlement has it.
    if (found?.value.date !== toDate || found.value.reversedBy !== undefined) return refused;
    const entries = (await repositories.bookedDocuments.entriesOfVouchers([id])).get(id) ?? [];
    if (!haveMoved(entries, due)) return refused;
    const { displayVoucherNumber } = numberIn(seriesOf(SERIES.vatSettlement), name.voucherNumber);
    return right({ ...own, voucher: { voucherId: id, displayVoucherNumber } });
  };
}

/** Whether entries move on each account what is due. */
function haveMoved(entries: readonly BookedEntry[], due: VatDue): boolean {
  const moved = new Map<number, Cents>();
  for (const { accountNumber, amountInBaseCurrency } of entries)
    moved.set(accountNumber, (moved.get(accountNumber) ?? 0n) + centsOf(amountInBaseCurrency));
  const wanted = movesOf(due);
  return wanted.length === moved.size && wanted.every(([account, cents]) => moved.get(account) === cents);
}
