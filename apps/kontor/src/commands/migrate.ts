import { right } from 'fp-ts/lib/Either.js';
import { shownDatabase } from '@kontor/api';
import { command } from '../command.js';

/** `kontor migrate`: safe beside running replicas. */
export const migrateCommand = command({
  name: 'migrate',
  makesDatabase: true,
  says: 'brings the schema of the database up to date, and adds what an older version has left out since',
  // Every command finds the schema up to date; what lacks in its rows is added by this one alone.
  run: async ({ config, database: books, record }) => {
    const database = shownDatabase(config.databaseUrl);
    const added = await books.backfill(record);
    const moved = await books.moveDrafts(record);
    const late = `${added} ${added === 1 ? 'row' : 'rows'} that lacked, because an older version wrote meanwhile, were added.\n`;
    const drafts = moved.map((one) => `Moved, because a draft keeps its year open: ${one}.\n`).join('');
    const text = `The schema of ${database} is up to date.\n${added === 0 ? '' : late}${drafts}`;
    return right({ json: { database, upToDate: true, added, moved }, text });
  },
});
