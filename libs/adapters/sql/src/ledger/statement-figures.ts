import type { Cents } from '@kontor/kernel';
import {
  AccountingYear,
  Entry,
  type PartOfYear,
  type StatementFigures,
  type Turnover,
  type VatBooked,
} from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { outcomesOf } from '../statement.js';
import { agedParties } from './aged-posts.js';
import type { Charts } from './chart.js';
import { versionName } from '../transaction/collection-version.js';
import { PeriodFigures, type AccountSums } from './period-figures.js';
import { throughAccounts } from '../statements/totals.js';
import type { Place } from '../statements/period-figures.js';

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
  const figuresOf = (part: PartOfYear): Promise<readonly AccountSums[]> => {
    const place = placeOf(access, agreementNumber, part);
    return scope.unit === undefined ? periodFigures.of(session, place) : PeriodFigures.read(session, place);
  };
  return {
    chart: async () => {
      const [version] = await outcomesOf(session, charts.versionOf(agreementNumber));
      return charts.at(version, scope);
    },
    net: async (parts) => {
      const sums = new Map<number, Cents>();
      for (const part of parts) {
        const place = placeOf(access, agreementNumber, part);
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

/** What it costs to add up an entry, and the totals of an account, as `Extent.each` counts. */
const TO_ADD_AN_ENTRY = 10;
const TO_ADD_TOTALS = 40;

function placeOf(
  access: ResourceAccesses,
  agreementNumber: number,
  { year, carriedBy, fromDate, toDate }: PartOfYear,
): Place {
  const { table, dialect } = accessTo(access, AccountingYear);
  const key = table.encodeKey(year.year);
  const collections = [versionName(accessTo(access, Entry).table, [key])];
  return {
    hints: dialect,
    own: [agreementNumber, key],
    through: {
      entries: { agreementNumber, collections, each: TO_ADD_AN_ENTRY },
      accounts: throughAccounts(agreementNumber, TO_ADD_TOTALS),
    },
    dates: [fromDate, toDate],
    yearEnd: year.toDate,
    closing: year.closingVoucherId ?? 0,
    carriedBy: carriedBy ?? 0,
  };
}
