import { breathe } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import type { PageLayout } from '../dialect/page-rows.js';
import type { ResourceTable } from '../entity/table-of.js';
import { inPieces, rowsOf, type Cells, type Session, type SqlValue, type Statement } from '../statement.js';
import { ITEMS, largeColumns, PageStatements, RESULTS, VERSION } from '../statements/pages.js';

/** What a collection is, at one instant, under one filter. */
export type State = { readonly version: number; readonly items: number; readonly matching: number };

/** Rows whose cells are made out in one go. */
const UNPACKED_AT_ONCE = 100;

/** A table as its pages are read: their statements, and what is in the rows that these give. */
export class PageTable {
  readonly table: ResourceTable;
  readonly dialect: Dialect;
  readonly statements: PageStatements;
  readonly #layout: PageLayout;
  /** The columns of what may be large in a row. */
  readonly #large: readonly string[];

  constructor(table: ResourceTable, dialect: Dialect) {
    this.table = table;
    this.dialect = dialect;
    this.statements = new PageStatements(table, dialect);
    this.#layout = dialect.pageRows.layout(
      table.columns.map(({ column }) => column),
      [VERSION, ITEMS, RESULTS],
    );
    this.#large = largeColumns(table);
  }

  /** Whether a row may be as large as a body. */
  get isWeighty(): boolean {
    return this.#large.length > 0;
  }

  async rows(session: Session, read: Statement): Promise<readonly Cells[]> {
    const rows = await rowsOf(session, read);
    const atOnce = this.isWeighty ? 1 : UNPACKED_AT_ONCE;
    if (rows.length <= atOnce) return this.dialect.unpack(rows);
    const unpacked: Cells[] = [];
    for (const piece of inPieces(rows, atOnce)) {
      unpacked.push(...this.dialect.unpack(piece));
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
    return unpacked;
  }

  /** The key of a row, as its column has it. */
  keyOf(row: Cells): SqlValue {
    return this.table.encodeKey(this.#layout.valueOf(row, this.table.key.column) as string | number);
  }

  /** What lists and documents hold in rows, in characters. */
  charactersIn(rows: readonly Cells[]): number {
    let characters = 0;
    for (const row of rows) {
      for (const column of this.#large)
        characters += (this.#layout.valueOf(row, column) as string | null)?.length ?? 0;
    }
    return characters;
  }

  /** The state that came with the rows of a page; undefined where there are none. */
  stateWith(rows: readonly Cells[]): State | undefined {
    return this.#stateIn(rows, this.table.columns.length);
  }

  /** The state that was read alone; undefined where the collection was never written. */
  stateAlone(rows: readonly Cells[]): State | undefined {
    return this.#stateIn(rows, 0);
  }

  /** `columns` of the resource stand before it. */
  #stateIn([head]: readonly Cells[], columns: number): State | undefined {
    if (head === undefined) return undefined;
    const at = (name: string): number => this.#layout.stateOf(head, name, columns) as number;
    return { version: at(VERSION), items: at(ITEMS), matching: at(RESULTS) };
  }
}
