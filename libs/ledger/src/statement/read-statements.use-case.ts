import {
  groupedBy,
  amountOf,
  breathe,
  type Cents,
  compareDecimals,
  type Decimal,
  everyItem,
  type FullDate,
  fullDateOf,
  negated,
  percentageOf,
  readUnchanged,
  sumOf,
  ZERO,
} from '@kontor/kernel';
import type { AccountOfChart, ChartOfAccounts } from '../account/account-sums.js';
import { takesEntries } from '../account/account.rules.js';
import type { YearOfBooks } from '../accounting-year/accounting-year.port.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { VatPart } from '../posting/posting.js';
import { VatAccount } from '../vat-account/vat-account.resource.js';
import { vatPartOf } from '../vat-account/vat-account.rules.js';
import { accountsBehind, resultRanges, rowsShown } from './chart-rows.rules.js';
import { AGES, NOTHING_OPEN, type Age, type Aged } from './aged.rules.js';
import type { PartyKind, VatBooked } from './statement.port.js';
import { partsBetween, spanAsked, yearOfDate, yearsNotCarried, type Span } from './spans.rules.js';
import type {
  AgedRow,
  AmountFigures,
  EntriesOf,
  Statement,
  StatementRow,
  TrialBalanceFigures,
  VatRow,
} from './statement.js';

/** Which dates are asked for, and which day it is. */
export type StatementRequest = Partial<Span> & { readonly today: FullDate };

/** The statements of the books, for any dates, closed years included. */
export type Statements = {
  trialBalance(asked: StatementRequest): Promise<Statement<StatementRow<TrialBalanceFigures>>>;
  profitAndLoss(asked: StatementRequest): Promise<Statement<StatementRow<AmountFigures>>>;
  /** At `toDate`. */
  balanceSheet(asked: StatementRequest): Promise<Statement<StatementRow<AmountFigures>>>;
  vat(asked: StatementRequest): Promise<Statement<VatRow>>;
  /** What was open of customers, or of suppliers, at `toDate`. */
  aged(kind: PartyKind, asked: StatementRequest): Promise<Statement<AgedRow>>;
};

type Repositories = Pick<
  LedgerRepositories,
  'accountingYears' | 'baseCurrency' | 'resources' | 'statementFigures'
>;

/** The statements over the books of an agreement; each is read anew, or from figures at their version. */
export function readStatements(ledger: Repositories): Statements {
  return {
    trialBalance: (asked) => overYears(ledger, asked, trialBalance),
    profitAndLoss: (asked) => overYears(ledger, asked, profitAndLoss),
    balanceSheet: (asked) => overYears(ledger, asked, balanceSheet),
    vat: (asked) => overYears(ledger, asked, vatStatement),
    aged: (kind, asked) => agedList(ledger, kind, asked),
  };
}

type Basis = Span & { readonly years: readonly YearOfBooks[]; readonly baseCurrency: string };

/**
 * A statement over the years as they are. Its figures are read in steps, and which of them closing has posted
 * follows from the years: where one was closed or reopened between two steps, all is read again.
 */
function overYears<A>(
  ledger: Repositories,
  { today, ...asked }: StatementRequest,
  read: (ledger: Repositories, basis: Basis) => Promise<A>,
): Promise<A> {
  const { accountingYears, baseCurrency } = ledger;
  return readUnchanged(async () => {
    const { years, version } = await accountingYears.chain();
    const basis = { years, baseCurrency: await baseCurrency(), ...spanAsked(years, asked, today) };
    const found = await read(ledger, basis);
    return (await accountingYears.chain()).version === version ? found : undefined;
  });
}

async function profitAndLoss(
  ledger: Repositories,
  { years, baseCurrency, ...span }: Basis,
): Promise<Statement<StatementRow<AmountFigures>>> {
  const booked = await ledger.statementFigures.net(partsBetween(years, span));
  const chart = await ledger.statementFigures.chart();
  return { ...span, baseCurrency, rows: amountRows(chart, 'profitAndLoss', booked, span) };
}

async function balanceSheet(
  ledger: Repositories,
  { years, baseCurrency, toDate }: Basis,
): Promise<Statement<StatementRow<AmountFigures>>> {
  const year = yearOfDate(years, toDate);
  const open = year === undefined ? [] : yearsNotCarried(years, year);
  const span = { fromDate: open[0]?.fromDate ?? toDate, toDate };
  const booked = await ledger.statementFigures.net(partsBetween(open, span));
  const chart = await ledger.statementFigures.chart();
  const result = resultOf(chart, booked);
  const rows = [
    ...amountRows(chart, 'status', booked, span),
    notCarried({ amount: amountOf(result) }, { ...span, accounts: resultRanges(chart.accounts) }),
  ];
  return { fromDate: toDate, toDate, baseCurrency, rows };
}

