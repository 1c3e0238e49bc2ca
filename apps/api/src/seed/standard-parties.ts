import { orThrow, minuteOf, type Books, decimal } from '@kontor/kernel';
import {
  Customer,
  CustomerContact,
  CustomerGroup,
  DeliveryLocation,
  Employee,
  PaymentTerms,
  Supplier,
  SupplierGroup,
} from '@kontor/sales';
import {
  CUSTOMER_GROUPS,
  CUSTOMERS,
  EMPLOYEES,
  PAYMENT_TERMS,
  SUPPLIER_GROUPS,
  SUPPLIERS,
} from './standard-parties.data.js';

/** Fills the books with those whom an agreement deals with. The chart of accounts must be there. */
export async function fillParties(books: Books, now: Date): Promise<void> {
  await fillTermsAndGroups(books);
  for (const employee of EMPLOYEES) await orThrow(books.of(Employee).create({ ...employee, barred: false }));
  await fillCustomers(books, now);
  await fillSuppliers(books);
}

/** On what terms it deals with them, and what they are sorted into. The chart of accounts must be there. */
export async function fillTermsAndGroups(books: Books): Promise<void> {
  for (const terms of PAYMENT_TERMS) await orThrow(books.of(PaymentTerms).create(terms));
  for (const { name, account } of CUSTOMER_GROUPS) {
    await orThrow(books.of(CustomerGroup).create({ name, account: { accountNumber: account } }));
  }
  for (const { account, ...group } of SUPPLIER_GROUPS) {
    const draft = { ...group, account: { accountNumber: account }, hasInventoryWithdrawal: false };
    await orThrow(books.of(SupplierGroup).create(draft));
  }
}

async function fillCustomers(books: Books, now: Date): Promise<void> {
  for (const row of CUSTOMERS) {
    const {
      group,
      terms,
      vatZone,
      countryCode,
      salesPerson,
      creditLimit,
      contacts,
      deliveryLocation,
      ...plain
    } = row;
    const made = await orThrow(
      books.of(Customer).create({
        ...plain,
        customerGroup: { customerGroupNumber: group },
        paymentTerms: { paymentTermsNumber: terms },
        vatZone: { vatZoneNumber: vatZone },
        countryCode: { code: countryCode },
        salesPerson: { employeeNumber: salesPerson },
        creditLimit: creditLimit === undefined ? undefined : decimal(creditLimit),
        layout: { layoutNumber: 1 },
        splitPayment: false,
        tags: [],
        barred: false,
        lastUpdated: minuteOf(now),
      }),
    );
    const { customerNumber } = made.value;
    for (const contact of contacts ?? []) {
      await orThrow(books.of(CustomerContact, customerNumber).create({ ...contact, emailNotifications: [] }));
    }
    if (deliveryLocation !== undefined) {
      const draft = { ...deliveryLocation, country: row.country, barred: false };
      await orThrow(books.of(DeliveryLocation, customerNumber).create(draft));
    }
  }
}

async function fillSuppliers(books: Books): Promise<void> {
  for (const { group, terms, vatZone, countryCode, costAccount, iban, ...plain } of SUPPLIERS) {
    const remittanceAdvice = {
      paymentType: { paymentTypeNumber: 10 },
      fieldValues: iban === undefined ? [] : [{ paymentTypeFieldNumber: 1, value: iban }],
    };
    await orThrow(
      books.of(Supplier).create({
        ...plain,
        supplierGroup: { supplierGroupNumber: group },
        paymentTerms: { paymentTermsNumber: terms },
        vatZone: { vatZoneNumber: vatZone },
        countryCode: { code: countryCode },
        costAccount: { accountNumber: costAccount },
        ...(iban !== undefined && { remittanceAdvice }),
        barred: false,
      }),
    );
  }
}
