import { defined, itemState, type KeyValue } from '@kontor/kernel';
import type { ResourceTable } from '../entity/table-of.js';
import { rowsOf, type Session, type SqlValue } from '../statement.js';
import { versionName } from '../transaction/collection-version.js';
import { keyAt, numberAt } from '../row.js';
import { readItemVersions } from '../statements/items.js';
import { sumOfVersions } from '../statements/collection-versions.js';

/** A collection within items, by their identifiers from the outermost on, or within all of them. */
export type CollectionIn = {
  readonly table: ResourceTable;
  readonly parents: readonly KeyValue[] | 'all';
};

/** Versions of items that are asked for in one turn of the event loop, each by its key. */
type Question = { readonly keys: Set<SqlValue>; readonly answer: Promise<ReadonlyMap<SqlValue, string>> };

/** What is asked in one turn of the event loop, by its name. */
type Turn = {
  readonly collections: Map<string, Promise<string>>;
  readonly items: Map<string, Question>;
  /** When all have asked. */
  readonly end: Promise<unknown>;
};

/**
 * Reads the versions that collections and items have now, outside any unit of work: what was committed before
 * one is asked is in it. Those who ask for the same in the same turn of the event loop share one statement,
 * which is sent after all of them have asked.
 */
export class VersionReader {
  readonly #session: Session;
  #turn: Turn | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * The version of one or more collections together, each within the items given; 0 where nothing was ever
   * written. It changes with each of them, for their versions only ever grow.
   */
  ofCollections(agreementNumber: number, collections: readonly CollectionIn[]): Promise<string> {
    const names: string[] = [];
    const everywhere: string[] = [];
    for (const { table, parents } of collections) {
      if (parents === 'all') everywhere.push(versionName(table, []));
      else
        names.push(
          versionName(
            table,
            table.parents.map(({ encode }, index) => encode(defined(parents[index]))),
          ),
        );
    }
    const name = `${agreementNumber} ${names.join()} ${everywhere.join()}`;
    const { collections: others, end } = this.#thisTurn();
    const asked = others.get(name);
    if (asked !== undefined) return asked;
    const answer = end.then(async () => {
      const [row = {}] = await rowsOf(this.#session, sumOfVersions(agreementNumber, names, everywhere));
      return String(Object.values(row)[0] ?? 0);
    });
    others.set(name, answer);
    return answer;
  }

  /**
   * The state of an item (`itemState`): its version, whatever is written to others of its collection, and
   * whether anything refers to it, which changes without the item, and back again; 0 where it is not there.
   * One that is made anew has another version.
   */
  async ofItem(agreementNumber: number, table: ResourceTable, key: KeyValue): Promise<string> {
    const name = `${agreementNumber} ${table.resource.collection}`;
    const { items, end } = this.#thisTurn();
    let question = items.get(name);
    if (question === undefined) {
      const keys = new Set<SqlValue>();
      question = { keys, answer: end.then(() => this.#read(agreementNumber, table, [...keys])) };
      items.set(name, question);
    }
    const encoded = table.encodeKey(key);
    question.keys.add(encoded);
    return (await question.answer).get(encoded) ?? '0';
  }

  /** New maps for each turn: one that is written all the time leaves old tables behind (`RunningAnswers`). */
  #thisTurn(): Turn {
    if (this.#turn !== undefined) return this.#turn;
    const end = new Promise<void>((resolve) => {
      setImmediate(() => {
        this.#turn = undefined;
        resolve();
      });
    });
    return (this.#turn = { collections: new Map(), items: new Map(), end });
  }

  async #read(
    agreementNumber: number,
    table: ResourceTable,
    keys: readonly SqlValue[],
  ): Promise<ReadonlyMap<SqlValue, string>> {
    const { column } = table.key;
    const rows = await rowsOf(this.#session, readItemVersions(table, agreementNumber, keys));
    return new Map(
      rows.map((row) => [
        table.encodeKey(keyAt(row, column)),
        itemState({ version: numberAt(row, 'version'), uses: numberAt(row, 'uses') }),
      ]),
    );
  }
}
