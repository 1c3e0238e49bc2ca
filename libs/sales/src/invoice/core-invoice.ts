import {
  defined,
  amountOf,
  centsOf,
  countryCodeOf,
  decimal,
  documentLanguageOf,
  folded,
  isIban,
  linesIn,
  negated,
  productInCents,
  sumOf,
  ZERO,
  type Decimal,
  type FullDate,
} from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { DraftInvoice } from './draft-invoice.resource.js';
import { netPriceOf, rateOf, rateOfExpense, vatCodeOf, type InvoiceLine as Line } from './net-price.js';
import { DOCUMENT_WORDS, type SoldWithoutVat } from './document-words.data.js';
import { vatInBaseCurrency } from './vat-in-base-currency.js';

/**
 * What an invoice says, by the terms of EN 16931-1 (the European standard of electronic invoices), from
 * which a document of that standard can be made. BT-n and BG-n are its terms and groups of terms. Amounts
 * are exact, in the currency of the invoice; those of a credit note (381) say what is credited, so they are
 * turned.
 *
 * It is no electronic invoice by itself: the books know no electronic addresses (BT-34, BT-49), and no code
 * of UN/ECE Recommendation 20 for units of their own (BT-130).
 */
export type CoreInvoice = {
  /** BT-1; a draft has none. */
  readonly number?: string | undefined;
  /** BT-2. */
  readonly issueDate: FullDate;
  /** BT-3, of UNTDID 1001: an invoice or a credit note. */
  readonly typeCode: '380' | '381';
  /** BT-5, ISO 4217. */
  readonly currency: string;
  /** BT-6: in which the tax is accounted for, where that is another one. */
  readonly vatCurrency?: string | undefined;
  /** BT-9. */
  readonly dueDate: FullDate;
  /** BT-10: as the buyer asked for, or the number of a public buyer. */
  readonly buyerReference?: string | undefined;
  /** BT-20. */
  readonly paymentTerms?: string | undefined;
  /** BT-22, one each. */
  readonly notes: readonly string[];
  /** BT-25: the number of the invoice that a credit note credits. */
  readonly precedingInvoice?: string | undefined;
  /** BG-4. */
  readonly seller: CoreParty;
  /** BG-7. */
  readonly buyer: CoreParty;
  /** BT-72. */
  readonly deliveryDate: FullDate;
  /** BG-15, where it is delivered elsewhere than to the buyer's address, and of all goods sold to the EU. */
  readonly deliveryAddress?: CoreAddress | undefined;
  /** BG-17, where the seller has named an account. */
  readonly creditTransfer?:
    | {
        /** BT-83. */
        readonly remittance?: string | undefined;
        /** BT-84: an IBAN without spaces. */
        readonly account: string;
        /** BT-85. */
        readonly accountName: string;
        /** BT-86. */
        readonly bic?: string | undefined;
      }
    | undefined;
  readonly charges: readonly CoreCharge[];
  /** BG-22. */
  readonly totals: {
    /** BT-106. */
    readonly lines: Decimal;
    /** BT-108. */
    readonly charges: Decimal;
    /** BT-109. */
    readonly withoutVat: Decimal;
    /** BT-110. */
    readonly vat: Decimal;
    /** BT-111: the tax in `vatCurrency`, as it is booked. */
    readonly vatInVatCurrency?: Decimal | undefined;
    /** BT-112, and BT-115: nothing is paid before. */
    readonly withVat: Decimal;
  };
  /** BG-23. */
  readonly vat: readonly CoreVat[];
  /** BG-25. */
  readonly lines: readonly CoreLine[];
};

/** Where somebody is, or something is delivered to. */
export type CoreAddress = {
  /** BT-35 to 36, BT-50 to 51, BT-75 to 76. */
  readonly addressLines: readonly string[];
  /** BT-37, BT-52, BT-77. */
  readonly city?: string | undefined;
  /** BT-38, BT-53, BT-78. */
  readonly zip?: string | undefined;
  /** BT-54, BT-79: the county or state. */
  readonly subdivision?: string | undefined;
  /** BT-40, BT-55, BT-80: ISO 3166-1, where the country is known by what was written. */
  readonly countryCode?: string | undefined;
};

/** Seller or buyer, as EN 16931 has them. */
export type CoreParty = CoreAddress & {
  /** BT-27, BT-44. */
  readonly name: string;
  /** BT-30, of the seller. */
  readonly registration?: string | undefined;
  /** BT-31, BT-48. */
  readonly vatNumber?: string | undefined;
  /** BT-46, of the buyer: what the seller calls it. */
  readonly identifier?: string | undefined;
};

