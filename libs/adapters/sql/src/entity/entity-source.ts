import type { DataSource as AnySource, EntitySchemaColumnOptions } from 'typeorm';
import { DataSource } from 'typeorm/data-source/DataSource.js';
import { EntitySchema } from 'typeorm/entity-schema/EntitySchema.js';
import type { Dialect } from '../dialect/dialect.js';
import type { Row } from '../statement.js';
import type { Column, Table } from './table.js';

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

/**
 * A table as TypeORM is told of it, on one kind of database. Of indexes TypeORM knows the columns and not
 * their directions; that, and their order, the schema spec compares by itself.
 */
export function entitySchemaOf(
  { name, columns, primaryKey, indexes }: Table,
  dialect: Dialect,
): EntitySchema<Row> {
  const properties = new Map(columns.map((column) => [column.name, column.property ?? column.name]));
  const propertyOf = (column: string): string => properties.get(column) ?? column;
  return new EntitySchema<Row>({
    name,
    tableName: name,
    columns: Object.fromEntries(
      columns.map((column) => [propertyOf(column.name), columnOptions(column, primaryKey, dialect)]),
    ),
    indices: indexes.map((index) => ({
      name: index.name,
      unique: index.unique === true,
      columns: index.parts.map(({ column }) => propertyOf(column)),
    })),
  });
}

function columnOptions(
  { name, type, nullable, byDefault, transformer, onRequest }: Column,
  primaryKey: readonly string[],
  dialect: Dialect,
): EntitySchemaColumnOptions {
  return {
    ...dialect.typeOf(type),
    name,
    primary: primaryKey.includes(name),
    nullable: nullable === true,
    select: onRequest !== true,
    ...(byDefault !== undefined && { default: byDefault }),
    ...(transformer !== undefined && { transformer }),
  };
}
