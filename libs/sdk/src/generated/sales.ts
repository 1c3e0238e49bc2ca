// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Action, Bytes, DraftOf, Finder, Item, ItemActions, Link, Optional } from '../link.js';
import type { Collection, Creation, Page } from '../pages.js';
import type { Dated } from '../query.js';
import type {
  Account,
  BookedVoucher,
  CountryCode,
  Department,
  DepartmentalDistribution,
  NumberSeries,
  OpenPost,
  VatAccount,
  VatZone,
} from './ledger.js';
import type { Product, Unit } from './products.js';

/** An item of additional-expenses: list, get, create, replace and remove. */
export interface AdditionalExpense extends Item<{
  readonly key: { readonly additionalExpenseNumber: number };
  readonly create: AdditionalExpenseDraft;
  readonly replace: AdditionalExpenseDraft;
  readonly remove: true;
  readonly filter: AdditionalExpenseFilters;
  readonly sort: AdditionalExpenseSortable;
}> {
  /** Identifies it; given by the service. */
  readonly additionalExpenseNumber: number;
  /** What it is called. */
  readonly name: string;
  /** The amount is credited to this account. */
  readonly account: { readonly accountNumber: number; readonly name?: string; readonly self: Link<Account> };
  /** Default VAT code; a line may name another. */
  readonly vatAccount: { readonly vatCode: string; readonly self: Link<VatAccount> };
  /** What kind of expense it is. */
  readonly additionalExpenseType: 'Miscellaneous' | 'StampDuty' | 'BankExpense' | 'Package' | 'Transport';
  /** Made by the service: may be edited, not removed. */
  readonly isSystemCreated: boolean;
  /** Its own address. */
  readonly self: Link<AdditionalExpense>;
}

/** What an item of additional-expenses is made of. */
export interface AdditionalExpenseDraft {
  /** What it is called; 1 to 250 characters. */
  readonly name: string;
  /** The amount is credited to this account. */
  readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
  /** Default VAT code; a line may name another. */
  readonly vatAccount: { readonly vatCode: string } | { readonly self: Link<VatAccount> };
  /** What kind of expense it is; Miscellaneous when left out. */
  readonly additionalExpenseType?:
    | 'Miscellaneous'
    | 'StampDuty'
    | 'BankExpense'
    | 'Package'
    | 'Transport'
    | undefined;
}

/** What additional-expenses can be filtered by, and the values to compare with. */
export type AdditionalExpenseFilters = {
  readonly 'account.accountNumber': number;
  readonly additionalExpenseNumber: number;
  readonly additionalExpenseType: 'Miscellaneous' | 'StampDuty' | 'BankExpense' | 'Package' | 'Transport';
  readonly isSystemCreated: boolean;
  readonly name: string;
  readonly 'vatAccount.vatCode': string;
};
/** The names of what additional-expenses can be filtered by. */
export type AdditionalExpenseFilterable = keyof AdditionalExpenseFilters;

/** What additional-expenses can be sorted by. */
export type AdditionalExpenseSortable =
  | 'account.accountNumber'
  | 'additionalExpenseNumber'
  | 'additionalExpenseType'
  | 'isSystemCreated'
  | 'name'
  | 'vatAccount.vatCode';

/** An item of booked-invoices: list and get. */
export interface BookedInvoice extends Item<{
  readonly key: { readonly bookedInvoiceNumber: number };
  readonly create: BookedInvoiceDraft;
  readonly filter: BookedInvoiceFilters;
  readonly sort: BookedInvoiceSortable;
  readonly actions: {
    /** Book a draft invoice: post its id. */
    readonly book?: Action<BookedInvoiceDraft, BookedInvoice, false>;
  };
}> {
  /** Running over the agreement, without gaps. */
  readonly bookedInvoiceNumber: number;
  /** Prefix of the series and bookedInvoiceNumber: no other invoice of the agreement has it. */
  readonly displayInvoiceNumber: string;
  /** An invoice, or a credit note. */
  readonly salesDocumentType: 'invoice' | 'creditNote';
  /** Of a credit note: the invoice that it credits. */
  readonly creditedInvoice?: {
    /** Number of the booked invoice. */
    readonly bookedInvoiceNumber: number;
    readonly self: Link<BookedInvoice>;
  };
  /** The customer that it is about. */
  readonly customer: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** Today when left out; YYYY-MM-DD. */
  readonly date: string;
  /** Follows from the payment terms and the date; what is sent counts under terms of type dueDate only; YYYY-MM-DD. */
  readonly dueDate: string;
  /** The day of VAT, where it is another one: kept and shown, statements go by the date; YYYY-MM-DD. */
  readonly vatDate?: string;
  /** ISO 4217; that of the customer when left out. */
  readonly currency: string;
  /** Base currency for 100 units of the currency; 100 for the base currency, needed for any other. */
  readonly exchangeRate: number;
  /** Unit prices include VAT. */
  readonly vatIncluded: boolean;
  /** How the document is printed. */
  readonly layout: { readonly layoutNumber: number; readonly self: Link<Layout> };
  /** When it is to be paid. */
  readonly paymentTerms: {
    readonly paymentTermsNumber: number;
    readonly name?: string;
    readonly paymentTermsType?:
      | 'net'
      | 'invoiceMonth'
      | 'paidInCash'
      | 'prepaid'
      | 'dueDate'
      | 'factoring'
      | 'invoiceWeekStartingSunday'
      | 'invoiceWeekStartingMonday'
      | 'creditcard'
      | 'timeTable';
    readonly daysOfCredit?: number;
    readonly self: Link<PaymentTerm>;
  };
  /** How it is paid. */
  readonly paymentType?: { readonly paymentTypeNumber: number; readonly self: Link<PaymentType> };
  /** Numbers sales invoices, or credit notes, without gaps, when they are booked. */
  readonly numberSeries: { readonly numberSeriesNumber: number; readonly self: Link<NumberSeries> };
  /** That of the customer when left out; one that is given is taken as it is, with the name, VAT number and VAT zone of the customer where it has none. */
  readonly recipient: {
    /** What it is called. */
    readonly name: string;
    /** Street and number. */
    readonly address?: string;
    /** Postal code of the address. */
    readonly zip?: string;
    /** Town of the address. */
    readonly city?: string;
    /** County or state of the address. */
    readonly county?: string;
    /** Country of the address, as it is printed. */
    readonly country?: string;
    /** Number of the place in electronic invoicing. */
    readonly ean?: string;
    /** Number that public customers ask for on invoices. */
    readonly publicEntryNumber?: string;
    /** Number for VAT, with the country before it. */
    readonly vatNumber?: string;
    /** Where the party is, for VAT: at home, in the union, abroad. */
    readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  };
  /** One of the customer. */
  readonly deliveryLocation?: {
    readonly deliveryLocationNumber: number;
    readonly self: Link<DeliveryLocation>;
  };
  /** That of the delivery location when left out. */
  readonly delivery?: {
    /** Street and number. */
    readonly address?: string;
    /** Postal code of the address. */
    readonly zip?: string;
    /** Town of the address. */
    readonly city?: string;
    /** County or state of the address. */
    readonly county?: string;
    /** Country of the address, as it is printed. */
    readonly country?: string;
    /** Terms of delivery, as they are printed. */
    readonly deliveryTerms?: string;
    /** The day of delivery; YYYY-MM-DD. */
    readonly deliveryDate?: string;
  };
  /** Who sold it, and what the customer calls it. */
  readonly references?: {
    /** The employee who sold it. */
    readonly primarySalesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
    /** The employee who helped to sell it. */
    readonly secondarySalesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
    /** Their reference: an order number. */
    readonly other?: string;
  };
  /** Texts for whoever reads it. */
  readonly notes?: {
    /** Stands above the lines. */
    readonly heading?: string;
    /** Stands below the heading. */
    readonly text1?: string;
    /** Stands below the lines. */
    readonly text2?: string;
  };
  /** Its lines. */
  readonly lines: readonly {
    /** Number of the line, from 1 on. */
    readonly lineNumber: number;
    /** Where it stands among the others. */
    readonly sortKey: number;
    /** The name of the product when left out. */
    readonly description?: string;
    /** The product that is sold. */
    readonly product?: { readonly productNumber: string; readonly self: Link<Product> };
    /** 1 when left out; a line of text alone has none. */
    readonly quantity?: number;
    /** The sales price of the product when left out, converted by the exchange rate, and with its VAT where vatIncluded is true. */
    readonly unitNetPrice?: number;
    /** In base currency; the cost price of the product when left out. */
    readonly unitCostPrice?: number;
    /** The defaultDiscountPct of the customer when left out; 0 on a line of text alone. */
    readonly discountPercentage: number;
    /** What the quantity is counted in. */
    readonly unit?: { readonly unitNumber: number; readonly name?: string; readonly self: Link<Unit> };
    /** The department that it counts for; with the dimension module only. */
    readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
    /** How it is shared among departments; with the dimension module only. */
    readonly departmentalDistribution?: {
      readonly departmentalDistributionNumber: number;
      readonly self: Link<DepartmentalDistribution>;
    };
    /** Without VAT, in the currency of the document. */
    readonly totalNetAmount: number;
    /** VAT, in the currency of the document. */
    readonly totalVatAmount: number;
    /** VAT included, in the currency of the document. */
    readonly totalGrossAmount: number;
    /** The price is not the sales price of the product. */
    readonly manuallyEditedSalesPrice?: boolean;
    /** Net amount less cost, in the base currency. */
    readonly marginInBaseCurrency: number;
    /** The margin in per cent of the net amount. */
    readonly marginPercentage: number;
    /** The VAT code that it has. */
    readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    /** VAT in per cent. */
    readonly vatRate: number;
    /** VAT, in the currency of the document. */
    readonly vatAmount: number;
  }[];
  /** What is charged beside the lines: freight, stamp duty. */
  readonly additionalExpenseLines: readonly {
    /** What is charged beside the lines, as it was called then. */
    readonly additionalExpense: {
      /** Number of the additional expense. */
      readonly additionalExpenseNumber: number;
      /** What it is called. */
      readonly name: string;
      readonly self: Link<AdditionalExpense>;
    };
    /** Number of the line, from 1 on. */
    readonly lineNumber: number;
    /** How much it is; of entries and in statements, debit is positive. */
    readonly amount: number;
    /** VAT, in the currency of the document. */
    readonly vatAmount: number;
    /** The VAT code that it has. */
    readonly vatAccount: { readonly vatCode: string; readonly self: Link<VatAccount> };
  }[];
  /** What is charged under each VAT code; together they are the totals of the invoice. */
  readonly vatCodeGroups: readonly {
    /** The VAT code that it has. */
    readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    /** VAT in per cent. */
    readonly vatRate: number;
    /** Without VAT, in the currency of the document. */
    readonly totalNetAmount: number;
    /** VAT, in the currency of the document. */
    readonly totalVatAmount: number;
    /** VAT included, in the currency of the document. */
    readonly totalGrossAmount: number;
  }[];
  /** Sum without VAT, in the currency of the document. */
  readonly netAmount: number;
  /** VAT, in the currency of the document. */
  readonly vatAmount: number;
  /** What is to be paid, VAT included, in the currency of the document. */
  readonly grossAmount: number;
  /** What was rounded away or added, in the currency of the document. */
  readonly roundingAmount: number;
  /** Sum without VAT, in the base currency. */
  readonly netAmountInBaseCurrency: number;
  /** What the goods cost us, in the base currency. */
  readonly costPriceInBaseCurrency: number;
  /** Net amount less cost, in the base currency. */
  readonly marginInBaseCurrency: number;
  /** The margin in per cent of the net amount. */
  readonly marginPercentage: number;
  /** What is still to be paid. */
  readonly remainder: number;
  /** What is still open, in the base currency. */
  readonly remainderInBaseCurrency: number;
  /** The same, as vouchers call it. */
  readonly remainderInDefaultCurrency?: number;
  /** The credit notes that credit this invoice, in the order of booking. */
  readonly creditNotes: readonly {
    /** Number of the booked invoice. */
    readonly bookedInvoiceNumber: number;
    readonly self: Link<BookedInvoice>;
  }[];
  /** The voucher behind it. */
  readonly voucher: {
    /** It is booked, and no draft any more. */
    readonly booked: boolean;
    /** What kind of voucher it is. */
    readonly voucherType: 'customerInvoice';
    /** Identifies the voucher. */
    readonly voucherId: number;
    /** Number of the voucher in its series. */
    readonly voucherNumber: {
      /** Prefix and number, as they are printed. */
      readonly displayVoucherNumber: string;
      /** Stands before the number, where one is shown with it. */
      readonly prefix: string;
      /** Number of the voucher in its series. */
      readonly voucherNumber: number;
    };
    readonly self?: Link<BookedVoucher>;
  };
  /** Leads to its pdf. */
  readonly pdf: { readonly download: Link<Bytes> };
  /** Its own address. */
  readonly self: Link<BookedInvoice>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Draft a credit note: post {} for all of it, or its lines and quantities. */
    readonly credit?: Action<
      {
        /** All that is not credited yet when left out; at most 1000. */
        readonly lines?:
          | readonly {
              /** Number of the line, from 1 on; 1 to 2147483647. */
              readonly lineNumber: number;
              /** Positive; all that is not credited yet when left out; at most 10 decimals. */
              readonly quantity?: number | undefined;
            }[]
          | undefined;
      },
      DraftInvoice,
      false
    >;
  };
}

