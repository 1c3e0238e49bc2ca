import { expect } from 'chai';
import type { FullDate } from '@kontor/kernel';
import { issueGrant } from '@kontor/studio';
import { secrets } from '../../src/secrets.js';
import { heldRows } from '../support/held-rows.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { storedText } from '../support/stored-text.js';

const TODAY = new Date().toISOString().slice(0, 10);
const APP = {
  name: 'Hours & Bills',
  rootUrl: 'https://hours.example/start',
  requiredRoles: [{ roleNumber: 1 }, { name: 'bookkeeping' }],
};
const FULL_ROLES = (base: string, ...roles: readonly (readonly [number, string])[]): readonly unknown[] =>
  roles.map(([roleNumber, name]) => ({
    roleNumber,
    name,
    requiredModules: [],
    self: `${base}/app-roles/${roleNumber}`,
  }));

for (const database of await databases()) {
  describe(`apps and their roles on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client({ filled: false });
    const theirs = running.client({ filled: false });

    describe('GET /app-roles', () => {
      it('lists the four roles by number, each at an address of its own', async () => {
        const { status, body } = await ours.get('/app-roles');

        expect(status).to.equal(200);
        expect(body.collection).to.deep.equal([
          ...FULL_ROLES(
            running.service.base,
            [1, 'Sales'],
            [2, 'SuperUser'],
            [3, 'BookKeeping'],
            [4, 'ProjectEmployee'],
          ),
        ]);
        expect((await ours.get(body.collection[1].self as string)).body).to.deep.equal(body.collection[1]);
      });

      it('is sorted and filtered by roleNumber, and by nothing else', async () => {
        const { body } = await ours.get('/app-roles?sort=-roleNumber&filter=roleNumber$gt:2');

        expect(
          (body.collection as { roleNumber: number }[]).map(({ roleNumber }) => roleNumber),
        ).to.deep.equal([4, 3]);
        expectRefusal(await ours.get('/app-roles?filter=name$eq:Sales'), 400, 'E01010');
        expectRefusal(await ours.get('/app-roles/5'), 404, 'E06000');
      });
    });

    describe('POST /apps', () => {
      for (const way of ['made', 'renamed'] as const) {
        it(`lets no two be called alike, one made and one ${way}, that two replicas are asked for at once`, async () => {
          const { tokens: headers } = await running.service.agreement({ filled: false });
          const replica = await running.service.replica();
          const ask = (
            service: typeof replica,
            method: string,
            at: string,
            name: string,
          ): Promise<Answered> => service.ask(at, { method, headers, body: { ...APP, name } });
          const { body } = await ask(replica, 'POST', '/apps', 'Bills');
          const [method, at] =
            way === 'made' ? ['POST', '/apps'] : ['PUT', new URL(body.self as string).pathname];
          const counter = "SELECT * FROM `global_counter` WHERE `name` = 'app'";
          const isServer = database.name !== 'SQLite';
          const held = isServer ? await heldRows(running.service.databaseUrl, counter) : undefined;
          try {
            // The same three letters to look at, in Latin and in Cyrillic.
            const both = [
              ask(running.service, method, at, 'Ace'),
              ask(replica, 'POST', '/apps', '\u0410\u0441\u0435'),
            ];
            await held?.waitedForBy(2);
            await held?.release();

            const refused = (await Promise.all(both)).filter(({ status }) => status >= 300);
            expect(refused).to.have.length(1);
            expectRefusal(refused[0] as Answered, 400, 'E10410');
          } finally {
            await held?.release();
            await replica.stop();
          }
        });
      }

      it('keeps a name in the form that people see, and takes none that they do not', async () => {
        const wide = await theirs.post('/apps', { ...APP, name: 'Ｂｉｌｌｓ' });
        expect(wide.body.name).to.equal('Bills');
        for (const name of ['Bi\u200blls', 'Bi\u202ells', 'Вills', 'ﷺ'.repeat(4)]) {
          expectRefusal(await theirs.post('/apps', { ...APP, name }), 400, 'E00500');
        }
        // The same once more is told apart by its number; nearly the same pretends to be the other.
        expect((await theirs.post('/apps', { ...APP, name: 'Соре' })).status).to.equal(201);
        expectRefusal(await theirs.post('/apps', { ...APP, name: 'Cope' }), 400, 'E10410');
        expectRefusal(await theirs.put(wide.body.self as string, { ...APP, name: 'Cope' }), 400, 'E10410');
        expectRefusal(await theirs.put(wide.body.self as string, { ...APP, name: 'Вills' }), 400, 'E00500');
        expect((await theirs.post('/apps', { ...APP, name: 'Соре' })).status).to.equal(201);
        expect((await theirs.post('/apps', { ...APP, name: 'Good Books' })).status).to.equal(201);
        for (const name of ['Good  Books', 'Go0d Books', 'GOOD B0oks'])
          expectRefusal(await theirs.post('/apps', { ...APP, name }), 400, 'E10410');
      });

      it('is refused when the agreement has as many as there may be', async () => {
        const full = await running.service.agreement({ filled: false });
        const { apps } = running.service.service.database.studio;
        const { agreementNumber } = full;
        const had = (await apps.listOf(agreementNumber)).length;
        for (let number = had; number < 100; number += 1) {
          const app = { name: `App ${number}`, rootUrl: APP.rootUrl, created: TODAY as FullDate };
          const token = `${agreementNumber}-${number}`;
          await apps.create({ ...app, agreementNumber, appPublicToken: token, requiredRoles: [] }, token);
        }

        const answer = await running.service.ask('/apps', {
          method: 'POST',
          body: APP,
          headers: full.tokens,
        });

        expectRefusal(answer, 400, 'E10400');
        const limits = `${running.service.base}/docs/reference/limits`;
        expect(answer.text).to.contain('may have 100').and.contain(`${limits} lists`);
        expect((await fetch(limits)).status).to.equal(200);
      });

      it('makes no more than there may be, however many are asked for at once', async () => {
        const full = await running.service.agreement({ filled: false });
        const ask = (at: number) =>
          running.service.ask('/apps', {
            method: 'POST',
            body: { ...APP, name: `Number ${at}` },
            headers: full.tokens,
          });

        const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => ask(at)));

        const { apps } = running.service.service.database.studio;
        const made = answers.filter(({ status }) => status === 201).length;
        expect(await apps.listOf(full.agreementNumber)).to.have.length(made + 1);
        expect(made + 1).to.be.at.most(100);
        // On a machine that others use, some are told to come again, and there is room for more.
        for (const { status } of answers) expect([201, 400, 503]).to.include(status);
        for (let more = made; more < 99; more += 1) expect((await ask(more)).status).to.equal(201);
        expectRefusal(await ask(100), 400, 'E10400');
      }).timeout(60_000);

      it('makes an app, and shows its secret token once', async () => {
        const { base } = running.service;

        const { status, headers, body } = await ours.post('/apps', APP);

        expect(status, JSON.stringify(body)).to.equal(201);
        expect(Object.keys(body as object)).to.deep.equal([
          'appNumber',
          'name',
          'appPublicToken',
          'appSecretToken',
          'created',
          'grantUrl',
          'requiredRoles',
          'rootUrl',
          'self',
        ]);
        expect(body).to.deep.include({ name: APP.name, rootUrl: APP.rootUrl, created: TODAY });
        expect(body.requiredRoles).to.deep.equal(FULL_ROLES(base, [1, 'Sales'], [3, 'BookKeeping']));
        for (const token of ['appPublicToken', 'appSecretToken']) expect(body[token]).to.match(/^[\w-]{44}$/);
        expect(body.grantUrl).to.equal(`${base}/requestaccess?appId=${body.appPublicToken}`);
        expect(headers.get('location')).to.equal(body.self);
        expect(headers.get('cache-control')).to.equal('no-store');

        const read = await ours.get(body.self as string);
        const { appSecretToken: _, ...rest } = body;
        const { metaData, ...shown } = read.body;
        expect(shown).to.deep.equal(rest);
        expect(Object.keys(metaData as object)).to.have.members(['replace', 'delete']);
        expect(read.headers.get('etag')).to.equal(headers.get('etag'));
        expect((await ours.get('/apps?pagesize=1000')).body.collection).to.deep.include(rest);
      });

      it('takes roles by number, by name in any case, and by self; one named twice is one', async () => {
        const { base } = running.service;
        const requiredRoles = [
          { self: `${base}/app-roles/4` },
          { name: 'SALES' },
          { roleNumber: 1, name: 'SuperUser' },
        ];

        const { body } = await ours.post('/apps', { ...APP, requiredRoles });

        expect(body.requiredRoles).to.deep.equal(FULL_ROLES(base, [1, 'Sales'], [4, 'ProjectEmployee']));
      });

      it('takes null beside what a role is named by as left out, as some programs write it', async () => {
        const { base } = running.service;
        const requiredRoles = [
          { roleNumber: 1, name: null, self: null },
          { roleNumber: null, name: null, self: `${base}/app-roles/4` },
          { roleNumber: null, name: 'Sales', self: null },
        ];

        const { status, body, text } = await ours.post('/apps', { ...APP, requiredRoles });

        expect(status, text).to.equal(201);
        expect(body.requiredRoles).to.deep.equal(FULL_ROLES(base, [1, 'Sales'], [4, 'ProjectEmployee']));
      });

      const WRONG: readonly (readonly [string, object, string, string])[] = [
        ['no name', { name: undefined }, 'E00500', 'name'],
        ['an empty name', { name: '' }, 'E00500', 'name'],
        ['a name of 51 characters', { name: 'x'.repeat(51) }, 'E00500', 'name'],
        ['no rootUrl', { rootUrl: undefined }, 'E00500', 'rootUrl'],
        [
          'a rootUrl of 201 characters',
          { rootUrl: `https://x.example/${'y'.repeat(183)}` },
          'E00500',
          'rootUrl',
        ],
        ['no roles', { requiredRoles: undefined }, 'E00500', 'requiredRoles'],
        ['an empty list of roles', { requiredRoles: [] }, 'E00500', 'requiredRoles'],
        ['a role that is none', { requiredRoles: [{ roleNumber: 5 }] }, 'E06000', 'requiredRoles[0]'],
        [
          'a role with another name',
          { requiredRoles: [{ name: 'Sales' }, { name: 'Boss' }] },
          'E06000',
          'requiredRoles[1]',
        ],
        ['a role without number and name', { requiredRoles: [{}] }, 'E04500', 'requiredRoles[0]'],
        [
          'a role with null for all',
          { requiredRoles: [{ roleNumber: null, name: null, self: null }] },
          'E04500',
          'requiredRoles[0]',
        ],
        [
          'the self of something else',
          { requiredRoles: [{ self: '/apps/1' }] },
          'E04500',
          'requiredRoles[0].self',
        ],
        ['null', { name: null }, 'E00500', 'name'],
      ];
      for (const [what, change, code, property] of WRONG) {
        it(`refuses ${what}, naming it`, async () => {
          const answer = await ours.post('/apps', { ...APP, ...change });

          expectRefusal(answer, 400, code);
          const [error] = answer.body.errors as {
            additionalData: { propertyName?: string; missing?: string[] };
          }[];
          expect(error?.additionalData.propertyName ?? error?.additionalData.missing?.[0]).to.equal(property);
        });
      }

      it('says in its schema that a role must be named', async () => {
        const { body } = await ours.get('/apps/schema/post');

        expect(body.properties.requiredRoles).to.include({ minItems: 1, maxItems: 20 });
      });

      it('keeps no secret: neither in the database, nor in what is observed (G30)', async () => {
        const { body } = await ours.post('/apps', APP, { 'Idempotency-Key': 'keeps-no-secret' });
        const secret = body.appSecretToken as string;

        const stored = await storedText(running.service.databaseUrl);

        expect(stored).to.contain(body.appPublicToken);
        expect(stored).not.to.contain(secret);
        expect(JSON.stringify(running.service.observations)).not.to.contain(secret);
      });

      it('answers the same secret again under its idempotency key, and only to the app that asked', async () => {
        const key = { 'Idempotency-Key': 'the-same-secret' };
        const other = await ours.agreement.grant(['SuperUser']);
        const foreign = await running.service.app(ours.agreement.agreementNumber);

        const once = await ours.post('/apps', APP, key);
        const twice = await running.service.ask('/apps', {
          method: 'POST',
          body: APP,
          headers: { ...other.tokens, ...key },
        });
        const elsewhere = await running.service.ask('/apps', {
          method: 'POST',
          body: APP,
          headers: { ...foreign, ...key },
        });

        expect(twice.text).to.equal(once.text);
        // The state is that of the app as it is read, without the secret (amendment 140).
        const ifMatch = { 'If-Match': twice.headers.get('etag') ?? 'none' };
        const changed = await ours.put(once.body.self as string, APP, ifMatch);
        expect(changed.status, changed.text).to.equal(200);
        expect(twice.headers.get('idempotent-replayed')).to.equal('true');
        expect(twice.headers.get('cache-control')).to.equal('no-store');
        expect(elsewhere.status).to.equal(201);
        expect(elsewhere.body.appSecretToken).not.to.equal(once.body.appSecretToken);
        expectRefusal(await ours.post('/apps', { ...APP, name: 'Other' }, key), 400, 'E09010');
      });

      it('is for a SuperUser (D58), and not in the demo agreement', async () => {
        const { tokens } = await ours.agreement.grant(['Sales', 'BookKeeping', 'ProjectEmployee']);

        expectRefusal(await ours.post('/apps', APP, tokens), 403, 'E03000');
        expectRefusal(
          await running.service.ask('/apps?demo=true', { method: 'POST', body: APP }),
          403,
          'E03010',
        );
      });

      it('makes credentials that work with a grant', async () => {
        const { body } = await ours.post('/apps', APP);

        const answer = await ours.get('/self', { 'X-AppSecretToken': body.appSecretToken as string });

        expectRefusal(answer, 401, 'E02250');
      });
    });

    describe('DELETE /apps/:appNumber', () => {
      /** An app of ours, to which each of the agreements has given access. */
      const anAppWithAccess = async (agreementNumbers: readonly number[]) => {
        const { studio } = running.service.service.database;
        const { body } = await ours.post('/apps', APP);
        const appNumber = body.appNumber as number;
        const tokens = [];
        for (const agreementNumber of agreementNumbers) {
          const { agreementGrantToken } = await issueGrant(studio, secrets, {
            agreementNumber,
            appNumber,
            userName: 'anna',
            roles: ['SuperUser'],
            now: new Date(),
            lifetimeMs: 86_400_000,
          });
          tokens.push({
            'X-AppSecretToken': body.appSecretToken as string,
            'X-AgreementGrantToken': agreementGrantToken,
          });
        }
        return { appNumber, self: body.self as string, tokens };
      };
      const eventsIn = async (agreementNumber: number): Promise<readonly string[]> => {
        const { unitOfWork } = running.service.service.database;
        const { events } = await unitOfWork.read(agreementNumber).events.after(0, 1_000);
        return events.map(({ type }) => type);
      };

      it('ends all access that it was given, and its webhooks, and leaves what it wrote', async () => {
        const our = ours.agreement.agreementNumber;
        const their = theirs.agreement.agreementNumber;
        const app = await anAppWithAccess([our, their]);
        const [, headers = {}] = app.tokens;
        const asApp = (path: string, method = 'GET', body?: object) =>
          running.service.ask(path, { method, headers, ...(body !== undefined && { body }) });
        const unit = await asApp('/units', 'POST', { name: 'box' });
        expect(unit.status).to.equal(201);
        expect((await asApp('/webhooks', 'POST', { url: 'https://one.example/hooks' })).status).to.equal(201);

        const gone = await ours.remove(app.self);

        expect(gone.status).to.equal(204);
        expectRefusal(await asApp('/units', 'POST', { name: 'after' }), 401, 'E02010');
        expectRefusal(await ours.get(app.self), 404, 'E06000');
        expectRefusal(await ours.remove(app.self), 404, 'E06000');
        for (const tokens of app.tokens)
          expectRefusal(await running.service.ask('/self', { headers: tokens }), 401, 'E02010');
        expect((await theirs.get(unit.body.self as string)).status).to.equal(200);
        const { studio } = running.service.service.database;
        expect(await studio.webhooks.listOf(their, app.appNumber)).to.deep.equal([]);
        for (const agreementNumber of [our, their]) {
          const grants = await studio.grants.listOf(agreementNumber);
          const itsOwn = grants.filter(({ appNumber }) => appNumber === app.appNumber);
          expect(itsOwn.every(({ revoked }) => revoked !== undefined)).to.equal(true);
        }
        expect((await eventsIn(their)).slice(-2)).to.have.members(['grant.revoked', 'webhook.removed']);
        expect((await eventsIn(our)).slice(-2)).to.deep.equal(['app.removed', 'grant.revoked']);
      });

      it('is for a SuperUser of the agreement that the app belongs to', async () => {
        const { self } = await anAppWithAccess([]);
        const { tokens } = await ours.agreement.grant(['Sales', 'BookKeeping', 'ProjectEmployee']);

        expectRefusal(await ours.remove(self, tokens), 403, 'E03000');
        expectRefusal(await theirs.remove(self), 404, 'E06000');
        expectRefusal(await running.service.ask('/apps/1?demo=true', { method: 'DELETE' }), 403, 'E03010');
        expect((await ours.get(self)).status).to.equal(200);
        expect((await ours.get(self)).body.metaData).to.have.keys(['replace', 'delete']);
      });

      it('removes it only in the state that If-Match names (E05120)', async () => {
        const { self } = await anAppWithAccess([]);
        const tag = (await ours.get(self)).headers.get('etag') ?? '';

        expectRefusal(await ours.remove(self, { 'If-Match': '"nope"' }), 412, 'E05120');
        expect((await ours.get(self)).status).to.equal(200);
        expect((await ours.remove(self, { 'If-Match': tag })).status).to.equal(204);
      });

      it('gives its number to no other', async () => {
        const { appNumber, self } = await anAppWithAccess([]);
        await ours.remove(self);

        expect((await anAppWithAccess([])).appNumber).to.be.greaterThan(appNumber);
      });
    });

    describe('PUT /apps/:appNumber', () => {
      const withSecret = async (token: string): Promise<string> =>
        (await ours.get('/self', { 'X-AppSecretToken': token })).body.errorCode as string;

      it('renames an app, and leaves its secret alone', async () => {
        const { body: made } = await ours.post('/apps', APP);

        const { status, body } = await ours.put(made.self, {
          ...APP,
          name: 'Hours',
          requiredRoles: [{ roleNumber: 3 }],
        });

        const { appSecretToken, ...kept } = made;
        expect(status).to.equal(200);
        expect(body).to.deep.equal({
          ...kept,
          name: 'Hours',
          requiredRoles: FULL_ROLES(running.service.base, [3, 'BookKeeping']),
        });
        expect((await ours.get(made.self)).body).to.deep.include({ name: 'Hours' });
        const other = await ours.put(made.self, { ...body, appNumber: made.appNumber + 1, name: 'Days' });
        expectRefusal(other, 400, 'E10650');
        expect(await withSecret(appSecretToken)).to.equal('E02250');
      });

      it('gives it another secret, shown once, and takes the one before for the hours that are chosen', async () => {
        const { body: made } = await ours.post('/apps', APP);

        const { headers, body } = await ours.put(made.self, { ...APP, newSecret: true, overlapHours: 1 });

        expect(headers.get('cache-control')).to.equal('no-store');
        expect(body.appSecretToken)
          .to.match(/^[\w-]{44}$/)
          .and.not.to.equal(made.appSecretToken);
        expect((await ours.get(made.self)).text).not.to.contain('ecretToken');
        expect(await withSecret(body.appSecretToken)).to.equal('E02250');
        expect(await withSecret(made.appSecretToken)).to.equal('E02250');

        const grant = await issueGrant(running.service.service.database.studio, secrets, {
          agreementNumber: ours.agreement.agreementNumber,
          appNumber: made.appNumber as number,
          userName: 'tester',
          roles: ['Sales'],
          now: new Date(),
          lifetimeMs: 3_600_000,
        });
        const asApp = () =>
          running.service.ask('/self', {
            headers: {
              'X-AppSecretToken': body.appSecretToken as string,
              'X-AgreementGrantToken': grant.agreementGrantToken,
            },
          });
        expect((await asApp()).status).to.equal(200);
        const next = await ours.put(made.self, { ...APP, newSecret: true, overlapHours: 0 });

        expectRefusal(await asApp(), 401, 'E02010');
        expect(await withSecret(next.body.appSecretToken)).to.equal('E02250');
        expect(await withSecret(made.appSecretToken)).to.equal('E02010');
        expect(await withSecret(body.appSecretToken)).to.equal('E02010');
      });

      it('changes it only in the state that the preconditions name, also for two at once (E05120)', async () => {
        const { body: made, headers } = await ours.post('/apps', APP);
        const tag = headers.get('etag') ?? '';
        const renamed = (name: string, precondition: Readonly<Record<string, string>>) =>
          ours.put(made.self, { ...APP, name }, precondition);

        expectRefusal(await renamed('Nobody', { 'If-Match': '"nope"' }), 412, 'E05120');
        expectRefusal(await renamed('Nobody', { 'If-None-Match': '*' }), 412, 'E05120');
        const both = await Promise.all(['One', 'Two'].map((name) => renamed(name, { 'If-Match': tag })));
        const now = await ours.get(made.self);
        const next = await renamed('Three', { 'If-Match': now.headers.get('etag') ?? '' });

        expect(both.map(({ status }) => status)).to.have.members([200, 412]);
        expect(now.body.name).to.equal(both.find(({ status }) => status === 200)?.body.name);
        expect([next.status, next.body.name], next.text).to.deep.equal([200, 'Three']);
      });

      it('is offered for what is one’s own, and changes nothing else', async () => {
        const { body: made } = await ours.post('/apps', APP);
        expect((await ours.get(made.self)).body.metaData.replace).to.include({
          httpMethod: 'put',
          href: made.self,
        });
        expectRefusal(await theirs.put(made.self, APP), 404, 'E06000');
        expectRefusal(await ours.put(made.self, { ...APP, rootUrl: 'ftp://x' }), 400, 'E10370');
        expectRefusal(await ours.put(made.self, { ...APP, overlapHours: 721 }), 400, 'E00500');
      });
    });

    describe('GET /apps', () => {
      it('lists the apps of the agreement only, and never a secret', async () => {
        const mine = await ours.post('/apps', { ...APP, name: 'Only mine' });

        const list = await ours.get('/apps?pagesize=1000');
        const others = await theirs.get('/apps?pagesize=1000');

        expect(list.text).to.contain('Only mine');
        expect(list.text).not.to.contain('ecretToken');
        expect(list.body.metaData.create).to.include({
          httpMethod: 'post',
          href: `${running.service.base}/apps`,
        });
        expect(others.text).not.to.contain('Only mine');
        expectRefusal(await theirs.get(mine.body.self as string), 404, 'E06000');
        expectRefusal(await ours.get('/apps/999999'), 404, 'E06000');
        expectRefusal(await ours.get('/apps/x'), 404, 'E06000');
      });

      it('shows the calling app to whoever it is granted by: self links to it', async () => {
        const { body } = await ours.get('/self');

        const app = await ours.get(body.application.self as string);

        expect(app.body).to.deep.include({ appNumber: ours.agreement.appNumber, name: 'Test app' });
      });

      it('filters and sorts by name, number and day', async () => {
        await ours.post('/apps', { ...APP, name: 'Zebra' });

        const { body } = await ours.get('/apps?sort=-name&pagesize=1&filter=created$eq:' + TODAY);

        expect(body.collection[0].name).to.equal('Zebra');
        expectRefusal(await ours.get('/apps?filter=appPublicToken$eq:x'), 400, 'E01010');
      });

      it('shows the one app of the demo agreement (D55)', async () => {
        const { body } = await running.service.ask('/apps?demo=true');

        expect(body.collection).to.have.length(1);
        expect(body.collection[0].self).to.match(/\/apps\/\d+\?demo=true$/);
        expect(body.collection[0]).not.to.have.property('appSecretToken');
      });

      it('is not patched', async () => {
        const asked = { method: 'PATCH', headers: ours.tokens, body: APP };
        expectRefusal(await running.service.ask('/apps/1', asked), 405);
      });
    });
  });
}
