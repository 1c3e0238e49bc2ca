import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { defined, unfailing } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { ENTRY_NUMBERS, VOUCHER_IDS } from '../number-series/document-numbers.js';
import { numberIn } from '../number-series/number-in.js';
import { SERIES } from '../number-series/number-series.data.js';
import { OpeningBalance } from '../opening-balance/opening-balance.resource.js';
import { postAll } from '../posting/post.use-case.js';
import type { Posting } from '../posting/posting.js';
import { seriesOf, voucherOfEntries } from '../posting/voucher-of-entries.js';
import type { Voucher } from '../voucher/voucher.resource.js';
import { withoutCarried, type LeftOut } from './carried-balances.js';
import type { Import, NumbersHeld } from './import.resource.js';
import { saidInFile, type Imported, type PlacedDocument } from './imported-document.js';
import { asInFile, entriesOf } from './imported-entries.js';
import { namesTriedOf, placedAll, withoutNumbersOfOthers, type TriedBefore } from './imported-numbers.js';

/** Vouchers of a file in its order, and the numbers that its documents hold already. */
export type ImportVouchers = {
  readonly documents: readonly Imported[];
  readonly held: NumbersHeld;
  readonly format: Import['format'];
  /** Of a dry run, whose documents before these are not in the books. */
  readonly triedBefore?: TriedBefore | undefined;
};

/** How many vouchers were booked, and how many had been before, as the file was sent again. */
export type VouchersImported = {
  readonly created: number;
  readonly alreadyThere: number;
  readonly held: NumbersHeld;
  /** Of a dry run: what each document says, under its number and what it is called, to know it again. */
  readonly said: readonly (readonly [name: string, said: string])[];
  /** Opening balances of the file that are others than these books carry on. */
  readonly leftOut: readonly LeftOut[];
};

/**
 * Books documents that were booked elsewhere, all or none, as their entries stand: VAT is not calculated
 * again, since it was declared as it was. Else what holds of vouchers that people write holds of them: they
 * balance, their dates lie in open periods, their accounts take entries. One whose number is in the books is
 * taken for the same, and left out.
 */
export const importVouchers =
  (repositories: LedgerRepositories) =>
  ({ documents, held, format, triedBefore }: ImportVouchers): TaskEither<LedgerFailure, VouchersImported> =>
  async () => {
    const { wanted, leftOut } = tellsWhatIsCarried(format)
      ? await withoutCarried(repositories, documents)
      : { wanted: documents, leftOut: [] };
    const named = await withoutNumbersOfOthers(repositories, wanted);
    const placed = await placedAll(repositories, named, { held, triedBefore });
    if (isLeft(placed)) return placed;
    const { fresh } = placed.right;
    const made = {
      created: fresh.length,
      alreadyThere: documents.length - fresh.length,
      held: placed.right.held,
      said:
        triedBefore === undefined
          ? []
          : fresh.flatMap((one) => namesTriedOf(one).map((name) => [name, saidInFile(one)] as const)),
      leftOut,
    };
    if (fresh.length === 0) return right(made);
    const entries = await entriesOf(repositories, fresh, format);
    if (isLeft(entries)) return entries;
    const count = entries.right.reduce((sum, some) => sum + some.length, 0);
    const [ids, numbers] = await unfailing(
      repositories.numbers.allocate([
        { series: VOUCHER_IDS, count: fresh.length, gapless: false },
        { series: ENTRY_NUMBERS, count, gapless: false },
      ]),
    );
    let next = defined(numbers).first;
    const postings = fresh.map(({ draft, isOpening, series, voucherNumber }, index): Posting => ({
      date: draft.date,
      voucherId: defined(ids).first + index,
      voucherNumber,
      numberSeriesNumber: series,
      entries: (entries.right[index] ?? []).map((entry) => ({ ...entry, entryNumber: next++ })),
      ...(isOpening && { mayBeUnbalanced: true as const }),
      ...(series === SERIES.matching && { settlesPosts: true as const }),
    }));
    const posted = await postAll(repositories)(postings)();
    if (isLeft(posted)) return left(asInFile(posted.left));
    const documentOf = (posting: Posting, index: number) => ({ posting, of: defined(fresh[index]) });
    const kept = postings.map(documentOf);
    await repositories.imports.keepVouchers(kept.filter(({ of }) => !of.isOpening).map(voucherOf));
    for (const { posting, of } of kept.filter((one) => one.of.isOpening)) {
      const opened = await openingKept(repositories, of, posting);
      if (isLeft(opened)) return opened;
    }
    return right(made);
  };

/** SIE tells with what a year began, whether it was booked in that year or carried from the one before. */
function tellsWhatIsCarried(format: Import['format']): boolean {
  return format === 'sie';
}

/** The document beside its entries, as it is shown. */
function voucherOf({ posting, of }: { readonly posting: Posting; readonly of: PlacedDocument }): Voucher {
  const { dueDate, vatDate, externalDocumentId } = of.draft;
  return { ...voucherOfEntries(posting, { dueDate, vatDate }), externalDocumentId };
}

function openingKept(
  { resources }: LedgerRepositories,
  { draft, series }: PlacedDocument,
  posting: Posting,
): Promise<Either<LedgerFailure, unknown>> {
  return resources.of(OpeningBalance).create({
    booked: true,
    date: draft.date,
    voucherId: posting.voucherId,
    voucherNumber: numberIn(seriesOf(series), posting.voucherNumber),
    lines: draft.entries.map(
      ({ account, customer, supplier, amount, amountInBaseCurrency, text }, index) => ({
        ...(customer === undefined && supplier === undefined && { account }),
        customer,
        supplier,
        amountInBaseCurrency: amountInBaseCurrency ?? amount,
        text,
        entryNumber: posting.entries[index]?.entryNumber,
      }),
    ),
  })();
}
