import { expect } from 'chai';
import { createUser } from '@kontor/studio';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { secrets } from '../../src/secrets.js';

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

for (const database of await databases()) {
  describe(`GET /self on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client({ filled: false, modules: ['inventory', 'projects', 'internationalLedger'] });

    it('tells of the agreement, the person, the company, the app and the grant (D7 to D9)', async () => {
      const { base } = running.service;
      const { agreementNumber, appNumber } = ours.agreement;

      const { status, body } = await ours.get('/self');

      expect(status).to.equal(200);
      expect(body.grantExpires).to.match(STAMP);
      expect(Date.parse(body.grantExpires as string) - Date.now()).to.be.within(86_000_000, 86_400_000);
      const { appPublicToken, created, ...application } = body.application;
      expect(appPublicToken).to.match(/^[\w-]{44}$/);
      expect(created).to.match(/^\d{4}-\d{2}-\d{2}$/);
      expect({ ...body, application, grantExpires: undefined }).to.deep.equal({
        agreementNumber,
        agreementType: { agreementTypeNumber: 1, name: 'Standard' },
        userName: 'tester',
        signupDate: '2025-01-01',
        user: {
          loginId: 'tester',
          name: 'tester',
          language: {
            languageNumber: 1,
            name: 'English',
            culture: 'en-GB',
            self: `${running.service.base}/languages/1`,
          },
          agreementNumber,
        },
        company: { name: 'Test & Söhne' },
        bankInformation: {},
        application: {
          appNumber,
          name: 'Test app',
          requiredRoles: [
            { roleNumber: 2, name: 'SuperUser', requiredModules: [], self: `${base}/app-roles/2` },
          ],
          self: `${base}/apps/${appNumber}`,
        },
        settings: { baseCurrency: 'EUR', internationalLedger: true },
        companyAffiliation: 'Kontor',
        canSendElectronicInvoice: false,
        modules: [
          { moduleNumber: 4, name: 'Projects', self: `${base}/modules/4` },
          { moduleNumber: 15, name: 'Inventory', self: `${base}/modules/15` },
          { moduleNumber: 101, name: 'International ledger', self: `${base}/modules/101` },
        ],
        IsAdminAgreement: false,
        grantExpires: undefined,
        self: `${base}/self`,
      });
    });

    it('points to a language that is there to be read (amendment 50)', async () => {
      const { language } = (await ours.get('/self')).body.user;

      expect((await ours.get(language.self)).body).to.deep.equal(language);
      expect((await ours.get('/languages')).body.collection).to.have.length(4);
    });

    it('points to modules that are there to be read (D7, D10)', async () => {
      const { body } = await ours.get('/self');
      const all = await ours.get('/modules?sort=-moduleNumber');

      for (const { moduleNumber, name, self } of body.modules) {
        expect((await ours.get(self as string)).body).to.deep.equal({ moduleNumber, name, self });
      }
      expect(
        all.body.collection.map(({ moduleNumber }: { moduleNumber: number }) => moduleNumber),
      ).to.deep.equal([101, 15, 14, 4]);
    });

    it('tells what is known of the company, its bank and the person', async () => {
      const { studio } = running.service.service.database;
      const { agreementNumber } = ours.agreement;
      await studio.agreements.saveCompany(agreementNumber, {
        addressLine1: 'Am Hafen 1',
        zip: '24937',
        city: 'Flensburg',
        country: 'Deutschland',
        vatNumber: 'DE123456789',
        ibanNumber: 'DE89370400440532013000',
        companyAffiliation: 'Nordgruppe',
      });
      const person = { userName: 'tester', agreementNumber, name: 'Tess Ter', email: 'tess@example.com' };
      await createUser(
        studio,
        { ...person, culture: 'de-DE' },
        await secrets.passwordHash('correct horse'),
      )();

      const { body } = await ours.get('/self');

      expect(body.company).to.deep.equal({
        name: 'Test & Söhne',
        addressLine1: 'Am Hafen 1',
        zip: '24937',
        city: 'Flensburg',
        country: 'Deutschland',
        vatNumber: 'DE123456789',
      });
      expect(body.bankInformation).to.deep.equal({ ibanNumber: 'DE89370400440532013000' });
      expect(body.companyAffiliation).to.equal('Nordgruppe');
      expect(body.user).to.deep.equal({
        loginId: 'tester',
        name: 'Tess Ter',
        email: 'tess@example.com',
        language: {
          languageNumber: 2,
          name: 'Deutsch',
          culture: 'de-DE',
          self: `${running.service.base}/languages/2`,
        },
        agreementNumber,
      });
    });

    it('shows everything in the demo agreement, but for the end of a grant there is none of', async () => {
      const { status, body } = await running.service.ask('/self?demo=true');

      expect(status).to.equal(200);
      expect(body).to.deep.include({ agreementNumber: 1, userName: 'demo', IsAdminAgreement: false });
      expect(body).not.to.have.property('grantExpires');
      expect(body.company).to.include({
        name: 'Demo Trading Ltd',
        city: 'Copenhagen',
        vatNumber: 'DK12345678',
      });
      expect(Object.keys(body.bankInformation as object)).to.have.length(8);
      expect(body.user).to.include({ name: 'Dana Demo', email: 'dana@demo-trading.example' });
      expect(body.self).to.equal(`${running.service.base}/self?demo=true`);
      expect((await running.service.ask(body.application.self as string)).body.name).to.equal('Demo app');
    });

    it('is open to every role and to an administrator, and says which it is (D8)', async () => {
      const administrator = await running.service.agreement({ isAdministrator: true, filled: false });
      const { tokens } = await ours.agreement.grant(['ProjectEmployee']);

      const ofAdministrator = await running.service.ask('/self', { headers: administrator.tokens });

      expect(ofAdministrator.body).to.deep.include({
        IsAdminAgreement: true,
        agreementType: { agreementTypeNumber: 2, name: 'Administrator' },
      });
      expect((await ours.get('/self', tokens)).status).to.equal(200);
    });

    it('is on home under its own name, beside the self of home, and among the resources', async () => {
      const { base } = running.service;
      const home = (await ours.get('/')).body;

      expect(home.stable.self).to.equal(`${base}/self`);
      expect(home.self).to.equal(`${base}/`);
      expect((await ours.get('/api-resources/self')).body.routes).to.deep.equal([
        { method: 'GET', path: `${base}/self` },
      ]);
    });

    it('is described with its neighbours under the names of the family (facts 1.3)', async () => {
      const { base } = running.service;
      const { production, experimental } = (await ours.get('/api-resources')).body;

      for (const name of ['app-settings', 'invoices', 'studio', 'opening-balances', 'accounting-years']) {
        expect(production[name], name).to.equal(`${base}/api-resources/${name}`);
      }
      expect(experimental.vouchers).to.equal(`${base}/api-resources/vouchers`);
      const routesOf = async (name: string): Promise<readonly string[]> =>
        (await ours.get(`/api-resources/${name}`)).body.routes.map(
          ({ method, path }: Record<'method' | 'path', string>) => `${method} ${path.slice(base.length)}`,
        );
      expect(await routesOf('studio')).to.deep.equal([
        'GET /studio/client-agreements',
        'GET /studio/client-agreements/{agreementNumber:int}',
        'GET /studio/client-grants',
        'GET /studio/client-grants/{clientGrantNumber:int}',
        'POST /studio/client-grants',
      ]);
      expect(await routesOf('accounts')).to.deep.equal([
        'GET /accounts',
        'GET /accounts/{accountNumber:int}',
        'POST /accounts',
        'PUT /accounts/{accountNumber:int}',
        'DELETE /accounts/{accountNumber:int}',
      ]);
      expect((await routesOf('invoices')).slice(0, 2)).to.deep.equal([
        'GET /v2/invoices/drafts',
        'GET /v2/invoices/drafts/{id:int}',
      ]);
      expect((await routesOf('app-settings'))[0]).to.equal('GET /app-settings');
    });

    it('is described with every operation that the API description has, and no other (amendment 95)', async () => {
      const { base } = running.service;
      const { production, experimental } = (await ours.get('/api-resources')).body;
      const { paths } = (await ours.get('/openapi.json')).body;

      const listed: string[] = [];
      for (const url of Object.values<string>({ ...production, ...experimental })) {
        const { routes } = (await ours.get(url.slice(base.length))).body;
        for (const { method, path } of routes) {
          listed.push(`${method} ${path.slice(base.length).replace(/:int\}/g, '}')}`);
        }
      }
      const described = Object.entries<object>(paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
      );

      expect([...new Set(listed)].sort()).to.deep.equal(described.sort());
    });

    it('stands on home beside what can be done with one thing only (amendment 15)', async () => {
      const { experimental } = (await ours.get('/')).body;

      expect(experimental['accounting-years-closing']).to.equal(
        `${running.service.base}/accounting-years/{year}/closing`,
      );
    });

    it('answers 304 to who has it already', async () => {
      const { headers } = await ours.get('/self');

      const again = await ours.get('/self', { 'If-None-Match': headers.get('etag') ?? '' });

      expect(again.status).to.equal(304);
    });
  });
}
