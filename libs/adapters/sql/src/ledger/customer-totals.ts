import { centsOf, type Cents } from '@kontor/kernel';
import type { PostingToWrite } from '@kontor/ledger';
import type { SumTable } from '../statement.js';
import type { Addition } from '../transaction/effect.js';

const CUSTOMER_TOTALS: SumTable = {
  table: 'customer_total',
  columns: ['agreement_number', 'customer_number', 'total', 'entries'],
  key: ['agreement_number', 'customer_number'],
  added: ['total', 'entries'],
};

/** What documents add to what customers owe, in the order of their numbers; nothing where they name none. */
export function addToCustomers(
  agreementNumber: number,
  documents: readonly PostingToWrite[],
): readonly Addition[] {
  const totals = new Map<number, { cents: Cents; entries: number }>();
  for (const { customerNumber, amountInBaseCurrency } of documents.flatMap(({ entries }) => entries)) {
    if (customerNumber === undefined) continue;
    const seen = totals.get(customerNumber) ?? { cents: 0n, entries: 0 };
    totals.set(customerNumber, {
      cents: seen.cents + centsOf(amountInBaseCurrency),
      entries: seen.entries + 1,
    });
  }
  if (totals.size === 0) return [];
  const rows = [...totals]
    .sort(([one], [other]) => one - other)
    .map(([customerNumber, { cents, entries }]) => [agreementNumber, customerNumber, String(cents), entries]);
  return [{ kind: 'add', sums: { to: CUSTOMER_TOTALS, rows } }];
}
