import {
  defined,
  writtenDate,
  type Decimal,
  writtenNumber,
  type DocumentLanguage,
  documentLanguageOf,
  linesIn,
  sumOf,
  writtenDecimal,
  ZERO,
} from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import { coreInvoiceOf, isCredit, vatPointOf } from './core-invoice.js';
import { reasonWithoutVat } from './core-invoice-vat.js';
import type { CoreInvoice, CoreSeller } from './core-invoice-model.js';
import type { DraftInvoice } from './draft-invoice.resource.js';
import { lookOf } from '../layout/layout.data.js';
import { netPriceOf, rateOf, rateOfExpense } from './net-price.js';
import { paymentSlipOf, type PaymentAccount, type DocumentLook, type PaymentSlip } from './document-look.js';
import { DOCUMENT_WORDS, type DocumentWords, type SoldWithoutVat } from './document-words.data.js';
import { ibanInGroups } from './payment-code.js';
import { vatInBaseCurrency } from './vat-in-base-currency.js';

/** Who sells: the agreement, and what stands below its name (Directive 2006/112/EC, Art. 226 nos 3 and 5). */
export type Seller = {
  readonly name: string;
  readonly lines?: readonly string[];
  /** What the lines are made of, for documents in other languages. */
  readonly company?: SellingCompany;
  /** PNG or JPEG. */
  readonly logo?: Uint8Array | undefined;
};

/** What is known of the selling company, as far as documents say it. */
export type SellingCompany = PaymentAccount &
  NonNullable<CoreSeller['company']> & {
    readonly paperColour?: string | undefined;
    readonly paperFooter?: string | undefined;
  };

/**
 * The lines below the seller's name: its address, its numbers with the tax office and the register, its
 * account.
 */
export function sellerLines(
  company: SellingCompany,
  words: DocumentWords = DOCUMENT_WORDS.en,
): readonly string[] {
  const { addressLine1, addressLine2, zip, city, country, vatNumber, ibanNumber, swiftCode, bankName } =
    company;
  const joined = (parts: readonly (string | undefined)[], by: string): string =>
    parts.filter((part) => part !== undefined && part !== '').join(by);
  const called = (name: string, value: string | undefined): string | undefined =>
    value && `${name}\u00a0${value}`;
  return [
    joined([addressLine1, addressLine2], ', '),
    joined([joined([zip, city], ' '), country], ', '),
    joined(
      [called(words.vatNumber, vatNumber), called(words.registration, company.companyIdentificationNumber)],
      ' · ',
    ),
    joined([ibanNumber && `IBAN ${ibanInGroups(ibanNumber)}`, called('BIC', swiftCode), bankName], ' · '),
  ].filter((line) => line !== '');
}

type InvoiceDocumentLine = {
  readonly text: string;
  readonly quantity?: string;
  readonly unit?: string;
  readonly price?: string;
  readonly discount?: string;
  /** The rate of VAT, where not all lines have the same. */
  readonly rate?: string;
  readonly amount?: string;
  /** The sum of the lines up to this one and with it. */
  readonly carried?: string;
};

/** An invoice as it is printed: what is written, where is the printer's business. */
export type InvoiceDocument = {
  /** What it says, for programs: all that is written below is written from the same invoice. */
  readonly data: CoreInvoice;
  readonly language: DocumentLanguage;
  readonly words: DocumentWords;
  readonly title: string;
  /** The number; a draft has none. */
  readonly number?: string;
  readonly isDraft: boolean;
  readonly seller: Seller;
  readonly recipient: readonly string[];
  /** Dates, terms and references: what and its value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly heading?: string | undefined;
  readonly notes: readonly string[];
  readonly currency: string;
  readonly lines: readonly InvoiceDocumentLine[];
  readonly vat: readonly {
    readonly code: string;
    readonly rate: string;
    readonly net: string;
    readonly vat: string;
    /** Both in the base currency, of a document in another one, as they are booked (Art. 230). */
    readonly netInBase?: string;
    readonly vatInBase?: string;
  }[];
  readonly baseCurrency: string;
  readonly look: DocumentLook;
  readonly payment?: PaymentSlip | undefined;
  readonly totals: { readonly net: string; readonly vat: string; readonly gross: string };
};

/** What a document is written of (`invoiceDocumentOf`): plain data, so that it can be sent to a thread. */
export type InvoiceToPrint = {
  readonly invoice: DraftInvoice | BookedInvoice;
  readonly seller: Seller;
  readonly known: KnownOfParties;
};

/**
 * What writes and prints documents. Answered by the composition. To write 1,000 lines takes 10 ms, and 45 ms
 * the first time, so that is done where they are drawn, and not where requests are answered.
 */
