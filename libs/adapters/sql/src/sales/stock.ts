import { decimalFromUnits, scaledUnits, type Decimal } from '@kontor/kernel';
import { Product } from '@kontor/products';
import type { Stock, StockChange } from '@kontor/sales';
import { nextVersion } from '../resource/row-version.js';
import { versionName } from '../transaction/collection-version.js';
import type { Change } from '../transaction/effect.js';
import { ConcurrentModification } from '../transaction/errors.js';
import { writing, type Scope } from '../transaction/scope.js';
import type { ResourceAccess } from '../resource/resource-access.js';
import { placeholders, quote, rowsOf, updateByKey, type Row, type SqlValue } from '../statement.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import { SORTABLE_SCALE } from '../entity/stored-form.js';

const FIGURES = [
  'available',
  'inStock',
  'orderedByCustomers',
  'orderedFromSuppliers',
  'packageVolume',
] as const;
type Figure = (typeof FIGURES)[number];

/**
 * The stock figures that stand with products. Prices and quantities are text (ADR 6), so they are added up
 * here and written back only where the product is still the one that was read; else the unit of work runs
 * again. They are locked all at once, so that who sells the same waits instead.
 */
export function sqlStock(access: ReadonlyMap<string, ResourceAccess>, scope: Scope): Stock {
  const { agreementNumber } = scope;
  const { table, dialect } = access.get(Product.collection) as ResourceAccess;
  const columnOf = (figure: Figure) => {
    const mapped = table.byPath.get(`inventory.${figure}`);
    if (mapped === undefined) throw new Error(`products have no ${figure}`);
    return mapped;
  };

  /** The rows of products, locked in the order of their numbers. */
  async function locked(stockChanges: readonly StockChange[]): Promise<ReadonlyMap<SqlValue, Row>> {
    const encoded = stockChanges.map(({ productNumber }) => table.encodeKey(productNumber));
    const key = quote(table.keyColumn);
    const columns = FIGURES.map((figure) => quote(columnOf(figure).column)).join(', ');
    const rows = await rowsOf(writing(scope).unit.now, {
      sql:
        `SELECT ${quote(table.key.column)}, ${columns}, \`version\` FROM ${quote(table.table.name)} ` +
        `WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${key} IN (${placeholders(encoded.length)}) ORDER BY ${key}${dialect.forUpdate}`,
      values: [agreementNumber, ...encoded],
    });
    return new Map(rows.map((row) => [table.encodeKey(row[table.key.column] as string), row]));
  }

  function moved(
    { productNumber, orderedByCustomers, inStock }: StockChange,
    rows: ReadonlyMap<SqlValue, Row>,
  ): Change {
    const key = table.encodeKey(productNumber);
    const item = `${quote(AGREEMENT_COLUMN)} = ? AND ${quote(table.keyColumn)} = ?`;
    const row = rows.get(key);
    if (row === undefined) throw new ConcurrentModification();
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
      kind: 'change',
      head: `${updateByKey(table.table.name)} ${sets}, \`version\` = ?`,
      set: [
        ...FIGURES.map((figure) =>
          columnOf(figure).form.encode(decimalFromUnits(figures[figure], SORTABLE_SCALE)),
        ),
        nextVersion(row['version'] as number),
      ],
      where: { sql: `${item} AND \`version\` = ?`, values: [agreementNumber, key, row['version'] as number] },
      item: { table, encoded: [key] },
      otherwise: 'retry',
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
      const { unit } = writing(scope);
      const rows = await locked(stockChanges);
      await unit.apply(...stockChanges.map((change) => moved(change, rows)));
      unit.change(versionName(table, []), 0);
    },
  };
}

function unitsOf(value: Decimal): bigint {
  return scaledUnits(value, SORTABLE_SCALE);
}
