import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  amountOf,
  type AnyResource,
  type Cents,
  everyItem,
  existingHeld,
  type RepositoryProvider,
  type Stored,
  unfailing,
  type ValueOf,
} from '@kontor/kernel';
import { SYSTEM_ACCOUNTS } from '../account/standard-chart.data.js';
import type { ChainOfYears } from '../accounting-year/accounting-year.port.js';
import { Period } from '../accounting-year/accounting-year.resource.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { SERIES } from '../number-series/number-series.data.js';
import { madeEntry } from '../posting/made-entry.js';
import { nameOfVoucher, postVoucher } from '../posting/post-voucher.js';
import { partsBetween } from '../statement/spans.rules.js';
import { VatAccount } from '../vat-account/vat-account.resource.js';
import { takenBack } from '../voucher/reverse-voucher.use-case.js';
import { Voucher } from '../voucher/voucher.resource.js';
import { VatSettlement, type VatSettlementDraft } from './vat-settlement.resource.js';
import { noneIsSettled, vatOfAccounts, wholePeriods } from './vat-settlement.rules.js';

/** Which whole periods are settled, and on which account what is due then stands. */
export type SettleVat = { readonly draft: VatSettlementDraft };
/** Which settlement is taken back; with `version`, only as it was read (If-Match). */
export type TakeBackVatSettlement = {
  readonly settlementNumber: number;
  readonly version?: number | undefined;
};

const ACCOUNT = { accountNumber: SYSTEM_ACCOUNTS.vatSettlement };

/**
 * Decisions, "Statements": the VAT of whole periods is moved to the account of VAT settlement on their last
 * day, and the periods are barred. The years are held first: what is booked in them comes before this, and is
 * in it, or is refused.
 */
export const settleVat =
  (ledger: LedgerRepositories) =>
  ({ draft }: SettleVat): TaskEither<LedgerFailure, Stored<VatSettlement>> =>
    settleVatBy(ledger)(draft, (due) => posted(ledger, draft, due));

/** What a settlement has beside its periods and its amount: its voucher, and its number where it has one. */
export type BesidePeriods = Pick<VatSettlement, 'voucher'> & Partial<Pick<VatSettlement, 'settlementNumber'>>;

/** The VAT of the periods of a settlement: each account with what stands on it, and their sum. */
export type VatDue = { readonly accounts: ReturnType<typeof vatOfAccounts>; readonly sum: Cents };

/** The same, where `beside` gives the voucher of what is due. */
export const settleVatBy =
  (ledger: LedgerRepositories) =>
  (
    draft: VatSettlementDraft,
    beside: (due: VatDue) => TaskEither<LedgerFailure, BesidePeriods>,
  ): TaskEither<LedgerFailure, Stored<VatSettlement>> =>
    pipe(
      periodsHeld(ledger, draft),
      TE.flatMapEither((all): Either<LedgerFailure, readonly Period[]> => wholePeriods(all, draft)),
      TE.tapEither((periods): Either<LedgerFailure, void> => noneIsSettled(periods)),
      TE.flatMap((periods) => settled(ledger, draft, { periods, beside })),
    );

/** Keeps the settlement, and bars its periods last: what it posts is booked in one of them. */
function settled(
  ledger: LedgerRepositories,
  draft: VatSettlementDraft,
  {
    periods,
    beside,
  }: {
    readonly periods: readonly Period[];
    readonly beside: (due: VatDue) => TaskEither<LedgerFailure, BesidePeriods>;
  },
): TaskEither<LedgerFailure, Stored<VatSettlement>> {
  return pipe(
    TE.Do,
    TE.bind('due', () => vatDueOf(ledger, draft)),
    TE.bind('more', ({ due }) => beside(due)),
    TE.flatMap(({ due, more }): TaskEither<LedgerFailure, Stored<VatSettlement>> => {
      const amount = amountOf(due.sum);
      return ledger.resources.of(VatSettlement).create({ ...draft, amount, account: ACCOUNT, ...more });
    }),
    TE.tap(({ value: { settlementNumber } }) =>
      ledger.accountingYears.settleVat(periods.map(placeOf), settlementNumber),
    ),
  );
}

