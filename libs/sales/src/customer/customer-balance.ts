import type { Decimal, Members } from '@kontor/kernel';

/** What sales asks the ledger: what customers owe, in base currency. Answered by the composition. */
export type CustomerBalances = {
  /** The sum of the entries of each customer that has any. */
  ofCustomers(customerNumbers: readonly number[]): Promise<ReadonlyMap<number, Decimal>>;
};

/** What a customer owes is not kept with it: it is the sum of its entries, and zero where there are none. */
export function customerBalance(balances: CustomerBalances): Members {
  return {
    properties: ['balance'],
    areAnswered: true,
    add: async (customers) => {
      const found = await balances.ofCustomers(customers.map((one) => one['customerNumber'] as number));
      return customers.map((one) => ({ ...one, balance: found.get(one['customerNumber'] as number) ?? '0' }));
    },
  };
}
