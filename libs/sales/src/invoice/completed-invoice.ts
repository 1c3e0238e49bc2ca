import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  BASE_RATE,
  defined,
  type Decimal,
  everyLineSharesOutOnce,
  type FullDate,
  fullDateOf,
  inParallel,
  type ModuleName,
  merge,
  ruleBroken,
  unfailing,
  withDepartmentsIf,
  referenceMissing,
} from '@kontor/kernel';
import { DeliveryLocation } from '../customer/delivery-location.resource.js';
import { CustomerGroup } from '../customer-group/customer-group.resource.js';
import { Customer } from '../customer/customer.resource.js';
import { LAYOUTS } from '../layout/layout.data.js';
import { PaymentTerms } from '../payment/payment-terms.resource.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { isForCustomers } from '../vat-zone/vat-zone.rules.js';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { DraftInvoice, InvoiceDraft } from './draft-invoice.resource.js';
import { dueDateOf, lastDueDateOf } from './due-date.rules.js';
import { completedExpenseLines, type ExpenseToStore } from './expense-lines.js';
import {
  completedLines,
  entriesAreStorable,
  sumsAreStorable,
  type Followed,
  type LineToStore,
} from './invoice-lines.js';
import { invoiceAmounts } from './invoice.rules.js';
import { numbersStandOnce } from './line-numbers.rules.js';

/** A draft that is to be kept; `now` becomes its `lastUpdated`. */
export type DraftAnInvoice = {
  readonly draft: InvoiceDraft;
  readonly now: Date;
  readonly modules: readonly ModuleName[];
};

/** A draft without the identifier that the service gives it. */
export type CompletedInvoice = Omit<DraftInvoice, 'id'>;

/**
 * Amendment 42: what a draft does not say follows from its customer; its amounts follow from its lines.
 * `credited`: the invoice that a credit note credits.
 */
export function completedInvoice(
  repositories: SalesRepositories,
  { draft: given, now, modules }: DraftAnInvoice,
  credited?: BookedInvoice,
): TaskEither<SalesFailure, CompletedInvoice> {
  const date = given.date ?? fullDateOf(now);
  // A credit note takes back what its invoice says of departments, also without the module.
  const draft = credited === undefined ? asRead(given, modules) : given;
  return pipe(
    TE.fromEither<SalesFailure, void>(numbersStandOnce(draft, credited)),
    TE.flatMapEither(() => sharesOutAsItMay(draft, credited)),
    TE.flatMap(() => customerOf(repositories, draft)),
    TE.bindTo('customer'),
    TE.bind('rate', ({ customer }) => exchangeRateOf(repositories, draft, customer)),
    TE.bind('parts', ({ customer, rate }) =>
      inParallel({
        dueDate: dueDateFor(repositories, draft, { date, customer }),
        zone: isZoneOfCustomers(repositories, draft),
        lines: completedLines(repositories, draft.lines, {
          ...headOfLines(draft, customer, rate),
          credited,
        }),
        delivered: deliveryOf(repositories, draft, customer),
        control: controlAccountOf(repositories, customer),
      }),
    ),
    TE.bind('expenses', () => completedExpenseLines(repositories, draft.additionalExpenseLines, credited)),
    TE.flatMapEither((found) => {
      const { salesInvoiceSeries } = repositories.bookkeeping;
      return withAmounts(draft, { ...found, date, numberSeries: { numberSeriesNumber: salesInvoiceSeries } });
    }),
  );
}

/** What a request says: nothing of departments without their module. */
export function asRead(draft: InvoiceDraft, modules: readonly ModuleName[]): InvoiceDraft {
  return merge(draft, { lines: withDepartmentsIf(modules, draft.lines) });
}

/** E10130. Lines of an older invoice may be both credited and distributed: these are taken back so. */
function sharesOutAsItMay(
  { lines }: InvoiceDraft,
  credited: BookedInvoice | undefined,
): Either<SalesFailure, void> {
  const isOlder = credited !== undefined && isLeft(everyLineSharesOutOnce(credited.lines));
  return isOlder ? right(undefined) : everyLineSharesOutOnce(lines);
}

function customerOf(
  { stored }: SalesRepositories,
  { customer: { customerNumber } }: InvoiceDraft,
): TaskEither<SalesFailure, Customer> {
  return async () => {
    const found = await stored.of(Customer).find(customerNumber);
    return found === undefined
      ? left(referenceMissing('customer', Customer.collection, customerNumber))
      : right(found.value);
  };
}

/** D157: what a customer owes stands on the account of its group. */
export function controlAccountOf(
  { stored }: Pick<SalesRepositories, 'stored'>,
  { customerGroup: { customerGroupNumber } }: Customer,
): TaskEither<SalesFailure, number> {
  return async () => {
    const group = await stored.of(CustomerGroup).find(customerGroupNumber);
    return group === undefined
      ? left(referenceMissing('customer', CustomerGroup.collection, customerGroupNumber))
      : right(group.value.account.accountNumber);
  };
}

