import { defined, amountOf, type Decimal } from '@kontor/kernel';
import { Entry, OpenPost } from '@kontor/ledger';
import type { Owed, PartyBalances } from '@kontor/sales';
import { sessionToShow, type Scope } from '../transaction/scope.js';
import type { Outcome } from '../statement.js';
import { bigintAt, numberAt } from '../row.js';
import { dueBefore, totalsOfParties } from '../statements/open-posts.js';

const AT_ONCE = 1_000;

/** What is owed, from what posting keeps and the open posts: one round trip for a page of parties. */
export function sqlPartyBalances(scope: Scope): PartyBalances {
  const { agreementNumber } = scope;
  const session = () => sessionToShow(scope, Entry.collection, OpenPost.collection);
  return {
    ofCustomers: async (customerNumbers, today) => {
      const owed = new Map<number, Owed>();
      for (const some of piecesOf(customerNumbers)) {
        const outcomes = await session().run(
          totalsOfParties('customer', agreementNumber, some),
          ...dueBefore(agreementNumber, some, today),
        );
        const [balances, ...due] = outcomes.map(amountsIn) as [Amounts, ...Amounts[]];
        for (const [number, cents] of balances) {
          const dueCents = due.reduce((sum, one) => sum + (one.get(number) ?? 0n), 0n);
          owed.set(number, { balance: amountOf(cents), dueAmount: amountOf(dueCents) });
        }
      }
      return owed;
    },
    ofSuppliers: async (supplierNumbers) => {
      const balances = new Map<number, Decimal>();
      for (const some of piecesOf(supplierNumbers)) {
        const [found] = await session().run(totalsOfParties('supplier', agreementNumber, some));
        for (const [number, cents] of amountsIn(defined(found))) balances.set(number, amountOf(cents));
      }
      return balances;
    },
  };
}

function piecesOf(numbers: readonly number[]): readonly (readonly number[])[] {
  const pieces: (readonly number[])[] = [];
  for (let from = 0; from < numbers.length; from += AT_ONCE) pieces.push(numbers.slice(from, from + AT_ONCE));
  return pieces;
}

type Amounts = ReadonlyMap<number, bigint>;

function amountsIn({ rows }: Outcome): Amounts {
  return new Map(rows.map((row) => [numberAt(row, 'number'), bigintAt(row, 'total')]));
}
