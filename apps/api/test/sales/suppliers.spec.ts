import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

const SUPPLIER = {
  name: 'Bryggeriet',
  currency: 'EUR',
  supplierGroup: { supplierGroupNumber: 1 },
  paymentTerms: { paymentTermsNumber: 1 },
  vatZone: { vatZoneNumber: 1 },
};
const IBAN = 'DK5000400440116243';

for (const database of await databases()) {
  describe(`suppliers on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();

    it('are found at a path in any case (D137), by the filters of facts 3.5', async () => {
      const { status, body } = await ours.get(
        `/Suppliers?filter=${encodeURIComponent('supplierGroup.supplierGroupNumber$eq:1$and:name$like:pržionica')}`,
      );

      expect(status).to.equal(200);
      expect(body.collection).to.have.length(1);
      expect(body.collection[0]).to.include({ supplierNumber: 1, name: 'Pržionica Luka' });
    });

    it('say how they are paid, in the fields of the payment type', async () => {
      const remittanceAdvice = {
        paymentType: { paymentTypeNumber: 10 },
        fieldValues: [{ paymentTypeFieldNumber: 1, value: IBAN }],
      };

      const made = await ours.post('/suppliers', { ...SUPPLIER, remittanceAdvice });

      expect(made.status, made.text).to.equal(201);
      expect(made.body.remittanceAdvice.fieldValues).to.deep.equal(remittanceAdvice.fieldValues);
      expect(made.body.remittanceAdvice.paymentType.self).to.contain('/payment-types/10');
    });

    it('are refused values that the payment type has no field for', async () => {
      const remittanceAdvice = {
        paymentType: { paymentTypeNumber: 17 },
        fieldValues: [{ paymentTypeFieldNumber: 1, value: IBAN }],
      };

      const refused = await ours.post('/suppliers', { ...SUPPLIER, remittanceAdvice });

      expectRefusal(refused, 400, 'E10380');
      expect(refused.body.errors[0].additionalData.propertyName).to.equal(
        'remittanceAdvice.fieldValues[0].paymentTypeFieldNumber',
      );
    });

    it('are in a VAT zone that is for suppliers', async () => {
      const refused = await ours.post('/suppliers', { ...SUPPLIER, vatZone: { vatZoneNumber: 4 } });

      expectRefusal(refused, 400, 'E10310');
      expect(refused.body.errors[0].additionalData.propertyName).to.equal('vatZone');
    });

    it('go with their contacts, and keep one they name', async () => {
      const { body } = await ours.post('/suppliers', SUPPLIER);
      const self = body.self as string;
      await ours.post(body.contacts as string, { name: 'Kaj' });
      const named = await ours.put(self, { ...SUPPLIER, attention: { supplierContactNumber: 1 } });
      expect(named.status, named.text).to.equal(200);

      expectRefusal(await ours.remove(`${self}/contacts/1`), 400, 'E10150');
      expect((await ours.remove(self)).status).to.equal(204);
      expectRefusal(await ours.get(`${self}/contacts/1`), 404, 'E06000');
    });
  });

  describe(`supplier groups on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();
    const group = { name: 'Professionals', account: { accountNumber: 6420 } };

    it('are numbered by the client, who creates and replaces with PUT (amendment 36)', async () => {
      const made = await ours.put('/supplier-groups/70', group);
      const again = await ours.put('/supplier-groups/70', { ...group, supplierGroupType: 'professionals' });
      const unnumbered = await ours.post('/supplier-groups', group);

      expect(made.status, made.text).to.equal(201);
      expect(made.headers.get('location')).to.equal(made.body.self);
      expect(again.status).to.equal(200);
      expect(again.body.supplierGroupType).to.equal('professionals');
      expectRefusal(unnumbered, 400, 'E00500');
    });

    it('list their suppliers, and are not removed while they have some (E10150)', async () => {
      const { body } = await ours.get('/supplier-groups/1');

      expect((await ours.get(body.suppliers as string)).body.collection).to.have.length(2);
      expectRefusal(await ours.remove('/supplier-groups/1'), 400, 'E10150');
    });

    it('keep their account from being removed', async () => {
      await ours.put('/supplier-groups/71', { ...group, account: { accountNumber: 6460 } });

      const { status, body } = await ours.remove('/accounts/6460');

      expect(status).to.equal(400);
      expect(body.errorCode).to.match(/^E10(070|150)$/);
    });
  });

  describe(`payment terms, employees and lists on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();

    it('keep payment terms that a customer has, and an employee who sells to one', async () => {
      expectRefusal(await ours.remove('/payment-terms/1'), 400, 'E10150');
      expectRefusal(await ours.remove('/employees/1'), 400, 'E10150');
    });

    it('offer nothing to write where the system owns the list (amendment 63)', async () => {
      for (const to of ['/layouts', '/payment-types']) {
        const list = await ours.get(to);
        expect(list.body.collection, to).to.have.length.greaterThan(2);
        expect(list.body.metaData).not.to.have.property('create');
        expectRefusal(await ours.post(to, {}), 405);
        expectRefusal(await ours.remove(list.body.collection[0].self as string), 405);
      }
    });

    it('have one layout that is taken where none is named', async () => {
      const { body } = await ours.get('/layouts?filter=isDefault$eq:true');

      expect(body.collection).to.have.length(1);
    });
  });
}
