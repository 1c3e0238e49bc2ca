import { amountOf, type Decimal } from '@kontor/kernel';
import type { CustomerBalances } from '@kontor/sales';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { placeholders, rowsOf } from '../statement.js';

const AT_ONCE = 1_000;

/** What customers owe, from the rows that posting keeps: one statement for a page of them. */
export function sqlCustomerBalances(scope: Scope): CustomerBalances {
  const { agreementNumber } = scope;
  return {
    ofCustomers: async (customerNumbers) => {
      const balances = new Map<number, Decimal>();
      for (let from = 0; from < customerNumbers.length; from += AT_ONCE) {
        const some = customerNumbers.slice(from, from + AT_ONCE);
        const rows = await rowsOf(sessionOf(scope), {
          sql:
            'SELECT `customer_number`, CAST(`total` AS CHAR) AS total FROM `customer_total` ' +
            `WHERE \`agreement_number\` = ? AND \`customer_number\` IN (${placeholders(some.length)})`,
          values: [agreementNumber, ...some],
        });
        for (const row of rows) {
          balances.set(row['customer_number'] as number, amountOf(BigInt(row['total'] as string)));
        }
      }
      return balances;
    },
  };
}
