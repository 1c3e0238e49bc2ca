import { amountOf, type Decimal } from '@kontor/kernel';
import { Entry, OpenPost } from '@kontor/ledger';
import type { Owed, PartyBalances } from '@kontor/sales';
import { sessionToShow, type Scope } from '../transaction/scope.js';
import { inPieces, rowsOf } from '../statement.js';
import { bigintAt, numberAt } from '../row.js';
import { owedByCustomers, totalsOfParties } from '../statements/open-posts.js';

const AT_ONCE = 1_000;

/** What is owed, from what posting keeps and the open posts: one round trip for a page of parties. */
export function sqlPartyBalances(scope: Scope): PartyBalances {
  const { agreementNumber } = scope;
  const session = () => sessionToShow(scope, Entry.collection, OpenPost.collection);
  return {
    ofCustomers: async (customerNumbers, today) => {
      const [balances, due] = [new Map<number, bigint>(), new Map<number, bigint>()];
      for (const some of inPieces(customerNumbers, AT_ONCE)) {
        for (const row of await rowsOf(session(), owedByCustomers(agreementNumber, some, today))) {
          const sums = numberAt(row, 'is_due') === 1 ? due : balances;
          const number = numberAt(row, 'number');
          sums.set(number, (sums.get(number) ?? 0n) + bigintAt(row, 'total'));
        }
      }
      return new Map(
        [...balances].map(([number, cents]): readonly [number, Owed] => [
          number,
          { balance: amountOf(cents), dueAmount: amountOf(due.get(number) ?? 0n) },
        ]),
      );
    },
    ofSuppliers: async (supplierNumbers) => {
      const balances = new Map<number, Decimal>();
      for (const some of inPieces(supplierNumbers, AT_ONCE)) {
        for (const row of await rowsOf(session(), totalsOfParties('supplier', agreementNumber, some)))
          balances.set(numberAt(row, 'number'), amountOf(bigintAt(row, 'total')));
      }
      return balances;
    },
  };
}
