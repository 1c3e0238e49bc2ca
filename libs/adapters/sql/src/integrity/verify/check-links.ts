import { amountOf } from '@kontor/kernel';
import { SERIES, type BooksChecked } from '@kontor/ledger';
import { digestOf } from '../../event/chain.js';
import type { Row } from '../../statement.js';
import { flagAt, numberAt, numberOrNullAt } from '../../row.js';
import { addSum, pluralize, from, idsIn, inMap, rowsRead, type Looked, type SumsBy } from './checks.js';
import { vouchersById, type DocumentRows } from './documents.js';
import { placeOf, type EntryObserver, type SeenEntry } from './entries-seen.js';

type Vouchers = ReadonlyMap<number, Row>;

/** The entries of a voucher, and what their opposites would be: digests of what a reversal turns round. */
type Mirror = { own: string; opposite: string };

/** What an entry and its opposite have in common, beside their amounts. */
const THE_SAME = [
  ...[placeOf('account_number'), placeOf('currency'), placeOf('customer_number'), placeOf('supplier_number')],
  ...[placeOf('vat_account_code'), placeOf('department_number'), placeOf('departmental_distribution_number')],
];

/** What reversals and accruals are held against. */
class LinkedEntries implements EntryObserver {
  /** By voucher, of those that reverse another one or are reversed. */
  readonly mirrors = new Map<number, Mirror>();
  /** What accruals have posted, by voucher and account. */
  readonly accrued: SumsBy<number> = new Map();
  readonly #reversals: ReadonlySet<number>;

  /** `reversals`: the vouchers that reverse another, or are reversed. */
  constructor(reversals: ReadonlySet<number>) {
    this.#reversals = reversals;
  }

  see(entry: SeenEntry): void {
    const { voucherId, base } = entry;
    if (entry.series === SERIES.accruals) addSum(this.accrued, voucherId, entry.account, base);
    if (!this.#reversals.has(voucherId)) return;
    const mirror = inMap(this.mirrors, voucherId, () => ({ own: '', opposite: '' }));
    const { amount } = entry;
    const same = JSON.stringify(THE_SAME.map((place) => entry.at(place)));
    mirror.own = digestOf(`${mirror.own} ${same} ${amount} ${base}`);
    mirror.opposite = digestOf(`${mirror.opposite} ${same} ${-amount} ${-base}`);
  }
}

/** To be shown all entries, for `linksHold`. */
export async function linkedEntries(looked: Looked): Promise<LinkedEntries> {
  const reversals = from(looked, 'voucher', [['t.voucher_id', 'id']]).andWhere(
    '(t.reverses_voucher_id IS NOT NULL OR t.reversed_by_voucher_id IS NOT NULL)',
  );
  return new LinkedEntries(idsIn(await rowsRead(reversals)));
}

/**
 * A reversal has the opposite of the entries of the voucher that it names, and is named by it; an accrual
 * names a booked voucher, of which all accruals together leave nothing on any account.
 */
export function linksHold(documents: DocumentRows, entries: LinkedEntries): BooksChecked {
  const vouchers: Vouchers = vouchersById(documents.vouchers.filter((row) => flagAt(row, 'booked')));
  const faults: string[] = [];
  let links = 0;
  for (const row of documents.vouchers) {
    for (const link of ['reverses', 'reversed_by', 'accrues'] as const) {
      const to = numberOrNullAt(row, link);
      if (to === null) continue;
      links += 1;
      const fault = CHECKED[link](row, { to, vouchers, entries });
      if (fault !== undefined) faults.push(`voucher ${numberAt(row, 'id')} ${fault}`);
    }
  }
  return {
    check: 'Reversals and accruals are of the vouchers that they name',
    looked: pluralize(links, 'link'),
    faults: [...faults, ...accrualsOff(vouchers, entries)],
  };
}

type Linked = { readonly to: number; readonly vouchers: Vouchers; readonly entries: LinkedEntries };

const CHECKED = {
  reverses: (row: Row, { to, vouchers, entries: { mirrors } }: Linked): string | undefined => {
    const reversed = vouchers.get(to);
    const id = numberAt(row, 'id');
    if (reversed === undefined) return `reverses voucher ${to}, which is not there`;
    if (reversed['reversed_by'] !== id)
      return `reverses voucher ${to}, which is reversed by ${String(reversed['reversed_by'] ?? 'none')}`;
    if (mirrors.get(id)?.own === mirrors.get(to)?.opposite) return undefined;
    return `reverses voucher ${to}, and its entries are not the opposite of those`;
  },
  reversed_by: (row: Row, { to, vouchers }: Linked): string | undefined =>
    vouchers.get(to)?.['reverses'] === numberAt(row, 'id')
      ? undefined
      : `is reversed by voucher ${to}, which does not reverse it`,
  accrues: (row: Row, { to, vouchers }: Linked): string | undefined => {
    const accrued = vouchers.get(to);
    if (row['series'] !== SERIES.accruals)
      return `accrues voucher ${to}, and is not of the series of accruals`;
    if (accrued === undefined) return `accrues voucher ${to}, which is not there`;
    return accrued['series'] === SERIES.accruals
      ? `accrues voucher ${to}, which is an accrual itself`
      : undefined;
  },
};

/** Of a voucher that came in by its entries, some accruals may not have come in. */
function accrualsOff(vouchers: Vouchers, { accrued }: LinkedEntries): readonly string[] {
  const left = new Map<number, Map<number, bigint>>();
  for (const [id, row] of vouchers) {
    const to = numberOrNullAt(row, 'accrues');
    if (to === null || vouchers.get(to)?.['first_entry_number'] !== null) continue;
    const of = left.get(to) ?? new Map<number, bigint>();
    left.set(to, of);
    for (const [account, cents] of accrued.get(id) ?? []) of.set(account, (of.get(account) ?? 0n) + cents);
  }
  return [...left].flatMap(([voucherId, of]) =>
    [...of].flatMap(([account, cents]) =>
      cents === 0n
        ? []
        : [`the accruals of voucher ${voucherId} leave ${amountOf(cents)} on account ${account}`],
    ),
  );
}
