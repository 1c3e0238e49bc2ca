import type { Cents } from '@kontor/kernel';
import type { VatPart } from '@kontor/ledger';
import { LRUCache } from 'lru-cache';
import { placeholders, type Row, type Session, type SqlValue, type Statement } from '../statement.js';

const BYTES_MAX = 16 * 1024 * 1024;
/** What the sums of an account and VAT code take in memory, and what a period takes beside them. */
const SUMS_BYTES = 500;
const PERIOD_BYTES = 400;

/**
 * Sums of the entries of an account with a VAT code, in base currency; what closing has posted stands apart.
 */
export type Sums = {
  readonly accountNumber: number;
  readonly vatCode: string | null;
  readonly vatPart: VatPart | null;
  readonly opening: Cents;
  /** Of what the year before has carried on. */
  readonly carried: Cents;
  readonly debit: Cents;
  /** As an amount above zero. */
  readonly credit: Cents;
  readonly closing: Cents;
};

/** What was booked on an account. */
export type NetSum = { readonly accountNumber: number; readonly cents: Cents };

/**
 * A part of an accounting year, its last day, and the document by which it was closed, 0 where it was not.
 */
export type Place = {
  readonly yearEnd: string;
  readonly own: readonly [number, string | number | null];
  readonly dates: readonly [from: string, to: string];
  readonly closing: number;
};

/** A period with what posting keeps of it: how many entries it has, and the sizes of its totals in one. */
type Kept = {
  readonly periodNumber: number;
  readonly fromDate: string;
  readonly toDate: string;
  readonly entries: number;
  readonly size: Cents;
};

/** The sums of a period, of how many entries, and of which the last. */
type Summed = {
  readonly entries: number;
  readonly size: Cents;
  readonly last: number;
  readonly rows: ReadonlyMap<string, Sums>;
};

/**
 * The sums of periods as this process has read them. They hold for as long as they agree with the totals
 * that posting keeps, which every question reads anew: with the number of entries, and with what they come
 * to on each account. What was booked since is added; where that does not agree, the period is summed anew.
 */
