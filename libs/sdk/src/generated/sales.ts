// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Action, DraftOf, Item, ItemActions, Link, Optional, Template } from '../link.js';
import type { Collection, Creation, Page } from '../pages.js';
import type {
  Account,
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
  readonly additionalExpenseNumber: number;
  readonly name: string;
  /** The amount is credited to this account. */
  readonly account: { readonly accountNumber: number; readonly name?: string; readonly self: Link<Account> };
  /** Default VAT code; a line may name another. */
  readonly vatAccount: { readonly vatCode: string; readonly self: Link<VatAccount> };
  readonly additionalExpenseType: 'Miscellaneous' | 'StampDuty' | 'BankExpense' | 'Package' | 'Transport';
  /** Made by the service: may be edited, not removed. */
  readonly isSystemCreated: boolean;
  /** Its own address. */
  readonly self: Link<AdditionalExpense>;
}

/** What an item of additional-expenses is made of. */
export interface AdditionalExpenseDraft {
  /** 1 to 250 characters. */
  readonly name: string;
  /** The amount is credited to this account. */
  readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
  /** Default VAT code; a line may name another. */
  readonly vatAccount: { readonly vatCode: string } | { readonly self: Link<VatAccount> };
  /** Miscellaneous when left out. */
  readonly additionalExpenseType?:
    'Miscellaneous' | 'StampDuty' | 'BankExpense' | 'Package' | 'Transport' | undefined;
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
  readonly salesDocumentType: 'invoice' | 'creditNote';
  /** Of a credit note: the invoice that it credits. */
  readonly creditedInvoice?: {
    readonly bookedInvoiceNumber: number;
    readonly self: string;
  };
  readonly customer: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** Today when left out; YYYY-MM-DD. */
  readonly date: string;
  /** Follows from the payment terms and the date; what is sent counts under terms of type dueDate only; YYYY-MM-DD. */
  readonly dueDate: string;
  /** YYYY-MM-DD. */
  readonly vatDate?: string;
  /** ISO 4217; that of the customer when left out. */
  readonly currency: string;
  /** Base currency for 100 units of the currency; 100 for the base currency, needed for any other. */
  readonly exchangeRate: number;
  /** Unit prices include VAT. */
  readonly vatIncluded: boolean;
  readonly layout: { readonly layoutNumber: number; readonly self: Link<Layout> };
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
  readonly paymentType?: { readonly paymentTypeNumber: number; readonly self: Link<PaymentType> };
  /** Numbers sales invoices, or credit notes, without gaps, when they are booked. */
  readonly numberSeries: { readonly numberSeriesNumber: number; readonly self: Link<NumberSeries> };
  /** That of the customer when left out; one that is given is taken as it is, with the name and VAT zone of the customer where it has none. */
  readonly recipient: {
    readonly name: string;
    readonly address?: string;
    readonly zip?: string;
    readonly city?: string;
    readonly county?: string;
    readonly country?: string;
    readonly ean?: string;
    readonly publicEntryNumber?: string;
    readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  };
  /** One of the customer. */
  readonly deliveryLocation?: {
    readonly deliveryLocationNumber: number;
    readonly self: Link<DeliveryLocation>;
  };
  /** That of the delivery location when left out. */
  readonly delivery?: {
    readonly address?: string;
    readonly zip?: string;
    readonly city?: string;
    readonly county?: string;
    readonly country?: string;
    readonly deliveryTerms?: string;
    /** YYYY-MM-DD. */
    readonly deliveryDate?: string;
  };
  readonly references?: {
    readonly primarySalesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
    readonly secondarySalesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
    readonly other?: string;
  };
  readonly notes?: {
    readonly heading?: string;
    readonly text1?: string;
    readonly text2?: string;
  };
  readonly lines: readonly {
    readonly lineNumber: number;
    readonly sortKey: number;
    /** The name of the product when left out. */
    readonly description?: string;
    readonly product?: { readonly productNumber: string; readonly self: Link<Product> };
    /** 1 when left out; a line of text alone has none. */
    readonly quantity?: number;
    /** The sales price of the product when left out, converted by the exchange rate; includes VAT where vatIncluded is true. */
    readonly unitNetPrice?: number;
    /** In base currency; the cost price of the product when left out. */
    readonly unitCostPrice?: number;
    /** The defaultDiscountPct of the customer when left out; 0 on a line of text alone. */
    readonly discountPercentage: number;
    readonly unit?: { readonly unitNumber: number; readonly name?: string; readonly self: Link<Unit> };
    /** With the dimension module only. */
    readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
    /** With the dimension module only. */
    readonly departmentalDistribution?: {
      readonly departmentalDistributionNumber: number;
      readonly self: Link<DepartmentalDistribution>;
    };
    readonly totalNetAmount: number;
    readonly totalVatAmount: number;
    readonly totalGrossAmount: number;
    /** The price is not the sales price of the product. */
    readonly manuallyEditedSalesPrice?: boolean;
    readonly marginInBaseCurrency: number;
    readonly marginPercentage: number;
    readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    readonly vatRate: number;
    readonly vatAmount: number;
  }[];
  readonly additionalExpenseLines: readonly {
    readonly additionalExpense: {
      readonly additionalExpenseNumber: number;
      readonly name: string;
      readonly self: string;
    };
    readonly lineNumber: number;
    readonly amount: number;
    readonly vatAmount: number;
    readonly vatAccount: { readonly vatCode: string; readonly self: Link<VatAccount> };
  }[];
  /** What is charged under each VAT code; together they are the totals of the invoice. */
  readonly vatCodeGroups: readonly {
    readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    readonly vatRate: number;
    readonly totalNetAmount: number;
    readonly totalVatAmount: number;
    readonly totalGrossAmount: number;
  }[];
  readonly netAmount: number;
  readonly vatAmount: number;
  readonly grossAmount: number;
  readonly roundingAmount: number;
  readonly netAmountInBaseCurrency: number;
  readonly costPriceInBaseCurrency: number;
  readonly marginInBaseCurrency: number;
  readonly marginPercentage: number;
  /** What is still to be paid. */
  readonly remainder: number;
  readonly remainderInBaseCurrency: number;
  /** The credit notes that credit this invoice, in the order of booking. */
  readonly creditNotes: readonly {
    readonly bookedInvoiceNumber: number;
    readonly self: string;
  }[];
  readonly voucher: {
    readonly booked: boolean;
    readonly voucherType: 'customerInvoice';
    readonly voucherId: number;
    readonly voucherNumber: {
      readonly displayVoucherNumber: string;
      readonly prefix: string;
      readonly voucherNumber: number;
    };
    readonly self?: string;
  };
  /** Leads to its pdf. */
  readonly pdf: { readonly download: Link<Uint8Array> };
  /** Its own address. */
  readonly self: Link<BookedInvoice>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Draft a credit note: post {} for all of it, or its lines and quantities. */
    readonly credit?: Action<
      {
        /** At most 1000. */
        readonly lines?:
          | readonly {
              /** 1 to 2147483647. */
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
  /** 1 to 999999999. */
  readonly id: number;
}

/** What booked-invoices can be filtered by, and the values to compare with. */
export type BookedInvoiceFilters = {
  readonly currency: string;
  readonly 'customer.customerNumber': number;
  readonly date: string;
  readonly 'delivery.address': string;
  readonly 'delivery.city': string;
  readonly 'delivery.country': string;
  readonly 'delivery.county': string;
  readonly 'delivery.deliveryDate': string;
  readonly 'delivery.deliveryTerms': string;
  readonly 'delivery.zip': string;
  readonly 'deliveryLocation.deliveryLocationNumber': number;
  readonly dueDate: string;
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
  readonly customerNumber: number;
  readonly name: string;
  readonly currency: string;
  readonly customerGroup: { readonly customerGroupNumber: number; readonly self: Link<CustomerGroup> };
  readonly paymentTerms: { readonly paymentTermsNumber: number; readonly self: Link<PaymentTerm> };
  readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  readonly address?: string;
  readonly zip?: string;
  readonly city?: string;
  readonly country?: string;
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
  readonly email?: string;
  readonly telephoneAndFaxNumber?: string;
  readonly mobilePhone?: string;
  readonly website?: string;
  readonly corporateIdentificationNumber?: string;
  readonly vatNumber?: string;
  readonly ean?: string;
  readonly pNumber?: string;
  readonly publicEntryNumber?: string;
  readonly italianCertifiedEmail?: string;
  /** A word such as Consumer. */
  readonly italianCustomerType?: string;
  readonly splitPayment: boolean;
  readonly creditLimit?: number;
  readonly defaultDiscountPct?: number;
  readonly layout?: { readonly layoutNumber: number; readonly self: Link<Layout> };
  readonly salesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
  readonly paymentType?: {
    readonly paymentTypeNumber: number;
    readonly name?: string;
    readonly self: Link<PaymentType>;
  };
  readonly iban?: string;
  readonly swift?: string;
  readonly mandateID?: string;
  /** YYYY-MM-DD. */
  readonly directDebitMandateDate?: string;
  readonly tags: readonly string[];
  /** Not to be used on invoices. */
  readonly barred: boolean;
  /** What it owes, in base currency: the sum of its entries. */
  readonly balance: number;
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
    readonly findCustomerContact?: {
      readonly href: Template<CustomerContact, { readonly customerContactNumber: number }>;
    };
    readonly createDeliveryLocation?: Creation<DeliveryLocation>;
    readonly findDeliveryLocation?: {
      readonly href: Template<DeliveryLocation, { readonly deliveryLocationNumber: number }>;
    };
  };
}

/** What an item of customers is made of. */
export interface CustomerDraft {
  /** 1 to 999999999. */
  readonly customerNumber?: number | undefined;
  /** 1 to 255 characters. */
  readonly name: string;
  /** 3 characters. */
  readonly currency: string;
  readonly customerGroup: { readonly customerGroupNumber: number } | { readonly self: Link<CustomerGroup> };
  readonly paymentTerms: { readonly paymentTermsNumber: number } | { readonly self: Link<PaymentTerm> };
  readonly vatZone: { readonly vatZoneNumber: number } | { readonly self: Link<VatZone> };
  /** At most 510 characters. */
  readonly address?: string | undefined;
  /** At most 30 characters. */
  readonly zip?: string | undefined;
  /** At most 50 characters. */
  readonly city?: string | undefined;
  /** At most 50 characters. */
  readonly country?: string | undefined;
  readonly countryCode?: { readonly code: string } | { readonly self: Link<CountryCode> } | undefined;
  /** One of its own contacts. */
  readonly attention?:
    { readonly customerContactNumber: number } | { readonly self: Link<CustomerContact> } | undefined;
  /** One of its own contacts. */
  readonly customerContact?:
    { readonly customerContactNumber: number } | { readonly self: Link<CustomerContact> } | undefined;
  /** One of its own delivery locations. */
  readonly defaultDeliveryLocation?:
    { readonly deliveryLocationNumber: number } | { readonly self: Link<DeliveryLocation> } | undefined;
  /** At most 255 characters. */
  readonly email?: string | undefined;
  /** At most 255 characters. */
  readonly telephoneAndFaxNumber?: string | undefined;
  /** At most 50 characters. */
  readonly mobilePhone?: string | undefined;
  /** At most 255 characters. */
  readonly website?: string | undefined;
  /** At most 40 characters. */
  readonly corporateIdentificationNumber?: string | undefined;
  /** At most 50 characters. */
  readonly vatNumber?: string | undefined;
  /** At most 40 characters. */
  readonly ean?: string | undefined;
  /** 10 characters. */
  readonly pNumber?: string | undefined;
  /** At most 50 characters. */
  readonly publicEntryNumber?: string | undefined;
  /** At most 255 characters. */
  readonly italianCertifiedEmail?: string | undefined;
  /** A word such as Consumer; 1 to 50 characters. */
  readonly italianCustomerType?: string | undefined;
  /** False when left out. */
  readonly splitPayment?: boolean | undefined;
  /** -10000000000000 to 10000000000000, at most 2 decimals. */
  readonly creditLimit?: number | undefined;
  /** 0 to 100, at most 10 decimals. */
  readonly defaultDiscountPct?: number | undefined;
  readonly layout?: { readonly layoutNumber: number } | { readonly self: Link<Layout> } | undefined;
  readonly salesPerson?: { readonly employeeNumber: number } | { readonly self: Link<Employee> } | undefined;
  readonly paymentType?:
    { readonly paymentTypeNumber: number } | { readonly self: Link<PaymentType> } | undefined;
  /** At most 34 characters. */
  readonly iban?: string | undefined;
  /** At most 11 characters. */
  readonly swift?: string | undefined;
  /** At most 35 characters. */
  readonly mandateID?: string | undefined;
  /** YYYY-MM-DD. */
  readonly directDebitMandateDate?: string | undefined;
  /** At most 100. */
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
  readonly ean: string;
  readonly email: string;
  readonly lastUpdated: string;
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
  readonly customerContactNumber: number;
  readonly customer: { readonly customerNumber: number; readonly self: Link<Customer> };
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly eInvoiceId?: string;
  readonly notes?: string;
  readonly emailNotifications: readonly ('invoices' | 'orders' | 'quotations' | 'reminders')[];
  readonly sortKey?: number;
  /** Its own address. */
  readonly self: Link<CustomerContact>;
}

/** What an item of customer-contacts is made of. */
export interface CustomerContactDraft {
  /** 1 to 999999999. */
  readonly customerContactNumber?: number | undefined;
  /** 1 to 255 characters. */
  readonly name: string;
  /** At most 255 characters. */
  readonly email?: string | undefined;
  /** At most 50 characters. */
  readonly phone?: string | undefined;
  /** At most 50 characters. */
  readonly eInvoiceId?: string | undefined;
  /** At most 2000 characters. */
  readonly notes?: string | undefined;
  /** At most 4. */
  readonly emailNotifications?: readonly ('invoices' | 'orders' | 'quotations' | 'reminders')[] | undefined;
  /** 1 to 2147483647. */
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
  'customer.customerNumber' | 'customerContactNumber' | 'eInvoiceId' | 'email' | 'name' | 'phone' | 'sortKey';

/** An item of customer-groups: list, get, create, replace and remove. */
export interface CustomerGroup extends Item<{
  readonly key: { readonly customerGroupNumber: number };
  readonly create: CustomerGroupDraft;
  readonly replace: CustomerGroupDraft;
  readonly remove: true;
  readonly filter: CustomerGroupFilters;
  readonly sort: CustomerGroupSortable;
}> {
  readonly customerGroupNumber: number;
  readonly name: string;
  /** The control account: what these customers owe stands on it. */
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  readonly layout?: { readonly layoutNumber: number; readonly self: Link<Layout> };
  readonly salesInvoiceNumberSeries?: {
    readonly numberSeriesNumber: number;
    readonly self: Link<NumberSeries>;
  };
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
  /** 1 to 999999999. */
  readonly customerGroupNumber?: number | undefined;
  /** 1 to 50 characters. */
  readonly name: string;
  /** The control account: what these customers owe stands on it. */
  readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
  readonly layout?: { readonly layoutNumber: number } | { readonly self: Link<Layout> } | undefined;
  readonly salesInvoiceNumberSeries?:
    { readonly numberSeriesNumber: number } | { readonly self: Link<NumberSeries> } | undefined;
  readonly manualSalesInvoiceNumberSeries?:
    { readonly numberSeriesNumber: number } | { readonly self: Link<NumberSeries> } | undefined;
}

/** What customer-groups can be filtered by, and the values to compare with. */
export type CustomerGroupFilters = {
  readonly 'account.accountNumber': number;
  readonly 'account.accountType':
    'profitAndLoss' | 'status' | 'totalFrom' | 'heading' | 'headingStart' | 'sumInterval' | 'sumAlpha';
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
  readonly deliveryLocationNumber: number;
  readonly customer: { readonly customerNumber: number; readonly self: Link<Customer> };
  readonly address?: string;
  readonly postalCode?: string;
  readonly city?: string;
  readonly country?: string;
  readonly termsOfDelivery?: string;
  /** Not to be used any more. */
  readonly barred: boolean;
  readonly sortKey?: number;
  /** Its own address. */
  readonly self: Link<DeliveryLocation>;
}

/** What an item of delivery-locations is made of. */
export interface DeliveryLocationDraft {
  /** At most 255 characters. */
  readonly address?: string | undefined;
  /** At most 15 characters. */
  readonly postalCode?: string | undefined;
  /** At most 50 characters. */
  readonly city?: string | undefined;
  /** At most 50 characters. */
  readonly country?: string | undefined;
  /** At most 100 characters. */
  readonly termsOfDelivery?: string | undefined;
  /** Not to be used any more; false when left out. */
  readonly barred?: boolean | undefined;
  /** 1 to 2147483647. */
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
  'address' | 'city' | 'country' | 'deliveryLocationNumber' | 'postalCode' | 'sortKey';

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
  readonly id: number;
  readonly salesDocumentType: 'invoice' | 'creditNote';
  /** Of a credit note: the invoice that it credits. */
  readonly creditedInvoice?: {
    readonly bookedInvoiceNumber: number;
    readonly self: string;
  };
  readonly customer: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** Today when left out; YYYY-MM-DD. */
  readonly date: string;
  /** Follows from the payment terms and the date; what is sent counts under terms of type dueDate only; YYYY-MM-DD. */
  readonly dueDate: string;
  /** YYYY-MM-DD. */
  readonly vatDate?: string;
  /** ISO 4217; that of the customer when left out. */
  readonly currency: string;
  /** Base currency for 100 units of the currency; 100 for the base currency, needed for any other. */
  readonly exchangeRate: number;
  /** Unit prices include VAT. */
  readonly vatIncluded: boolean;
  readonly layout: { readonly layoutNumber: number; readonly self: Link<Layout> };
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
  readonly paymentType?: { readonly paymentTypeNumber: number; readonly self: Link<PaymentType> };
  /** Numbers sales invoices, or credit notes, without gaps, when they are booked. */
  readonly numberSeries: { readonly numberSeriesNumber: number; readonly self: Link<NumberSeries> };
  /** That of the customer when left out; one that is given is taken as it is, with the name and VAT zone of the customer where it has none. */
  readonly recipient: {
    readonly name: string;
    readonly address?: string;
    readonly zip?: string;
    readonly city?: string;
    readonly county?: string;
    readonly country?: string;
    readonly ean?: string;
    readonly publicEntryNumber?: string;
    readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  };
  /** One of the customer. */
  readonly deliveryLocation?: {
    readonly deliveryLocationNumber: number;
    readonly self: Link<DeliveryLocation>;
  };
  /** That of the delivery location when left out. */
  readonly delivery?: {
    readonly address?: string;
    readonly zip?: string;
    readonly city?: string;
    readonly county?: string;
    readonly country?: string;
    readonly deliveryTerms?: string;
    /** YYYY-MM-DD. */
    readonly deliveryDate?: string;
  };
  readonly references?: {
    readonly primarySalesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
    readonly secondarySalesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
    readonly other?: string;
  };
  readonly notes?: {
    readonly heading?: string;
    readonly text1?: string;
    readonly text2?: string;
  };
  /** As delivery notes have it: no draft has one. */
  readonly deliveryStatus?: string;
  /** Given when it is booked: no draft has one. */
  readonly voucherNumber?: number;
  readonly lines: readonly {
    readonly lineNumber: number;
    readonly sortKey: number;
    /** The name of the product when left out. */
    readonly description?: string;
    readonly product?: { readonly productNumber: string; readonly self: Link<Product> };
    /** 1 when left out; a line of text alone has none. */
    readonly quantity?: number;
    /** The sales price of the product when left out, converted by the exchange rate; includes VAT where vatIncluded is true. */
    readonly unitNetPrice?: number;
    /** In base currency; the cost price of the product when left out. */
    readonly unitCostPrice?: number;
    /** The defaultDiscountPct of the customer when left out; 0 on a line of text alone. */
    readonly discountPercentage: number;
    readonly unit?: { readonly unitNumber: number; readonly name?: string; readonly self: Link<Unit> };
    /** With the dimension module only. */
    readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
    /** With the dimension module only. */
    readonly departmentalDistribution?: {
      readonly departmentalDistributionNumber: number;
      readonly self: Link<DepartmentalDistribution>;
    };
    readonly totalNetAmount: number;
    readonly totalVatAmount: number;
    readonly totalGrossAmount: number;
    /** The price is not the sales price of the product. */
    readonly manuallyEditedSalesPrice?: boolean;
    readonly marginInBaseCurrency: number;
    readonly marginPercentage: number;
    /** Follows from the product group and the VAT zone of the recipient when left out. */
    readonly vatInfo?: {
      readonly vatAccount: { readonly vatCode: string; readonly self: Link<VatAccount> };
      readonly vatRate?: number;
    };
  }[];
  readonly additionalExpenseLines: readonly {
    readonly additionalExpense: {
      readonly additionalExpenseNumber: number;
      readonly name?: string;
      readonly self: Link<AdditionalExpense>;
    };
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
    readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    readonly vatRate: number;
    readonly totalNetAmount: number;
    readonly totalVatAmount: number;
    readonly totalGrossAmount: number;
  }[];
  readonly netAmount: number;
  readonly vatAmount: number;
  readonly grossAmount: number;
  readonly roundingAmount: number;
  readonly netAmountInBaseCurrency: number;
  readonly costPriceInBaseCurrency: number;
  readonly marginInBaseCurrency: number;
  readonly marginPercentage: number;
  /** Leads to its pdf. */
  readonly pdf: { readonly download: Link<Uint8Array> };
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
  readonly customer: { readonly customerNumber: number } | { readonly self: Link<Customer> };
  /** Today when left out; YYYY-MM-DD. */
  readonly date?: string | undefined;
  /** Follows from the payment terms and the date; what is sent counts under terms of type dueDate only; YYYY-MM-DD. */
  readonly dueDate?: string | undefined;
  /** YYYY-MM-DD. */
  readonly vatDate?: string | undefined;
  /** ISO 4217; that of the customer when left out; 3 characters. */
  readonly currency?: string | undefined;
  /** Base currency for 100 units of the currency; 100 for the base currency, needed for any other; 0.0000000001 to 9999999999999, at most 10 decimals. */
  readonly exchangeRate?: number | undefined;
  /** Unit prices include VAT; false when left out. */
  readonly vatIncluded?: boolean | undefined;
  readonly layout?: { readonly layoutNumber: number } | { readonly self: Link<Layout> } | undefined;
  readonly paymentTerms?:
    { readonly paymentTermsNumber: number } | { readonly self: Link<PaymentTerm> } | undefined;
  readonly paymentType?:
    { readonly paymentTypeNumber: number } | { readonly self: Link<PaymentType> } | undefined;
  /** That of the customer when left out; one that is given is taken as it is, with the name and VAT zone of the customer where it has none. */
  readonly recipient?:
    | {
        /** 1 to 255 characters. */
        readonly name?: string | undefined;
        /** At most 510 characters. */
        readonly address?: string | undefined;
        /** At most 30 characters. */
        readonly zip?: string | undefined;
        /** At most 50 characters. */
        readonly city?: string | undefined;
        /** At most 50 characters. */
        readonly county?: string | undefined;
        /** At most 50 characters. */
        readonly country?: string | undefined;
        /** At most 40 characters. */
        readonly ean?: string | undefined;
        /** At most 50 characters. */
        readonly publicEntryNumber?: string | undefined;
        readonly vatZone?: { readonly vatZoneNumber: number } | { readonly self: Link<VatZone> } | undefined;
      }
    | undefined;
  /** One of the customer. */
  readonly deliveryLocation?:
    { readonly deliveryLocationNumber: number } | { readonly self: Link<DeliveryLocation> } | undefined;
  /** That of the delivery location when left out. */
  readonly delivery?:
    | {
        /** At most 255 characters. */
        readonly address?: string | undefined;
        /** At most 30 characters. */
        readonly zip?: string | undefined;
        /** At most 50 characters. */
        readonly city?: string | undefined;
        /** At most 50 characters. */
        readonly county?: string | undefined;
        /** At most 50 characters. */
        readonly country?: string | undefined;
        /** At most 100 characters. */
        readonly deliveryTerms?: string | undefined;
        /** YYYY-MM-DD. */
        readonly deliveryDate?: string | undefined;
      }
    | undefined;
  readonly references?:
    | {
        readonly primarySalesPerson?:
          { readonly employeeNumber: number } | { readonly self: Link<Employee> } | undefined;
        readonly secondarySalesPerson?:
          { readonly employeeNumber: number } | { readonly self: Link<Employee> } | undefined;
        /** At most 250 characters. */
        readonly other?: string | undefined;
      }
    | undefined;
  readonly notes?:
    | {
        /** At most 250 characters. */
        readonly heading?: string | undefined;
        /** At most 1000 characters. */
        readonly text1?: string | undefined;
        /** At most 1000 characters. */
        readonly text2?: string | undefined;
      }
    | undefined;
  /** At most 1000. */
  readonly lines?:
    | readonly {
        /** 1 to 2147483647. */
        readonly lineNumber?: number | undefined;
        /** 1 to 2147483647. */
        readonly sortKey?: number | undefined;
        /** The name of the product when left out; at most 2500 characters. */
        readonly description?: string | undefined;
        readonly product?: { readonly productNumber: string } | { readonly self: Link<Product> } | undefined;
        /** 1 when left out; a line of text alone has none; at most 10 decimals. */
        readonly quantity?: number | undefined;
        /** The sales price of the product when left out, converted by the exchange rate; includes VAT where vatIncluded is true; at most 10 decimals. */
        readonly unitNetPrice?: number | undefined;
        /** In base currency; the cost price of the product when left out; at most 10 decimals. */
        readonly unitCostPrice?: number | undefined;
        /** The defaultDiscountPct of the customer when left out; 0 on a line of text alone; 0 to 100, at most 10 decimals. */
        readonly discountPercentage?: number | undefined;
        readonly unit?: { readonly unitNumber: number } | { readonly self: Link<Unit> } | undefined;
        /** With the dimension module only. */
        readonly department?:
          { readonly departmentNumber: number } | { readonly self: Link<Department> } | undefined;
        /** With the dimension module only. */
        readonly departmentalDistribution?:
          | { readonly departmentalDistributionNumber: number }
          | { readonly self: Link<DepartmentalDistribution> }
          | undefined;
        /** Follows from the product group and the VAT zone of the recipient when left out. */
        readonly vatInfo?:
          | {
              readonly vatAccount: { readonly vatCode: string } | { readonly self: Link<VatAccount> };
              /** 0 to 100, at most 10 decimals. */
              readonly vatRate?: number | undefined;
            }
          | undefined;
      }[]
    | undefined;
  /** At most 100. */
  readonly additionalExpenseLines?:
    | readonly {
        readonly additionalExpense:
          { readonly additionalExpenseNumber: number } | { readonly self: Link<AdditionalExpense> };
        /** 1 to 2147483647. */
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
  readonly date: string;
  readonly 'delivery.address': string;
  readonly 'delivery.city': string;
  readonly 'delivery.country': string;
  readonly 'delivery.county': string;
  readonly 'delivery.deliveryDate': string;
  readonly 'delivery.deliveryTerms': string;
  readonly 'delivery.zip': string;
  readonly 'deliveryLocation.deliveryLocationNumber': number;
  readonly dueDate: string;
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
  readonly employeeNumber: number;
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  /** Not to be chosen any more. */
  readonly barred: boolean;
  /** Its own address. */
  readonly self: Link<Employee>;
}

/** What an item of employees is made of. */
export interface EmployeeDraft {
  /** 1 to 999999999. */
  readonly employeeNumber?: number | undefined;
  /** 1 to 250 characters. */
  readonly name: string;
  /** At most 250 characters. */
  readonly email?: string | undefined;
  /** At most 250 characters. */
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
  readonly layoutNumber: number;
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
  readonly paymentTermsNumber: number;
  readonly name: string;
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
  readonly description?: string;
  readonly contraAccountForPrepaidAmount?: { readonly accountNumber: number; readonly self: Link<Account> };
  readonly contraAccountForRemainderAmount?: { readonly accountNumber: number; readonly self: Link<Account> };
  readonly percentageForPrepaidAmount?: number;
  readonly percentageForRemainderAmount?: number;
  /** Of type timeTable: the instalments, which share out 100 percent. */
  readonly timetablePaymentTemplate?: {
    readonly lines: readonly {
      readonly timetablePaymentTemplateLineNumber: number;
      readonly percentage: number;
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
  /** 1 to 999999999. */
  readonly paymentTermsNumber?: number | undefined;
  /** 1 to 50 characters. */
  readonly name: string;
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
  /** At most 1000 characters. */
  readonly description?: string | undefined;
  readonly contraAccountForPrepaidAmount?:
    { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  readonly contraAccountForRemainderAmount?:
    { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  /** 0 to 100, at most 10 decimals. */
  readonly percentageForPrepaidAmount?: number | undefined;
  /** 0 to 100, at most 10 decimals. */
  readonly percentageForRemainderAmount?: number | undefined;
  /** Of type timeTable: the instalments, which share out 100 percent. */
  readonly timetablePaymentTemplate?:
    | {
        /** At most 100. */
        readonly lines: readonly {
          /** 0 to 100, at most 10 decimals. */
          readonly percentage: number;
          readonly paymentTerms:
            { readonly paymentTermsNumber: number } | { readonly self: Link<PaymentTerm> };
        }[];
      }
    | undefined;
  /** The customer that pays instead, for type creditcard. */
  readonly creditCardCompany?:
    { readonly customerNumber: number } | { readonly self: Link<Customer> } | undefined;
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
  readonly paymentTypeNumber: number;
  readonly name: string;
  readonly fields: readonly {
    readonly paymentTypeFieldNumber: number;
    readonly name: string;
    readonly dataType: 'string' | 'integer';
    readonly minimumLength: number;
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
  readonly supplierNumber: number;
  readonly name: string;
  readonly currency: string;
  readonly supplierGroup: { readonly supplierGroupNumber: number; readonly self: Link<SupplierGroup> };
  readonly paymentTerms: { readonly paymentTermsNumber: number; readonly self: Link<PaymentTerm> };
  readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  readonly address?: string;
  readonly zip?: string;
  readonly city?: string;
  readonly county?: string;
  readonly country?: string;
  readonly countryCode?: { readonly code: string; readonly self: Link<CountryCode> };
  /** One of its own contacts. */
  readonly attention?: { readonly supplierContactNumber: number; readonly self: Link<SupplierContact> };
  /** One of its own contacts. */
  readonly supplierContact?: { readonly supplierContactNumber: number; readonly self: Link<SupplierContact> };
  readonly email?: string;
  readonly phone?: string;
  readonly corporateIdentificationNumber?: string;
  readonly vatNumber?: string;
  readonly bankAccount?: string;
  /** How it is paid: a payment type, and a value for the fields of that type. */
  readonly remittanceAdvice?: {
    readonly creditorId?: string;
    readonly paymentType?: { readonly paymentTypeNumber: number; readonly self: Link<PaymentType> };
    readonly fieldValues: readonly {
      readonly paymentTypeFieldNumber: number;
      readonly value: string;
    }[];
  };
  readonly defaultInvoiceText?: string;
  /** Where its invoices are usually booked. */
  readonly costAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  readonly layout?: { readonly layoutNumber: number; readonly self: Link<Layout> };
  readonly salesPerson?: { readonly employeeNumber: number; readonly self: Link<Employee> };
  /** Not to be used on invoices. */
  readonly barred: boolean;
  /** Leads to its contacts. */
  readonly contacts: Link<Collection<SupplierContact>>;
  /** Leads to its open posts. */
  readonly openPosts: Link<Page<OpenPost>>;
  /** Its own address. */
  readonly self: Link<Supplier>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly createSupplierContact?: Creation<SupplierContact>;
    readonly findSupplierContact?: {
      readonly href: Template<SupplierContact, { readonly supplierContactNumber: number }>;
    };
  };
}

/** What an item of suppliers is made of. */
export interface SupplierDraft {
  /** 1 to 999999999. */
  readonly supplierNumber?: number | undefined;
  /** 1 to 255 characters. */
  readonly name: string;
  /** 3 characters. */
  readonly currency: string;
  readonly supplierGroup: { readonly supplierGroupNumber: number } | { readonly self: Link<SupplierGroup> };
  readonly paymentTerms: { readonly paymentTermsNumber: number } | { readonly self: Link<PaymentTerm> };
  readonly vatZone: { readonly vatZoneNumber: number } | { readonly self: Link<VatZone> };
  /** At most 255 characters. */
  readonly address?: string | undefined;
  /** At most 10 characters. */
  readonly zip?: string | undefined;
  /** At most 50 characters. */
  readonly city?: string | undefined;
  /** At most 50 characters. */
  readonly county?: string | undefined;
  /** At most 50 characters. */
  readonly country?: string | undefined;
  readonly countryCode?: { readonly code: string } | { readonly self: Link<CountryCode> } | undefined;
  /** One of its own contacts. */
  readonly attention?:
    { readonly supplierContactNumber: number } | { readonly self: Link<SupplierContact> } | undefined;
  /** One of its own contacts. */
  readonly supplierContact?:
    { readonly supplierContactNumber: number } | { readonly self: Link<SupplierContact> } | undefined;
  /** At most 100 characters. */
  readonly email?: string | undefined;
  /** At most 20 characters. */
  readonly phone?: string | undefined;
  /** At most 40 characters. */
  readonly corporateIdentificationNumber?: string | undefined;
  /** At most 50 characters. */
  readonly vatNumber?: string | undefined;
  /** At most 50 characters. */
  readonly bankAccount?: string | undefined;
  /** How it is paid: a payment type, and a value for the fields of that type. */
  readonly remittanceAdvice?:
    | {
        /** At most 50 characters. */
        readonly creditorId?: string | undefined;
        readonly paymentType?:
          { readonly paymentTypeNumber: number } | { readonly self: Link<PaymentType> } | undefined;
        /** At most 20. */
        readonly fieldValues?:
          | readonly {
              /** 1 to 999999999. */
              readonly paymentTypeFieldNumber: number;
              /** 1 to 250 characters. */
              readonly value: string;
            }[]
          | undefined;
      }
    | undefined;
  /** At most 100 characters. */
  readonly defaultInvoiceText?: string | undefined;
  /** Where its invoices are usually booked. */
  readonly costAccount?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  readonly layout?: { readonly layoutNumber: number } | { readonly self: Link<Layout> } | undefined;
  readonly salesPerson?: { readonly employeeNumber: number } | { readonly self: Link<Employee> } | undefined;
  /** Not to be used on invoices; false when left out. */
  readonly barred?: boolean | undefined;
}

/** What suppliers can be filtered by, and the values to compare with. */
export type SupplierFilters = {
  readonly address: string;
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
  readonly supplierContactNumber: number;
  readonly supplier: { readonly supplierNumber: number; readonly self: Link<Supplier> };
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly notes?: string;
  readonly sortKey?: number;
  /** Its own address. */
  readonly self: Link<SupplierContact>;
}

/** What an item of supplier-contacts is made of. */
export interface SupplierContactDraft {
  /** 1 to 999999999. */
  readonly supplierContactNumber?: number | undefined;
  /** 1 to 255 characters. */
  readonly name: string;
  /** At most 255 characters. */
  readonly email?: string | undefined;
  /** At most 50 characters. */
  readonly phone?: string | undefined;
  /** At most 2000 characters. */
  readonly notes?: string | undefined;
  /** 1 to 2147483647. */
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
  'email' | 'name' | 'phone' | 'sortKey' | 'supplier.supplierNumber' | 'supplierContactNumber';

/** An item of supplier-groups: list, get, create, replace and remove. */
export interface SupplierGroup extends Item<{
  readonly key: { readonly supplierGroupNumber: number };
  readonly create: SupplierGroupDraft;
  readonly replace: SupplierGroupReplacement;
  readonly remove: true;
  readonly filter: SupplierGroupFilters;
  readonly sort: SupplierGroupSortable;
}> {
  readonly supplierGroupNumber: number;
  readonly name: string;
  /** The control account: what these suppliers are owed stands on it. */
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
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
  /** 1 to 999999999. */
  readonly supplierGroupNumber: number;
  /** 1 to 50 characters. */
  readonly name: string;
  /** The control account: what these suppliers are owed stands on it. */
  readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
  /** False when left out. */
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
  'account.accountNumber' | 'name' | 'supplierGroupNumber' | 'supplierGroupType';
