import { breathe, defined, type Cents, type Decimal, withoutSign } from '@kontor/kernel';
import type { VatPart } from '@kontor/ledger';
import { LRUCache } from 'lru-cache';
import { decimalFromSortable } from '../entity/column-encoding.js';
import type { DayKind } from './posted-sums.js';
import type { Row, Session } from '../statement.js';
import { bigintAt, numberAt, textAt, textOrNullAt } from '../row.js';
import {
  between,
  closingOf,
  daysIn,
  keptOf,
  totalsOfPeriods,
  type PartOfPeriod,
  type Place,
} from '../statements/period-figures.js';

const BYTES_MAX = 16 * 1024 * 1024;
/** What the sums of an account and VAT code take in memory, and what a period takes beside them. */
const SUMS_BYTES = 500;
const PERIOD_BYTES = 400;

/**
 * Sums of the entries of an account with a VAT code, in base currency; what closing has posted stands apart.
 */
export type AccountSums = {
  readonly accountNumber: number;
  readonly vatCode: string | null;
  readonly vatPart: VatPart | null;
  readonly vatRate: Decimal | null;
  readonly opening: Cents;
  /** Of what the year before has carried on. */
  readonly carried: Cents;
  readonly debit: Cents;
  /** As an amount above zero. */
  readonly credit: Cents;
  readonly closing: Cents;
};

/** What was booked on an account. */
type NetSum = { readonly accountNumber: number; readonly cents: Cents };

/** A period with what posting keeps of it: how many entries it has, and the sizes of its totals in one. */
type Kept = PartOfPeriod & { readonly entries: number; readonly size: Cents };

/** The sums of what is asked of a period, and what all of it comes to. */
type Summed = { readonly entries: number; readonly size: Cents; readonly rows: readonly AccountSums[] };

/**
 * The sums of whole periods as this process has read them. They hold for as long as they agree with the
 * totals that posting keeps of periods, which every question reads anew: with the number of entries, and with
 * what they come to. Entries are only ever added, but those of closing, so this is enough for one closing of
 * the year and of the one before. Where that does not agree, or a period is cut by the dates, the totals
 * that posting keeps of days are read; where those do not agree either, as long as a version that keeps none
 * serves as well, the entries.
 */
export class PeriodFigures {
  readonly name = 'figures of periods';
  readonly bytesMax = BYTES_MAX;
  readonly #known = new LRUCache<string, Summed>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ rows }) => PERIOD_BYTES + rows.length * SUMS_BYTES,
  });

  /** How much it holds now, at most `bytesMax`. */
  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /** The sums of a part of a year. */
  async of(session: Session, place: Place): Promise<readonly AccountSums[]> {
    const periods = await periodsOf(session, place);
    const found = periods.map((period) => {
      const known = isWhole(period) ? this.#known.get(nameOf(place, period)) : undefined;
      return { period, known: known !== undefined && agrees(known, period) ? known : undefined };
    });
    const missing = found.filter(({ known }) => known === undefined).map(({ period }) => period);
    const anew = await inPeriods(session, place, missing);
    for (const [at, period] of missing.entries()) {
      const summed = defined(anew[at]);
      if (isWhole(period) && agrees(summed, period)) this.#known.set(nameOf(place, period), summed);
    }
    return [...found.flatMap(({ known }) => known ?? []), ...anew].flatMap(({ rows }) => rows);
  }

  /** The same straight from the entries: within a unit of work nobody else may see what is known. */
  static async read(session: Session, place: Place): Promise<readonly AccountSums[]> {
    const [outcome] = await session.run(between(place, place.dates));
    return (outcome?.rows ?? []).map(sumsIn);
  }

  /**
   * What was booked on each account in all: of whole periods the totals that posting keeps of them, of one
   * that is cut those of its days.
   */
  static async net(session: Session, place: Place): Promise<readonly NetSum[]> {
    const periods = await periodsOf(session, place);
    const cut = await inPeriods(
      session,
      place,
      periods.filter((period) => !isWhole(period)),
    );
    const whole = periods.filter(isWhole).map(({ periodNumber }) => periodNumber);
    const statements = [
      ...(whole.length === 0 ? [] : [{ statement: totalsOfPeriods(place, whole), sign: 1n }]),
      ...(place.closing === 0 || !periods.some(endsYear(place))
        ? []
        : [{ statement: closingOf(place), sign: -1n }]),
    ];
    const outcomes =
      statements.length === 0 ? [] : await session.run(...statements.map(({ statement }) => statement));
    return [
      ...cut.flatMap(({ rows }) =>
        rows.map(({ accountNumber, opening, carried, debit, credit }) => ({
          accountNumber,
          cents: opening + carried + debit - credit,
        })),
      ),
      ...outcomes.flatMap(({ rows }, at) =>
        rows.map((row) => ({
          accountNumber: numberAt(row, 'account_number'),
          cents: bigintAt(row, 'total') * (statements[at]?.sign ?? 1n),
        })),
      ),
    ];
  }
}

/** A whole period at the end of the year: its total has what closing has posted. */
function endsYear({ yearEnd }: Place): (period: Kept) => boolean {
  return (period) => isWhole(period) && period.toDate === yearEnd;
}

function isWhole({ fromDate, toDate, asked: [from, to] }: Kept): boolean {
  return from === fromDate && to === toDate;
}

/**
 * What closing a year posts in it and in the next is taken away when it is opened again, and may come to just
 * as much on other accounts the next time.
 */
