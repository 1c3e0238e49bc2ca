import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { APP_SETTING_ENTITIES } from '../src/app-settings/app-setting.entities.js';
import type { Engine } from '../src/dialect/dialect.js';
import { openEngine } from '../src/dialect/open-engine.js';
import { NULLABLE, index, integer, text } from '../src/entity/columns.js';
import { entitySchemaOf } from '../src/entity/entity-source.js';
import { HOUSEKEEPING, LEASE, NOTED_MIGRATIONS } from '../src/entity/housekeeping.js';
import { tableOf } from '../src/entity/table-of.js';
import type { Column, Table } from '../src/entity/table.js';
import { STUDIO_ENTITIES } from '../src/studio/studio.entities.js';
import { declared, fixed, openAt } from './support.js';

/** Every table there is, each described once: by its declaration, or where its rows are no resource's. */
const TABLES: readonly Table[] = [
  ...declared.filter(({ collection }) => !fixed.has(collection)).map((resource) => tableOf(resource).table),
  ...STUDIO_ENTITIES,
  ...HOUSEKEEPING,
  ...APP_SETTING_ENTITIES,
  LEASE,
  NOTED_MIGRATIONS,
];

onEachDatabase((database) => {
  describe("TypeORM's schema builder, asked what it would change in a migrated database", () => {
    let fresh: FreshDatabase;
    let engine: Engine;

    before(async function () {
      fresh = await database.fresh();
      const opened = await openAt(fresh.url);
      await opened.migrate();
      await opened.close();
      engine = await openEngine({ url: fresh.url });
    });
    after(async () => {
      await engine?.close();
      await fresh?.drop();
    });

    /** The statements with which it would make the database what the entities say. */
    const changesFor = async (tables: readonly Table[]): Promise<readonly string[]> => {
      const source = await engine.openSource({
        entities: tables.map((table) => entitySchemaOf(table, engine.dialect)),
      });
      try {
        const { upQueries } = await source.driver.createSchemaBuilder().log();
        return upQueries.map(({ query }) => query);
      } finally {
        await source.destroy();
      }
    };
    const changed = (name: string, change: (table: Table) => Table): readonly Table[] =>
      TABLES.map((table) => (table.name === name ? change(table) : table));

    it('finds nothing: the entities and the migrations say the same', async function () {
      expect(TABLES).to.have.length.greaterThan(40);
      expect(await changesFor(TABLES)).to.deep.equal([]);
    });

    it('would find a table, a column and an index that no migration makes', async function () {
      const more: Column = text('colour', 50, NULLABLE);
      const another: Table = { name: 'colour', columns: [integer('id')], primaryKey: ['id'], indexes: [] };

      expect((await changesFor([...TABLES, another])).join()).to.match(/CREATE TABLE .colour./);
      expect(
        (await changesFor(changed('unit', (unit) => ({ ...unit, columns: [...unit.columns, more] })))).join(),
      ).to.match(/colour/);
      const byVersion = index('unit_by_version', 'agreement_number', 'version');
      expect(
        (
          await changesFor(changed('unit', (unit) => ({ ...unit, indexes: [...unit.indexes, byVersion] })))
        ).join(),
      ).to.match(/unit_by_version/);
    });

    it('would find a column that may be null here and not there, and one of another type', async function () {
      const altered = (name: string, change: (column: Column) => Column) =>
        changesFor(
          changed('unit', (unit) => ({
            ...unit,
            columns: unit.columns.map((column) => (column.name === name ? change(column) : column)),
          })),
        );

      expect((await altered('name', (column) => ({ ...column, nullable: true }))).join()).to.match(/unit/);
      expect((await altered('name', (column) => ({ ...column, type: { type: 'integer' } }))).join()).to.match(
        /unit/,
      );
    });
  });
});
