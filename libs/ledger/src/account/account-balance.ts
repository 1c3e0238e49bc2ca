import type { AnyValue, Members } from '@kontor/kernel';
import type { Account } from './account.resource.js';
import { isHeading } from './account.rules.js';
import type { Balances } from './balances.port.js';

/**
 * D34, D37: an account is answered with its balance, and asked for by it. One that was removed, or became or
 * ceased to be a heading, between the two reads is read anew.
 */
export function accountBalance(balances: Balances): Members {
  return {
    properties: ['balance'],
    areAnswered: true,
    needs: ['accountType'],
    add: async (items): Promise<readonly (AnyValue | undefined)[]> => {
      const accounts = items as readonly Account[];
      const found = await balances.ofAccounts(accounts.map(({ accountNumber }) => accountNumber));
      return accounts.map((account) => {
        const balance = found.get(account.accountNumber);
        if (isHeading(account.accountType) !== (balance === undefined)) return undefined;
        return balance === undefined ? account : { ...account, balance };
      });
    },
  };
}
