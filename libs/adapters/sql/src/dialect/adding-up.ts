import { flatMapped } from '@kontor/kernel';
import { quote, type Statement, type SumTable, type Sums } from '../statement.js';

/** Texts of up to so many rows are kept. */
const TEXTS_KEPT = 100;
const ADDED = 'CAST(? AS SIGNED)';

/**
 * How an `INSERT` of several rows adds to those that are there: the added columns are whole numbers
 * of up to 64 bits, given as text. `onDuplicate`: what follows the rows; `numbering`: the value of the
 * column that numbers, in the first row. The texts of each table are written once for every count of rows.
 */
export function addingUp(
  onDuplicate: (to: SumTable) => string,
  numbering = ADDED,
): (sums: Sums) => Statement {
  const texts = new WeakMap<SumTable, string[]>();
  const rowOf = ({ columns, added, numbering: of }: SumTable, isFirst: boolean): string => {
    const valueOf = (column: string): string => {
      if (isFirst && column === of?.column) return numbering;
      return added.includes(column) ? ADDED : '?';
    };
    return `(${columns.map(valueOf).join(', ')})`;
  };
  const textOf = (to: SumTable, count: number): string => {
    const { table, columns } = to;
    const rows = Array.from({ length: count }, (_, index) => rowOf(to, index === 0)).join(', ');
    return `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES ${rows} ${onDuplicate(to)}`;
  };
  return ({ to, rows }) => {
    let known = texts.get(to);
    if (known === undefined) texts.set(to, (known = []));
    const { length } = rows;
    const sql = length > TEXTS_KEPT ? textOf(to, length) : (known[length] ??= textOf(to, length));
    return { sql, values: flatMapped(rows, (row) => row) };
  };
}
