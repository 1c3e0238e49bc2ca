import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { LineNamesNoSingleParty } from './party.failures.js';

/** Who or what a line is about (§2.2, amendment §2.8 lines). */
export const PARTIES = ['account', 'customer', 'supplier'] as const;
/** The member of a line that names whose post it makes. */
export type PartyName = (typeof PARTIES)[number];

/** A line as far as its party goes. */
export type LineWithParty = {
  readonly account?: { readonly accountNumber: number } | undefined;
  readonly customer?: { readonly customerNumber: number } | undefined;
  readonly supplier?: { readonly supplierNumber: number } | undefined;
};

/** §2.2: each line carries exactly one of `account`, `customer`, `supplier`. */
export function everyLineNamesOneParty(
  lines: readonly LineWithParty[],
): Either<LineNamesNoSingleParty, void> {
  for (const [index, line] of lines.entries()) {
    const named = PARTIES.filter((party) => line[party] !== undefined);
    if (named.length !== 1) {
      return left({ kind: 'LineNamesNoSingleParty', property: `lines[${index}]`, named });
    }
  }
  return right(undefined);
}

/** Whether a line names a party: one that does not names a contra account alone. */
export function namesItsParty(line: LineWithParty): boolean {
  return PARTIES.some((party) => line[party] !== undefined);
}

/** The party of a line that names one. */
export function partyOf(line: LineWithParty): PartyName {
  return PARTIES.find((party) => line[party] !== undefined) ?? 'account';
}
