import { timestampOf, type ByteStore } from '@kontor/kernel';
import { seriesInYear, type ImportStore } from '@kontor/ledger';
import { loose, noLongerLoose } from '../attachment/byte-store.js';
import { readCounters } from '../sequence/sequence-table.js';
import { placeholders, rowsOf } from '../statement.js';
import { sessionOf, writing, type Scope } from '../transaction/scope.js';

export function sqlImportStore(scope: Scope, bytes: ByteStore): ImportStore {
  const { agreementNumber } = scope;
  return {
    keepFile: async (storageKey) => {
      const [kept] = await writing(scope).unit.now.run(noLongerLoose({ agreementNumber, storageKey }));
      if (kept?.affected !== 1) throw new Error(`the bytes ${storageKey} are gone`);
    },
    releaseFile: async (storageKey) => {
      const { unit } = writing(scope);
      await unit.now.run(loose({ agreementNumber, storageKey }, timestampOf(new Date())));
      // What cannot be removed now is pruned later.
      unit.afterCommit(() => void bytes.discard(storageKey).catch(() => undefined));
    },
    takenNumbers: async (series, { fromDate, toDate }, numbers) => {
      const taken = new Set<number>();
      for (const table of ['voucher', 'opening_balance']) {
        const rows = await rowsOf(sessionOf(scope), {
          sql:
            `SELECT \`voucher_number_voucher_number\` AS n FROM \`${table}\` WHERE \`agreement_number\` = ? ` +
            `AND \`voucher_number_voucher_number\` IN (${placeholders(numbers.length)}) AND \`date\` BETWEEN ? AND ? ` +
            (table === 'voucher' ? 'AND `number_series_number` = ?' : 'AND ? = 7'),
          values: [agreementNumber, ...numbers, fromDate, toDate, series],
        });
        for (const { n } of rows) taken.add(n as number);
      }
      return taken;
    },
    lastNumber: async (series, year) => {
      const name = seriesInYear(series, year);
      return (await readCounters(sessionOf(scope), agreementNumber, [name])).get(name) ?? 0;
    },
  };
}
