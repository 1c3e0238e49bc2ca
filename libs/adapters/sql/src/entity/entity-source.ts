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

export async function entitySource(dialect: Dialect, tables: readonly Table[]): Promise<AnySource> {
  const entities = tables.map((table) => entitySchemaOf(table, dialect));
  if (dialect.name === 'mysql') {
    const { default: driver } = await import('mysql2');
    // TypeORM wants a name; what it writes does not hold it.
    return new EntitySource({ type: 'mysql', driver, database: 'kontor', entities }).prepare();
  }
  const { SqliteDatabase: driver } = await import('../dialect/sqlite-driver.js');
  return new EntitySource({ type: 'better-sqlite3', driver, database: ':memory:', entities }).prepare();
}
