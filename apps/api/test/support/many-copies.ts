import { asked } from '@kontor/conformance';

/** The numbers of the copies that are made begin here. */
const FIRST = 1_000_000;

/** What is copied: the row of a table with this key, which a collection counts. */
export type Copied = {
  readonly table: string;
  readonly key: string;
  readonly number: number;
  readonly collection: string;
};

/**
 * Gives an agreement at least so many items more, copies of one: by statements, since as many requests would
 * take minutes. The record of changes has none of them.
 */
export async function manyCopies(
  databaseUrl: string,
  agreement: number,
  { table, key, number, collection }: Copied,
  count: number,
): Promise<void> {
  const own = `\`agreement_number\` = ${agreement}`;
  const [row] = await asked(
    databaseUrl,
    `SELECT * FROM \`${table}\` WHERE ${own} AND \`${key}\` = ${number}`,
  );
  const columns = Object.keys(row ?? {});
  const copy = async (from: string, by: number): Promise<unknown> => {
    const copied = columns.map((column) => {
      if (column === key) return `\`${column}\` + ${by}`;
      return column === 'uses' ? '0' : `\`${column}\``;
    });
    return asked(
      databaseUrl,
      `INSERT INTO \`${table}\` (${columns.map((column) => `\`${column}\``).join(', ')}) ` +
        `SELECT ${copied.join(', ')} FROM \`${table}\` WHERE ${own} AND \`${key}\` ${from}`,
    );
  };
  await copy(`= ${number}`, FIRST - number);
  let made = 1;
  for (; made < count; made *= 2) await copy(`>= ${FIRST}`, made);
  await asked(
    databaseUrl,
    `UPDATE \`collection_state\` SET \`items\` = \`items\` + ${made}, \`version\` = \`version\` + 1 ` +
      `WHERE ${own} AND \`collection\` = '${collection}'`,
  );
}
