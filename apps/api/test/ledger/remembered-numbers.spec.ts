import { expect } from 'chai';
import { anInvoice } from '../sales/an-invoice.js';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { aTransfer, booked, lastYear, type TestYear } from './the-books.js';

/**
 * For how long counters are left alone after another process has raised them
 * too, and items after they were read first.
 */
const QUIET_MS = 1_100;

/**
 * A process that knows its counters gives numbers without asking; another replica may have raised them since.
 */
for (const database of await databases()) {
  describe(`what a replica remembers of numbers on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['dimension', 'internationalLedger'] });
    const { statements, client } = replicaOf(running);
    const other = client(ours);
    let year: TestYear;

    before(async () => {
      year = await lastYear(ours);
    });

    const draft = (by: Client, headers = {}, more = {}): Promise<Answered> =>
      by.post('/vouchers/drafts/finance-vouchers', aTransfer(year.on('05-05'), more), headers);
    const numbersOf = ({ body, text }: Answered): readonly number[] => {
      expect(body.voucherId, text).to.be.a('number');
      return [body.voucherId, body.voucherNumber.voucherNumber, body.lines[0].entryNumber] as number[];
    };
    const after = (numbers: readonly number[], count: number): readonly number[] =>
      numbers.map((number) => number + count);
    /** Until the other replica knows everything that a draft and its booking need. */
    const settled = async (): Promise<void> => {
      for (let time = 0; time < 4; time += 1) {
        expect((await booked(other, aTransfer(year.on('05-05')))).status).to.equal(201);
        if (time === 0) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      }
      statements.length = 0;
    };

    it('spares the asking: a draft is one round trip, and its booking another', async function () {
      await settled();

      expect((await booked(other, aTransfer(year.on('05-05')))).status).to.equal(201);

      if (database.name === 'SQLite') {
        // Nothing is remembered where asking costs no round trip.
        expect(statements.filter((sql) => /^SELECT .* FROM `number_counter`/.test(sql))).not.to.be.empty;
      } else expect(statements, statements.join('\n\n')).to.have.length(2);
    });

    it('goes on after the numbers that another replica has given since', async () => {
      await settled();
      const before = numbersOf(await draft(other));

      expect(numbersOf(await draft(ours))).to.deep.equal(after(before, 1));
      expect(numbersOf(await draft(other))).to.deep.equal(after(before, 2));
      expect(numbersOf(await draft(ours))).to.deep.equal(after(before, 3));
      expect(numbersOf(await draft(other))).to.deep.equal(after(before, 4));
    });

    it('leaves out no number for what was refused after it had been given', async () => {
      await settled();
      const before = numbersOf(await draft(other));
      const [line] = aTransfer('')['lines'] as readonly object[];

      const refused = await draft(
        other,
        {},
        { lines: [{ ...line, department: { departmentNumber: 4711 } }] },
      );

      expectRefusal(refused, 400, 'E06000');
      expect(numbersOf(await draft(other))).to.deep.equal(after(before, 1));
    });

    it('uses up no number for what is asked again under its key, by whichever replica', async () => {
      await settled();
      const key = { 'Idempotency-Key': `again-${Date.now()}` };
      const first = await draft(other, key);

      const again = await Promise.all([draft(other, key), draft(ours, key), draft(other, key)]);

      for (const one of again) expect(one.body).to.deep.equal(first.body);
      expect(numbersOf(await draft(other))).to.deep.equal(after(numbersOf(first), 1));
    });

    it('gives invoices numbers without holes or doubles, whoever books them, vouchers and refusals among them (G3)', async () => {
      await settled();
      const twins = [ours, other] as const;
      const made = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          (twins[index % 2] as Client).post('/v2/invoices/drafts', anInvoice()),
        ),
      );
      const answers = await Promise.all([
        ...made.map(({ body }, index) =>
          (twins[index % 2] as Client).post('/v2/invoices/booked', { id: body.id as number }),
        ),
        ...made.map((_, index) => (twins[index % 2] as Client).post('/v2/invoices/booked', { id: 999_999 })),
        ...twins.map((by) => booked(by, aTransfer(year.on('05-05')))),
      ]);

      const invoices = answers.slice(0, made.length);
      for (const { status, text } of invoices) expect(status, text).to.equal(201);
      for (const of of ['bookedInvoiceNumber', 'voucher.voucherNumber.voucherNumber']) {
        const numbers = invoices.map(({ body }) => memberOf(body, of.split('.'))).sort((a, b) => a - b);
        const first = numbers[0] ?? 0;
        expect(numbers).to.deep.equal(numbers.map((_, index) => first + index));
      }
      const { database: books } = running.service.service;
      const found = await books.checkBooks(ours.agreement.agreementNumber);
      expect(found.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });
  });
}

function memberOf(item: unknown, steps: readonly string[]): number {
  return steps.reduce((at, step) => (at as Record<string, unknown>)[step], item) as number;
}
