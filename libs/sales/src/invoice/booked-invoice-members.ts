import { everyItem, itemOf, type AnyValue, type Members, type RepositoryProvider } from '@kontor/kernel';
import { AdditionalExpense } from '../additional-expense/additional-expense.resource.js';
import { BookedInvoice } from './booked-invoice.resource.js';

/**
 * Booked invoices show additional expenses under their present names, as all that they refer to (amendments,
 * booking; ADR 59). A removed expense is shown under the name that it had at booking: that name is stored,
 * and printed whatever becomes of the expense.
 */
export function bookedInvoiceMembers(resources: RepositoryProvider): Members {
  return {
    properties: [],
    areAnswered: true,
    add: async (items): Promise<readonly AnyValue[]> => {
      const invoices = items.map((item) => itemOf(BookedInvoice, item));
      const names = await presentNames(resources, new Set(invoices.flatMap(expenseNumbers)));
      return names.size === 0 ? items : invoices.map((invoice) => withNames(invoice, names));
    },
  };
}

function expenseNumbers({ additionalExpenseLines }: BookedInvoice): readonly number[] {
  return additionalExpenseLines.map(({ additionalExpense }) => additionalExpense.additionalExpenseNumber);
}

/** The names of those of the expenses that are there. */
async function presentNames(
  resources: RepositoryProvider,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  if (numbers.size === 0) return new Map();
  const found = await everyItem(AdditionalExpense, resources.of(AdditionalExpense), {
    kind: 'in',
    property: AdditionalExpense.key,
    values: [...numbers],
    orAbsent: false,
  });
  return new Map(found.map(({ additionalExpenseNumber, name }) => [additionalExpenseNumber, name]));
}

function withNames(invoice: BookedInvoice, names: ReadonlyMap<number, string>): BookedInvoice {
  const additionalExpenseLines = invoice.additionalExpenseLines.map((line) => {
    const { additionalExpenseNumber, name } = line.additionalExpense;
    const present = names.get(additionalExpenseNumber) ?? name;
    return { ...line, additionalExpense: { additionalExpenseNumber, name: present } };
  });
  return { ...invoice, additionalExpenseLines };
}
