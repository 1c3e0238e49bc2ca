import { writtenDecimal, type FullDate } from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { DraftInvoice } from './draft-invoice.resource.js';

/** Who sells: the agreement, and what stands below its name (Directive 2006/112/EC, Art. 226 nos 3 and 5). */
export type Seller = { readonly name: string; readonly lines?: readonly string[] };

/** What is known of the selling company, as far as papers say it. */
export type SellingCompany = {
  readonly addressLine1?: string | undefined;
  readonly addressLine2?: string | undefined;
  readonly zip?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
  readonly vatNumber?: string | undefined;
  readonly companyIdentificationNumber?: string | undefined;
  readonly ibanNumber?: string | undefined;
};

/** The lines below the seller's name: its address, its numbers with the tax office and the register, its account. */
export function sellerLines(company: SellingCompany): readonly string[] {
  const { addressLine1, addressLine2, zip, city, country, vatNumber, ibanNumber } = company;
  const joined = (parts: readonly (string | undefined)[], by: string): string =>
    parts.filter((part) => part !== undefined && part !== '').join(by);
  const called = (words: string, value: string | undefined): string | undefined =>
    value && `${words} ${value}`;
  return [
    joined([addressLine1, addressLine2], ', '),
    joined([joined([zip, city], ' '), country], ', '),
    joined([called('VAT number', vatNumber), called('Reg.', company.companyIdentificationNumber)], ' · '),
    called('IBAN', ibanNumber) ?? '',
  ].filter((line) => line !== '');
}

type InvoiceDocumentLine = {
  readonly text: string;
  readonly quantity?: string;
  readonly unit?: string;
  readonly price?: string;
  readonly discount?: string;
  readonly amount?: string;
};

/** An invoice as it stands on paper: what is written, where is the printer's business. */
export type InvoiceDocument = {
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
  readonly priceIncludesVat: boolean;
  readonly lines: readonly InvoiceDocumentLine[];
  readonly vat: readonly {
    readonly code: string;
    readonly rate: string;
    readonly net: string;
    readonly vat: string;
  }[];
  readonly totals: { readonly net: string; readonly vat: string; readonly gross: string };
};

/** What prints papers. Answered by the composition. */
export type InvoicePrinter = { invoice(document: InvoiceDocument): Promise<Uint8Array> };

/** What is written on an invoice. A credit note is called one, and so is an invoice of negative amount. */
export function invoiceDocumentOf(invoice: DraftInvoice | BookedInvoice, seller: Seller): InvoiceDocument {
  const { recipient, notes, currency, vatIncluded } = invoice;
  const isDraft = !('bookedInvoiceNumber' in invoice);
  const isCredit = invoice.salesDocumentType === 'creditNote' || invoice.grossAmount.startsWith('-');
  const { name, address, zip, city, country } = recipient;
  const place = [zip, city].filter((part) => part !== undefined && part !== '').join(' ');
  return {
    title: isCredit ? 'Credit note' : 'Invoice',
    ...(!isDraft && { number: invoice.displayInvoiceNumber }),
    isDraft,
    seller,
    recipient: [name, ...(address?.split('\n') ?? []), place, country ?? ''].filter(
      (line) => line.trim() !== '',
    ),
    facts: factsOf(invoice),
    heading: notes?.heading,
    notes: [notes?.text1, notes?.text2].filter((text) => text !== undefined),
    currency,
    priceIncludesVat: vatIncluded,
    lines: [...linesOf(invoice), ...expensesOf(invoice)],
    vat: invoice.vatCodeGroups
      .filter(({ vatAccount }) => vatAccount !== undefined)
      .map(({ vatAccount, vatRate, totalNetAmount, totalVatAmount }) => ({
        code: vatAccount?.vatCode ?? '',
        rate: `${vatRate} %`,
        net: writtenDecimal(totalNetAmount),
        vat: writtenDecimal(totalVatAmount),
      })),
    totals: {
      net: writtenDecimal(invoice.netAmount),
      vat: writtenDecimal(invoice.vatAmount),
      gross: writtenDecimal(invoice.grossAmount),
    },
  };
}

function factsOf(invoice: DraftInvoice | BookedInvoice): InvoiceDocument['facts'] {
  const { date, dueDate, customer, paymentTerms, references, delivery, recipient } = invoice;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Date', date],
    ['Due date', dueDate satisfies FullDate],
    ['Customer', String(customer.customerNumber)],
    ['Payment terms', paymentTerms.name],
    ['Your reference', references?.other],
    ['Public entry number', recipient.publicEntryNumber],
    ['Delivery date', delivery?.deliveryDate],
    ['Delivery terms', delivery?.deliveryTerms],
  ];
  return facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
}

function linesOf({ lines, vatIncluded }: DraftInvoice | BookedInvoice): readonly InvoiceDocumentLine[] {
  return lines.map((line): InvoiceDocumentLine => {
    const { description = '', product, quantity, unitNetPrice, unit, discountPercentage } = line;
    const text = product === undefined ? description : `${product.productNumber}  ${description}`;
    if (quantity === undefined || unitNetPrice === undefined) return { text };
    return {
      text,
      quantity,
      ...(unit?.name !== undefined && { unit: unit.name }),
      price: writtenDecimal(unitNetPrice),
      ...(discountPercentage !== '0' && { discount: `${discountPercentage} %` }),
      amount: writtenDecimal(vatIncluded ? line.totalGrossAmount : line.totalNetAmount),
    };
  });
}

function expensesOf({
  additionalExpenseLines,
}: DraftInvoice | BookedInvoice): readonly InvoiceDocumentLine[] {
  return additionalExpenseLines
    .filter(({ amount }) => amount !== '0')
    .map(({ additionalExpense, amount }) => ({
      text: additionalExpense.name ?? '',
      amount: writtenDecimal(amount),
    }));
}
