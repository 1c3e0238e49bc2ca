import type { Numbers, NumbersTaken, NumbersToTake } from '@kontor/ledger';
import type { Dialect } from '../dialect/dialect.js';
import { raiseCounters, type RaiseCounters } from '../number-counter.js';
import type { Scope } from '../resource-access.js';

const VOUCHER_ID = 'voucher-id';
const ENTRY_NUMBER = 'entry-number';

/** Every series counts anew in each accounting year (facts 5.1). */
function seriesName({ series, year }: NumbersToTake): string {
  return `series/${series}/${year}`;
}

/** The counters of an agreement: raised in the transaction that uses the numbers, or at once where gaps are allowed. */
export function sqlNumbers(
  { agreementNumber, session, changes, raiseAtOnce }: Scope,
  dialect: Dialect,
): Numbers {
  /** As late as can be, and once: whoever takes the next ones waits until this unit is done. */
  const raisedInUnit: RaiseCounters = async (of, raises) => {
    if (changes === undefined) throw new Error('books that are open for reading give no numbers');
    const also = [...changes.numbersWanted].map((name) => ({ name, by: 1 }));
    const raised = await raiseCounters(session, dialect, of, [...raises, ...also]);
    changes.takeNumbers(raised);
    return raised;
  };

  async function taken(
    raised: RaiseCounters,
    wanted: readonly NumbersToTake[],
  ): Promise<readonly NumbersTaken[]> {
    const raises = new Map<string, number>();
    const raise = (name: string, by: number): void => void raises.set(name, (raises.get(name) ?? 0) + by);
    for (const one of wanted) {
      raise(ENTRY_NUMBER, one.entries);
      raise(seriesName(one), 1);
      raise(VOUCHER_ID, 1);
    }
    const last = await raised(
      agreementNumber,
      [...raises].map(([name, by]) => ({ name, by })),
    );
    const next = new Map([...raises].map(([name, by]) => [name, (last.get(name) ?? 0) - by + 1]));
    const give = (name: string, count: number): number => {
      const first = next.get(name) as number;
      next.set(name, first + count);
      return first;
    };
    return wanted.map((one) => ({
      voucherId: give(VOUCHER_ID, 1),
      voucherNumber: give(seriesName(one), 1),
      firstEntryNumber: give(ENTRY_NUMBER, one.entries),
    }));
  }

  return {
    take: async (wanted) => (await taken(raisedInUnit, [wanted]))[0] as NumbersTaken,
    takeAll: (wanted) => taken(raisedInUnit, wanted),
    takeForDraft: async (wanted) => {
      // A unit that has written may hold the counters itself; one that has only claimed an idempotency key may turn out to be a
      // repetition, which is to take no numbers.
      const raised = changes?.isUntouched === true ? raiseAtOnce : undefined;
      return (await taken(raised ?? raisedInUnit, [wanted]))[0] as NumbersTaken;
    },
    takeEntryNumbers: async (count) => {
      // What drafts have taken leaves gaps anyway; a unit that has sent something may hold the counter itself.
      const raised = (changes?.hasSentNothing === true ? raiseAtOnce : undefined) ?? raisedInUnit;
      const last = await raised(agreementNumber, [{ name: ENTRY_NUMBER, by: count }]);
      return (last.get(ENTRY_NUMBER) as number) - count + 1;
    },
  };
}