/** Of UNTDID 5305: standard, zero, exempt, reverse charge, supply within the EU, export. */
type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G';

/** How something is taxed. */
export type CoreTax = {
  /** BT-102, BT-118, BT-151; undefined where the books do not say why no tax is charged. */
  readonly category?: VatCategory | undefined;
  /** BT-103, BT-119, BT-152. */
  readonly ratePercentage: Decimal;
};

/** BG-21: what is charged on the whole document. */
type CoreCharge = CoreTax & {
  /** BT-99. */
  readonly amount: Decimal;
  /** BT-104. */
  readonly reason: string;
};

/** What is taxed at one rate, and by how much; amounts in the currency of the invoice. */
export type CoreVat = CoreTax & {
  /** BT-116. */
  readonly taxable: Decimal;
  /**
   * BT-117, as it is booked. It can be cents beside `taxable` at the rate (BR-CO-17) where expenses, several
   * VAT codes of one rate or prices with VAT are in it, which are rounded one by one. These cents have no
   * other place: a rate has one breakdown (BR-S-8), and rounding (BT-114) is of what is paid, not of the tax.
   * Any other figure would be another tax than the one that is booked and printed (BR-CO-14, BR-CO-15).
   */
  readonly tax: Decimal;
  /** BT-120: why no tax is charged, as the document says it. */
  readonly exemptionReason?: string | undefined;
  /** BT-121, of the EU’s list of reasons. */
  readonly exemptionCode?: string | undefined;
};

/** A line with the VAT category that applies to it; amounts without VAT. */
export type CoreLine = CoreTax & {
  /** BT-126. */
  readonly identifier: string;
  /** BT-127: lines of text alone that follow. */
  readonly notes: readonly string[];
  /** BT-129. */
  readonly quantity: Decimal;
  /** The name of the unit, in the place of BT-130. */
  readonly unit?: string | undefined;
  /** BT-131. */
  readonly net: Decimal;
  /** BG-27: what is taken off, and how much in per cent (BT-136, BT-138). */
  readonly allowance?: { readonly amount: Decimal; readonly percentage: Decimal } | undefined;
  /** BT-146, without VAT. */
  readonly price: Decimal;
  /** BT-153. */
  readonly name: string;
  /** BT-155: the number of the product. */
  readonly sellersIdentifier?: string | undefined;
};

type Invoice = DraftInvoice | BookedInvoice;

/** Who sells, as far as invoices say it. */
export type CoreSeller = {
  readonly name: string;
  readonly company?:
    | {
        readonly addressLine1?: string | undefined;
        readonly addressLine2?: string | undefined;
        readonly zip?: string | undefined;
        readonly city?: string | undefined;
        readonly country?: string | undefined;
        readonly vatNumber?: string | undefined;
        readonly companyIdentificationNumber?: string | undefined;
        readonly ibanNumber?: string | undefined;
        readonly swiftCode?: string | undefined;
      }
    | undefined;
};

/** What the invoice itself does not say. */
export type CoreKnown = {
  readonly baseCurrency: string;
  readonly soldWithoutVat?: ReadonlyMap<string, SoldWithoutVat> | undefined;
  readonly creditedInvoice?: string | undefined;
};

/** A credit note, and an invoice of negative amount, which is one too. */
export function isCredit({ salesDocumentType, grossAmount }: Invoice): boolean {
  return salesDocumentType === 'creditNote' || grossAmount.startsWith('-');
}