export class PeriodFigures {
  readonly name = 'figures of periods';
  readonly bytesMax = BYTES_MAX;
  readonly #known = new LRUCache<string, Summed>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ rows }) => PERIOD_BYTES + rows.size * SUMS_BYTES,
  });

  /** How much it holds now, at most `bytesMax`. */
  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /**
   * The sums of a part of a year: of whole periods as they are known, of one that is cut by its shorter
   * piece.
   */
  async of(session: Session, place: Place): Promise<readonly Sums[]> {
    const [kept] = await session.run(keptOf(place));
    const pieces = (kept?.rows ?? []).map(keptIn).map((period) => pieceOf(period, place.dates));
    const whole = pieces.filter(({ isWhole }) => isWhole).map(({ period }) => period);
    const cuts = pieces.flatMap(({ cut }) => cut);
    const known = await this.#wholes(session, place, whole);
    const outcomes =
      cuts.length === 0 ? [] : await session.run(...cuts.map(({ dates }) => between(place, dates)));
    return [
      ...known.flatMap(({ rows }) => [...rows.values()]),
      ...outcomes.flatMap(({ rows }, at) =>
        rows.map((row) => (cuts[at]?.isLeftOut === true ? negatedSums(sumsIn(row)) : sumsIn(row))),
      ),
    ];
  }

  /** The same straight from the entries: within a unit of work nobody else may see what is known. */
  static async read(session: Session, place: Place): Promise<readonly Sums[]> {
    const [outcome] = await session.run(between(place, place.dates));
    return (outcome?.rows ?? []).map(sumsIn);
  }

  /**
   * What was booked on each account in all: of whole periods the totals that posting keeps, of one that is
   * cut the entries of its shorter piece.
   */
  static async net(session: Session, place: Place): Promise<readonly NetSum[]> {
    const [kept] = await session.run(keptOf(place));
    const pieces = (kept?.rows ?? []).map(keptIn).map((period) => pieceOf(period, place.dates));
    const whole = pieces.filter(({ isWhole }) => isWhole).map(({ period }) => period.periodNumber);
    const cuts = pieces.flatMap(({ cut }) => cut);
    const statements = [
      ...(whole.length === 0 ? [] : [{ statement: totalsOf(place, whole), sign: 1n }]),
      ...cuts.map(({ dates, isLeftOut }) => ({
        statement: netBetween(place, dates),
        sign: isLeftOut ? -1n : 1n,
      })),
      ...(place.closing === 0 || place.dates[1] < place.yearEnd
        ? []
        : [{ statement: closingOf(place), sign: -1n }]),
    ];
    if (statements.length === 0) return [];
    const outcomes = await session.run(...statements.map(({ statement }) => statement));
    return outcomes.flatMap(({ rows }, at) =>
      rows.map((row) => ({
        accountNumber: row['account_number'] as number,
        cents: BigInt(row['total'] as string) * (statements[at]?.sign ?? 1n),
      })),
    );
  }

  async #wholes(session: Session, place: Place, periods: readonly Kept[]): Promise<readonly Summed[]> {
    const found = periods.map((period) => ({ period, known: this.#known.get(nameOf(place, period)) }));
    const later = found.filter(({ period, known }) => known !== undefined && known.entries < period.entries);
    const more =
      later.length === 0
        ? []
        : await session.run(
            ...later.map(({ period, known }) => since(place, period.periodNumber, known?.last ?? 0)),
          );
    for (const [at, one] of later.entries()) one.known = added(one.known, more[at]?.rows ?? []);
    const missing = found.filter(({ period, known }) => known === undefined || !agrees(known, period));
    for (const one of missing) {
      // One after the other: a statement has only so long, and what is known of one period stays known.
      const [anew] = await session.run(since(place, one.period.periodNumber, 0));
      one.known = added(undefined, anew?.rows ?? []);
      if (agrees(one.known, one.period)) this.#known.set(nameOf(place, one.period), one.known);
    }
    for (const { period, known } of later) {
      if (known !== undefined && agrees(known, period)) this.#known.set(nameOf(place, period), known);
    }
    return found.flatMap(({ known }) => known ?? []);
  }
}

function nameOf({ own, closing }: Place, { periodNumber }: Kept): string {
  return `${own.join(' ')} ${periodNumber} ${closing}`;
}

function agrees({ entries, size }: Summed, period: Kept): boolean {
  return entries === period.entries && size === period.size;
}

/** Sums with those of further entries. */
function added(before: Summed | undefined, more: readonly Row[]): Summed {
  const rows = new Map(before?.rows);
  let entries = before?.entries ?? 0;
  let last = before?.last ?? 0;
  for (const row of more) {
    const sums = sumsIn(row);
    const name = `${sums.accountNumber} ${sums.vatCode ?? ''} ${sums.vatPart ?? ''}`;
    const seen = rows.get(name);
    rows.set(name, seen === undefined ? sums : both(seen, sums));
    entries += Number(row['entries']);
    last = Math.max(last, row['last'] as number);
  }
  return { entries, last, rows, size: sizeOf(rows.values()) };
}

/** What posting keeps is the total of an account, whatever its VAT codes. */
function sizeOf(all: Iterable<Sums>): Cents {
  const totals = new Map<number, Cents>();
  for (const { accountNumber, opening, carried, debit, credit, closing } of all)
    totals.set(
      accountNumber,
      (totals.get(accountNumber) ?? 0n) + opening + carried + debit - credit + closing,
    );
  return [...totals.values()].reduce((sum, total) => sum + (total < 0n ? -total : total), 0n);
}

function both(one: Sums, other: Sums): Sums {
  return {
    accountNumber: one.accountNumber,
    vatCode: one.vatCode,
    vatPart: one.vatPart,
    opening: one.opening + other.opening,
    carried: one.carried + other.carried,
    debit: one.debit + other.debit,
    credit: one.credit + other.credit,
    closing: one.closing + other.closing,
  };
}

function negatedSums({
  accountNumber,
  vatCode,
  vatPart,
  opening,
  carried,
  debit,
  credit,
  closing,
}: Sums): Sums {
  return {
    ...{ accountNumber, vatCode, vatPart, opening: -opening, carried: -carried },
    ...{ debit: -debit, credit: -credit, closing: -closing },
  };
}

type Dates = Place['dates'];
type Piece = {
  readonly period: Kept;
  readonly isWhole: boolean;
  readonly cut: readonly { readonly dates: Dates; readonly isLeftOut: boolean }[];
};

/** A period of which most is asked for is the whole without the rest. */
function pieceOf(period: Kept, [from, to]: Dates): Piece {
  const { fromDate, toDate } = period;
  const [first, last] = [from > fromDate ? from : fromDate, to < toDate ? to : toDate];
  const outside: Dates[] = [];
  if (first > fromDate) outside.push([fromDate, dayFrom(first, -1)]);
  if (last < toDate) outside.push([dayFrom(last, 1), toDate]);
  const daysOutside = outside.reduce((sum, [one, other]) => sum + daysOf(one, other), 0);
  if (daysOutside > daysOf(first, last))
    return { period, isWhole: false, cut: [{ dates: [first, last], isLeftOut: false }] };
  return { period, isWhole: true, cut: outside.map((dates) => ({ dates, isLeftOut: true })) };
}

const DAY_MS = 86_400_000;

function daysOf(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

function dayFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

const OWN = (table: string): string => `${table}.\`agreement_number\` = ? AND ${table}.\`year_folded\` = ?`;

function keptOf({ own, dates: [from, to] }: Place): Statement {
  return {
    sql:
      'SELECT p.`period_number`, p.`from_date`, p.`to_date`, CAST(COALESCE(SUM(t.`entries`), 0) AS CHAR) AS entries, ' +
      'CAST(COALESCE(SUM(ABS(t.`total`)), 0) AS CHAR) AS size FROM `period` AS p LEFT JOIN `period_total` AS t ' +
      'ON t.`agreement_number` = p.`agreement_number` AND t.`year_folded` = p.`year_folded` ' +
      `AND t.\`period_number\` = p.\`period_number\` WHERE ${OWN('p')} AND p.\`to_date\` >= ? AND p.\`from_date\` <= ? ` +
      'GROUP BY p.`period_number`, p.`from_date`, p.`to_date` ORDER BY p.`period_number`',
    values: [...own, from, to],
  };
}

function keptIn(row: Row): Kept {
  return {
    periodNumber: row['period_number'] as number,
    fromDate: row['from_date'] as string,
    toDate: row['to_date'] as string,
    entries: Number(row['entries']),
    size: BigInt(row['size'] as string),
  };
}

const IS_OPENING = "e.`entry_type` IN ('openingEntry', 'transferredOpeningEntry')";

function summed(
  { own, closing }: Place,
  { by, condition }: { readonly by: string; readonly condition: string },
  values: readonly SqlValue[],
): Statement {
  // A sum of amounts may be larger than a number can hold exactly, so it comes as text.
  const sum = (of: string, name: string): string =>
    `CAST(SUM(CASE WHEN ${of} THEN e.\`amount_in_base_currency\` ELSE 0 END) AS CHAR) AS ${name}`;
  const isOf = (what: string): string => `e.\`voucher_id\` <> ? AND ${what}`;
  return {
    sql:
      'SELECT e.`account_number`, e.`vat_account_code` AS vat_code, e.`vat_part`, COUNT(*) AS entries, ' +
      'MAX(e.`entry_number`) AS last, ' +
      `${sum(isOf("e.`entry_type` = 'openingEntry'"), 'opening')}, ` +
      `${sum(isOf("e.`entry_type` = 'transferredOpeningEntry'"), 'carried')}, ` +
      `${sum(isOf(`NOT ${IS_OPENING} AND e.\`amount_in_base_currency\` > 0`), 'debit')}, ` +
      `${sum(isOf(`NOT ${IS_OPENING} AND e.\`amount_in_base_currency\` < 0`), 'credit')}, ` +
      `${sum('e.`voucher_id` = ?', 'closing')} ` +
      `FROM \`entry\` AS e ${forced(by)} WHERE ${OWN('e')} AND ${condition} ` +
      'GROUP BY e.`account_number`, e.`vat_account_code`, e.`vat_part`',
    values: [closing, closing, closing, closing, closing, ...own, ...values],
  };
}

