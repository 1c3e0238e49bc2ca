import { expect } from 'chai';
import type { Endpoint } from '@kontor/http';
import { runningService, type Client } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

/** Something that is nowhere. */
const NOWHERE = { integer: '123456789', string: 'zz' } as const;

for (const database of await databases()) {
  describe(`the hints of refusals on ${database.name} (§7)`, function () {
    this.timeout(120_000);
    const running = runningService(database);
    const ours = running.client({ modules: ['inventory', 'dimension', 'internationalLedger', 'projects'] });
    const administrator = running.client({ isAdministrator: true, filled: false });

    const addressOf = ({ path, parameters }: Endpoint): string =>
      path.replace(/:(\w+)/g, (_, name: string) => {
        const kind = parameters[name];
        if (kind?.type === 'integer') return String(Math.min(Number(NOWHERE.integer), kind.max));
        return kind?.type === 'string' ? NOWHERE.string.padEnd(kind.min, 'z') : '2025-01-01';
      });
    const whoMay = ({ access }: Endpoint): Client => (access === 'administrator' ? administrator : ours);
    /** Where a hint leads that leads nowhere. */
    const broken = async (client: Client, asked: string, hint: string): Promise<readonly string[]> => {
      const found: string[] = [];
      for (const [address = ''] of hint.matchAll(/https?:\/\/[^\s,;]+/g)) {
        const { status } = await client.get(address.replace(/\.$/, ''));
        if (status !== 200) found.push(`${asked}: ${hint} (${status})`);
      }
      return found;
    };

    it('lead from every body that fits no schema to the schema that it is to fit', async () => {
      const wrong: string[] = [];
      let looked = 0;
      for (const endpoint of running.service.service.endpoints) {
        if (endpoint.method === 'GET' || !('body' in endpoint) || endpoint.body === undefined) continue;
        const { method } = endpoint;
        const at = addressOf(endpoint);
        const client = whoMay(endpoint);
        const { status, body } = await (method === 'PUT' ? client.put(at, [1]) : client.post(at, [1]));
        const asked = `${method} ${endpoint.path} ${body.message}`;
        if (status !== 400 || body.errorCode !== 'E00500') {
          wrong.push(`${asked}: ${status}`);
          continue;
        }
        const hint = body.developerHint as string;
        if (!hint.includes('/schema/')) wrong.push(`${asked}: ${hint}`);
        wrong.push(...(await broken(client, asked, hint)));
        looked += 1;
      }

      expect(wrong).to.deep.equal([]);
      expect(looked).to.be.greaterThan(60);
    });

    it('lead from every item that is not there to where such items are', async () => {
      const wrong: string[] = [];
      let looked = 0;
      for (const endpoint of running.service.service.endpoints) {
        if (!endpoint.path.includes(':') || endpoint.hidden === true) continue;
        const { method, path } = endpoint;
        if (method !== 'GET' && method !== 'DELETE') continue;
        const at = addressOf(endpoint);
        const client = whoMay(endpoint);
        const { status, body } = await (method === 'GET' ? client.get(at) : client.remove(at));
        if (status !== 404) continue;
        const hint = body.developerHint as string;
        if (!/https?:/.test(hint)) wrong.push(`${method} ${path}: ${hint}`);
        wrong.push(...(await broken(client, `${method} ${path}`, hint)));
        looked += 1;
      }

      expect(wrong).to.deep.equal([]);
      expect(looked).to.be.greaterThan(60);
    });

    it('lead to the collection that was asked, not to another one that has the item', async () => {
      const { base } = running.service;
      const year = new Date().getUTCFullYear();
      const drafted = await ours.post('/vouchers/drafts/finance-vouchers', {
        date: `${year}-01-31`,
        lines: [],
      });
      const { voucherId } = drafted.body;
      const { body: periods } = await ours.get(`/accounting-years/${year}/periods`);
      const last =
        (periods.collection as readonly { readonly periodNumber: number }[]).at(-1)?.periodNumber ?? 0;
      const ofYear = `/accounting-years/${year}`;
      const asked: readonly (readonly [string, string])[] = [
        [`/accounting-years/${year - 1}/vouchers/${voucherId}`, `/accounting-years/${year - 1}/vouchers`],
        [`${ofYear}/vouchers/${voucherId}/${year}-01-30`, `${ofYear}/vouchers`],
        [`/accounts/5810${ofYear}/vouchers/${voucherId}/${year}-01-31`, `/accounts/5810${ofYear}/vouchers`],
        [`/accounts/5810${ofYear}/periods/${last + 1}/totals`, `/accounts/5810${ofYear}/periods`],
        [`/vouchers/${voucherId}/attachment`, `/vouchers/${voucherId}`],
        ['/departmental-distributions/departments/4', '/departmental-distributions/departments'],
      ];

      for (const [at, leadsTo] of asked) {
        const { status, body, text } = await ours.get(at);
        expect(status, text).to.equal(404);
        expect(body.developerHint, at).to.equal(`See what is there: ${base}${leadsTo}`);
        expect(await broken(ours, at, body.developerHint as string)).to.deep.equal([]);
      }
      const ofType = await ours.get('/departmental-distributions/departments/4');
      expect(ofType.body.message).to.equal('There is no 4 in departmental-distributions/departments.');
      expect((await ours.get('/departmental-distributions/4')).status).to.equal(200);
      const without = await ours.get(`/vouchers/${voucherId}/attachment`);
      expect(without.body.message).to.equal(`There is no attachment in vouchers/${voucherId}.`);
      expect((await ours.get('/vouchers/999999/attachment')).body.message).to.contain(
        'no 999999 in vouchers',
      );
    });

    it('lead to the part of a collection in which a POST found nothing', async () => {
      const { base } = running.service;
      const date = `${new Date().getUTCFullYear()}-01-31`;
      const posted: readonly (readonly [string, object, string])[] = [
        ['/vouchers/booked/987654/reversal', { date }, '/vouchers/booked'],
        ['/vouchers/booked', { voucherId: 987_654, date }, '/vouchers/drafts'],
        ['/opening-balances/booked', { voucherId: 987_654, date }, '/opening-balances/drafts'],
        ['/v2/invoices/booked', { id: 987_654 }, '/v2/invoices/drafts'],
        ['/v2/invoices/booked/987654/credit-notes', {}, '/v2/invoices/booked'],
      ];

      for (const [at, body, leadsTo] of posted) {
        const { status, body: refusal, text } = await ours.post(at, body);
        expect(status, text).to.equal(404);
        expect(refusal.developerHint, at).to.equal(`See what is there: ${base}${leadsTo}`);
        expect(await broken(ours, at, refusal.developerHint as string)).to.deep.equal([]);
      }
    });

    it('lead into the documentation of this service, where they name a page of it', async () => {
      const url = 'https://127.0.0.1/events';
      const { body, text } = await ours.post('/webhooks', { url, ordered: true });

      expect(body.errorCode, text).to.equal('E10600');
      const [page = ''] = /https?:\/\/\S+\/docs\/\S+/.exec(body.developerHint as string) ?? [];
      expect(page).to.equal(`${running.service.base}/docs/guides/webhooks`);
      expect((await fetch(page)).status).to.equal(200);
    });

    it('name nothing but what is there, and /errors tells of each code', async () => {
      const { body } = await ours.get('/errors');
      const items = body.collection as readonly { readonly self: string }[];
      const answers = await Promise.all(items.map(({ self }) => ours.get(self)));

      expect(items.length).to.be.greaterThan(40);
      expect(answers.filter(({ status }) => status !== 200)).to.deep.equal([]);
      const refused = [
        await ours.get('/units?filter=nothing$eq:1'),
        await ours.get('/units?sort=nothing'),
        await ours.get('/units?pagesize=-1'),
        await ours.get('/nothing'),
        await running.service.ask('/units'),
        await running.service.ask('/units?demo=true', { method: 'POST', body: {} }),
        await ours.put('/units', {}),
        await ours.post('/units', { name: 'x', unitNumber: 'x' }),
        await ours.remove('/units/1'),
      ];
      for (const { status, body: refusal, text } of refused) {
        expect(status, text).to.be.within(400, 499);
        expect(await broken(ours, text, `${refusal.developerHint} ${refusal.demoLink ?? ''}`)).to.deep.equal(
          [],
        );
      }
    });
  });
}
