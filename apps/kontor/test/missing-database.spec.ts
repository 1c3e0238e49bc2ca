import { expect } from 'chai';
import { asked, onEachDatabase, restore, type FreshDatabase } from '@kontor/conformance';
import { runKontor, told } from './support/run-kontor.js';

/** What works with books that are there. */
const NEED_BOOKS = [
  'verify',
  'restored',
  'export --agreement 2 --format hledger',
  'agreement show 2',
  'agreement block 2',
  'grant list --agreement 2',
] as const;

describe('a database that is not there, such as one whose name is mistyped', () => {
  onEachDatabase(({ name, fresh }) => {
    let database: FreshDatabase;
    let environment: Readonly<Record<string, string>>;

    beforeEach(async () => {
      database = await fresh();
      environment = { DATABASE_URL: `${database.url}_mistyped` };
    });
    afterEach(() => database.drop());

    /** The database is another program's then. */
    async function makeAnothers(sql: string): Promise<void> {
      environment = { DATABASE_URL: database.url };
      if (name === 'SQLite') await asked(database.url, sql);
      else await restore(database.url, Buffer.from(sql));
    }

    for (const typed of NEED_BOOKS)
      it(`is refused, and not made: kontor ${typed}`, async () => {
        for (const _ of ['once', 'again']) {
          const { status, out, err } = await runKontor(environment, typed);
          expect({ status, out }).to.deep.equal({ status: 1, out: '' });
          expect(err).to.match(
            /^kontor: it did not work on the database .*_mistyped: there is no .*; name another one in DATABASE_URL, or make it with `kontor migrate`\.\n$/,
          );
        }
      });

    for (const typed of NEED_BOOKS)
      it(`is refused where it is another program's, and left as it was: kontor ${typed}`, async () => {
        await makeAnothers('CREATE TABLE posts (id INTEGER)');

        for (const _ of ['once', 'again']) {
          const { status, out, err } = await runKontor(environment, typed);
          expect({ status, out }).to.deep.equal({ status: 1, out: '' });
          expect(err).to.match(/: (there is no schema of Kontor in it|.* of another program); name another /);
        }
      });

    // As programs that migrate, keep customers or agreements and tell events have them.
    for (const table of [
      'event (name TEXT)',
      'customer (id INTEGER)',
      'agreement (number INTEGER)',
      'migrations (migration TEXT)',
    ])
      for (const typed of ['migrate', 'sandbox', 'agreement create --name Books', 'agreement list'])
        it(`is refused where it is another program's with the table ${table}: kontor ${typed}`, async () => {
          await makeAnothers(`CREATE TABLE ${table}`);

          for (const _ of ['once', 'again']) {
            const { status, out, err } = await runKontor(environment, typed);
            expect({ status, out }).to.deep.equal({ status: 1, out: '' });
            expect(err).to.match(
              / is a database of another program; name another (one|file) in DATABASE_URL\b/,
            );
          }
        });

    it('is made by kontor migrate; kontor verify does not say of no agreements that their books hold', async () => {
      environment = { DATABASE_URL: database.url };
      await told(environment, 'migrate');

      const { status, out, err } = await runKontor(environment, 'verify');

      expect({ status, out }).to.deep.equal({ status: 1, out: '' });
      expect(err).to.match(/^kontor: there are no agreements in .*: nothing was checked\.\n$/);
    });
  });
});