/** What an item of booked-invoices is made of. */
export interface BookedInvoiceDraft {
  /** Identifies the draft; 1 to 999999999. */
  readonly id: number;
}

/** What booked-invoices can be filtered by, and the values to compare with. */
export type BookedInvoiceFilters = {
  readonly currency: string;
  readonly 'customer.customerNumber': number;
  readonly date: Dated;
  readonly 'delivery.address': string;
  readonly 'delivery.city': string;
  readonly 'delivery.country': string;
  readonly 'delivery.county': string;
  readonly 'delivery.deliveryDate': Dated;
  readonly 'delivery.deliveryTerms': string;
  readonly 'delivery.zip': string;
  readonly 'deliveryLocation.deliveryLocationNumber': number;
  readonly dueDate: Dated;
  readonly exchangeRate: number;
  readonly grossAmount: number;
  readonly netAmount: number;
  readonly 'notes.heading': string;
  readonly 'notes.text1': string;
  readonly 'notes.text2': string;
  readonly 'numberSeries.numberSeriesNumber': number;
  readonly 'paymentTerms.paymentTermsNumber': number;
  readonly 'recipient.address': string;
  readonly 'recipient.city': string;
  readonly 'recipient.country': string;
  readonly 'recipient.county': string;
  readonly 'recipient.ean': string;
  readonly 'recipient.name': string;
  readonly 'recipient.publicEntryNumber': string;
  readonly 'recipient.vatZone.vatZoneNumber': number;
  readonly 'recipient.zip': string;
  readonly 'references.other': string;
  readonly 'references.primarySalesPerson.employeeNumber': number;
  readonly 'references.secondarySalesPerson.employeeNumber': number;
  readonly bookedInvoiceNumber: number;
  readonly displayInvoiceNumber: string;
  readonly remainder: number;
  readonly remainderInBaseCurrency: number;
  readonly 'voucher.voucherId': number;
  readonly 'voucher.voucherNumber.voucherNumber': number;
};
/** The names of what booked-invoices can be filtered by. */
export type BookedInvoiceFilterable = keyof BookedInvoiceFilters;

/** What booked-invoices can be sorted by. */
export type BookedInvoiceSortable =
  | 'currency'
  | 'customer.customerNumber'
  | 'date'
  | 'delivery.address'
  | 'delivery.city'
  | 'delivery.country'
  | 'delivery.county'
  | 'delivery.deliveryDate'
  | 'delivery.deliveryTerms'
  | 'delivery.zip'
  | 'deliveryLocation.deliveryLocationNumber'
  | 'dueDate'
  | 'exchangeRate'
  | 'grossAmount'
  | 'netAmount'
  | 'notes.heading'
  | 'notes.text1'
  | 'notes.text2'
  | 'numberSeries.numberSeriesNumber'
  | 'paymentTerms.paymentTermsNumber'
  | 'recipient.address'
  | 'recipient.city'
  | 'recipient.country'
  | 'recipient.county'
  | 'recipient.ean'
  | 'recipient.name'
  | 'recipient.publicEntryNumber'
  | 'recipient.vatZone.vatZoneNumber'
  | 'recipient.zip'
  | 'references.other'
  | 'references.primarySalesPerson.employeeNumber'
  | 'references.secondarySalesPerson.employeeNumber'
  | 'bookedInvoiceNumber'
  | 'displayInvoiceNumber'
  | 'remainder'
  | 'remainderInBaseCurrency'
  | 'voucher.voucherId'
  | 'voucher.voucherNumber.voucherNumber';

