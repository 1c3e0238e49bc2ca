import { expect } from 'chai';
import type { Cents } from '@kontor/kernel';
import { dayAfter, type Balances, type Tool, withoutClosing } from './plain-text-accounting.js';
import type { Served } from './served.js';

type Total = {
  readonly account: { readonly accountNumber: number };
  readonly fromDate: string;
  readonly toDate: string;
  readonly totalInBaseCurrency: number;
};

/**
 * Compares what a tool reads in a journal with `/totals`, to the cent: every
 * year and every account. Gives how many figures.
 */
export async function expectSameTotals(served: Served, journal: string, tool: Tool): Promise<number> {
  const accounts = await served.every('/accounts?pagesize=1000');
  const isPosted = new Set(
    accounts
      .filter(({ accountType }) => ['profitAndLoss', 'status'].includes(accountType))
      .map(({ accountNumber }) => accountNumber as number),
  );
  let compared = 0;
  for (const { year, fromDate, toDate } of await served.every('/accounting-years?pagesize=1000')) {
    const at = `/accounting-years/${String(year).replace('/', '_6_')}`;
    const totals = (await served.every(`${at}/totals?pagesize=1000`)) as readonly Total[];
    const wanted = totals.filter(({ account }) => isPosted.has(account.accountNumber));
    const found = tool.balances(withoutClosing(journal), { from: fromDate, before: dayAfter(toDate) });
    expect(shown(found), `${tool.name}, ${year}`).to.deep.equal(
      shown(
        new Map(
          wanted.map(({ account, totalInBaseCurrency }) => [
            account.accountNumber,
            centsIn(totalInBaseCurrency),
          ]),
        ),
      ),
    );
    compared += wanted.length;
  }
  return compared;
}

/** The accounts on which something stands. */
function shown(balances: Balances): readonly string[] {
  return [...balances]
    .filter(([, cents]) => cents !== 0n)
    .sort(([one], [other]) => one - other)
    .map(([account, cents]) => `${account}: ${cents}`);
}

/** Exact as long as the amount has fewer than sixteen digits. */
export function centsIn(amount: number): Cents {
  const [whole = '0', fraction = ''] = String(Math.abs(amount)).split('.');
  const magnitude = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  return amount < 0 ? -magnitude : magnitude;
}
