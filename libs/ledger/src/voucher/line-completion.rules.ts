import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  BASE_RATE,
  merge,
  folded,
  inBaseCurrency,
  isStorable,
  negated,
  percentageOf,
  ruleBroken,
  vatInside,
  ZERO,
  type Decimal,
  type RuleBroken,
} from '@kontor/kernel';
import type { ControlAccountOf } from '../posting/control-accounts.js';
import type { IncorrectVatAmount, VatAccountBarred } from './voucher.failures.js';
import type { Voucher, VoucherLine } from './voucher.resource.js';

/** What a VAT code does to an amount. */
export type VatTerms = {
  readonly vatCode: string;
  readonly ratePercentage: Decimal;
  readonly barred: boolean;
  /** Where the VAT is kept. */
  readonly accountNumber: number;
  /** Of a reverse-charge code (VAT type 3): where the VAT that the account owes is deducted. */
  readonly contraAccountNumber?: number | undefined;
};

/** What lines are completed with: the base currency, and the VAT codes they name, by folded code. */
export type LineTerms = {
  readonly baseCurrency: string;
  readonly vat: ReadonlyMap<string, VatTerms>;
  /** The control account behind the customer or supplier of a line (D157). */
  readonly controlAccountOf: ControlAccountOf;
};

/** A line whose amounts are all known. */
export type CompleteLine = VoucherLine & {
  readonly currency: string;
  readonly amountInBaseCurrency: Decimal;
};

/** The lines of a voucher as it is kept: they were completed when it was written. */
export function linesOf({ lines }: Pick<Voucher, 'lines'>): readonly CompleteLine[] {
  // The declaration has one type for what may be left out and for what is kept.
  return lines as readonly CompleteLine[];
}

/** The terms of a VAT code, named in any case. */
export function termsOf({ vat }: Pick<LineTerms, 'vat'>, named: { readonly vatCode: string } | undefined) {
  return named && vat.get(folded(named.vatCode));
}

/**
 * D160: VAT lies inside the gross amount of a line. Under reverse charge the
 * supplier is paid the net amount, and the VAT is figured upon it.
 */
export function vatOf(amount: Decimal, { ratePercentage, contraAccountNumber }: VatTerms): Decimal {
  return contraAccountNumber === undefined
    ? vatInside(amount, ratePercentage)
    : percentageOf(amount, ratePercentage);
}

type LineRefusal = RuleBroken | IncorrectVatAmount | VatAccountBarred;

/** The lines with what follows from what was given: currency, amounts in base currency, VAT amounts. */
export function completeLines(
  lines: readonly VoucherLine[],
  terms: LineTerms,
): Either<LineRefusal, readonly CompleteLine[]> {
  const completed: CompleteLine[] = [];
  for (const [index, line] of lines.entries()) {
    const one = completeLine(line, `lines[${index}]`, terms);
    if (isLeft(one)) return one;
    completed.push(one.right);
  }
  return right(completed);
}

function completeLine(
  line: VoucherLine,
  propertyPrefix: string,
  terms: LineTerms,
): Either<LineRefusal, CompleteLine> {
  const based = inBase(line, propertyPrefix, terms);
  if (isLeft(based)) return based;
  const asked = asksForVatWhereThereIsSome(line, propertyPrefix);
  if (isLeft(asked)) return asked;
  const own = vatMembers('vat', based.right, propertyPrefix, terms);
  if (isLeft(own)) return own;
  const contra = vatMembers('contraVat', based.right, propertyPrefix, terms);
  if (isLeft(contra)) return contra;
  const complete = merge(based.right, merge(own.right, contra.right));
  const postsTo = postedTo(complete, terms);
  return right(postsTo === undefined ? complete : merge(complete, { postsTo }));
}

/**
 * §2.8, D161: an amount in base currency equals the amount; of a foreign one
 * it follows from the exchange rate.
 */
function inBase(
  line: VoucherLine,
  propertyPrefix: string,
  { baseCurrency }: LineTerms,
): Either<RuleBroken, CompleteLine> {
  const { amount, amountInBaseCurrency: given, currency = baseCurrency, exchangeRate } = line;
  const complete = (amountInBaseCurrency: Decimal) => right(merge(line, { currency, amountInBaseCurrency }));
  const base = `${propertyPrefix}.amountInBaseCurrency`;
  if (currency === baseCurrency) {
    if (given !== undefined && given !== amount) {
      return left(
        ruleBroken('E10480', base, `must be ${amount}, the amount: ${baseCurrency} is the base currency`),
      );
    }
    if (exchangeRate !== undefined && exchangeRate !== BASE_RATE) {
      return left(
        ruleBroken(
          'E10480',
          `${propertyPrefix}.exchangeRate`,
          `must be 100: ${baseCurrency} is the base currency`,
        ),
      );
    }
    return complete(amount);
  }
  if (exchangeRate === undefined) {
    if (given === undefined) {
      return left(
        ruleBroken(
          'E10200',
          `${propertyPrefix}.exchangeRate`,
          `is missing: ${currency} is not the base currency, ${baseCurrency}`,
        ),
      );
    }
    if (given.startsWith('-') !== amount.startsWith('-') && given !== ZERO && amount !== ZERO) {
      return left(ruleBroken('E10480', base, 'must have the sign of amount'));
    }
    // What is matched of a post is its amount: in base currency alone it would stay open for ever.
    if ((line.customer ?? line.supplier) !== undefined && amount === ZERO && given !== ZERO) {
      return left(ruleBroken('E10480', base, 'must be 0, as the amount of the customer or supplier is'));
    }
    return complete(given);
  }
  const expected = inBaseCurrency(amount, exchangeRate);
  if (!isStorable(expected)) {
    return left(
      ruleBroken('E10320', `${propertyPrefix}.exchangeRate`, 'makes an amount of more than 13 digits'),
    );
  }
  if (given !== undefined && given !== expected) {
    return left(ruleBroken('E10480', base, `must be ${expected} at this exchangeRate, for 100 ${currency}`));
  }
  return complete(expected);
}