/** An item of customers: list, get, create, replace and remove. */
export interface Customer extends Item<{
  readonly key: { readonly customerNumber: number };
  readonly create: CustomerDraft;
  readonly createAll: CustomerDraft;
  readonly replace: CustomerDraft;
  readonly remove: true;
  readonly filter: CustomerFilters;
  readonly sort: CustomerSortable;
}> {
  /** Number of the customer. */
  readonly customerNumber: number;
  /** What it is called. */
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The group of the customer, which names its account. */
  readonly customerGroup: { readonly customerGroupNumber: number; readonly self: Link<CustomerGroup> };
  /** When it is to be paid. */
  readonly paymentTerms: { readonly paymentTermsNumber: number; readonly self: Link<PaymentTerm> };
  /** Where the party is, for VAT: at home, in the union, abroad. */
  readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  /** Street and number. */
  readonly address?: string;
  /** Postal code of the address. */
  readonly zip?: string;
  /** Town of the address. */
  readonly city?: string;
  /** Country of the address, as it is printed. */
  readonly country?: string;
  /** The country, by its code. */
  readonly countryCode?: { readonly code: string; readonly self: Link<CountryCode> };
  /** One of its own contacts. */
  readonly attention?: { readonly customerContactNumber: number; readonly self: Link<CustomerContact> };
  /** One of its own contacts. */
  readonly customerContact?: { readonly customerContactNumber: number; readonly self: Link<CustomerContact> };
  /** One of its own delivery locations. */
  readonly defaultDeliveryLocation?: {
    readonly deliveryLocationNumber: number;
    readonly self: Link<DeliveryLocation>;
  };
  /** Address for electronic mail. */
  readonly email?: string;
  /** Number of the telephone, or of the fax machine. */
  readonly telephoneAndFaxNumber?: string;
  /** Number of the mobile telephone. */
  readonly mobilePhone?: string;
  /** Address of its pages. */
  readonly website?: string;
  /** Number of the company in the public register. */
  readonly corporateIdentificationNumber?: string;
  /** Number for VAT, with the country before it. */
  readonly vatNumber?: string;
  /** Number of the place in electronic invoicing. */
  readonly ean?: string;
  /** Number of the production unit in the public register. */
  readonly pNumber?: string;
  /** Number that public customers ask for on invoices. */
  readonly publicEntryNumber?: string;
  /** Address for certified electronic mail (PEC). */
  readonly italianCertifiedEmail?: string;
  /** A word such as Consumer. */
  readonly italianCustomerType?: string;
  /** Public customers pay the VAT to the state themselves. */
  readonly splitPayment: boolean;
  /** How much the customer may owe, in the base currency. */
  readonly creditLimit?: number;
  /** Discount of new invoice lines that give none, in per cent. */
  readonly defaultDiscountPct?: number;
  /** How the document is printed. */
  readonly layout?: { readonly layoutNumber: number; readonly self: Link<Layout> };
  /** The employee who looks after it. */
  readonly salesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
  /** How it is paid. */
  readonly paymentType?: {
    readonly paymentTypeNumber: number;
    readonly name?: string;
    readonly self: Link<PaymentType>;
  };
  /** International number of the bank account. */
  readonly iban?: string;
  /** Code of the bank (BIC). */
  readonly swift?: string;
  /** Names the mandate for direct debits. */
  readonly mandateID?: string;
  /** The day on which the customer signed the mandate; YYYY-MM-DD. */
  readonly directDebitMandateDate?: string;
  /** Words to find it by. */
  readonly tags: readonly string[];
  /** Not to be used on invoices. */
  readonly barred: boolean;
  /** What it owes, in base currency: the sum of its entries. */
  readonly balance: number;
  /** What of the balance is due and open: what is left of what was to be paid before today. */
  readonly dueAmount: number;
  /** Cut to the whole minute; YYYY-MM-DDThh:mm:ssZ. */
  readonly lastUpdated: string;
  /** Leads to its contacts. */
  readonly contacts: Link<Collection<CustomerContact>>;
  /** Leads to its delivery locations. */
  readonly deliveryLocations: Link<Collection<DeliveryLocation>>;
  /** Leads to its open posts. */
  readonly openPosts: Link<Page<OpenPost>>;
  /** Its own address. */
  readonly self: Link<Customer>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly createCustomerContact?: Creation<CustomerContact>;
    readonly findCustomerContact?: Finder<CustomerContact, { readonly customerContactNumber: number }>;
    readonly createDeliveryLocation?: Creation<DeliveryLocation>;
    readonly findDeliveryLocation?: Finder<DeliveryLocation, { readonly deliveryLocationNumber: number }>;
  };
}

/** What an item of customers is made of. */
export interface CustomerDraft {
  /** Number of the customer; 1 to 999999999. */
  readonly customerNumber?: number | undefined;
  /** What it is called; 1 to 255 characters. */
  readonly name: string;
  /** ISO 4217; 3 characters. */
  readonly currency: string;
  /** The group of the customer, which names its account. */
  readonly customerGroup: { readonly customerGroupNumber: number } | { readonly self: Link<CustomerGroup> };
  /** When it is to be paid. */
  readonly paymentTerms: { readonly paymentTermsNumber: number } | { readonly self: Link<PaymentTerm> };
  /** Where the party is, for VAT: at home, in the union, abroad. */
  readonly vatZone: { readonly vatZoneNumber: number } | { readonly self: Link<VatZone> };
  /** Street and number; at most 510 characters. */
  readonly address?: string | undefined;
  /** Postal code of the address; at most 30 characters. */
  readonly zip?: string | undefined;
  /** Town of the address; at most 50 characters. */
  readonly city?: string | undefined;
  /** Country of the address, as it is printed; at most 50 characters. */
  readonly country?: string | undefined;
  /** The country, by its code. */
  readonly countryCode?: { readonly code: string } | { readonly self: Link<CountryCode> } | undefined;
  /** One of its own contacts. */
  readonly attention?:
    | { readonly customerContactNumber: number }
    | { readonly self: Link<CustomerContact> }
    | undefined;
  /** One of its own contacts. */
  readonly customerContact?:
    | { readonly customerContactNumber: number }
    | { readonly self: Link<CustomerContact> }
    | undefined;
  /** One of its own delivery locations. */
  readonly defaultDeliveryLocation?:
    | { readonly deliveryLocationNumber: number }
    | { readonly self: Link<DeliveryLocation> }
    | undefined;
  /** Address for electronic mail; at most 255 characters. */
  readonly email?: string | undefined;
  /** Number of the telephone, or of the fax machine; at most 255 characters. */
  readonly telephoneAndFaxNumber?: string | undefined;
  /** Number of the mobile telephone; at most 50 characters. */
  readonly mobilePhone?: string | undefined;
  /** Address of its pages; at most 255 characters. */
  readonly website?: string | undefined;
  /** Number of the company in the public register; at most 40 characters. */
  readonly corporateIdentificationNumber?: string | undefined;
  /** Number for VAT, with the country before it; at most 50 characters. */
  readonly vatNumber?: string | undefined;
  /** Number of the place in electronic invoicing; at most 40 characters. */
  readonly ean?: string | undefined;
  /** Number of the production unit in the public register; 10 characters. */
  readonly pNumber?: string | undefined;
  /** Number that public customers ask for on invoices; at most 50 characters. */
  readonly publicEntryNumber?: string | undefined;
  /** Address for certified electronic mail (PEC); at most 255 characters. */
  readonly italianCertifiedEmail?: string | undefined;
  /** A word such as Consumer; 1 to 50 characters. */
  readonly italianCustomerType?: string | undefined;
  /** Public customers pay the VAT to the state themselves; false when left out. */
  readonly splitPayment?: boolean | undefined;
  /** How much the customer may owe, in the base currency; -10000000000000 to 10000000000000, at most 2 decimals. */
  readonly creditLimit?: number | undefined;
  /** Discount of new invoice lines that give none, in per cent; 0 to 100, at most 10 decimals. */
  readonly defaultDiscountPct?: number | undefined;
  /** How the document is printed. */
  readonly layout?: { readonly layoutNumber: number } | { readonly self: Link<Layout> } | undefined;
  /** The employee who looks after it. */
  readonly salesPerson?: { readonly employeeNumber: number } | { readonly self: Link<Employee> } | undefined;
  /** How it is paid. */
  readonly paymentType?:
    | { readonly paymentTypeNumber: number }
    | { readonly self: Link<PaymentType> }
    | undefined;
  /** International number of the bank account; at most 34 characters. */
  readonly iban?: string | undefined;
  /** Code of the bank (BIC); at most 11 characters. */
  readonly swift?: string | undefined;
  /** Names the mandate for direct debits; at most 35 characters. */
  readonly mandateID?: string | undefined;
  /** The day on which the customer signed the mandate; YYYY-MM-DD. */
  readonly directDebitMandateDate?: string | undefined;
  /** Words to find it by; at most 100. */
  readonly tags?: readonly string[] | undefined;
  /** Not to be used on invoices; false when left out. */
  readonly barred?: boolean | undefined;
}

/** What customers can be filtered by, and the values to compare with. */
export type CustomerFilters = {
  readonly address: string;
  readonly balance: number;
  readonly barred: boolean;
  readonly city: string;
  readonly corporateIdentificationNumber: string;
  readonly country: string;
  readonly creditLimit: number;
  readonly currency: string;
  readonly 'customerGroup.customerGroupNumber': number;
  readonly customerNumber: number;
  readonly dueAmount: number;
  readonly ean: string;
  readonly email: string;
  readonly lastUpdated: Dated;
  readonly name: string;
  readonly publicEntryNumber: string;
  readonly telephoneAndFaxNumber: string;
  readonly vatNumber: string;
  readonly website: string;
  readonly zip: string;
};
/** The names of what customers can be filtered by. */
export type CustomerFilterable = keyof CustomerFilters;

/** What customers can be sorted by. */
export type CustomerSortable =
  | 'address'
  | 'balance'
  | 'city'
  | 'corporateIdentificationNumber'
  | 'country'
  | 'creditLimit'
  | 'currency'
  | 'customerGroup.customerGroupNumber'
  | 'customerNumber'
  | 'dueAmount'
  | 'ean'
  | 'email'
  | 'lastUpdated'
  | 'name'
  | 'publicEntryNumber'
  | 'telephoneAndFaxNumber'
  | 'vatNumber'
  | 'website'
  | 'zip';

/** An item of customer-contacts: list, get, create, replace and remove. */
export interface CustomerContact extends Item<{
  readonly key: { readonly customerContactNumber: number };
  readonly create: CustomerContactDraft;
  readonly replace: CustomerContactDraft;
  readonly remove: true;
  readonly filter: CustomerContactFilters;
  readonly sort: CustomerContactSortable;
}> {
  /** Number of the contact among those of the customer. */
  readonly customerContactNumber: number;
  /** The customer that it is about. */
  readonly customer: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** What it is called. */
  readonly name: string;
  /** Address for electronic mail. */
  readonly email?: string;
  /** Number of the telephone. */
  readonly phone?: string;
  /** Names the contact on electronic invoices. */
  readonly eInvoiceId?: string;
  /** Texts for whoever reads it. */
  readonly notes?: string;
  /** What the contact is sent by electronic mail. */
  readonly emailNotifications: readonly ('invoices' | 'orders' | 'quotations' | 'reminders')[];
  /** Where it stands among the others. */
  readonly sortKey?: number;
  /** Its own address. */
  readonly self: Link<CustomerContact>;
}

