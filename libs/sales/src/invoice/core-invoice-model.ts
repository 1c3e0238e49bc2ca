import type { Decimal, FullDate } from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { DraftInvoice } from './draft-invoice.resource.js';
import type { SoldWithoutVat } from './document-words.data.js';

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
  /** BT-7: the day of VAT, where it is another one than that of issue. */
  readonly vatPointDate?: FullDate | undefined;
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
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G';

/** How something is taxed. */
export type CoreTax = {
  /** BT-102, BT-118, BT-151; undefined where the books do not say why no tax is charged. */
  readonly category?: VatCategory | undefined;
  /** BT-103, BT-119, BT-152. */
  readonly ratePercentage: Decimal;
};

/** BG-21: what is charged on the whole document. */
export type CoreCharge = CoreTax & {
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

/** An invoice or a credit note, drafted or booked. */
export type Invoice = DraftInvoice | BookedInvoice;

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

/** An amount with the sign that the document has: turned round on a credit note. */
export type Turned = (amount: Decimal) => Decimal;
