import { groupedBy, defined, withoutSign } from '@kontor/kernel';
import type { BooksChecked } from '@kontor/ledger';
import { StockMovement } from '@kontor/products';
import { SORTABLE_SCALE } from '../../entity/column-encoding.js';
import { bigintAt, numberAt, numberOrNullAt } from '../../row.js';
import { unitsIn, tableIn } from './check-stock.js';
import { pluralize, from, rowsRead, yearsIn, type Looked } from './checks.js';
import type { DocumentRows } from './documents.js';
import type { PostedByVoucher } from './posted-documents.js';

/** A receipt, or what takes one back: how much of what, and what one of it cost. */
type Moved = {
  readonly name: string;
  readonly voucherId: number;
  readonly isReversal: boolean;
  readonly product: string;
  readonly quantity: bigint;
  readonly cost: bigint | undefined;
};

/**
 * What came in by a voucher cost what one of its entries books, and goes back at what it came in for, if all
 * of it does.
 */
export async function costsAgree(
  looked: Looked,
  { vouchers }: DocumentRows,
  posted: PostedByVoucher,
): Promise<BooksChecked> {
  const moved = await movedByVouchers(looked);
  const faults: string[] = [];
  for (const one of moved)
    if (one.cost === undefined) faults.push(`${one.name} does not say what one of it cost`);
  const ofVoucher = groupedBy(moved, ({ voucherId }) => voucherId);
  const reverses = new Map(vouchers.map((row) => [numberAt(row, 'id'), numberOrNullAt(row, 'reverses')]));
  for (const [voucherId, own] of ofVoucher) {
    if (!own.some(({ isReversal }) => isReversal)) continue;
    const before = ofVoucher.get(reverses.get(voucherId) ?? 0) ?? [];
    if (saidBy(own, -1n) !== saidBy(before, 1n))
      faults.push(
        `voucher ${voucherId} does not take back the goods of the one that it reverses, as they came`,
      );
  }
  const years = await yearsIn(looked);
  let waiting: Moved[] = [];
  let numbers: number[] = [];
  const compareAll = async (): Promise<void> => {
    if (waiting.length > 0) faults.push(...(await withoutEntry(looked, years, waiting, numbers)));
    [waiting, numbers] = [[], []];
  };
  for (const [voucherId, own] of ofVoucher) {
    const of = posted.get(voucherId);
    const receipts = own.filter(({ isReversal, cost }) => !isReversal && cost !== undefined);
    if (of === undefined || receipts.length === 0) continue;
    waiting.push(...receipts);
    for (let at = of.firstEntry; at <= of.lastEntry; at += 1) numbers.push(at);
    if (numbers.length >= ENTRIES_AT_ONCE) await compareAll();
  }
  await compareAll();
  return {
    check: 'Goods cost what their vouchers book',
    looked: pluralize(moved.length, 'movement'),
    faults,
  };
}

const ENTRIES_AT_ONCE = 500;
/** What one cost is kept to so many decimals; so is its product with a quantity, twice as many. */
const ONE = 10n ** BigInt(SORTABLE_SCALE);
const OF_CENT = ONE / 100n;

async function movedByVouchers(looked: Looked): Promise<readonly Moved[]> {
  const table = tableIn(looked, StockMovement.collection);
  const columns = ['stock_movement_number', 'movement_type', 'product_number', 'quantity', 'unit_cost'];
  const rows = await rowsRead(
    from(looked, 'stock_movement', [...columns, 'voucher_voucher_id'])
      .andWhere('t.movement_type IN (:...types)', { types: ['receipt', 'reversal'] })
      .andWhere('t.voucher_voucher_id IS NOT NULL')
      .orderBy('t.stock_movement_number'),
  );
  return rows.map((row) => ({
    name: `stock movement ${String(row['stock_movement_number'])}`,
    voucherId: numberAt(row, 'voucher_voucher_id'),
    isReversal: row['movement_type'] === 'reversal',
    product: String(row['product_number']),
    quantity: unitsIn(table, row, 'quantity'),
    cost: row['unit_cost'] === null ? undefined : unitsIn(table, row, 'unitCost'),
  }));
}

/** The movements of a voucher as one text; `sign` turns what goes out into what came in. */
function saidBy(moved: readonly Moved[], sign: 1n | -1n): string {
  return moved
    .map(({ product, quantity, cost }) => `${product} ${sign * quantity} ${cost}`)
    .sort()
    .join('; ');
}

/** The receipts that cost what none of the entries of their voucher books; `numbers` are those of all. */
async function withoutEntry(
  looked: Looked,
  years: readonly string[],
  receipts: readonly Moved[],
  numbers: readonly number[],
): Promise<readonly string[]> {
  const base = ['CAST(t.amount_in_base_currency AS CHAR)', 'base'] as const;
  const rows = await rowsRead(
    from(looked, 'entry', ['voucher_id', base])
      .andWhere('t.year_folded IN (:...years)', { years })
      .andWhere('t.entry_number IN (:...numbers)', { numbers }),
  );
  const booked = new Map<number, readonly bigint[]>();
  for (const [voucherId, own] of groupedBy(rows, (row) => numberAt(row, 'voucher_id'))) {
    const amounts = own.map((row) => withoutSign(bigintAt(row, 'base')));
    booked.set(
      voucherId,
      amounts.sort((one, other) => (one < other ? -1 : 1)),
    );
  }
  return receipts
    .filter((one) => !costsOneOf(one, booked.get(one.voucherId) ?? []))
    .map(({ name, voucherId }) => `${name} cost what no entry of voucher ${voucherId} books`);
}

/** Whether so much of it, at what one cost, is one of the amounts: as near as its decimals are. */
function costsOneOf({ quantity, cost = 0n }: Moved, inOrder: readonly bigint[]): boolean {
  const together = withoutSign(quantity * cost);
  const near = withoutSign(quantity);
  const inUnits = (at: number): bigint => defined(inOrder[at]) * OF_CENT * ONE;
  // The first that is not too small, looked for by halves: a voucher has thousands of entries, and may
  // receive goods by each. Many of them may be of one amount, such as VAT of nothing.
  let low = 0;
  for (let high = inOrder.length; low < high;) {
    const middle = (low + high) >> 1;
    if (inUnits(middle) < together - near) low = middle + 1;
    else high = middle;
  }
  return low < inOrder.length && inUnits(low) - together <= near;
}