/** The data of an invoice, of a credit note, or of a draft. */
export function coreInvoiceOf(invoice: Invoice, seller: CoreSeller, known: CoreKnown): CoreInvoice {
  const { currency, references, recipient, notes, delivery, date } = invoice;
  const turns = isCredit(invoice);
  const turned = (amount: Decimal): Decimal => (turns ? negated(amount) : amount);
  const number = 'displayInvoiceNumber' in invoice ? invoice.displayInvoiceNumber : undefined;
  const sold = coreLines(invoice, known, turned);
  const expenses = coreCharges(invoice, known, turned);
  // There is no invoice without a line (BR-16): what charges expenses alone has them as lines.
  const [lines, charges] = sold.all.length > 0 ? [sold.all, expenses] : [expenses.map(asLine), []];
  const vat = coreVat(invoice, known, turned);
  const isForeign = currency !== known.baseCurrency;
  return {
    number,
    issueDate: date,
    typeCode: turns ? '381' : '380',
    currency,
    vatCurrency: isForeign ? known.baseCurrency : undefined,
    dueDate: invoice.dueDate,
    buyerReference: recipient.publicEntryNumber ?? references?.other,
    paymentTerms: invoice.paymentTerms.name,
    notes: [notes?.heading, ...sold.before, notes?.text1, notes?.text2].filter((one) => one !== undefined),
    precedingInvoice: known.creditedInvoice,
    seller: sellingParty(seller),
    buyer: buyingParty(invoice),
    deliveryDate: delivery?.deliveryDate ?? date,
    deliveryAddress: deliveryAddressOf(invoice, vat),
    creditTransfer: turns ? undefined : creditTransferOf(seller, number),
    charges,
    totals: {
      lines: sumOf(lines.map(({ net }) => net)),
      charges: sumOf(charges.map(({ amount }) => amount)),
      withoutVat: turned(invoice.netAmount),
      vat: turned(invoice.vatAmount),
      vatInVatCurrency: isForeign
        ? turned(sumOf(vatInBaseCurrency(invoice).map(({ vat }) => vat)))
        : undefined,
      withVat: turned(invoice.grossAmount),
    },
    vat,
    lines,
  };
}

function sellingParty({ name, company = {} }: CoreSeller): CoreParty {
  const { addressLine1, addressLine2, city, zip, country, vatNumber } = company;
  return {
    name,
    registration: company.companyIdentificationNumber,
    vatNumber,
    addressLines: [addressLine1, addressLine2].filter((one) => one !== undefined && one !== '') as string[],
    city,
    zip,
    countryCode: countryCodeOf(country),
  };
}

function buyingParty({ recipient, customer }: Invoice): CoreParty {
  const { name, vatNumber } = recipient;
  return { name, vatNumber, ...addressOf(recipient), identifier: String(customer.customerNumber) };
}

/** Of goods that are sold to the EU it is always said (BR-IC-12): it is the buyer's where nothing else is. */
function deliveryAddressOf(
  { delivery = {}, recipient }: Invoice,
  vat: readonly CoreVat[],
): CoreAddress | undefined {
  const { address, city, zip, county, country } = delivery;
  const isKnown = [address, city, zip, county, country].some((part) => (part ?? '') !== '');
  if (isKnown) return addressOf(delivery);
  return vat.some(({ category }) => category === 'K') ? addressOf(recipient) : undefined;
}

type Address = Pick<Invoice['recipient'], 'address' | 'city' | 'zip' | 'county' | 'country'>;

function addressOf({ address = '', city, zip, county, country }: Address): CoreAddress {
  const addressLines = linesIn(address).filter((line) => line !== '');
  return { addressLines, city, zip, subdivision: county, countryCode: countryCodeOf(country) };
}

function creditTransferOf(
  { name, company = {} }: CoreSeller,
  number: string | undefined,
): CoreInvoice['creditTransfer'] {
  const account = (company.ibanNumber ?? '').replace(/\s/g, '').toUpperCase();
  if (!isIban(account)) return undefined;
  return { remittance: number, account, accountName: name, bic: company.swiftCode };
}

type Turned = (amount: Decimal) => Decimal;

/** A price is never negative (BR-27). */
function asLine({ amount, reason, category, ratePercentage }: CoreCharge, index: number): CoreLine {
  const takesOff = amount.startsWith('-');
  return {
    identifier: String(index + 1),
    notes: [],
    quantity: takesOff ? decimal('-1') : decimal('1'),
    net: amount,
    price: takesOff ? negated(amount) : amount,
    category,
    ratePercentage,
    name: reason,
  };
}

function coreCharges(invoice: Invoice, known: CoreKnown, turned: Turned): readonly CoreCharge[] {
  return invoice.additionalExpenseLines
    .filter(({ amount }) => amount !== ZERO)
    .map((line) => {
      const { amount, additionalExpense, vatAccount } = line;
      const ratePercentage = rateOfExpense(line, invoice);
      const { category } = taxedAs(vatAccount.vatCode, ratePercentage, known);
      const reason = additionalExpense.name ?? '';
      return { amount: turned(amount), reason, category, ratePercentage };
    });
}