/** VAT belongs to an account: that of the line, or its contra account. Customers and suppliers carry none. */
function asksForVatWhereThereIsSome(line: VoucherLine, propertyPrefix: string): Either<RuleBroken, void> {
  const { contraAccount, vatAccount, contraVatAccount } = line;
  const refuse = (member: string, is: string) =>
    left(ruleBroken('E10440', `${propertyPrefix}.${member}`, is));
  if (contraVatAccount !== undefined && contraAccount === undefined) {
    return refuse('contraVatAccount', 'needs a contraAccount');
  }
  if (vatAccount !== undefined && line.account === undefined) {
    if (contraAccount === undefined)
      return refuse('vatAccount', 'needs an account, or a contraAccount, that it is for');
    if (contraVatAccount !== undefined) return refuse('vatAccount', 'is said already by contraVatAccount');
  }
  for (const [member, of] of VAT_AMOUNTS) {
    if (line[member] !== undefined && line[of] === undefined) return refuse(member, `needs ${of}`);
  }
  return right(undefined);
}

const VAT_AMOUNTS = [
  ['vatAmount', 'vatAccount'],
  ['vatAmountInBaseCurrency', 'vatAccount'],
  ['contraVatAmount', 'contraVatAccount'],
  ['contraVatAmountInBaseCurrency', 'contraVatAccount'],
] as const;

type VatMembers = Partial<
  Pick<VoucherLine, 'vatAccount' | 'contraVatAccount' | (typeof VAT_AMOUNTS)[number][0]>
>;

/** §2.8: an omitted VAT amount is calculated, a wrong one refused. The contra side has the opposite sign. */
function vatMembers(
  side: 'vat' | 'contraVat',
  line: CompleteLine,
  propertyPrefix: string,
  terms: Pick<LineTerms, 'vat'>,
): Either<VatAccountBarred | IncorrectVatAmount, VatMembers> {
  const found = termsOf(terms, line[`${side}Account`]);
  if (found === undefined) return right({});
  if (found.barred) {
    return left({
      kind: 'VatAccountBarred',
      property: `${propertyPrefix}.${side}Account`,
      vatCode: found.vatCode,
    });
  }
  const signed = (amount: Decimal): Decimal => (side === 'vat' ? amount : negated(amount));
  const amount = vatOf(signed(line.amount), found);
  const inBase = vatOf(signed(line.amountInBaseCurrency), found);
  for (const [member, expected] of [
    [`${side}Amount`, amount],
    [`${side}AmountInBaseCurrency`, inBase],
  ] as const) {
    const supplied = line[member];
    if (supplied !== undefined && supplied !== expected) {
      const property = `${propertyPrefix}.${member}`;
      return left({ kind: 'IncorrectVatAmount', property, expected, supplied });
    }
  }
  const account = { vatCode: found.vatCode };
  return right(
    side === 'vat'
      ? { vatAccount: account, vatAmount: amount, vatAmountInBaseCurrency: inBase }
      : { contraVatAccount: account, contraVatAmount: amount, contraVatAmountInBaseCurrency: inBase },
  );
}

/** Where what the service posts of a line goes, and at which rates, as it is when the line is written. */
export function postedTo(
  line: VoucherLine,
  terms: Pick<LineTerms, 'vat' | 'controlAccountOf'>,
): VoucherLine['postsTo'] {
  const accountsOf = (named: VoucherLine['vatAccount']) => {
    const found = termsOf(terms, named);
    if (found === undefined) return undefined;
    const { accountNumber, contraAccountNumber, ratePercentage } = found;
    return { accountNumber, contraAccountNumber, ratePercentage };
  };
  const { customer, supplier, vatAccount, contraVatAccount } = line;
  const isParty = customer !== undefined || supplier !== undefined;
  if (!isParty && vatAccount === undefined && contraVatAccount === undefined) return undefined;
  return {
    control: isParty ? terms.controlAccountOf(line) : undefined,
    vat: accountsOf(vatAccount),
    contraVat: accountsOf(contraVatAccount),
  };
}

/**
 * What a draft shows is what is booked, at the rates of when it was written. Only a VAT account that was
 * barred meanwhile refuses it (D28). `property` says where each line stands.
 */
export function noVatAccountIsBarred(
  lines: readonly (VoucherLine & { readonly property: string })[],
  terms: Pick<LineTerms, 'vat'>,
): Either<VatAccountBarred, void> {
  for (const line of lines) {
    for (const side of ['vatAccount', 'contraVatAccount'] as const) {
      const found = termsOf(terms, line[side]);
      if (found?.barred !== true) continue;
      return left({
        kind: 'VatAccountBarred',
        property: `${line.property}.${side}`,
        vatCode: found.vatCode,
      });
    }
  }
  return right(undefined);
}