export type InvoicePrinter = { invoice(document: InvoiceToPrint): Promise<Uint8Array> };

/** What is printed beyond the document itself. */
export type KnownOfParties = {
  readonly baseCurrency: string;
  /** As what VAT codes report sales without VAT, by folded code. */
  readonly soldWithoutVat?: ReadonlyMap<string, SoldWithoutVat> | undefined;
  /** The number of the invoice that a credit note credits (Art. 219). */
  readonly creditedInvoice?: string | undefined;
};

/**
 * What is written on an invoice, in the language of its recipient. A credit note is called one, and so is an
 * invoice of negative amount.
 */
export function invoiceDocumentOf(
  invoice: DraftInvoice | BookedInvoice,
  seller: Seller,
  known: KnownOfParties,
): InvoiceDocument {
  const { recipient, notes, currency, layout } = invoice;
  const look = lookOf(layout?.layoutNumber);
  const language = documentLanguageOf(recipient.country);
  const words = DOCUMENT_WORDS[language];
  const { baseCurrency } = known;
  const isDraft = !('bookedInvoiceNumber' in invoice);
  const credits = isCredit(invoice);
  return {
    data: coreInvoiceOf(invoice, seller, known),
    language,
    words,
    baseCurrency,
    title: credits ? words.creditNote : words.invoice,
    ...(!isDraft && { number: invoice.displayInvoiceNumber }),
    isDraft,
    seller: {
      name: seller.name,
      lines: seller.company ? sellerLines(seller.company, words) : (seller.lines ?? []),
    },
    recipient: [recipient.name, ...addressLinesOf(recipient)],
    facts: factsOf(invoice, language, known),
    heading: notes?.heading,
    notes: [...whyWithoutVat(invoice, known), notes?.text1, notes?.text2].filter(
      (text) => text !== undefined,
    ),
    currency,
    lines: linesOf(invoice, language),
    vat: vatOf(invoice, baseCurrency, language),
    look: {
      ...look,
      colour: seller.company?.paperColour,
      footer: seller.company?.paperFooter,
      // Headed paper has its own.
      logo: look.hasHead ? seller.logo : undefined,
    },
    payment: look.hasPaymentSlip && !isDraft && !credits ? slipOf(invoice, seller, language) : undefined,
    totals: {
      net: amountIn(language, invoice.netAmount),
      vat: amountIn(language, invoice.vatAmount),
      gross: amountIn(language, invoice.grossAmount),
    },
  };
}

/** Street, place, county and country, as far as they are known, a line each. */
function addressLinesOf({
  address = '',
  zip = '',
  city = '',
  county = '',
  country = '',
}: Pick<BookedInvoice['recipient'], 'address' | 'zip' | 'city' | 'county' | 'country'>): readonly string[] {
  return [...linesIn(address), `${zip} ${city}`.trim(), county, country].filter((line) => line.trim() !== '');
}

/** How to pay what is booked: its number is what the seller knows the payment by. */
function slipOf(
  { displayInvoiceNumber, currency, grossAmount }: BookedInvoice,
  { name, company }: Seller,
  language: DocumentLanguage,
): PaymentSlip | undefined {
  if (grossAmount === ZERO) return undefined;
  const payment = { name, currency, amount: grossAmount, remittance: displayInvoiceNumber };
  return paymentSlipOf(company, payment, {
    words: DOCUMENT_WORDS[language],
    written: amountIn(language, grossAmount),
  });
}

function amountIn(language: DocumentLanguage, amount: Decimal): string {
  return writtenNumber(language, writtenDecimal(amount));
}

/** A quantity or a rate: with the decimals that it has. */
function numberIn(language: DocumentLanguage, number: Decimal): string {
  return writtenNumber(language, writtenDecimal(number, 0));
}

function percentIn(language: DocumentLanguage, percentage: Decimal): string {
  return `${writtenNumber(language, percentage)} %`;
}

/** Art. 226 nos 8 to 10: basis and tax rate by rate; in the base currency both are what the books have. */
function vatOf(
  invoice: DraftInvoice | BookedInvoice,
  baseCurrency: string,
  language: DocumentLanguage,
): InvoiceDocument['vat'] {
  const { currency, vatCodeGroups } = invoice;
  const inBase = vatInBaseCurrency(invoice);
  return vatCodeGroups.map(({ vatAccount, vatRate, totalNetAmount, totalVatAmount }, index) => ({
    code: vatAccount?.vatCode ?? '',
    rate: percentIn(language, vatRate),
    net: amountIn(language, totalNetAmount),
    vat: amountIn(language, totalVatAmount),
    ...(currency !== baseCurrency && {
      netInBase: amountIn(language, defined(inBase[index]).net),
      vatInBase: amountIn(language, defined(inBase[index]).vat),
    }),
  }));
}

