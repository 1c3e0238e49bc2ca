import { expect } from 'chai';
import { compose } from '../../src/compose.js';
import { prepare } from '../../src/serve.js';
import { booked, drafted } from '../sales/an-invoice.js';
import { manyCopies } from '../support/many-copies.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';
import { databases, testConfig, type ServiceUnderTest } from '../support/service-under-test.js';

/** How many of each kind there are at least: more than the smallest page that is asked for. */
const MANY = 12;

/**
 * What reads: a page of events writes too, that they are settled, where the last of them is younger than a
 * minute, and the first of an agreement may be older than its last.
 */
const READS = /^\s*(?:SELECT|WITH)\b/;

/** As many as a company has whose program gives each customer an account of its own. */
const ACCOUNTS = 32_768;
/** What reads every account of an agreement for the sums of its chart. */
const OF_THE_CHART = /^SELECT (?:(?!WHERE).)* FROM `account` WHERE `agreement_number` = \? ORDER BY/;

/** Collections without parameters in their address, beside those that are made by nobody. */
function collectionsIn({ service }: ServiceUnderTest): readonly string[] {
  return service.endpoints
    .filter(
      ({ method, lists, path, needs }) =>
        method === 'GET' && lists !== undefined && !path.includes(':') && needs === undefined,
    )
    .map(({ path }) => path);
}

for (const database of await databases()) {
  describe(`a page of any collection on ${database.name}`, function () {
    const running = runningService(database, {});
    let service: ServiceUnderTest;
    let ours: Client;
    const statements: string[] = [];

    before(async () => {
      ({ service } = running);
      const agreement = await service.agreement();
      ours = clientOf(() => ({ service, agreement }));
      for (let index = 0; index < MANY; index += 1) {
        await booked(ours, { customer: { customerNumber: 1 + (index % 3) }, currency: 'EUR' });
        await drafted(ours, { lines: [{ product: { productNumber: String(1000 + index) } }] });
      }
    });

    it('costs as many statements as a page of one item', async () => {
      const config = testConfig(service.databaseUrl, 0);
      const listening = await compose(config, {
        onQuery: (sql) => void (READS.test(sql) && statements.push(sql)),
      });
      await prepare(listening);
      const dear: string[] = [];
      let counted = 0;
      const cost = async (to: string): Promise<number> => {
        const services = clientOver(listening, ours);
        const counts = [];
        for (let time = 0; time < 3; time += 1) {
          statements.length = 0;
          await services(to);
          counts.push(statements.length);
        }
        // The first reads what is remembered afterwards, and one more may come after that was forgotten.
        return Math.min(...counts);
      };

      for (const path of collectionsIn(service)) {
        const [one, all] = [await cost(`${path}?pagesize=1`), await cost(`${path}?pagesize=1000`)];
        if (all > one + 1) dear.push(`${path}: ${one} statements for one item, ${all} for all`);
        counted += all;
      }

      await listening.close();
      expect(dear).to.deep.equal([]);
      expect(collectionsIn(service)).to.have.length.greaterThan(20);
      expect(counted, 'statements').to.be.greaterThan(20);
    });

    it('of totals or accounts reads the chart once, however many accounts there are', async () => {
      const bank = { table: 'account', key: 'account_number', number: 5810, collection: 'accounts' };
      await manyCopies(service.databaseUrl, ours.agreement.agreementNumber, bank, ACCOUNTS);
      const listening = await compose(testConfig(service.databaseUrl, 0), {
        onQuery: (sql) => void (OF_THE_CHART.test(sql) && statements.push(sql)),
      });
      await prepare(listening);
      const ask = clientOver(listening, ours);
      const totals = `/accounting-years/${new Date().getUTCFullYear()}/totals`;
      statements.length = 0;

      await ask(`${totals}?pagesize=1`);
      const first = statements.length;
      for (const to of [`${totals}?skippages=1`, `${totals}/5810`, '/accounts?pagesize=2']) await ask(to);

      await listening.close();
      expect([first, statements.length]).to.deep.equal([1, 1]);
    });
  });
}

/** Asks a composition in process, without a port of its own. */
function clientOver(
  { app }: Awaited<ReturnType<typeof compose>>,
  { tokens }: Client,
): (to: string) => Promise<void> {
  return async (to) => {
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const response = await fetch(`http://127.0.0.1:${port}${to}`, { headers: tokens });
    await response.text();
    await new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
    expect(response.status, to).to.be.oneOf([200, 403]);
  };
}
