import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { openAt } from './support.js';

onEachDatabase((kind) => {
  if (kind.name === 'SQLite') return;

  describe('a database that is to be reached encrypted', () => {
    it('is not connected to where it cannot be, or is not known to be the right one', async () => {
      const fresh = await kind.fresh();
      // What runs here has no certificate, or one that nobody knows who signed.
      const refused = await openAt(`${fresh.url}?tls=on`).then(
        () => 'connected',
        (error: unknown) => String((error as { cause?: unknown }).cause ?? error),
      );

      expect(refused).to.match(/secure connection|certificate|self.signed/i);
      await fresh.drop();
    });
  });
});
