import { type AnyValue, type Decimal, type FullDate, type Members, ZERO } from '@kontor/kernel';

/** What a customer owes, and what of it is due and open. */
export type Owed = { readonly balance: Decimal; readonly dueAmount: Decimal };

/** What sales asks the ledger: what is owed by whom, in base currency. Answered by the composition. */
export type PartyBalances = {
  /**
   * Of each customer that has entries: their sum, and what is left of those of its posts that were due before
   * today.
   */
  ofCustomers(customerNumbers: readonly number[], today: FullDate): Promise<ReadonlyMap<number, Owed>>;
  /** The sum of the entries of each supplier that has any: negative while we owe it. */
  ofSuppliers(supplierNumbers: readonly number[]): Promise<ReadonlyMap<number, Decimal>>;
};

const NOTHING_OWED: Owed = { balance: ZERO, dueAmount: ZERO };

/** What a customer owes is not kept with it: it is the sum of its entries, and zero where there are none. */
export function customerBalance(balances: PartyBalances, today: () => FullDate): Members {
  const numberOf = (one: AnyValue): number => one['customerNumber'] as number;
  return {
    properties: ['balance', 'dueAmount'],
    areAnswered: true,
    add: async (customers) => {
      const found = await balances.ofCustomers(customers.map(numberOf), today());
      return customers.map((one) => ({ ...one, ...(found.get(numberOf(one)) ?? NOTHING_OWED) }));
    },
    // One that has entries cannot be removed, so nothing is booked on the number of a new one.
    addToNew: (customer) => ({ ...customer, ...NOTHING_OWED }),
  };
}

/** The same of what a supplier is owed. */
export function supplierBalance(balances: PartyBalances): Members {
  const numberOf = (one: AnyValue): number => one['supplierNumber'] as number;
  return {
    properties: ['balance'],
    areAnswered: true,
    add: async (suppliers) => {
      const found = await balances.ofSuppliers(suppliers.map(numberOf));
      return suppliers.map((one) => ({ ...one, balance: found.get(numberOf(one)) ?? ZERO }));
    },
    addToNew: (supplier) => ({ ...supplier, balance: ZERO }),
  };
}