function totalsOf({ own }: Place, numbers: readonly number[]): Statement {
  return {
    sql:
      'SELECT `account_number`, CAST(SUM(`total`) AS CHAR) AS total FROM `period_total` AS t ' +
      `WHERE ${OWN('t')} AND \`period_number\` IN (${placeholders(numbers.length)}) GROUP BY \`account_number\``,
    values: [...own, ...numbers],
  };
}

/** The server would rather read the whole year in the order of its groups. */
function forced(index: string): string {
  return `/*! FORCE INDEX (\`${index}\`) */`;
}

const NET =
  'SELECT `account_number`, CAST(SUM(`amount_in_base_currency`) AS CHAR) AS total ' +
  `FROM \`entry\` AS e ${forced('entry_by_date')}`;

function netBetween({ own }: Place, [from, to]: Dates): Statement {
  return {
    sql: `${NET} WHERE ${OWN('e')} AND \`date\` >= ? AND \`date\` <= ? GROUP BY \`account_number\``,
    values: [...own, from, to],
  };
}

function closingOf({ own, yearEnd, closing }: Place): Statement {
  return {
    sql: `${NET} WHERE ${OWN('e')} AND \`date\` = ? AND \`voucher_id\` = ? GROUP BY \`account_number\``,
    values: [...own, yearEnd, closing],
  };
}

function between(place: Place, dates: Dates): Statement {
  return summed(place, { by: 'entry_by_date', condition: 'e.`date` >= ? AND e.`date` <= ?' }, dates);
}

function since(place: Place, periodNumber: number, last: number): Statement {
  const condition = 'e.`period_number` = ? AND e.`entry_number` > ?';
  return summed(place, { by: 'entry_by_period_number', condition }, [periodNumber, last]);
}

function sumsIn(row: Row): Sums {
  const cents = (column: string): Cents => BigInt(row[column] as string);
  return {
    accountNumber: row['account_number'] as number,
    vatCode: row['vat_code'] as string | null,
    vatPart: row['vat_part'] as VatPart | null,
    opening: cents('opening'),
    carried: cents('carried'),
    debit: cents('debit'),
    credit: -cents('credit'),
    closing: cents('closing'),
  };
}
