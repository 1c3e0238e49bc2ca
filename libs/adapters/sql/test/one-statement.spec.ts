import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { openEngine } from '../src/dialect/open-engine.js';

const SEVERAL = 'SELECT 1; SELECT 2';

onEachDatabase((kind) => {
  if (kind.name === 'SQLite') return;

  describe('several statements in one text', () => {
    it('are taken on the connections of the books, which send them so, and on no others', async () => {
      const fresh = await kind.fresh();
      const engine = await openEngine({ url: fresh.url });
      const migrating = await engine.openSource({});

      const ofBooks = await engine.reader.run(
        { sql: 'SELECT 1', values: [] },
        { sql: 'SELECT 2', values: [] },
      );
      const refused = await migrating.query(SEVERAL).then(
        () => undefined,
        (error: unknown) => (error as { readonly errno?: number }).errno,
      );

      expect(ofBooks).to.have.length(2);
      expect(refused, 'a syntax error').to.equal(1064);
      await migrating.destroy();
      await engine.close();
      await fresh.drop();
    });
  });
});
