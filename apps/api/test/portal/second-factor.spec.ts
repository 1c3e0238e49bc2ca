import { expect } from 'chai';
import { authenticatorCode, codesIn, unescaped, type Seen } from '@kontor/conformance';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { aSignUp, expectPage, PASSWORD, visitor, type Visitor } from '../support/visitor.js';

const PATH = '/portal/account/second-factor';
const NEW = 'herring under a red umbrella';
for (const database of await databases()) {
  describe(`a second factor on ${database.name}`, function () {
    const running = runningService(database);
    const somebody = () => visitor(() => running.service);

    /** Somebody who has signed up and sees the page that turns it on. */
    const settingUp = async () => {
      const given = aSignUp();
      const anna = somebody();
      await anna.signUp(given);
      const page = await anna.open(PATH);
      const [key = ''] = codesIn(page);
      return { anna, email: given['email'] ?? '', key, page };
    };
    const withFactor = async () => {
      const { anna, email, key, page } = await settingUp();
      const done = await anna.submit(page, PATH, { code: authenticatorCode(key), present: PASSWORD });
      const shown = await anna.follow(done);
      const [codes = ''] = codesIn(shown);
      return { anna, email, key, page, shown, codes: codes.split('\n') };
    };
    const enter = (who: Visitor, asked: Seen, code: string) =>
      who.submit(asked, '/portal/sign-in/code', { code });

    it('is set up from a QR code or a key, and counts once the phone has shown a code of it', async () => {
      const { anna, email, key, page } = await settingUp();
      expectPage(page, 200, 'Scan this code');
      expect(page.html).to.match(/<svg\s+class="qr"/);
      expect(unescaped(page.html)).to.contain('href="otpauth://totp/Kontor:').and.contain(`secret=${key}`);

      const wrong = await anna.submit(page, PATH, { code: '000000', present: PASSWORD });
      expectPage(wrong, 422, 'This code is not right');
      expect(codesIn(wrong)).to.deep.equal([key]);
      expect((await somebody().signIn(email, PASSWORD)).status).to.equal(303);
    });

    it('is turned on with the password: nobody at a browser that was left open keeps its person out', async () => {
      const { anna, email, key, page } = await settingUp();
      const code = authenticatorCode(key);

      const none = await anna.submit(page, PATH, { code });
      const wrong = await anna.submit(page, PATH, { code: '000000', present: 'wrong password' });

      expectPage(none, 422, 'not your present');
      expectPage(wrong, 422, 'not your present');
      expect(wrong.html).to.contain('This code is not right');
      expect((await somebody().signIn(email, PASSWORD)).status).to.equal(303);
      const on = await anna.submit(page, PATH, { code, present: PASSWORD });
      expectPage(await anna.follow(on), 200, 'The second factor is on.');
    });

    it('ends all other sessions as it is turned on: who is in without a code is asked for one', async () => {
      const { anna, email, key, page } = await settingUp();
      const thief = somebody();
      expect((await thief.signIn(email, PASSWORD)).status).to.equal(303);

      await anna.submit(page, PATH, { code: '000000', present: PASSWORD });
      expectPage(await thief.open('/portal/account'), 200, 'My account');
      await anna.submit(page, PATH, { code: authenticatorCode(key), present: PASSWORD });

      expectPage(await thief.open('/portal/account'), 200, 'Please sign in to see this page.');
      expectPage(await anna.open('/portal/account'), 200, 'My account');
    });

    it('shows recovery codes for some minutes, to the session that made them', async () => {
      const { anna, shown, codes, email } = await withFactor();

      expectPage(shown, 200, 'The second factor is on.');
      expect(codes).to.have.lengthOf(10);
      expect(codesIn(await anna.open(`${PATH}?made=&locale=de-DE`))[0]).to.equal(codes.join('\n'));
      const elsewhere = visitor(() => running.service, new Map(anna.cookies));
      await elsewhere.signIn(email, PASSWORD);
      elsewhere.cookies.set('kontor-shown', anna.cookies.get('kontor-shown') ?? '');
      expect(codesIn(await elsewhere.open(PATH))).to.deep.equal([]);
    });

    it('is turned on once where its form comes many times at once, and shows the codes that count', async () => {
      const { anna, email, key, page } = await settingUp();
      const code = authenticatorCode(key);

      const answers = await Promise.all(
        Array.from({ length: 5 }, () => anna.submit(page, PATH, { code, present: PASSWORD })),
      );

      const told = answers.map(({ location }) => location?.includes('made') === true);
      expect(told.filter(Boolean)).to.have.lengthOf(1);
      const [codes = ''] = codesIn(await anna.open(`${PATH}?made=`));
      const bodil = somebody();
      const asked = await bodil.signIn(email, PASSWORD);
      expect((await enter(bodil, asked, codes.split('\n')[0] ?? '')).status).to.equal(303);
    });

    it('asks for a code after the password, each of which counts once', async () => {
      const { email, key } = await withFactor();
      const bodil = somebody();
      const asked = await bodil.signIn(email, PASSWORD);
      expectPage(asked, 200, 'Your code');
      expectPage(await bodil.open('/portal/account'), 200, 'Please sign in to see this page.');

      expectPage(await enter(bodil, asked, authenticatorCode(key)), 422, 'was used already');
      const code = authenticatorCode(key, 1);
      expect((await enter(bodil, asked, code)).status).to.equal(303);
      expectPage(await bodil.open('/portal/account'), 200, 'My account');
      const cecilie = somebody();
      expectPage(await enter(cecilie, await cecilie.signIn(email, PASSWORD), code), 422, 'was used already');
    });

    it('takes a code as it is pasted: with a hyphen, of wide digits, with a sign that nobody sees', async () => {
      const { anna, email, key, page } = await settingUp();
      const wide = (code: string): string =>
        code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
      const [first, second] = [authenticatorCode(key), authenticatorCode(key, 1)];

      const code = `${first.slice(0, 3)}-${first.slice(3)}\u200b`;
      expect((await anna.submit(page, PATH, { code, present: PASSWORD })).status).to.equal(303);
      const bodil = somebody();
      const asked = await bodil.signIn(email, PASSWORD);
      expect((await enter(bodil, asked, wide(second))).status).to.equal(303);
    });

    it('lets in by a recovery code, once', async () => {
      const { email, codes } = await withFactor();
      const bodil = somebody();
      const code = (codes[0] ?? '').toUpperCase().replace('-', ' ');

      expect((await enter(bodil, await bodil.signIn(email, PASSWORD), code)).status).to.equal(303);
      expectPage(await bodil.open(PATH), 200, 'Recovery codes left: 9.');
      const again = somebody();
      expectPage(
        await enter(again, await again.signIn(email, PASSWORD), code),
        422,
        'This code is not right',
      );
    });

    it('takes a page that asks for the code from the browser that gave the password only', async () => {
      const { email, key } = await withFactor();
      const bodil = somebody();
      const asked = await bodil.signIn(email, PASSWORD);
      const pending = /name="pending"\s+value="([^"]*)"/.exec(asked.html)?.[1] ?? '';
      const thief = somebody();
      const csrf =
        /name="csrf"\s+value="([^"]*)"/.exec((await thief.open('/portal/sign-in')).html)?.[1] ?? '';

      const told = await thief.post('/portal/sign-in/code', {
        csrf,
        pending,
        code: authenticatorCode(key, 1),
      });

      expectPage(told, 200, 'That took too long, or the password was changed meanwhile.');
    });

    it('asks who gave a password that was changed since for the new one', async () => {
      const { anna, email, key } = await withFactor();
      const thief = somebody();
      const asked = await thief.signIn(email, PASSWORD);
      const entries = { present: PASSWORD, password: NEW, 'password-again': NEW };
      const page = await anna.open('/portal/account/password');
      expect((await anna.submit(page, '/portal/account/password', entries)).status).to.equal(303);

      expectPage(
        await enter(thief, asked, authenticatorCode(key, 1)),
        200,
        'That took too long, or the password was changed meanwhile.',
      );
    });

    it('slows down who guesses codes', async () => {
      const { email } = await withFactor();
      const thief = somebody();
      const asked = await thief.signIn(email, PASSWORD);
      const told = [];
      for (let turn = 0; turn < 11; turn += 1) told.push(await enter(thief, asked, String(100_000 + turn)));

      expect(told.map(({ status }) => status)).to.deep.equal([...Array<number>(10).fill(422), 429]);
    });

    it('is turned off with the password', async () => {
      const { anna, email } = await withFactor();
      const page = await anna.open(PATH);

      expectPage(
        await anna.submit(page, `${PATH}/off`, { present: 'wrong password' }),
        422,
        'not your present',
      );
      const off = await anna.submit(page, `${PATH}/off`, { present: PASSWORD });

      expectPage(await anna.follow(off), 200, 'The second factor is off.');
      expect((await somebody().signIn(email, PASSWORD)).status).to.equal(303);
    });
  });
}
