import { expect } from 'chai';
import { asked, onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { runKontor } from './support/run-kontor.js';

const LATER = 'Later9795159750000';

/*
 * G38: after going back, the command of the version before works on the schema after. What it says of the
 * books may be wrong then, and whoever reads that has to know why.
 */
describe('kontor on a database that a later version has migrated', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;

    before(async () => {
      database = await fresh();
    });
    after(() => database?.drop());

    const ran = (typed: string) => runKontor({ DATABASE_URL: database.url }, typed);

    it('works, and names on standard error the migrations that it does not know', async () => {
      expect(await ran('migrate --json')).to.deep.include({ status: 0, err: '' });
      await asked(
        database.url,
        `INSERT INTO migrations (id, timestamp, name) VALUES (9999, 9795159750000, '${LATER}')`,
      );

      const { status, out, err } = await ran('migrate --json');

      expect(err).to.equal(`kontor: a later version has migrated the database: ${LATER}\n`);
      expect(status).to.equal(0);
      expect(JSON.parse(out)).to.include({ upToDate: true });
    });
  });
});
