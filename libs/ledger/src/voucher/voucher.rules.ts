import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  isStorable,
  ruleBroken,
  sumOf,
  ZERO,
  type Decimal,
  type ModuleName,
  type ReferenceMissing,
  type RuleBroken,
  flatMapped,
  withDepartmentsIf,
  referenceMissing,
} from '@kontor/kernel';
import type { AccountInDraft } from '../posting/draft-facts.js';
import { NUMBER_SERIES, SERIES } from '../number-series/number-series.data.js';
import type { LineNamesNoSingleParty } from '../posting/party.failures.js';
import { everyLineNamesOneParty, namesItsParty } from '../posting/party.rules.js';
import type { VoucherLine, VoucherType } from './voucher.resource.js';
import type { CompleteLine } from './line-completion.rules.js';

/** Without the Dimension module departments are ignored (§2.1, §2.9). */
export function linesForModules(
  lines: readonly VoucherLine[],
  modules: readonly ModuleName[],
): readonly VoucherLine[] {
  const received = modules.includes('inventory') ? lines : lines.map(withoutProduct);
  return withDepartmentsIf(modules, received);
}

function withoutProduct(line: VoucherLine): VoucherLine {
  if (line.product === undefined && line.quantity === undefined) return line;
  const { product: _, quantity: __, ...rest } = line;
  return rest;
}

/**
 * §2.8 lines: a line names one party. It may name a contra account alone where another line names a party:
 * its amount is then seen from that side.
 */
export function everyLineIsPlaced(lines: readonly VoucherLine[]): Either<LineNamesNoSingleParty, void> {
  const isBesideParty = lines.some(namesItsParty);
  for (const [index, line] of lines.entries()) {
    if (isBesideParty && line.contraAccount !== undefined && !namesItsParty(line)) continue;
    const named = everyLineNamesOneParty([line]);
    if (isLeft(named)) return left({ ...named.left, property: `lines[${index}]` });
  }
  return right(undefined);
}

const PARTY_OF: Partial<Record<VoucherType, 'customer' | 'supplier'>> = {
  customerPayment: 'customer',
  supplierInvoice: 'supplier',
  supplierPayment: 'supplier',
};

/** D162 as amended: who pays, or is paid, is named by a line; so is the supplier of a supplier invoice. */
export function namesItsSide(
  voucherType: VoucherType,
  lines: readonly VoucherLine[],
): Either<RuleBroken, void> {
  const party = PARTY_OF[voucherType];
  if (party === undefined || lines.length === 0 || lines.some((line) => line[party] !== undefined)) {
    return right(undefined);
  }
  return left(ruleBroken('E10140', 'lines', `must name a ${party} in one of them`));
}

/** Facts 5.1: the type of a series must fit. One without gaps numbers no drafts, which may be discarded. */
export function seriesFor(
  voucherType: VoucherType,
  given: { readonly numberSeriesNumber: number } | undefined,
): Either<RuleBroken | ReferenceMissing, (typeof NUMBER_SERIES)[number]> {
  const number = given?.numberSeriesNumber ?? SERIES[voucherType];
  const series = NUMBER_SERIES.find(({ numberSeriesNumber }) => numberSeriesNumber === number);
  if (series === undefined) {
    return left(referenceMissing('numberSeries', 'number-series', number));
  }
  if (series.entryType === voucherType && series.allowGaps) return right(series);
  const fitting = NUMBER_SERIES.filter(({ entryType, allowGaps }) => entryType === voucherType && allowGaps);
  const numbers = fitting.map(({ numberSeriesNumber }) => numberSeriesNumber).join(' or ');
  return left(ruleBroken('E10430', 'numberSeries', `must number drafts of type ${voucherType}: ${numbers}`));
}

/** Whether a line is what a customer owes, or what a supplier is owed: others pay it, or take it back. */
export function isOwed({ customer, supplier, amount }: CompleteLine): boolean {
  const isCredit = amount.startsWith('-');
  return supplier === undefined ? customer !== undefined && !isCredit && amount !== ZERO : isCredit;
}

/** What is still to be settled: the sum of the customer and supplier lines, with their sign (facts 3.15). */
export function remainderOf(
  lines: readonly CompleteLine[],
): Either<RuleBroken, { readonly remainder: Decimal; readonly remainderInDefaultCurrency: Decimal }> {
  const open = lines.filter(({ customer, supplier }) => customer !== undefined || supplier !== undefined);
  const remainderInDefaultCurrency = sumOf(open.map((line) => line.amountInBaseCurrency));
  const isOneCurrency = new Set(open.map(({ currency }) => currency)).size === 1;
  const remainder = isOneCurrency ? sumOf(open.map(({ amount }) => amount)) : remainderInDefaultCurrency;
  if (!isStorable(remainder) || !isStorable(remainderInDefaultCurrency)) {
    return left(ruleBroken('E10320', 'lines', 'must not sum to more than 13 digits'));
  }
  return right({ remainder, remainderInDefaultCurrency });
}

/**
 * Where lines name accounts, and which. A department of a line is that of its account, and of its contra
 * account where the line is a customer's or supplier's. Without the Dimension module nothing lacks one.
 * `place`: where the voucher stands in a list.
 */
export function accountsNamedIn(
  lines: readonly VoucherLine[],
  modules: readonly ModuleName[],
  propertyPrefix = '',
): readonly AccountInDraft[] {
  const hasDepartments = modules.includes('dimension');
  return flatMapped(lines, (line, index) => {
    const { account, contraAccount, accruals, department, departmentalDistribution } = line;
    const isShared = department !== undefined || departmentalDistribution !== undefined;
    const ownLack = hasDepartments && !isShared ? 'notSaid' : undefined;
    const contraLack = hasDepartments && account !== undefined ? 'cannotBeSaid' : ownLack;
    const named = (
      member: string,
      accountNumber: number,
      lacksDepartment?: AccountInDraft['lacksDepartment'],
    ): AccountInDraft => ({
      property: `${propertyPrefix}lines[${index}].${member}`,
      accountNumber,
      ...(lacksDepartment && { lacksDepartment }),
    });
    return [
      ...(account === undefined ? [] : [named('account', account.accountNumber, ownLack)]),
      ...(contraAccount === undefined
        ? []
        : [named('contraAccount', contraAccount.accountNumber, contraLack)]),
      ...(accruals === undefined ? [] : [named('accruals.account', accruals.account.accountNumber)]),
    ];
  });
}

/** Where lines name VAT codes, and which. */
export function vatCodesNamedIn(
  lines: readonly VoucherLine[],
): readonly { readonly property: string; readonly vatCode: string }[] {
  return flatMapped(lines, ({ vatAccount, contraVatAccount }, index) => [
    ...(vatAccount === undefined
      ? []
      : [{ property: `lines[${index}].vatAccount`, vatCode: vatAccount.vatCode }]),
    ...(contraVatAccount === undefined
      ? []
      : [{ property: `lines[${index}].contraVatAccount`, vatCode: contraVatAccount.vatCode }]),
  ]);
}
