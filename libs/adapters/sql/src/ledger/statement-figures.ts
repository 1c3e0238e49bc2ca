import type { Cents } from '@kontor/kernel';
import {
  AccountingYear,
  type PartOfYear,
  type StatementFigures,
  type Turnover,
  type VatBooked,
} from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import type { ResourceTable } from '../entity/table-of.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import type { Outcome } from '../statement.js';
import { agedParties } from './aged-posts.js';
import type { Charts } from './chart.js';
import { PeriodFigures, type Place, type AccountSums } from './period-figures.js';

/**
 * Sums for statements. Whole periods come from the totals that posting keeps, or agree with them
 * (`PeriodFigures`); of a period that is cut, the entries are summed. A sum of amounts may be larger than a
 * number can hold exactly, so it comes as text.
 */
export function sqlStatementFigures(
  access: ResourceAccesses,
  { charts, periodFigures }: { readonly charts: Charts; readonly periodFigures: PeriodFigures },
  scope: Scope,
): StatementFigures {
  const { agreementNumber } = scope;
  const session = sessionOf(scope);
  const { table } = accessTo(access, AccountingYear);
  const figuresOf = (part: PartOfYear): Promise<readonly AccountSums[]> => {
    const place = placeOf(agreementNumber, table, part);
    return scope.unit === undefined ? periodFigures.of(session, place) : PeriodFigures.read(session, place);
  };
  return {
    chart: async () => {
      const [version] = (await session.run(charts.versionOf(agreementNumber))) as [Outcome];
      return charts.at(version, scope);
    },
    net: async (parts) => {
      const sums = new Map<number, Cents>();
      for (const part of parts) {
        const place = placeOf(agreementNumber, table, part);
        for (const { accountNumber, cents } of await PeriodFigures.net(session, place))
          sums.set(accountNumber, (sums.get(accountNumber) ?? 0n) + cents);
      }
      return sums;
    },
    turnover: async (parts) => {
      const sums = new Map<number, Turnover>();
      for (const [index, part] of parts.entries()) {
        for (const { accountNumber, opening, carried, debit, credit } of await figuresOf(part)) {
          const seen = sums.get(accountNumber) ?? { accountNumber, opening: 0n, debit: 0n, credit: 0n };
          // What is carried from one year of the span into the next is in the years before already.
          const before = index === 0 ? opening + carried : opening;
          sums.set(accountNumber, {
            accountNumber,
            opening: seen.opening + before,
            debit: seen.debit + debit,
            credit: seen.credit + credit,
          });
        }
      }
      return [...sums.values()];
    },
    aged: (kind, date) => agedParties({ session, agreementNumber }, kind, date),
    vat: async (parts) => {
      const sums = new Map<string, VatBooked>();
      for (const part of parts) {
        for (const { accountNumber, vatCode, vatPart, vatRate, ...one } of await figuresOf(part)) {
          if (vatCode === null) continue;
          const name = `${vatCode} ${accountNumber} ${vatPart ?? ''} ${vatRate ?? ''}`;
          const cents = one.opening + one.carried + one.debit - one.credit;
          const before = sums.get(name)?.cents ?? 0n;
          sums.set(name, {
            vatCode,
            accountNumber,
            part: vatPart ?? undefined,
            rate: vatRate ?? undefined,
            cents: before + cents,
          });
        }
      }
      return [...sums.values()];
    },
  };
}

function placeOf(agreementNumber: number, years: ResourceTable, part: PartOfYear): Place {
  const { year, fromDate, toDate } = part;
  return {
    own: [agreementNumber, years.encodeKey(year.year)],
    dates: [fromDate, toDate],
    yearEnd: year.toDate,
    closing: year.closingVoucherId ?? 0,
  };
}
