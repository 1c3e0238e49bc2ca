import { right } from 'fp-ts/lib/Either.js';
import { shownDatabase } from '@kontor/api';
import { command } from '../command.js';

export const migrate = command({
  name: 'migrate',
  says: 'brings the schema of the database up to date',
  // Every command finds the schema up to date, so nothing is left to do.
  run: async ({ config }) => {
    const database = shownDatabase(config.databaseUrl);
    return right({ json: { database, upToDate: true }, text: `The schema of ${database} is up to date.\n` });
  },
});