/** What an item of customer-contacts is made of. */
export interface CustomerContactDraft {
  /** Number of the contact among those of the customer; 1 to 999999999. */
  readonly customerContactNumber?: number | undefined;
  /** What it is called; 1 to 255 characters. */
  readonly name: string;
  /** Address for electronic mail; at most 255 characters. */
  readonly email?: string | undefined;
  /** Number of the telephone; at most 50 characters. */
  readonly phone?: string | undefined;
  /** Names the contact on electronic invoices; at most 50 characters. */
  readonly eInvoiceId?: string | undefined;
  /** Texts for whoever reads it; at most 2000 characters. */
  readonly notes?: string | undefined;
  /** What the contact is sent by electronic mail; at most 4. */
  readonly emailNotifications?: readonly ('invoices' | 'orders' | 'quotations' | 'reminders')[] | undefined;
  /** Where it stands among the others; 1 to 2147483647. */
  readonly sortKey?: number | undefined;
}

/** What customer-contacts can be filtered by, and the values to compare with. */
export type CustomerContactFilters = {
  readonly 'customer.customerNumber': number;
  readonly customerContactNumber: number;
  readonly eInvoiceId: string;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly sortKey: number;
};
/** The names of what customer-contacts can be filtered by. */
export type CustomerContactFilterable = keyof CustomerContactFilters;

/** What customer-contacts can be sorted by. */
export type CustomerContactSortable =
  | 'customer.customerNumber'
  | 'customerContactNumber'
  | 'eInvoiceId'
  | 'email'
  | 'name'
  | 'phone'
  | 'sortKey';

/** An item of customer-groups: list, get, create, replace and remove. */
export interface CustomerGroup extends Item<{
  readonly key: { readonly customerGroupNumber: number };
  readonly create: CustomerGroupDraft;
  readonly replace: CustomerGroupDraft;
  readonly remove: true;
  readonly filter: CustomerGroupFilters;
  readonly sort: CustomerGroupSortable;
}> {
  /** Number of the customer group. */
  readonly customerGroupNumber: number;
  /** What it is called. */
  readonly name: string;
  /** The control account: what these customers owe stands on it. */
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  /** How the document is printed. */
  readonly layout?: { readonly layoutNumber: number; readonly self: Link<Layout> };
  /** Numbers the invoices of this group. */
  readonly salesInvoiceNumberSeries?: {
    readonly numberSeriesNumber: number;
    readonly self: Link<NumberSeries>;
  };
  /** Numbers the invoices of this group that were written elsewhere. */
  readonly manualSalesInvoiceNumberSeries?: {
    readonly numberSeriesNumber: number;
    readonly self: Link<NumberSeries>;
  };
  /** Leads to its customers. */
  readonly customers: Link<Page<Customer>>;
  /** Its own address. */
  readonly self: Link<CustomerGroup>;
}

/** What an item of customer-groups is made of. */
export interface CustomerGroupDraft {
  /** Number of the customer group; 1 to 999999999. */
  readonly customerGroupNumber?: number | undefined;
  /** What it is called; 1 to 50 characters. */
  readonly name: string;
  /** The control account: what these customers owe stands on it. */
  readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
  /** How the document is printed. */
  readonly layout?: { readonly layoutNumber: number } | { readonly self: Link<Layout> } | undefined;
  /** Numbers the invoices of this group. */
  readonly salesInvoiceNumberSeries?:
    | { readonly numberSeriesNumber: number }
    | { readonly self: Link<NumberSeries> }
    | undefined;
  /** Numbers the invoices of this group that were written elsewhere. */
  readonly manualSalesInvoiceNumberSeries?:
    | { readonly numberSeriesNumber: number }
    | { readonly self: Link<NumberSeries> }
    | undefined;
}

/** What customer-groups can be filtered by, and the values to compare with. */
export type CustomerGroupFilters = {
  readonly 'account.accountNumber': number;
  readonly 'account.accountType':
    | 'profitAndLoss'
    | 'status'
    | 'totalFrom'
    | 'heading'
    | 'headingStart'
    | 'sumInterval'
    | 'sumAlpha';
  readonly 'account.balance': number;
  readonly 'account.blockDirectEntries': boolean;
  readonly 'account.debitCredit': 'debit' | 'credit';
  readonly 'account.name': string;
  readonly customerGroupNumber: number;
  readonly name: string;
};
/** The names of what customer-groups can be filtered by. */
export type CustomerGroupFilterable = keyof CustomerGroupFilters;

/** What customer-groups can be sorted by. */
export type CustomerGroupSortable =
  | 'account.accountNumber'
  | 'account.accountType'
  | 'account.balance'
  | 'account.blockDirectEntries'
  | 'account.debitCredit'
  | 'account.name'
  | 'customerGroupNumber'
  | 'name';

/** An item of delivery-locations: list, get, create, replace and remove. */
export interface DeliveryLocation extends Item<{
  readonly key: { readonly deliveryLocationNumber: number };
  readonly create: DeliveryLocationDraft;
  readonly replace: DeliveryLocationDraft;
  readonly remove: true;
  readonly filter: DeliveryLocationFilters;
  readonly sort: DeliveryLocationSortable;
}> {
  /** Identifies it; given by the service. */
  readonly deliveryLocationNumber: number;
  /** The customer that it is about. */
  readonly customer: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** Street and number. */
  readonly address?: string;
  /** Postal code of the address. */
  readonly postalCode?: string;
  /** Town of the address. */
  readonly city?: string;
  /** Country of the address, as it is printed. */
  readonly country?: string;
  /** Terms of delivery, as they are printed. */
  readonly termsOfDelivery?: string;
  /** Not to be used any more. */
  readonly barred: boolean;
  /** Where it stands among the others. */
  readonly sortKey?: number;
  /** Its own address. */
  readonly self: Link<DeliveryLocation>;
}

/** What an item of delivery-locations is made of. */
export interface DeliveryLocationDraft {
  /** Street and number; at most 255 characters. */
  readonly address?: string | undefined;
  /** Postal code of the address; at most 15 characters. */
  readonly postalCode?: string | undefined;
  /** Town of the address; at most 50 characters. */
  readonly city?: string | undefined;
  /** Country of the address, as it is printed; at most 50 characters. */
  readonly country?: string | undefined;
  /** Terms of delivery, as they are printed; at most 100 characters. */
  readonly termsOfDelivery?: string | undefined;
  /** Not to be used any more; false when left out. */
  readonly barred?: boolean | undefined;
  /** Where it stands among the others; 1 to 2147483647. */
  readonly sortKey?: number | undefined;
}

/** What delivery-locations can be filtered by, and the values to compare with. */
export type DeliveryLocationFilters = {
  readonly address: string;
  readonly barred: boolean;
  readonly city: string;
  readonly country: string;
  readonly deliveryLocationNumber: number;
  readonly postalCode: string;
  readonly sortKey: number;
};
/** The names of what delivery-locations can be filtered by. */
export type DeliveryLocationFilterable = keyof DeliveryLocationFilters;

/** What delivery-locations can be sorted by. */
export type DeliveryLocationSortable =
  | 'address'
  | 'city'
  | 'country'
  | 'deliveryLocationNumber'
  | 'postalCode'
  | 'sortKey';

