import { expect } from 'chai';
import { unescaped, until } from '@kontor/conformance';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { aSignUp, expectPage, PASSWORD, visitor, type Visitor } from '../support/visitor.js';

const NEW = 'herring under a red umbrella';

for (const database of await databases()) {
  describe(`what people do by mail on ${database.name}`, function () {
    const running = runningService(database, {
      operator: { name: 'Bücher & Co', termsUrl: 'https://b.example/t' },
    });
    const somebody = () => visitor(() => running.service);

    const member = async (): Promise<{ anna: Visitor; email: string }> => {
      const given = aSignUp();
      const anna = somebody();
      await anna.signUp(given);
      return { anna, email: given['email'] ?? '' };
    };

    /** The link of the newest mail to somebody that has this subject. */
    const linkTo = async (email: string, subject: RegExp): Promise<string> => {
      for (let turn = 0; turn < 200; turn += 1) {
        const mail = running.service.mails.findLast((one) => one.to === email && subject.test(one.subject));
        const link = /http:\/\/\S+/.exec(mail?.text ?? '')?.[0];
        if (link !== undefined) return link;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`no mail to ${email}`);
    };

    const forget = async (userName: string) => {
      const nobody = somebody();
      const asked = await nobody.submit(await nobody.open('/portal/forgotten'), '/portal/forgotten', {
        'user-name': userName,
      });
      return nobody.follow(asked);
    };

    it('confirms an address by a link that works once, and only when its button is pressed', async () => {
      const { anna, email } = await member();
      expectPage(await anna.open('/portal/account'), 200, `${email} (not confirmed yet)`);
      const link = await linkTo(email, /confirm/);

      const page = await somebody().open(link);
      expectPage(page, 200, `Is ${email} your address?`);
      expectPage(await anna.open('/portal/account'), 200, 'not confirmed yet');
      const confirmed = await anna.submit(await anna.open(link), '/portal/confirm');

      expectPage(await anna.follow(confirmed), 200, 'Your e-mail address is confirmed.');
      expectPage(await anna.open('/portal/account'), 200, `${email} (confirmed)`);
      expectPage(await anna.open(link), 410, 'This link is used up');
    });

    it('gives another password by a link that works once, and signs out everywhere', async () => {
      const { anna, email } = await member();
      const told = await forget(email);
      expectPage(told, 200, 'If there is an account under this name');
      const link = await linkTo(email, /password/);
      const page = await somebody().open(link);
      expectPage(page, 200, `For ${email}.`);
      const nobody = somebody();
      const shown = await nobody.open(link);

      const weak = await nobody.submit(shown, '/portal/reset', {
        password: 'password2026',
        'password-again': 'x',
      });
      // In another language it is the same link still.
      const inGerman = unescaped(/href="([^"]*)" lang="de-DE"/.exec(weak.html)?.[1] ?? '');
      expectPage(await nobody.open(inGerman), 200, `Für ${email}.`);
      const entries = { password: NEW, 'password-again': NEW };
      const done = await nobody.submit(shown, '/portal/reset', entries);
      const again = await nobody.submit(shown, '/portal/reset', entries);

      expectPage(weak, 422, 'tried first');
      expectPage(await nobody.follow(done), 200, 'The password is changed. Sign in with it.');
      expectPage(again, 410, 'This link is used up');
      expectPage(again, 410, 'You have chosen a password with it already? Then sign in with that one:');
      expect(again.html).to.match(/<a href="\/portal\/sign-in[^"]*">Sign in<\/a>/);
      expect(again.html).to.match(
        /<a class="button quiet" href="\/portal\/forgotten[^"]*">A new password<\/a>/,
      );
      expectPage(await anna.open('/portal/account'), 200, 'Please sign in to see this page.');
      expectPage(await somebody().signIn(email, PASSWORD), 422);
      const signedIn = somebody();
      expect((await signedIn.signIn(email, NEW)).status).to.equal(303);
      expectPage(await signedIn.open('/portal/account'), 200, `${email} (confirmed)`);
    });

    it('gives the password once where many come with one link at once', async () => {
      const { email } = await member();
      await forget(email);
      const link = await linkTo(email, /password/);
      const nobody = somebody();
      const shown = await nobody.open(link);

      const entries = { password: NEW, 'password-again': NEW };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => nobody.submit(shown, '/portal/reset', entries)),
      );

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 410, 410, 410, 410]);
    });

    it('gives no password by a link that was mailed before the password was changed', async () => {
      const { anna, email } = await member();
      await forget(email);
      const link = await linkTo(email, /password/);
      const reader = somebody();
      const shown = await reader.open(link);
      const page = await anna.open('/portal/account/password');
      const entries = { password: NEW, 'password-again': NEW };
      const changed = { ...entries, present: PASSWORD };
      expect((await anna.submit(page, '/portal/account/password', changed)).status).to.equal(303);

      expectPage(await reader.open(link), 410, 'This link is used up');
      expectPage(await reader.submit(shown, '/portal/reset', entries), 410, 'This link is used up');
      // A link that says that the address is right is no way in, and stays good.
      expectPage(await somebody().open(await linkTo(email, /confirm/)), 200, `Is ${email} your address?`);
    });

    it('says nothing that a stranger wrote to whom he gave as himself', async () => {
      const name = 'Sir, you won: https://prize.example/take';
      const given: Readonly<Record<string, string>> = { ...aSignUp(), name };
      const email = given['email'] ?? '';
      const stranger = somebody();
      await stranger.signUp(given);
      await linkTo(email, /confirm/);
      await forget(email);
      await linkTo(email, /password/);

      const toThem = running.service.mails.filter(({ to }) => to === email).map(({ text }) => text);
      expect(toThem).to.have.length(2);
      for (const text of toThem)
        expect(text)
          .to.match(/^Hello,\n/)
          .and.not.include('prize');

      await stranger.submit(await stranger.open(await linkTo(email, /confirm/)), '/portal/confirm');
      await forget(email);
      await until(() => running.service.mails.filter(({ to }) => to === email).length === 3);
      expect(running.service.mails.findLast(({ to }) => to === email)?.text).to.match(/^Hello Sir, you won/);
    });

    it('does not tell whether there is an account', async () => {
      const { email } = await member();
      const known = await forget(email);
      const unknown = await forget('nobody-at-all@example.com');

      const withoutCsrf = (html: string) => html.replace(/name="csrf"\s+value="[^"]*"/g, '');
      expect(withoutCsrf(unknown.html)).to.equal(withoutCsrf(known.html));
      expect(running.service.mails.filter(({ to }) => to.startsWith('nobody-at-all'))).to.deep.equal([]);
    });

    it('is asked for mail five times an hour for one name', async () => {
      const { email } = await member();
      const told = [];
      for (let turn = 0; turn < 5; turn += 1) told.push(await forget(email));
      const nobody = somebody();

      for (const one of told) expectPage(one, 200);
      for (const spelling of [email.toUpperCase(), email.replaceAll('a', '\u0430'), `${email}\u200b`]) {
        const page = await nobody.open('/portal/forgotten');
        const refused = await nobody.submit(page, '/portal/forgotten', { 'user-name': spelling });
        expectPage(refused, 429, 'Too many attempts');
      }
    });

    it('takes a link for what it was sent for only, and none that is made up', async () => {
      const { email } = await member();
      const link = await linkTo(email, /confirm/);

      expectPage(await somebody().open(link.replace('/confirm?', '/reset?')), 410);
      expectPage(await somebody().open('/portal/reset?token=made-up'), 410);
      expectPage(await somebody().open('/portal/reset'), 410);
    });

    it('writes in the language of the page, and says who runs the service', async () => {
      const { email } = await member();
      const nobody = somebody();
      const page = await nobody.open('/portal/forgotten?locale=de-DE');
      expectPage(page, 200, 'Betreiber dieses Dienstes: Bücher & Co.');
      await nobody.submit(page, '/portal/forgotten', { 'user-name': email });

      const link = await linkTo(email, /Bücher & Co: neues Passwort wählen/);

      expect(link).to.contain('locale=de-DE');
      const signUp = await somebody().open('/portal/sign-up');
      expect(signUp.html).to.contain('<a href="https://b.example/t" rel="noreferrer">Terms of use</a>');
    });
  });
}