/** The result that no account has yet, since the year is not closed. */
function notCarried<F>(figures: F, entries: EntriesOf): StatementRow<F> {
  return { accountNumber: undefined, name: 'resultForTheYear', accountType: undefined, figures, entries };
}

/** What the accounts of profit and loss come to. */
function resultOf({ accounts }: ChartOfAccounts, booked: ReadonlyMap<number, Cents>): Cents {
  return accounts
    .filter(({ accountType }) => accountType === 'profitAndLoss')
    .reduce((sum, { accountNumber }) => sum + (booked.get(accountNumber) ?? 0n), 0n);
}

function amountRows(
  chart: ChartOfAccounts,
  shown: 'profitAndLoss' | 'status',
  booked: ReadonlyMap<number, Cents>,
  span: Span,
): readonly StatementRow<AmountFigures>[] {
  const all = withSums(chart, booked);
  return rowsShown(chart, shown).map((account) =>
    rowOf(chart, account, span, (of) => ({ amount: amountOf(all.get(of) ?? 0n) })),
  );
}

function withSums({ sums }: ChartOfAccounts, booked: ReadonlyMap<number, Cents>): ReadonlyMap<number, Cents> {
  return new Map([...booked, ...sums.over(booked)]);
}

function rowOf<F>(
  { sums }: ChartOfAccounts,
  account: AccountOfChart,
  entries: Omit<EntriesOf, 'accounts'>,
  figuresOf: (accountNumber: number) => F,
): StatementRow<F> {
  const { accountNumber, accountType, name = '' } = account;
  const hasFigures = takesEntries(accountType) || sums.isSum(accountNumber);
  const accounts = hasFigures ? accountsBehind({ sums }, account) : undefined;
  return {
    accountNumber,
    name,
    accountType,
    figures: hasFigures ? figuresOf(accountNumber) : undefined,
    entries: accounts && { ...entries, accounts },
  };
}

/**
 * What stood on each account before the first day, what moved it, and what stands there after the last.
 * Opening entries are opening, wherever in the span they stand, so a row leads to the others; what an earlier
 * year has made and not carried yet is a row of its own, which leads to the entries of those years.
 */
async function trialBalance(
  { statementFigures }: Repositories,
  { years, baseCurrency, ...span }: Basis,
): Promise<Statement<StatementRow<TrialBalanceFigures>>> {
  const first = yearOfDate(years, span.fromDate);
  const open = first === undefined ? [] : yearsNotCarried(years, first);
  const earlier = open.slice(0, -1);
  const before = await statementFigures.net(wholeYears(earlier));
  const within = await statementFigures.net(partsBefore(open.slice(-1), span.fromDate));
  const moved = await statementFigures.turnover(partsBetween(years, span));
  const chart = await statementFigures.chart();

  const isStatus = new Set(
    chart.accounts.filter(({ accountType }) => accountType === 'status').map((one) => one.accountNumber),
  );
  const opening = new Map(within);
  const add = (accountNumber: number, cents: Cents): void =>
    void opening.set(accountNumber, (opening.get(accountNumber) ?? 0n) + cents);
  for (const [accountNumber, cents] of before) if (isStatus.has(accountNumber)) add(accountNumber, cents);
  for (const one of moved) add(one.accountNumber, one.opening);
  const columns = {
    opening: withSums(chart, opening),
    debit: withSums(chart, new Map(moved.map((one) => [one.accountNumber, one.debit]))),
    credit: withSums(chart, new Map(moved.map((one) => [one.accountNumber, one.credit]))),
  };
  const rows = chart.accounts.map((account) =>
    rowOf(chart, account, { ...span, isMovement: true }, (of) =>
      figuresOf(columns.opening.get(of) ?? 0n, columns.debit.get(of) ?? 0n, columns.credit.get(of) ?? 0n),
    ),
  );
  const uncarried = resultOf(chart, before);
  const [oldest, youngest] = [earlier[0], earlier.at(-1)];
  if (uncarried === 0n || oldest === undefined || youngest === undefined)
    return { ...span, baseCurrency, rows };
  const made = notCarried(figuresOf(uncarried, 0n, 0n), {
    fromDate: oldest.fromDate,
    toDate: youngest.toDate,
    accounts: resultRanges(chart.accounts),
  });
  return { ...span, baseCurrency, rows: [...rows, made] };
}

function wholeYears(years: readonly YearOfBooks[]) {
  return years.map((year) => ({ year, fromDate: year.fromDate, toDate: year.toDate }));
}

/** What lies of years before a day. */
function partsBefore(years: readonly YearOfBooks[], date: FullDate) {
  return wholeYears(years)
    .filter(({ fromDate }) => fromDate < date)
    .map((part) => (part.toDate < date ? part : { ...part, toDate: dayBefore(date) }));
}

