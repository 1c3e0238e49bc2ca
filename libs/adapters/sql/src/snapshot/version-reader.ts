import { defined, type KeyValue } from '@kontor/kernel';
import type { ResourceTable } from '../entity/table-of.js';
import { rowsOf, type Session } from '../statement.js';
import { versionName } from '../transaction/collection-version.js';
import { sumOfVersions } from '../statements/collection-versions.js';

/** A collection within items, by their identifiers from the outermost on, or within all of them. */
type CollectionIn = {
  readonly table: ResourceTable;
  readonly parents: readonly KeyValue[] | 'all';
};

/** What is asked in one turn of the event loop, by its name. */
type Turn = {
  readonly asked: Map<string, Promise<string>>;
  /** When all have asked. */
  readonly end: Promise<unknown>;
};

/**
 * Reads the versions that collections have now, outside any unit of work: what was committed before
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
    const { asked, end } = this.#thisTurn();
    const known = asked.get(name);
    if (known !== undefined) return known;
    const answer = end.then(async () => {
      const [row = {}] = await rowsOf(this.#session, sumOfVersions(agreementNumber, names, everywhere));
      return String(Object.values(row)[0] ?? 0);
    });
    asked.set(name, answer);
    return answer;
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
    return (this.#turn = { asked: new Map(), end });
  }
}
