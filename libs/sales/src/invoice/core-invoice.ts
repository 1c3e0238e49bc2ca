import {
  defined,
  amountOf,
  centsOf,
  countryCodeOf,
  decimal,
  isIban,
  linesIn,
  negated,
  productInCents,
  sumOf,
  ZERO,
  type Decimal,
} from '@kontor/kernel';
import { netPriceOf, rateOf, rateOfExpense, vatCodeOf, type InvoiceLine as Line } from './net-price.js';
import { vatInBaseCurrency } from './vat-in-base-currency.js';
import type {
  CoreAddress,
  CoreCharge,
  CoreInvoice,
  CoreKnown,
  CoreLine,
  CoreParty,
  CoreSeller,
  CoreVat,
  Invoice,
  Turned,
} from './core-invoice-model.js';
import { coreVat, taxedAs } from './core-invoice-vat.js';

/** A credit note, and an invoice of negative amount, which is one too. */
export function isCredit({ salesDocumentType, grossAmount }: Invoice): boolean {
  return salesDocumentType === 'creditNote' || grossAmount.startsWith('-');
}

/** The day of VAT, where an invoice says one that is not its date. */
export function vatPointOf({ date, vatDate }: Pick<Invoice, 'date' | 'vatDate'>): Invoice['vatDate'] {
  return vatDate === date ? undefined : vatDate;
}

/** What an invoice, a credit note or a draft says, in the terms of EN 16931-1. */
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
    vatPointDate: vatPointOf(invoice),
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
