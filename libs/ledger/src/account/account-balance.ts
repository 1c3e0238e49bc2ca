import type { AnyValue, Members } from '@kontor/kernel';
import type { Balances } from './balances.port.js';

/** D34, D37: an account is answered with its balance, and asked for by it. */
export function accountBalance(balances: Balances): Members {
  return {
    properties: ['balance'],
    areAnswered: true,
    add: async (accounts): Promise<readonly AnyValue[]> => {
      const found = await balances.ofAccounts(accounts.map((account) => account['accountNumber'] as number));
      return accounts.map((account) => {
        const balance = found.get(account['accountNumber'] as number);
        return balance === undefined ? account : { ...account, balance };
      });
    },
  };
}
