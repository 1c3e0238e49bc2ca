import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { preparedBooks } from './support/prepared-books.js';
import { jsonOf, runKontor, told } from './support/run-kontor.js';

describe('kontor grant', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let environment: Readonly<Record<string, string>>;
    let one: { readonly agreementNumber: number; readonly userName: string };
    let other: { readonly agreementNumber: number };

    before(async () => {
      database = await preparedBooks(fresh);
      environment = { DATABASE_URL: database.url };
      one = await jsonOf(environment, 'sandbox');
      other = await jsonOf(environment, 'sandbox');
    });
    after(() => database.drop());

    it('lists the grants of an agreement, with the name of the app and without a token', async () => {
      const out = await told(environment, `grant list --agreement ${one.agreementNumber}`);

      expect(out.trimEnd().split('\n')).to.have.lengthOf(2);
      expect(out).to.match(/^GRANT +APP +GIVEN BY +ROLES +ISSUED +EXPIRES +STATE$/m);
      expect(out).to.match(new RegExp(`^1 +2 Sandbox App +${one.userName} +SuperUser .* valid$`, 'm'));
    });

    it('lists nothing for an agreement that has given none, and refuses one that is not there', async () => {
      const { status, out, err } = await runKontor(environment, 'grant list --agreement 99');

      expect(await told(environment, 'grant list --agreement 1')).to.equal(
        'Agreement 1 has given no grants.\n',
      );
      expect(await jsonOf(environment, 'grant list --agreement 1 --json')).to.deep.equal([]);
      expect({ status, out }).to.deep.equal({ status: 1, out: '' });
      expect(err).to.match(/^kontor: there is no agreement 99; .*\n$/);
    });

    it('refuses to revoke a grant of another agreement', async () => {
      const typed = `grant revoke --agreement ${one.agreementNumber} --grant 2`;
      const { status, out, err } = await runKontor(environment, typed);

      expect({ status, out }).to.deep.equal({ status: 1, out: '' });
      expect(err).to.match(new RegExp(`^kontor: agreement ${one.agreementNumber} has no grant 2; .*\n$`));
      const [untouched] = await jsonOf(environment, `grant list --agreement ${other.agreementNumber} --json`);
      expect(untouched).not.to.have.property('revoked');
    });

    it('refuses to revoke a grant of an agreement that is not there, as it lists none of it', async () => {
      const { status, out, err } = await runKontor(environment, 'grant revoke --agreement 99 --grant 1');

      expect({ status, out }).to.deep.equal({ status: 1, out: '' });
      expect(err).to.match(/^kontor: there is no agreement 99; .*\n$/);
    });

    it('revokes a grant, and says so again when it was revoked before', async () => {
      const typed = `grant revoke --agreement ${other.agreementNumber} --grant 2`;

      expect(await told(environment, typed)).to.match(/^Grant 2 of agreement \d+ is revoked\. .*\n$/);
      const revoked = await jsonOf(environment, `${typed} --json`);

      expect(revoked.revoked).to.match(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
      const listed = await told(environment, `grant list --agreement ${other.agreementNumber}`);
      expect(listed).to.match(/ revoked \d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/m);
    });
  });
});
