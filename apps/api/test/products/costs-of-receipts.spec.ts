import { expect } from 'chai';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { aProduct } from './a-product.js';

const DATE = `${new Date().getUTCFullYear()}-03-03`;

for (const database of await databases()) {
  describe(`goods that cost a cent together, on ${database.name}`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['inventory', 'internationalLedger'] });

    it('cost what their voucher books, also where it has entries of nothing', async () => {
      const product = aProduct({ productNumber: 'CHEAP', productGroup: { productGroupNumber: 1 } });
      expect((await client.post('/products', product)).status).to.equal(201);
      const { body, status, text } = await client.post('/vouchers/drafts/supplier-invoices', {
        date: DATE,
        lines: [
          {
            supplier: { supplierNumber: 1 },
            amount: -0.06,
            currency: 'DKK',
            exchangeRate: 13.5,
            contraAccount: { accountNumber: 1620 },
            contraVatAccount: { vatCode: 'IMP25' },
            product: { productNumber: 'CHEAP' },
            quantity: 12,
          },
        ],
      });
      expect(status, text).to.equal(201);
      const booked = await client.post('/vouchers/booked', { voucherId: body.voucherId, date: DATE });
      expect(booked.status, booked.text).to.equal(201);

      const checks = await running.service.service.database.checkBooks(client.agreement.agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });
  });
}