/** An item of draft-invoices: list, get, create, replace and remove. */
export interface DraftInvoice extends Item<{
  readonly key: { readonly id: number };
  readonly create: DraftInvoiceDraft;
  readonly replace: DraftInvoiceDraft;
  readonly remove: true;
  readonly filter: DraftInvoiceFilters;
  readonly sort: DraftInvoiceSortable;
  readonly actions: {
    /** Compute a draft invoice without keeping it. */
    readonly preview?: Action<DraftInvoiceDraft, Omit<DraftInvoice, 'id' | 'pdf' | 'self'>, false>;
  };
}> {
  /** Identifies it; given by the service. */
  readonly id: number;
  /** An invoice, or a credit note. */
  readonly salesDocumentType: 'invoice' | 'creditNote';
  /** Of a credit note: the invoice that it credits. */
  readonly creditedInvoice?: {
    /** Number of the booked invoice. */
    readonly bookedInvoiceNumber: number;
    readonly self: Link<BookedInvoice>;
  };
  /** The customer that it is about. */
  readonly customer: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** Today when left out; YYYY-MM-DD. */
  readonly date: string;
  /** Follows from the payment terms and the date; what is sent counts under terms of type dueDate only; YYYY-MM-DD. */
  readonly dueDate: string;
  /** The day of VAT, where it is another one: kept and shown, statements go by the date; YYYY-MM-DD. */
  readonly vatDate?: string;
  /** ISO 4217; that of the customer when left out. */
  readonly currency: string;
  /** Base currency for 100 units of the currency; 100 for the base currency, needed for any other. */
  readonly exchangeRate: number;
  /** Unit prices include VAT. */
  readonly vatIncluded: boolean;
  /** How the document is printed. */
  readonly layout: { readonly layoutNumber: number; readonly self: Link<Layout> };
  /** When it is to be paid. */
  readonly paymentTerms: {
    readonly paymentTermsNumber: number;
    readonly name?: string;
    readonly paymentTermsType?:
      | 'net'
      | 'invoiceMonth'
      | 'paidInCash'
      | 'prepaid'
      | 'dueDate'
      | 'factoring'
      | 'invoiceWeekStartingSunday'
      | 'invoiceWeekStartingMonday'
      | 'creditcard'
      | 'timeTable';
    readonly daysOfCredit?: number;
    readonly self: Link<PaymentTerm>;
  };
  /** How it is paid. */
  readonly paymentType?: { readonly paymentTypeNumber: number; readonly self: Link<PaymentType> };
  /** Numbers sales invoices, or credit notes, without gaps, when they are booked. */
  readonly numberSeries: { readonly numberSeriesNumber: number; readonly self: Link<NumberSeries> };
  /** That of the customer when left out; one that is given is taken as it is, with the name, VAT number and VAT zone of the customer where it has none. */
  readonly recipient: {
    /** What it is called. */
    readonly name: string;
    /** Street and number. */
    readonly address?: string;
    /** Postal code of the address. */
    readonly zip?: string;
    /** Town of the address. */
    readonly city?: string;
    /** County or state of the address. */
    readonly county?: string;
    /** Country of the address, as it is printed. */
    readonly country?: string;
    /** Number of the place in electronic invoicing. */
    readonly ean?: string;
    /** Number that public customers ask for on invoices. */
    readonly publicEntryNumber?: string;
    /** Number for VAT, with the country before it. */
    readonly vatNumber?: string;
    /** Where the party is, for VAT: at home, in the union, abroad. */
    readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  };
  /** One of the customer. */
  readonly deliveryLocation?: {
    readonly deliveryLocationNumber: number;
    readonly self: Link<DeliveryLocation>;
  };
  /** That of the delivery location when left out. */
  readonly delivery?: {
    /** Street and number. */
    readonly address?: string;
    /** Postal code of the address. */
    readonly zip?: string;
    /** Town of the address. */
    readonly city?: string;
    /** County or state of the address. */
    readonly county?: string;
    /** Country of the address, as it is printed. */
    readonly country?: string;
    /** Terms of delivery, as they are printed. */
    readonly deliveryTerms?: string;
    /** The day of delivery; YYYY-MM-DD. */
    readonly deliveryDate?: string;
  };
  /** Who sold it, and what the customer calls it. */
  readonly references?: {
    /** The employee who sold it. */
    readonly primarySalesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
    /** The employee who helped to sell it. */
    readonly secondarySalesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
    /** Their reference: an order number. */
    readonly other?: string;
  };
  /** Texts for whoever reads it. */
  readonly notes?: {
    /** Stands above the lines. */
    readonly heading?: string;
    /** Stands below the heading. */
    readonly text1?: string;
    /** Stands below the lines. */
    readonly text2?: string;
  };
  /** As delivery notes have it: no draft has one. */
  readonly deliveryStatus?: string;
  /** Given when it is booked: no draft has one. */
  readonly voucherNumber?: number;
  /** Its lines. */
  readonly lines: readonly {
    /** Number of the line, from 1 on. */
    readonly lineNumber: number;
    /** Where it stands among the others. */
    readonly sortKey: number;
    /** The name of the product when left out. */
    readonly description?: string;
    /** The product that is sold. */
    readonly product?: { readonly productNumber: string; readonly self: Link<Product> };
    /** 1 when left out; a line of text alone has none. */
    readonly quantity?: number;
    /** The sales price of the product when left out, converted by the exchange rate, and with its VAT where vatIncluded is true. */
    readonly unitNetPrice?: number;
    /** In base currency; the cost price of the product when left out. */
    readonly unitCostPrice?: number;
    /** The defaultDiscountPct of the customer when left out; 0 on a line of text alone. */
    readonly discountPercentage: number;
    /** What the quantity is counted in. */
    readonly unit?: { readonly unitNumber: number; readonly name?: string; readonly self: Link<Unit> };
    /** The department that it counts for; with the dimension module only. */
    readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
    /** How it is shared among departments; with the dimension module only. */
    readonly departmentalDistribution?: {
      readonly departmentalDistributionNumber: number;
      readonly self: Link<DepartmentalDistribution>;
    };
    /** Without VAT, in the currency of the document. */
    readonly totalNetAmount: number;
    /** VAT, in the currency of the document. */
    readonly totalVatAmount: number;
    /** VAT included, in the currency of the document. */
    readonly totalGrossAmount: number;
    /** The price is not the sales price of the product. */
    readonly manuallyEditedSalesPrice?: boolean;
    /** Net amount less cost, in the base currency. */
    readonly marginInBaseCurrency: number;
    /** The margin in per cent of the net amount. */
    readonly marginPercentage: number;
    /** Follows from the product group and the VAT zone of the recipient when left out. */
    readonly vatInfo?: {
      /** The VAT code that it has. */
      readonly vatAccount: { readonly vatCode: string; readonly self: Link<VatAccount> };
      /** VAT in per cent. */
      readonly vatRate?: number;
    };
  }[];
  /** What is charged beside the lines: freight, stamp duty. */
  readonly additionalExpenseLines: readonly {
    /** What is charged beside the lines, as it was called then. */
    readonly additionalExpense: {
      readonly additionalExpenseNumber: number;
      readonly name?: string;
      readonly self: Link<AdditionalExpense>;
    };
    /** Number of the line, from 1 on. */
    readonly lineNumber: number;
    /** Net. */
    readonly amount: number;
    /** Calculated when left out; a wrong one is refused. */
    readonly vatAmount: number;
    /** That of the expense when left out. */
    readonly vatAccount: { readonly vatCode: string; readonly self: Link<VatAccount> };
  }[];
  /** What is charged under each VAT code; together they are the totals of the invoice. */
  readonly vatCodeGroups: readonly {
    /** The VAT code that it has. */
    readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    /** VAT in per cent. */
    readonly vatRate: number;
    /** Without VAT, in the currency of the document. */
    readonly totalNetAmount: number;
    /** VAT, in the currency of the document. */
    readonly totalVatAmount: number;
    /** VAT included, in the currency of the document. */
    readonly totalGrossAmount: number;
  }[];
  /** Sum without VAT, in the currency of the document. */
  readonly netAmount: number;
  /** VAT, in the currency of the document. */
  readonly vatAmount: number;
  /** What is to be paid, VAT included, in the currency of the document. */
  readonly grossAmount: number;
  /** What was rounded away or added, in the currency of the document. */
  readonly roundingAmount: number;
  /** Sum without VAT, in the base currency. */
  readonly netAmountInBaseCurrency: number;
  /** What the goods cost us, in the base currency. */
  readonly costPriceInBaseCurrency: number;
  /** Net amount less cost, in the base currency. */
  readonly marginInBaseCurrency: number;
  /** The margin in per cent of the net amount. */
  readonly marginPercentage: number;
  /** Leads to its pdf. */
  readonly pdf: { readonly download: Link<Bytes> };
  /** Its own address. */
  readonly self: Link<DraftInvoice>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Book a draft invoice: post its id. */
    readonly book?: Action<DraftOf<BookedInvoice>, BookedInvoice, false>;
  };
}

