import { SERIES } from '../number-series/number-series.data.js';
import type { EntryToPost, Posting } from '../posting/posting.js';
import type { ControlAccountOf } from '../posting/control-accounts.js';
import { partyOf } from '../posting/party.rules.js';
import type { OpeningBalance, OpeningBalanceLine } from './opening-balance.resource.js';

/** The terms on which an opening balance is booked. */
export type OpeningTerms = { readonly baseCurrency: string; readonly controlAccountOf: ControlAccountOf };

/**
 * D157: what a booked opening balance puts into the books: an entry of type openingEntry for
 * each line, on the account it names, or on the control account of the customer's or
 * supplier's group, as it was when the line was written. It need not sum to zero (D154).
 */
export function openingPosting(
  { voucherId, voucherNumber, date, lines }: OpeningBalance,
  terms: OpeningTerms,
): Posting {
  return {
    date,
    voucherId,
    voucherNumber: voucherNumber.voucherNumber,
    numberSeriesNumber: SERIES.openingBalance,
    entries: lines.map((line, index) => openingEntry(line, `lines[${index}]`, terms)),
    mayBeUnbalanced: true,
  };
}

function openingEntry(
  line: OpeningBalanceLine,
  propertyPrefix: string,
  { baseCurrency, controlAccountOf }: OpeningTerms,
): EntryToPost {
  const { account, customer, supplier, amountInBaseCurrency, text, entryNumber } = line;
  const party = partyOf(line);
  return {
    accountNumber: account?.accountNumber ?? line.control ?? controlAccountOf(line),
    amount: amountInBaseCurrency,
    amountInBaseCurrency,
    currency: baseCurrency,
    entryType: 'openingEntry',
    entryNumber,
    text,
    customerNumber: customer?.customerNumber,
    supplierNumber: supplier?.supplierNumber,
    isSystemMade: party !== 'account',
    property: `${propertyPrefix}.${party}`,
  };
}

/** Where the lines name accounts, and which. */
export function accountsOpened(
  lines: readonly OpeningBalanceLine[],
): readonly { readonly property: string; readonly accountNumber: number }[] {
  return lines.flatMap(({ account }, index) =>
    account === undefined
      ? []
      : [{ property: `lines[${index}].account`, accountNumber: account.accountNumber }],
  );
}
