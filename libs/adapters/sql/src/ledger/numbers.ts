import type { Numbers, NumbersTaken, NumbersToTake } from '@kontor/ledger';
import type { Dialect } from '../dialect/dialect.js';
import type { Scope } from '../resource-access.js';
import { placeholders, type Statement } from '../statement.js';
import { AGREEMENT_COLUMN } from '../table/table.js';

const VOUCHER_ID = 'voucher-id';
const ENTRY_NUMBER = 'entry-number';

/** Every series counts anew in each accounting year (facts 5.1). */
function seriesName({ series, year }: NumbersToTake): string {
  return `series/${series}/${year}`;
}

/** By how much a counter is raised. */
type Raise = { readonly name: string; readonly by: number };

/**
 * The counters of an agreement: raised first, and only then read back, in the transaction that uses the numbers, which is without gaps
 * and doubles on every engine (reliability 4).
 */
export function sqlNumbers({ agreementNumber, session, changes }: Scope, dialect: Dialect): Numbers {
  async function raised(raises: readonly Raise[]): Promise<ReadonlyMap<string, number>> {
    if (changes === undefined) throw new Error('books that are open for reading give no numbers');
    // In the order of their names, so that two units never wait for each other.
    const inOrder = [...raises].filter(({ by }) => by > 0).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = inOrder.map(({ name }) => name);
    const outcomes = await session.run(
      ...inOrder.map((one) => raiseCounter(dialect, agreementNumber, one)),
      readCounters(agreementNumber, names),
    );
    const rows = outcomes.at(-1)?.rows ?? [];
    return new Map(rows.map((row) => [row['name'] as string, row['last_number'] as number]));
  }

  async function takeAll(wanted: readonly NumbersToTake[]): Promise<readonly NumbersTaken[]> {
    const raises = new Map<string, number>();
    const raise = (name: string, by: number): void => void raises.set(name, (raises.get(name) ?? 0) + by);
    for (const one of wanted) {
      raise(ENTRY_NUMBER, one.entries);
      raise(seriesName(one), 1);
      raise(VOUCHER_ID, 1);
    }
    const last = await raised([...raises].map(([name, by]) => ({ name, by })));
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
    take: async (wanted) => (await takeAll([wanted]))[0] as NumbersTaken,
    takeAll,
    takeEntryNumbers: async (count) => {
      const last = await raised([{ name: ENTRY_NUMBER, by: count }]);
      return (last.get(ENTRY_NUMBER) as number) - count + 1;
    },
  };
}

/** Raises a counter; its row is made by its first use. */
export function raiseCounter(dialect: Dialect, agreementNumber: number, { name, by }: Raise): Statement {
  return dialect.upsert({
    table: 'number_counter',
    columns: [AGREEMENT_COLUMN, 'name', 'last_number'],
    values: [agreementNumber, name, by],
    key: [AGREEMENT_COLUMN, 'name'],
    raised: [{ column: 'last_number', to: '`last_number` + ?', values: [by] }],
  });
}

function readCounters(agreementNumber: number, names: readonly string[]): Statement {
  return {
    sql:
      'SELECT `name`, `last_number` FROM `number_counter` ' +
      `WHERE \`agreement_number\` = ? AND \`name\` IN (${placeholders(names.length)})`,
    values: [agreementNumber, ...names],
  };
}