/** What an item of draft-invoices is made of. */
export interface DraftInvoiceDraft {
  /** The customer that it is about. */
  readonly customer: { readonly customerNumber: number } | { readonly self: Link<Customer> };
  /** Today when left out; YYYY-MM-DD. */
  readonly date?: string | undefined;
  /** Follows from the payment terms and the date; what is sent counts under terms of type dueDate only; YYYY-MM-DD. */
  readonly dueDate?: string | undefined;
  /** The day of VAT, where it is another one: kept and shown, statements go by the date; YYYY-MM-DD. */
  readonly vatDate?: string | undefined;
  /** ISO 4217; that of the customer when left out; 3 characters. */
  readonly currency?: string | undefined;
  /** Base currency for 100 units of the currency; 100 for the base currency, needed for any other; 0.0000000001 to 9999999999999, at most 10 decimals. */
  readonly exchangeRate?: number | undefined;
  /** Unit prices include VAT; false when left out. */
  readonly vatIncluded?: boolean | undefined;
  /** How the document is printed. */
  readonly layout?: { readonly layoutNumber: number } | { readonly self: Link<Layout> } | undefined;
  /** When it is to be paid. */
  readonly paymentTerms?:
    | { readonly paymentTermsNumber: number }
    | { readonly self: Link<PaymentTerm> }
    | undefined;
  /** How it is paid. */
  readonly paymentType?:
    | { readonly paymentTypeNumber: number }
    | { readonly self: Link<PaymentType> }
    | undefined;
  /** That of the customer when left out; one that is given is taken as it is, with the name, VAT number and VAT zone of the customer where it has none. */
  readonly recipient?:
    | {
        /** What it is called; 1 to 255 characters. */
        readonly name?: string | undefined;
        /** Street and number; at most 510 characters. */
        readonly address?: string | undefined;
        /** Postal code of the address; at most 30 characters. */
        readonly zip?: string | undefined;
        /** Town of the address; at most 50 characters. */
        readonly city?: string | undefined;
        /** County or state of the address; at most 50 characters. */
        readonly county?: string | undefined;
        /** Country of the address, as it is printed; at most 50 characters. */
        readonly country?: string | undefined;
        /** Number of the place in electronic invoicing; at most 40 characters. */
        readonly ean?: string | undefined;
        /** Number that public customers ask for on invoices; at most 50 characters. */
        readonly publicEntryNumber?: string | undefined;
        /** Number for VAT, with the country before it; at most 50 characters. */
        readonly vatNumber?: string | undefined;
        /** Where the party is, for VAT: at home, in the union, abroad. */
        readonly vatZone?: { readonly vatZoneNumber: number } | { readonly self: Link<VatZone> } | undefined;
      }
    | undefined;
  /** One of the customer. */
  readonly deliveryLocation?:
    | { readonly deliveryLocationNumber: number }
    | { readonly self: Link<DeliveryLocation> }
    | undefined;
  /** That of the delivery location when left out. */
  readonly delivery?:
    | {
        /** Street and number; at most 255 characters. */
        readonly address?: string | undefined;
        /** Postal code of the address; at most 30 characters. */
        readonly zip?: string | undefined;
        /** Town of the address; at most 50 characters. */
        readonly city?: string | undefined;
        /** County or state of the address; at most 50 characters. */
        readonly county?: string | undefined;
        /** Country of the address, as it is printed; at most 50 characters. */
        readonly country?: string | undefined;
        /** Terms of delivery, as they are printed; at most 100 characters. */
        readonly deliveryTerms?: string | undefined;
        /** The day of delivery; YYYY-MM-DD. */
        readonly deliveryDate?: string | undefined;
      }
    | undefined;
  /** Who sold it, and what the customer calls it. */
  readonly references?:
    | {
        /** The employee who sold it. */
        readonly primarySalesPerson?:
          | { readonly employeeNumber: number }
          | { readonly self: Link<Employee> }
          | undefined;
        /** The employee who helped to sell it. */
        readonly secondarySalesPerson?:
          | { readonly employeeNumber: number }
          | { readonly self: Link<Employee> }
          | undefined;
        /** Their reference: an order number; at most 250 characters. */
        readonly other?: string | undefined;
      }
    | undefined;
  /** Texts for whoever reads it. */
  readonly notes?:
    | {
        /** Stands above the lines; at most 250 characters. */
        readonly heading?: string | undefined;
        /** Stands below the heading; at most 1000 characters. */
        readonly text1?: string | undefined;
        /** Stands below the lines; at most 1000 characters. */
        readonly text2?: string | undefined;
      }
    | undefined;
  /** Its lines; at most 1000. */
  readonly lines?:
    | readonly {
        /** Number of the line, from 1 on; 1 to 2147483647. */
        readonly lineNumber?: number | undefined;
        /** Where it stands among the others; 1 to 2147483647. */
        readonly sortKey?: number | undefined;
        /** The name of the product when left out; at most 2500 characters. */
        readonly description?: string | undefined;
        /** The product that is sold. */
        readonly product?: { readonly productNumber: string } | { readonly self: Link<Product> } | undefined;
        /** 1 when left out; a line of text alone has none; at most 10 decimals. */
        readonly quantity?: number | undefined;
        /** The sales price of the product when left out, converted by the exchange rate, and with its VAT where vatIncluded is true; at most 10 decimals. */
        readonly unitNetPrice?: number | undefined;
        /** In base currency; the cost price of the product when left out; at most 10 decimals. */
        readonly unitCostPrice?: number | undefined;
        /** The defaultDiscountPct of the customer when left out; 0 on a line of text alone; 0 to 100, at most 10 decimals. */
        readonly discountPercentage?: number | undefined;
        /** What the quantity is counted in. */
        readonly unit?: { readonly unitNumber: number } | { readonly self: Link<Unit> } | undefined;
        /** The department that it counts for; with the dimension module only. */
        readonly department?:
          | { readonly departmentNumber: number }
          | { readonly self: Link<Department> }
          | undefined;
        /** How it is shared among departments; with the dimension module only. */
        readonly departmentalDistribution?:
          | { readonly departmentalDistributionNumber: number }
          | { readonly self: Link<DepartmentalDistribution> }
          | undefined;
        /** Follows from the product group and the VAT zone of the recipient when left out. */
        readonly vatInfo?:
          | {
              /** The VAT code that it has. */
              readonly vatAccount: { readonly vatCode: string } | { readonly self: Link<VatAccount> };
              /** VAT in per cent; 0 to 100, at most 10 decimals. */
              readonly vatRate?: number | undefined;
            }
          | undefined;
      }[]
    | undefined;
  /** What is charged beside the lines: freight, stamp duty; at most 100. */
  readonly additionalExpenseLines?:
    | readonly {
        /** What is charged beside the lines, as it was called then. */
        readonly additionalExpense:
          | { readonly additionalExpenseNumber: number }
          | { readonly self: Link<AdditionalExpense> };
        /** Number of the line, from 1 on; 1 to 2147483647. */
        readonly lineNumber?: number | undefined;
        /** Net; -10000000000000 to 10000000000000, at most 2 decimals. */
        readonly amount: number;
        /** Calculated when left out; a wrong one is refused; -10000000000000 to 10000000000000, at most 2 decimals. */
        readonly vatAmount?: number | undefined;
        /** That of the expense when left out. */
        readonly vatAccount?: { readonly vatCode: string } | { readonly self: Link<VatAccount> } | undefined;
      }[]
    | undefined;
}

/** What draft-invoices can be filtered by, and the values to compare with. */
export type DraftInvoiceFilters = {
  readonly currency: string;
  readonly 'customer.customerNumber': number;
  readonly date: Dated;
  readonly 'delivery.address': string;
  readonly 'delivery.city': string;
  readonly 'delivery.country': string;
  readonly 'delivery.county': string;
  readonly 'delivery.deliveryDate': Dated;
  readonly 'delivery.deliveryTerms': string;
  readonly 'delivery.zip': string;
  readonly 'deliveryLocation.deliveryLocationNumber': number;
  readonly dueDate: Dated;
  readonly exchangeRate: number;
  readonly grossAmount: number;
  readonly netAmount: number;
  readonly 'notes.heading': string;
  readonly 'notes.text1': string;
  readonly 'notes.text2': string;
  readonly 'numberSeries.numberSeriesNumber': number;
  readonly 'paymentTerms.paymentTermsNumber': number;
  readonly 'recipient.address': string;
  readonly 'recipient.city': string;
  readonly 'recipient.country': string;
  readonly 'recipient.county': string;
  readonly 'recipient.ean': string;
  readonly 'recipient.name': string;
  readonly 'recipient.publicEntryNumber': string;
  readonly 'recipient.vatZone.vatZoneNumber': number;
  readonly 'recipient.zip': string;
  readonly 'references.other': string;
  readonly 'references.primarySalesPerson.employeeNumber': number;
  readonly 'references.secondarySalesPerson.employeeNumber': number;
  readonly deliveryStatus: string;
  readonly id: number;
  readonly voucherNumber: number;
};
/** The names of what draft-invoices can be filtered by. */
export type DraftInvoiceFilterable = keyof DraftInvoiceFilters;

/** What draft-invoices can be sorted by. */
export type DraftInvoiceSortable =
  | 'currency'
  | 'customer.customerNumber'
  | 'date'
  | 'delivery.address'
  | 'delivery.city'
  | 'delivery.country'
  | 'delivery.county'
  | 'delivery.deliveryDate'
  | 'delivery.deliveryTerms'
  | 'delivery.zip'
  | 'deliveryLocation.deliveryLocationNumber'
  | 'dueDate'
  | 'exchangeRate'
  | 'grossAmount'
  | 'netAmount'
  | 'notes.heading'
  | 'notes.text1'
  | 'notes.text2'
  | 'numberSeries.numberSeriesNumber'
  | 'paymentTerms.paymentTermsNumber'
  | 'recipient.address'
  | 'recipient.city'
  | 'recipient.country'
  | 'recipient.county'
  | 'recipient.ean'
  | 'recipient.name'
  | 'recipient.publicEntryNumber'
  | 'recipient.vatZone.vatZoneNumber'
  | 'recipient.zip'
  | 'references.other'
  | 'references.primarySalesPerson.employeeNumber'
  | 'references.secondarySalesPerson.employeeNumber'
  | 'deliveryStatus'
  | 'id'
  | 'voucherNumber';

/** An item of employees: list, get, create, replace and remove. */
export interface Employee extends Item<{
  readonly key: { readonly employeeNumber: number };
  readonly create: EmployeeDraft;
  readonly replace: EmployeeDraft;
  readonly remove: true;
  readonly filter: EmployeeFilters;
  readonly sort: EmployeeSortable;
}> {
  /** Number of the employee. */
  readonly employeeNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Address for electronic mail. */
  readonly email?: string;
  /** Number of the telephone. */
  readonly phone?: string;
  /** Not to be chosen any more. */
  readonly barred: boolean;
  /** Its own address. */
  readonly self: Link<Employee>;
}

/** What an item of employees is made of. */
export interface EmployeeDraft {
  /** Number of the employee; 1 to 999999999. */
  readonly employeeNumber?: number | undefined;
  /** What it is called; 1 to 250 characters. */
  readonly name: string;
  /** Address for electronic mail; at most 250 characters. */
  readonly email?: string | undefined;
  /** Number of the telephone; at most 250 characters. */
  readonly phone?: string | undefined;
  /** Not to be chosen any more; false when left out. */
  readonly barred?: boolean | undefined;
}

/** What employees can be filtered by, and the values to compare with. */
export type EmployeeFilters = {
  readonly barred: boolean;
  readonly email: string;
  readonly employeeNumber: number;
  readonly name: string;
  readonly phone: string;
};
/** The names of what employees can be filtered by. */
export type EmployeeFilterable = keyof EmployeeFilters;

/** What employees can be sorted by. */
export type EmployeeSortable = 'email' | 'employeeNumber' | 'name' | 'phone';

/** An item of layouts: list and get. */
export interface Layout extends Item<{
  readonly key: { readonly layoutNumber: number };
  readonly filter: LayoutFilters;
  readonly sort: LayoutSortable;
}> {
  /** Number of the layout. */
  readonly layoutNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Taken where a customer names none. */
  readonly isDefault: boolean;
  /** Its own address. */
  readonly self: Link<Layout>;
}

