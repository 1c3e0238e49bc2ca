import { centsOf, type Cents, flatMapped } from '@kontor/kernel';
import type { PostedEntry, PostingToWrite } from '@kontor/ledger';
import type { SumTable } from '../statement.js';
import type { Addition } from '../transaction/effect.js';
import { partyTotals } from '../statements/open-posts.js';

type Party = {
  readonly table: SumTable;
  readonly numberIn: (entry: PostedEntry) => number | undefined;
};

const PARTIES: readonly Party[] = [
  { table: partyTotals('customer'), numberIn: ({ customerNumber }) => customerNumber },
  { table: partyTotals('supplier'), numberIn: ({ supplierNumber }) => supplierNumber },
];

/**
 * What documents add to what customers owe and suppliers are owed, in the order of their numbers;
 * nothing where they name none.
 */
export function addToParties(
  agreementNumber: number,
  documents: readonly PostingToWrite[],
): readonly Addition[] {
  const entries = flatMapped(documents, (one) => one.entries);
  return flatMapped(PARTIES, (party) => additionTo(party, agreementNumber, entries));
}

function additionTo(
  { table, numberIn }: Party,
  agreementNumber: number,
  entries: readonly PostedEntry[],
): readonly Addition[] {
  const totals = new Map<number, { cents: Cents; entries: number }>();
  for (const entry of entries) {
    const number = numberIn(entry);
    if (number === undefined) continue;
    const seen = totals.get(number) ?? { cents: 0n, entries: 0 };
    totals.set(number, {
      cents: seen.cents + centsOf(entry.amountInBaseCurrency),
      entries: seen.entries + 1,
    });
  }
  if (totals.size === 0) return [];
  const rows = [...totals]
    .sort(([one], [other]) => one - other)
    .map(([number, sum]) => [agreementNumber, number, String(sum.cents), sum.entries]);
  return [{ kind: 'add', sums: { to: table, rows } }];
}
