import {
  amountOf,
  centsOf,
  folded,
  inBaseCurrency,
  withoutSign,
  type Cents,
  type Decimal,
} from '@kontor/kernel';
import type { DraftInvoice } from './draft-invoice.resource.js';
import { marginOf } from './invoice.rules.js';
import type { BookedSum, EntryToBook } from './invoicing.port.js';

/** What an invoice and its credit notes have on one account, in both currencies. */
type OnAccount = {
  cents: Cents;
  baseCents: Cents;
  /** How many entries it is the sum of, and which of the credit note is the last. */
  entries: number;
  last?: number;
};

/**
 * Amendment "Credit notes": what is credited in full leaves nothing behind, in the base currency either. Each
 * credit note takes so much that what it leaves on an account is what that is worth at `exchangeRate`, the
 * rate of the invoice and of the note. Rounded each by itself, many small notes had added up to cents, which
 * the last had to take back. `booked`: what the invoice has, and its credit notes before this one.
 * No more is taken than rounding may have left: a cent for each entry.
 */
export function leavingNothing(
  entries: readonly EntryToBook[],
  booked: readonly BookedSum[],
  exchangeRate: Decimal,
): readonly EntryToBook[] {
  const accounts = new Map<string, OnAccount>();
  for (const one of booked) add(accounts, one);
  for (const [index, one] of entries.entries()) add(accounts, { ...one, entries: 1 }).last = index;
  const rounded = new Map<number, Cents>();
  for (const { cents, baseCents, entries: count, last } of accounts.values()) {
    const off = baseCents - centsOf(inBaseCurrency(amountOf(cents), exchangeRate));
    if (last !== undefined && withoutSign(off) <= BigInt(count)) rounded.set(last, off);
  }
  const others = entries.map((entry, index) =>
    isOfCustomer(entry) ? 0n : centsOf(entry.amountInBaseCurrency) - (rounded.get(index) ?? 0n),
  );
  const owed = -others.reduce((sum, cents) => sum + cents, 0n);
  return entries.map((entry, index) => ({
    ...entry,
    amountInBaseCurrency: amountOf(isOfCustomer(entry) ? owed : (others[index] ?? 0n)),
  }));
}

function add(accounts: Map<string, OnAccount>, part: BookedSum): OnAccount {
  const { accountNumber, vatCode = '', departmentNumber, departmentalDistributionNumber } = part;
  const key = JSON.stringify([
    isOfCustomer(part),
    accountNumber,
    folded(vatCode),
    departmentNumber,
    departmentalDistributionNumber,
  ]);
  const of: OnAccount = accounts.get(key) ?? { cents: 0n, baseCents: 0n, entries: 0 };
  accounts.set(key, of);
  of.cents += centsOf(part.amount);
  of.baseCents += centsOf(part.amountInBaseCurrency);
  of.entries += part.entries;
  return of;
}

function isOfCustomer({ customerNumber }: Pick<EntryToBook, 'customerNumber'>): boolean {
  return customerNumber !== undefined;
}

/** What a document says of itself in base currency. */
type SaidInBase = Pick<
  DraftInvoice,
  'vatCodeGroups' | 'netAmountInBaseCurrency' | 'marginInBaseCurrency' | 'marginPercentage'
>;

/** The figures of a document in base currency, as its entries have them. */
export function inBaseAsBooked(
  { vatCodeGroups, costPriceInBaseCurrency }: DraftInvoice,
  entries: readonly EntryToBook[],
): SaidInBase {
  /** By code, each entry looked at once. */
  const nets = new Map<string, Cents>();
  const vats = new Map<string, Cents>();
  for (const entry of entries) {
    if (isOfCustomer(entry)) continue;
    const code = folded(entry.vatCode ?? '');
    const sums = entry.vatPart === 'vat' ? vats : nets;
    sums.set(code, (sums.get(code) ?? 0n) - centsOf(entry.amountInBaseCurrency));
  }
  const netAmountInBaseCurrency = amountOf([...nets.values()].reduce((sum, cents) => sum + cents, 0n));
  return {
    vatCodeGroups: vatCodeGroups.map((group) => {
      const code = folded(group.vatAccount?.vatCode ?? '');
      return {
        ...group,
        inBase: { net: amountOf(nets.get(code) ?? 0n), vat: amountOf(vats.get(code) ?? 0n) },
      };
    }),
    netAmountInBaseCurrency,
    ...marginOf(netAmountInBaseCurrency, costPriceInBaseCurrency),
  };
}
