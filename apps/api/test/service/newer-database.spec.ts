import { expect } from 'chai';
import { asked, onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { preparedAt } from '../support/service-under-test.js';
import { serviceProcess } from '../support/service-process.js';

const LATER = 'Later9795159750000';

/*
 * G38: going back is starting the version before on the schema after. It serves, and says what it found.
 */
describe('a database that a later version has migrated', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;

    before(async () => {
      database = await fresh();
      await preparedAt(database.url);
    });
    after(() => database?.drop());

    /** What is said at a start and until the end, at `warn` and above. */
    const warnings = async (environment: Readonly<Record<string, string>> = {}) => {
      const { child, said, listening, ended } = serviceProcess({
        DATABASE_URL: database.url,
        ...environment,
      });
      expect(await listening).to.not.equal(undefined);
      child.kill('SIGTERM');
      expect(await ended).to.equal(0);
      const lines = said.out.split('\n').filter((line) => line !== '');
      return lines
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
        .filter(({ level }) => Number(level) >= 40)
        .map(({ msg, migrations }) => ({ msg, migrations }));
    };

    it('is served, and named once in the log, by one process and by several', async () => {
      expect(await warnings()).to.deep.equal([]);
      await asked(
        database.url,
        `INSERT INTO migrations (id, timestamp, name) VALUES (9999, 9795159750000, '${LATER}')`,
      );

      const named = {
        msg: 'the database has migrations that this version does not know',
        migrations: [LATER],
      };
      expect(await warnings()).to.deep.equal([named]);
      expect(await warnings({ WORKERS: '2' })).to.deep.equal([named]);
    });
  });
});