function dayBefore(date: FullDate): FullDate {
  return fullDateOf(new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000));
}

function figuresOf(opening: Cents, debit: Cents, credit: Cents): TrialBalanceFigures {
  return {
    openingBalance: amountOf(opening),
    debit: amountOf(debit),
    credit: amountOf(credit),
    movement: amountOf(debit - credit),
    closingBalance: amountOf(opening + debit - credit),
  };
}

/** By code and rate: the basis, what the rate makes of it, and the VAT that its entries have. */
async function vatStatement(
  ledger: Repositories,
  { years, baseCurrency, ...span }: Basis,
): Promise<Statement<VatRow>> {
  const booked = await ledger.statementFigures.vat(partsBetween(years, span));
  const codes = await everyItem(VatAccount, ledger.resources.of(VatAccount));
  const rows = codes
    .flatMap((code) => {
      const ofCode = booked.filter(({ vatCode }) => vatCode === code.vatCode);
      const byRate = bookedByRate(code, ofCode);
      return byRate.map((one) => vatRow(code, one, byRate.length === 1, span));
    })
    .filter(({ basis, vat }) => basis !== ZERO || vat !== ZERO);
  return { ...span, baseCurrency, rows };
}

type BookedAtRate = { readonly rate: Decimal; readonly booked: readonly VatBooked[] };

/**
 * What was booked at each rate of a code, the lowest first: figures of the past stay when the rate is
 * changed.
 */
function bookedByRate({ ratePercentage }: VatAccount, booked: readonly VatBooked[]): readonly BookedAtRate[] {
  return [...groupedBy(booked, ({ rate }) => rate ?? ratePercentage)]
    .map(([rate, ofRate]) => ({ rate, booked: ofRate }))
    .sort((one, other) => compareDecimals(one.rate, other.rate));
}

function vatRow(
  code: VatAccount,
  { rate: ratePercentage, booked }: BookedAtRate,
  isOnlyRate: boolean,
  span: Span,
): VatRow {
  const { vatCode, name, contraAccount } = code;
  const sumOfPart = (part: VatPart): Decimal =>
    amountOf(
      booked.filter((one) => vatPartOf(code, one) === part).reduce((sum, { cents }) => sum + cents, 0n),
    );
  const [basis, vat, contraVat] = [sumOfPart('base'), sumOfPart('vat'), sumOfPart('contraVat')];
  // As it was booked: a code may be made one of reverse charge later, or cease to be one.
  const isReverseCharge = contraVat !== ZERO || (vat === ZERO && contraAccount !== undefined);
  const product = percentageOf(basis, ratePercentage);
  const vatRates = [...new Set(booked.map(({ rate }) => rate))];
  const entries = { ...span, vatCode, accounts: [], ...(!isOnlyRate && { vatRates }) };
  return {
    vatCode,
    name,
    ratePercentage,
    basis,
    vat,
    contraVat: isReverseCharge ? contraVat : undefined,
    // Under reverse charge the VAT is owed beside what was paid: it has the other sign.
    difference: sumOf([vat, isReverseCharge ? product : negated(product)]),
    basisEntries: { ...entries, vatPart: 'base' },
    vatEntries: { ...entries, vatPart: 'vat' },
    contraVatEntries: isReverseCharge ? { ...entries, vatPart: 'contraVat' } : undefined,
  };
}

/** What was open on a date, as it was matched on that date, and the sum of it all. */
async function agedList(
  { baseCurrency, statementFigures }: Repositories,
  kind: PartyKind,
  { toDate, today }: StatementRequest,
): Promise<Statement<AgedRow>> {
  const date = toDate ?? today;
  const parties = await statementFigures.aged(kind, date);
  const rows: AgedRow[] = [];
  const all: Record<Age, Cents> = { ...NOTHING_OPEN };
  for (const { number, name, aged, isMatchedSince } of parties) {
    for (const age of AGES) all[age.name] += aged[age.name];
    if (AGES.some((age) => aged[age.name] !== 0n))
      rows.push({ number, name, hasPosts: !isMatchedSince, ...agedFigures(aged) });
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  // The sum is of those as well of whom debit and credit came to nothing then, and need not come to it now.
  const hasPosts = parties.every(({ isMatchedSince }) => !isMatchedSince);
  rows.push({ number: undefined, name: 'total', hasPosts, ...agedFigures(all) });
  return { fromDate: date, toDate: date, baseCurrency: await baseCurrency(), rows };
}

function agedFigures(aged: Aged): Pick<AgedRow, 'aged' | 'total'> {
  const figures: Partial<Record<Age, Decimal>> = {};
  let total = 0n;
  for (const { name } of AGES) {
    figures[name] = amountOf(aged[name]);
    total += aged[name];
  }
  return { total: amountOf(total), aged: figures as AgedRow['aged'] };
}
