import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { manyCustomers } from '../support/many-customers.js';

const CUSTOMERS = 16_000;
const ASKED = 24;
/**
 * Two are at work when another agreement asks, and some more may be answered while its question is on its way
 * and at work; in one line, nearly all would be.
 */
const ANSWERED_BEFORE = 8;

for (const database of await databases()) {
  describe(`questions that are answered over a whole collection, on ${database.name}`, () => {
    const running = runningService(database, {});
    const many = running.client();
    const quiet = running.client();
    /** What is owed is kept in no row: all customers are read for it. */
    const path = '/customers?sort=-balance&pagesize=1';

    before(async () => {
      await manyCustomers(running.service.databaseUrl, many.agreement.agreementNumber, CUSTOMERS);
      expect((await many.get(path)).status).to.equal(200);
    });

    it('are answered for agreements by turns, however many one of them has asked', async () => {
      let answered = 0;
      const asked = Array.from({ length: ASKED }, async () => {
        const { status, headers } = await many.get(path);
        if (status === 200) answered += 1;
        else expect(headers.get('retry-after'), `with ${status}`).to.match(/^[1-9]\d*$/);
      });
      await Promise.race(asked);
      const before = answered;

      expect((await quiet.get(path)).status).to.equal(200);

      expect(answered - before).to.be.at.most(ANSWERED_BEFORE);
      await Promise.all(asked);
    });
  });
}
