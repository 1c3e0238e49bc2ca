import { right } from 'fp-ts/lib/Either.js';
import { shownDatabase } from '@kontor/api';
import { command } from '../command.js';

/** `kontor restored`, which whoever restores a backup runs before the service. */
export const restoredCommand = command({
  name: 'restored',
  says: 'after a restore: begins a new epoch of the database, so that no running process trusts what it remembers',
  run: async ({ config, database: books }) => {
    const database = shownDatabase(config.databaseUrl);
    await books.restored();
    const text =
      `${database} is in a new epoch. Processes that served it before answer 503 and end; ` +
      'start those again that nothing starts by itself.\n';
    return right({ json: { database, restored: true }, text });
  },
});
