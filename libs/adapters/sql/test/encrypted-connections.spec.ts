import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { openAt } from './support.js';

onEachDatabase((kind) => {
  if (kind.name === 'SQLite') return;

  describe('a database that is to be reached encrypted', () => {
    it('is not connected to where it cannot be, or is not known to be the right one', async () => {
      const fresh = await kind.fresh();
      // What runs here has no certificate, or one that nobody knows who signed.
      const refused = await openAt(`${fresh.url}?tls=ON`).then(
        () => 'connected',
        (error: unknown) => String((error as { cause?: unknown }).cause ?? error),
      );

      expect(refused).to.match(/secure connection|certificate|self.signed/i);
      await fresh.drop();
    });

    it('may be told by their paths which files there are to it', async () => {
      const fresh = await kind.fresh();
      const authority = fileURLToPath(new URL('no-authority.pem', import.meta.url));
      const refused = await openAt(`${fresh.url}?tls=on&tls-ca=${authority}`).then(
        () => 'connected',
        (error: unknown) => String((error as { cause?: unknown }).cause ?? error),
      );

      // The file itself was asked for: it is not there.
      expect(refused).to.include('ENOENT').and.to.include(authority);
      await fresh.drop();
    });
  });
});
