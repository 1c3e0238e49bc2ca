import { amountOf } from '@kontor/kernel';
import { SERIES, type BooksChecked } from '@kontor/ledger';
import type { Row } from '../../statement.js';
import { counted, rowsIn, yearsIn, type Looked } from './checks.js';
import { bigintAt, numberAt, textAt } from '../../row.js';

/** Sums in base currency, in cents, by what they are sums of and by account. */
type Sums = ReadonlyMap<unknown, ReadonlyMap<number, bigint>>;
type Books = {
  readonly periods: readonly Row[];
  /** What entries with VAT codes have, by period. */
  readonly vat: Sums;
  /** What settlements have posted, by voucher. */
  readonly posted: Sums;
};

/**
 * Every VAT settlement has moved what the entries of its periods with VAT codes have on its accounts; its
 * periods are barred and name it, and no others do.
 */
export async function settlementsAgree(looked: Looked): Promise<BooksChecked> {
  const settlements = await rowsIn(
    looked,
    'SELECT `settlement_number`, `from_date`, `to_date`, `amount`, `account_number`, `voucher_voucher_id` ' +
      'FROM `vat_settlement` WHERE `agreement_number` = ? ORDER BY `settlement_number`',
  );
  const books = await booksIn(looked);
  return {
    check: 'VAT settlements have moved the VAT of their periods, which are barred',
    looked: counted(settlements.length, 'settlement'),
    faults: [
      ...settlements.flatMap((settlement) => amountsOff(settlement, books)),
      ...periodsOff(settlements, books),
    ],
  };
}

async function booksIn(looked: Looked): Promise<Books> {
  const periods = await rowsIn(
    looked,
    'SELECT `period_number`, `from_date`, `to_date`, `barred`, `vat_settlement_settlement_number` AS settlement ' +
      'FROM `period` WHERE `agreement_number` = ? ORDER BY `from_date`',
  );
  const vat = new Map<unknown, Map<number, bigint>>();
  const posted = new Map<unknown, Map<number, bigint>>();
  for (const year of await yearsIn(looked)) {
    await sumInto(vat, looked, '`period_number`', VAT, year);
    await sumInto(posted, looked, '`voucher_id`', `\`number_series_number\` = ${SERIES.vatSettlement}`, year);
  }
  return { periods, vat, posted };
}

async function sumInto(
  sums: Map<unknown, Map<number, bigint>>,
  looked: Looked,
  by: string,
  condition: string,
  year: string,
): Promise<void> {
  const rows = await rowsIn(
    looked,
    `SELECT ${by} AS place, \`account_number\`, CAST(SUM(\`amount_in_base_currency\`) AS CHAR) AS total FROM \`entry\` ` +
      `WHERE \`agreement_number\` = ? AND \`year_folded\` = ? AND ${condition} GROUP BY ${by}, \`account_number\``,
    year,
  );
  for (const row of rows) {
    const of = sums.get(row['place']) ?? new Map<number, bigint>();
    of.set(numberAt(row, 'account_number'), bigintAt(row, 'total'));
    sums.set(row['place'], of);
  }
}

/** Entries that are the VAT of a code, or may be: a version before this one did not keep it. */
const VAT = "`vat_account_code` IS NOT NULL AND (`vat_part` IS NULL OR `vat_part` <> 'base')";

const NOTHING: ReadonlyMap<number, bigint> = new Map();

function amountsOff(settlement: Row, { periods, vat, posted }: Books): readonly string[] {
  const name = `VAT settlement ${String(settlement['settlement_number'])}`;
  const account = numberAt(settlement, 'account_number');
  const moved = posted.get(settlement['voucher_voucher_id']) ?? NOTHING;
  const amount = bigintAt(settlement, 'amount');
  const stands = moved.get(account) ?? 0n;
  const faults =
    stands === amount ? [] : [`${name}: says ${amountOf(amount)}, its voucher has ${amountOf(stands)}`];
  const own = periods.filter((period) => isOf(settlement, period));
  for (const [number, cents] of moved) {
    if (number === account) continue;
    const booked = own.reduce(
      (sum, period) => sum + (vat.get(period['period_number'])?.get(number) ?? 0n),
      0n,
    );
    if (cents === -booked) continue;
    faults.push(
      `${name}: has moved ${amountOf(-cents)} from account ${number}, its periods have ${amountOf(booked)} of VAT there`,
    );
  }
  return faults;
}

function isOf(settlement: Row, period: Row): boolean {
  return (
    textAt(settlement, 'from_date') <= textAt(period, 'from_date') &&
    textAt(settlement, 'to_date') >= textAt(period, 'to_date')
  );
}

function periodsOff(settlements: readonly Row[], { periods }: Books): readonly string[] {
  return periods.flatMap((period) => {
    const by = settlements.filter((one) => isOf(one, period));
    const name = `the period from ${String(period['from_date'])}`;
    if (by.length > 1) return [`${name} is settled ${by.length} times`];
    const number = by[0]?.['settlement_number'] ?? null;
    if (period['settlement'] !== number)
      return [`${name} names VAT settlement ${String(period['settlement'])}, and is of ${String(number)}`];
    return number !== null && period['barred'] !== 1 ? [`${name} is settled and not barred`] : [];
  });
}