function nameOf({ own, closing, carriedBy }: Place, { periodNumber }: Kept): string {
  return `${own.join(' ')} ${periodNumber} ${closing} ${carriedBy}`;
}

function agrees({ entries, size }: Summed, period: Kept): boolean {
  return entries === period.entries && size === period.size;
}

/** From the totals of days, all in one round trip; where they do not agree, from the entries. */
async function inPeriods(
  session: Session,
  place: Place,
  periods: readonly Kept[],
): Promise<readonly Summed[]> {
  if (periods.length === 0) return [];
  const outcomes = await session.run(...periods.map((period) => daysIn(place, period)));
  const found: Summed[] = [];
  for (const [at, period] of periods.entries()) {
    const ofDays = summedByDays(outcomes[at]?.rows ?? []);
    // One after the other: a statement has only so long.
    found.push(ofDays ?? (await summedByEntries(session, place, period)));
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  return found;
}

async function summedByEntries(session: Session, place: Place, period: Kept): Promise<Summed> {
  const [outcome] = await session.run(between(place, period.asked));
  const read = outcome?.rows ?? [];
  const rows = read.map(sumsIn);
  const totals = new Map<number, Cents>();
  for (const { accountNumber, opening, carried, debit, credit, closing } of rows)
    raise(totals, accountNumber, opening + carried + debit - credit + closing);
  const entries = read.reduce((sum, row) => sum + Number(row['entries']), 0);
  return { entries, size: sizeOf(totals), rows };
}

/** What `daysIn` has read, of which the rows of the period's total tell whether it is all. */
function summedByDays(read: readonly Row[]): Summed | undefined {
  const rows = new Map<string, { -readonly [K in keyof AccountSums]: AccountSums[K] }>();
  const totals = new Map<number, Cents>();
  const lacking = new Map<number, Cents>();
  let entries = 0;
  let entriesLacking = 0;
  for (const row of read) {
    const accountNumber = numberAt(row, 'account_number');
    const [debit, credit] = [bigintAt(row, 'debit'), bigintAt(row, 'credit')];
    const kind = row['kind'] as DayKind | 'period';
    const count = Number(row['entries']);
    if (kind === 'period') {
      raise(totals, accountNumber, debit);
      raise(lacking, accountNumber, debit);
      entries += count;
      entriesLacking += count;
      continue;
    }
    raise(lacking, accountNumber, credit - debit);
    entriesLacking -= count;
    if (Number(row['asked']) === 0) continue;
    const name = [accountNumber, row['vat_code'], row['vat_part'], row['vat_rate']].join(' ');
    let sums = rows.get(name);
    if (sums === undefined) rows.set(name, (sums = { ...nothingOn(accountNumber), ...sideOf(row) }));
    if (kind === 'moved') {
      sums.debit += debit;
      sums.credit += credit;
    } else sums[kind] += debit - credit;
  }
  if (entriesLacking !== 0 || sizeOf(lacking) !== 0n) return undefined;
  return { entries, size: sizeOf(totals), rows: [...rows.values()] };
}

function nothingOn(accountNumber: number): AccountSums {
  const sums = { opening: 0n, carried: 0n, debit: 0n, credit: 0n, closing: 0n };
  return { accountNumber, vatCode: null, vatPart: null, vatRate: null, ...sums };
}

/** Without a VAT code all are empty, as columns of a key are never null. */
function sideOf(row: Row): Pick<AccountSums, 'vatCode' | 'vatPart' | 'vatRate'> {
  const [vatCode, vatPart] = [textAt(row, 'vat_code'), textAt(row, 'vat_part')];
  return {
    vatCode: vatCode === '' ? null : vatCode,
    vatPart: vatPart === '' ? null : (vatPart as VatPart),
    vatRate: rateOf(row),
  };
}

function rateOf(row: Row): Decimal | null {
  const stored = textOrNullAt(row, 'vat_rate');
  return stored === null || stored === '' ? null : decimalFromSortable(stored);
}

function raise(totals: Map<number, Cents>, accountNumber: number, by: Cents): void {
  totals.set(accountNumber, (totals.get(accountNumber) ?? 0n) + by);
}

function sizeOf(totals: ReadonlyMap<number, Cents>): Cents {
  return [...totals.values()].reduce((sum, total) => sum + withoutSign(total), 0n);
}

async function periodsOf(session: Session, place: Place): Promise<readonly Kept[]> {
  const [kept] = await session.run(keptOf(place));
  return (kept?.rows ?? []).map((row) => keptIn(row, place.dates));
}

function keptIn(row: Row, [from, to]: Place['dates']): Kept {
  const [fromDate, toDate] = [textAt(row, 'from_date'), textAt(row, 'to_date')];
  return {
    periodNumber: numberAt(row, 'period_number'),
    fromDate,
    toDate,
    asked: [from > fromDate ? from : fromDate, to < toDate ? to : toDate],
    entries: Number(row['entries']),
    size: bigintAt(row, 'size'),
  };
}

function sumsIn(row: Row): AccountSums {
  const cents = (column: string): Cents => bigintAt(row, column);
  return {
    accountNumber: numberAt(row, 'account_number'),
    vatCode: textOrNullAt(row, 'vat_code'),
    vatPart: row['vat_part'] as VatPart | null,
    vatRate: rateOf(row),
    opening: cents('opening'),
    carried: cents('carried'),
    debit: cents('debit'),
    credit: -cents('credit'),
    closing: cents('closing'),
  };
}
