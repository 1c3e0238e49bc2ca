import DataLoader from 'dataloader';
import type { KeyValue } from '@kontor/kernel';
import { encodedParents, type ResourceTable } from '../entity/table-of.js';
import { rowsOf, type Session } from '../statement.js';
import { versionName } from '../transaction/collection-version.js';
import { sumOfVersions } from '../statements/collection-versions.js';

/** A collection within items, by their identifiers from the outermost on, or within all of them. */
type CollectionIn = {
  readonly table: ResourceTable;
  readonly parents: readonly KeyValue[] | 'all';
};

/** Whose versions, by the names of their collections; `everywhere`: within all items that these live in. */
type Question = {
  readonly agreementNumber: number;
  readonly names: readonly string[];
  readonly everywhere: readonly string[];
};

/**
 * Reads the versions that collections have now, outside any unit of work: what was committed before
 * one is asked is in it. Those who ask for the same in the same turn of the event loop share one statement,
 * which is sent after all of them have asked.
 */
export class VersionReader {
  readonly #answers: DataLoader<Question, { readonly version: Promise<string> }>;

  constructor(session: Session) {
    this.#answers = new DataLoader((asked) => Promise.resolve(answersTo(session, asked)), {
      cache: false,
      batchScheduleFn: (send) => setImmediate(send),
    });
  }

  /**
   * The version of one or more collections together, each within the items given; 0 where nothing was ever
   * written. It changes with each of them, for their versions only ever grow.
   */
  async ofCollections(agreementNumber: number, collections: readonly CollectionIn[]): Promise<string> {
    const names: string[] = [];
    const everywhere: string[] = [];
    for (const { table, parents } of collections) {
      if (parents === 'all') everywhere.push(versionName(table, []));
      else names.push(versionName(table, encodedParents(table, parents)));
    }
    return (await this.#answers.load({ agreementNumber, names, everywhere })).version;
  }
}

/** Each answer by itself, so that nobody waits for the statement of another question. */
function answersTo(
  session: Session,
  asked: readonly Question[],
): readonly { readonly version: Promise<string> }[] {
  const answers = new Map<string, Promise<string>>();
  return asked.map((question) => {
    const name = JSON.stringify(question);
    const version = answers.get(name) ?? versionOf(session, question);
    answers.set(name, version);
    return { version };
  });
}

async function versionOf(
  session: Session,
  { agreementNumber, names, everywhere }: Question,
): Promise<string> {
  const [row = {}] = await rowsOf(session, sumOfVersions(agreementNumber, names, everywhere));
  return String(Object.values(row)[0] ?? 0);
}
