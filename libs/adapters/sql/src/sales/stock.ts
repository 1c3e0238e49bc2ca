import { type Decimal, decimalFromUnits, folded, minuteOf, scaledUnits, ZERO } from '@kontor/kernel';
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
import { SORTABLE_SCALE } from '../entity/stored-form.js';
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
    // One after the other where a product comes in twice: the average of the first is what the second meets.
    receive: async (arrivals) => {
      for (const round of roundsOf(arrivals)) {
        await rows.apply(round.map(movedBy));
        await writing(scope).unit.flush();
      }
    },
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
    await unit.apply(...changes.map((change) => this.#moved(change, rows)));
    unit.change(versionName(this.#access.table, []), 0);
    unit.emit(
      ...changes.map(({ productNumber, unitCost }) =>
        eventOf(
          Product,
          'updated',
          [productNumber],
          unitCost === undefined ? ['inventory'] : [COST, 'inventory'],
        ),
      ),
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

  #moved(
    { productNumber, orderedByCustomers, inStock, unitCost }: Moved,
    rows: ReadonlyMap<SqlValue, Row>,
  ): Change {
    const { table } = this.#access;
    const key = table.encodeKey(productNumber);
    const row = rows.get(key);
    if (row === undefined) throw new ConcurrentModification();
    const ordered = this.#figure(row, 'orderedByCustomers') + unitsOf(orderedByCustomers);
    const stock = this.#figure(row, 'inStock') + unitsOf(inStock);
    const costPrice =
      unitCost === undefined ? undefined : this.#costAfter(row, { quantity: inStock, unitCost });
    const sets: readonly (readonly [path: string, value: unknown])[] = [
      [pathOf('available'), decimalFromUnits(stock - ordered, SORTABLE_SCALE)],
      [pathOf('inStock'), decimalFromUnits(stock, SORTABLE_SCALE)],
      [pathOf('orderedByCustomers'), decimalFromUnits(ordered, SORTABLE_SCALE)],
      ...KEPT.map(
        (figure) => [pathOf(figure), decimalFromUnits(this.#figure(row, figure), SORTABLE_SCALE)] as const,
      ),
      ['lastUpdated', minuteOf(new Date())],
      ...(costPrice === undefined ? [] : [[COST, costPrice] as const]),
    ];
    const version = numberAt(row, 'version');
    const { head, where } = changeFigures(
      table,
      sets.map(([path]) => this.#column(path).column),
    );
    return {
      kind: 'change',
      head,
      set: [...sets.map(([path, value]) => this.#column(path).form.encode(value)), nextVersion(version)],
      where: { sql: where, values: [this.#scope.agreementNumber, key, version] },
      item: { table, encoded: [key] },
      otherwise: 'retry',
    };
  }

  #stored(row: Row, path: string): Decimal | undefined {
    const { column, form } = this.#column(path);
    const stored = row[column];
    return stored === null || stored === undefined ? undefined : (form.decode(stored) as Decimal);
  }

  /** A figure that was never kept, of a product made before the module was on, is zero. */
  #figure(row: Row, figure: Figure): bigint {
    return unitsOf(this.#stored(row, pathOf(figure)) ?? ZERO);
  }

  #costAfter(
    row: Row,
    received: { readonly quantity: Decimal; readonly unitCost: Decimal },
  ): Decimal | undefined {
    const inStock = decimalFromUnits(this.#figure(row, 'inStock'), SORTABLE_SCALE);
    return averageCost({ inStock, costPrice: this.#stored(row, COST) }, received);
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

/** Arrivals in rounds, in none of which a product stands twice. */
function roundsOf(arrivals: readonly Arrival[]): readonly (readonly Arrival[])[] {
  const rounds: Arrival[][] = [];
  const seen = new Map<string, number>();
  for (const arrival of arrivals) {
    const name = folded(arrival.productNumber);
    const round = seen.get(name) ?? 0;
    seen.set(name, round + 1);
    (rounds[round] ??= []).push(arrival);
  }
  return rounds;
}
