import { expect } from 'chai';
import { insistently } from '@kontor/conformance';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { book, kept, refusedWith } from './booking.js';
import { everyPage } from './the-books.js';

const YEAR = String(new Date().getUTCFullYear());
const BEFORE = String(new Date().getUTCFullYear() - 1);

for (const database of await databases()) {
  describe(`booking in parallel on ${database.name} (G1, G3, G5, G8)`, function () {
    const running = runningService(database);
    const client = running.client();
    const racing = running.client();

    it('gives numbers without gaps or doubles, on two replicas, whatever is rolled back', async () => {
      const replica = await running.service.replica();
      try {
        const { agreementNumber } = client.agreement;
        const bookers = [running.service.service.database, replica.service.database];
        const jobs = Array.from({ length: 120 }, (_, index) => {
          const isOff = index % 10 === 9;
          const date = `${YEAR}-0${(index % 3) + 1}-15`;
          return insistently(() =>
            book(bookers[index % 2] as never, agreementNumber, date, [
              [1310, '2.50'],
              [1610, '1.25'],
              [5810, isOff ? '-3.74' : '-3.75'],
            ]),
          );
        });

        const done = await Promise.all(jobs);

        const booked = done.flatMap((one) => (one._tag === 'Right' ? [one.right] : []));
        expect(booked).to.have.lengthOf(108);
        const numbers = booked.flat().map(({ entryNumber }) => entryNumber);
        expect(numbers.sort((a, b) => a - b)).to.deep.equal(
          Array.from({ length: 324 }, (_, index) => index + 1),
        );
        const entries = await everyPage(client, `/accounting-years/${YEAR}/entries?pagesize=1000`);
        const vouchers = new Set(entries.map(({ voucherNumber }) => voucherNumber as number));
        expect([...vouchers].sort((a, b) => a - b)).to.deep.equal(
          Array.from({ length: 108 }, (_, index) => index + 1),
        );
        expect((await client.get('/accounts/5810')).body.balance).to.equal(-405);
        const checks = await bookers[0]?.checkBooks(agreementNumber);
        expect(checks?.flatMap(({ faults }) => faults)).to.deep.equal([]);
      } finally {
        await replica.stop();
      }
    });

    it('and closing exclude each other: what was booked is carried, what comes late is refused (G8)', async () => {
      const { agreementNumber } = racing.agreement;
      const { database: books } = running.service.service;
      const path = `/accounting-years/${BEFORE}/closing`;
      let booked = 0;
      for (let race = 0; race < 25; race += 1) {
        const bookers = Array.from({ length: 4 }, (_, index) =>
          refusedWith(
            book(books, agreementNumber, `${BEFORE}-${index < 2 ? '12' : '03'}-03`, [
              [1310, '1'],
              [5810, '-1'],
            ]),
          ),
        );
        const [closed, ...refusals] = await Promise.all([racing.post(path, undefined), ...bookers]);

        expect(closed.status, closed.text).to.equal(200);
        booked += refusals.filter((refused) => refused === undefined).length;
        expect(
          refusals.filter((refused) => refused !== undefined && refused !== 'DateNotBookable'),
        ).to.deep.equal([]);
        const total = async (account: number, year: string) =>
          (await racing.get(`/accounts/${account}/accounting-years/${year}/totals`)).body
            .totalInBaseCurrency as number;
        // A closed year shows its income statement as before: what closing posts in it is left out (D17).
        expect([await total(1310, BEFORE), await total(6140, BEFORE)], `race ${race}`).to.deep.equal([
          booked,
          0,
        ]);
        expect([await total(5810, YEAR), await total(6140, YEAR)], `race ${race}`).to.deep.equal([
          0 - booked,
          booked,
        ]);
        expect((await racing.remove(path)).status).to.equal(204);
      }
      const faults = (await books.checkBooks(agreementNumber)).flatMap((checked) => checked.faults);
      expect(faults).to.deep.equal([]);
    });

    it('and removing an account exclude each other (G10)', async () => {
      const { agreementNumber } = client.agreement;
      const { database: books } = running.service.service;
      for (let race = 0; race < 20; race += 1) {
        const accountNumber = 800_000 + race;
        await client.post('/accounts', { accountNumber, name: 'X', accountType: 'status' });
        const [removed, refused] = await Promise.all([
          client.remove(`/accounts/${accountNumber}`),
          refusedWith(
            book(books, agreementNumber, `${YEAR}-05-05`, [
              [accountNumber, '1'],
              [5810, '-1'],
            ]),
          ),
        ]);

        const isThere = (await client.get(`/accounts/${accountNumber}`)).status === 200;
        expect([removed.status, refused], `race ${race}`).to.deep.equal(
          isThere ? [400, undefined] : [204, 'ReferenceMissing'],
        );
      }
      const faults = (await books.checkBooks(agreementNumber)).flatMap((checked) => checked.faults);
      expect(faults).to.deep.equal([]);
    });

    it('keeps an account that was booked on for ever, and its type (D39)', async () => {
      const { agreementNumber } = client.agreement;
      await client.post('/accounts', { accountNumber: 900_001, name: 'Used', accountType: 'status' });
      await kept(
        book(running.service.service.database, agreementNumber, `${YEAR}-05-05`, [
          [900_001, '1'],
          [5810, '-1'],
        ]),
      );

      const removed = await client.remove('/accounts/900001');
      const changed = await client.put('/accounts/900001', { name: 'Used', accountType: 'heading' });

      expect([removed.body.errorCode, changed.body.errorCode]).to.deep.equal(['E10070', 'E10070']);
    });
  });
}
