import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';

const CUSTOMER = {
  name: 'Ølhuset',
  currency: 'EUR',
  customerGroup: { customerGroupNumber: 1 },
  paymentTerms: { paymentTermsNumber: 1 },
  vatZone: { vatZoneNumber: 1 },
};

for (const database of await databases()) {
  describe(`customers on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();
    const theirs = running.client();
    const made = async (more: object = {}): Promise<Answered['body']> => {
      const { status, body, text } = await ours.post('/customers', { ...CUSTOMER, ...more });
      expect(status, text).to.equal(201);
      return body;
    };
    /** A customer with two contacts and a delivery location. */
    const withContacts = async (): Promise<string> => {
      const { self } = await made();
      for (const name of ['Bo', 'Lis']) {
        expect((await ours.post(`${self}/contacts`, { name })).status).to.equal(201);
      }
      expect((await ours.post(`${self}/delivery-locations`, { city: 'Odense' })).status).to.equal(201);
      return self as string;
    };

    it('gets its number from the service when it has none, and keeps one that is given', async () => {
      const first = await made();
      const chosen = await made({ customerNumber: first.customerNumber + 1 });
      const next = await made();

      expect(chosen.customerNumber).to.equal(first.customerNumber + 1);
      expect(next.customerNumber).to.equal(first.customerNumber + 2);
    });

    it('says what it owes, which nobody can set, and when it was changed', async () => {
      const { balance, lastUpdated } = await made({ balance: 100, lastUpdated: '2000-01-01' });

      expect(balance).to.equal(0);
      expect(lastUpdated).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
      expect(Date.now() - Date.parse(lastUpdated as string)).to.be.within(0, 120_000);
      const since = (at: string): Promise<Answered> => ours.get(`/customers?filter=lastUpdated$gte:${at}`);
      expect((await since(lastUpdated as string)).body.collection).to.have.length.greaterThan(0);
      expect((await since('2099-01-01T00:00:00Z')).body.collection).to.deep.equal([]);
      // As JavaScript, Python and .NET write what they have read.
      const read = new Date(lastUpdated as string).toISOString();
      for (const zone of ['.000Z', '%2B00:00', '+00:00', '.0000000%2B00:00']) {
        const written = read.replace('.000Z', zone);
        const again = await since(written);
        expect(again.body.collection, again.text).to.have.length.greaterThan(0);
      }
    });

    it('takes its website as clients of the family call it too (amended: bodies)', async () => {
      const { website, webSite, self } = await made({ webSite: 'https://ol.example' });

      expect({ website, webSite }).to.deep.equal({ website: 'https://ol.example', webSite: undefined });
      const kept = await ours.put(self, {
        ...CUSTOMER,
        website: 'https://a.example',
        webSite: 'https://b.example',
      });
      expect(kept.body.website, kept.text).to.equal('https://a.example');
    });

    it('is filtered and sorted by what it owes', async () => {
      const { body: all } = await ours.get('/customers?pagesize=1000');
      const { body: none } = await ours.get('/customers?filter=balance$gt:0&pagesize=1000');
      const { body: zero } = await ours.get(
        '/customers?filter=balance$eq:0&sort=-balance,name&pagesize=1000',
      );

      expect(none.pagination.results).to.equal(0);
      expect(zero.pagination.results).to.equal(all.pagination.results);
      expect(zero.pagination.resultsWithoutFilter).to.equal(all.pagination.results);
    });

    it('is found by the filters that clients use', async () => {
      const { customerNumber } = await made({
        vatNumber: 'DK10000009',
        email: 'Post@Olhuset.example',
        corporateIdentificationNumber: '77001',
      });

      for (const filter of [
        'vatNumber$eq:dk10000009',
        'email$like:@olhuset',
        'corporateIdentificationNumber$eq:77001',
        `customerNumber$in:[${customerNumber}]`,
      ]) {
        const { body } = await ours.get(`/customers?filter=${encodeURIComponent(filter)}`);
        expect(
          body.collection.map((one: typeof CUSTOMER & { customerNumber: number }) => one.customerNumber),
        ).to.deep.equal([customerNumber]);
      }
    });

    it('links to its contacts and delivery locations', async () => {
      const self = await withContacts();
      const { body } = await ours.get(self);

      expect(body.contacts).to.equal(`${self}/contacts`);
      expect(body.deliveryLocations).to.equal(`${self}/delivery-locations`);
      const contacts = await ours.get(body.contacts as string);
      expect(contacts.body.collection).to.have.length(2);
      expect(contacts.body.collection[0].customer).to.deep.equal({
        customerNumber: body.customerNumber,
        self,
      });
      expect(contacts.body.collection[1].self).to.equal(`${self}/contacts/2`);
      expect((await ours.get(body.deliveryLocations as string)).body.collection).to.have.length(1);
    });

    it('answers 404 for contacts of a customer that is not there', async () => {
      expectRefusal(await ours.get('/customers/987654/contacts'), 404, 'E06000');
      expectRefusal(await ours.post('/customers/987654/contacts', { name: 'x' }), 404, 'E06000');
    });

    it('lists contacts by what they are, and by whose they are', async () => {
      const self = await withContacts();
      const number = self.slice(self.lastIndexOf('/') + 1);

      const bo = await ours.get(`${self}/contacts?filter=name$eq:bo`);
      const own = await ours.get(`${self}/contacts?filter=customer.customerNumber$eq:${number}&sort=-name`);

      expect(bo.body.collection).to.have.length(1);
      expect(own.body.collection.map(({ name }: { name: string }) => name)).to.deep.equal(['Lis', 'Bo']);
    });

    it('names contacts and delivery locations of its own, by number or by self', async () => {
      const self = await withContacts();

      const { status, body, text } = await ours.put(self, {
        ...CUSTOMER,
        attention: { customerContactNumber: 1 },
        customerContact: { self: `${self}/contacts/2` },
        defaultDeliveryLocation: { deliveryLocationNumber: 1 },
      });

      expect(status, text).to.equal(200);
      expect(body.attention).to.deep.equal({ customerContactNumber: 1, self: `${self}/contacts/1` });
      expect(body.customerContact.customerContactNumber).to.equal(2);
      expect(body.defaultDeliveryLocation.self).to.equal(`${self}/delivery-locations/1`);
      expect((await ours.get(body.attention.self as string)).status).to.equal(200);
    });

    it("refuses a contact that is not its own, though another customer's has that number", async () => {
      const other = await withContacts();
      const { self } = await made();

      const byNumber = await ours.put(self, { ...CUSTOMER, attention: { customerContactNumber: 1 } });
      const bySelf = await ours.put(self, { ...CUSTOMER, customerContact: { self: `${other}/contacts/1` } });
      const atOnce = await ours.post('/customers', { ...CUSTOMER, attention: { customerContactNumber: 1 } });

      expectRefusal(byNumber, 400, 'E06000');
      expect(byNumber.body.errors[0].additionalData.propertyName).to.equal('attention');
      expectRefusal(bySelf, 400, 'E04500');
      expect(bySelf.body.errors[0].additionalData.propertyName).to.equal('customerContact.self');
      expectRefusal(atOnce, 400, 'E06000');
    });

    it('says of the addresses of another service that they lead nowhere, and nothing of their codes', async () => {
      const elsewhere = 'https://rest.example.com';
      const answer = await ours.post('/customers', {
        ...CUSTOMER,
        countryCode: { code: 'DK', self: `${elsewhere}/country-codes/DK` },
        layout: { self: `${elsewhere}/layouts/1` },
      });

      expectRefusal(answer, 400, 'E04500');
      expect(answer.body.errors.map(({ message }: { message: string }) => message)).to.deep.equal([
        'countryCode.self must be the address of an item of country-codes, or be left out: code is enough.',
        'layout.self must be the address of an item of layouts.',
      ]);
    });

    it('keeps a contact that it names', async () => {
      const self = await withContacts();
      await ours.put(self, { ...CUSTOMER, attention: { customerContactNumber: 1 } });

      const used = await ours.remove(`${self}/contacts/1`);
      expectRefusal(used, 400, 'E10150');
      expect(used.body.additionalData.usedBy.map((by: { self: string }) => by.self)).to.deep.equal([self]);
      await ours.put(self, CUSTOMER);
      expect((await ours.remove(`${self}/contacts/1`)).status).to.equal(204);
    });

    it('goes with its contacts and delivery locations, also with those it names', async () => {
      const plain = await withContacts();
      const naming = await withContacts();
      await ours.put(naming, {
        ...CUSTOMER,
        attention: { customerContactNumber: 1 },
        defaultDeliveryLocation: { deliveryLocationNumber: 1 },
      });
      const number = Number(plain.slice(plain.lastIndexOf('/') + 1));

      expect((await ours.remove(plain)).status).to.equal(204);
      expect((await ours.remove(naming)).status).to.equal(204);

      expectRefusal(await ours.get(plain), 404, 'E06000');
      const anew = await made({ customerNumber: number });
      expect((await ours.get(anew.contacts as string)).body.collection).to.deep.equal([]);
    });

    it('stays whole when something else refers to it (E10150)', async () => {
      const self = await withContacts();
      const customerNumber = Number(self.slice(self.lastIndexOf('/') + 1));
      await ours.put(self, { ...CUSTOMER, attention: { customerContactNumber: 2 } });
      const terms = await ours.post('/payment-terms', {
        name: 'Card',
        paymentTermsType: 'creditcard',
        creditCardCompany: { customerNumber },
      });

      const removed = await ours.remove(self);

      expectRefusal(removed, 400, 'E10150');
      expect(removed.body.message).to.contain('customers');
      expect((await ours.get(self)).body.attention.customerContactNumber).to.equal(2);
      expect((await ours.get(`${self}/contacts`)).body.collection).to.have.length(2);
      expect((await ours.remove(terms.body.self as string)).status).to.equal(204);
      expect((await ours.remove(self)).status).to.equal(204);
    });

    it('leaves no contact behind that is added while it is removed', async () => {
      const customers = await Promise.all(Array.from({ length: 8 }, () => withContacts()));

      const answers = await Promise.all(
        customers.flatMap((self) => [ours.remove(self), ours.post(`${self}/contacts`, { name: 'Late' })]),
      );

      for (const { status } of answers) expect([201, 204, 400, 404, 503]).to.contain(status);
      for (const self of customers) {
        const { status } = await ours.get(self);
        if (status === 200) expect((await ours.remove(self)).status).to.equal(204);
        const anew = await made({ customerNumber: Number(self.slice(self.lastIndexOf('/') + 1)) });
        expect((await ours.get(anew.contacts as string)).body.pagination.results).to.equal(0);
        for (const number of [1, 2, 3]) {
          expectRefusal(await ours.get(`${anew.contacts as string}/${number}`), 404, 'E06000');
        }
        await ours.remove(anew.self as string);
      }
    });

    it('is removed in the state that If-Match names, and in no other', async () => {
      const self = await withContacts();
      const { headers } = await ours.get(self);
      const tag = { 'If-Match': headers.get('etag') ?? '' };
      await ours.put(self, { ...CUSTOMER, name: 'Anders' });

      expectRefusal(await ours.remove(self, tag), 412, 'E05120');
      expect((await ours.get(`${self}/contacts`)).body.collection).to.have.length(2);
    });

    it('needs a currency, a group, payment terms and a VAT zone that are there', async () => {
      const wrongs = [
        { currency: 'XXQ' },
        { customerGroup: { customerGroupNumber: 99 } },
        { paymentTerms: { paymentTermsNumber: 99 } },
        { vatZone: { vatZoneNumber: 99 } },
        { salesPerson: { employeeNumber: 99 } },
        { layout: { layoutNumber: 99 } },
        { paymentType: { paymentTypeNumber: 99 } },
        { countryCode: { code: 'QQ' } },
      ];

      for (const wrong of wrongs) {
        const answer = await ours.post('/customers', { ...CUSTOMER, ...wrong });
        expectRefusal(answer, 400, 'E06000');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal(Object.keys(wrong)[0]);
      }
    });

    it('takes a currency in any case and says its name of payment type', async () => {
      const { currency, paymentType } = await made({
        currency: 'eur',
        paymentType: { paymentTypeNumber: 10 },
      });

      expect(currency).to.equal('EUR');
      expect(paymentType).to.include({ paymentTypeNumber: 10, name: 'IBAN' });
    });

    it('is seen by its own agreement only', async () => {
      const { customerNumber } = await made({ customerNumber: 555_555 });

      expectRefusal(await theirs.get(`/customers/${customerNumber}`), 404, 'E06000');
      expectRefusal(await theirs.get(`/customers/${customerNumber}/contacts`), 404, 'E06000');
    });

    it('are the business of sales; who keeps the books reads them, their groups and booked invoices (D13 as amended)', async () => {
      const { tokens: sales } = await ours.agreement.grant(['Sales']);
      const { tokens: books } = await ours.agreement.grant(['BookKeeping']);
      const ask = (to: string, headers: Record<string, string>, body?: object): Promise<Answered> =>
        running.service.ask(to, { headers, ...(body !== undefined && { method: 'POST', body }) });

      expect((await ask('/customers', sales, CUSTOMER)).status).to.equal(201);
      for (const to of ['/customers', '/customers/1', '/customer-groups', '/v2/invoices/booked']) {
        expect((await ask(to, books)).status, to).to.equal(200);
      }
      expectRefusal(await ask('/customers', books, CUSTOMER), 403, 'E03000');
      expectRefusal(await ask('/v2/invoices/drafts', books), 403, 'E03000');
      for (const to of ['/accounts', '/accounts/1310', '/vat-accounts', '/vat-accounts/S25']) {
        expect((await ask(to, sales)).status, to).to.equal(200);
      }
      expectRefusal(await ask('/accounts', sales, {}), 403, 'E03000');
      const entity = (await ask('/customer-groups/1', sales)).body;
      expect(entity.account.self).to.equal(
        `${running.service.base}/accounts/${entity.account.accountNumber}`,
      );
      expect((await ask('/suppliers', sales)).status).to.equal(200);
      expectRefusal(await ask('/supplier-groups', sales, {}), 403, 'E03000');
      expect((await ask('/suppliers', books)).status).to.equal(200);
      for (const to of ['/employees', '/payment-terms', '/payment-types', '/layouts']) {
        expect((await ask(to, books)).status, to).to.equal(200);
        expect((await ask(to, sales)).status, to).to.equal(200);
      }
    });
  });
}
