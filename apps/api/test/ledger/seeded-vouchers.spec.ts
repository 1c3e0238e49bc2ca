import { expect } from 'chai';
import { seedEntries } from '../../src/seed/standard-years.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';

const ENTRIES = 120;

type Row = Answered['body'];

function grouped<K>(rows: readonly Row[], by: (row: Row) => K): Map<K, Row[]> {
  const groups = new Map<K, Row[]>();
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row]);
  return groups;
}

for (const database of await databases()) {
  describe(`seeded entries on ${database.name} (kontor sandbox --seed-entries)`, function () {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const another = running.client();

    before(async () => {
      const { agreementNumber } = client.agreement;
      await seedEntries(running.service.service.database, {
        agreementNumber,
        entries: ENTRIES,
        now: new Date(),
      });
    });

    it('leave room for others after each transaction where all share one writer, and only there', async () => {
      const { agreementNumber } = another.agreement;
      let [transactions, pauses] = [0, 0];
      await seedEntries(running.service.service.database, {
        agreementNumber,
        entries: 600,
        now: new Date(),
        onProgress: () => (transactions += 1),
        pause: () => Promise.resolve((pauses += 1)),
      });
      expect(transactions).to.be.above(1);
      expect(pauses).to.equal(database.name.startsWith('SQLite') ? transactions : 0);
    });

    it('stand in booked vouchers, each with its entries as lines', async () => {
      const { body } = await client.get('/entries?pagesize=1000');
      const entries = body.collection as readonly Row[];
      expect(entries).to.have.lengthOf(ENTRIES);
      const byVoucher = grouped(entries, ({ voucher }) => voucher.voucherId as number);
      const listed = (await client.get('/vouchers/booked?pagesize=1000')).body.collection as readonly Row[];
      expect(listed.map(({ voucherId }) => voucherId as number).sort((a, b) => a - b)).to.deep.equal(
        [...byVoucher.keys()].sort((a, b) => a - b),
      );

      for (const voucher of listed) {
        const own = byVoucher.get(voucher['voucherId'] as number) ?? [];
        expect(voucher['booked']).to.equal(true);
        expect(voucher['date']).to.equal(own[0]?.['date']);
        expect(voucher['voucherType']).to.equal(own[0]?.['entryType']);
        expect(voucher['voucherNumber'].displayVoucherNumber).to.equal(
          own[0]?.['voucher'].displayVoucherNumber,
        );
      }
      const [entry] = entries as [Row];
      const traced = await client.get(new URL(entry['voucher'].self as string).pathname);
      expect(traced.status).to.equal(200);
      const own = byVoucher.get(entry['voucher'].voucherId as number) ?? [];
      expect(traced.body.lines.map((line: Row) => line['amount'])).to.deep.equal(
        own.map(({ amount }) => amount as number),
      );
    });

    it('are numbered without a hole in each series, and leave the books right', async () => {
      const { body } = await client.get('/vouchers/booked?pagesize=1000');
      const bySeries = grouped(body.collection as readonly Row[], ({ voucherNumber, date }) =>
        [voucherNumber.prefix, String(date).slice(0, 4)].join(),
      );
      for (const [series, vouchers] of bySeries) {
        const numbers = vouchers.map(({ voucherNumber }) => voucherNumber.voucherNumber as number);
        expect(
          numbers.sort((a, b) => a - b),
          series,
        ).to.deep.equal(numbers.map((_, index) => index + 1));
      }
      const checks = await running.service.service.database.checkBooks(client.agreement.agreementNumber);
      expect(checks.filter(({ faults }) => faults.length > 0)).to.deep.equal([]);
    });
  });
}
