import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { clientOf, runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

const aVatAccount = (
  vatCode: string,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({
  vatCode,
  name: 'Sales VAT, 20 %',
  ratePercentage: 20,
  account: { accountNumber: 6610 },
  vatType: { vatTypeNumber: 1 },
  vatReportSetup: { vatReportSetupNumber: 1 },
  ...more,
});

for (const database of await databases()) {
  describe(`VAT accounts on ${database.name} (§2.5)`, function () {
    const running = runningService(database);
    const ours = running.client();

    it('are created, and lead to their type, their report setup within it, and their accounts', async () => {
      const { status, body, headers, text } = await ours.post('/vat-accounts', {
        ...aVatAccount('RV20', {
          vatType: { vatTypeNumber: 3 },
          vatReportSetup: { vatReportSetupNumber: 4 },
        }),
        contraAccount: { accountNumber: 6660 },
      });

      const { base } = running.service;
      expect(status, text).to.equal(201);
      expect(headers.get('location')).to.equal(`${base}/vat-accounts/RV20`);
      expect(body).to.deep.equal({
        vatCode: 'RV20',
        name: 'Sales VAT, 20 %',
        ratePercentage: 20,
        account: { accountNumber: 6610, self: `${base}/accounts/6610` },
        contraAccount: { accountNumber: 6660, self: `${base}/accounts/6660` },
        vatReportSetup: { vatReportSetupNumber: 4, self: `${base}/vat-types/3/vat-report-setups/4` },
        vatType: {
          vatTypeNumber: 3,
          name: 'International and reverse charge VAT',
          self: `${base}/vat-types/3`,
        },
        barred: false,
        self: `${base}/vat-accounts/RV20`,
      });
      const setup = await ours.get(body.vatReportSetup.self as string);
      expect(setup.body).to.deep.include({ vatReportSetupNumber: 4, name: 'Reverse charge' });
    });

    it('name what they are reported under by its address, too, when that leads into their type (D103)', async () => {
      const { base } = running.service;
      const into = (type: number) => ({
        vatReportSetup: { self: `${base}/vat-types/${type}/vat-report-setups/2` },
      });

      const right = await ours.post('/vat-accounts', aVatAccount('BYURL', into(1)));
      const stray = await ours.post('/vat-accounts', aVatAccount('STRAY', into(2)));

      expect(right.body.vatReportSetup).to.deep.include({ vatReportSetupNumber: 2 });
      expectRefusal(stray, 400, 'E04500');
      expect(stray.body.errors[0].additionalData.propertyName).to.equal('vatReportSetup.self');
    });

    it('are refused under a report setup of another type (D170), and on accounts that take no entries', async () => {
      const setup = await ours.post(
        '/vat-accounts',
        aVatAccount('A', { vatReportSetup: { vatReportSetupNumber: 7 } }),
      );
      const ofTwo = await ours.post('/vat-accounts', {
        ...aVatAccount('A', { vatType: { vatTypeNumber: 2 }, vatReportSetup: { vatReportSetupNumber: 7 } }),
      });
      const nowhere = await ours.post(
        '/vat-accounts',
        aVatAccount('B', { vatReportSetup: { vatReportSetupNumber: 99 } }),
      );
      const heading = await ours.post(
        '/vat-accounts',
        aVatAccount('B', { account: { accountNumber: 6600 } }),
      );
      const type = await ours.post('/vat-accounts', aVatAccount('B', { vatType: { vatTypeNumber: 9 } }));

      expect(setup.status, setup.text).to.equal(201);
      expectRefusal(ofTwo, 400, 'E10500');
      expect(ofTwo.body.errors[0].message).to.contain('1, 2, 3');
      expectRefusal(nowhere, 400, 'E10500');
      expectRefusal(heading, 400, 'E10160');
      expect(heading.body.errors[0].additionalData.propertyName).to.equal('account');
      expectRefusal(type, 400, 'E06000');
    });

    it('are created by PUT, under the code of the URL whatever the body says (§4.2, D171)', async () => {
      const made = await ours.put('/vat-accounts/N_6_1', aVatAccount('other', { name: 'New' }));
      const changed = await ours.put(
        '/vat-accounts/n_6_1',
        aVatAccount('TOO LONG FOR A CODE', { name: 'Newer' }),
      );
      const tooLong = await ours.put('/vat-accounts/TOOLONG', aVatAccount('X'));

      expect([made.status, made.body.vatCode]).to.deep.equal([201, 'N/1']);
      expect([changed.status, changed.body.vatCode, changed.body.name]).to.deep.equal([200, 'N/1', 'Newer']);
      expectRefusal(tooLong, 400, 'E00500');
      expect(tooLong.body.errors[0].additionalData.propertyName).to.equal('vatCode');
      expect((await ours.get('/vat-accounts/other')).status).to.equal(404);
    });

    it('are neither removed nor barred while anything refers to them (E10040, §3 rule 2)', async () => {
      const { body } = await ours.post('/vat-accounts', aVatAccount('USED'));
      const account = {
        accountNumber: 9101,
        name: 'x',
        accountType: 'profitAndLoss',
        vatAccount: { vatCode: 'used' },
      };
      const referring = await ours.post('/accounts', account);
      const self = body.self as string;

      const removed = await ours.remove(self);
      const barred = await ours.put(self, aVatAccount('USED', { barred: true }));
      const renamed = await ours.put(self, aVatAccount('USED', { name: 'Renamed' }));

      expect(referring.status, referring.text).to.equal(201);
      expectRefusal(removed, 400, 'E10040');
      expectRefusal(barred, 400, 'E10040');
      expect(barred.body.errors[0].additionalData.propertyName).to.equal('barred');
      expect([renamed.status, renamed.body.barred, renamed.body.name]).to.deep.equal([200, false, 'Renamed']);
    });

    it('are barred, unbarred and removed once nothing does', async () => {
      const { body } = await ours.post('/vat-accounts', aVatAccount('FREE'));
      const self = body.self as string;

      const barred = await ours.put(self, aVatAccount('FREE', { barred: true }));
      const still = await ours.put(self, aVatAccount('FREE', { barred: true, name: 'Still' }));
      const unbarred = await ours.put(self, aVatAccount('FREE'));
      const removed = await ours.remove(self);

      expect([barred, still, unbarred].map(({ status, body: { barred: is } }) => [status, is])).to.deep.equal(
        [
          [200, true],
          [200, true],
          [200, false],
        ],
      );
      expect(removed.status).to.equal(204);
    });

    it('never are barred and referred to at the same time, through two replicas (G10)', async () => {
      const replica = await running.service.replica();
      const twin = clientOf(() => ({ service: replica, agreement: ours.agreement }));
      for (let round = 0; round < 20; round += 1) {
        const vatCode = `R${round}`;
        await ours.post('/vat-accounts', aVatAccount(vatCode));
        const account = { name: 'x', accountType: 'profitAndLoss', vatAccount: { vatCode } };

        const [barring, referring] = await Promise.all([
          ours.put(`/vat-accounts/${vatCode}`, aVatAccount(vatCode, { barred: true })),
          twin.put(`/accounts/${9200 + round}`, account),
        ]);

        // Where the bar comes first the code is named by nothing new (E10170).
        expect([201, 400], referring.text).to.contain(referring.status);
        if (referring.status === 400) expectRefusal(referring, 400, 'E10170');
        expect([200, 400], barring.text).to.contain(barring.status);
        const { body } = await ours.get(`/vat-accounts/${vatCode}`);
        expect(body.barred).to.equal(barring.status === 200);
        const removed = await ours.remove(`/vat-accounts/${vatCode}`);
        if (referring.status === 201) expectRefusal(removed, 400, 'E10040');
        else expect(removed.status).to.equal(204);
      }
      await replica.stop();
    });
  });
}
