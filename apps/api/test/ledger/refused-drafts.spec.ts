import { expect } from 'chai';
import { anInvoice } from '../sales/an-invoice.js';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { aTransfer, lastYear } from './the-books.js';

/** Numbers of drafts may have gaps (D152), but only those of drafts that there were. */
for (const database of await databases()) {
  describe(`a refused draft on ${database.name}`, function () {
    const running = runningService(database);
    const MODULES = { modules: ['dimension', 'internationalLedger'] } as const;
    const nowhere = { department: { departmentNumber: 4711 } };
    const withLine = (date: string, more: object): Record<string, unknown> => {
      const [line, ...lines] = aTransfer('')['lines'] as readonly object[];
      return aTransfer(date, { lines: [{ ...line, ...more }, ...lines] });
    };

    describe('of a series that has no number yet', () => {
      const ours = running.client(MODULES);
      const newcomer = replicaOf(running).client(ours);

      it('takes no number, whichever replica refuses it', async () => {
        const year = await lastYear(ours);
        const path = '/vouchers/drafts/finance-vouchers';
        for (const by of [ours, newcomer, ours]) {
          expectRefusal(await by.post(path, withLine(year.on('05-05'), nowhere)), 400, 'E06000');
        }

        const first = await newcomer.post(path, aTransfer(year.on('05-05')));

        expect(first.status, first.text).to.equal(201);
        expect(first.body.voucherNumber.voucherNumber).to.equal(1);
      });

      it('takes none of the entries’ numbers and none of its own either', async () => {
        const year = await lastYear(ours);
        const path = '/vouchers/drafts/finance-vouchers';
        const before = await ours.post(path, aTransfer(year.on('05-05')));
        for (const by of [ours, newcomer, ours]) {
          expectRefusal(await by.post(path, withLine(year.on('05-05'), nowhere)), 400, 'E06000');
        }

        const after = await newcomer.post(path, aTransfer(year.on('05-05')));

        expect(after.body.voucherId).to.equal(before.body.voucherId + 1);
        expect(after.body.lines[0].entryNumber).to.equal(before.body.lines.at(-1).entryNumber + 1);
      });
    });

    describe('of the first invoice', () => {
      const ours = running.client(MODULES);

      it('takes no number', async () => {
        const more = { layout: { layoutNumber: 4711 } };
        expectRefusal(await ours.post('/v2/invoices/drafts', anInvoice(more)), 400, 'E06000');

        const first = await ours.post('/v2/invoices/drafts', anInvoice());

        expect(first.status, first.text).to.equal(201);
        expect(first.body.id).to.equal(1);
      });
    });
  });
}
