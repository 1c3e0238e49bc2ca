import { expect } from 'chai';
import { codesIn } from '@kontor/conformance';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { expectPage, visitor } from '../support/visitor.js';

for (const database of await databases()) {
  describe(`secrets that were just made on ${database.name}`, function () {
    const running = runningService(database);
    const aMember = async () => {
      const anna = visitor(() => running.service);
      await anna.signUp();
      return anna;
    };
    const app = { name: 'Courier', 'root-url': 'https://app.example', roles: 'Sales' };

    it('stand on a page that may be loaded again, in another language too, and makes nothing anew', async () => {
      const anna = await aMember();
      const made = await anna.submit(await anna.open('/portal/apps/new'), '/portal/apps', app);
      expect(made.status).to.equal(303);
      const page = await anna.follow(made);
      const [secret = ''] = codesIn(page);
      expectPage(page, 200, 'The app is made.');

      const again = await anna.follow(made);
      const german = await anna.open(`${made.location ?? ''}&locale=de-DE`);

      expect(codesIn(again)).to.deep.equal(codesIn(page));
      expect(codesIn(german)[0]).to.equal(secret);
      expect((await anna.open('/portal/apps')).html.match(/Courier/g)).to.have.lengthOf(1);
    });

    it('are in no address, and in no page but their own', async () => {
      const anna = await aMember();
      const ofApp = await anna.submit(await anna.open('/portal/apps/new'), '/portal/apps', app);
      const made = await anna.submit(await anna.open('/portal/first-call'), '/portal/first-call');
      const [, , secret = '', grant = ''] = codesIn(await anna.follow(made));
      const another = { ...app, name: 'Another' };
      const own = await anna.submit(await anna.open('/portal/apps/new'), '/portal/apps', another);
      const [ownSecret = ''] = codesIn(await anna.follow(own));

      expect((await anna.follow(ofApp)).html, 'the page of another app').not.to.contain(ownSecret);
      for (const token of [secret, grant]) expect(made.location).not.to.contain(token);
      for (const path of ['/portal/first-call', '/portal/agreement', '/portal/apps'])
        expect((await anna.open(path)).html, path).not.to.contain(grant);
    });

    it('are shown to the session that made them only, encrypted where the browser keeps them', async () => {
      const anna = await aMember();
      const made = await anna.submit(await anna.open('/portal/first-call'), '/portal/first-call');
      const [, , secret = ''] = codesIn(await anna.follow(made));
      const encrypted = anna.cookies.get('kontor-shown') ?? '';
      expect(made.headers.getSetCookie().join()).to.contain('kontor-shown=').and.contain('HttpOnly');
      expect(encrypted).not.to.contain(secret);

      const other = await aMember();
      other.cookies.set('kontor-shown', encrypted);
      const stolen = await other.open(made.location ?? '');
      anna.cookies.set('kontor-shown', `${encrypted.slice(0, -2)}AA`);
      const forged = await anna.open(made.location ?? '');

      expectPage(stolen, 200, 'Make my tokens');
      expectPage(forged, 200, 'Make new tokens');
    });

    it('are a page of their own where no app waits for the token', async () => {
      const anna = await aMember();
      await anna.send(await anna.open('/portal/apps/new'), '/portal/apps', app);
      const [appNumber = ''] = /(?<=\/portal\/apps\/)\d+/.exec((await anna.open('/portal/apps')).html) ?? [];
      const [, link = ''] = codesIn(await anna.open(`/portal/apps/${appNumber}`));

      const granted = await anna.submit(await anna.open(link), '/requestaccess', { answer: 'allow' });

      expect(granted.status).to.equal(303);
      const [token = ''] = codesIn(await anna.follow(granted));
      expect(token).to.have.lengthOf(44);
      expect(codesIn(await anna.follow(granted))).to.deep.equal([token]);
      anna.cookies.delete('kontor-shown');
      expectPage(await anna.follow(granted), 410, 'This is no longer shown');
    });
  });
}
