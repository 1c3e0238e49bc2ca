import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Busy, Unavailable } from '@kontor/kernel';
import { expect } from 'chai';
import { rowsOf, statement, type Extent, type Statement } from '../statement.js';
import type { Engine } from './dialect.js';
import { openSqliteEngine } from './sqlite-engine.js';
import { sqliteDialect } from './sqlite.js';
import type { ReadApart } from './sqlite-long-reads.js';
import { readLong } from './sqlite-reading.js';

const ITEMS = 40_000;

describe('long reads of an embedded database', () => {
  let folder: string;
  let path: string;
  let engine: Engine;
  let apart: string[];
  let readApart: ReadApart;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-long-'));
    path = join(folder, 'kontor.sqlite');
    apart = [];
    readApart = (read) => {
      apart.push(...read.statements.map(({ sql }) => sql));
      return readLong(read);
    };
    engine = await openSqliteEngine({ path, readApart: (read) => readApart(read) });
    const other = new DatabaseSync(path);
    other.exec(
      'CREATE TABLE collection_state (agreement_number INTEGER, collection TEXT, items INTEGER); ' +
        `INSERT INTO collection_state VALUES (1, 'many', ${ITEMS}), (1, 'few', 40), (2, 'many', ${ITEMS}); ` +
        'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); ' +
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ITEMS}) ` +
        "INSERT INTO note SELECT i, 'note ' || i FROM n",
    );
    other.close();
  });

  afterEach(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  const through = (of: Partial<Extent>, sql = 'SELECT id, text FROM note ORDER BY id'): Statement => ({
    ...statement(sql),
    goesThrough: { agreementNumber: 1, collections: ['many'], each: 3, ...of },
  });

  it('are done apart, and those that go through little or are led to by an index are not', async () => {
    const short = statement('SELECT id, text FROM note WHERE id = 1');
    await engine.reader.run(short);
    await engine.reader.run(through({ collections: ['few'] }, 'SELECT 1 AS few'));
    await engine.reader.run(through({ collections: ['none'] }, 'SELECT 1 AS none'));
    expect(apart).to.deep.equal([]);

    await engine.reader.run(short, through({}));

    expect(apart).to.deep.equal([short.sql, through({}).sql]);
  });

  it('give the same rows', async () => {
    const near = await rowsOf(engine.reader, statement(through({}).sql));

    const far = await rowsOf(engine.reader, through({}));

    expect(apart).to.have.length(1);
    expect(far).to.have.length(ITEMS);
    expect(far).to.deep.equal(near.map((row) => ({ ...row })));
  });

  it('fail as they do in the thread that asks', async () => {
    const missing = await engine.reader
      .run(through({}, 'SELECT 1 FROM absent'))
      .catch((error: unknown) => error);

    expect(sqliteDialect.classify(missing)).to.equal('missing');
  });

  it('are refused where the file was exchanged, and no file is made where there is none', async () => {
    await rename(path, `${path}-away`);

    const refused = await engine.reader.run(through({})).catch((error: unknown) => error);
    const unread = await readLong({ file: path, statements: [statement('SELECT 1')] });

    expect(refused).to.be.instanceOf(Unavailable);
    expect(unread).to.have.nested.property('failed.errcode', 14);
    expect(await access(path).catch(() => 'absent')).to.equal('absent');
    await rename(`${path}-away`, path);
  });

  it('are done one at a time by turns of agreements, and refused where too many of one wait', async () => {
    const begun: string[] = [];
    readApart = (read) => {
      begun.push(read.statements[0]?.sql ?? '');
      return readLong(read);
    };
    const ask = (agreementNumber: number, at: number): Promise<unknown> =>
      engine.reader
        .run(through({ agreementNumber }, `SELECT ${agreementNumber} AS agreement, ${at} AS at`))
        .catch((error: unknown) => error);

    const many = Array.from({ length: 20 }, (_, at) => ask(1, at));
    const answers = await Promise.all([...many, ask(2, 0)]);

    const refused = answers.filter((answer) => answer instanceof Error);
    expect(refused).to.have.length(3);
    for (const one of refused) expect(one).to.be.instanceOf(Busy);
    expect(begun.indexOf('SELECT 2 AS agreement, 0 AS at')).to.be.below(3);
  });
});
