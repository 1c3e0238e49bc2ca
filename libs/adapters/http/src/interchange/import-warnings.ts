import { amountOf, inQuotes, sumOf, ZERO, type Decimal } from '@kontor/kernel';
import type { LeftOut, LineWarning } from '@kontor/ledger';
import type { ImportedThing } from './imported-thing.js';

/** A year of a SIE file begins with what balances, unless it leaves out what the year before has earned. */
export function unbalanced(
  { line }: ImportedThing,
  entries: readonly { readonly amount: Decimal }[],
): readonly LineWarning[] {
  const together = sumOf(entries.map(({ amount }) => amount));
  if (together === ZERO) return [];
  const message =
    `The balances that the year begins with (#IB) sum to ${together}, and not to 0: the result of the year ` +
    'before may stand on no account, or an amount has a space, so that its end was taken for a quantity.';
  return [{ line, message }];
}

/** Programs that may leave out no number write a voucher so that was cancelled: there is nothing to book. */
export function withoutRows({ line, body, calledElsewhere }: ImportedThing): LineWarning {
  const name = calledElsewhere ?? body['externalDocumentId'] ?? body['voucherNumber'];
  const which = name === undefined ? 'The voucher' : `The voucher ${inQuotes(String(name))}`;
  return { line, message: `${which} has no rows, as one that was cancelled: it is left out.` };
}

/** What is told of opening balances that were left out, since these books carry on others. */
export function warningsOf(
  { line: own, linesOfEntries }: ImportedThing,
  { accounts, notCarried }: LeftOut,
): readonly LineWarning[] {
  const earned =
    notCarried === 0n
      ? ''
      : ` Years before that are not closed here have a result of ${amountOf(notCarried)}, which closing ` +
        'them brings to an account.';
  return accounts.map(({ accountNumber, inFile, inBooks, entry }) => ({
    line: (entry === undefined ? undefined : linesOfEntries?.[entry]) ?? own,
    message:
      `The year begins with ${amountOf(inFile)} on account ${accountNumber} in the file, and with ` +
      `${amountOf(inBooks)} in these books, which carry that on: it stays.${earned}`,
  }));
}
