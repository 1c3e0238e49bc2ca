import { negated, sumOf, type Decimal, type FullDate, flatMapped, ZERO } from '@kontor/kernel';
import { SYSTEM_ACCOUNTS } from '../account/standard-chart.data.js';
import type { ControlAccountOf } from '../posting/control-accounts.js';
import { namesItsParty, partyOf } from '../posting/party.rules.js';
import type { EntryToPost, EntryType, VatPart } from '../posting/posting.js';
import { termsOf, type CompleteLine, type LineTerms, type VatTerms } from './line-completion.rules.js';

/** What booking a voucher needs to know beyond its lines. */
export type EntryTerms = Pick<LineTerms, 'vat'> & {
  /** The control account behind the customer or supplier of a line (D157). */
  readonly controlAccountOf: ControlAccountOf;
  /** When the voucher is to be paid, where a line does not say it itself. */
  readonly dueDate?: FullDate | undefined;
};

/** An amount in the line's currency and in base currency. */
type Amounts = { readonly amount: Decimal; readonly amountInBaseCurrency: Decimal };

/** One side of a line: what goes on its account, and the VAT in or upon it. */
type Side = {
  readonly accountNumber: number;
  readonly gross: Amounts;
  readonly vat?:
    | { readonly terms: VatTerms; readonly amounts: Amounts; readonly property: string }
    | undefined;
  readonly entry: Partial<EntryToPost> & Pick<EntryToPost, 'isSystemMade' | 'property'>;
};

/**
 * Facts 5.4: the entries of a line, which stands at `place`. The party's account (its control account, for a
 * customer or supplier) takes the gross amount, the contra account the same on the other side; where a side
 * has a VAT code, its account takes the net amount and the account of the VAT code the VAT.
 */
export function entriesOfLine(
  line: CompleteLine,
  propertyPrefix: string,
  entryType: EntryType,
  terms: EntryTerms,
): readonly EntryToPost[] {
  const own = namesItsParty(line) ? [ownSide(line, propertyPrefix, terms)] : [];
  return flatMapped([...own, ...contraSide(line, propertyPrefix, terms)], (side) =>
    entriesOfSide(side, { currency: line.currency, entryType, text: line.text }),
  );
}

/** What is the same of all lines of a voucher. */
type OfVoucher = {
  readonly baseCurrency: string;
  readonly entryType: EntryType;
  readonly propertyPrefix: string;
};

/**
 * What one rate leaves over where it is rounded for each line: lines of one foreign currency that balance in
 * it may differ by cents in base currency. The account of rounding differences takes them.
 */
export function roundingEntry(
  lines: readonly CompleteLine[],
  entries: readonly EntryToPost[],
  { baseCurrency, entryType, propertyPrefix }: OfVoucher,
): readonly EntryToPost[] {
  const [first] = lines;
  const isOfOneRate =
    first?.exchangeRate !== undefined &&
    lines.every(
      ({ currency, exchangeRate }) => currency === first.currency && exchangeRate === first.exchangeRate,
    );
  if (!isOfOneRate) return [];
  const difference = negated(sumOf(entries.map(({ amountInBaseCurrency }) => amountInBaseCurrency)));
  if (difference === ZERO || sumOf(entries.map(({ amount }) => amount)) !== ZERO) return [];
  return [
    {
      accountNumber: SYSTEM_ACCOUNTS.rounding,
      amount: difference,
      amountInBaseCurrency: difference,
      currency: baseCurrency,
      entryType,
      isSystemMade: true,
      property: `${propertyPrefix}lines`,
    },
  ];
}

/** What a line books net, without the VAT inside it: on its account, or on its contra account. */
export function netBookedBy(line: CompleteLine, isContra: boolean, terms: EntryTerms): Amounts {
  const [side] = isContra ? contraSide(line, '', terms) : [ownSide(line, '', terms)];
  if (side === undefined) return { amount: ZERO, amountInBaseCurrency: ZERO };
  const { gross, vat } = side;
  return vat === undefined || vat.terms.contraAccountNumber !== undefined ? gross : less(gross, vat.amounts);
}

function ownSide(line: CompleteLine, propertyPrefix: string, terms: EntryTerms): Side {
  const { account, customer, supplier, entryNumber, dueDate = terms.dueDate } = line;
  const party = partyOf(line);
  const accountNumber = account?.accountNumber ?? line.postsTo?.control ?? terms.controlAccountOf(line);
  return {
    accountNumber,
    gross: line,
    vat: party === 'account' ? vatOfSide(line, 'vat', propertyPrefix, terms) : undefined,
    entry: {
      entryNumber,
      isSystemMade: party !== 'account',
      property: `${propertyPrefix}.${party}`,
      customerNumber: customer?.customerNumber,
      supplierNumber: supplier?.supplierNumber,
      dueDate: party === 'account' ? undefined : dueDate,
      ...(party === 'account' && departmentsOf(line)),
    },
  };
}

