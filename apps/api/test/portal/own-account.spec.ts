import { expect } from 'chai';
import { authenticatorCode, codesIn, until } from '@kontor/conformance';
import { NO_PASSWORD } from '@kontor/studio';
import { HASHING_COST } from '../../src/secrets.js';
import { rawExchange, requestText } from '../support/raw-socket.js';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { aSignUp, expectPage, PASSWORD, visitor } from '../support/visitor.js';

const NEW = 'herring under a red umbrella';

for (const database of await databases()) {
  describe(`one's own account on ${database.name}`, function () {
    const running = runningService(database);
    const somebody = () => visitor(() => running.service);

    /** Somebody who signed up, and her name. */
    const member = async () => {
      const given = aSignUp();
      const anna = somebody();
      await anna.signUp(given);
      return { anna, email: given['email'] ?? '' };
    };

    it('takes no password that is tried first, and says why', async () => {
      const refused = {
        'Eleven-char': 'Choose a password of 12 to 200 characters.',
        'password2026!': 'This is one of the passwords that are tried first.',
        ababababababab: 'Choose a password that does not repeat itself',
        qwertyuiop123: 'This is one of the passwords that are tried first.',
        Lindqvist2026: 'Choose a password that is more than your name',
      };
      for (const [password, says] of Object.entries(refused)) {
        const told = await somebody().signUp({ password, 'password-again': password });
        expectPage(told, 422, says);
        expect(told.html, password).to.contain('value="DKK" selected').and.not.to.contain(password);
      }
    });

    it('changes the password against the present one, and ends all other sessions', async () => {
      const { anna, email } = await member();
      const elsewhere = somebody();
      await elsewhere.signIn(email, PASSWORD);
      const page = await anna.open('/portal/account/password');
      const change = (entries: Readonly<Record<string, string>>) =>
        anna.submit(page, '/portal/account/password', { password: NEW, 'password-again': NEW, ...entries });

      expectPage(await change({ present: 'wrong password' }), 422, 'This is not your present password.');
      expectPage(await change({ present: PASSWORD, password: 'short' }), 422, '12 to 200 characters');
      const done = await change({ present: PASSWORD });

      expect(done.status).to.equal(303);
      expectPage(await anna.follow(done), 200, 'The password is changed.');
      expectPage(await elsewhere.open('/portal/account'), 200, 'Please sign in to see this page.');
      expectPage(
        await somebody().signIn(email, PASSWORD),
        422,
        'The user name or the password is not right.',
      );
      expect((await somebody().signIn(email, NEW)).status).to.equal(303);
    });

    it('ends by it a session that begins while the password is changed', async () => {
      let looked = (): void => undefined;
      const onQuery = (sql: string): void => void (/user_name_folded/.test(sql) && looked());
      const slow = await running.service.replica({}, { hashingCost: HASHING_COST, onQuery });
      const { studio } = slow.service.database;
      const email = aSignUp()['email'] ?? '';
      const anna = visitor(() => slow);
      await anna.signUp({ email });
      const thief = visitor(() => slow);
      const form = await thief.open('/portal/sign-in');

      const isLookedAt = new Promise<void>((resolve) => (looked = resolve));
      const entering = thief.submit(form, '/portal/sign-in', { 'user-name': email, password: PASSWORD });
      await isLookedAt;
      await new Promise((go) => setTimeout(go, 30));
      await studio.users.changePassword(email, NO_PASSWORD);
      await studio.portalSessions.endAll(email);

      await entering;
      expectPage(await thief.open('/portal/account'), 200, 'Please sign in to see this page.');
      await slow.stop();
    });

    it('changes no password, uses up no link and turns on no second factor where it ends no session', async () => {
      let isBroken = false;
      const onQuery = (sql: string): void => {
        if (isBroken && /DELETE FROM \W?portal_session/i.test(sql)) throw new Error('broken');
      };
      const breaking = await running.service.replica({}, { onQuery });
      const { anna, email } = await member();
      const there = visitor(() => breaking);
      await there.signIn(email, PASSWORD);
      await there.submit(await there.open('/portal/forgotten'), '/portal/forgotten', { 'user-name': email });
      const mailed = () => breaking.mails.find((one) => /password/.test(one.subject))?.text ?? '';
      await until(() => mailed() !== '');
      const link = /\/portal\/reset\S+/.exec(mailed())?.[0] ?? '';
      const [reset, change] = [await there.open(link), await there.open('/portal/account/password')];
      const factor = await there.open('/portal/account/second-factor');
      const key = codesIn(factor)[0] ?? '';
      const entries = { present: PASSWORD, password: NEW, 'password-again': NEW };

      isBroken = true;
      const broken = [
        await there.submit(reset, '/portal/reset', entries),
        await there.submit(change, '/portal/account/password', entries),
        await there.submit(factor, '/portal/account/second-factor', {
          present: PASSWORD,
          code: authenticatorCode(key),
        }),
      ];
      isBroken = false;

      expect(broken.map(({ status }) => status)).to.deep.equal([500, 500, 500]);
      expectPage(await anna.open('/portal/account/second-factor'), 200, 'Turn it on');
      expect((await somebody().signIn(email, PASSWORD)).status).to.equal(303);
      expect((await there.submit(reset, '/portal/reset', entries)).status).to.equal(303);
      await breaking.stop();
    });

    it('does nothing for a form that was on its way when its session was ended', async () => {
      const { anna, email } = await member();
      const elsewhere = somebody();
      await elsewhere.signIn(email, PASSWORD);
      const csrf = /name="csrf"\s+value="([^"]*)"/.exec((await elsewhere.open('/portal/account')).html)?.[1];
      const body = new URLSearchParams({ csrf: csrf ?? '', session: 'others' }).toString();
      const cookie = [...elsewhere.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = ['Host: x', `Cookie: ${cookie}`, `Content-Length: ${body.length}`];
      const type = 'Content-Type: application/x-www-form-urlencoded';
      const whole = requestText('POST /portal/account/sessions', [...headers, type], body);

      const sending = rawExchange(running.service.port, [whole.slice(0, -1), whole.slice(-1)], {
        pauseMs: 2_000,
        waitMs: 9_000,
      });
      await new Promise((go) => setTimeout(go, 300));
      await anna.submit(await anna.open('/portal/account'), '/portal/account/sessions', {
        session: 'others',
      });

      expect((await sending).text).to.contain('Please sign in to see this page.');
      expectPage(await anna.open('/portal/account'), 200, 'My account');
    });

    it('lets nobody at a browser that is signed in guess the present password', async () => {
      const { anna } = await member();
      const page = await anna.open('/portal/account/password');
      const entries = { present: 'wrong password', password: NEW, 'password-again': NEW };

      const told = [];
      for (let turn = 0; turn < 11; turn += 1)
        told.push(await anna.submit(page, '/portal/account/password', entries));

      expectPage(told[9] ?? page, 422);
      expectPage(told[10] ?? page, 429, 'Too many attempts');
      expect(told[10]?.headers.get('retry-after')).to.match(/^\d+$/);
    });

    it('lists where one is signed in, and signs out there', async () => {
      const { anna, email } = await member();
      const { anna: stranger } = await member();
      const phone = somebody();
      await phone.post('/portal/sign-in', {});
      const signIn = await phone.open('/portal/sign-in');
      const csrf = /name="csrf"\s+value="([^"]*)"/.exec(signIn.html)?.[1] ?? '';
      // Longer than it is kept, as browsers within other programs have it.
      const agent = `Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0 ${'a'.repeat(2_000)}`;
      await phone.post(
        '/portal/sign-in',
        { csrf, 'user-name': email, password: PASSWORD },
        { 'User-Agent': agent },
      );
      await somebody().signIn(email, PASSWORD);

      const page = await anna.open('/portal/account');
      expectPage(page, 200, 'Firefox on Android');
      expect(page.html).to.contain('(this browser)');
      const hash = /name="session" value="([\w-]{43})"/.exec(page.html)?.[1] ?? '';
      const foreign = await stranger.open('/portal/account');
      const strangers = /name="csrf"\s+value="([^"]*)"/.exec(foreign.html)?.[1] ?? '';
      await stranger.post('/portal/account/sessions', { csrf: strangers, session: hash });
      const own = /name="csrf"\s+value="([^"]*)"/.exec(page.html)?.[1] ?? '';
      expect((await anna.open('/portal/account')).html.match(/signed in since/g)).to.have.length.greaterThan(
        2,
      );

      for (const locale of ['en-GB', 'de-DE', 'es-ES', 'it-IT']) {
        const { html } = await anna.open(`/portal/account?locale=${locale}`);
        const buttons = [...html.matchAll(/<button[^>]*aria-label="([^"]*)">([^<]*)</g)];
        expect(buttons, locale).to.have.lengthOf(2);
        // Who speaks to the page says what is seen (WCAG 2.5.3).
        for (const [, spoken, seen] of buttons) expect(spoken).to.contain(seen);
      }

      await anna.open('/portal/account?locale=en-GB');
      const left = await anna.post('/portal/account/sessions', { csrf: own, session: 'others' });

      expectPage(await anna.follow(left), 200, 'You are signed out everywhere else.');
      expectPage(await phone.open('/portal/account'), 200, 'Please sign in to see this page.');
      expectPage(await anna.open('/portal/account'), 200, 'My account');
    });
  });
}
