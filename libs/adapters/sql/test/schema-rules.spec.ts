import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { openEngine } from '../src/dialect/open-engine.js';
import { NOTHING_PENDING, type Engine } from '../src/dialect/dialect.js';
import { GLOBAL_TABLES } from './global-tables.js';
import { APP_SETTING_ENTITIES } from '../src/app-settings/app-setting.entities.js';
import { HOUSEKEEPING, LEASE } from '../src/entity/housekeeping.js';
import { typeText } from '../src/dialect/schema-changes.js';
import { defineTables, withSource } from '../src/migrations/migrate.js';
import { MIGRATIONS } from '../src/migrations/migrations.js';
import { rowsOf, statement } from '../src/statement.js';
import { databaseColumns } from '../src/entity/column-of.js';
import { tableOf } from '../src/entity/table-of.js';
import type { Column, Index } from '../src/entity/table.js';
import { columnLine, indexLine } from './migration-lines.js';
import { declared, fixed, openAt } from './support.js';

type ColumnFact = {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly extra: string;
};
type IndexFact = { readonly name: string; readonly columns: readonly string[] };

/**
 * A type as both MySQL and MariaDB could write it: `VARCHAR(5) CHARACTER SET ascii COLLATE ascii_bin` →
 * `varchar(5) ascii_bin`.
 */
function plainType(written: string): string {
  return written
    .toLowerCase()
    .replace(/character set \w+ collate /, '')
    .replace(/^(int|bigint|tinyint)\(\d+\)/, '$1')
    .trim();
}

