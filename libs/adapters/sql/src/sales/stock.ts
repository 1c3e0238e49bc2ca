import { decimalFromUnits, scaledUnits, type Decimal } from '@kontor/kernel';
import { Product } from '@kontor/products';
import type { Stock, StockChange } from '@kontor/sales';
import { stateName } from '../collection-state.js';
import { Overtaken } from '../failures.js';
import type { ResourceAccess, Scope } from '../resource-access.js';
import {
  placeholders,
  quote,
  rowsOf,
  updateByKey,
  type Row,
  type SqlValue,
  type Statement,
} from '../statement.js';
import { AGREEMENT_COLUMN } from '../table/table.js';
import { SORTABLE_SCALE } from '../table/stored-form.js';

const FIGURES = [
  'available',
  'inStock',
  'orderedByCustomers',
  'orderedFromSuppliers',
  'packageVolume',
] as const;
type Figure = (typeof FIGURES)[number];

/**
 * The stock figures that stand with products. Prices and quantities are text (ADR 6), so they are added up here and written back only
 * where the product is still the one that was read; else the unit of work runs again. They are locked all at once, so that who sells
 * the same waits instead.
 */
export function sqlStock(
  access: ReadonlyMap<string, ResourceAccess>,
  { agreementNumber, session, changes }: Scope,
): Stock {
  const { table, dialect } = access.get(Product.collection) as ResourceAccess;
  const columnOf = (figure: Figure) => {
    const mapped = table.byPath.get(`inventory.${figure}`);
    if (mapped === undefined) throw new Error(`products have no ${figure}`);
    return mapped;
  };

  /** The rows of products, locked in the order of their numbers. */
  async function locked(stockChanges: readonly StockChange[]): Promise<ReadonlyMap<SqlValue, Row>> {
    const forms = stockChanges.map(({ productNumber }) => table.keyForm(productNumber));
    const key = quote(table.keyColumn);
    const columns = FIGURES.map((figure) => quote(columnOf(figure).column)).join(', ');
    const rows = await rowsOf(session, {
      sql:
        `SELECT ${quote(table.key.column)}, ${columns}, \`version\` FROM ${quote(table.table.name)} ` +
        `WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${key} IN (${placeholders(forms.length)}) ORDER BY ${key}${dialect.forUpdate}`,
      values: [agreementNumber, ...forms],
    });
    return new Map(rows.map((row) => [table.keyForm(row[table.key.column] as string), row]));
  }

  function moved(
    { productNumber, orderedByCustomers, inStock }: StockChange,
    rows: ReadonlyMap<SqlValue, Row>,
  ): Statement {
    const own = [agreementNumber, table.keyForm(productNumber)];
    const item = `${quote(AGREEMENT_COLUMN)} = ? AND ${quote(table.keyColumn)} = ?`;
    const row = rows.get(table.keyForm(productNumber));
    if (row === undefined) throw new Overtaken();
    const ordered = figureIn(row, 'orderedByCustomers') + unitsOf(orderedByCustomers);
    const stock = figureIn(row, 'inStock') + unitsOf(inStock);
    const figures: Readonly<Record<Figure, bigint>> = {
      available: stock - ordered,
      inStock: stock,
      orderedByCustomers: ordered,
      orderedFromSuppliers: figureIn(row, 'orderedFromSuppliers'),
      packageVolume: figureIn(row, 'packageVolume'),
    };
    const sets = FIGURES.map((figure) => `${quote(columnOf(figure).column)} = ?`).join(', ');
    return {
      sql: `${updateByKey(table.table.name)} ${sets}, \`version\` = \`version\` + 1 WHERE ${item} AND \`version\` = ?`,
      values: [
        ...FIGURES.map((figure) =>
          columnOf(figure).form.encode(decimalFromUnits(figures[figure], SORTABLE_SCALE)),
        ),
        ...own,
        row['version'] as number,
      ],
    };
  }

  /** A figure that was never kept, of a product made before the module was on, is zero. */
  function figureIn(row: Row, figure: Figure): bigint {
    const { column, form } = columnOf(figure);
    const stored = row[column];
    return stored === null || stored === undefined ? 0n : unitsOf(form.decode(stored) as Decimal);
  }

  return {
    move: async (stockChanges) => {
      if (changes === undefined) throw new Error('books that are open for reading cannot be written');
      const rows = await locked(stockChanges);
      const moves = stockChanges.map((change) => moved(change, rows));
      if (changes.trusts) for (const move of moves) changes.write(move, { mustChange: true });
      else {
        const outcomes = await session.run(...moves);
        if (outcomes.some(({ affected }) => affected !== 1)) throw new Overtaken();
      }
      changes.change(stateName(table, []), 0);
    },
  };
}

function unitsOf(value: Decimal): bigint {
  return scaledUnits(value, SORTABLE_SCALE);
}
