import {
  defined,
  amountOf,
  centsOf,
  type Decimal,
  decimalJson,
  type FullDate,
  sumOf,
  ZERO,
} from '@kontor/kernel';
import { Account } from '../account/account.resource.js';
import { AccountingYear } from '../accounting-year/accounting-year.resource.js';
import { NUMBER_SERIES, SERIES } from '../number-series/number-series.data.js';
import type { WholeBooks, WholeDocument } from './whole-books.port.js';

/** What SIE calls a file with vouchers: type 4. */
export const SIE_TYPE = 4;

/** Balances by account number. */
type Sums = Map<number, Decimal>;

/** What a SIE file of type 4 says, as our resources: nothing of it is in the books yet. */
export type SieFile = {
  /** The accounting year that the file tells of. */
  readonly year: AccountingYear;
  /** The day on which it is made. */
  readonly on: FullDate;
  /** What made it, and its version. */
  readonly program: { readonly name: string; readonly version: string };
};

/**
 * One accounting year as a SIE file of type 4, line by line: the chart, what stood on the accounts at its
 * beginning and at its end, and its vouchers. What closing the year has posted is none of them: who reads the
 * file closes the year itself. Amounts are in the base currency, debit positive.
 */
export async function* sieFile(books: WholeBooks, { year, on, program }: SieFile): AsyncGenerator<string> {
  const { owner } = books;
  yield lines(
    ['FLAGGA', 0],
    ['PROGRAM', program.name, program.version],
    ['FORMAT', 'PC8'],
    ['GEN', compact(on)],
    ['SIETYP', SIE_TYPE],
    ['FNAMN', owner.name],
    ['RAR', 0, compact(year.fromDate), compact(year.toDate)],
    ['VALUTA', owner.baseCurrency],
  );
  const chart = new Map<number, Account>();
  for await (const account of books.all(Account)) {
    if (account.accountType !== 'status' && account.accountType !== 'profitAndLoss') continue;
    chart.set(account.accountNumber, account);
    yield lines(
      ['KONTO', account.accountNumber, account.name],
      ['KTYP', account.accountNumber, kindOf(account)],
    );
  }
  yield* balances(books, year, chart);
  for await (const document of books.documents(year.year)) {
    if (isVoucher(document)) yield voucherLines(document);
  }
}

/** The type of an account as SIE has it: T assets, S debts, K costs, I income. */
function kindOf({ accountType, debitCredit }: Account): string {
  if (accountType === 'status') return debitCredit === 'credit' ? 'S' : 'T';
  return debitCredit === 'credit' ? 'I' : 'K';
}

/** `#IB` and `#UB` of what stands on the balance sheet, `#RES` of the rest. */
async function* balances(
  books: WholeBooks,
  year: AccountingYear,
  chart: ReadonlyMap<number, Account>,
): AsyncGenerator<string> {
  const { opening, movement } = await sumsOf(books, year, chart);
  for (const [number, { accountType }] of chart) {
    const before = opening.get(number) ?? ZERO;
    const moved = movement.get(number) ?? ZERO;
    const after = sumOf([before, moved]);
    if (accountType === 'profitAndLoss') {
      if (after !== ZERO) yield lines(['RES', 0, number, figure(after)]);
      continue;
    }
    if (before !== ZERO) yield lines(['IB', 0, number, figure(before)]);
    if (after !== ZERO || before !== ZERO) yield lines(['UB', 0, number, figure(after)]);
  }
}

/**
 * What stood on the accounts when the year began, and what it has moved. A year begins with what closing the
 * one before has carried; where that is not closed, with what is on its balance sheet.
 */
async function sumsOf(
  books: WholeBooks,
  { fromDate }: AccountingYear,
  chart: ReadonlyMap<number, Account>,
): Promise<{ readonly opening: Sums; readonly movement: Sums }> {
  let opening: Sums = new Map();
  let movement: Sums = new Map();
  for await (const { year, fromDate: from } of books.all(AccountingYear)) {
    if (from > fromDate) break;
    const carried: Sums = new Map();
    for (const [number, amount] of [...opening, ...movement])
      if (chart.get(number)?.accountType === 'status') add(carried, number, amount);
    const own: Sums = new Map();
    movement = new Map();
    let isCarried = false;
    for await (const document of books.documents(year)) {
      if (document.entryType === 'transferredOpeningEntry') isCarried = true;
      const to = isOpening(document) ? own : isVoucher(document) ? movement : undefined;
      for (const { account, amountInBaseCurrency } of to === undefined ? [] : document.entries)
        add(defined(to), account.accountNumber, amountInBaseCurrency);
    }
    if (!isCarried) for (const [number, amount] of carried) add(own, number, amount);
    opening = own;
  }
  return { opening, movement };
}

function add(sums: Sums, number: number, amount: Decimal): void {
  sums.set(number, amountOf(centsOf(sums.get(number) ?? ZERO) + centsOf(amount)));
}

function isOpening({ entryType }: WholeDocument): boolean {
  return entryType === 'openingEntry' || entryType === 'transferredOpeningEntry';
}

function isVoucher(document: WholeDocument): boolean {
  return !isOpening(document) && document.numberSeriesNumber !== SERIES.closing;
}

const PREFIX_OF: ReadonlyMap<number | undefined, string> = new Map(
  NUMBER_SERIES.map(({ numberSeriesNumber, prefix }) => [numberSeriesNumber, prefix]),
);

function voucherLines({ numberSeriesNumber, voucherNumber, date, entries }: WholeDocument): string {
  const text = entries.find((entry) => entry.text !== undefined)?.text ?? '';
  const head = line(['VER', PREFIX_OF.get(numberSeriesNumber) ?? '', voucherNumber, compact(date), text]);
  const rows = entries.map(
    (entry) =>
      `   #TRANS ${entry.account.accountNumber} {} ${figure(entry.amountInBaseCurrency)} ${compact(date)} ${quoted(entry.text ?? '')}\r\n`,
  );
  return `${head}{\r\n${rows.join('')}}\r\n`;
}

type Label = readonly [string, ...(string | number)[]];

function lines(...labels: readonly Label[]): string {
  return labels.map(line).join('');
}

function line([label, ...values]: Label): string {
  return `#${label} ${values.map((value) => (typeof value === 'number' ? String(value) : quoted(value))).join(' ')}\r\n`;
}

/** Words stand as they are; all else stands in quotes, on one line, with its quotes escaped. */
function quoted(text: string): string {
  if (/^[A-Za-z0-9.-]+$/.test(text)) return text;
  const plain = text.replace(/\p{Cc}+/gu, ' ').replace(/["\\]/g, '\\$&');
  return `"${plain}"`;
}

function figure(amount: Decimal): string {
  return decimalJson(amount, 2);
}

function compact(date: FullDate): string {
  return date.replaceAll('-', '');
}
