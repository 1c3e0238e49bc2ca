import { expect } from 'chai';
import { PAGE_BYTES_MAX } from '@kontor/kernel';
import { anInvoice } from '../sales/an-invoice.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

/*
 * One document may be as large as a body, and a page may have a thousand of them: 150 drafts of 1,000 lines
 * ended a process of 256 MB with one request.
 */
const BODY_BYTES = 1_000_000;
const DRAFTS = Math.ceil(PAGE_BYTES_MAX / BODY_BYTES) + 1;

for (const database of await databases()) {
  describe(`a page of large documents on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();

    it('is refused before it is read, and smaller pages of the same are answered', async () => {
      const lines = Array.from({ length: 1_000 }, () => ({
        product: { productNumber: '1000' },
        description: 'x'.repeat(BODY_BYTES / 1_000 - 50),
      }));
      for (let draft = 0; draft < DRAFTS; draft += 1) {
        const { status, text } = await ours.post('/v2/invoices/drafts', anInvoice({ lines }));
        expect(status, text.slice(0, 300)).to.equal(201);
      }

      for (const query of ['pagesize=1000', 'pagesize=21&sort=-date', 'pagesize=1000&filter=id$gt:0']) {
        const refused = await ours.get(`/v2/invoices/drafts?${query}`);
        expectRefusal(refused, 400);
        expect(refused.body.developerHint).to.contain('pagesize');
      }
      const small = await ours.get('/v2/invoices/drafts?pagesize=3');
      expect(small.status).to.equal(200);
      expect(small.body.collection).to.have.length(3);
      expect(small.body.pagination.results).to.equal(DRAFTS);
    });
  });
}
