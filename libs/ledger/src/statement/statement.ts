import type { Decimal } from '@kontor/kernel';
import type { Age } from './aged.rules.js';
import type { VatPart } from '../posting/posting.js';
import type { AccountType } from '../posting/posting-facts.js';
import type { Span } from './spans.rules.js';

/** Account numbers from one to another, both included. */
export type AccountRange = { readonly from: number; readonly to: number };

/** The entries that a figure is the sum of. */
export type EntriesOf = Span & {
  readonly accounts: readonly AccountRange[];
  /** Without those that open accounts: what is moved. */
  readonly isMovement?: boolean;
  readonly vatCode?: string;
  /** With a VAT code: those of one of its sides. */
  readonly vatPart?: VatPart;
  /** With a VAT code that has charged at several rates: those of these; undefined, of what has kept none. */
  readonly vatRates?: readonly (Decimal | undefined)[];
};

/** A row of a statement as the chart has it; headings have no figures. */
export type StatementRow<Figures> = {
  /** Undefined for the result that is not carried to an account yet. */
  readonly accountNumber: number | undefined;
  readonly name: string;
  readonly accountType: AccountType | undefined;
  readonly figures: Figures | undefined;
  /** Undefined where there are none to name. */
  readonly entries: EntriesOf | undefined;
};

/** Of one account over a span of days, in the base currency: debit and credit are both positive. */
export type TrialBalanceFigures = {
  readonly openingBalance: Decimal;
  readonly debit: Decimal;
  readonly credit: Decimal;
  readonly movement: Decimal;
  readonly closingBalance: Decimal;
};
/** What an account moved or has, in the base currency and with the sign of the statement. */
export type AmountFigures = { readonly amount: Decimal };

/** What was booked with a VAT code at one rate, in the base currency. */
export type VatRow = {
  readonly vatCode: string;
  readonly name: string | undefined;
  /** By which it was booked. */
  readonly ratePercentage: Decimal;
  /** Of the entries with the code that are no VAT; debit is positive, as everywhere. */
  readonly basis: Decimal;
  /** By the entries on the account of the code. */
  readonly vat: Decimal;
  /** By those on its contra account, of a reverse-charge code. */
  readonly contraVat: Decimal | undefined;
  /** What the entries differ by from the rate of the whole basis, rounded once. */
  readonly difference: Decimal;
  readonly basisEntries: EntriesOf;
  readonly vatEntries: EntriesOf;
  readonly contraVatEntries: EntriesOf | undefined;
};

/** A row of an aged list; the last one is the sum of all, of nobody. */
export type AgedRow = {
  readonly number: number | undefined;
  readonly name: string;
  readonly total: Decimal;
  readonly aged: Readonly<Record<Age, Decimal>>;
  /** The posts are left as they were then: they sum to the figures. */
  readonly hasPosts: boolean;
};

/** A statement: what it is of, in which currency, and its rows. */
export type Statement<Row> = Span & { readonly baseCurrency: string; readonly rows: readonly Row[] };
