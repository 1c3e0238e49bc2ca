import { NUMBER_SERIES, type Numbers, type NumbersTaken, type NumbersToTake } from '@kontor/ledger';
import type { Dialect } from '../dialect/dialect.js';
import { raiseCounters, type Raise, type RaiseCounters } from '../number-counter.js';
import type { Scope } from '../resource-access.js';

const VOUCHER_ID = 'voucher-id';
const ENTRY_NUMBER = 'entry-number';

/** Series whose numbers are taken when a document is booked, and not before. */
const HAVE_NO_GAPS: ReadonlySet<number> = new Set(
  NUMBER_SERIES.filter(({ allowGaps }) => !allowGaps).map(({ numberSeriesNumber }) => numberSeriesNumber),
);

/** Every series counts anew in each accounting year (facts 5.1). */
function seriesName({ series, year }: NumbersToTake): string {
  return `series/${series}/${year}`;
}

/** The counters of an agreement: raised in the transaction that uses the numbers, or at once where gaps are allowed. */
export function sqlNumbers(
  { agreementNumber, session, changes, raiseAtOnce }: Scope,
  dialect: Dialect,
): Numbers {
  /** As late as can be, and once: where they must be asked for, whoever takes the next ones waits until this unit is done. */
  const raisedInUnit: RaiseCounters = async (of, raises) => {
    if (changes === undefined) throw new Error('books that are open for reading give no numbers');
    const also = [...changes.numbersWanted].map((name) => ({ name, by: 1, withoutGaps: true }));
    const all = [...raises, ...also];
    const raised =
      (await changes.giveNumbers(all)) ??
      (await changes.askNumbers(all, () => raiseCounters(session, dialect, of, all)));
    changes.takeNumbers(raised);
    return raised;
  };

  /** Without asking, where this process knows the counters; else at once and for good, where the unit may do that. */
  const raisedSoon =
    (mayRaiseAtOnce: boolean | undefined): RaiseCounters =>
    async (of, raises) =>
      (await changes?.giveNumbers(raises)) ??
      ((mayRaiseAtOnce === true ? raiseAtOnce : undefined) ?? raisedInUnit)(of, raises);

  async function taken(
    raised: RaiseCounters,
    wanted: readonly NumbersToTake[],
  ): Promise<readonly NumbersTaken[]> {
    const raises = new Map<string, Raise>();
    const raise = (name: string, by: number, withoutGaps: boolean): void =>
      void raises.set(name, { name, by: (raises.get(name)?.by ?? 0) + by, withoutGaps });
    for (const one of wanted) {
      raise(ENTRY_NUMBER, one.entries, false);
      raise(seriesName(one), 1, HAVE_NO_GAPS.has(one.series));
      raise(VOUCHER_ID, 1, false);
    }
    const last = await raised(agreementNumber, [...raises.values()]);
    const next = new Map([...raises.values()].map(({ name, by }) => [name, (last.get(name) ?? 0) - by + 1]));
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
    // A unit that has written may hold the counters itself; one that has only claimed an idempotency key may turn out to be a
    // repetition, which is to use up no numbers.
    takeForDraft: async (wanted) =>
      (await taken(raisedSoon(changes?.isUntouched), [wanted]))[0] as NumbersTaken,
    takeEntryNumbers: async (count) => {
      // What drafts have taken leaves gaps anyway; a unit that has sent something may hold the counter itself.
      const last = await raisedSoon(changes?.hasSentNothing)(agreementNumber, [
        { name: ENTRY_NUMBER, by: count },
      ]);
      return (last.get(ENTRY_NUMBER) as number) - count + 1;
    },
  };
}
