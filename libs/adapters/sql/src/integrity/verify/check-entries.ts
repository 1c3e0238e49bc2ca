import { amountOf } from '@kontor/kernel';
import type { BooksChecked } from '@kontor/ledger';
import { dayRowsOfEntries } from '../../migrations/1795420000000-vat-rates.js';
import type { Row } from '../../statement.js';
import { counted, rowsIn, yearsIn, type Looked } from './checks.js';
import { bigintAt, numberAt } from '../../row.js';

/** Opening balances set single balances (D154), and closing carries on what they have left over. */
const OPENING = "`entry_type` IN ('openingEntry', 'transferredOpeningEntry')";

/**
 * Debit and credit of every booked document are equal; what opening balances
 * leave over is a figure, not a fault.
 */
export async function vouchersBalance(looked: Looked): Promise<BooksChecked> {
  const faults: string[] = [];
  let vouchers = 0;
  let openings = 0;
  let unbalanced = 0n;
  for (const year of await yearsIn(looked)) {
    const rows = await rowsIn(
      looked,
      `SELECT \`voucher_id\`, CAST(SUM(\`amount_in_base_currency\`) AS CHAR) AS difference, MIN(${OPENING}) AS opening ` +
        'FROM `entry` WHERE `agreement_number` = ? AND `year_folded` = ? GROUP BY `voucher_id`',
      year,
    );
    vouchers += rows.length;
    for (const row of rows) {
      const difference = bigintAt(row, 'difference');
      if (difference === 0n) continue;
      if (Number(row['opening']) === 1) {
        openings += 1;
        unbalanced += difference;
      } else faults.push(`voucher ${String(row['voucher_id'])} of ${year} is off by ${amountOf(difference)}`);
    }
  }
  return {
    check: 'Every booked voucher balances',
    looked: counted(vouchers, 'voucher'),
    faults,
    ...(openings > 0 && {
      note: `${counted(openings, 'opening balance')} unbalanced, by ${amountOf(unbalanced)} together`,
    }),
  };
}

/** What is kept for each account and period is what its entries sum to, and their number. */
export async function totalsAgree(looked: Looked): Promise<BooksChecked> {
  const faults: string[] = [];
  let compared = 0;
  const columns = '`account_number`, `period_number`';
  for (const year of await yearsIn(looked)) {
    const summed = await rowsIn(
      looked,
      `SELECT ${columns}, CAST(SUM(\`amount_in_base_currency\`) AS CHAR) AS total, COUNT(*) AS entries FROM \`entry\` ` +
        `WHERE \`agreement_number\` = ? AND \`year_folded\` = ? GROUP BY ${columns}`,
      year,
    );
    const kept = await rowsIn(
      looked,
      `SELECT ${columns}, CAST(\`total\` AS CHAR) AS total, \`entries\` FROM \`period_total\` ` +
        'WHERE `agreement_number` = ? AND `year_folded` = ?',
      year,
    );
    const sums = new Map(summed.map((row) => [placeOf(row), row]));
    for (const row of kept) {
      const sum = sums.get(placeOf(row));
      sums.delete(placeOf(row));
      if (sum?.['total'] === row['total'] && sum?.['entries'] === row['entries']) continue;
      faults.push(`${year}, ${placeOf(row)}: kept ${figureOf(row)}, entries have ${figureOf(sum)}`);
    }
    for (const [place, sum] of sums)
      faults.push(`${year}, ${place}: kept nothing, entries have ${figureOf(sum)}`);
    compared += kept.length + sums.size;
  }
  return { check: 'Period totals equal the sum of entries', looked: counted(compared, 'total'), faults };
}

/** What is kept of each day for statements is what its entries sum to, and their number. */
export async function daysAgree(looked: Looked): Promise<BooksChecked> {
  const faults: string[] = [];
  let entries = 0;
  for (const year of await yearsIn(looked)) {
    const rows = await rowsIn(looked, DAYS_OFF, year, looked.agreementNumber, year);
    for (const row of rows) {
      const [debit, credit] = [row['more_debit'], row['more_credit']].map((one) =>
        amountOf(BigInt(one as string)),
      );
      faults.push(
        `${String(row['date'])}, account ${String(row['account_number'])}: the entries have debit ${debit}, ` +
          `credit ${credit} and ${String(row['more'])} entries more than is kept; kontor migrate sums the day anew`,
      );
    }
    const [all] = await rowsIn(
      looked,
      'SELECT COUNT(*) AS entries FROM `entry` WHERE `agreement_number` = ? AND `year_folded` = ?',
      year,
    );
    entries += Number(all?.['entries']);
  }
  return { check: 'Totals of days equal the sum of entries', looked: `${entries} entries`, faults };
}

