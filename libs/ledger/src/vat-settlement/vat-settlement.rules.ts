import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { ruleBroken, type Cents, type FullDate, type RuleBroken } from '@kontor/kernel';
import type { Period } from '../accounting-year/accounting-year.resource.js';
import type { DateNotBookable } from '../posting/posting.failures.js';
import type { VatBooked } from '../statement/statement.port.js';
import type { VatAccount } from '../vat-account/vat-account.resource.js';
import { vatPartOf } from '../vat-account/vat-account.rules.js';
import type { VatSettlementDraft } from './vat-settlement.resource.js';

/**
 * Decisions, "Statements": a settlement is of whole periods, of one or of several that follow each other
 * (E10270).
 */
export function wholePeriods(
  periods: readonly Period[],
  { fromDate, toDate }: VatSettlementDraft,
): Either<DateNotBookable | RuleBroken, readonly Period[]> {
  if (toDate < fromDate) return left(notWhole('toDate', `must not be before ${fromDate}`));
  const first = periodAt(periods, fromDate);
  if (first === undefined) return left(inNoYear('fromDate', fromDate));
  const last = periodAt(periods, toDate);
  if (last === undefined) return left(inNoYear('toDate', toDate));
  if (first.fromDate !== fromDate)
    return left(notWhole('fromDate', `must be the first day of a period: ${first.fromDate}`));
  if (last.toDate !== toDate)
    return left(notWhole('toDate', `must be the last day of a period: ${last.toDate}`));
  return right(periods.filter((one) => one.fromDate >= fromDate && one.toDate <= toDate));
}

function periodAt(periods: readonly Period[], date: FullDate): Period | undefined {
  return periods.find(({ fromDate, toDate }) => fromDate <= date && toDate >= date);
}

function inNoYear(property: 'fromDate' | 'toDate', date: FullDate): DateNotBookable {
  return { kind: 'DateNotBookable', date, property, reason: 'noAccountingYear' };
}

function notWhole(property: 'fromDate' | 'toDate', is: string): RuleBroken {
  return ruleBroken('E10270', property, is);
}

/** Decisions, "Statements": VAT is settled once (E10260). */
export function noneIsSettled(periods: readonly Period[]): Either<RuleBroken, void> {
  const settled = periods.find(({ vatSettlement }) => vatSettlement !== undefined);
  if (settled === undefined) return right(undefined);
  const { fromDate, toDate, vatSettlement } = settled;
  const is = `names periods of which ${fromDate} to ${toDate} is settled, by settlement ${vatSettlement?.settlementNumber}`;
  return left(ruleBroken('E10260', 'fromDate', is));
}

/**
 * What was booked in a period of which the VAT is settled would be in no settlement: it stays barred
 * (E10260).
 */
export function mayBeOpened(
  { vatSettlement }: Pick<Period, 'vatSettlement'>,
  barred: boolean,
): Either<RuleBroken, void> {
  if (barred || vatSettlement === undefined) return right(undefined);
  const { settlementNumber } = vatSettlement;
  const is = `must be true while VAT settlement ${settlementNumber} stands: take that back first`;
  return left(ruleBroken('E10260', 'barred', is));
}

/**
 * The VAT of each account, by the entries that are the VAT of a code: what the VAT statement shows as VAT.
 */
export function vatOfAccounts(
  codes: readonly Pick<VatAccount, 'account' | 'contraAccount' | 'vatCode'>[],
  booked: readonly VatBooked[],
): readonly (readonly [accountNumber: number, cents: Cents])[] {
  const byCode = new Map(codes.map((code) => [code.vatCode, code]));
  const sums = new Map<number, Cents>();
  for (const one of booked) {
    const code = byCode.get(one.vatCode);
    if (code === undefined || vatPartOf(code, one) === 'base') continue;
    sums.set(one.accountNumber, (sums.get(one.accountNumber) ?? 0n) + one.cents);
  }
  return [...sums].filter(([, cents]) => cents !== 0n).sort(([one], [other]) => one - other);
}
