import { expect } from 'chai';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { aTransfer, lastYear } from './the-books.js';

const PARALLEL = 24;

/** A process that knows nothing of the books yet is asked for a lot at once. */
for (const database of await databases()) {
  describe(`the first bookings of a process on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });

    for (const poolSize of [1, 2]) {
      it(`are all answered over ${poolSize} connections, whatever each of them has to find out first`, async () => {
        const year = await lastYear(ours);
        const cold = await running.service.replica({ poolSize });
        const post = (to: string, body: object): Promise<Answered> =>
          cold.ask(to, { method: 'POST', headers: ours.tokens, body });

        const booked = await Promise.all(
          Array.from({ length: PARALLEL }, async (_, index) => {
            // Those that come a little later know what the first ones have found out.
            await new Promise((resolve) => setTimeout(resolve, index));
            const { body } = await post('/vouchers/drafts/finance-vouchers', aTransfer(year.on('07-08')));
            return post('/vouchers/booked', { voucherId: body.voucherId, date: body.date });
          }),
        );

        expect(booked.map(({ status }) => status)).to.deep.equal(Array.from({ length: PARALLEL }, () => 201));
        await cold.stop();
      });
    }
  });
}
