import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Books } from '@kontor/kernel';
import type { DueDates } from '@kontor/ledger';
import { Customer, dueDateOf, lastDueDateOf, PaymentTerms, Supplier } from '@kontor/sales';

/** The ledger's question when something is due: by the payment terms of the customer or supplier (§2.8). */
export function dueDatesOver(books: Books): DueDates {
  const termsOf = async (number: number) => (await books.of(PaymentTerms).find(number))?.value;
  return {
    of: ({ customer, supplier }, date, given) =>
      TE.fromTask(async () => {
        const party =
          customer === undefined
            ? await books.of(Supplier).find(supplier?.supplierNumber ?? 0)
            : await books.of(Customer).find(customer.customerNumber);
        const terms = party && (await termsOf(party.value.paymentTerms.paymentTermsNumber));
        if (terms === undefined || terms.paymentTermsType === 'dueDate') return given ?? date;
        const template = terms.timetablePaymentTemplate;
        if (template === undefined) return dueDateOf(date, terms);
        const instalments: PaymentTerms[] = [];
        for (const { paymentTerms } of template.lines) {
          const own = await termsOf(paymentTerms.paymentTermsNumber);
          if (own !== undefined) instalments.push(own);
        }
        return lastDueDateOf(date, instalments);
      }),
  };
}
