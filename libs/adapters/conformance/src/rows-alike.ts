import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { asItIs, type SqlValue } from './filled-alike.js';
import { oncePerRun } from './once-per-run.js';

const SQLITE = 'sqlite:';
/** By this column rows are those of an agreement. */
const COLUMN = 'agreement_number';
/** Stands in kept rows where the number of their agreement stood, and in nothing that is filled in. */
const ANY_AGREEMENT = '/*agreement*/';
const BUSY_MS = 5;

/** Whose rows are wanted, and in which database. */
type Owner = { readonly url: string; readonly agreementNumber: number };

/**
 * Gives an agreement that has nothing yet but itself the rows that `fill` gives it. `fill` does so for the
 * first that is asked for by this name in a run of the tests, on each kind of database; later ones get copies
 * of its rows. Standard books are 600 rows: to fill them takes 40 ms of a processor on SQLite and 145 ms on a
 * server, a copy 9 and 36. What the service remembers of its own writes, it does not know of a copy.
 */
export async function rowsAlike(name: string, owner: Owner, fill: () => Promise<void>): Promise<void> {
  const isFile = owner.url.startsWith(SQLITE);
  let isFilled = false;
  const folder = await oncePerRun(`${name}-${isFile ? 'SQLite' : 'MySQL'}`, async (made) => {
    await fill();
    isFilled = true;
    await writeFile(join(made, 'rows'), (isFile ? rowsOfFile(owner) : await rowsOnServer(owner)).join(';\n'));
  });
  if (isFilled) return;
  const sql = (await readFile(join(folder, 'rows'), 'utf8')).replaceAll(
    ANY_AGREEMENT,
    String(owner.agreementNumber),
  );
  await (isFile ? writtenToFile(owner.url, sql) : writtenOnServer(owner.url, sql));
}

function rowsOfFile({ url, agreementNumber }: Owner): readonly string[] {
  const file = new DatabaseSync(url.slice(SQLITE.length), { readOnly: true });
  const columns =
    'SELECT m.name AS "table", c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ' +
    "WHERE m.type = 'table' ORDER BY m.name, c.cid";
  try {
    const named = file.prepare(columns).all() as { readonly table: string; readonly name: string }[];
    return [...columnsByTable(named)].flatMap(([table, names]) => {
      const values = names.map((name) => (name === COLUMN ? `'${ANY_AGREEMENT}'` : `quote("${name}")`));
      const text = `SELECT ${values.join(` || ',' || `)} AS "values" FROM "${table}" WHERE ${COLUMN} = ?`;
      const rows = file.prepare(text).all(agreementNumber) as { readonly values: string }[];
      if (rows.length === 0) return [];
      return `INSERT INTO "${table}" VALUES ${rows.map((row) => `(${row.values})`).join()}`;
    });
  } finally {
    file.close();
  }
}

async function rowsOnServer({ url, agreementNumber }: Owner): Promise<readonly string[]> {
  const connection = await mysql.createConnection(url);
  try {
    const columns =
      'SELECT table_name AS `table`, column_name AS name FROM information_schema.columns ' +
      'WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position';
    const [named] = await connection.query<({ table: string; name: string } & RowDataPacket)[]>(columns);
    const statements: string[] = [];
    for (const [table, names] of columnsByTable(named)) {
      const sql = 'SELECT * FROM ?? WHERE ?? = ?';
      const how = { sql, values: [table, COLUMN, agreementNumber], rowsAsArray: true, typeCast: asItIs };
      const [rows] = await connection.query<(SqlValue[] & RowDataPacket)[]>(how);
      const texts = rows.map((row) =>
        row.map((value, index) => (names[index] === COLUMN ? ANY_AGREEMENT : mysql.escape(value))).join(),
      );
      if (texts.length > 0)
        statements.push(`INSERT INTO \`${table}\` VALUES ${texts.map((one) => `(${one})`).join()}`);
    }
    return statements;
  } finally {
    connection.destroy();
  }
}

/** The columns of each table that has rows of agreements, but for that of agreements. */
function columnsByTable(
  named: readonly { readonly table: string; readonly name: string }[],
): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, string[]>();
  for (const { table, name } of named) tables.set(table, [...(tables.get(table) ?? []), name]);
  return new Map([...tables].filter(([table, names]) => table !== 'agreement' && names.includes(COLUMN)));
}

/** Waits its turn without holding up the process: the service that is writing may be in it. */
async function writtenToFile(url: string, sql: string): Promise<void> {
  const file = new DatabaseSync(url.slice(SQLITE.length), { timeout: 0 });
  try {
    while (!begun(file)) await setTimeout(BUSY_MS);
    file.exec(`${sql}; COMMIT`);
  } finally {
    file.close();
  }
}

function begun(file: InstanceType<typeof DatabaseSync>): boolean {
  try {
    file.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (/locked|busy/i.test(String(error))) return false;
    throw error;
  }
}

async function writtenOnServer(url: string, sql: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: url, multipleStatements: true });
  try {
    await connection.query(`BEGIN; ${sql}; COMMIT`);
  } finally {
    connection.destroy();
  }
}