/** The totals of the days of a year, each the other way round, beside its entries: what is left over. */
const DAYS_OFF =
  'SELECT `date`, `account_number`, `kind`, CAST(SUM(`debit`) AS CHAR) AS more_debit, CAST(SUM(`credit`) AS CHAR) AS more_credit, ' +
  'SUM(`entries`) AS more FROM (SELECT d.`agreement_number`, d.`date`, d.`account_number`, d.`vat_account_code`, ' +
  'd.`vat_part`, d.`vat_rate`, d.`kind`, -d.`debit` AS debit, -d.`credit` AS credit, -d.`entries` AS entries ' +
  'FROM `accounting_year` AS y JOIN `day_turnover` AS d ON d.`agreement_number` = y.`agreement_number` ' +
  'AND d.`date` >= y.`from_date` AND d.`date` <= y.`to_date` WHERE y.`agreement_number` = ? AND y.`year_folded` = ? ' +
  `UNION ALL ${dayRowsOfEntries('WHERE e.`agreement_number` = ? AND e.`year_folded` = ?')}) AS day ` +
  'GROUP BY `date`, `account_number`, `vat_account_code`, `vat_part`, `vat_rate`, `kind` ' +
  'HAVING SUM(`debit`) <> 0 OR SUM(`credit`) <> 0 OR SUM(`entries`) <> 0 ORDER BY `date`, `account_number` LIMIT 1000';

function placeOf(row: Row): string {
  return `account ${String(row['account_number'])} in period ${String(row['period_number'])}`;
}

function figureOf(row: Row | undefined): string {
  if (row === undefined) return 'nothing';
  const entries = numberAt(row, 'entries');
  return `${amountOf(bigintAt(row, 'total'))} in ${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}

/** What customers owe, and suppliers are owed, is what their entries sum to, and their number. */
export async function partiesAgree(looked: Looked, party: 'customer' | 'supplier'): Promise<BooksChecked> {
  const sums = new Map<number, { readonly total: bigint; readonly entries: number }>();
  for (const year of await yearsIn(looked)) {
    const rows = await rowsIn(
      looked,
      `SELECT \`${party}_number\` AS number, CAST(SUM(\`amount_in_base_currency\`) AS CHAR) AS total, COUNT(*) AS entries ` +
        `FROM \`entry\` WHERE \`agreement_number\` = ? AND \`year_folded\` = ? AND \`${party}_number\` IS NOT NULL ` +
        `GROUP BY \`${party}_number\``,
      year,
    );
    for (const row of rows) {
      const number = numberAt(row, 'number');
      const seen = sums.get(number) ?? { total: 0n, entries: 0 };
      sums.set(number, {
        total: seen.total + bigintAt(row, 'total'),
        entries: seen.entries + numberAt(row, 'entries'),
      });
    }
  }
  const kept = await rowsIn(
    looked,
    `SELECT \`${party}_number\` AS number, CAST(\`total\` AS CHAR) AS total, \`entries\` FROM \`${party}_total\` ` +
      'WHERE `agreement_number` = ?',
  );
  const faults: string[] = [];
  for (const row of kept) {
    const number = numberAt(row, 'number');
    const { total, entries } = sums.get(number) ?? { total: 0n, entries: 0 };
    sums.delete(number);
    if (bigintAt(row, 'total') === total && row['entries'] === entries) continue;
    faults.push(`${party} ${number}: kept ${figureOf(row)}, entries have ${amountOf(total)} in ${entries}`);
  }
  for (const number of sums.keys()) faults.push(`${party} ${number}: kept nothing, and there are entries`);
  return {
    check: `What ${party === 'customer' ? 'customers owe' : 'suppliers are owed'} equals the sum of their entries`,
    looked: counted(kept.length, party),
    faults,
  };
}

/** An entry in base currency has one amount. */
export async function amountsAgree(looked: Looked): Promise<BooksChecked> {
  const faults: string[] = [];
  let inBase = 0;
  const [agreement] = await rowsIn(
    looked,
    'SELECT `base_currency` FROM `agreement` WHERE `agreement_number` = ?',
  );
  const ofBase = 'WHERE `agreement_number` = ? AND `year_folded` = ? AND `currency` = ?';
  for (const year of await yearsIn(looked)) {
    const values = [year, agreement?.['base_currency'] as string] as const;
    const [all] = await rowsIn(looked, `SELECT COUNT(*) AS entries FROM \`entry\` ${ofBase}`, ...values);
    inBase += all?.['entries'] as number;
    const rows = await rowsIn(
      looked,
      `SELECT \`entry_number\`, CAST(\`amount\` AS CHAR) AS amount, CAST(\`amount_in_base_currency\` AS CHAR) AS base FROM \`entry\` ` +
        `${ofBase} AND \`amount\` <> \`amount_in_base_currency\` LIMIT 1000`,
      ...values,
    );
    for (const row of rows) {
      const [amount, base] = [row['amount'], row['base']].map((one) => amountOf(BigInt(one as string)));
      faults.push(
        `entry ${String(row['entry_number'])} of ${year} has the amount ${amount} and books ${base}`,
      );
    }
  }
  return {
    check: 'Entries in base currency have one amount',
    looked: `${inBase} entries`,
    faults,
  };
}