/** Lines of text alone go with the line before them; those that are before all with the notes. */
function coreLines(
  { lines, vatIncluded }: Invoice,
  known: CoreKnown,
  turned: Turned,
): { readonly all: readonly CoreLine[]; readonly before: readonly string[] } {
  const before: string[] = [];
  const all: (CoreLine & { readonly notes: string[] })[] = [];
  for (const line of lines) {
    const { description = '', product, quantity, unitNetPrice, unit, lineNumber } = line;
    if (quantity === undefined || unitNetPrice === undefined) {
      (all.at(-1)?.notes ?? before).push(description);
      continue;
    }
    const price = netPriceOf(line, vatIncluded === true);
    // A price is never negative there (BR-27): what is taken off is a negative quantity.
    const takesOff = price.startsWith('-');
    all.push({
      identifier: String(lineNumber),
      notes: [],
      quantity: turned(takesOff ? negated(quantity) : quantity),
      unit: unit?.name,
      net: turned(line.totalNetAmount),
      allowance: allowanceOf(line, price, turned),
      price: takesOff ? negated(price) : price,
      category: taxedAs(vatCodeOf(line), rateOf(line), known).category,
      ratePercentage: rateOf(line),
      name: description,
      sellersIdentifier: product?.productNumber,
    });
  }
  return { all, before };
}

function allowanceOf(
  { quantity, discountPercentage, totalNetAmount }: Line,
  price: Decimal,
  turned: Turned,
): CoreLine['allowance'] {
  if (discountPercentage === ZERO) return undefined;
  const whole = productInCents(defined(quantity), price);
  return {
    amount: turned(amountOf(whole - centsOf(totalNetAmount))),
    percentage: discountPercentage,
  };
}

/** Why no tax is charged, as the standard's lists have it; the category and the code of the reason. */
const WITHOUT_TAX: Readonly<Record<SoldWithoutVat, readonly [VatCategory, string?]>> = {
  exempt: ['E'],
  goodsToEu: ['K', 'VATEX-EU-IC'],
  servicesToEu: ['AE', 'VATEX-EU-AE'],
  export: ['G', 'VATEX-EU-G'],
  reverseCharge: ['AE', 'VATEX-EU-AE'],
};

/**
 * Art. 226 nos 11 and 11a: why no VAT is charged on what is sold under a VAT code, as documents say it;
 * undefined where some is, or nobody knows why not.
 */
export function reasonWithoutVat(
  { vatAccount, vatRate }: Invoice['vatCodeGroups'][number],
  { recipient }: Invoice,
  { soldWithoutVat }: CoreKnown,
): string | undefined {
  if (vatRate !== ZERO) return undefined;
  const words = DOCUMENT_WORDS[documentLanguageOf(recipient.country)];
  const soldAs = vatAccount && soldWithoutVat?.get(folded(vatAccount.vatCode));
  return soldAs === undefined
    ? words.withoutVat[recipient.vatZone.vatZoneNumber]
    : words.soldWithoutVat[soldAs];
}

/** Each way of taxing once (BR-S-8, BR-AE-1 and so on), however many VAT codes say it. */
function coreVat(invoice: Invoice, known: CoreKnown, turned: Turned): readonly CoreVat[] {
  const all = new Map<string, CoreVat>();
  for (const group of invoice.vatCodeGroups) {
    const { vatAccount, vatRate, totalNetAmount, totalVatAmount } = group;
    const taxed = taxedAs(vatAccount?.vatCode, vatRate, known);
    const reason = reasonWithoutVat(group, invoice, known);
    const way = `${taxed.category ?? ''} ${vatRate}`;
    const { taxable = ZERO, tax = ZERO, exemptionReason: said } = all.get(way) ?? {};
    const isSaid = said === undefined || reason === undefined || said.includes(reason);
    all.set(way, {
      taxable: sumOf([taxable, turned(totalNetAmount)]),
      tax: sumOf([tax, turned(totalVatAmount)]),
      ratePercentage: vatRate,
      ...taxed,
      exemptionReason: isSaid ? (said ?? reason) : `${said} ${reason}`,
    });
  }
  return [...all.values()];
}

function taxedAs(
  vatCode: string | undefined,
  ratePercentage: Decimal,
  { soldWithoutVat }: CoreKnown,
): Pick<CoreVat, 'category' | 'exemptionCode'> {
  if (ratePercentage !== ZERO) return { category: 'S', exemptionCode: undefined };
  const soldAs = vatCode === undefined ? undefined : soldWithoutVat?.get(folded(vatCode));
  const [category, exemptionCode] = soldAs === undefined ? [] : WITHOUT_TAX[soldAs];
  return { category, exemptionCode };
}
