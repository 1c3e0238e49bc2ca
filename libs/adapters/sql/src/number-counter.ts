import type { Dialect } from './dialect/dialect.js';
import { quote, rowsOf, type Session, type SqlValue, type Statement } from './statement.js';
import { AGREEMENT_COLUMN } from './table/table.js';
import type { ResourceTable } from './table/table-of.js';

/**
 * Takes the next number of an agreement's counter, in the transaction that uses it: a rollback gives it back, two units
 * never get the same one. The counter's row is made by its first use.
 */
export async function nextNumber(
  session: Session,
  dialect: Dialect,
  { agreementNumber, name }: { agreementNumber: number; name: string },
): Promise<number> {
  const raise = dialect.upsert({
    table: 'number_counter',
    columns: [AGREEMENT_COLUMN, 'name', 'last_number'],
    values: [agreementNumber, name, 1],
    key: [AGREEMENT_COLUMN, 'name'],
    raised: [{ column: 'last_number', to: '`last_number` + 1', values: [] }],
  });
  const read: Statement = {
    sql: 'SELECT `last_number` FROM `number_counter` WHERE `agreement_number` = ? AND `name` = ?',
    values: [agreementNumber, name],
  };
  const [, outcome] = await session.run(raise, read);
  return outcome?.rows[0]?.['last_number'] as number;
}

/**
 * Moves a counter on from a number that turned out to be taken, because a client chose it, to the next free one. A
 * number that a client gives never lowers a counter.
 */
export async function nextFreeNumber(
  session: Session,
  { table, keyColumn, parents }: ResourceTable,
  { agreementNumber, parentKeys, name, taken }: Taken,
): Promise<number> {
  const own = (alias: string): string =>
    [AGREEMENT_COLUMN, ...parents.map(({ column }) => column)]
      .map((column) => `${alias}.${quote(column)} = ?`)
      .join(' AND ');
  const scope = [agreementNumber, ...parentKeys];
  const key = quote(keyColumn);
  const [row] = await rowsOf(session, {
    sql:
      `SELECT MIN(p.${key}) AS last FROM ${quote(table.name)} AS p WHERE ${own('p')} AND p.${key} >= ? ` +
      `AND NOT EXISTS (SELECT 1 FROM ${quote(table.name)} AS n WHERE ${own('n')} AND n.${key} = p.${key} + 1)`,
    values: [...scope, taken, ...scope],
  });
  const free = (row?.['last'] as number) + 1;
  await session.run({
    sql:
      'UPDATE `number_counter` SET `last_number` = ? ' +
      'WHERE `agreement_number` = ? AND `name` = ? AND `last_number` < ?',
    values: [free, agreementNumber, name, free],
  });
  return free;
}

type Taken = {
  readonly agreementNumber: number;
  readonly parentKeys: readonly SqlValue[];
  readonly name: string;
  readonly taken: number;
};
