import { expect } from 'chai';
import { openBooks } from '@kontor/api';
import { AccountingYear } from '@kontor/ledger';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { preparedBooks } from './support/prepared-books.js';
import { jsonOf, runKontor, told } from './support/run-kontor.js';

describe('kontor agreement', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let environment: Readonly<Record<string, string>>;

    beforeEach(async () => {
      database = await preparedBooks(fresh);
      environment = { DATABASE_URL: database.url };
    });
    afterEach(() => database.drop());
    const onEmpty = async (work: (empty: typeof environment) => Promise<void>): Promise<void> => {
      const empty = await fresh();
      try {
        await work({ DATABASE_URL: empty.url });
      } finally {
        await empty.drop();
      }
    };

    it('lists nothing on a database that is still empty', () =>
      onEmpty(async (empty) => {
        expect(await told(empty, 'agreement list')).to.equal('There are no agreements.\n');
        expect(await jsonOf(empty, 'agreement list --json')).to.deep.equal([]);
      }));

    it('makes an agreement, in euro unless told', async () => {
      const out = await told(environment, 'agreement create --name Kaffee');
      const made = await jsonOf(environment, 'agreement create --name Kakao --base-currency dkk --json');

      expect(out).to.equal('Agreement 2 (Kaffee) is made.\n');
      expect(made).to.deep.include({
        agreementNumber: 3,
        name: 'Kakao',
        baseCurrency: 'DKK',
        blocked: false,
        forDeletion: false,
        isAdministrator: false,
      });
      expect(await jsonOf(environment, 'agreement show 3 --json')).to.deep.equal(made);
      expect(await jsonOf(environment, 'agreement show 2 --json')).to.include({ baseCurrency: 'EUR' });
    });

    it('makes an agreement with the modules that books are moved into it with', async () => {
      const made = await jsonOf(
        environment,
        'agreement create --name Kaffee --modules inventory,dimension --json',
      );
      await told(environment, 'agreement create --name Kakao');
      const none = await jsonOf(environment, 'agreement create --name Tee --modules= --json');
      const refused = await runKontor(environment, 'agreement create --name Tee --modules stock');

      expect(made.modules).to.have.members(['inventory', 'dimension']);
      expect((await jsonOf(environment, 'agreement show 3 --json')).modules).to.deep.equal([
        'internationalLedger',
      ]);
      expect(none.modules).to.deep.equal([]);
      expect(refused.status).to.equal(1);
      expect(refused.err)
        .to.contain('--modules must be some of inventory')
        .and.to.contain('"stock" is no module');
    });

    it('shows what nobody sees of a name that was kept before, and takes no such name', async () => {
      await told(environment, 'agreement create --name Kaffee');
      const opened = await openBooks({ databaseUrl: environment.DATABASE_URL ?? '', poolSize: 1 });
      const { agreements } = opened.studio;
      const { agreementNumber: _, ...like } = (await agreements.find(2)) ?? expect.fail();
      await agreements.create({ ...like, name: 'Kaf\u202eeef\u200b' });
      await opened.close();

      const out = await told(environment, 'agreement list');
      const refused = await runKontor(environment, 'agreement create --name Kaf\u202eeef');

      expect(out)
        .to.contain('Kaf\\u202eeef\\u200b')
        .and.not.match(/\p{Cf}/u);
      expect(refused.status).to.equal(1);
    });

    it('leaves number 1 to the demo agreement, which comes first', () =>
      onEmpty(async (empty) => {
        await told(empty, 'agreement create --name Kaffee');

        const agreements = await jsonOf(empty, 'agreement list --json');

        expect(agreements.map((one: { agreementNumber: number }) => one.agreementNumber)).to.deep.equal([
          1, 2,
        ]);
        expect(agreements[0].name).to.equal('Demo Trading Ltd');
      }));

    it('begins the first accounting year on the day it is told', async () => {
      const typed = 'agreement create --name Kaffee --first-year-from 2026-01-01';
      const { status, out, err } = await runKontor(environment, typed);

      expect({ status, out }).to.deep.equal({ status: 0, out: 'Agreement 2 (Kaffee) is made.\n' });
      expect(err).to.equal('');
      await told(environment, 'agreement create --name Alt --first-year-from 0001-01-01');
      await told(environment, 'agreement create --name Spät --first-year-from 2027-03-15');
      const opened = await openBooks({ databaseUrl: environment.DATABASE_URL ?? '', poolSize: 1 });
      const yearsOf = async (agreementNumber: number): Promise<unknown> => {
        const years = opened.unitOfWork.read(agreementNumber).of(AccountingYear);
        const { items } = await years.page({ sort: AccountingYear.defaultSort, pageSize: 10, skipPages: 0 });
        return items.map(({ fromDate, toDate }) => [fromDate, toDate]);
      };
      const found = [await yearsOf(2), await yearsOf(3), await yearsOf(4)];
      await opened.close();
      expect(found).to.deep.equal([
        [['2026-01-01', '2026-12-31']],
        [['0001-01-01', '0001-12-31']],
        [['2027-03-15', '2028-02-29']],
      ]);
    });

    it('makes client agreements of an administrator agreement only', async () => {
      await told(environment, 'agreement create --name Office --administrator');
      const client = await jsonOf(environment, 'agreement create --name Shop --client-of 2 --json');

      expect(client.administratorNumber).to.equal(2);
      const refusals = [
        ['--client-of 3', '--client-of names agreement 3, which is no administrator agreement.'],
        ['--client-of 99', '--client-of names agreement 99, which is not there.'],
        ['--client-of 2 --administrator', 'give --administrator or --client-of, not both.'],
        [
          '--base-currency XYZ',
          '--base-currency must be a current currency of ISO 4217 such as EUR, but is "XYZ".',
        ],
      ] as const;
      for (const [typed, sentence] of refusals) {
        const { status, out, err } = await runKontor(environment, `agreement create --name Other ${typed}`);
        expect({ status, out }).to.deep.equal({ status: 1, out: '' });
        expect(err)
          .to.match(/^kontor: .*\n$/)
          .and.to.contain(sentence);
      }
      expect(await jsonOf(environment, 'agreement list --json')).to.have.lengthOf(3);
    });

    it('blocks, unblocks and marks for deletion', async () => {
      await told(environment, 'agreement create --name Kaffee');
      const flags = async () => {
        const { blocked, forDeletion } = await jsonOf(environment, 'agreement show 2 --json');
        return { blocked, forDeletion };
      };

      expect(await told(environment, 'agreement block 2')).to.equal('Agreement 2 (Kaffee) is blocked.\n');
      expect(await flags()).to.deep.equal({ blocked: true, forDeletion: false });
      expect(await told(environment, 'agreement block 2')).to.equal('Agreement 2 (Kaffee) is blocked.\n');
      expect(await told(environment, 'agreement show 2')).to.match(/^state +blocked$/m);
      expect(await told(environment, 'agreement unblock 2')).to.equal(
        'Agreement 2 (Kaffee) is not blocked.\n',
      );
      expect(await flags()).to.deep.equal({ blocked: false, forDeletion: false });
      expect(await jsonOf(environment, 'agreement mark-for-deletion 2 --json')).to.include({
        forDeletion: true,
      });
      expect(await flags()).to.deep.equal({ blocked: false, forDeletion: true });
      expect(await told(environment, 'agreement list')).to.match(/^2 +Kaffee +for deletion /m);
    });

    it('refuses the number of an agreement that is not there', async () => {
      await told(environment, 'migrate');
      for (const command of ['show', 'block', 'unblock', 'mark-for-deletion']) {
        const { status, out, err } = await runKontor(environment, `agreement ${command} 99`);

        expect({ status, out }).to.deep.equal({ status: 1, out: '' });
        expect(err).to.equal('kontor: there is no agreement 99; kontor agreement list shows them all.\n');
      }
    });
  });
});
