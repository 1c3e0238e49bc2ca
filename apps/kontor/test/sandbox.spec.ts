import { expect } from 'chai';
import { isLeft } from 'fp-ts/lib/Either.js';
import { configFrom, freePort, serve, type Config, type Serving } from '@kontor/api';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { jsonOf, runKontor, told } from './support/run-kontor.js';

const MEMBERS = [
  'baseUrl',
  'agreementNumber',
  'appSecretToken',
  'appPublicToken',
  'agreementGrantToken',
  'userName',
  'password',
];

describe('kontor sandbox', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let environment: Readonly<Record<string, string>>;

    before(async () => {
      database = await fresh();
      environment = { DATABASE_URL: database.url, BASE_URL: 'https://books.example' };
    });
    after(() => database.drop());

    it('prints one line of JSON with what a client needs, on a database that is still empty', async () => {
      const out = await told(environment, 'sandbox');

      expect(out).to.match(/^\{.*\}\n$/);
      const made = JSON.parse(out) as Readonly<Record<string, unknown>>;
      expect(made).to.have.all.keys(MEMBERS);
      expect(made['baseUrl']).to.equal('https://books.example');
      // Number 1 is the demo agreement, which everybody may read.
      expect(made['agreementNumber']).to.equal(2);
      for (const token of ['appSecretToken', 'appPublicToken', 'agreementGrantToken']) {
        expect(made[token]).to.match(/^[\w-]{44}$/);
      }
      expect(made['password']).to.have.lengthOf(20);
    });

    it('makes another agreement, app, grant and person each time', async () => {
      const [one, other] = [
        await jsonOf(environment, 'sandbox'),
        await jsonOf(environment, 'sandbox --json'),
      ];

      for (const member of MEMBERS.filter((member) => member !== 'baseUrl')) {
        expect(one[member], member).not.to.equal(other[member]);
      }
    });

    it('names the agreement and switches its modules on', async () => {
      const typed = ['sandbox', '--name', 'Søn & Søn', '--modules', 'INVENTORY, dimension,inventory'];
      const { agreementNumber } = await jsonOf(environment, typed);

      const agreement = await jsonOf(environment, `agreement show ${agreementNumber} --json`);
      expect(agreement.name).to.equal('Søn & Søn');
      expect(agreement.modules).to.deep.equal(['inventory', 'dimension']);
    });

    it('switches no module on where none is named', async () => {
      const { agreementNumber } = await jsonOf(environment, ['sandbox', '--modules', '']);

      const agreement = await jsonOf(environment, `agreement show --agreement ${agreementNumber} --json`);
      expect(agreement.modules).to.deep.equal([]);
    });

    it('switches the international ledger on, and nothing else, unless told', async () => {
      const { agreementNumber } = await jsonOf(environment, 'sandbox');

      const agreement = await jsonOf(environment, `agreement show ${agreementNumber} --json`);
      expect(agreement.name).to.equal('Sandbox');
      expect(agreement.modules).to.deep.equal(['internationalLedger']);
      expect(agreement.isAdministrator).to.equal(false);
    });

    it('gives the app the roles that are named, in any case', async () => {
      const { agreementNumber, userName } = await jsonOf(
        environment,
        'sandbox --roles sales,bookkeeping,SALES',
      );

      const [grant, ...others] = await jsonOf(
        environment,
        `grant list --agreement ${agreementNumber} --json`,
      );
      expect(others).to.deep.equal([]);
      expect(grant.roles).to.deep.equal(['Sales', 'BookKeeping']);
      expect(grant.userName).to.equal(userName);
    });

    it('lets the grant last as long as the environment says', async () => {
      const { agreementNumber } = await jsonOf({ ...environment, GRANT_DAYS: '7' }, 'sandbox');

      const [grant] = await jsonOf(environment, `grant list --agreement ${agreementNumber} --json`);
      expect(Date.parse(grant.expires) - Date.parse(grant.issued)).to.equal(7 * 86_400_000);
    });

    it('fills so many accounting years, the last of which contains today, and books so many entries', async () => {
      const { status, out, err } = await runKontor(environment, 'sandbox --years 4 --seed-entries 2500');

      expect([status, err]).to.deep.equal([0, '']);
      const { agreementNumber } = JSON.parse(out) as { agreementNumber: number };
      const last = new Date().getUTCFullYear();
      const journal = await jsonOf(
        environment,
        `export --agreement ${agreementNumber} --format hledger --json`,
      );
      const entries = journal.documents.flatMap((document: { entries: unknown[] }) => document.entries);
      expect(entries).to.have.lengthOf(2500);
      const years = new Set<string>(journal.documents.map((document: { year: string }) => document.year));
      expect([...years].sort()).to.deep.equal([String(last - 1), String(last)]);
      const again = await jsonOf(environment, 'sandbox --years 4 --seed-entries 2500');
      const other = await jsonOf(
        environment,
        `export --agreement ${again.agreementNumber} --format hledger --json`,
      );
      expect(other.documents).to.deep.equal(journal.documents);
    });

    it('puts three client agreements under an administrator agreement', async () => {
      const made = await jsonOf(environment, 'sandbox --administrator');

      expect(made).to.have.all.keys(...MEMBERS, 'clientAgreements');
      const { agreementNumber, clientAgreements } = made;
      expect(clientAgreements).to.deep.equal([
        client(agreementNumber, 1, `Client of agreement ${agreementNumber}`),
        client(agreementNumber, 2, `Blocked client of agreement ${agreementNumber}`, { blocked: true }),
        client(agreementNumber, 3, `Client for deletion of agreement ${agreementNumber}`, {
          forDeletion: true,
        }),
      ]);
      const administrator = await jsonOf(environment, `agreement show ${agreementNumber} --json`);
      expect(administrator.isAdministrator).to.equal(true);
      for (const { agreementNumber: number, blocked, forDeletion } of clientAgreements) {
        const stored = await jsonOf(environment, `agreement show ${number} --json`);
        expect(stored).to.deep.include({ blocked, forDeletion, administratorNumber: agreementNumber });
      }
    });

    describe('beside a running service', () => {
      let serving: Serving | undefined;
      let base: string;

      before(async () => {
        const port = await freePort('127.0.0.1');
        base = `http://127.0.0.1:${port}`;
        serving = await serve({ ...configOf(database.url, port), rememberCredentialsMs: 0 });
      });
      after(() => serving?.stop());

      it('gives tokens that the service takes, to books that are filled', async () => {
        const made = await jsonOf(environment, 'sandbox');

        const accounts = await get(`${base}/accounts`, made);
        const products = await get(`${base}/products`, made);

        expect([accounts.status, products.status]).to.deep.equal([200, 200]);
        expect(await results(accounts)).to.be.greaterThan(100);
        expect(await results(products)).to.be.greaterThan(10);
      });

      it('tells whose books they are, and knows every customer in its register', async () => {
        const made = await jsonOf(environment, 'sandbox');

        const self = (await (await get(`${base}/self`, made)).json()) as Record<string, object>;
        const customers = (await (await get(`${base}/customers`, made)).json()) as {
          readonly collection: readonly object[];
        };

        expect(self['company']).to.include({ name: 'Sandbox', country: 'Denmark' });
        expect(self['bankInformation']).to.have.property('ibanNumber');
        for (const customer of customers.collection) {
          expect(customer).to.have.property('corporateIdentificationNumber').that.matches(/^\d+$/);
        }
      });

      it('gives tokens that do not fit those of another sandbox', async () => {
        const [one, other] = [await jsonOf(environment, 'sandbox'), await jsonOf(environment, 'sandbox')];

        const mixed = { ...one, agreementGrantToken: other.agreementGrantToken };

        expect((await get(`${base}/products`, mixed)).status).to.equal(401);
      });

      it('gives a token that is refused once its grant is revoked', async () => {
        const made = await jsonOf(environment, 'sandbox');
        const [{ grantNumber }] = await jsonOf(
          environment,
          `grant list --agreement ${made.agreementNumber} --json`,
        );

        await told(environment, `grant revoke --agreement ${made.agreementNumber} --grant ${grantNumber}`);

        expect((await get(`${base}/products`, made)).status).to.equal(401);
      });
    });
  });
});

const client = (administrator: number, after: number, name: string, flags: object = {}) => ({
  agreementNumber: administrator + after,
  name,
  blocked: false,
  forDeletion: false,
  ...flags,
});

type Tokens = { readonly appSecretToken: string; readonly agreementGrantToken: string };

const get = (url: string, { appSecretToken, agreementGrantToken }: Tokens) =>
  fetch(url, {
    headers: { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken },
  });

const results = async (response: Response): Promise<number> => {
  const { pagination } = (await response.json()) as { readonly pagination: { readonly results: number } };
  return pagination.results;
};

function configOf(databaseUrl: string, port: number): Config {
  const config = configFrom({ DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'silent' });
  if (isLeft(config)) throw new Error(config.left);
  return config.right;
}