/** What layouts can be filtered by, and the values to compare with. */
export type LayoutFilters = {
  readonly isDefault: boolean;
  readonly layoutNumber: number;
  readonly name: string;
};
/** The names of what layouts can be filtered by. */
export type LayoutFilterable = keyof LayoutFilters;

/** What layouts can be sorted by. */
export type LayoutSortable = 'isDefault' | 'layoutNumber' | 'name';

/** An item of payment-terms: list, get, create, replace and remove. */
export interface PaymentTerm extends Item<{
  readonly key: { readonly paymentTermsNumber: number };
  readonly create: PaymentTermDraft;
  readonly replace: PaymentTermDraft;
  readonly remove: true;
  readonly filter: PaymentTermFilters;
  readonly sort: PaymentTermSortable;
}> {
  /** Number of the payment terms. */
  readonly paymentTermsNumber: number;
  /** What it is called. */
  readonly name: string;
  /** How the due date follows from the date. */
  readonly paymentTermsType:
    | 'net'
    | 'invoiceMonth'
    | 'paidInCash'
    | 'prepaid'
    | 'dueDate'
    | 'factoring'
    | 'invoiceWeekStartingSunday'
    | 'invoiceWeekStartingMonday'
    | 'creditcard'
    | 'timeTable';
  /** Days from the date its type starts from. */
  readonly daysOfCredit?: number;
  /** What it is, in words. */
  readonly description?: string;
  /** Where the part that is paid in advance is booked. */
  readonly contraAccountForPrepaidAmount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** Where the rest is booked. */
  readonly contraAccountForRemainderAmount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** The part that is paid in advance, in per cent. */
  readonly percentageForPrepaidAmount?: number;
  /** The rest, in per cent. */
  readonly percentageForRemainderAmount?: number;
  /** Of type timeTable: the instalments, which share out 100 percent. */
  readonly timetablePaymentTemplate?: {
    /** Its lines. */
    readonly lines: readonly {
      /** Number of the instalment. */
      readonly timetablePaymentTemplateLineNumber: number;
      /** The part, in per cent. */
      readonly percentage: number;
      /** When it is to be paid. */
      readonly paymentTerms: { readonly paymentTermsNumber: number; readonly self: Link<PaymentTerm> };
    }[];
  };
  /** The customer that pays instead, for type creditcard. */
  readonly creditCardCompany?: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** Its own address. */
  readonly self: Link<PaymentTerm>;
}

/** What an item of payment-terms is made of. */
export interface PaymentTermDraft {
  /** Number of the payment terms; 1 to 999999999. */
  readonly paymentTermsNumber?: number | undefined;
  /** What it is called; 1 to 50 characters. */
  readonly name: string;
  /** How the due date follows from the date. */
  readonly paymentTermsType:
    | 'net'
    | 'invoiceMonth'
    | 'paidInCash'
    | 'prepaid'
    | 'dueDate'
    | 'factoring'
    | 'invoiceWeekStartingSunday'
    | 'invoiceWeekStartingMonday'
    | 'creditcard'
    | 'timeTable';
  /** Days from the date its type starts from; at most 9999. */
  readonly daysOfCredit?: number | undefined;
  /** What it is, in words; at most 1000 characters. */
  readonly description?: string | undefined;
  /** Where the part that is paid in advance is booked. */
  readonly contraAccountForPrepaidAmount?:
    | { readonly accountNumber: number }
    | { readonly self: Link<Account> }
    | undefined;
  /** Where the rest is booked. */
  readonly contraAccountForRemainderAmount?:
    | { readonly accountNumber: number }
    | { readonly self: Link<Account> }
    | undefined;
  /** The part that is paid in advance, in per cent; 0 to 100, at most 10 decimals. */
  readonly percentageForPrepaidAmount?: number | undefined;
  /** The rest, in per cent; 0 to 100, at most 10 decimals. */
  readonly percentageForRemainderAmount?: number | undefined;
  /** Of type timeTable: the instalments, which share out 100 percent. */
  readonly timetablePaymentTemplate?:
    | {
        /** Its lines; at most 100. */
        readonly lines: readonly {
          /** The part, in per cent; 0 to 100, at most 10 decimals. */
          readonly percentage: number;
          /** When it is to be paid. */
          readonly paymentTerms:
            | { readonly paymentTermsNumber: number }
            | { readonly self: Link<PaymentTerm> };
        }[];
      }
    | undefined;
  /** The customer that pays instead, for type creditcard. */
  readonly creditCardCompany?:
    | { readonly customerNumber: number }
    | { readonly self: Link<Customer> }
    | undefined;
}

/** What payment-terms can be filtered by, and the values to compare with. */
export type PaymentTermFilters = {
  readonly daysOfCredit: number;
  readonly name: string;
  readonly paymentTermsNumber: number;
  readonly paymentTermsType:
    | 'net'
    | 'invoiceMonth'
    | 'paidInCash'
    | 'prepaid'
    | 'dueDate'
    | 'factoring'
    | 'invoiceWeekStartingSunday'
    | 'invoiceWeekStartingMonday'
    | 'creditcard'
    | 'timeTable';
};
/** The names of what payment-terms can be filtered by. */
export type PaymentTermFilterable = keyof PaymentTermFilters;

/** What payment-terms can be sorted by. */
export type PaymentTermSortable = 'daysOfCredit' | 'name' | 'paymentTermsNumber' | 'paymentTermsType';

/** An item of payment-types: list and get. */
export interface PaymentType extends Item<{
  readonly key: { readonly paymentTypeNumber: number };
  readonly filter: PaymentTypeFilters;
  readonly sort: PaymentTypeSortable;
}> {
  /** Number of the payment type. */
  readonly paymentTypeNumber: number;
  /** What it is called. */
  readonly name: string;
  /** What a payment of this type asks for. */
  readonly fields: readonly {
    /** Number of the field of the payment type. */
    readonly paymentTypeFieldNumber: number;
    /** What it is called. */
    readonly name: string;
    /** What kind of value is written in the field. */
    readonly dataType: 'string' | 'integer';
    /** Characters at least. */
    readonly minimumLength: number;
    /** Characters at most. */
    readonly maximumLength: number;
  }[];
  /** Its own address. */
  readonly self: Link<PaymentType>;
}

/** What payment-types can be filtered by, and the values to compare with. */
export type PaymentTypeFilters = {
  readonly name: string;
  readonly paymentTypeNumber: number;
};
/** The names of what payment-types can be filtered by. */
export type PaymentTypeFilterable = keyof PaymentTypeFilters;

/** What payment-types can be sorted by. */
export type PaymentTypeSortable = 'name' | 'paymentTypeNumber';

/** An item of suppliers: list, get, create, replace and remove. */
export interface Supplier extends Item<{
  readonly key: { readonly supplierNumber: number };
  readonly create: SupplierDraft;
  readonly createAll: SupplierDraft;
  readonly replace: SupplierDraft;
  readonly remove: true;
  readonly filter: SupplierFilters;
  readonly sort: SupplierSortable;
}> {
  /** Number of the supplier. */
  readonly supplierNumber: number;
  /** What it is called. */
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The group of the supplier, which names its account. */
  readonly supplierGroup: { readonly supplierGroupNumber: number; readonly self: Link<SupplierGroup> };
  /** When it is to be paid. */
  readonly paymentTerms: { readonly paymentTermsNumber: number; readonly self: Link<PaymentTerm> };
  /** Where the party is, for VAT: at home, in the union, abroad. */
  readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  /** Street and number. */
  readonly address?: string;
  /** Postal code of the address. */
  readonly zip?: string;
  /** Town of the address. */
  readonly city?: string;
  /** County or state of the address. */
  readonly county?: string;
  /** Country of the address, as it is printed. */
  readonly country?: string;
  /** The country, by its code. */
  readonly countryCode?: { readonly code: string; readonly self: Link<CountryCode> };
  /** One of its own contacts. */
  readonly attention?: { readonly supplierContactNumber: number; readonly self: Link<SupplierContact> };
  /** One of its own contacts. */
  readonly supplierContact?: { readonly supplierContactNumber: number; readonly self: Link<SupplierContact> };
  /** Address for electronic mail. */
  readonly email?: string;
  /** Number of the telephone. */
  readonly phone?: string;
  /** Number of the company in the public register. */
  readonly corporateIdentificationNumber?: string;
  /** Number for VAT, with the country before it. */
  readonly vatNumber?: string;
  /** Account that the supplier is paid to. */
  readonly bankAccount?: string;
  /** How it is paid: a payment type, and a value for the fields of that type. */
  readonly remittanceAdvice?: {
    /** Number of the creditor with the payment service. */
    readonly creditorId?: string;
    /** How it is paid. */
    readonly paymentType?: { readonly paymentTypeNumber: number; readonly self: Link<PaymentType> };
    /** What is written in the fields of the payment type. */
    readonly fieldValues: readonly {
      /** Number of the field of the payment type. */
      readonly paymentTypeFieldNumber: number;
      /** What is written in the field. */
      readonly value: string;
    }[];
  };
  /** Text of the lines of invoices from this supplier. */
  readonly defaultInvoiceText?: string;
  /** Where its invoices are usually booked. */
  readonly costAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** How the document is printed. */
  readonly layout?: { readonly layoutNumber: number; readonly self: Link<Layout> };
  /** The employee who looks after it. */
  readonly salesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
  /** Not to be used on invoices. */
  readonly barred: boolean;
  /** What it is owed, in base currency: the sum of its entries, negative while we owe. */
  readonly balance: number;
  /** Leads to its contacts. */
  readonly contacts: Link<Collection<SupplierContact>>;
  /** Leads to its open posts. */
  readonly openPosts: Link<Page<OpenPost>>;
  /** Its own address. */
  readonly self: Link<Supplier>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly createSupplierContact?: Creation<SupplierContact>;
    readonly findSupplierContact?: Finder<SupplierContact, { readonly supplierContactNumber: number }>;
  };
}

