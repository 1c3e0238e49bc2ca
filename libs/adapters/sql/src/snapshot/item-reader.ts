import DataLoader from 'dataloader';
import { itemState, type KeyValue } from '@kontor/kernel';
import type { ResourceTable } from '../entity/table-of.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import { keyAt, numberAt } from '../row.js';
import { rowsOf, type Row, type Session } from '../statement.js';
import { itemsOfAgreements, type ItemOf } from '../statements/items.js';

/** More items are asked for in several statements. */
const TOGETHER_MAX = 100;

/** What is asked in one turn of the event loop is one batch, which is sent after all of them have asked. */
type Loader = DataLoader<ItemOf, Row | undefined>;

/** Of one session: what is asked by another sees another state of the database. */
type Loaders = { readonly rows: Loader; readonly states: Loader };

/**
 * Reads items of a resource that is an agreement's own, outside any unit of work: what was committed before
 * one is asked for is in it. Those that are asked for in the same turn of the event loop, whoever asks, are
 * one statement: to send and to answer one costs more than to find its rows (ADR 51).
 */
export class ItemReader {
  readonly #table: ResourceTable;
  readonly #loaders = new WeakMap<Session, Loaders>();

  /** `table`: of a resource that lives within no other. */
  constructor(table: ResourceTable) {
    this.#table = table;
  }

  /** The row of an item, with its version and how often it is referred to; undefined where there is none. */
  find(session: Session, agreementNumber: number, key: KeyValue): Promise<Row | undefined> {
    return this.#loadersOf(session).rows.load(this.#itemOf(agreementNumber, key));
  }

  /**
   * The state of an item (`itemState`): its version, whatever is written to others of its collection, and
   * whether anything refers to it, which changes without the item, and back again; 0 where it is not there.
   * One that is made anew has another version.
   */
  async stateOf(session: Session, agreementNumber: number, key: KeyValue): Promise<string> {
    const row = await this.#loadersOf(session).states.load(this.#itemOf(agreementNumber, key));
    if (row === undefined) return '0';
    return itemState({ version: numberAt(row, 'version'), uses: numberAt(row, 'uses') });
  }

  #itemOf(agreementNumber: number, key: KeyValue): ItemOf {
    return { agreementNumber, encoded: this.#table.encodeKey(key) };
  }

  #loadersOf(session: Session): Loaders {
    let loaders = this.#loaders.get(session);
    if (loaders === undefined) {
      const members = this.#table.columns.map(({ column }) => column);
      loaders = {
        rows: this.#loader(session, [...members, 'version', 'uses']),
        states: this.#loader(session, [this.#table.key.column, 'version', 'uses']),
      };
      this.#loaders.set(session, loaders);
    }
    return loaders;
  }

  #loader(session: Session, columns: readonly string[]): Loader {
    const read = itemsOfAgreements(this.#table, columns);
    const { column } = this.#table.key;
    return new DataLoader<ItemOf, Row | undefined>(
      async (asked) => {
        const rows = await rowsOf(session, read(asked));
        const found = new Map(
          rows.map((row) => [
            nameOf({
              agreementNumber: numberAt(row, AGREEMENT_COLUMN),
              encoded: this.#table.encodeKey(keyAt(row, column)),
            }),
            row,
          ]),
        );
        return asked.map((one) => found.get(nameOf(one)));
      },
      { cache: false, maxBatchSize: TOGETHER_MAX, batchScheduleFn: (send) => setImmediate(send) },
    );
  }
}

function nameOf({ agreementNumber, encoded }: ItemOf): string {
  return `${agreementNumber} ${encoded}`;
}
