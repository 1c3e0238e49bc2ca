import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { asked, codeBlocksIn, codesIn, type Seen } from '@kontor/conformance';
import { RECORDS } from '@kontor/sql';
import { timestampOf } from '@kontor/kernel';
import { createApp } from '@kontor/studio';
import { secrets } from '../../src/secrets.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { aSignUp, PASSWORD, visitor } from '../support/visitor.js';

/** The statements that a page for operators shows. */
function statementsOf(page: string): readonly string[] {
  const text = readFileSync(new URL(`../../../../docs/operating/${page}`, import.meta.url), 'utf8');
  return codeBlocksIn(text)
    .filter(({ language }) => language === 'sql')
    .flatMap((block) => block.text.split(';').filter((one) => one.trim() !== ''));
}

for (const database of await databases()) {
  describe(`the record of changes on ${database.name} (G37)`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });

    const records = () =>
      asked(
        running.service.databaseUrl,
        `SELECT request_id, app_number, grant_number, user_name, method, path, status, created FROM ${RECORDS} WHERE agreement_number = ${ours.agreement.agreementNumber}`,
      );
    const byRequest = async () =>
      [...(await records())].sort((one, other) =>
        String(one['request_id']) < String(other['request_id']) ? -1 : 1,
      );
    /** What was recorded of a request, and how many records there are more than before. */
    const recordedOf = async (ask: () => Promise<Answered>) => {
      const before = (await records()).length;
      const answered = await ask();
      const all = await records();
      const own = all.filter(({ request_id }) => request_id === answered.headers.get('x-request-id'));
      expect(all).to.have.length(before + own.length);
      return { answered, own };
    };

    it('has one of each change: who, what, when and by which request', async () => {
      const { answered, own } = await recordedOf(() => ours.post('/units', { name: 'piece' }));
      expect(answered.status).to.equal(201);
      expect(own).to.have.length(1);
      const [{ created, ...record } = {}] = own;
      expect(record).to.deep.include({ method: 'POST', path: '/units', status: 201 });
      const self = (await ours.get('/self')).body;
      expect([record['user_name'], record['app_number']]).to.deep.equal([
        self.userName,
        self.application.appNumber,
      ]);
      expect(Date.parse(created as string)).to.be.greaterThan(Date.now() - 60_000);
      const number = answered.body.unitNumber as number;
      for (const [status, ask] of [
        [200, () => ours.put(`/units/${number}`, { name: 'pair' })],
        [204, () => ours.remove(`/units/${number}`)],
      ] as const) {
        const changed = await recordedOf(ask);
        expect(changed.own.map(({ path, status: told }) => [path, told])).to.deep.equal([
          [`/units/${number}`, status],
        ]);
      }
    });

    it('has none of what was read, refused, or answered again', async () => {
      for (const ask of [
        () => ours.get('/units'),
        () => ours.post('/units', { name: 7 }),
        () => ours.remove('/units/4711'),
      ]) {
        expect((await recordedOf(ask)).own).to.deep.equal([]);
      }
      const key = { 'Idempotency-Key': 'once' };
      const first = await recordedOf(() => ours.post('/units', { name: 'once' }, key));
      const again = await recordedOf(() => ours.post('/units', { name: 'once' }, key));
      expect([first.own.length, again.own.length, again.answered.status]).to.deep.equal([1, 0, 201]);
    });

    it('has as many as there were changes, when many are made at once', async () => {
      const before = (await records()).length;
      const answers = await Promise.all(
        // Half of them have the number of another.
        Array.from({ length: 40 }, (_, index) =>
          ours.post('/departments', { departmentNumber: 1000 + (index >> 1), name: `at once ${index}` }),
        ),
      );
      const accepted = answers.filter(({ status }) => status < 300);
      const after = await records();
      expect(after.length - before).to.equal(accepted.length);
      expect(accepted).to.have.length(20);
      const recorded = new Set(after.map(({ request_id }) => request_id));
      for (const { headers } of accepted) expect(recorded.has(headers.get('x-request-id'))).to.equal(true);
    });

    it('has one of what changed nothing that is told', async () => {
      const { unitNumber } = (await ours.post('/units', { name: 'same' })).body as { unitNumber: number };

      const { own } = await recordedOf(() => ours.put(`/units/${unitNumber}`, { name: 'same' }));
      expect(own.map(({ method, status }) => [method, status])).to.deep.equal([['PUT', 200]]);
    });

    it('is asked for, and moved before an older version is gone back to, as operators are told', async () => {
      const { agreementNumber } = ours.agreement;
      const { databaseUrl } = running.service;
      await ours.post('/units', { name: 'back' });
      const before = await byRequest();

      const [question = ''] = statementsOf('monitoring.md');
      const read = await asked(databaseUrl, question.replaceAll('= 1', `= ${agreementNumber}`));
      for (const moving of statementsOf('upgrade.md')) await asked(databaseUrl, moving);

      expect(read.map(({ request_id }) => request_id)).to.have.members(
        before.map(({ request_id }) => request_id),
      );
      expect(await byRequest()).to.deep.equal(before);
      expect(await asked(databaseUrl, 'SELECT path FROM event WHERE method IS NOT NULL')).to.deep.equal([]);
    });

    it('outlives the events, also where several prune, and what a version before wrote beside them', async () => {
      const { database } = running.service.service;
      const { agreementNumber } = ours.agreement;
      const sql = (text: string) => asked(running.service.databaseUrl, text);
      const made = await ours.post('/units', { name: 'older' });
      expect(made.status, made.text).to.equal(201);
      const last = `agreement_number = ${agreementNumber} AND sequence = (SELECT items FROM collection_state WHERE agreement_number = ${agreementNumber} AND collection = 'event-log')`;
      const columns =
        'agreement_number, created, request_id, app_number, grant_number, user_name, method, path, status';
      await sql(`INSERT INTO audit_record (${columns}) SELECT ${columns} FROM event WHERE ${last}`);
      await sql(
        `UPDATE event SET grant_number = NULL, method = NULL, path = NULL, status = NULL WHERE ${last}`,
      );
      const before = await byRequest();

      const future = timestampOf(new Date(Date.now() + 5_000));
      await Promise.all([1, 2, 3].map(() => database.pruneEvents(future)));

      const [{ n } = {}] = await sql(
        `SELECT COUNT(*) AS n FROM event WHERE agreement_number = ${agreementNumber}`,
      );
      expect([Number(n), before.length > 20]).to.deep.equal([0, true]);
      expect(await byRequest()).to.deep.equal(before);
    });

    it('shows nothing of tokens or bodies', async () => {
      expect((await ours.post('/units', { name: 'said4711' })).status).to.equal(201);
      const text = JSON.stringify(await records());
      for (const hidden of ['said4711', ...Object.values(ours.tokens)]) {
        expect(text).to.not.include(hidden);
      }
    });
  });

  describe(`the record of what people change on pages, on ${database.name} (G37)`, function () {
    const running = runningService(database);
    const ask = (sql: string) => asked(running.service.databaseUrl, sql);
    const somebody = () => visitor(() => running.service);
    /** Somebody who has signed up, and what is recorded of that person. */
    const aMember = async () => {
      const anna = somebody();
      const given = aSignUp();
      const signedUp = await anna.signUp(given);
      const userName = given['email'] ?? '';
      const ofUser = `WHERE user_name = '${userName}'`;
      const records = () => ask(`SELECT * FROM ${RECORDS} ${ofUser} ORDER BY created, agreement_number`);
      /** What a form has left: its answer, and the one record under the name of its request. */
      const recordedOf = async (seen: Seen) => {
        const own = (await records()).filter(
          ({ request_id }) => request_id === seen.headers.get('x-request-id'),
        );
        expect(own, seen.html).to.have.length(1);
        const [{ created, request_id, ...record } = {}] = own;
        expect(Date.parse(created as string)).to.be.greaterThan(Date.now() - 60_000);
        return record;
      };
      const [user] = await ask(`SELECT agreement_number FROM app_user ${ofUser}`);
      const agreement_number = user?.['agreement_number'] as number;
      const by = { agreement_number, user_name: userName, method: 'POST' };
      return { anna, signedUp, by, records, recordedOf };
    };
    const newest = async (table: string, agreementNumber: number) => {
      const key = table === 'app' ? 'app_number' : 'grant_number';
      const [row] = await ask(
        `SELECT MAX(${key}) AS newest FROM ${table} WHERE agreement_number = ${agreementNumber}`,
      );
      return row?.['newest'] as number;
    };

    it('has who signed up, in the agreement that was made', async () => {
      const { signedUp, by, records, recordedOf } = await aMember();

      const about = { path: '/portal/sign-up', status: 303, app_number: 0, grant_number: 0 };
      expect(await recordedOf(signedUp)).to.deep.equal({ ...by, ...about });
      expect(await records()).to.have.length(1);
    });

    it('has each app that is made, each secret that is replaced, and tokens for a first call', async () => {
      const { anna, by, recordedOf } = await aMember();
      const app = { name: 'App', 'root-url': 'https://app.example', roles: 'Sales' };

      const made = await anna.submit(await anna.open('/portal/apps/new'), '/portal/apps', app);
      const app_number = await newest('app', by.agreement_number);
      const ofApp = { ...by, app_number, grant_number: 0, status: 303 };
      expect(await recordedOf(made)).to.deep.equal({ ...ofApp, path: '/portal/apps' });

      const path = `/portal/apps/${app_number}/secret`;
      expect(await recordedOf(await anna.submit(await anna.open(path), path))).to.deep.equal({
        ...ofApp,
        path,
      });

      for (const _ of ['made', 'made anew']) {
        const tokens = await anna.submit(await anna.open('/portal/first-call'), '/portal/first-call');
        expect(await recordedOf(tokens)).to.deep.equal({
          ...by,
          path: '/portal/first-call',
          status: 303,
          app_number: await newest('app', by.agreement_number),
          grant_number: await newest('agreement_grant', by.agreement_number),
        });
      }
    });

    it('has each access that is given and taken back, and to which app', async () => {
      const { anna, by, recordedOf } = await aMember();
      const { database: books } = running.service.service;
      const { agreementNumber } = await running.service.agreement({ filled: false });
      const { app } = await createApp(books.studio, secrets, {
        agreementNumber,
        name: 'Somebody’s app',
        rootUrl: 'https://app.example',
        requiredRoles: ['Sales'],
        now: new Date(),
      });

      const consent = await anna.open(`/requestaccess?appId=${app.appPublicToken}`);
      const granted = await anna.submit(consent, '/requestaccess', { answer: 'allow' });
      const grant_number = await newest('agreement_grant', by.agreement_number);
      const about = { ...by, app_number: app.appNumber, grant_number };
      expect(await recordedOf(granted)).to.deep.equal({ ...about, path: '/requestaccess', status: 303 });

      const path = `/portal/grants/${grant_number}/revoke`;
      const revoked = await anna.submit(await anna.open(path), path);
      expect(await recordedOf(revoked)).to.deep.equal({ ...about, path, status: 303 });
    });

    it('has none of what is refused, of nothing that is there, or of signing in', async () => {
      const { anna, records } = await aMember();
      const page = await anna.open('/portal/apps/new');
      const csrf = /name="csrf"\s+value="([^"]*)"/.exec(page.html)?.[1] ?? '';

      expect((await anna.submit(page, '/portal/apps', { name: '' })).html).to.contain('<form');
      for (const path of ['/portal/apps/1/secret', '/portal/grants/1/revoke']) {
        expect((await anna.post(path, { csrf })).status, path).to.equal(404);
      }
      expect((await anna.submit(page, '/portal/sign-out')).status).to.equal(303);

      expect(await records()).to.have.length(1);
    });

    it('is kept with the change or not at all', async () => {
      const given = aSignUp();
      const both = await Promise.all([somebody().signUp(given), somebody().signUp(given)]);

      expect(both.map(({ status }) => status).sort()).to.deep.equal([303, 422]);
      const byEmail = `= '${given['email'] ?? ''}'`;
      expect(await ask(`SELECT path FROM ${RECORDS} WHERE user_name ${byEmail}`)).to.have.length(1);
      const [left] = await ask(
        `SELECT COUNT(*) AS n FROM agreement AS a WHERE a.name = '${given['business'] ?? ''}' AND NOT EXISTS ` +
          '(SELECT 1 FROM app_user AS u WHERE u.agreement_number = a.agreement_number)',
      );
      expect(left?.['n']).to.equal(0);
    });

    it('shows nothing of tokens or of what was entered', async () => {
      const { anna, records } = await aMember();
      const ready = await anna.send(await anna.open('/portal/first-call'), '/portal/first-call');

      const text = JSON.stringify(await records());
      for (const hidden of [PASSWORD, 'Lindqvist', ...codesIn(ready).slice(2)])
        expect(text).to.not.include(hidden);
    });
  });
}