/** What an item of suppliers is made of. */
export interface SupplierDraft {
  /** Number of the supplier; 1 to 999999999. */
  readonly supplierNumber?: number | undefined;
  /** What it is called; 1 to 255 characters. */
  readonly name: string;
  /** ISO 4217; 3 characters. */
  readonly currency: string;
  /** The group of the supplier, which names its account. */
  readonly supplierGroup: { readonly supplierGroupNumber: number } | { readonly self: Link<SupplierGroup> };
  /** When it is to be paid. */
  readonly paymentTerms: { readonly paymentTermsNumber: number } | { readonly self: Link<PaymentTerm> };
  /** Where the party is, for VAT: at home, in the union, abroad. */
  readonly vatZone: { readonly vatZoneNumber: number } | { readonly self: Link<VatZone> };
  /** Street and number; at most 255 characters. */
  readonly address?: string | undefined;
  /** Postal code of the address; at most 10 characters. */
  readonly zip?: string | undefined;
  /** Town of the address; at most 50 characters. */
  readonly city?: string | undefined;
  /** County or state of the address; at most 50 characters. */
  readonly county?: string | undefined;
  /** Country of the address, as it is printed; at most 50 characters. */
  readonly country?: string | undefined;
  /** The country, by its code. */
  readonly countryCode?: { readonly code: string } | { readonly self: Link<CountryCode> } | undefined;
  /** One of its own contacts. */
  readonly attention?:
    | { readonly supplierContactNumber: number }
    | { readonly self: Link<SupplierContact> }
    | undefined;
  /** One of its own contacts. */
  readonly supplierContact?:
    | { readonly supplierContactNumber: number }
    | { readonly self: Link<SupplierContact> }
    | undefined;
  /** Address for electronic mail; at most 100 characters. */
  readonly email?: string | undefined;
  /** Number of the telephone; at most 20 characters. */
  readonly phone?: string | undefined;
  /** Number of the company in the public register; at most 40 characters. */
  readonly corporateIdentificationNumber?: string | undefined;
  /** Number for VAT, with the country before it; at most 50 characters. */
  readonly vatNumber?: string | undefined;
  /** Account that the supplier is paid to; at most 50 characters. */
  readonly bankAccount?: string | undefined;
  /** How it is paid: a payment type, and a value for the fields of that type. */
  readonly remittanceAdvice?:
    | {
        /** Number of the creditor with the payment service; at most 50 characters. */
        readonly creditorId?: string | undefined;
        /** How it is paid. */
        readonly paymentType?:
          | { readonly paymentTypeNumber: number }
          | { readonly self: Link<PaymentType> }
          | undefined;
        /** What is written in the fields of the payment type; at most 20. */
        readonly fieldValues?:
          | readonly {
              /** Number of the field of the payment type; 1 to 999999999. */
              readonly paymentTypeFieldNumber: number;
              /** What is written in the field; 1 to 250 characters. */
              readonly value: string;
            }[]
          | undefined;
      }
    | undefined;
  /** Text of the lines of invoices from this supplier; at most 100 characters. */
  readonly defaultInvoiceText?: string | undefined;
  /** Where its invoices are usually booked. */
  readonly costAccount?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  /** How the document is printed. */
  readonly layout?: { readonly layoutNumber: number } | { readonly self: Link<Layout> } | undefined;
  /** The employee who looks after it. */
  readonly salesPerson?: { readonly employeeNumber: number } | { readonly self: Link<Employee> } | undefined;
  /** Not to be used on invoices; false when left out. */
  readonly barred?: boolean | undefined;
}

/** What suppliers can be filtered by, and the values to compare with. */
export type SupplierFilters = {
  readonly address: string;
  readonly balance: number;
  readonly bankAccount: string;
  readonly barred: boolean;
  readonly city: string;
  readonly corporateIdentificationNumber: string;
  readonly country: string;
  readonly county: string;
  readonly currency: string;
  readonly defaultInvoiceText: string;
  readonly email: string;
  readonly name: string;
  readonly 'supplierGroup.supplierGroupNumber': number;
  readonly supplierNumber: number;
  readonly vatNumber: string;
  readonly zip: string;
};
/** The names of what suppliers can be filtered by. */
export type SupplierFilterable = keyof SupplierFilters;

/** What suppliers can be sorted by. */
export type SupplierSortable =
  | 'address'
  | 'balance'
  | 'bankAccount'
  | 'barred'
  | 'city'
  | 'corporateIdentificationNumber'
  | 'country'
  | 'county'
  | 'currency'
  | 'defaultInvoiceText'
  | 'email'
  | 'name'
  | 'supplierGroup.supplierGroupNumber'
  | 'supplierNumber'
  | 'vatNumber'
  | 'zip';

/** An item of supplier-contacts: list, get, create, replace and remove. */
export interface SupplierContact extends Item<{
  readonly key: { readonly supplierContactNumber: number };
  readonly create: SupplierContactDraft;
  readonly replace: SupplierContactDraft;
  readonly remove: true;
  readonly filter: SupplierContactFilters;
  readonly sort: SupplierContactSortable;
}> {
  /** Number of the contact among those of the supplier. */
  readonly supplierContactNumber: number;
  /** The supplier that it is about. */
  readonly supplier: { readonly supplierNumber: number; readonly self: Link<Supplier> };
  /** What it is called. */
  readonly name: string;
  /** Address for electronic mail. */
  readonly email?: string;
  /** Number of the telephone. */
  readonly phone?: string;
  /** Texts for whoever reads it. */
  readonly notes?: string;
  /** Where it stands among the others. */
  readonly sortKey?: number;
  /** Its own address. */
  readonly self: Link<SupplierContact>;
}

/** What an item of supplier-contacts is made of. */
export interface SupplierContactDraft {
  /** Number of the contact among those of the supplier; 1 to 999999999. */
  readonly supplierContactNumber?: number | undefined;
  /** What it is called; 1 to 255 characters. */
  readonly name: string;
  /** Address for electronic mail; at most 255 characters. */
  readonly email?: string | undefined;
  /** Number of the telephone; at most 50 characters. */
  readonly phone?: string | undefined;
  /** Texts for whoever reads it; at most 2000 characters. */
  readonly notes?: string | undefined;
  /** Where it stands among the others; 1 to 2147483647. */
  readonly sortKey?: number | undefined;
}

/** What supplier-contacts can be filtered by, and the values to compare with. */
export type SupplierContactFilters = {
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly sortKey: number;
  readonly 'supplier.supplierNumber': number;
  readonly supplierContactNumber: number;
};
/** The names of what supplier-contacts can be filtered by. */
export type SupplierContactFilterable = keyof SupplierContactFilters;

/** What supplier-contacts can be sorted by. */
export type SupplierContactSortable =
  | 'email'
  | 'name'
  | 'phone'
  | 'sortKey'
  | 'supplier.supplierNumber'
  | 'supplierContactNumber';

/** An item of supplier-groups: list, get, create, replace and remove. */
export interface SupplierGroup extends Item<{
  readonly key: { readonly supplierGroupNumber: number };
  readonly create: SupplierGroupDraft;
  readonly replace: SupplierGroupReplacement;
  readonly remove: true;
  readonly filter: SupplierGroupFilters;
  readonly sort: SupplierGroupSortable;
}> {
  /** Number of the supplier group. */
  readonly supplierGroupNumber: number;
  /** What it is called. */
  readonly name: string;
  /** The control account: what these suppliers are owed stands on it. */
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  /** What these suppliers deliver is withdrawn from stock. */
  readonly hasInventoryWithdrawal: boolean;
  /** A word such as professionals. */
  readonly supplierGroupType?: string;
  /** Leads to its suppliers. */
  readonly suppliers: Link<Page<Supplier>>;
  /** Its own address. */
  readonly self: Link<SupplierGroup>;
}

/** What an item of supplier-groups is made of. */
export interface SupplierGroupDraft {
  /** Number of the supplier group; 1 to 999999999. */
  readonly supplierGroupNumber: number;
  /** What it is called; 1 to 50 characters. */
  readonly name: string;
  /** The control account: what these suppliers are owed stands on it. */
  readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
  /** What these suppliers deliver is withdrawn from stock; false when left out. */
  readonly hasInventoryWithdrawal?: boolean | undefined;
  /** A word such as professionals; 1 to 50 characters. */
  readonly supplierGroupType?: string | undefined;
}

/** What replaces an item of supplier-groups: supplierGroupNumber may be left out. */
export type SupplierGroupReplacement = Optional<SupplierGroupDraft, 'supplierGroupNumber'>;

/** What supplier-groups can be filtered by, and the values to compare with. */
export type SupplierGroupFilters = {
  readonly 'account.accountNumber': number;
  readonly name: string;
  readonly supplierGroupNumber: number;
  readonly supplierGroupType: string;
};
/** The names of what supplier-groups can be filtered by. */
export type SupplierGroupFilterable = keyof SupplierGroupFilters;

/** What supplier-groups can be sorted by. */
export type SupplierGroupSortable =
  | 'account.accountNumber'
  | 'name'
  | 'supplierGroupNumber'
  | 'supplierGroupType';
