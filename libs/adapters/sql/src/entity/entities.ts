import type { DataSource, EntityManager, QueryRunner, Repository } from 'typeorm';
import type { Dialect } from '../dialect/dialect.js';
import type { Row, Session, SqlValue, Statement } from '../statement.js';
import type { Entity } from './entity.js';
import type { Table } from './table.js';

/**
 * TypeORM's repositories and query builder over sessions of ours: what they ask and write goes out on the
 * connection, and in the transaction, of the session they are over. They are for what is not hot; their
 * entities are read when somebody first asks, and not at every start.
 */
export class Entities {
  readonly #dialect: Dialect;
  readonly #tables: readonly Table[];
  #source: Promise<DataSource> | undefined;

  constructor(dialect: Dialect, tables: readonly Table[]) {
    this.#dialect = dialect;
    this.#tables = tables;
  }

  /** The repository of an entity. */
  async in<T extends object>({ name }: Entity<T>, session: Session): Promise<Repository<T>> {
    return (await this.over(session)).getRepository<T>(name);
  }

  async over(session: Session): Promise<EntityManager> {
    const source = await this.#opened();
    return source.createEntityManager(runnerOver(source, session));
  }

  /** For queries that are written and not sent: see `composed`. */
  async unsent(): Promise<EntityManager> {
    return (await this.#opened()).manager;
  }

  #opened(): Promise<DataSource> {
    this.#source ??= import('./entity-source.js').then(({ entitySource }) =>
      entitySource(this.#dialect, this.#tables),
    );
    return this.#source;
  }
}

/**
 * What a query of TypeORM's sends, to be sent with others in one round trip, or written once and sent often.
 */
export function statementOfQuery(query: { getQueryAndParameters(): [string, unknown[]] }): Statement {
  const [sql, values] = query.getQueryAndParameters();
  return { sql, values: values as readonly SqlValue[] };
}

/** What TypeORM wants of a query, in the shape in which its own runners give it. */
type Sent = { readonly raw: unknown; readonly records: readonly Row[]; readonly affected: number };

/**
 * TypeORM's runner for the database, which sends its statements over the session and never connects by
 * itself.
 */
function runnerOver(source: DataSource, session: Session): QueryRunner {
  const query = async (
    sql: string,
    values: readonly unknown[] = [],
    isStructured = false,
  ): Promise<unknown> => {
    const [outcome] = await session.run({ sql, values: values as readonly SqlValue[] });
    const { rows = [], affected = 0 } = outcome ?? {};
    const sent: Sent = { raw: rows, records: rows, affected };
    return isStructured ? sent : rows;
  };
  return Object.assign(Object.create(source.createQueryRunner()) as QueryRunner, { query });
}
