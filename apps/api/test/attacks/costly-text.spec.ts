import { expect } from 'chai';
import { databases, type Answered } from '../support/service-under-test.js';
import { rawExchange } from '../support/raw-socket.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { aProduct } from '../products/a-product.js';
import { anInvoice } from '../sales/an-invoice.js';

/*
 * Texts that were made to take long to read. What they take is measured in processor time, of this
 * process, which the service runs in: that does not depend on what else the machine does. No database
 * takes part, so the embedded one does for all.
 */
const [database] = await databases();

/** Several times what any request here needs, and a small part of what each of these attacks took. */
const MOST_MS = 400;
/** Of one body. */
const BODY_VALUES_MAX = 100_000;

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('a text that was made to take long to read', () => {
  const running = runningService(database!);

  for (const { what, line } of [
    { what: 'spaces', line: `GET /${' '.repeat(60_000)}` },
    { what: 'spaces, and no end of the line', line: `GET /${' '.repeat(60_000)}x` },
    { what: 'letters beyond ASCII', line: `GET /a b${'ä'.repeat(25_000)}` },
    { what: 'versions of HTTP', line: `GET /${' HTTP/1.1'.repeat(6_500)}` },
  ]) {
    it(`is refused at once as an address: ${what}`, async () => {
      let status = 0;
      const spent = await processorMs(async () => {
        ({ status } = await rawExchange(running.service.port, `${line}\r\nHost: x\r\n\r\n`, {
          waitMs: 60_000,
        }));
      });

      expect(status).to.be.oneOf([400, 431]);
      expect(spent).to.be.lessThan(MOST_MS);
    }).timeout(90_000);
  }

  describe('is refused at once as a number', () => {
    const ours = running.client();
    const product = aProduct();
    // What is loaded and compiled with a first request is no part of what one costs.
    before(() => ours.post('/products', aProduct({ salesPrice: 1.5 })));
    const priced = (price: string): string =>
      JSON.stringify(product).replace(/}$/, `,"salesPrice":${price}}`);

    for (const { what, price, code = 'E04740' } of [
      { what: '80,000 zeros before the last digit', price: `1.${'0'.repeat(80_000)}1` },
      { what: '80,000 zeros before the point', price: `1${'0'.repeat(80_000)}.5`, code: 'E00500' },
      { what: 'a million digits', price: '7'.repeat(1_000_000), code: 'E00500' },
      { what: 'an exponent beyond all bounds', price: '1e99999999', code: 'E00500' },
      { what: 'an exponent of 80,000 digits', price: `1e-${'9'.repeat(80_000)}` },
    ]) {
      it(`${what}, and its member is named`, async () => {
        let answer: Answered | undefined;
        const spent = await processorMs(async () => (answer = await ours.post('/products', priced(price))));

        expectRefusal(answer!, 400, code);
        expect(answer!.body.errors).to.have.length(1);
        expect(answer!.body.errors[0].message).to.contain('salesPrice');
        expect(spent).to.be.lessThan(MOST_MS);
      }).timeout(120_000);
    }

    for (const number of ['1e-399', '1e399', '1e-99999', '-0.1e+301']) {
      it(`${number}, as often as a body may have values`, async () => {
        const many = Array.from({ length: BODY_VALUES_MAX - 100 }, () => number).join();
        let answer: Answered | undefined;
        const spent = await processorMs(
          async () =>
            (answer = await ours.post(
              '/products',
              JSON.stringify(product).replace(/}$/, `,"tags":[${many}]}`),
            )),
        );

        expectRefusal(answer!, 400, 'E00500');
        expect(answer!.body.errors[0].message).to.contain('tags');
        expect(spent).to.be.lessThan(MOST_MS);
      }).timeout(240_000);
    }

    it('takes what reads back as it was written, with zeros that say nothing', async () => {
      const { status, body, text } = await ours.post('/products', priced(`12.5${'0'.repeat(60)}`));

      expect(status, text).to.equal(201);
      expect(body.salesPrice).to.equal(12.5);
    });
  });

  describe('is told what is wrong with it', () => {
    const ours = running.client();

    it('where it has more values than a body may', async () => {
      const lines = Array.from({ length: BODY_VALUES_MAX }, () => ({}));
      const answer = await ours.post('/v2/invoices/drafts', { lines });

      expectRefusal(answer, 400, 'E00500');
      expect(answer.body.message).to.contain('more than 100000 values');
    });

    it('a hundred times at most, and how often it is', async () => {
      const lines = Array.from({ length: 900 }, () => ({ lineNumber: 'first', quantity: 'many' }));
      const answer = await ours.post('/v2/invoices/drafts', anInvoice({ lines }));

      expectRefusal(answer, 400, 'E00500');
      expect(answer.body.errors).to.have.length(100);
      expect(answer.body.errors[0].message).to.contain('lines[0].lineNumber');
      expect(answer.body.developerHint).to.contain('The first 100 of 1800 errors');
    });

    it('at once, where it calls many members by other names', async () => {
      const line = { description: 5, vatAccount: { vatCode: 'S25' } };
      const lines = Array.from({ length: 1_000 }, () => line);
      let answer: Answered | undefined;
      const spent = await processorMs(
        async () => (answer = await ours.post('/v2/invoices/drafts', anInvoice({ lines }))),
      );

      expectRefusal(answer!, 400, 'E00500');
      expect(answer!.body.errors).to.have.length(100);
      expect(spent).to.be.lessThan(MOST_MS);
    }).timeout(60_000);
  });
});