/**
 * What the document says of what no VAT is charged on; each reason once, and of which VAT codes it is where
 * others are on the document too.
 */
function whyWithoutVat(invoice: DraftInvoice | BookedInvoice, known: KnownOfParties): readonly string[] {
  const { vatCodeGroups } = invoice;
  const groupsOf = new Map<string, (typeof vatCodeGroups)[number][]>();
  for (const group of vatCodeGroups) {
    if (group.totalVatAmount !== ZERO || group.totalNetAmount === ZERO) continue;
    const reason = reasonWithoutVat(group, invoice, known);
    if (reason === undefined) continue;
    const groups = groupsOf.get(reason) ?? [];
    groups.push(group);
    groupsOf.set(reason, groups);
  }
  return [...groupsOf].map(([reason, groups]) => {
    const codes = groups.flatMap(({ vatAccount }) => vatAccount?.vatCode ?? []);
    const isOfAll = groups.length === vatCodeGroups.length;
    return isOfAll || codes.length === 0 ? reason : `${codes.join(', ')}: ${reason}`;
  });
}

function factsOf(
  invoice: DraftInvoice | BookedInvoice,
  language: DocumentLanguage,
  { creditedInvoice, baseCurrency }: KnownOfParties,
): InvoiceDocument['facts'] {
  const { date, dueDate, customer, paymentTerms, references, delivery, recipient } = invoice;
  const { currency, exchangeRate } = invoice;
  const words = DOCUMENT_WORDS[language];
  // Nobody pays a credit note.
  const isToPay = !isCredit(invoice);
  const vatPoint = vatPointOf(invoice);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.date, writtenDate(language, date)],
    [words.dateOfSupply, writtenDate(language, delivery?.deliveryDate ?? date)],
    [words.vatDate, vatPoint && writtenDate(language, vatPoint)],
    [words.creditedInvoice, creditedInvoice],
    [words.dueDate, isToPay ? writtenDate(language, dueDate) : undefined],
    [words.customer, String(customer.customerNumber)],
    // Art. 226 no 4.
    [words.customerVatNumber, recipient.vatNumber],
    [words.paymentTerms, isToPay ? paymentTerms.name : undefined],
    [words.yourReference, references?.other],
    [words.publicEntryNumber, recipient.publicEntryNumber],
    [words.deliveryAddress, addressLinesOf(delivery ?? {}).join(', ')],
    [words.deliveryTerms, delivery?.deliveryTerms],
    [
      words.rateOfExchange,
      currency === baseCurrency
        ? undefined
        : `100 ${currency} = ${numberIn(language, exchangeRate)} ${baseCurrency}`,
    ],
  ];
  return facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
}

/** Where there are several rates, each line says its own: who reads it sees what is taxed at which. */
function linesOf(
  invoice: DraftInvoice | BookedInvoice,
  language: DocumentLanguage,
): readonly InvoiceDocumentLine[] {
  const { lines, additionalExpenseLines, vatIncluded, vatCodeGroups } = invoice;
  const hasRates = new Set(vatCodeGroups.map(({ vatRate }) => vatRate)).size > 1;
  const rate = (of: Decimal): Pick<InvoiceDocumentLine, 'rate'> =>
    hasRates ? { rate: percentIn(language, of) } : {};
  let sum: Decimal = ZERO;
  const carried = (amount: Decimal): Pick<InvoiceDocumentLine, 'amount' | 'carried'> => {
    sum = sumOf([sum, amount]);
    return { amount: amountIn(language, amount), carried: amountIn(language, sum) };
  };
  const ofGoods = lines.map((line): InvoiceDocumentLine => {
    const { description = '', product, quantity, unitNetPrice, unit, discountPercentage } = line;
    const text = product === undefined ? description : `${product.productNumber}  ${description}`;
    if (quantity === undefined || unitNetPrice === undefined) return { text };
    return {
      text,
      quantity: numberIn(language, quantity),
      ...(unit?.name !== undefined && { unit: unit.name }),
      price: amountIn(language, netPriceOf(line, vatIncluded === true)),
      ...(discountPercentage !== ZERO && { discount: percentIn(language, discountPercentage) }),
      ...rate(rateOf(line)),
      ...carried(line.totalNetAmount),
    };
  });
  const ofExpenses = additionalExpenseLines
    .filter(({ amount }) => amount !== ZERO)
    .map((line) => ({
      text: line.additionalExpense.name ?? '',
      ...rate(rateOfExpense(line, invoice)),
      ...carried(line.amount),
    }));
  return [...ofGoods, ...ofExpenses];
}