type Rate = { readonly currency: string; readonly exchangeRate: Decimal };

/** What lines take from their invoice. */
function headOfLines(
  { recipient, vatIncluded = false }: InvoiceDraft,
  { vatZone, defaultDiscountPct }: Customer,
  { exchangeRate }: Rate,
): Parameters<typeof completedLines>[2] {
  const { vatZoneNumber } = recipient?.vatZone ?? vatZone;
  return { vatZoneNumber, exchangeRate, vatIncluded, discountPercentage: defaultDiscountPct };
}

/** Everything about a draft that is read, and its date. */
type Found = Pick<CompletedInvoice, 'date' | 'numberSeries'> & {
  readonly customer: Customer;
  readonly rate: Rate;
  readonly parts: {
    readonly dueDate: FullDate;
    readonly lines: readonly LineToStore[];
    readonly delivered: Pick<CompletedInvoice, 'delivery' | 'deliveryLocation'>;
    readonly control: number;
  };
  readonly expenses: readonly ExpenseToStore[];
};

/** The whole draft, once its sums are such as can be kept. */
function withAmounts(
  draft: InvoiceDraft,
  { customer, rate, date, numberSeries, parts: { dueDate, lines, delivered, control }, expenses }: Found,
): Either<SalesFailure, CompletedInvoice> {
  const { lines: ofLines, ...totals } = invoiceAmounts({
    lines: lines.map(({ toCompute }) => toCompute),
    expenses: expenses.map(({ toCompute }) => toCompute),
    vatIncluded: draft.vatIncluded,
    exchangeRate: rate.exchangeRate,
  });
  const { netAmount, vatAmount, grossAmount, netAmountInBaseCurrency } = totals;
  const storable = sumsAreStorable([
    ['lines', 'must not sum to more than 13 digits', [netAmount, vatAmount, grossAmount]],
    ['lines', 'must not sum to more than 13 digits in base currency', [netAmountInBaseCurrency]],
    ['lines', 'must not sum to a margin of more than 13 digits', [totals.marginInBaseCurrency]],
    ...ofLines.map(({ marginPercentage }, index): Followed => [
      `lines[${index}].unitCostPrice`,
      'makes a marginPercentage of more than 13 digits',
      [marginPercentage],
    ]),
    ['lines', 'must not sum to a marginPercentage of more than 13 digits', [totals.marginPercentage]],
  ]);
  if (isLeft(storable)) return storable;
  const ofEntries = [
    totals.grossAmount,
    ...ofLines.map(({ totalNetAmount }) => totalNetAmount),
    ...expenses.map(({ line: { amount } }) => amount),
    ...totals.vatCodeGroups.map(({ totalVatAmount }) => totalVatAmount),
  ];
  const storableInBase = entriesAreStorable(ofEntries, rate.exchangeRate);
  if (isLeft(storableInBase)) return storableInBase;
  return right({
    ...headOf(draft, customer),
    ...rate,
    ...delivered,
    date,
    dueDate,
    numberSeries,
    lines: lines.map(({ line, postsTo }, index) =>
      merge(merge(line, defined(ofLines[index])), { postsTo: merge({ control }, postsTo) }),
    ),
    additionalExpenseLines: expenses.map(({ line, postsTo }) => ({
      ...line,
      postsTo: { control, ...postsTo },
    })),
    expenseLineCount: expenses.length,
    ...totals,
  });
}

type Head = Pick<
  CompletedInvoice,
  | 'salesDocumentType'
  | 'customer'
  | 'vatDate'
  | 'vatIncluded'
  | 'layout'
  | 'paymentTerms'
  | 'paymentType'
  | 'recipient'
  | 'references'
  | 'notes'
>;

/**
 * What is sent wins; a recipient that is sent is taken as it is, with the
 * customer's name, VAT number and VAT zone where it has none.
 */
function headOf(draft: InvoiceDraft, customer: Customer): Head {
  const { name, vatZone, vatNumber, address, zip, city, country, ean, publicEntryNumber } = customer;
  const { customerNumber } = draft.customer;
  const usual = defined(LAYOUTS.find(({ isDefault }) => isDefault));
  const { recipient } = draft;
  return {
    salesDocumentType: 'invoice',
    customer: { customerNumber },
    vatDate: draft.vatDate,
    vatIncluded: draft.vatIncluded,
    layout: draft.layout ?? customer.layout ?? { layoutNumber: usual.layoutNumber },
    paymentTerms: draft.paymentTerms ?? customer.paymentTerms,
    paymentType: draft.paymentType ?? customer.paymentType,
    recipient:
      recipient === undefined
        ? { name, address, zip, city, country, ean, publicEntryNumber, vatNumber, vatZone }
        : {
            ...recipient,
            name: recipient.name ?? name,
            vatNumber: recipient.vatNumber ?? vatNumber,
            vatZone: recipient.vatZone ?? vatZone,
          },
    references: draft.references ?? (customer.salesPerson && { primarySalesPerson: customer.salesPerson }),
    notes: draft.notes,
  };
}

