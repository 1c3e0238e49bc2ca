import type { EntryObserver, SeenEntry } from './entries-seen.js';

/** What the entries of one document have in common. */
export type Posted = {
  readonly voucherId: number;
  readonly year: string;
  readonly series: number | null;
  number: number;
  firstDate: string;
  lastDate: string;
  firstType: string;
  lastType: string;
  readonly firstEntry: number;
  lastEntry: number;
  /** Debit without credit in base currency, in cents. */
  difference: bigint;
  /** All of them set balances. */
  isOpening: boolean;
};

/** By the voucher that they belong to. */
export type PostedByVoucher = ReadonlyMap<number, Posted>;

/** Opening balances set single balances (D154), and closing carries on what they have left over. */
const OPENING: ReadonlySet<unknown> = new Set(['openingEntry', 'transferredOpeningEntry']);

/** The documents that entries belong to; where one has entries in several years, the last of them. */
export class PostedDocuments implements EntryObserver {
  readonly byVoucher = new Map<number, Posted>();
  /** What documents have in years before the last one that they have entries in. */
  readonly #earlier: Posted[] = [];

  see(entry: SeenEntry): void {
    const { voucherId, year, entryNumber, voucherNumber: number, date, type, base } = entry;
    const own = this.byVoucher.get(voucherId);
    if (own?.year === year) {
      own.number = Math.max(own.number, number);
      if (date < own.firstDate) own.firstDate = date;
      if (date > own.lastDate) own.lastDate = date;
      if (type < own.firstType) own.firstType = type;
      if (type > own.lastType) own.lastType = type;
      own.lastEntry = entryNumber;
      own.difference += base;
      if (own.isOpening && !OPENING.has(type)) own.isOpening = false;
      return;
    }
    if (own !== undefined) this.#earlier.push(own);
    this.byVoucher.set(voucherId, {
      voucherId,
      year,
      series: entry.series,
      number,
      firstDate: date,
      lastDate: date,
      firstType: type,
      lastType: type,
      firstEntry: entryNumber,
      lastEntry: entryNumber,
      difference: base,
      isOpening: OPENING.has(type),
    });
  }

  /** All of them, those of each year by themselves. */
  get all(): readonly Posted[] {
    return [...this.#earlier, ...this.byVoucher.values()];
  }
}
