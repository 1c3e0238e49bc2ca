import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { jsonOf, runKontor, told } from './support/run-kontor.js';

describe('kontor verify', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let environment: Readonly<Record<string, string>>;
    let agreementNumber: number;

    before(async function () {
      this.timeout(30_000);
      database = await fresh();
      environment = { DATABASE_URL: database.url };
      ({ agreementNumber } = await jsonOf(environment, 'sandbox --seed-entries 500 --years 3'));
    });
    after(() => database.drop());

    it('says of every check of every agreement that it holds, a line each', async () => {
      const lines = (await told(environment, 'verify')).trimEnd().split('\n');

      for (const line of lines) expect(line).to.match(/^ok {4}agreement [12]: [A-Z][^(]+ \(.+\)$/);
      expect(lines.filter((line) => line.includes('agreement 1:'))).to.have.lengthOf(lines.length / 2);
      expect(lines.join('\n')).to.contain('Every booked voucher balances').and.to.contain('(500 entries)');
    });

    it('looks at one agreement, and speaks JSON', async () => {
      const [books, ...others] = await jsonOf(environment, `verify --agreement ${agreementNumber} --json`);

      expect(others).to.deep.equal([]);
      expect(books.agreementNumber).to.equal(agreementNumber);
      for (const { check, faults } of books.checks) expect(faults, check).to.deep.equal([]);
    });

    it('knows which agreements there are', async () => {
      const { status, out, err } = await runKontor(environment, 'verify --agreement 99');

      expect([status, out]).to.deep.equal([1, '']);
      expect(err).to.contain('there is no agreement 99');
    });
  });
});
