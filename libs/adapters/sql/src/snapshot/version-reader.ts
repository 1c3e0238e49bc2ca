import type { KeyValue } from '@kontor/kernel';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { quote, rowsOf, type Row, type Session, type SqlValue } from '../statement.js';
import { sumOfVersions, versionName } from '../transaction/collection-version.js';

/**
 * What is asked in one turn of the event loop about one collection: its
 * version, and the items that it is asked for.
 */
type Question = { readonly keys: SqlValue[]; readonly answer: Promise<Row> };

/** A collection within items, by their identifiers from the outermost on. */
export type CollectionIn = { readonly table: ResourceTable; readonly parents: readonly KeyValue[] };

const VERSION = 'SELECT `version` FROM `collection_state` WHERE `agreement_number` = ? AND `collection` = ?';

/** Reads the versions that collections have now, outside any unit of work. */
export class VersionReader {
  readonly #session: Session;
  readonly #questions = new Map<string, Question>();
  /** What is asked in this turn about several collections. */
  readonly #sums = new Map<string, Promise<string>>();

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * The version of a collection: what was committed before this is asked is in it; 0 where
   * nothing was ever written. With the key of an item also whether anything refers to it, which
   * changes without the item. Those who ask in the same turn of the event loop share one
   * statement, which is sent after all of them have asked.
   */
  async now(agreementNumber: number, table: ResourceTable, key?: KeyValue): Promise<string> {
    const name = `${agreementNumber} ${table.resource.collection}`;
    let question = this.#questions.get(name);
    if (question === undefined) {
      const keys: SqlValue[] = [];
      const answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
        this.#questions.delete(name);
        return this.#read(agreementNumber, table, keys);
      });
      question = { keys, answer };
      this.#questions.set(name, question);
    }
    const place = key === undefined ? undefined : question.keys.push(table.encodeKey(key)) - 1;
    const row = await question.answer;
    const version = String(row['version'] ?? 0);
    if (place === undefined) return version;
    const uses = (row[`uses${place}`] ?? 0) as number;
    return uses > 0 ? `${version} used` : version;
  }

  /**
   * The version of several collections together, each within the items given: it changes with each of them, for
   * their versions only ever grow. Read in one statement, and asked once for all who ask in one turn.
   */
  nowOfAll(agreementNumber: number, collections: readonly CollectionIn[]): Promise<string> {
    const names = collections.map(({ table, parents }) =>
      versionName(
        table,
        table.parents.map(({ encode }, index) => encode(parents[index] as KeyValue)),
      ),
    );
    const name = `${agreementNumber} ${names.join()}`;
    const asked = this.#sums.get(name);
    if (asked !== undefined) return asked;
    const answer = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      this.#sums.delete(name);
      const [row = {}] = await rowsOf(this.#session, sumOfVersions(agreementNumber, names));
      return String(Object.values(row)[0] ?? 0);
    });
    this.#sums.set(name, answer);
    return answer;
  }

  async #read(agreementNumber: number, table: ResourceTable, keys: readonly SqlValue[]): Promise<Row> {
    const uses =
      `SELECT \`uses\` FROM ${quote(table.table.name)} ` +
      `WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${quote(table.keyColumn)} = ?`;
    const columns = [
      `(${VERSION}) AS \`version\``,
      ...keys.map((_, place) => `(${uses}) AS \`uses${place}\``),
    ];
    const values = [
      agreementNumber,
      versionName(table, []),
      ...keys.flatMap((key) => [agreementNumber, key]),
    ];
    const [row = {}] = await rowsOf(this.#session, { sql: `SELECT ${columns.join(', ')}`, values });
    return row;
  }
}
