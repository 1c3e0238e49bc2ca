import { expect } from 'chai';
import { codesIn, unescaped, type Seen } from '@kontor/conformance';
import type { FullDate, Timestamp } from '@kontor/kernel';
import { createUser } from '@kontor/studio';
import { secrets } from '../../src/secrets.js';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { storedText } from '../support/stored-text.js';
import { aSignUp, expectPage, PASSWORD, visitor } from '../support/visitor.js';

for (const database of await databases()) {
  describe(`signing up, in and out on ${database.name}`, function () {
    const running = runningService(database);
    const office = running.client({ isAdministrator: true, filled: false });
    const somebody = () => visitor(() => running.service);

    it('leads from nothing to a first answer of the API', async () => {
      const anna = somebody();
      const signedUp = await anna.signUp();
      expect(signedUp.status, signedUp.html).to.equal(303);
      const firstCall = await anna.follow(signedUp);
      expectPage(firstCall, 200, 'Your first call');

      const ready = await anna.send(firstCall, '/portal/first-call');

      expectPage(ready, 200, 'Your tokens are ready');
      expect(ready.html).to.contain('href="/docs"');
      const [curl = '', sdk = '', secret = '', grant = ''] = codesIn(ready);
      expect(curl)
        .to.contain(`curl '${running.service.base}/accounts?pagesize=3'`)
        .and.contain(secret)
        .and.contain(grant);
      expect(sdk).to.contain(`connect('${running.service.base}'`).and.contain(secret).and.contain(grant);
      const tokens = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant };
      const accounts = await running.service.ask('/accounts?pagesize=3', { headers: tokens });
      expect(accounts.status, accounts.text).to.equal(200);
      expect(accounts.body.collection).to.have.lengthOf(3);
      const years = await running.service.ask('/accounting-years', { headers: tokens });
      expect(
        years.body.collection.map(({ fromDate, toDate }: Record<string, string>) => [fromDate, toDate]),
      ).to.deep.equal([['2026-07-01', '2027-06-30']]);
      for (const collection of ['/customers', '/vouchers/drafts']) {
        const empty = await running.service.ask(collection, { headers: tokens });
        expect(empty.body.collection, empty.text).to.deep.equal([]);
      }
    });

    it('leads an administrator to a first answer that tells of the client companies', async () => {
      const { agreementNumber } = office.agreement;
      const cora = {
        agreementNumber,
        userName: `cora-${agreementNumber}`,
        name: 'Cora',
        email: 'c@x.example',
      };
      const { studio } = running.service.service.database;
      await createUser(studio, cora, await secrets.passwordHash(PASSWORD))();
      const person = somebody();
      await person.signIn(cora.userName, PASSWORD);

      const ready = await person.send(await person.open('/portal/first-call'), '/portal/first-call');

      expectPage(ready, 200, 'and your client companies answer.');
      const [curl = '', sdk = '', secret = '', grant = ''] = codesIn(ready);
      expect(sdk).to.contain('api.each(home.clientAgreements)');
      const [, path = ''] = /'http:\/\/[^/]+([^']+)'/.exec(curl) ?? [];
      const headers = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant };
      const { status, text } = await running.service.ask(path, { headers });
      expect(status, text).to.equal(200);
    });

    it('is told of the company, which /self shows', async () => {
      const anna = somebody();
      await anna.signUp();
      const page = await anna.open('/portal/company');
      expectPage(page, 200, '<h1>The company</h1>');

      const long = await anna.submit(page, '/portal/company', { vatNumber: 'D'.repeat(51) });
      const saved = await anna.submit(page, '/portal/company', {
        addressLine1: 'Am Hafen 1',
        city: 'Flensburg',
        vatNumber: 'DE123456789',
        ibanNumber: 'DE89370400440532013000',
      });
      const agreement = await anna.follow(saved);
      const ready = await anna.send(await anna.open('/portal/first-call'), '/portal/first-call');

      expectPage(long, 422, 'VAT number: at most 50 characters on one line.');
      expectPage(agreement, 200, 'The company’s data are saved.');
      expect((await anna.open('/portal/company')).html).to.contain('value="Am Hafen 1"');
      const [, , secret = '', grant = ''] = codesIn(ready);
      const tokens = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant };
      const { body } = await running.service.ask('/self', { headers: tokens });
      expect(body.company).to.deep.include({
        addressLine1: 'Am Hafen 1',
        city: 'Flensburg',
        vatNumber: 'DE123456789',
      });
      expect(body.bankInformation).to.deep.equal({ ibanNumber: 'DE89370400440532013000' });
    });

    it('is told of a mistyped IBAN, which whoever pays an invoice would send money to', async () => {
      const anna = somebody();
      const mistyped = { ...aSignUp(), ibanNumber: 'DE89370400440532013001' };
      const refused = await anna.submit(await anna.open('/portal/sign-up'), '/portal/sign-up', mistyped);
      expectPage(refused, 422, 'This is not a right IBAN: a sign of it is wrong or missing.');
      await anna.signUp();
      const save = async (ibanNumber: string) =>
        anna.submit(await anna.open('/portal/company'), '/portal/company', { ibanNumber });

      for (const wrong of ['DE89 3704 0044 0532 0130', 'de89-3704-0044-0532-0130-01']) {
        const page = await save(wrong);
        expectPage(page, 422, 'This is not a right IBAN: a sign of it is wrong or missing.');
        expect(page.html).to.contain(`value="${wrong}"`);
      }
      for (const [written, kept] of [
        [' de89-3704 0044\u00a00532 0130 00 ', 'DE89370400440532013000'],
        ['IBAN: NO93 8601 1117 947', 'NO9386011117947'],
        // Not all banks have IBANs: these are a bankgiro and an account of the post.
        ['021000021 123456789', '021000021 123456789'],
        ['BG 5050-1055', 'BG 5050-1055'],
        ['PC 12-345678-9', 'PC 12-345678-9'],
      ] as const) {
        expectPage(await anna.follow(await save(written)), 200, 'The company’s data are saved.');
        expect((await anna.open('/portal/company')).html).to.contain(`value="${kept}"`);
      }
    });

    it('is told how the documents of the company look', async () => {
      const anna = somebody();
      await anna.signUp();
      const page = await anna.open('/portal/company');

      const wrong = await anna.submit(page, '/portal/company', { paperColour: 'red; x' });
      const saved = await anna.submit(page, '/portal/company', {
        paperColour: '#1D4F91',
        paperFooter: 'Nordbank Flensburg',
      });
      await anna.follow(saved);

      expectPage(wrong, 422, 'The colour must look like #1d4f91.');
      const { html } = await anna.open('/portal/company');
      for (const value of ['#1D4F91', 'Nordbank Flensburg']) expect(html).to.contain(`value="${value}"`);
    });

    it('takes at sign-up what is said of the company, and refuses what is too long', async () => {
      const bo = somebody();
      const wrong = await bo.signUp({ vatNumber: 'D'.repeat(51), city: 'Odense' });
      expectPage(wrong, 422, 'VAT number: at most 50 characters on one line.');
      expect(wrong.html).to.contain('value="Odense"');
      await bo.signUp({ addressLine1: 'Havnegade 3', country: 'Denmark', vatNumber: 'DK10000009' });

      const { html } = await bo.open('/portal/company');

      for (const value of ['Havnegade 3', 'Denmark', 'DK10000009'])
        expect(html).to.contain(`value="${value}"`);
    });

    it('lets names be typed in the direction of their script', async () => {
      const { html } = await somebody().open('/portal/sign-up');

      for (const name of ['business', 'name', 'city']) {
        expect(html).to.match(new RegExp(`<input[^>]* name="${name}"[^>]* dir="auto"`));
      }
    });

    it('lets browsers fill in what they know of a person’s address', async () => {
      const bo = somebody();
      const fields = (html: string): Record<string, string> =>
        Object.fromEntries(
          [...html.matchAll(/name="(\w+)"[^>]*? autocomplete="([\w-]+)"/g)].map(([, name, is]) => [name, is]),
        );
      const address = {
        addressLine1: 'address-line1',
        addressLine2: 'address-line2',
        zip: 'postal-code',
        city: 'address-level2',
        country: 'country-name',
      };
      expect(fields((await bo.open('/portal/sign-up')).html)).to.include(address);
      await bo.signUp();

      expect(fields((await bo.open('/portal/company')).html)).to.deep.equal({
        ...address,
        email: 'email',
        phoneNumber: 'tel',
        website: 'url',
      });
    });

    it('shows of each grant when it was last used', async () => {
      const anna = somebody();
      const firstCall = await anna.follow(await anna.signUp());
      const [, , secret = '', grant = ''] = codesIn(await anna.send(firstCall, '/portal/first-call'));
      expectPage(await anna.open('/portal/agreement'), 200, 'not yet');

      const tokens = { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant };
      await running.service.ask('/units', { headers: tokens });

      // It is noted beside the request, which does not wait for it.
      await eventually(async () =>
        expect((await anna.open('/portal/agreement')).html).not.to.contain('not yet'),
      );
    });

    it('makes the tokens anew when they are asked for again, and ends the ones before', async () => {
      const anna = somebody();
      await anna.signUp();
      const [, , secret = '', grant = ''] = codesIn(
        await anna.send(await anna.open('/portal/first-call'), '/portal/first-call'),
      );
      const again = await anna.open('/portal/first-call');
      expectPage(again, 200, 'Make new tokens');
      expectPage(again, 200, 'To keep those, give yourself other ones');
      expect(again.html).to.contain('href="/portal/apps"');

      const [, , newSecret = '', newGrant = ''] = codesIn(await anna.send(again, '/portal/first-call'));

      const ask = async (appSecretToken: string, grantToken: string) =>
        (
          await running.service.ask('/accounts', {
            headers: { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': grantToken },
          })
        ).status;
      expect(await ask(newSecret, newGrant)).to.equal(200);
      expect(await ask(secret, grant)).to.equal(401);
      expect(await ask(newSecret, grant)).to.equal(401);
      expect((await anna.open('/portal/apps')).html.match(/First steps/g)).to.have.lengthOf(1);
    });

    it('is told what stands in the way of a first call', async () => {
      const { apps, grants, users } = running.service.service.database.studio;
      const anna = somebody();
      const userName = `anna-${Date.now()}@example.com`;
      await anna.signUp({ email: userName });
      const agreementNumber = (await users.find(userName))?.agreementNumber ?? 0;
      const [NOW, FAR] = ['2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z'] as [Timestamp, Timestamp];
      const TODAY = '2026-01-01' as FullDate;
      const app = { agreementNumber, rootUrl: 'https://app.example.com', created: TODAY, requiredRoles: [] };
      const make = (name: string) =>
        apps.create(
          { ...app, name, appPublicToken: `${agreementNumber} ${name}` },
          `${agreementNumber} ${name}`,
        );
      const ask = async () => anna.send(await anna.open('/portal/first-call'), '/portal/first-call');
      const looksAlike = await make('First  steps');

      expectPage(await ask(), 403, 'has a name that looks like “First steps”');

      await apps.remove(agreementNumber, looksAlike.appNumber, NOW);
      const made = await Promise.all(Array.from({ length: 100 }, (_, at) => make(`App ${at}`)));
      expectPage(await ask(), 403, 'has 100 apps');

      for (const { appNumber } of made) await apps.remove(agreementNumber, appNumber, NOW);
      const { appNumber } = await make('Another');
      const given = { agreementNumber, appNumber, userName, roles: ['Sales'] as const, issued: NOW };
      await grants.issueAll(
        Array.from({ length: 200 }, (_, at) => ({
          grant: { ...given, expires: FAR },
          tokenHash: `${agreementNumber} ${at}`,
        })),
      );
      expectPage(await ask(), 403, 'As many apps have access');
    });

    it('makes every accounting year from a day of the past until today', async () => {
      const anna = somebody();
      await anna.signUp({ 'first-year': '2024-02-15' });
      const [, , secret = '', grant = ''] = codesIn(
        await anna.send(await anna.open('/portal/first-call'), '/portal/first-call'),
      );

      const years = await running.service.ask('/accounting-years', {
        headers: { 'X-AppSecretToken': secret, 'X-AgreementGrantToken': grant },
      });

      const dates = years.body.collection.map(
        ({ fromDate, toDate }: Record<string, string>) => `${fromDate} ${toDate}`,
      );
      expect(dates[0]).to.equal('2024-02-15 2025-01-31');
      expect(dates[1]).to.equal('2025-02-01 2026-01-31');
      expect(dates.at(-1)?.slice(11) >= new Date().toISOString().slice(0, 10)).to.equal(true);
    });

    it('says everything that is wrong with a sign-up, and keeps what was entered but the passwords', async () => {
      const anna = somebody();
      const wrong = {
        business: ' ',
        currency: 'XXZ',
        'first-year': '2026-02-30',
        name: '',
        email: 'anna',
        password: 'short',
        'password-again': 'other',
      };

      const told = await anna.signUp(wrong);

      expectPage(told, 422, 'Please check what you entered');
      for (const name of [
        'business',
        'currency',
        'first-year',
        'name',
        'email',
        'password',
        'password-again',
      ]) {
        expect(told.html, name).to.contain(`<a href="#${name}">`).and.contain(`id="${name}-complaint"`);
      }
      expect(told.html).to.contain('value="anna"').and.not.to.contain('short').and.not.to.contain('other"');
    });

    it('takes no name of a business or a person with signs that nobody sees', async () => {
      const anna = somebody();
      for (const name of ['Kon\u202erot', 'Kontor\u200b', 'Kontor\u2066']) {
        const told = await anna.signUp({ business: name, name });
        expectPage(told, 422);
        expect(told.html).to.contain('<a href="#business">').and.contain('<a href="#name">');
        // Who pasted it with such a sign sees nothing wrong with it.
        expect(told.html.match(/at most 250 characters, all of them visible/g)).to.have.length.above(3);
      }
    });

    it('gives each name to one person, in any case', async () => {
      const given = aSignUp();
      expect((await somebody().signUp(given)).status).to.equal(303);

      const second = await somebody().signUp({ ...given, email: given['email']?.toUpperCase() ?? '' });

      expectPage(second, 422, 'Somebody has signed up with this e-mail address already.');
    });

    it('gives names that look the same to one person', async () => {
      const { email: latin = '' } = aSignUp();
      expect((await somebody().signUp({ email: latin })).status).to.equal(303);

      const pretender = await somebody().signUp({ email: latin.replace('aase', 'ааѕе') });
      const wide = await somebody().signUp({ email: latin.replace('aase', 'ａａｓｅ') });
      const unseen = await somebody().signUp({ email: latin.replace('aase', 'aa\u200bse') });

      expectPage(pretender, 422, 'Somebody');
      expectPage(wide, 422, 'Somebody');
      expectPage(unseen, 422, 'Enter an e-mail address');
    });

    it('knows a mail address whose domain a browser writes in other letters than were typed', async () => {
      const typed = (aSignUp()['email'] ?? '').replace('example.com', 'bücher.example');
      const sent = typed.replace('bücher', 'xn--bcher-kva');
      const anna = somebody();
      expect((await anna.signUp({ email: sent })).status).to.equal(303);

      expectPage(await anna.open('/portal/account'), 200, typed);
      for (const name of [typed, sent, typed.toUpperCase(), sent.toUpperCase()]) {
        expect((await somebody().signIn(name, PASSWORD)).status, name).to.equal(303);
        expectPage(await somebody().signUp({ email: name }), 422, 'Somebody has signed up');
      }
    });

    it('takes one mail address, and nothing beside it: no list, and no name', async () => {
      const written = ['a,b@x.example', 'a@x.example,', '<a@x.example>', 'g:a@x.example;', '"a"@x.example'];
      for (const email of [...written, 'a@x.example.', 'a@x..example', 'a@[127.0.0.1]', 'a(b)@x.example']) {
        expectPage(await somebody().signUp({ email }), 422, 'Enter an e-mail address');
      }

      const { email = '' } = aSignUp();
      expect((await somebody().signUp({ email: `o'neil+books_${email}` })).status).to.equal(303);
    });

    it('shows what was entered as text', async () => {
      const anna = somebody();
      await anna.signUp({ business: '<script>alert(1)</script>"\'&' });

      const page = await anna.open('/portal/agreement');

      expectPage(page, 200);
      expect(page.html).to.contain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    });

    it('takes a password of 200 signs of any kind', async () => {
      const signs = Array.from({ length: 200 }, (_, place) => String.fromCodePoint(0x1f300 + 2 * place));
      const password = signs.join('');
      const given: Record<string, string> = { ...aSignUp(), password, 'password-again': password };
      expect((await somebody().signUp(given)).status).to.equal(303);

      const signedIn = await somebody().signIn(given['email'] ?? '', password);

      expect(signedIn.status).to.equal(303);
    });

    it('tells nobody whether the name or the password is wrong', async () => {
      const given = aSignUp();
      await somebody().signUp(given);

      const wrongPassword = await somebody().signIn(given['email'] ?? '', 'wrong password');
      const wrongName = await somebody().signIn('nobody@example.com', PASSWORD);

      for (const told of [wrongPassword, wrongName])
        expectPage(told, 422, 'The user name or the password is not right.');
      // Those who run the service are told that it failed.
      expect(
        running.service.observations.filter(({ event }) => event === 'signInFailed'),
      ).not.to.have.lengthOf(0);
    });

    it('keeps the session in a cookie that scripts and other sites do not see, new with each sign-in', async () => {
      const given = aSignUp();
      const anna = somebody();
      await anna.signUp(given);
      const first = anna.cookies.get('kontor');

      const again = await anna.signIn(given['email'] ?? '', PASSWORD);

      expect(again.headers.get('set-cookie')).to.match(
        /^kontor=[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=28800$/,
      );
      expect(anna.cookies.get('kontor')).not.to.equal(first);
      const old = visitor(() => running.service, new Map([['kontor', first ?? '']]));
      expectPage(await old.open('/portal/agreement'), 200, 'Please sign in to see this page.');
    });

    it('knows the session on another replica, until the person signs out on one', async () => {
      const anna = somebody();
      await anna.signUp();
      const replica = await running.service.replica();
      try {
        const there = visitor(() => replica, new Map(anna.cookies));
        expectPage(await there.open('/portal/agreement'), 200, 'Number at Kontor');

        const front = await anna.open('/portal');
        const left = await anna.submit(front, '/portal/sign-out');

        expect(left.status).to.equal(303);
        expectPage(await anna.follow(left), 200, 'You are signed out.');
        expectPage(await there.open('/portal/agreement'), 200, 'Please sign in to see this page.');
      } finally {
        await replica.stop();
      }
    });

    it('takes no session that it has not signed', async () => {
      const anna = somebody();
      await anna.signUp();
      const value = anna.cookies.get('kontor') ?? '';
      for (const forged of [value.slice(0, -1), `${value.split('.')[0]}.${'A'.repeat(43)}`, 'kontor', '']) {
        const other = visitor(() => running.service, new Map([['kontor', forged]]));
        expectPage(await other.open('/portal/agreement'), 200, 'Please sign in to see this page.');
      }
    });

    it('counts a form only with the word that its page was given', async () => {
      const anna = somebody();
      await anna.signUp();
      const bodil = somebody();
      await bodil.signUp();
      const page = await anna.open('/portal/apps/new');
      const foreign =
        /name="csrf"\s+value="([^"]*)"/.exec((await bodil.open('/portal/apps/new')).html)?.[1] ?? '';
      const app = { name: 'App', 'root-url': 'https://app.example', roles: 'Sales' };

      for (const csrf of [undefined, '', 'x', foreign]) {
        const told = await anna.post('/portal/apps', csrf === undefined ? app : { ...app, csrf });
        expectPage(told, 403, 'This form is no longer valid');
      }
      expect((await anna.open('/portal/apps')).html).to.contain('You have no app yet.');
      expectPage(await anna.send(page, '/portal/apps', app), 200, 'The app is made.');
    });

    it('keeps what was typed into a form that has expired, but no password, and from its own pages only', async () => {
      const given = aSignUp();
      const anna = somebody();
      const form = await anna.open('/portal/sign-up');
      anna.cookies.clear();
      const late = await anna.post('/portal/sign-up', given, { 'Sec-Fetch-Site': 'same-origin' });
      const again = await anna.follow(late);

      expectPage(form, 200);
      expectPage(again, 200, 'This page had expired before you sent it. Nothing was done yet');
      for (const name of ['business', 'name', 'email'])
        expect(unescaped(again.html)).to.contain(`value="${given[name]}"`);
      expect(again.html).not.to.contain(PASSWORD);
      for (const kept of anna.cookies.values()) expect(kept).not.to.contain(given['email']);
      await anna.submit(again, '/portal/sign-up', given);
      expect((await anna.open('/portal/sign-up')).html).not.to.contain(given['email']);

      // Signed out meanwhile: first signing in, then what was typed.
      anna.cookies.clear();
      const app = { name: 'Typed at length', 'root-url': 'https://app.example', roles: ['Sales'] };
      const sent = await anna.post('/portal/apps', app, { 'Sec-Fetch-Site': 'same-origin' });
      const signIn = await anna.follow(sent);
      expectPage(signIn, 200, 'Sign in, and you find it again with what you entered');
      const mistyped = { 'user-name': given['email'] ?? '', password: 'mistyped' };
      const refused = await anna.submit(signIn, '/portal/sign-in', mistyped);
      expectPage(refused, 422, 'The user name or the password is not right.');
      const page = await anna.send(refused, '/portal/sign-in', {
        'user-name': given['email'] ?? '',
        password: PASSWORD,
      });
      expectPage(page, 200, 'This page had expired before you sent it.');
      expect(page.html)
        .to.contain('value="Typed at length"')
        .and.match(/value="Sales"\s+checked/);
      await anna.send(page, '/portal/apps', app);
      expect((await anna.open('/portal/apps/new')).html).not.to.contain('Typed at length');

      // The session was ended in another browser, while this one still has its cookie.
      const elsewhere = somebody();
      await elsewhere.signIn(given['email'] ?? '', PASSWORD);
      const open = await anna.open('/portal/company');
      const account = await elsewhere.open('/portal/account');
      await elsewhere.submit(account, '/portal/account/sessions', { session: 'others' });
      const csrf = /name="csrf" value="([^"]+)"/.exec(open.html)?.[1] ?? '';
      const ended = await anna.post(
        '/portal/company',
        { csrf, city: 'Typed in Flensburg' },
        { 'Sec-Fetch-Site': 'same-origin' },
      );
      const then = await anna.send(await anna.follow(ended), '/portal/sign-in', {
        'user-name': given['email'] ?? '',
        password: PASSWORD,
      });
      expectPage(then, 200, 'This page had expired before you sent it.');
      expect(then.html).to.contain('value="Typed in Flensburg"');

      // Nobody elsewhere fills in forms for people.
      for (const site of ['cross-site', 'same-site', 'none']) {
        const foreign = await anna.post('/portal/company', { city: 'Elsewhere' }, { 'Sec-Fetch-Site': site });
        expectPage(foreign, 403, 'This form is no longer valid');
      }
      expect((await anna.open('/portal/company')).html).not.to.contain('Elsewhere');
    });

    it('keeps what was typed into a form that was refused for who reads its page in another language', async () => {
      const given = aSignUp();
      const anna = somebody();
      const refused = await anna.submit(await anna.open('/portal/sign-up'), '/portal/sign-up', {
        ...given,
        email: 'no address',
      });
      expectPage(refused, 422);
      const [, german = ''] = /href="([^"]+)" lang="de-DE"/.exec(refused.html) ?? [];
      const again = await anna.open(unescaped(german));

      expect(again.status).to.equal(200);
      expect(again.html).to.contain('lang="de-DE"').and.not.to.contain('abgelaufen');
      for (const typed of [given['business'], given['name'], 'no address'])
        expect(unescaped(again.html)).to.contain(`value="${typed}"`);
      expect(again.html).not.to.contain(PASSWORD);
      expect((await anna.open('/portal/sign-up')).html).not.to.contain('no address');
      await anna.submit(again, '/portal/sign-up', given);
      expect((await anna.open('/portal/sign-up?locale=de-DE')).html).not.to.contain(given['name']);
    });

    it('shows what was refused to nobody who signs in after, and not as saved to who comes back', async () => {
      const [anna, bodil] = [somebody(), somebody()];
      const given = aSignUp();
      await bodil.signUp(given);
      await anna.signUp();
      const german = '/portal/company?locale=de-DE';
      const refuse = async () =>
        expectPage(
          await anna.submit(await anna.open('/portal/company'), '/portal/company', {
            city: 'Typed by Anna',
            ibanNumber: 'DE89370400440532013001',
          }),
          422,
        );

      await refuse();
      expect((await anna.open(german)).html).to.contain('Typed by Anna');
      await anna.open('/portal/apps?locale=de-DE');
      expect((await anna.open(german)).html).not.to.contain('Typed by Anna');

      await refuse();
      await anna.submit(await anna.open('/portal/company'), '/portal/sign-out');
      await anna.signIn(given['email'] ?? '', PASSWORD);
      const shown = await anna.open(german);
      expectPage(shown, 200, '<h1>');
      expect(shown.html).not.to.contain('Typed by Anna');
    });

    it('leads from every form that has expired to its page, through signing in', async () => {
      const given = aSignUp();
      const anna = somebody();
      await anna.signUp(given);
      const app = { name: 'Old form', 'root-url': 'https://app.example', roles: ['Sales'] };
      await anna.submit(await anna.open('/portal/apps/new'), '/portal/apps', app);
      const [, own = ''] = /href="(\/portal\/apps\/\d+)"/.exec((await anna.open('/portal/apps')).html) ?? [];
      const sent: readonly (readonly [string, Record<string, string>, string])[] = [
        [`${own}/delete`, { name: 'Old fo' }, `${own}/delete`],
        [`${own}/secret`, { overlap: '24' }, `${own}/secret`],
        ['/portal/account/password', { present: PASSWORD }, '/portal/account/password'],
        ['/portal/first-call', {}, '/portal/first-call'],
      ];

      for (const [path, entries, page] of sent) {
        anna.cookies.clear();
        const late = await anna.post(path, entries, { 'Sec-Fetch-Site': 'same-origin' });
        expect(late.location, path).to.equal(page);
        const signIn = await anna.follow(late);
        expectPage(signIn, 200, 'so nothing was done yet. Sign in');
        const back = await anna.send(signIn, '/portal/sign-in', {
          'user-name': given['email'] ?? '',
          password: PASSWORD,
        });
        expectPage(back, 200, 'This page had expired before you sent it.');
        if (path.endsWith('/delete')) expect(back.html).to.contain('value="Old fo"');
        expect(back.html).not.to.contain(PASSWORD);
      }
      expectPage(await anna.open(own), 200, 'Old form');

      // Who signed in anew beside it, and who signs out where nobody is signed in.
      const old = await anna.open('/portal/agreement');
      await anna.signIn(given['email'] ?? '', PASSWORD);
      const out = await anna.submit(old, '/portal/sign-out', {});
      expectPage(out, 403, 'This form is no longer valid');
      const again = await anna.open('/portal/agreement');
      await anna.submit(again, '/portal/sign-out', {});
      const csrf = /name="csrf"\s+value="([^"]*)"/.exec((await anna.open('/portal/sign-in')).html)?.[1] ?? '';
      expect((await anna.post('/portal/sign-out', { csrf })).location).to.equal('/portal?signed-out=');
    });

    it('keeps what was typed by the word of the form, where a browser does not say whence it comes', async () => {
      const given = aSignUp();
      const anna = somebody();
      await anna.signUp(given);
      const page = await anna.open('/portal/company');
      const elsewhere = somebody();
      await elsewhere.signIn(given['email'] ?? '', PASSWORD);
      const account = await elsewhere.open('/portal/account');
      await elsewhere.submit(account, '/portal/account/sessions', { session: 'others' });

      const ended = await anna.submit(page, '/portal/company', { city: 'Typed over plain HTTP' });
      const back = await anna.send(await anna.follow(ended), '/portal/sign-in', {
        'user-name': given['email'] ?? '',
        password: PASSWORD,
      });

      expectPage(back, 200, 'This page had expired before you sent it.');
      expect(back.html).to.contain('value="Typed over plain HTTP"');
    });

    it('leads back to its page where another language is chosen after a form was refused', async () => {
      const given = aSignUp();
      const anna = somebody();
      await anna.signUp(given);
      /** As the link to the same page in German does. */
      const inGerman = async (path: string): Promise<Seen> => {
        const answer = await anna.open(`${path}?locale=de-DE`);
        return answer.status === 303 ? anna.follow(answer) : answer;
      };

      const refused = await anna.send(await anna.open('/portal/apps/new'), '/portal/apps', {});
      expectPage(refused, 422, 'Please check what you entered');
      const [, german = ''] = /href="([^"]*)"\s+lang="de-DE"/.exec(refused.html) ?? [];
      expectPage(await anna.open(german), 200, '<h1>Neue App</h1>');
      expectPage(await inGerman('/portal/company/logo/change'), 200, '<h1>Logo</h1>');
      expectPage(await inGerman('/portal/company/logo/remove'), 200, '<h1>Logo</h1>');
      expectPage(await inGerman('/portal/account/second-factor/off'), 200, 'Zweiter Faktor');
      for (const form of ['confirm', 'sessions'])
        expectPage(await inGerman(`/portal/account/${form}`), 200, 'Mein Konto');
      anna.cookies.clear();
      expectPage(await inGerman('/portal/sign-in/code'), 200, 'Anmelden');
      expect((await anna.open('/portal/webhooks/1%0D%0AA:%20b/test')).location).to.equal(
        '/portal/webhooks/1%0D%0AA%3A%20b',
      );
    });

    it('goes on only to pages of its own', async () => {
      const given = aSignUp();
      await somebody().signUp(given);
      for (const next of [
        'https://evil.example/',
        '//evil.example',
        '/PORTAL//evil.example',
        '/\\evil.example',
        '/portal/../../evil',
        '/portal//evil.example',
        '/products',
        'javascript:alert(1)',
        '/portal\r\nSet-Cookie: a=b',
      ]) {
        const anna = somebody();
        const page = await anna.open('/portal/sign-in');
        const signedIn = await anna.submit(page, '/portal/sign-in', {
          'user-name': given['email'] ?? '',
          password: PASSWORD,
          next,
        });
        expect(signedIn.location, next).to.equal('/portal');
      }
    });

    it('goes on to the page that was asked for, which is found in any case', async () => {
      const given = aSignUp();
      await somebody().signUp(given);
      const anna = somebody();
      const page = await anna.open('/Portal/Account');

      const signedIn = await anna.submit(page, '/portal/sign-in', {
        'user-name': given['email'] ?? '',
        password: PASSWORD,
      });

      expect(signedIn.location).to.equal('/Portal/Account');
      expectPage(await anna.follow(signedIn), 200, 'My account');
      expectPage(await anna.open('/Portal/Sign-out'), 405);
    });

    it('answers what is none of its pages with a page', async () => {
      const anna = somebody();
      expectPage(await anna.open('/portal/nothing'), 404, 'There is no such page');
      expectPage(await anna.open('/portal/%E0%A4%A'), 404);
      expectPage(await anna.open(`/portal?x=${'x'.repeat(9000)}`), 414);
      const wrongMethod = await anna.post('/portal', {});
      expectPage(wrongMethod, 405, 'That is not possible here');
      expect(wrongMethod.headers.get('allow')).to.equal('GET, HEAD');
      const page = await anna.open('/portal/sign-in');
      expectPage(await anna.submit(page, '/portal/sign-in', { password: 'x'.repeat(70_000) }), 413);
    });

    it('leaves the API as it is', async () => {
      for (const path of ['/portals', '/requestaccess.aspx', '/requestaccess/x']) {
        expect((await running.service.ask(path)).status, path).to.equal(404);
      }
      expect((await running.service.ask('/?demo=true')).status).to.equal(200);
    });

    it('speaks four languages', async () => {
      const anna = somebody();
      const TITLES = {
        'en-GB': 'Sign in',
        'de-DE': 'Anmelden',
        'es-ES': 'Iniciar sesión',
        'it-IT': 'Accedi',
      };
      for (const [locale, title] of Object.entries(TITLES)) {
        const page = await anna.open(`/portal/sign-in?locale=${locale}`, { 'Accept-Language': 'en' });
        expectPage(page, 200, `<h1>${title}</h1>`);
        expect(page.html)
          .to.contain(`<html lang="${locale}">`)
          .and.contain(`/portal/sign-in?locale=${locale}`);
        const asked = await anna.open('/portal/sign-in', {
          'Accept-Language': `${locale.slice(0, 2)},en;q=0.5`,
        });
        expectPage(asked, 200, `<h1>${title}</h1>`);
      }
    });

    it('never writes a password, a token or an address’s query into the log', async () => {
      const secrets = [PASSWORD];
      const anna = somebody();
      await anna.signUp();
      const ready = await anna.send(await anna.open('/portal/first-call'), '/portal/first-call');
      secrets.push(...codesIn(ready).slice(2));
      await anna.open('/portal/sign-in?next=%2Fportal%2Fapps&secret=hidden-in-query');
      secrets.push('hidden-in-query', anna.cookies.get('kontor') ?? '');

      const log = JSON.stringify(running.service.observations);
      const stored = await storedText(running.service.databaseUrl);

      for (const secret of secrets) expect(log).not.to.contain(secret);
      for (const secret of secrets.filter((one) => one !== 'hidden-in-query'))
        expect(stored).not.to.contain(secret);
      expect(running.service.observations.at(-1)).to.deep.include({
        route: '/portal/sign-in',
        method: 'GET',
        status: 200,
      });
    });

    it('makes who tries too often wait, in whatever letters a name is written, and says so', async () => {
      const given = aSignUp();
      await somebody().signUp(given);
      const anna = somebody();
      const page = await anna.open('/portal/sign-in');
      const email = given['email'] ?? '';
      const attempt = (password: string, userName = email) =>
        anna.submit(page, '/portal/sign-in', { 'user-name': userName, password });
      const spellings = [email, email.toUpperCase(), email.replaceAll('a', '\u0430'), `${email}\u200b`];
      for (let turn = 0; turn < 10; turn += 1)
        expect((await attempt('wrong', spellings[turn % spellings.length])).status).to.equal(422);

      const told = await attempt(PASSWORD);

      expectPage(told, 429, 'Please try again in 15 minutes.');
      expect(Number(told.headers.get('retry-after'))).to.be.within(800, 900);
      expectPage(await somebody().signIn('another@example.com', 'wrong'), 422);
    });
  });

  describe(`signing up often on ${database.name}`, function () {
    const signUps = { attempts: 2, withinMs: 3_600_000 };
    const running = runningService(database, {}, { attemptLimits: { signUps } });

    it('makes who signs up too often from one address wait, and says so', async () => {
      const somebody = () => visitor(() => running.service);
      for (let turn = 0; turn < 2; turn += 1) expect((await somebody().signUp()).status).to.equal(303);

      expectPage(await somebody().signUp(), 429, 'Please try again in 60 minutes.');
    });
  });

  describe(`signing in behind a proxy on ${database.name}`, function () {
    const running = runningService(database, { trustedProxies: 1 });

    it('is not made to wait by strangers who try for the same name from elsewhere', async () => {
      const given = aSignUp();
      await visitor(() => running.service).signUp(given);
      const page = await visitor(() => running.service).open('/portal/sign-in');
      const tryFrom = async (address: string, password: string): Promise<Seen> => {
        const anna = visitor(() => running.service);
        const form = await anna.open('/portal/sign-in');
        const csrf = /name="csrf" value="([^"]*)"/.exec(form.html)?.[1] ?? '';
        return anna.post(
          '/portal/sign-in',
          { csrf, 'user-name': given['email'] ?? '', password },
          { 'X-Forwarded-For': `203.0.113.200, ${address}` },
        );
      };
      expectPage(page, 200);
      for (let turn = 0; turn < 12; turn += 1) await tryFrom('198.51.100.66', 'wrong password');
      expectPage(await tryFrom('198.51.100.66', PASSWORD), 429);

      expect((await tryFrom('198.51.100.7', PASSWORD)).status).to.equal(303);
    });
  });
}

/** Tries for two seconds. */
async function eventually(check: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + 2_000;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
