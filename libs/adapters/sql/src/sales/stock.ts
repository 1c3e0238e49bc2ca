import {
  groupedBy,
  type Decimal,
  decimalFromUnits,
  folded,
  minuteOf,
  scaledUnits,
  ZERO,
} from '@kontor/kernel';
import { averageCost, Product, type Arrival, type StockOnHand } from '@kontor/products';
import type { Stock, StockChange } from '@kontor/sales';
import { eventOf } from '../event/event-log.js';
import { nextVersion } from '../resource/row-version.js';
import { versionName } from '../transaction/collection-version.js';
import type { Change } from '../transaction/effect.js';
import { ConcurrentModification } from '../transaction/errors.js';
import { writing, type Scope } from '../transaction/scope.js';
import { type ResourceAccess, type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { rowsOf, type Row, type SqlValue } from '../statement.js';
import { SORTABLE_SCALE } from '../entity/column-encoding.js';
import { numberAt, textAt } from '../row.js';
import { changeFigures, lockFigures } from '../statements/stock.js';

const FIGURES = [
  'available',
  'inStock',
  'orderedByCustomers',
  'orderedFromSuppliers',
  'packageVolume',
] as const;
type Figure = (typeof FIGURES)[number];

/** What changes the figures of one product: by a document, or by goods that come in with their cost. */
type Moved = StockChange & Pick<Arrival, 'unitCost'>;

/**
 * The stock figures that stand with products. Prices and quantities are text (ADR 6), so they are added up
 * here and written back only where the product is still the one that was read; else the unit of work runs
 * again. They are locked all at once, so that who sells the same waits instead.
 */
export function sqlStock(access: ResourceAccesses, scope: Scope): Pick<Stock, 'move'> & StockOnHand {
  const rows = new StockRows(accessTo(access, Product), scope);
  return {
    hold: (productNumbers) => rows.hold(productNumbers),
    move: (changes) => rows.apply(changes),
    receive: (arrivals) => rows.apply(arrivals.map(movedBy)),
  };
}

function movedBy({ productNumber, quantity, unitCost }: Arrival): Moved {
  return { productNumber, orderedByCustomers: ZERO, inStock: quantity, unitCost };
}

/** The figures of the products of one agreement. */
class StockRows {
  readonly #access: ResourceAccess;
  readonly #scope: Scope;
  /** As they were locked, until the unit changes them. */
  #held: ReadonlyMap<SqlValue, Row> = new Map();

  constructor(access: ResourceAccess, scope: Scope) {
    this.#access = access;
    this.#scope = scope;
  }

  async hold(productNumbers: readonly string[]): Promise<void> {
    this.#held = await this.#locked(productNumbers.map((productNumber) => ({ productNumber })));
  }

  async apply(changes: readonly Moved[]): Promise<void> {
    const { unit } = writing(this.#scope);
    const isHeld = changes.every(({ productNumber }) =>
      this.#held.has(this.#access.table.encodeKey(productNumber)),
    );
    const rows = isHeld ? this.#held : await this.#locked(changes);
    this.#held = new Map();
    const byProduct = ofEachProduct(changes);
    await unit.apply(...byProduct.map((ofOne) => this.#moved(ofOne, rows)));
    unit.change(versionName(this.#access.table, []), 0);
    unit.events.add(
      ...byProduct.map((ofOne) => {
        const hasCost = ofOne.some(({ unitCost }) => unitCost !== undefined);
        return eventOf(
          Product,
          'updated',
          [ofOne[0].productNumber],
          hasCost ? [COST, 'inventory'] : ['inventory'],
        );
      }),
    );
  }

  #column(path: string) {
    const mapped = this.#access.table.byPath.get(path);
    if (mapped === undefined) throw new Error(`products have no ${path}`);
    return mapped;
  }

  /** The rows of products, locked in the order of their numbers. */
  async #locked(stockChanges: readonly Pick<Moved, 'productNumber'>[]): Promise<ReadonlyMap<SqlValue, Row>> {
    const { table, dialect } = this.#access;
    const encoded = stockChanges.map(({ productNumber }) => table.encodeKey(productNumber));
    const columns = [...FIGURES.map(pathOf), COST].map((path) => this.#column(path).column);
    const { unit } = writing(this.#scope);
    // Ahead of what refers to them too: how often they are used is not read.
    const rows = await rowsOf(
      unit.hasChanged(table.resource.collection) ? unit.now : unit.ahead,
      lockFigures(table, dialect, columns, [this.#scope.agreementNumber, encoded]),
    );
    return new Map(rows.map((row) => [table.encodeKey(textAt(row, table.key.column)), row]));
  }

  /** What one product becomes by its changes, one after the other: each meets the cost of those before. */
  #moved(changes: readonly [Moved, ...Moved[]], rows: ReadonlyMap<SqlValue, Row>): Change {
    const { table } = this.#access;
    const key = table.encodeKey(changes[0].productNumber);
    const row = rows.get(key);
    if (row === undefined) throw new ConcurrentModification();
    let [ordered, stock] = [this.#figure(row, 'orderedByCustomers'), this.#figure(row, 'inStock')];
    const before = this.#stored(row, COST);
    let costPrice = before;
    for (const { orderedByCustomers, inStock: quantity, unitCost } of changes) {
      if (unitCost !== undefined) {
        const inStock = decimalFromUnits(stock, SORTABLE_SCALE);
        costPrice = averageCost({ inStock, costPrice }, { quantity, unitCost });
      }
      ordered += unitsOf(orderedByCustomers);
      stock += unitsOf(quantity);
    }
    const sets: readonly (readonly [path: string, value: unknown])[] = [
      [pathOf('available'), decimalFromUnits(stock - ordered, SORTABLE_SCALE)],
      [pathOf('inStock'), decimalFromUnits(stock, SORTABLE_SCALE)],
      [pathOf('orderedByCustomers'), decimalFromUnits(ordered, SORTABLE_SCALE)],
      ...KEPT.map(
        (figure) => [pathOf(figure), decimalFromUnits(this.#figure(row, figure), SORTABLE_SCALE)] as const,
      ),
      ['lastUpdated', minuteOf(new Date())],
      ...(costPrice === before ? [] : [[COST, costPrice] as const]),
    ];
    const version = numberAt(row, 'version');
    const { head, where } = changeFigures(
      table,
      sets.map(([path]) => this.#column(path).column),
    );
    return {
      kind: 'change',
      head,
      set: [...sets.map(([path, value]) => this.#column(path).encoding.encode(value)), nextVersion(version)],
      where: { sql: where, values: [this.#scope.agreementNumber, key, version] },
      item: { table, encoded: [key] },
      otherwise: 'retry',
    };
  }

  #stored(row: Row, path: string): Decimal | undefined {
    const { column, encoding } = this.#column(path);
    const stored = row[column];
    return stored === null || stored === undefined ? undefined : (encoding.decode(stored) as Decimal);
  }

  /** A figure that was never kept, of a product made before the module was on, is zero. */
  #figure(row: Row, figure: Figure): bigint {
    return unitsOf(this.#stored(row, pathOf(figure)) ?? ZERO);
  }
}

const COST = 'costPrice';

/** Figures that no document changes. */
const KEPT = ['orderedFromSuppliers', 'packageVolume'] as const;

function pathOf(figure: Figure): string {
  return `inventory.${figure}`;
}

function unitsOf(value: Decimal): bigint {
  return scaledUnits(value, SORTABLE_SCALE);
}

/** The changes of each product together, in their order: lines of a document may name one again and again. */
function ofEachProduct(changes: readonly Moved[]): readonly (readonly [Moved, ...Moved[]])[] {
  return [...groupedBy(changes, ({ productNumber }) => folded(productNumber)).values()];
}