/** The VAT of a customer's or supplier's line is that of its contra account, whichever member says so. */
function contraSide(line: CompleteLine, propertyPrefix: string, terms: EntryTerms): readonly Side[] {
  const { contraAccount, entryNumber } = line;
  if (contraAccount === undefined) return [];
  const isParty = line.account === undefined;
  const ofParty = isParty ? vatOfSide(line, 'vat', propertyPrefix, terms) : undefined;
  return [
    {
      accountNumber: contraAccount.accountNumber,
      gross: opposite(line),
      vat: ofParty
        ? { ...ofParty, amounts: opposite(ofParty.amounts) }
        : vatOfSide(line, 'contraVat', propertyPrefix, terms),
      entry: {
        entryNumber: namesItsParty(line) ? undefined : entryNumber,
        isSystemMade: false,
        property: `${propertyPrefix}.contraAccount`,
        ...(isParty && departmentsOf(line)),
      },
    },
  ];
}

function entriesOfSide(
  { accountNumber, gross, vat, entry }: Side,
  common: Pick<EntryToPost, 'currency' | 'entryType' | 'text'>,
): readonly EntryToPost[] {
  // Every entry has the same members in the same order: many are made, and what is of one shape is made fast.
  const entryOf = (
    to: number,
    { amount, amountInBaseCurrency }: Amounts,
    own: Side['entry'],
    vatPart?: VatPart,
  ): EntryToPost => ({
    accountNumber: to,
    amount,
    amountInBaseCurrency,
    currency: common.currency,
    entryType: common.entryType,
    entryNumber: own.entryNumber,
    text: common.text,
    vatCode: vatPart && vat?.terms.vatCode,
    vatPart,
    vatRate: vatPart && vat?.terms.ratePercentage,
    departmentNumber: own.departmentNumber,
    departmentalDistributionNumber: own.departmentalDistributionNumber,
    customerNumber: own.customerNumber,
    supplierNumber: own.supplierNumber,
    dueDate: own.dueDate,
    isSystemMade: own.isSystemMade,
    property: own.property,
  });
  if (vat === undefined) return [entryOf(accountNumber, gross, entry)];
  const { terms, amounts, property } = vat;
  const { contraAccountNumber } = terms;
  // The entries of the VAT itself carry its code too, so that what a code has brought can be found.
  const made = (to: number, one: Amounts, part: VatPart): EntryToPost =>
    entryOf(to, one, { isSystemMade: true, property }, part);
  if (contraAccountNumber === undefined) {
    const net = less(gross, amounts);
    const vatEntry = isNothing(amounts) ? [] : [made(terms.accountNumber, amounts, 'vat')];
    return [entryOf(accountNumber, net, entry, 'base'), ...vatEntry];
  }
  const both = isNothing(amounts)
    ? []
    : [made(terms.accountNumber, opposite(amounts), 'vat'), made(contraAccountNumber, amounts, 'contraVat')];
  return [entryOf(accountNumber, gross, entry, 'base'), ...both];
}

function vatOfSide(
  line: CompleteLine,
  side: 'vat' | 'contraVat',
  propertyPrefix: string,
  terms: EntryTerms,
): Side['vat'] {
  const found = termsOf(terms, line[`${side}Account`]);
  const amount = line[`${side}Amount`];
  const amountInBaseCurrency = line[`${side}AmountInBaseCurrency`];
  if (found === undefined || amount === undefined || amountInBaseCurrency === undefined) return undefined;
  const drafted = line.postsTo?.[side];
  return {
    terms: drafted === undefined ? found : asDrafted(found, drafted),
    amounts: { amount, amountInBaseCurrency },
    property: `${propertyPrefix}.${side}Account`,
  };
}

/**
 * The code as it was when the line was written: also one that has become one of reverse charge since. What
 * was drafted by a version that kept no rate goes by the one of the code.
 */
function asDrafted(
  found: VatTerms,
  {
    accountNumber,
    contraAccountNumber,
    ratePercentage = found.ratePercentage,
  }: NonNullable<NonNullable<CompleteLine['postsTo']>['vat']>,
): VatTerms {
  const { vatCode, barred } = found;
  return { vatCode, ratePercentage, barred, accountNumber, contraAccountNumber };
}

function departmentsOf({ department, departmentalDistribution }: CompleteLine): Partial<EntryToPost> {
  return {
    departmentNumber: department?.departmentNumber,
    departmentalDistributionNumber: departmentalDistribution?.departmentalDistributionNumber,
  };
}

function opposite({ amount, amountInBaseCurrency }: Amounts): Amounts {
  return { amount: negated(amount), amountInBaseCurrency: negated(amountInBaseCurrency) };
}

function less(gross: Amounts, vat: Amounts): Amounts {
  return {
    amount: sumOf([gross.amount, negated(vat.amount)]),
    amountInBaseCurrency: sumOf([gross.amountInBaseCurrency, negated(vat.amountInBaseCurrency)]),
  };
}

function isNothing({ amount, amountInBaseCurrency }: Amounts): boolean {
  return amount === ZERO && amountInBaseCurrency === ZERO;
}
