import { folded, ZERO } from '@kontor/kernel';
import type { SalesRepositories } from '../sales.repositories.js';
import type { DraftExpenseLine, DraftInvoice } from './draft-invoice.resource.js';
import { costOf, invoiceAmounts } from './invoice.rules.js';
import { vatTermsOfLines } from './invoice-lines.js';
import { rateCharged } from './net-price.js';

/**
 * A draft with other expense lines, and the totals that follow. Its lines stay as they are, and so do the
 * rates at which it charges VAT codes already.
 */
export async function withExpenseLines(
  repositories: Pick<SalesRepositories, 'bookkeeping'>,
  draft: DraftInvoice,
  additionalExpenseLines: readonly DraftExpenseLine[],
): Promise<DraftInvoice> {
  const { vatIncluded, exchangeRate, lines } = draft;
  const codes = additionalExpenseLines.map(({ vatAccount }) => vatAccount.vatCode);
  const terms = await vatTermsOfLines(
    repositories,
    codes.filter((code) => rateCharged(draft, code) === undefined),
  );
  const { lines: _, ...totals } = invoiceAmounts({
    vatIncluded,
    exchangeRate,
    lines: lines.map((line) => ({
      amount: vatIncluded ? line.totalGrossAmount : line.totalNetAmount,
      cost: costOf(line.quantity ?? ZERO, line.unitCostPrice ?? ZERO),
      vatCode: line.vatInfo?.vatAccount.vatCode,
      ratePercentage: line.vatInfo?.vatRate ?? ZERO,
    })),
    expenses: additionalExpenseLines.map(({ amount, vatAmount, vatAccount: { vatCode } }) => ({
      amount,
      vatAmount,
      vatCode,
      ratePercentage: rateCharged(draft, vatCode) ?? terms.get(folded(vatCode))?.ratePercentage ?? ZERO,
    })),
  });
  return { ...draft, ...totals, additionalExpenseLines, expenseLineCount: additionalExpenseLines.length };
}

/** Where a draft posts the VAT of its codes, as it was when it was written: accounts by folded code. */
export function vatPostedTo({
  lines,
  additionalExpenseLines,
}: Pick<DraftInvoice, 'lines' | 'additionalExpenseLines'>): ReadonlyMap<string, number> {
  const accounts = new Map<string, number>();
  const note = (vatCode: string | undefined, accountNumber: number | undefined): void => {
    if (vatCode !== undefined && accountNumber !== undefined) accounts.set(folded(vatCode), accountNumber);
  };
  for (const { vatAccount, postsTo } of additionalExpenseLines) note(vatAccount.vatCode, postsTo?.vat);
  for (const { vatInfo, postsTo } of lines) note(vatInfo?.vatAccount.vatCode, postsTo?.vat);
  return accounts;
}
