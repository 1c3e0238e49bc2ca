import { expect } from 'chai';
import { codesIn, unescaped, type Seen } from '@kontor/conformance';
import { timestampOf, type Timestamp } from '@kontor/kernel';
import { createApp, createUser, type Grant, type StoredApp, type RoleName } from '@kontor/studio';
import { secrets } from '../../src/secrets.js';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { aSignUp, expectPage, PASSWORD, visitor, type Visitor } from '../support/visitor.js';

const ROOT_URL = 'https://app.example/kontor';
const BACK = `${ROOT_URL}/granted?state=a%20b#done`;

for (const database of await databases()) {
  describe(`giving an app access on ${database.name}`, function () {
    const running = runningService(database);
    const developer = running.client();
    const somebody = (): Visitor => visitor(() => running.service);

    /** An app of the developer's; its secret token is known. */
    const anApp = async (
      requiredRoles: readonly RoleName[] = ['BookKeeping', 'Sales'],
      name = 'Ledger & <i>Lamp</i>',
    ) =>
      createApp(running.service.service.database.studio, secrets, {
        agreementNumber: developer.agreement.agreementNumber,
        name,
        rootUrl: ROOT_URL,
        requiredRoles,
        now: new Date(),
      });
    const link = ({ appPublicToken }: StoredApp, redirectUrl?: string, more = ''): string =>
      `/requestaccess?appId=${appPublicToken}${redirectUrl === undefined ? '' : `&redirectUrl=${encodeURIComponent(redirectUrl)}`}${more}`;
    const aMember = async (): Promise<Visitor> => {
      const anna = somebody();
      expect((await anna.signUp()).status).to.equal(303);
      return anna;
    };
    let known: Promise<Visitor> | undefined;
    /** The same for several tests: from one network not so many may sign up. */
    const someMember = (): Promise<Visitor> => (known ??= aMember());
    const allow = (anna: Visitor, page: Seen): Promise<Seen> =>
      anna.send(page, '/requestaccess', { answer: 'allow' });
    const ask = async (to: string, appSecretToken: string, grantToken: string, method = 'GET') =>
      running.service.ask(to, {
        method,
        headers: { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': grantToken },
      });

    it('goes from the app’s link through signing in to a token that works, and back', async () => {
      const { app, appSecretToken } = await anApp();
      const given = aSignUp();
      await somebody().signUp(given);
      const anna = somebody();

      const signIn = await anna.open(link(app, BACK));
      expectPage(signIn, 200, 'Ledger & <i>Lamp</i>');
      const signedIn = await anna.submit(signIn, '/portal/sign-in', {
        'user-name': given['email'] ?? '',
        password: PASSWORD,
      });
      expect(signedIn.status).to.equal(303);
      const consent = await anna.follow(signedIn);
      expectPage(consent, 200, 'Give Ledger & <i>Lamp</i> access to your books?');
      expect(consent.html)
        .to.contain('keep the books')
        .and.contain('work with customers')
        .and.contain('app.example');
      expect(consent.headers.get('content-security-policy')).to.contain("form-action 'self' https:;");
      const back = await allow(anna, consent);

      expect(back.status).to.equal(302);
      const token = /^https:\/\/app\.example\/kontor\/granted\?state=a%20b&token=([\w-]{44})#done$/.exec(
        back.location ?? '',
      )?.[1];
      expect(token, back.location).to.be.a('string');
      expect(back.headers.get('referrer-policy')).to.equal('no-referrer');
      expect(back.headers.get('cache-control')).to.equal('no-store');
      expect((await ask('/accounts', appSecretToken, token ?? '')).status).to.equal(200);
      expect(JSON.stringify(running.service.observations)).not.to.contain(token);
    });

    it('is at the addresses of the family too, in any case', async () => {
      const { app } = await anApp();
      const anna = await aMember();

      for (const path of [
        '/requestaccess.aspx',
        '/api1/requestaccess.aspx',
        '/API1/RequestAccess.aspx',
        '/secure/api1/requestaccess.aspx',
        '/secure/api1/requestaccess',
      ]) {
        const page = await anna.open(link(app, BACK).replace('/requestaccess', path));
        expectPage(page, 200, 'Give Ledger & <i>Lamp</i> access to your books?');
        expect((await allow(anna, page)).location).to.match(/[?&]token=[\w-]{44}/);
      }
    });

    it('knows what its address asks for in any case, as clients of the family write it (D108)', async () => {
      const { app } = await anApp();
      const anna = await someMember();
      const back = encodeURIComponent(BACK);

      for (const asked of [
        `appId=${app.appPublicToken}&locale=en-GB&redirecturl=${back}`,
        `APPID=${app.appPublicToken}&RedirectURL=${back}`,
        `apppublictoken=${app.appPublicToken}&redirectUrl=${back}`,
      ]) {
        const page = await anna.open(`/api1/requestaccess.aspx?${asked}`);
        expectPage(page, 200, 'Give Ledger & <i>Lamp</i> access to your books?');
        expect((await allow(anna, page)).location, asked).to.match(/granted\?state=a%20b&token=[\w-]{44}/);
      }
      const outside = await anna.open(link(app, undefined, '&redirecturl=https%3A%2F%2Fevil.example%2F'));
      expect(outside.status).to.equal(400);
    });

    it('shows the token to copy where there is no address to go back to, and takes the old name of the parameter', async () => {
      const { app, appSecretToken } = await anApp();
      const anna = await aMember();

      const consent = await anna.open(`/requestaccess?appPublicToken=${app.appPublicToken}`);
      expect(consent.headers.get('content-security-policy')).to.contain("form-action 'self';");
      const granted = await allow(anna, consent);

      expectPage(granted, 200, 'The access is given');
      const [token = ''] = codesIn(granted);
      expect((await ask('/accounts', appSecretToken, token)).status).to.equal(200);
    });

    it('says who offers the app and since when, that it is not ours, and what access it has already', async () => {
      const { app } = await anApp(['BookKeeping'], 'خزنة');
      const anna = await aMember();

      const first = await anna.open(link(app, BACK));
      await allow(anna, first);
      const again = await anna.open(link(app, BACK));

      const { name } = (await running.service.service.database.studio.agreements.find(
        developer.agreement.agreementNumber,
      )) as { name: string };
      expect(first.html).to.contain('Give <bdi>خزنة</bdi> access to your books?');
      expect(unescaped(first.html)).to.contain(`<bdi>${name}</bdi>`);
      expect(first.html)
        .to.contain('This app is new here.')
        .and.contain('Kontor has neither made nor checked this app.')
        .and.match(/you are sent to <bdi>app\.example<\/bdi>/)
        .and.not.to.contain('has access already');
      expect(again.html)
        .to.contain('<bdi>خزنة</bdi> has access already')
        .and.match(/Bookkeeping, from [^<]*given by\s*<bdi>aase\d+@example\.com<\/bdi>/);
    });

    it('gives nothing that was not shown: who is asked for something else meanwhile is asked anew', async () => {
      const { app, appSecretToken } = await anApp(['Sales']);
      const anna = await someMember();
      const { studio } = running.service.service.database;
      const consent = await anna.open(link(app));

      const { agreementNumber, appNumber, name, rootUrl } = app;
      await studio.apps.revise(agreementNumber, appNumber, { name, rootUrl, requiredRoles: ['SuperUser'] });
      const again = await allow(anna, consent);

      expectPage(again, 200, 'Give Ledger & <i>Lamp</i> access to your books?');
      expect(unescaped(again.html)).to.contain('asks for has changed since this page was opened');
      expect(again.html).to.contain('This app asks for everything');
      const granted = await allow(anna, again);
      const [token = ''] = codesIn(granted);
      expect((await ask('/accounts', appSecretToken, token)).status).to.equal(200);
      expect((await anna.open(link(app))).html.match(/given by/g)).to.have.lengthOf(1);
    });

    it('is given to the app that was shown, whatever else its address names', async () => {
      const { app, appSecretToken } = await anApp();
      const other = await createApp(running.service.service.database.studio, secrets, {
        agreementNumber: developer.agreement.agreementNumber,
        name: 'Another one',
        rootUrl: 'https://other.example',
        requiredRoles: ['Sales'],
        now: new Date(),
      });
      const anna = await someMember();
      const theirs = link(other.app, 'https://other.example/back').replace('/requestaccess?', '&');

      const consent = await anna.open(
        `${link(app, BACK)}${theirs}&appPublicToken=${other.app.appPublicToken}`,
      );
      expectPage(consent, 200, 'Give Ledger & <i>Lamp</i> access to your books?');
      const back = await allow(anna, consent);

      const [, token = ''] =
        /^https:\/\/app\.example\/kontor\/.*[?&]token=([\w-]{44})/.exec(back.location ?? '') ?? [];
      expect((await ask('/accounts', appSecretToken, token)).status, back.location).to.equal(200);
      expect((await ask('/self', other.appSecretToken, token)).status).to.equal(401);
      const german = /href="([^"]*locale=de-DE[^"]*)"/.exec(unescaped(consent.html))?.[1] ?? '';
      expect(german).to.contain(app.appPublicToken).and.not.to.contain('other.example');
    });

    it('brings the app one token, whatever its address to go back to names in any case', async () => {
      const { app } = await anApp();
      const anna = await someMember();

      const consent = await anna.open(link(app, `${ROOT_URL}/granted?Token=theirs&TOKE%4E=theirs&a=1`));
      const back = await allow(anna, consent);

      expect(back.location).to.match(/^https:\/\/app\.example\/kontor\/granted\?a=1&token=[\w-]{44}$/);
    });

    it('gives weight to an app that asks for everything', async () => {
      const { app } = await anApp(['SuperUser']);
      const anna = await someMember();

      const consent = await anna.open(link(app, BACK));

      expectPage(consent, 200, 'This app asks for everything');
      expect(consent.html).to.contain('>Allow everything</button>');
      expect((await anna.open(link((await anApp()).app, BACK))).html).not.to.contain('everything');
    });

    it('says who runs the service, and their pages, where one signs up and where one decides', async () => {
      const { app } = await anApp();
      const anna = somebody();

      const signUp = await anna.open('/portal/sign-up');
      await anna.signUp();
      const consent = await anna.open(link(app, BACK));

      for (const page of [signUp, consent]) expectPage(page, 200, 'This service is run by');
    });

    it('is still where one comes to after another language was chosen beside a refused form', async () => {
      const { app } = await anApp();
      const given = aSignUp();
      await somebody().signUp(given);
      const right = { 'user-name': given['email'] ?? '', password: PASSWORD };
      const inGerman = (anna: Visitor, { html }: Seen): Promise<Seen> =>
        anna.open(unescaped(/href="([^"]*)" lang="de-DE"/.exec(html)?.[1] ?? ''));
      const anna = somebody();

      const signIn = await anna.open(link(app, BACK));
      const refused = await anna.submit(signIn, '/portal/sign-in', { ...right, password: 'not this one' });
      expectPage(refused, 422);
      const again = await inGerman(anna, refused);
      expectPage(again, 200, 'Anmelden');
      expectPage(await anna.send(again, '/portal/sign-in', right), 200, 'Zugriff auf Ihre Bücher');

      const bert = somebody();
      const toSignUp = /href="([^"]*sign-up[^"]*)"/.exec((await bert.open(link(app, BACK))).html)?.[1] ?? '';
      const signUp = await bert.open(unescaped(toSignUp));
      const unnamed = await bert.submit(signUp, '/portal/sign-up', { ...aSignUp(), name: '' });
      expectPage(unnamed, 422);
      const entered = await bert.send(await inGerman(bert, unnamed), '/portal/sign-up', aSignUp());
      expectPage(entered, 200, 'Zugriff auf Ihre Bücher');
    });

    it('is come back to when the page had expired before the person decided', async () => {
      const { app } = await anApp();
      const anna = await aMember();
      const before = await anna.open(link(app, BACK));
      anna.cookies.clear();

      const late = await anna.post(link(app, BACK), { answer: 'allow' }, { 'Sec-Fetch-Site': 'same-origin' });

      expectPage(before, 200, 'access to your books?');
      expect(late.status).to.equal(303);
      expectPage(await anna.follow(late), 200, 'Sign in to decide whether');
    });

    it('keeps the language of the link', async () => {
      const { app } = await anApp();
      const anna = await aMember();

      const consent = await anna.open(link(app, BACK, '&locale=it-IT'));

      expectPage(consent, 200, 'accesso ai suoi libri?');
      const granted = await anna.submit(consent, '/requestaccess', { answer: 'maybe' });
      expect(granted.location).to.contain('error=access_denied');
    });

    it('goes back without a token when the person refuses', async () => {
      const { app } = await anApp();
      const anna = await aMember();

      const back = await anna.submit(await anna.open(link(app, BACK)), '/requestaccess', {
        answer: 'refuse',
      });
      const alone = await anna.submit(await anna.open(link(app)), '/requestaccess', { answer: 'refuse' });

      expect(back.status).to.equal(302);
      expect(back.location).to.equal(`${ROOT_URL}/granted?state=a%20b&error=access_denied#done`);
      expectPage(alone, 200, 'The access is not given');
      expect((await anna.open('/portal/agreement')).html).to.contain('No app has access to your books.');
    });

    it('refuses an address outside the app’s own before anybody signs in, and sends nobody there', async () => {
      const { app } = await anApp();
      const member = await aMember();
      for (const redirectUrl of [
        'https://app.example.evil.com/kontor',
        'https://app.example@evil.com/kontor',
        'https://app.example/kontor-evil',
        'https://app.example/kontor/../x',
        'https://app.example\\@evil.com/kontor',
        '//evil.com',
        'javascript:alert(1)',
        'http://app.example/kontor',
        'https://app.example:8443/kontor',
      ]) {
        for (const anna of [somebody(), member]) {
          const told = await anna.open(link(app, redirectUrl));
          expectPage(told, 400, 'This link is not safe');
          expect(told.location).to.equal(undefined);
          expect(told.html)
            .not.to.contain('password')
            .and.not.to.match(/(href|src|action)="(?!\/|#)/);
        }
        // Also when only the answer is sent there.
        const consent = await member.open(link(app));
        const csrf = /name="csrf"\s+value="([^"]*)"/.exec(consent.html)?.[1] ?? '';
        const agreement = /name="agreement"\s+value="(\d+)"/.exec(consent.html)?.[1] ?? '';
        expectPage(await member.post(link(app, redirectUrl), { csrf, agreement, answer: 'allow' }), 400);
      }
    });

    it('knows no app of a token that is none', async () => {
      for (const query of [
        '',
        '?appId=',
        '?appId=nothing',
        `?appId=${'x'.repeat(200)}`,
        '?redirectUrl=https://app.example',
      ]) {
        expectPage(await somebody().open(`/requestaccess${query}`), 404, 'This link leads to no app');
      }
    });

    it('gives nothing without the word of the form, or in the books of another', async () => {
      const { app } = await anApp();
      const anna = await aMember();
      const consent = await anna.open(link(app, BACK));

      expectPage(await anna.post(link(app, BACK), { answer: 'allow', agreement: '1' }), 403);
      const other = await anna.submit(consent, '/requestaccess', { answer: 'allow', agreement: '1' });

      expectPage(other, 200, 'Give Ledger & <i>Lamp</i> access to your books?');
      expect((await anna.open('/portal/agreement')).html).to.contain('No app has access to your books.');
    });

    it('says which role a person lacks, and that an agreement is blocked, also where the form is sent', async () => {
      const { app } = await anApp(['Sales', 'ProjectEmployee']);
      const { app: fitting } = await anApp(['Sales'], 'Fitting');
      const { studio } = running.service.service.database;
      const { agreementNumber } = await running.service.agreement();
      const bodil = {
        userName: `bodil-${agreementNumber}`,
        agreementNumber,
        name: 'Bodil',
        email: 'b@example.com',
        roles: ['Sales'] as const,
      };
      await createUser(studio, bodil, await secrets.passwordHash(PASSWORD))();
      const person = somebody();
      await person.signIn(bodil.userName, PASSWORD);

      const lacking = await person.open(link(app, BACK));
      const consent = await person.open(link(fitting, BACK));
      const html = consent.html.replaceAll(fitting.appPublicToken, app.appPublicToken);
      const changed = await person.submit({ ...consent, html }, '/requestaccess', {
        answer: 'allow',
        roles: 'Sales ProjectEmployee',
      });
      await studio.agreements.flag(agreementNumber, { blocked: true });
      const blocked = await person.open(link(app, BACK));
      const late = await allow(person, consent);

      expectPage(lacking, 403, 'asks for roles that you do not have yourself');
      expectPage(changed, 403, 'asks for roles that you do not have yourself');
      expect(lacking.html).to.contain('Projects').and.not.to.contain('prices and invoices');
      expect(lacking.html).to.contain('error=access_denied');
      for (const seen of [blocked, late])
        expectPage(seen, 403, 'is blocked, so no app can get access to its books.');
    });

    it('lets only who may do everything make apps and tokens, and end what others gave', async () => {
      const { app } = await anApp(['Sales']);
      const anna = await aMember();
      await allow(anna, await anna.open(link(app, BACK)));
      const own = (await anna.open('/portal/agreement')).html;
      const [, annas = ''] = /\/portal\/grants\/(\d+)\/revoke/.exec(own) ?? [];
      const agreementNumber = Number(/<dd>(\d+)<\/dd>/.exec(own)?.[1]);
      const { studio } = running.service.service.database;
      const cora = {
        userName: `cora-${agreementNumber}`,
        agreementNumber,
        name: 'Cora',
        email: 'c@example.com',
      };
      await createUser(studio, { ...cora, roles: ['Sales'] }, await secrets.passwordHash(PASSWORD))();
      const person = somebody();
      await person.signIn(cora.userName, PASSWORD);

      const closed = ['/portal/apps', '/portal/apps/new', '/portal/first-call'];
      for (const path of [...closed, '/portal/webhooks', '/portal/webhooks/new', '/portal/webhooks/1']) {
        expectPage(await person.open(path), 403, 'Your role does not allow this');
      }
      expectPage(await person.open('/portal/company'), 403, 'may see or do this');
      expectPage(await person.open(`/portal/grants/${annas}/revoke`), 404);
      const overview = await person.open('/portal/agreement');
      expect(overview.html).not.to.contain('/revoke');
      for (const page of [overview, await person.open('/portal'), await person.open('/portal/account')]) {
        for (const path of closed) expect(page.html).not.to.contain(`href="${path}`);
      }
      await allow(person, await person.open(link(app, BACK)));
      expect((await person.open('/portal/agreement')).html.match(/\/revoke"/g)).to.have.lengthOf(1);
    });

    it('gives no more access than a person may have given', async () => {
      const { app } = await anApp(['Sales'], 'One more');
      const anna = await aMember();
      await allow(anna, await anna.open(link(app, BACK)));
      const consent = await anna.open(link(app, BACK));
      const own = (await anna.open('/portal/agreement')).html;
      const agreementNumber = Number(/<dd>(\d+)<\/dd>/.exec(own)?.[1]);
      const { grants } = running.service.service.database.studio;
      const [{ grantNumber: _, ...first } = { grantNumber: 0 }] = await grants.listOf(agreementNumber);
      await grants.issueAll(
        Array.from({ length: 199 }, (_given, index) => ({
          grant: first as Omit<Grant, 'grantNumber'>,
          tokenHash: `${agreementNumber}-${index}`.padEnd(43, 'x'),
        })),
      );

      expectPage(await allow(anna, consent), 403, 'Take back what is no longer used.');
    });

    it('leaves an earlier grant valid, shows both, and takes one back', async () => {
      const { app, appSecretToken } = await anApp(['SuperUser'], 'Lamp');
      const anna = await aMember();
      const tokens: string[] = [];
      for (const turn of [1, 2]) {
        const back = await allow(anna, await anna.open(link(app, BACK)));
        tokens.push(/token=([\w-]+)/.exec(back.location ?? '')?.[1] ?? `none ${turn}`);
      }
      const [first = '', second = ''] = tokens;
      for (const token of tokens)
        expect((await ask('/accounts', appSecretToken, token)).status).to.equal(200);

      const agreement = await anna.open('/portal/agreement');
      const [latest = ''] = [...agreement.html.matchAll(/\/portal\/grants\/(\d+)\/revoke/g)].map(
        ([, number]) => number,
      );
      const question = await anna.open(`/portal/grants/${latest}/revoke`);
      expectPage(question, 200, 'Take back the access of Lamp?');
      expect(question.html).to.contain('The app keeps another one').and.not.contain('The app stops working');
      const done = await anna.submit(question, `/portal/grants/${latest}/revoke`);
      const overview = await anna.follow(done);
      expectPage(overview, 200, 'This access of <bdi>Lamp</bdi> has ended. The app still has other access');
      expect(overview.html).not.to.contain('no longer has access');

      expect((await ask('/accounts', appSecretToken, second)).status).to.equal(401);
      expect((await ask('/accounts', appSecretToken, first)).status).to.equal(200);
    });

    it('says of the oldest access as well that it was taken back, and shows all that ended, page by page', async () => {
      const { app } = await anApp(['Sales'], 'Lighthouse');
      const anna = await aMember();
      await allow(anna, await anna.open(link(app, BACK)));
      const own = (await anna.open('/portal/agreement')).html;
      const agreementNumber = Number(/<dd>(\d+)<\/dd>/.exec(own)?.[1]);
      const { grants } = running.service.service.database.studio;
      const [{ grantNumber, ...first } = { grantNumber: 0 }] = await grants.listOf(agreementNumber);
      const ended = {
        ...(first as Omit<Grant, 'grantNumber'>),
        expires: '2026-01-01T00:00:00Z' as Timestamp,
      };
      await grants.issueAll(
        Array.from({ length: 40 }, (_given, index) => ({
          grant: ended,
          tokenHash: `${agreementNumber}-${index}`.padEnd(43, 'x'),
        })),
      );
      const path = `/portal/grants/${grantNumber}/revoke`;
      const done = await anna.send(await anna.open(path), path);
      expectPage(done, 200, '<bdi>Lighthouse</bdi> no longer has access.');

      const shown: number[] = [];
      for (let page: Seen | undefined = done; page !== undefined;) {
        shown.push(page.html.match(/<li><bdi>Lighthouse<\/bdi>, (?:ended|taken back) on/g)?.length ?? 0);
        const earlier: string | undefined =
          /<a href="([^"]*before=[^"]*)">Access that ended before these/.exec(page.html)?.[1];
        page = earlier === undefined ? undefined : await anna.open(unescaped(earlier));
      }
      expect(shown).to.deep.equal([20, 20, 1]);
      for (const before of ['0', 'x', '-1', '1e3', '99999999999'])
        expectPage(await anna.open(`/portal/agreement?before=${before}&revoked=${before}`), 200, 'ended on');
    });

    it('shows a hundred of the access that lasts, and leads to what was given before', async () => {
      const { app } = await anApp(['SuperUser'], 'Lighthouse');
      const anna = await aMember();
      await allow(anna, await anna.open(link(app, BACK)));
      const { grants } = running.service.service.database.studio;
      const own = (await anna.open('/portal/agreement')).html;
      const agreementNumber = Number(/<dd>(\d+)<\/dd>/.exec(own)?.[1]);
      const [first] = await grants.listOf(agreementNumber);
      const { grantNumber, ...grant } = first as Grant;
      await grants.issueAll(
        Array.from({ length: 250 }, (_given, index) => ({
          grant,
          tokenHash: `lasts-${agreementNumber}-${index}`.padEnd(43, 'x'),
        })),
      );

      const shown: number[] = [];
      const opened = await anna.open('/portal/agreement');
      for (let page: Seen | undefined = opened; page !== undefined;) {
        shown.push(page.html.match(/\/revoke"/g)?.length ?? 0);
        expect(page.html.length).to.be.below(100_000);
        const earlier: string | undefined =
          /<a href="([^"]*below=[^"]*)">Access that was given before these/.exec(page.html)?.[1];
        page = earlier === undefined ? undefined : await anna.open(unescaped(earlier));
      }
      expect(shown).to.deep.equal([100, 100, 51]);
      const path = `/portal/grants/${grantNumber}/revoke`;
      const revoked = await anna.send(await anna.open(path), path);
      expectPage(revoked, 200, 'The app still has other access, listed below.');
      for (const below of ['0', 'x', '1', '99999999999'])
        expectPage(await anna.open(`/portal/agreement?below=${below}`), 200, 'given before these');
    });

    it('takes back only what is the agreement’s own', async () => {
      const anna = await aMember();
      const { grantNumber } = await running.service.agreement({ filled: false });

      expectPage(await anna.open(`/portal/grants/${grantNumber}/revoke`), 404);
      const page = await anna.open('/portal/apps/new');
      const csrf = /name="csrf"\s+value="([^"]*)"/.exec(page.html)?.[1] ?? '';
      expectPage(await anna.post(`/portal/grants/${grantNumber}/revoke`, { csrf }), 404);
      expectPage(await anna.post('/portal/grants/1e3/revoke', { csrf }), 404);
    });

    it('lets a developer make an app, and change its secret', async () => {
      const anna = await aMember();
      const wrong = await anna.send(await anna.open('/portal/apps/new'), '/portal/apps', {
        name: '',
        'root-url': 'http://app.example',
      });
      expectPage(wrong, 422);
      for (const name of ['name', 'root-url', 'roles']) expect(wrong.html).to.contain(`<a href="#${name}">`);

      const made = await anna.send(await anna.open('/portal/apps/new'), '/portal/apps', {
        name: 'My app',
        'root-url': 'https://app.example/mine',
        roles: ['Sales', 'BookKeeping'],
      });
      expectPage(made, 200, 'The app is made.');
      const [secret = '', publicToken = '', grantLink = ''] = codesIn(made);
      expect(grantLink).to.equal(`${running.service.base}/requestaccess?appId=${publicToken}`);
      const back = await allow(
        anna,
        await anna.open(`${grantLink}&redirectUrl=${encodeURIComponent('https://app.example/mine')}`),
      );
      const token = /token=([\w-]+)/.exec(back.location ?? '')?.[1] ?? '';
      expect((await ask('/accounts', secret, token)).status).to.equal(200);
      const [appNumber = ''] = /(?<=\/portal\/apps\/)\d+/.exec(made.html) ?? [];
      const later = await anna.open(`/portal/apps/${appNumber}`);
      expect(codesIn(later)).to.deep.equal([publicToken, grantLink]);

      const rotated = await anna.send(
        await anna.open(`/portal/apps/${appNumber}/secret`),
        `/portal/apps/${appNumber}/secret`,
        { overlap: '0' },
      );

      expectPage(rotated, 200, 'the one before no longer works');
      const [newSecret = ''] = codesIn(rotated);
      expect((await ask('/accounts', secret, token)).status).to.equal(401);
      expect((await ask('/accounts', newSecret, token)).status).to.equal(200);
      expectPage(await (await aMember()).open(`/portal/apps/${appNumber}`), 404);
    });

    it('lets a developer rename an app, change its secret with overlap, and delete it by its name', async () => {
      const anna = await aMember();
      const made = await anna.send(await anna.open('/portal/apps/new'), '/portal/apps', {
        name: 'My app',
        'root-url': 'https://app.example/mine',
        roles: ['Sales'],
      });
      const [secret = '', , grantLink = ''] = codesIn(made);
      const own = `/portal/apps/${/(?<=\/portal\/apps\/)\d+/.exec(made.html)?.[0]}`;
      const back = await allow(
        anna,
        await anna.open(`${grantLink}&redirectUrl=${encodeURIComponent('https://app.example/mine')}`),
      );
      const token = /token=([\w-]+)/.exec(back.location ?? '')?.[1] ?? '';

      const form = await anna.open(`${own}/change`);
      expect(form.html).to.contain('value="My app"').and.contain('value="https://app.example/mine"');
      expect(form.html).to.match(/value="Sales"\s+checked/);
      const given = { 'root-url': 'https://app.example/new', roles: ['Sales', 'BookKeeping'] };
      const wrong = await anna.send(form, `${own}/change`, { ...given, name: 'My a\u202epp' });
      expectPage(wrong, 422);
      expect(wrong.html).to.contain('<a href="#name">').and.contain('value="https://app.example/new"');
      const renamed = await anna.send(form, `${own}/change`, { ...given, name: 'Ours' });
      expectPage(renamed, 200, 'The app is changed.');
      expectPage(await anna.open(grantLink), 200, 'Give <bdi>Ours</bdi> access to your books?');

      const rotated = await anna.send(await anna.open(`${own}/secret`), `${own}/secret`, { overlap: '24' });
      expectPage(rotated, 200, 'the one before works for as long as you chose');
      const [newSecret = ''] = codesIn(rotated);
      for (const one of [secret, newSecret])
        expect((await ask('/products', one, token)).status).to.equal(200);

      const question = await anna.open(`${own}/delete`);
      expectPage(question, 200, 'One access ends with it.');
      expectPage(await anna.send(question, `${own}/delete`, { name: 'My app' }), 422, 'not the name');
      expectPage(await anna.send(question, `${own}/delete`, { name: 'Ours' }), 200, 'The app is deleted.');
      for (const one of [secret, newSecret])
        expect((await ask('/products', one, token)).status).to.equal(401);
      expectPage(await anna.open(own), 404);
      expectPage(await anna.open(grantLink), 404);
      const agreement = (await anna.open('/portal/agreement')).html;
      expect(agreement).to.contain('No app has access to your books.').and.contain('taken back on');
      const other = await aMember();
      for (const path of ['change', 'delete', 'secret']) expectPage(await other.open(`${own}/${path}`), 404);
    });

    it('ends with the day that was shown', async () => {
      const { app } = await anApp(['SuperUser'], 'Short');
      const anna = await aMember();
      await allow(anna, await anna.open(link(app, BACK)));
      const { grants, apps } = running.service.service.database.studio;
      const made = await apps.findByPublicToken(app.appPublicToken);
      const page = (await anna.open('/portal/agreement')).html;
      const agreementNumber = Number(/<dt>Number at Kontor<\/dt>\s*<dd>(\d+)</.exec(page)?.[1]);

      const [grant] = (await grants.listOf(agreementNumber)).filter(
        ({ appNumber }) => appNumber === made?.appNumber,
      );

      const days = (Date.parse(grant?.expires ?? '') - Date.parse(grant?.issued ?? '')) / 86_400_000;
      expect(days).to.equal(360);
      expect(grant?.issued.slice(0, 10)).to.equal(timestampOf(new Date()).slice(0, 10));
    });
  });
}
