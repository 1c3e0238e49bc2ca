import { expect } from 'chai';
import { asked } from '@kontor/conformance';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { filledBooks, otherBooks } from './filled-books.js';
import { DECIDED, whyNotFound } from './not-found.js';

/**
 * `EACH=1` changes all columns that are to be found, in so many rows of each and in one that holds a value;
 * with the other tests some of them in one row, others on each day.
 */
const EACH = Number(process.env['EACH'] ?? 0);
/** One of so many columns, with the other tests. */
const ONE_OF = 16;
const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) % ONE_OF;

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;
type Table = { readonly name: string; readonly columns: string[]; readonly key: string[] };

const NUMBERS: ReadonlySet<unknown> = new Set(['INTEGER', 'int', 'bigint', 'tinyint', 'smallint', 'decimal']);

/** What a driver gives, as a statement can say it: binary columns hold text, too. */
function sayable(value: unknown): Value {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (value === null || typeof value === 'number') return value;
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

/** Another value of the same kind, as somebody could have put it there. */
function another(value: Value, column: string, isNumber: boolean): Value {
  if (value === null) return isNumber ? 1 : /date|until$/.test(column) ? '2026-03-03' : '1';
  if (typeof value === 'number' || isNumber) return Number(value) === 1 ? 0 : Number(value) + 1;
  if (/^\d{4}-\d\d-\d\d/.test(value)) {
    const day = value.startsWith('13', 8) ? '14' : '13';
    return `${value.slice(0, 8)}${day}${value.slice(10)}`;
  }
  if (/"\w+":\d/.test(value))
    return value.replace(
      /("\w+":)(\d)/,
      (_, name: string, n: string) => name + (Number(n) === 9 ? '8' : String(Number(n) + 1)),
    );
  if (/^\d+$/.test(value)) return value.slice(0, -1) + String((Number(value.at(-1)) + 1) % 10);
  return value.startsWith('[')
    ? value === '[1]'
      ? '[2]'
      : '[1]'
    : value.startsWith('x')
      ? `y${value.slice(1)}`
      : `x${value.slice(1)}`;
}

for (const database of await databases()) {
  const isFile = database.name === 'SQLite';

  describe(`kontor verify, where any column is changed, on ${database.name}`, () => {
    const running = runningService(database, {});
    const ours = running.client({ modules: ['internationalLedger', 'inventory', 'dimension'] });
    const tables: Table[] = [];
    const numbers = new Set<string>();
    const tell = (...sql: readonly string[]) => asked(running.service.databaseUrl, ...sql);
    const own = (): string => `agreement_number = ${ours.agreement.agreementNumber}`;
    const literal = (value: Value): string => {
      if (typeof value !== 'string') return String(value);
      return `'${(isFile ? value : value.replaceAll('\\', '\\\\')).replaceAll("'", "''")}'`;
    };
    /** `database_epoch` has one row, of all agreements. */
    const ofOurs = ({ columns }: Table): string => (columns.includes('agreement_number') ? own() : '1 = 1');
    const found = async (): Promise<readonly string[]> =>
      (await running.service.service.database.checkBooks(ours.agreement.agreementNumber)).flatMap(
        ({ faults }) => faults,
      );

    before(async () => {
      await filledBooks(ours);
      await otherBooks(ours, running.service.port);
      const schema = await tell(
        isFile
          ? 'SELECT m.name AS tab, c.name AS col, c.type AS kind, c.pk AS pk FROM sqlite_master m ' +
              "JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
          : "SELECT table_name AS tab, column_name AS col, data_type AS kind, column_key = 'PRI' AS pk " +
              'FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY 1, ordinal_position',
      );
      for (const { tab, col, kind, pk } of schema) {
        let table = tables.find(({ name }) => name === tab);
        if (table === undefined) tables.push((table = { name: String(tab), columns: [], key: [] }));
        table.columns.push(String(col));
        if (Number(pk) > 0) table.key.push(String(col));
        if (NUMBERS.has(kind)) numbers.add(`${String(tab)}.${String(col)}`);
      }
      expect(await found()).to.deep.equal([]);
    });

    it('has books in all tables but those of which is said why nothing is found in them', async () => {
      const empty: string[] = [];
      for (const table of tables) {
        if (whyNotFound(table.name, '*') !== undefined) continue;
        const rows = await tell(`SELECT 1 FROM \`${table.name}\` WHERE ${ofOurs(table)} LIMIT 1`);
        if (rows.length === 0) empty.push(table.name);
      }
      expect(empty).to.deep.equal([]);
    });

    it('says only of tables and columns that there are why nothing is found in them', () => {
      const there = tables.flatMap(({ name, columns }) => [
        ...[name, `${name}.*`],
        ...columns.map((column) => `${name}.${column}`),
      ]);
      expect(DECIDED.filter((one) => !there.includes(one))).to.deep.equal([]);
    });

    it('finds it, or says why it does not', async () => {
      const missed: string[] = [];
      let at = 0;
      const plant = async (table: Table, rows: readonly Row[], column: string): Promise<void> => {
        const name = `${table.name}.${column}`;
        const step = Math.max(1, Math.floor(rows.length / Math.max(EACH, 1)));
        const held = rows.find((row) => column !== '*' && row[column] !== null) ?? rows[0];
        const some = rows.filter((row, index) => row === held || (EACH > 0 && index % step === step - 1));
        for (const row of some) {
          const where = table.key.map((one) => `\`${one}\` = ${literal(row[one] ?? null)}`).join(' AND ');
          const is = row[column] ?? null;
          const to = another(is, column, numbers.has(name));
          const change =
            column === '*'
              ? `DELETE FROM \`${table.name}\` WHERE ${where}`
              : `UPDATE \`${table.name}\` SET \`${column}\` = ${literal(to)} WHERE ${where}`;
          try {
            // What a key refuses nobody can do.
            if (
              !(await tell(change).then(
                () => true,
                () => false,
              ))
            )
              continue;
            if ((await found()).length === 0) missed.push(`${name}: ${String(is)} is ${String(to)}`);
          } catch (error) {
            missed.push(`${name}: ${String(is)} is ${String(to)}: ${String(error)}`);
          }
          await tell(
            `DELETE FROM \`${table.name}\` WHERE ${ofOurs(table)}`,
            `INSERT INTO \`${table.name}\` SELECT * FROM planted_rows`,
          );
        }
      };
      for (const table of tables) {
        const columns = [...table.columns, '*'].filter(
          (column) =>
            column !== 'agreement_number' &&
            whyNotFound(table.name, column) === undefined &&
            (EACH > 0 || (at += 1) % ONE_OF === TODAY),
        );
        if (columns.length === 0) continue;
        const read = await tell(`SELECT * FROM \`${table.name}\` WHERE ${ofOurs(table)}`);
        const rows = read.map((row): Row =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, sayable(value)])),
        );
        await tell(`CREATE TABLE planted_rows AS SELECT * FROM \`${table.name}\` WHERE ${ofOurs(table)}`);
        try {
          for (const column of columns) await plant(table, rows, column);
        } finally {
          await tell('DROP TABLE planted_rows');
        }
      }

      expect(missed).to.deep.equal([]);
      expect(await found()).to.deep.equal([]);
    }).timeout(EACH > 0 ? 1_800_000 : 120_000);
  });
}