/** The periods of the years that the dates lie in; nobody books in them until this unit of work ends. */
function periodsHeld(
  { accountingYears, resources }: LedgerRepositories,
  { fromDate, toDate }: VatSettlementDraft,
): TaskEither<never, readonly Period[]> {
  return async () => {
    let seen: ChainOfYears = await accountingYears.heldChain();
    const years = seen.years.filter((year) => year.fromDate <= toDate && year.toDate >= fromDate);
    // All are held before any is read: what an import has queued is written first then, and raises the chain.
    for (const year of years) seen = await unfailing(accountingYears.hold(year, seen));
    const periods: Period[] = [];
    for (const year of years) periods.push(...(await allOf(Period, resources, year.year)));
    return right(periods);
  };
}

async function allOf<R extends AnyResource>(
  resource: R,
  resources: RepositoryProvider,
  ...parents: readonly string[]
): Promise<readonly ValueOf<R>[]> {
  return everyItem(resource, resources.of(resource, ...parents));
}

function placeOf({ accountingYear, periodNumber }: Period) {
  return { year: accountingYear.year, periodNumber };
}

function vatDueOf(ledger: LedgerRepositories, span: VatSettlementDraft): TaskEither<never, VatDue> {
  return async () => {
    const { years } = await ledger.accountingYears.chain();
    const booked = await ledger.statementFigures.vat(partsBetween(years, span));
    const accounts = vatOfAccounts(await allOf(VatAccount, ledger.resources), booked);
    return right({ accounts, sum: accounts.reduce((total, [, cents]) => total + cents, 0n) });
  };
}

/**
 * Each account of VAT is left as if its periods had none; the sum stands on the account of VAT settlement.
 */
export function movesOf({
  accounts,
  sum,
}: VatDue): readonly (readonly [accountNumber: number, cents: Cents])[] {
  const away = accounts.map(([accountNumber, cents]) => [accountNumber, -cents] as const);
  return sum === 0n ? away : [...away, [ACCOUNT.accountNumber, sum]];
}

function posted(
  ledger: LedgerRepositories,
  { fromDate, toDate }: VatSettlementDraft,
  due: VatDue,
): TaskEither<LedgerFailure, BesidePeriods> {
  return async () => {
    if (due.accounts.length === 0) return right({});
    const currency = await ledger.baseCurrency();
    const said = {
      entryType: 'systemEntry',
      text: `VAT ${fromDate} to ${toDate}`,
      property: 'toDate',
    } as const;
    const entries = movesOf(due).map(([accountNumber, cents]) =>
      madeEntry(currency, { ...said, accountNumber, cents }),
    );
    const voucher = await postVoucher(ledger, SERIES.vatSettlement, { date: toDate, entries });
    return isLeft(voucher) ? voucher : right({ voucher: nameOfVoucher(voucher.right) });
  };
}

/**
 * What a settlement has posted is posted back on its date. Its periods are open again, but for those that
 * somebody had barred before (D22).
 */
export const takeBackVatSettlement =
  (ledger: LedgerRepositories) =>
  ({ settlementNumber, version }: TakeBackVatSettlement): TaskEither<LedgerFailure, void> =>
    pipe(
      existingHeld(ledger.resources, VatSettlement, settlementNumber),
      TE.tap((found) =>
        ledger.resources.of(VatSettlement).remove(settlementNumber, version ?? found.version),
      ),
      TE.tap(({ value }) => opened(ledger, value)),
      TE.flatMap(({ value }) => postedBack(ledger, value)),
    );

function opened(ledger: LedgerRepositories, settlement: VatSettlement): TaskEither<never, void> {
  const { settlementNumber } = settlement;
  return pipe(
    periodsHeld(ledger, settlement),
    TE.map((all) => all.filter(({ vatSettlement }) => vatSettlement?.settlementNumber === settlementNumber)),
    TE.flatMap((own) => ledger.accountingYears.settleVat(own.map(placeOf), undefined)),
  );
}

function postedBack(
  ledger: LedgerRepositories,
  { voucher, toDate }: VatSettlement,
): TaskEither<LedgerFailure, void> {
  return async () => {
    if (voucher === undefined) return right(undefined);
    const found = await ledger.resources.of(Voucher).find(voucher.voucherId);
    if (found === undefined) throw new Error(`voucher ${voucher.voucherId} of a VAT settlement is missing`);
    const back = await takenBack(ledger, found, toDate);
    return isLeft(back) ? left(back.left) : right(undefined);
  };
}
