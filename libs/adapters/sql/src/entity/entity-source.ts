import type { DataSource as AnySource } from 'typeorm';
import { DataSource } from 'typeorm/data-source/DataSource.js';
import type { Dialect } from '../dialect/dialect.js';
import { entitySchemaOf } from './entity-schema.js';
import type { Table } from './table.js';

/**
 * A data source that knows entities and how its database writes SQL, and has
 * no connection: its statements go over sessions.
 */
class EntitySource extends DataSource {
  async prepare(): Promise<this> {
    await this.buildMetadatas();
    return this;
  }
}

/** A source of the entities of tables. Rejects where TypeORM refuses one of their schemas. */
export async function entitySource(dialect: Dialect, tables: readonly Table[]): Promise<AnySource> {
  const entities = tables.map((table) => entitySchemaOf(table, dialect));
  return new EntitySource({ ...(await dialect.entityOptions()), entities }).prepare();
}