/** Entries stand in the period that their date lies in, whose year is the one they stand in. */
export async function entriesStandInTheirPeriod(looked: Looked): Promise<BooksChecked> {
  const rows = await rowsIn(
    looked,
    `SELECT ${looked.yearText.replace('`', 'e.`')} AS year, e.\`entry_number\`, e.\`date\`, e.\`period_number\` FROM \`entry\` AS e ` +
      'LEFT JOIN `period` AS p ON p.`agreement_number` = e.`agreement_number` AND p.`year_folded` = e.`year_folded` ' +
      'AND p.`period_number` = e.`period_number` AND e.`date` BETWEEN p.`from_date` AND p.`to_date` ' +
      'WHERE e.`agreement_number` = ? AND p.`period_number` IS NULL LIMIT 1000',
  );
  const [all] = await rowsIn(looked, 'SELECT COUNT(*) AS entries FROM `entry` WHERE `agreement_number` = ?');
  return {
    check: 'Every entry stands in the period of its date',
    looked: `${String(all?.['entries'])} entries`,
    faults: rows.map(
      (row) =>
        `entry ${String(row['entry_number'])} of ${String(row['date'])} stands in period ${String(row['period_number'])} of ${String(row['year'])}`,
    ),
  };
}

/** Where documents stand that have entries when they are booked. */
const DOCUMENTS = [
  { name: 'voucher', table: 'voucher', voucherId: 'voucher_id', booked: 'booked' },
  { name: 'opening balance', table: 'opening_balance', voucherId: 'voucher_id', booked: 'booked' },
  {
    name: 'voucher of an invoice',
    table: 'booked_invoice',
    voucherId: 'voucher_voucher_id',
    booked: 'voucher_booked',
  },
] as const;

/** What is booked has entries, what is a draft has none. */
export async function documentsHaveEntries(looked: Looked): Promise<BooksChecked> {
  const faults: string[] = [];
  let documents = 0;
  const posted = new Set<number>();
  for (const year of await yearsIn(looked)) {
    const rows = await rowsIn(
      looked,
      'SELECT DISTINCT `voucher_id` FROM `entry` WHERE `agreement_number` = ? AND `year_folded` = ?',
      year,
    );
    for (const row of rows) posted.add(numberAt(row, 'voucher_id'));
  }
  for (const { name, table, voucherId, booked } of DOCUMENTS) {
    const rows = await rowsIn(
      looked,
      `SELECT \`${voucherId}\` AS id, \`${booked}\` AS booked FROM \`${table}\` WHERE \`agreement_number\` = ?`,
    );
    documents += rows.length;
    for (const row of rows) {
      const id = numberAt(row, 'id');
      const isBooked = row['booked'] === 1;
      if (isBooked === posted.has(id)) continue;
      faults.push(
        isBooked ? `${name} ${id} is booked and has no entries` : `${name} ${id} is a draft and has entries`,
      );
    }
  }
  return {
    check: 'Booked documents have entries and drafts have none',
    looked: counted(documents, 'document'),
    faults,
  };
}

/**
 * Every booked invoice is among the vouchers (ADR 22); what a version without
 * them books lacks it until `kontor migrate` runs.
 */
export async function invoicesHaveVouchers(looked: Looked): Promise<BooksChecked> {
  const rows = await rowsIn(
    looked,
    'SELECT b.`booked_invoice_number`, b.`date`, b.`voucher_voucher_id` FROM `booked_invoice` AS b ' +
      'LEFT JOIN `voucher` AS v ON v.`agreement_number` = b.`agreement_number` AND v.`voucher_id` = b.`voucher_voucher_id` ' +
      'WHERE b.`agreement_number` = ? AND v.`voucher_id` IS NULL LIMIT 1000',
  );
  const [all] = await rowsIn(
    looked,
    'SELECT COUNT(*) AS invoices FROM `booked_invoice` WHERE `agreement_number` = ?',
  );
  return {
    check: 'Every booked invoice has its voucher',
    looked: counted(all?.['invoices'] as number, 'invoice'),
    faults: rows.map(
      (row) =>
        `invoice ${String(row['booked_invoice_number'])} of ${String(row['date'])} has no voucher ` +
        `${String(row['voucher_voucher_id'])}; kontor migrate adds it`,
    ),
  };
}
