import { withoutSign } from '@kontor/kernel';
import type { BooksChecked } from '@kontor/ledger';
import { StockMovement } from '@kontor/products';
import { SORTABLE_SCALE } from '../../entity/stored-form.js';
import { bigintAt, numberAt } from '../../row.js';
import type { Row } from '../../statement.js';
import { unitsIn, tableIn } from './check-stock.js';
import { counted, from, rowsRead, yearsIn, type Looked } from './checks.js';
import type { DocumentRows } from './documents.js';
import type { EntriesSeen } from './entries-seen.js';

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
  { posted }: EntriesSeen,
): Promise<BooksChecked> {
  const moved = await movedByVouchers(looked);
  const faults: string[] = [];
  const ofVoucher = new Map<number, Moved[]>();
  for (const one of moved) {
    if (one.cost === undefined) faults.push(`${one.name} does not say what one of it cost`);
    ofVoucher.set(one.voucherId, [...(ofVoucher.get(one.voucherId) ?? []), one]);
  }
  const reverses = new Map(vouchers.map((row) => [numberAt(row, 'id'), row['reverses']]));
  for (const [voucherId, own] of ofVoucher) {
    if (!own.some(({ isReversal }) => isReversal)) continue;
    const before = ofVoucher.get(reverses.get(voucherId) as number) ?? [];
    if (saidBy(own, -1n) !== saidBy(before, 1n))
      faults.push(
        `voucher ${voucherId} does not take back the goods of the one that it reverses, as they came`,
      );
  }
  const receipts = moved.filter(({ isReversal, cost }) => !isReversal && cost !== undefined);
  const years = await yearsIn(looked);
  let waiting: Moved[] = [];
  let entries = 0;
  for (const [index, one] of receipts.entries()) {
    const of = posted.get(one.voucherId);
    waiting.push(one);
    entries += of === undefined ? 0 : of.lastEntry - of.firstEntry + 1;
    if (entries < ENTRIES_AT_ONCE && index < receipts.length - 1) continue;
    faults.push(...(await withoutEntry(looked, years, waiting, posted)));
    waiting = [];
    entries = 0;
  }
  return { check: 'Goods cost what their vouchers book', looked: counted(moved.length, 'movement'), faults };
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

/** The receipts that cost what none of the entries of their voucher books. */
async function withoutEntry(
  looked: Looked,
  years: readonly string[],
  receipts: readonly Moved[],
  posted: EntriesSeen['posted'],
): Promise<readonly string[]> {
  const numbers = new Set<number>();
  for (const { voucherId } of receipts) {
    const of = posted.get(voucherId);
    if (of === undefined) continue;
    for (let at = of.firstEntry; at <= of.lastEntry; at += 1) numbers.add(at);
  }
  if (numbers.size === 0 || years.length === 0) return [];
  const base = ['CAST(t.amount_in_base_currency AS CHAR)', 'base'] as const;
  const rows = await rowsRead(
    from(looked, 'entry', ['voucher_id', base])
      .andWhere('t.year_folded IN (:...years)', { years })
      .andWhere('t.entry_number IN (:...numbers)', { numbers: [...numbers] }),
  );
  const booked = new Map<number, Row[]>();
  for (const row of rows) {
    const id = numberAt(row, 'voucher_id');
    booked.set(id, [...(booked.get(id) ?? []), row]);
  }
  return receipts
    .filter((one) => !(booked.get(one.voucherId) ?? []).some((row) => costs(one, bigintAt(row, 'base'))))
    .map(({ name, voucherId }) => `${name} cost what no entry of voucher ${voucherId} books`);
}

/** Whether so much of it, at what one cost, is an amount: as near as its decimals are. */
function costs({ quantity, cost = 0n }: Moved, cents: bigint): boolean {
  const together = withoutSign(quantity * cost);
  const is = withoutSign(cents) * OF_CENT * ONE;
  return withoutSign(together - is) <= withoutSign(quantity);
}
