import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { openSqliteEngine } from './sqlite-engine.js';

describe('opening an embedded database', () => {
  it('waits while another process has the whole file, as one does that opens it for the first time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-open-'));
    const path = join(folder, 'kontor.sqlite');
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE schema_lock (name TEXT); BEGIN EXCLUSIVE');
    let released = false;
    setTimeout(() => {
      other.exec('COMMIT');
      released = true;
    }, 600);

    const engine = await openSqliteEngine({ path });

    expect(released).to.equal(true);
    await engine.close();
    other.close();
    await rm(folder, { recursive: true });
  });
});
