import { userInfo } from 'node:os';
import { expect } from 'chai';
import { asked, onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { RECORDS } from '@kontor/sql';
import { preparedBooks } from './support/prepared-books.js';
import { jsonOf, runKontor, told } from './support/run-kontor.js';

/** G37: what operators change is recorded as what comes over the API is, in the transaction of the change. */
describe('the record of what is changed by kontor', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let environment: Readonly<Record<string, string>>;

    before(async function () {
      database = await preparedBooks(fresh);
      environment = { DATABASE_URL: database.url };
      // With the demo agreement, which the service makes by itself.
      await told(environment, 'agreement create --name First');
    });
    after(() => database.drop());

    const all = () => asked(database.url, `SELECT * FROM ${RECORDS}`);
    /**
     * What a command has left, in the order of its agreements; where in an
     * agreement it left several, in the order of their paths.
     */
    const recordedOf = async (typed: string | readonly string[]) => {
      const before = new Set((await all()).map(({ request_id }) => request_id));
      const made = await runKontor(environment, typed);
      const own = (await all()).filter(({ request_id }) => !before.has(request_id));
      for (const { created, user_name, method, status } of own) {
        expect(Date.parse(created as string)).to.be.greaterThan(Date.now() - 60_000);
        expect({ user_name, method, status }).to.deep.equal({
          user_name: userInfo().username,
          method: 'kontor',
          status: 0,
        });
      }
      const records = own
        .map(({ agreement_number, app_number, grant_number, path }) => ({
          agreement_number: agreement_number as number,
          app_number,
          grant_number: grant_number as number,
          path,
        }))
        .sort((a, b) => a.agreement_number - b.agreement_number || a.grant_number - b.grant_number);
      return { ...made, records };
    };
    const nothing = { app_number: 0, grant_number: 0 };

    it('says who made an agreement, and keeps what it is called to the agreement', async () => {
      const typed = [
        'agreement',
        'create',
        '--name',
        'Secret plan',
        '--first-year-from',
        '2026-01-01',
        '--json',
      ];
      const { out, records } = await recordedOf(typed);

      const { agreementNumber } = JSON.parse(out) as { agreementNumber: number };
      expect(records).to.deep.equal([
        { agreement_number: agreementNumber, ...nothing, path: 'agreement create' },
      ]);
    });

    for (const command of ['block', 'unblock', 'mark-for-deletion']) {
      it(`says who used agreement ${command}`, async () => {
        const { records } = await recordedOf(`agreement ${command} 2`);

        expect(records).to.deep.equal([
          { agreement_number: 2, ...nothing, path: `agreement ${command} --agreement 2` },
        ]);
      });
    }

    it('says who made a sandbox, who gave access to it, and who took it back', async () => {
      const { out, records } = await recordedOf('sandbox --years 1');

      const { agreementNumber } = JSON.parse(out) as { agreementNumber: number };
      const [grant] = await jsonOf(environment, `grant list --agreement ${agreementNumber} --json`);
      const about = { app_number: grant.appNumber, grant_number: grant.grantNumber };
      const inSandbox = { agreement_number: agreementNumber, path: 'sandbox --years 1 --seed-entries 0' };
      expect(records).to.deep.equal([
        { ...inSandbox, ...nothing },
        { ...inSandbox, ...about },
      ]);

      const revoking = `grant revoke --agreement ${agreementNumber} --grant ${grant.grantNumber}`;
      expect((await recordedOf(revoking)).records).to.deep.equal([
        { agreement_number: agreementNumber, ...about, path: revoking },
      ]);
    });

    it('says who made the clients of an administrator agreement, and what they are', async () => {
      const { out, records } = await recordedOf('sandbox --years 1 --administrator');

      const { agreementNumber, clientAgreements } = JSON.parse(out) as {
        agreementNumber: number;
        clientAgreements: readonly { readonly agreementNumber: number }[];
      };
      const numbers = records.map(({ agreement_number }) => agreement_number);
      const clients = clientAgreements.map((client) => client.agreementNumber);
      expect(new Set(numbers)).to.deep.equal(new Set([agreementNumber, ...clients]));
      // It is made, and then it gets its flags or its access.
      for (const number of [agreementNumber, ...clients.slice(1)]) {
        expect(numbers.filter((one) => one === number)).to.have.length(2);
      }
      for (const { path } of records) {
        expect(path).to.equal('sandbox --years 1 --administrator --seed-entries 0');
      }
    });

    it('tells each client that a blocked administrator had access to', async () => {
      const { out } = await runKontor(environment, 'sandbox --years 1 --administrator');
      const { agreementNumber, clientAgreements } = JSON.parse(out) as {
        agreementNumber: number;
        clientAgreements: readonly { readonly agreementNumber: number }[];
      };
      const client = clientAgreements[0]?.agreementNumber;
      const asks = (grant: number, expires: string) =>
        asked(
          database.url,
          `INSERT INTO agreement_grant (grant_number, agreement_number, administrator_number, app_number,
             user_name, roles, issued, expires, token_hash)
           VALUES (${grant}, ${client}, ${agreementNumber}, 1,
             'anna', 'SuperUser', '2026-01-01T00:00:00Z', '${expires}', 'hash ${grant}')`,
        );
      await asks(700_001, '2999-01-01T00:00:00Z');
      await asks(700_002, '2026-01-01T01:00:00Z');

      const { records } = await recordedOf(`agreement block ${agreementNumber}`);

      const path = `agreement block --agreement ${agreementNumber}`;
      expect(records).to.deep.equal([
        { agreement_number: agreementNumber, ...nothing, path },
        { agreement_number: client, ...nothing, path },
      ]);
      const ended = await asked(
        database.url,
        `SELECT item_keys FROM event WHERE agreement_number = ${client} AND type = 'grant.revoked'`,
      );
      expect(ended.map(({ item_keys }) => item_keys)).to.deep.equal(['[700001]']);
    });

    it('is kept with the change, or neither', async () => {
      const before = await jsonOf(environment, 'agreement list --json');
      const renamed = async (...names: readonly (readonly [string, string])[]) => {
        for (const [from, to] of names) await asked(database.url, `ALTER TABLE ${from} RENAME TO ${to}`);
      };
      await renamed(['audit_record', 'audit_away'], ['event', 'event_away']);
      const ran = [];
      for (const typed of ['agreement block 2', 'agreement create --name Never', 'sandbox']) {
        ran.push((await runKontor(environment, typed)).status);
      }
      await renamed(['audit_away', 'audit_record'], ['event_away', 'event']);

      expect(ran).to.deep.equal([1, 1, 1]);
      expect(await jsonOf(environment, 'agreement list --json')).to.deep.equal(before);
    });

    it('has nothing of what was only read, or refused', async () => {
      for (const typed of [
        'agreement list',
        'grant list --agreement 2',
        'migrate',
        'verify',
        'agreement block 99',
        'grant revoke --agreement 2 --grant 99',
        'agreement create --name Other --base-currency XYZ',
      ]) {
        expect((await recordedOf(typed)).records, typed).to.deep.equal([]);
      }
    });
  });
});