/** What is really there, read from the database itself. */
async function factsOf(engine: Engine): Promise<{
  tables: readonly string[];
  columns(table: string): Promise<readonly ColumnFact[]>;
  indexes(table: string): Promise<readonly IndexFact[]>;
}> {
  const ask = (sql: string, ...values: string[]) => rowsOf(engine.reader, { sql, values });
  if (engine.dialect.name === 'sqlite') {
    const rows = await ask("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    return {
      tables: rows.map((row) => row['name'] as string),
      columns: async (table) =>
        (await ask('SELECT name, type, "notnull" AS required FROM pragma_table_info(?)', table)).map(
          (row) => ({
            name: row['name'] as string,
            type: plainType(row['type'] as string),
            nullable: row['required'] === 0,
            extra: '',
          }),
        ),
      indexes: async (table) => {
        const found: IndexFact[] = [];
        for (const row of await ask('SELECT name FROM pragma_index_list(?)', table)) {
          const parts = await ask(
            'SELECT name FROM pragma_index_info(?) ORDER BY seqno',
            row['name'] as string,
          );
          found.push({ name: row['name'] as string, columns: parts.map((part) => part['name'] as string) });
        }
        return found;
      },
    };
  }
  const rows = await ask(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  return {
    tables: rows.map((row) => row['name'] as string),
    columns: async (table) =>
      (
        await ask(
          'SELECT column_name AS name, column_type AS type, is_nullable AS nullable, extra AS extra, ' +
            'collation_name AS collation FROM information_schema.columns ' +
            'WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position',
          table,
        )
      ).map((row) => ({
        name: row['name'] as string,
        type: plainType(`${row['type'] as string} ${(row['collation'] as string | null) ?? ''}`),
        nullable: row['nullable'] === 'YES',
        extra: row['extra'] as string,
      })),
    indexes: async (table) => {
      const parts = await ask(
        'SELECT index_name AS name, column_name AS part FROM information_schema.statistics ' +
          'WHERE table_schema = DATABASE() AND table_name = ? ORDER BY index_name, seq_in_index',
        table,
      );
      const names = [...new Set(parts.map((part) => part['name'] as string))];
      return names.map((name) => ({
        name,
        columns: parts.filter((part) => part['name'] === name).map((part) => part['part'] as string),
      }));
    },
  };
}

const tables = declared.filter(({ collection }) => !fixed.has(collection)).map(tableOf);

onEachDatabase((database) => {
  describe('the migrated schema', () => {
    let fresh: FreshDatabase;
    let engine: Engine;
    let facts: Awaited<ReturnType<typeof factsOf>>;
    before(async () => {
      fresh = await database.fresh();
      const opened = await openAt(fresh.url);
      await opened.migrate();
      await opened.close();
      engine = await openEngine({ url: fresh.url });
      facts = await factsOf(engine);
    });
    after(async () => {
      await engine.close();
      await fresh.drop();
    });
    const ofAgreements = () => facts.tables.filter((table) => !(table in GLOBAL_TABLES));

    for (const { table, resource } of tables) {
      it(`has for ${resource.collection} the columns and keys that follow from the declaration`, async () => {
        const columns = await facts.columns(table.name);
        const isThere = (column: Column): boolean =>
          columns.some(
            ({ name, type, nullable }) =>
              name === column.name &&
              type === plainType(typeText(engine.dialect.typeOf(column.type))) &&
              nullable === (column.nullable === true),
          );
        const written = (await facts.indexes(table.name)).map(({ columns: parts }) => parts.join());
        const partsOf = ({ parts }: Index): string => parts.map(({ column }) => column).join();
        const lacking = [
          ...table.columns.filter((column) => !isThere(column)).map(columnLine),
          ...table.indexes.filter((one) => !written.includes(partsOf(one))).map(indexLine),
        ];
        const known = new Set(table.columns.map(({ name }) => name));
        const unknown = columns.flatMap(({ name }) => (known.has(name) ? [] : [`not declared: ${name}`]));
        const wrong = [...lacking, ...unknown];

        expect(wrong, `migrations lack of ${table.name}:\n  ${wrong.join(',\n  ')}\n`).to.be.empty;
        if (engine.dialect.name === 'mysql') expect(written).to.include(table.primaryKey.join());
      });
    }

    it('has no table that nobody knows', () => {
      const known = new Set([
        ...Object.keys(GLOBAL_TABLES),
        ...tables.map(({ table }) => table.name),
        ...[...HOUSEKEEPING, ...APP_SETTING_ENTITIES].map(({ name }) => name),
      ]);

      expect(facts.tables.filter((table) => !known.has(table))).to.deep.equal([]);
    });

    it('has the agreement first in every key and index of what belongs to agreements (R1)', async () => {
      for (const table of ofAgreements()) {
        expect((await facts.columns(table))[0]?.name, table).to.equal('agreement_number');
        for (const { name, columns } of await facts.indexes(table)) {
          expect(columns[0], `${table}.${name}`).to.equal('agreement_number');
        }
      }
    });

    it('has a primary key on every table, and no foreign key (R1, R4, R7)', async () => {
      for (const table of facts.tables) {
        if (engine.dialect.name === 'sqlite') {
          const keys = await rowsOf(engine.reader, {
            sql: 'SELECT COUNT(*) AS n FROM pragma_table_info(?) WHERE pk > 0',
            values: [table],
          });
          expect(keys[0]?.['n'], table).to.be.greaterThan(0);
          expect(
            await rowsOf(engine.reader, { sql: 'SELECT * FROM pragma_foreign_key_list(?)', values: [table] }),
          ).to.deep.equal([]);
        } else {
          expect(
            (await facts.indexes(table)).map(({ name }) => name),
            table,
          ).to.include('PRIMARY');
        }
      }
      if (engine.dialect.name === 'mysql') {
        const sql =
          'SELECT COUNT(*) AS n FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE()';
        expect((await rowsOf(engine.reader, { sql, values: [] }))[0]?.['n']).to.equal(0);
      }
    });

    it('says how rows are kept, whatever a server does by itself (innodb_default_row_format)', async function () {
      if (engine.dialect.name === 'sqlite') return this.skip();
      const sql =
        'SELECT table_name AS name, create_options AS options FROM information_schema.tables ' +
        'WHERE table_schema = DATABASE()';
      for (const row of await rowsOf(engine.reader, { sql, values: [] }))
        expect(row['options'], String(row['name'])).to.match(/row_format=dynamic/i);
    });

    it('numbers nothing by itself (R5)', async () => {
      for (const table of facts.tables) {
        for (const { name, extra } of await facts.columns(table)) {
          expect(extra, `${table}.${name}`).not.to.match(/auto_increment/i);
        }
      }
      if (engine.dialect.name === 'sqlite') expect(facts.tables).not.to.include('sqlite_sequence');
    });

    it('has no triggers, views, procedures or events (R8)', async () => {
      if (engine.dialect.name === 'sqlite') {
        const sql = "SELECT COUNT(*) AS n FROM sqlite_master WHERE type NOT IN ('table', 'index')";
        expect((await rowsOf(engine.reader, { sql, values: [] }))[0]?.['n']).to.equal(0);
        return;
      }
      for (const [table, column] of [
        ['triggers', 'trigger_schema'],
        ['views', 'table_schema'],
        ['routines', 'routine_schema'],
        ['events', 'event_schema'],
      ] as const) {
        const sql = `SELECT COUNT(*) AS n FROM information_schema.${table} WHERE ${column} = DATABASE()`;
        expect((await rowsOf(engine.reader, { sql, values: [] }))[0]?.['n'], table).to.equal(0);
      }
    });

    it('keeps no number as a float: sums are exact (G6, R13)', async () => {
      const floats: string[] = [];
      for (const table of facts.tables) {
        for (const { name, type } of await facts.columns(table)) {
          if (/float|double|real/i.test(type)) floats.push(`${table}.${name} ${type}`);
        }
      }

      expect(floats).to.deep.equal([]);
    });

    it('keeps documents as long text, never as JSON (R15)', async () => {
      for (const { columns, table } of tables) {
        const documents = columns.filter(({ kind }) => kind.type === 'list').flatMap(databaseColumns);
        const found = await facts.columns(table.name);
        for (const { name } of documents) {
          const type = found.find((column) => column.name === name)?.type.toLowerCase();
          expect(type, `${table.name}.${name}`).to.match(
            engine.dialect.name === 'mysql' ? /^longtext/ : /^text/,
          );
        }
      }
    });

    it('has one collation for text, one for codes, and bytes for what is compared (R16)', async () => {
      if (engine.dialect.name === 'sqlite') {
        const sql = "SELECT COUNT(*) AS n FROM sqlite_master WHERE sql LIKE '%COLLATE%'";
        expect((await rowsOf(engine.reader, { sql, values: [] }))[0]?.['n']).to.equal(0);
        return;
      }
      for (const table of facts.tables) {
        for (const { name, type } of await facts.columns(table)) {
          if (!/char|text/.test(type)) continue;
          expect(type, `${table}.${name}`).to.match(/ (utf8mb4_bin|ascii_bin)$/);
          if (name.endsWith('_folded')) expect.fail(`${table}.${name} is compared by a collation`);
        }
      }
    });
  });

  describe('migrating', () => {
    it('is done by TypeORM in the order of the timestamps in the names', () => {
      const stamps = MIGRATIONS.map(({ name }) => Number(/^[A-Z][A-Za-z]+(\d{13})$/.exec(name)?.[1]));

      expect(stamps).to.deep.equal([...new Set(stamps)].sort((one, other) => one - other));
    });

    it('takes nothing away that the version before uses, and asks nothing of it (G38, R14)', async () => {
      const fresh = await database.fresh();
      const statements: string[] = [];
      const opened = await openAt(fresh.url, { onQuery: (sql) => statements.push(sql) });
      await opened.migrate();
      // A checkpoint truncates SQLite's log, which has been written into the file, and nothing of a table.
      const ofMigrations = statements.filter((sql) => !/`schema_lock`|^PRAGMA wal_checkpoint/.test(sql));
      // Without an index the version before is slower by some; with a unique one it would lose a promise.
      const taking = /\b(DROP(?! INDEX)|RENAME|CHANGE|TRUNCATE|DELETE)\b/;
      const namesIn = (said: RegExp): readonly string[] =>
        ofMigrations.flatMap((sql) => [...sql.matchAll(said)].map(([, name = '']) => name));
      const unique = namesIn(/UNIQUE (?:KEY|INDEX(?: IF NOT EXISTS)?) `(\w+)`/g);
      const added = ofMigrations.flatMap((sql) => sql.split(/(?=ADD COLUMN)/).slice(1));

      expect(ofMigrations.filter((sql) => taking.test(sql))).to.deep.equal([]);
      expect(unique).not.to.be.empty;
      expect(namesIn(/DROP INDEX `(\w+)`/g).filter((name) => unique.includes(name))).to.deep.equal([]);
      expect(roomTakenIn(ofMigrations), 'a column only ever gets longer').to.deep.equal([]);
      expect(added).not.to.be.empty;
      expect(added.filter((column) => /NOT NULL/.test(column) && !/DEFAULT/.test(column))).to.deep.equal([]);
      await opened.close();
      await fresh.drop();
    });

    it('adds only: no migration is taken back', async () => {
      for (const Migration of MIGRATIONS) {
        const said = await new Migration().down().catch((error: unknown) => (error as Error).message);
        expect(said).to.equal(`${Migration.name} only adds: there is nothing to take back`);
      }
    });

    it('happens once when several processes start at once, and then not again', async () => {
      const fresh = await database.fresh();
      const log: string[] = [];
      const opened = await Promise.all(
        [1, 2, 3, 4, 5].map(() => openAt(fresh.url, { onQuery: (sql) => log.push(sql) })),
      );

      expect(await opened[0]?.whyNotReady()).to.be.an('error');
      await Promise.all(opened.map((one) => one.migrate()));

      for (const one of opened) expect(await one.whyNotReady()).to.equal(undefined);
      const records = log.filter((sql) => /^INSERT INTO .*\bmigrations\b/.test(sql));
      expect(records).to.have.length(MIGRATIONS.length);
      log.length = 0;
      await opened[0]?.migrate();
      expect(log).to.have.length(1);
      expect(log[0]).to.match(/^SELECT/);
      for (const one of opened) await one.close();
      await fresh.drop();
    });

    it('waits while another process writes, longer than a statement waits', async () => {
      const fresh = await database.fresh();
      const other = await openEngine({ url: fresh.url });
      const opened = await openAt(fresh.url);
      let begun: () => void = () => undefined;
      const isWriting = new Promise<void>((resolve) => (begun = resolve));
      const writing = other.transaction(async () => {
        begun();
        await new Promise((resolve) => setTimeout(resolve, 600));
        return { commit: false, result: undefined };
      });
      await isWriting;

      await opened.migrate();

      expect(await opened.whyNotReady()).to.equal(undefined);
      await writing;
      await opened.close();
      await other.close();
      await fresh.drop();
    });

    it('may be done again from its beginning, as where one was cut off before it was noted', async () => {
      const fresh = await database.fresh();
      const opened = await openAt(fresh.url);
      await opened.migrate();
      const other = await openEngine({ url: fresh.url });
      await other.transaction(async (session) => {
        await session.run(statement('DELETE FROM `migrations`'));
        return { commit: true, pending: NOTHING_PENDING, result: undefined };
      });
      expect(await opened.whyNotReady()).to.be.an('error');

      await opened.migrate();

      expect(await opened.whyNotReady()).to.equal(undefined);
      await opened.close();
      await other.close();
      await fresh.drop();
    });

    it('goes on where a process died that was at it', () => expectToGoOn(() => Date.now() + 300));

    it('goes on where the clock of who died was far ahead', () =>
      expectToGoOn(() => Date.now() + 365 * 86_400_000));

    async function expectToGoOn(expires: () => number): Promise<void> {
      const fresh = await database.fresh();
      const engine = await openEngine({ url: fresh.url });
      await withSource(engine, [], (source) => defineTables(source, [LEASE]));
      await engine.transaction(async (session) => {
        await session.run(
          statement(
            'INSERT INTO `schema_lock` (`name`, `holder`, `expires`) VALUES (?, ?, ?)',
            'migrate',
            'dead',
            expires(),
          ),
        );
        return { commit: true, pending: NOTHING_PENDING, result: undefined };
      });
      const opened = await openAt(fresh.url);

      await opened.migrate();

      expect(await opened.whyNotReady()).to.equal(undefined);
      await opened.close();
      await engine.close();
      await fresh.drop();
    }
  });
});

/** Columns that a migration gives another type than more room of the same, each as `table.column`. */
function roomTakenIn(statements: readonly string[]): readonly string[] {
  const taken: string[] = [];
  for (const [place, sql] of statements.entries()) {
    const table = /^ALTER TABLE `(\w+)` MODIFY/.exec(sql)?.[1];
    if (table === undefined) continue;
    const before = statements.slice(0, place).filter((one) => one.includes(` \`${table}\` `));
    for (const [, column = '', type = '', length = ''] of sql.matchAll(
      /MODIFY COLUMN `(\w+)` (\w+)\((\d+)\)/g,
    )) {
      const had = before
        .map((one) => new RegExp(`\`${column}\` ${type}\\((\\d+)\\)`).exec(one)?.[1])
        .findLast((one) => one !== undefined);
      if (had === undefined || Number(had) >= Number(length)) taken.push(`${table}.${column}`);
    }
  }
  return taken;
}
