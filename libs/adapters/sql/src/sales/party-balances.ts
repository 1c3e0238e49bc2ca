import { defined, amountOf, type Decimal, type FullDate } from '@kontor/kernel';
import { OpenPost } from '@kontor/ledger';
import type { Owed, PartyBalances } from '@kontor/sales';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { placeholders, type Outcome, type Statement } from '../statement.js';
import { bigintAt, numberAt } from '../row.js';

const AT_ONCE = 1_000;

/** What is owed, from what posting keeps and the open posts: one round trip for a page of parties. */
export function sqlPartyBalances(scope: Scope): PartyBalances {
  const { agreementNumber } = scope;
  const session = () => sessionOf(scope);
  return {
    ofCustomers: async (customerNumbers, today) => {
      const owed = new Map<number, Owed>();
      for (const some of piecesOf(customerNumbers)) {
        const outcomes = await session().run(
          totalsOf('customer', agreementNumber, some),
          ...openIn(agreementNumber, some, today),
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
        const [found] = await session().run(totalsOf('supplier', agreementNumber, some));
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

function totalsOf(
  party: 'customer' | 'supplier',
  agreementNumber: number,
  numbers: readonly number[],
): Statement {
  return {
    sql:
      `SELECT \`${party}_number\` AS number, CAST(\`total\` AS CHAR) AS total FROM \`${party}_total\` ` +
      `WHERE \`agreement_number\` = ? AND \`${party}_number\` IN (${placeholders(numbers.length)})`,
    values: [agreementNumber, ...numbers],
  };
}

/** What is open and was due before a day: on each side of zero, so that an index passes what is settled. */
/** Most posts are settled, and lie between those that the index leads to (`Extent.each`). */
const OF_A_POST = 0.5;

function openIn(agreementNumber: number, numbers: readonly number[], today: FullDate): readonly Statement[] {
  return ['>', '<'].map((side) => ({
    sql:
      'SELECT `customer_number` AS number, CAST(SUM(`remainder_in_base_currency`) AS CHAR) AS total ' +
      `FROM \`open_post\` WHERE \`agreement_number\` = ? AND \`customer_number\` IN (${placeholders(numbers.length)}) ` +
      `AND \`remainder_in_base_currency\` ${side} 0 AND \`due_date\` < ? GROUP BY \`customer_number\``,
    values: [agreementNumber, ...numbers, today],
    goesThrough: { agreementNumber, collections: [OpenPost.collection], each: OF_A_POST },
  }));
}

type Amounts = ReadonlyMap<number, bigint>;

function amountsIn({ rows }: Outcome): Amounts {
  return new Map(rows.map((row) => [numberAt(row, 'number'), bigintAt(row, 'total')]));
}
