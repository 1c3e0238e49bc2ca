import { asked } from '@kontor/conformance';

/** The numbers of the customers that are made begin here. */
const FIRST = 1_000_000;

/**
 * Gives an agreement at least so many customers more, copies of the one with the number 1: by statements,
 * since as many requests would take minutes. The record of changes has none of them.
 */
export async function manyCustomers(databaseUrl: string, agreement: number, count: number): Promise<void> {
  const own = `\`agreement_number\` = ${agreement}`;
  const [row] = await asked(
    databaseUrl,
    `SELECT * FROM \`customer\` WHERE ${own} AND \`customer_number\` = 1`,
  );
  const columns = Object.keys(row ?? {});
  const copy = async (from: string, by: number): Promise<unknown> => {
    const copied = columns.map((column) => {
      if (column === 'customer_number') return `\`${column}\` + ${by}`;
      return column === 'uses' ? '0' : `\`${column}\``;
    });
    return asked(
      databaseUrl,
      `INSERT INTO \`customer\` (${columns.map((column) => `\`${column}\``).join(', ')}) ` +
        `SELECT ${copied.join(', ')} FROM \`customer\` WHERE ${own} AND \`customer_number\` ${from}`,
    );
  };
  await copy('= 1', FIRST - 1);
  let made = 1;
  for (; made < count; made *= 2) await copy(`>= ${FIRST}`, made);
  await asked(
    databaseUrl,
    `UPDATE \`collection_state\` SET \`items\` = \`items\` + ${made}, \`version\` = \`version\` + 1 ` +
      `WHERE ${own} AND \`collection\` = 'customers'`,
  );
}
