import type { EntitySchemaColumnOptions } from 'typeorm';
import { EntitySchema } from 'typeorm/entity-schema/EntitySchema.js';
import type { Dialect } from '../dialect/dialect.js';
import type { Row } from '../statement.js';
import type { Column, Table } from './table.js';

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
