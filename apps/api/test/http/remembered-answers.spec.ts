import { expect } from 'chai';
import { databases, type ServiceUnderTest } from '../support/service-under-test.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';

/** ADR 25: answers are remembered, and nobody can tell. */
for (const database of await databases()) {
  describe(`remembered answers on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client();
    const theirs = running.client({ modules: ['dimension', 'inventory'] });
    let replica: ServiceUnderTest;
    let elsewhere: Client;
    before(async () => {
      replica = await running.service.replica();
      elsewhere = clientOf(() => ({ service: replica, agreement: ours.agreement }));
    });
    after(() => replica.stop());

    /** Often enough that it is remembered. */
    async function often(client: Client, to: string): Promise<string> {
      const texts = new Set<string>();
      for (let times = 0; times < 4; times += 1) texts.add((await client.get(to)).text);
      expect(texts.size).to.equal(1);
      return [...texts][0] as string;
    }

    it('show every write at once, whichever process it went through', async () => {
      const made = await ours.post('/units', { name: 'memory' });
      const item = made.body.self as string;
      const addresses = [
        item,
        '/units',
        '/units?pagesize=1000',
        '/units?filter=name$like:memory*',
        '/units?sort=-name&pagesize=2&skippages=0',
      ];
      for (let round = 0; round < 6; round += 1) {
        for (const to of addresses) expect(await often(ours, to)).to.equal(await often(elsewhere, to));
        const writer = round % 2 === 0 ? ours : elsewhere;
        const name = `memory ${round}`;

        await writer.put(item, { name });

        for (const client of [ours, elsewhere]) {
          expect((await client.get(item)).body.name).to.equal(name);
          for (const to of addresses.slice(1, 4)) expect((await client.get(to)).text).to.contain(`"${name}"`);
        }
      }
      await often(ours, item);

      await elsewhere.remove(item);

      expect((await ours.get(item)).status).to.equal(404);
      expect((await ours.get('/units')).text).not.to.contain('memory');
    });

    it('are never another agreement’s, and show the members of its modules', async () => {
      for (const to of ['/products', '/units', '/product-groups/1', '/products?pagesize=3']) {
        const one = await often(ours, to);
        const two = await often(theirs, to);
        expect(await often(ours, to)).to.equal(one);
        expect(await often(theirs, to)).to.equal(two);
      }
      await ours.put('/units/1', { name: 'ours' });
      await theirs.put('/units/1', { name: 'theirs' });

      expect(await often(ours, '/units/1')).to.contain('ours');
      expect(await often(theirs, '/units/1')).to.contain('theirs');
    });

    it('are given only to who may see them', async () => {
      await often(ours, '/units');
      const { tokens } = await ours.agreement.grant(['BookKeeping']);

      expect((await running.service.ask('/units', { headers: tokens })).status).to.equal(403);
      expect((await running.service.ask('/units')).status).to.equal(401);
    });

    it('offer nothing that writes once the books are blocked, and offer it again afterwards', async () => {
      const own = await running.service.agreement();
      const client = clientOf(() => ({ service: running.service, agreement: own }));
      const { agreements } = running.service.service.database.studio;
      const block = async (blocked: boolean): Promise<void> => {
        await agreements.flag(own.agreementNumber, { blocked });
        running.service.service.authenticator.forget();
      };
      const writes = async (to: string): Promise<readonly string[]> => {
        const { metaData = {} } = JSON.parse(await often(client, to)) as {
          readonly metaData?: Readonly<Record<string, { readonly httpMethod: string }>>;
        };
        return Object.keys(metaData).filter((name) => metaData[name]?.httpMethod !== 'get');
      };
      for (const [to, action] of [
        ['/units', 'create'],
        ['/units/1', 'replace'],
      ] as const) {
        expect(await writes(to)).to.contain(action);
        const { headers } = await client.get(to);

        await block(true);

        expect(await writes(to)).to.deep.equal([]);
        const asked = await client.get(to, { 'If-None-Match': headers.get('etag') ?? '"none"' });
        expect(asked.status).to.equal(200);
        await block(false);
        expect(await writes(to)).to.contain(action);
      }
    });

    it('carry the demo word exactly where it was asked for', async () => {
      const demo = { 'X-AppSecretToken': 'demo', 'X-AgreementGrantToken': 'demo' };
      for (let times = 0; times < 4; times += 1) {
        for (const to of ['/units', '/units/1']) {
          const withWord = await running.service.ask(`${to}?demo=true`);
          const byTokens = await running.service.ask(to, { headers: demo });
          expect(withWord.body.self).to.contain('?demo=true');
          expect(byTokens.text).not.to.contain('demo=true');
        }
      }
    });

    it('echo exactly what was asked', async () => {
      const self = async (to: string): Promise<string> => JSON.parse(await often(ours, to)).self as string;

      expect(await self('/units')).to.equal(`${running.service.base}/units`);
      expect(await self('/units?skippages=0')).to.match(/\/units\?skippages=0$/);
      expect(await self('/units?pagesize=20&skippages=0')).to.match(/\/units\?pagesize=20&skippages=0$/);
      expect(await self('/units?sort=name')).to.contain('?sort=name');
      expect(await self('/units?SORT=-name&x=y')).to.match(/\?sort=-name$/);
      expect(await self('/units?filter=name$ne:a')).to.contain('?filter=name');
    });

    it('keep their entity tag, and are not sent where it is known', async () => {
      await often(ours, '/units/1');
      const { headers } = await ours.get('/units/1');
      const etag = headers.get('etag') as string;

      expect((await elsewhere.get('/units/1')).headers.get('etag')).to.equal(etag);
      expect((await ours.get('/units/1', { 'If-None-Match': etag })).status).to.equal(304);
      await elsewhere.put('/units/1', { name: 'anew' });
      const after = await ours.get('/units/1', { 'If-None-Match': etag });
      expect(after.status).to.equal(200);
      expect(after.headers.get('etag')).not.to.equal(etag);
    });

    it('are compressed when asked', async () => {
      const plain = await often(ours, '/products?pagesize=500');

      for (const encoding of ['gzip', 'br', 'identity', 'gzip']) {
        const answer = await ours.get('/products?pagesize=500', { 'Accept-Encoding': encoding });
        expect(answer.text).to.equal(plain);
      }
    });
  });
}