/** D161: base currency for 100 units; a foreign currency needs one. */
function exchangeRateOf(
  { bookkeeping }: SalesRepositories,
  draft: InvoiceDraft,
  customer: Customer,
): TaskEither<SalesFailure, Rate> {
  return async () => {
    const currency = draft.currency ?? customer.currency;
    const { exchangeRate } = draft;
    const base = await bookkeeping.baseCurrency();
    if (currency !== base) {
      if (exchangeRate !== undefined) return right({ currency, exchangeRate });
      // D104: nobody is asked for the rate of a currency that does not exist.
      if (!(await bookkeeping.hasCurrency(currency)))
        return left(referenceMissing('currency', 'currencies', currency));
      return left(
        ruleBroken('E10200', 'exchangeRate', `is missing: ${currency} is not the base currency, ${base}`),
      );
    }
    if (exchangeRate !== undefined && exchangeRate !== BASE_RATE) {
      return left(ruleBroken('E10330', 'exchangeRate', `must be 100: ${base} is the base currency`));
    }
    return right({ currency, exchangeRate: BASE_RATE });
  };
}

/**
 * §2.8: what is sent counts only under terms of type dueDate; for all others
 * the due date follows from the terms and the date.
 */
function dueDateFor(
  { stored }: SalesRepositories,
  draft: InvoiceDraft,
  { date, customer }: { readonly date: FullDate; readonly customer: Customer },
): TaskEither<SalesFailure, FullDate> {
  return async () => {
    const { paymentTermsNumber } = draft.paymentTerms ?? customer.paymentTerms;
    const terms = await stored.of(PaymentTerms).find(paymentTermsNumber);
    if (terms === undefined)
      return left(referenceMissing('paymentTerms', PaymentTerms.collection, paymentTermsNumber));
    const { timetablePaymentTemplate, paymentTermsType } = terms.value;
    if (paymentTermsType === 'dueDate' && draft.dueDate !== undefined) return right(draft.dueDate);
    if (timetablePaymentTemplate === undefined) return right(dueDateOf(date, terms.value));
    const instalments = await Promise.all(
      timetablePaymentTemplate.lines.map(({ paymentTerms }) =>
        stored.of(PaymentTerms).find(paymentTerms.paymentTermsNumber),
      ),
    );
    return right(
      lastDueDateOf(
        date,
        instalments.flatMap((found) => found?.value ?? []),
      ),
    );
  };
}

function isZoneOfCustomers(
  { vatZones }: SalesRepositories,
  { recipient }: InvoiceDraft,
): TaskEither<SalesFailure, void> {
  return async () => {
    if (recipient?.vatZone === undefined) return right(undefined);
    const { vatZoneNumber } = recipient.vatZone;
    const zone = await unfailing(vatZones.find(vatZoneNumber));
    if (zone === undefined) return left(referenceMissing('recipient.vatZone', 'vat-zones', vatZoneNumber));
    const fits = isForCustomers(zone);
    if (isLeft(fits)) {
      return left(
        ruleBroken('E10310', 'recipient.vatZone', 'must be a VAT zone that is enabled for customers'),
      );
    }
    return fits;
  };
}

/** Goods are brought to where the draft says, or the delivery location it or its customer names. */
function deliveryOf(
  { stored }: SalesRepositories,
  draft: InvoiceDraft,
  { customerNumber, defaultDeliveryLocation }: Customer,
): TaskEither<SalesFailure, Pick<CompletedInvoice, 'delivery' | 'deliveryLocation'>> {
  return async () => {
    const { delivery } = draft;
    const deliveryLocation =
      draft.deliveryLocation ?? (delivery === undefined ? defaultDeliveryLocation : undefined);
    if (delivery !== undefined || deliveryLocation === undefined)
      return right({ delivery, deliveryLocation });
    const { deliveryLocationNumber } = deliveryLocation;
    const found = await stored.of(DeliveryLocation, customerNumber).find(deliveryLocationNumber);
    // One that is not there is refused as a reference when the draft is kept.
    if (found === undefined) return right({ delivery, deliveryLocation });
    const { address, postalCode, city, country, termsOfDelivery } = found.value;
    return right({
      deliveryLocation: { deliveryLocationNumber },
      delivery: { address, zip: postalCode, city, country, deliveryTerms: termsOfDelivery },
    });
  };
}
