import { expect } from 'chai';
import type { ResourceTable } from '../entity/table-of.js';
import type { Session } from '../statement.js';
import { VersionReader } from './version-reader.js';

describe('versions of collections', () => {
  it('are read once by those who ask for the same, and apart by all others, whatever they are called', async () => {
    let sent = 0;
    const session: Session = {
      run: async (...statements) => statements.map(() => ({ rows: [{ version: (sent += 1) }], affected: 0 })),
    };
    const reader = new VersionReader(session);
    const all = (collection: string) => ({ table: tableOf(collection), parents: 'all' as const });
    const own = (collection: string) => ({ table: tableOf(collection), parents: [] });

    const [first, ...others] = await Promise.all([
      reader.ofCollections(7, [own('a'), own('b')]),
      reader.ofCollections(7, [own('a'), own('b')]),
      reader.ofCollections(7, [own('a,b')]),
      reader.ofCollections(7, [own('a b')]),
      reader.ofCollections(7, [own('a'), all('b')]),
      reader.ofCollections(7, [all('a'), all('b')]),
      reader.ofCollections(8, [own('a'), own('b')]),
    ]);

    expect(others[0]).to.equal(first);
    expect(new Set(others), 'six questions').to.have.property('size', 6);
  });
});

/** What a version is called after. */
function tableOf(collection: string): ResourceTable {
  return { resource: { collection }, parents: [] } as unknown as ResourceTable;
}
