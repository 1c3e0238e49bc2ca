import { expect } from 'chai';
import { heldRows, type HeldRows } from '../support/held-rows.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { aTransfer, booked, lastYear } from './the-books.js';

/** An import begins when its worker comes to it, which others may keep busy. */
const COMES_WITHIN_MS = 30_000;

/**
 * What a unit of work has read to decide on still holds when it is written (G8, G13). Another request changes
 * it in between: at a place that is always the same, since somebody else holds the row that the first is
 * about to write. SQLite has one writer, who is alone from his first read on: there both are sent at once.
 */
for (const database of await databases()) {
  describe(`what a decision rests on holds until it is written on ${database.name}`, function () {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const isServer = database.name !== 'SQLite';

    const hold = (table: string, more = ''): Promise<HeldRows> | undefined =>
      isServer
        ? heldRows(
            running.service.databaseUrl,
            `SELECT * FROM \`${table}\` WHERE \`agreement_number\` = ${client.agreement.agreementNumber} ${more}`,
          )
        : undefined;

    /**
     * Sends the first, and the second when the first has come to where it is held; then lets the first go on.
     */
    const inBetween = async (
      held: HeldRows | undefined,
      first: () => Promise<Answered>,
      second: () => Promise<Answered>,
    ): Promise<readonly [Answered, Answered]> => {
      const sent = first();
      let other: Promise<Answered> | undefined;
      try {
        await held?.waitedForBy(1, COMES_WITHIN_MS).catch(async (error: unknown) => {
          // Whoever comes now must not wait for ever.
          await held.release();
          throw new Error(`${String(error)} ${(await sent).text}`);
        });
        other = second();
        // It may be done by now, or wait for the first in its turn.
        await Promise.race([other, held?.waitedForBy(2).catch(() => undefined)]);
      } finally {
        await held?.release();
      }
      return Promise.all([sent, other]);
    };
    const faults = async (): Promise<readonly string[]> =>
      (await running.service.service.database.checkBooks(client.agreement.agreementNumber)).flatMap(
        ({ faults }) => faults,
      );

    describe('a draft and', () => {
      /** The year that may be closed next, and one that may be removed. */
      let toClose: string;
      const toRemove = String(new Date().getUTCFullYear() + 1);
      const voucherIn = (year: string): Promise<Answered> =>
        client.post('/vouchers/drafts/finance-vouchers', aTransfer(`${year}-05-05`));
      const close = (): Promise<Answered> => client.post(`/accounting-years/${toClose}/closing`, undefined);
      const remove = (): Promise<Answered> => client.remove(`/accounting-years/${toRemove}`);
      const periodOf = (year: string) => `AND \`year_folded\` = '${year}'`;

      before(async () => {
        const years = (await client.get('/accounting-years?sort=fromDate')).body.collection as {
          year: string;
        }[];
        toClose = (years[0] as { year: string }).year;
      });
      beforeEach(async () => {
        await client.post('/accounting-years', {
          fromDate: `${toRemove}-01-01`,
          toDate: `${toRemove}-12-31`,
        });
        // The service knows the posting facts and its numbers: nothing is read any
        // more that could tell of the other.
        for (const year of [toClose, toRemove, toClose, toRemove]) {
          await client.remove((await voucherIn(year)).body.self as string);
        }
      });
      afterEach(async () => {
        await client.remove(`/accounting-years/${toClose}/closing`);
        const { body } = await client.get('/vouchers/drafts?pagesize=100');
        for (const { self } of body.collection as { self: string }[]) await client.remove(self);
      });

      it(`the closing of its year exclude each other, when the closing has looked for drafts (D16)`, async () => {
        const held = await hold('period', periodOf(toClose));
        const [closing, drafting] = await inBetween(held, close, () => voucherIn(toClose));
        await expectOne(drafting, closing, 200);
      });

      it(`the closing of its year exclude each other, when the closing is all but done (D155)`, async () => {
        const held = await hold('accounting_year', `AND \`year\` = '${toClose}'`);
        const [closing, drafting] = await inBetween(held, close, () => voucherIn(toClose));
        await expectOne(drafting, closing, 200);
      });

      it(`the removal of its year exclude each other (D148)`, async () => {
        const held = await hold('period', periodOf(toRemove));
        const [removal, drafting] = await inBetween(held, remove, () => voucherIn(toRemove));
        await expectOne(drafting, removal, 204);
      });

      /** Either there is a draft, or the year is closed or gone. */
      async function expectOne(drafting: Answered, other: Answered, done: number): Promise<void> {
        const both = `${drafting.status} ${drafting.text}\n${other.status} ${other.text}`;
        expect([drafting.status === 201, other.status === done], both).to.have.members([true, false]);
        if (drafting.status !== 201) expectRefusal(drafting, 400, 'E10080');
        expect(await faults()).to.deep.equal([]);
      }
    });

    for (const knows of ['has just read', 'remembers'] as const) {
      it(`nothing is booked or drafted on an account that was barred meanwhile, which a replica ${knows} (D27)`, async () => {
        const account = knows === 'remembers' ? 9803 : 9802;
        const year = await lastYear(client);
        const onto = aTransfer(year.on('08-08'), {
          lines: [
            { account: { accountNumber: account }, amount: 1 },
            { account: { accountNumber: 5810 }, amount: -1 },
          ],
        });
        const keep = (barred: boolean): Promise<Answered> =>
          client.put(`/accounts/${account}`, { name: 'x', accountType: 'status', barred });
        await keep(false);
        await booked(client, onto);
        const drafts = [
          await client.post('/vouchers/drafts/finance-vouchers', onto),
          await client.post('/vouchers/drafts/finance-vouchers', onto),
        ];
        const [first, other] = drafts.map(({ body }) => ({ voucherId: body.voucherId, date: body.date }));
        // A replica that has booked nothing yet reads what it books on.
        const fresh = await running.service.replica();
        const ask = (path: string, body: unknown): Promise<Answered> =>
          fresh.ask(path, { method: 'POST', headers: client.agreement.tokens, body });
        try {
          if (knows === 'remembers')
            for (let time = 0; time < 2; time += 1) await ask('/vouchers/booked', other);
          // Rows that barring leaves alone, before the count of events, which both raise.
          for (const [path, body, table] of [
            ['/vouchers/booked', first, 'period'],
            ['/vouchers/drafts/finance-vouchers', onto, 'number_counter'],
          ] as const) {
            const held = await hold(table);
            const [writing, barring] = await inBetween(
              held,
              () => ask(path, body),
              () => keep(true),
            );

            expect(barring.status, barring.text).to.equal(200);
            if (isServer) expectRefusal(writing, 400, 'E10090');
            await keep(false);
          }
        } finally {
          await fresh.stop();
        }
        expect(await faults()).to.deep.equal([]);
      });
    }

    describe('an import, which has looked for all items of its lines, and', () => {
      /** The import when it is over. */
      const imported = async (type: 'ndjson' | 'sie', ...lines: readonly string[]): Promise<Answered> => {
        const response = await fetch(`http://127.0.0.1:${running.service.port}/imports`, {
          method: 'POST',
          headers: { ...client.tokens, 'Content-Type': `application/x-${type}` },
          body: lines.join('\n'),
        });
        expect(response.status, await response.text()).to.equal(201);
        const self = response.headers.get('location') ?? '';
        for (;;) {
          const read = await client.get(self);
          if (read.body.status !== 'running') return read;
          await new Promise((go) => setTimeout(go, 20));
        }
      };

      for (const [collection, table, key] of [
        ['units', 'unit', 'unitNumber'],
        ['employees', 'employee', 'employeeNumber'],
      ] as const) {
        const [there, other] = [71, 72];
        const item = (number: number, name: string): object => ({ [key]: number, name });
        const line = (number: number): string => JSON.stringify({ [collection]: item(number, 'file') });
        const names = (): Promise<readonly unknown[]> =>
          Promise.all(
            [there, other].map(async (number) => (await client.get(`/${collection}/${number}`)).body['name']),
          );

        it(`the removal of one of its ${collection} leave none out`, async () => {
          await client.post(`/${collection}`, item(there, 'here'));
          const held = await hold(table, `AND \`${table}_number\` = ${there}`);
          const [removal, bringing] = await inBetween(
            held,
            () => client.remove(`/${collection}/${there}`),
            () => imported('ndjson', line(there)),
          );

          expect(removal.status).to.equal(204);
          expect(bringing.body).to.include({ status: 'finished', refused: 0 });
          expect((await names())[0]).to.equal('file');
        });

        it(`somebody who makes one of its ${collection} leave none out`, async () => {
          await client.post(`/${collection}`, item(there, 'here'));
          await client.remove(`/${collection}/${other}`);
          const held = await hold(table, `AND \`${table}_number\` = ${there}`);
          const [bringing, making] = await inBetween(
            held,
            () => imported('ndjson', line(there), line(other)),
            () => client.post(`/${collection}`, item(other, 'here')),
          );

          if (isServer) expect(making.status, making.text).to.equal(201);
          expect(bringing.body).to.include({ status: 'finished', refused: 0 });
          expect(await names()).to.deep.equal(['file', 'file']);
        });
      }

      it('the removal of an account that it leaves as it is do not end without the account', async () => {
        const account = '/accounts/9804';
        const { year, on } = await lastYear(client);
        const day = on('08-08').replaceAll('-', '');
        const head = ['#FLAGGA 0', '#SIETYP 4', '#VALUTA EUR', `#RAR 0 ${year}0101 ${year}1231`];
        const lines = [
          '#KONTO 9804 "x"',
          `#VER A 1 ${day}`,
          '{',
          '#TRANS 5810 {} 1',
          '#TRANS 1010 {} -1',
          '}',
        ];
        await client.put(account, { name: 'x', accountType: 'status' });
        const held = await hold('period');
        const [bringing, removal] = await inBetween(
          held,
          () => imported('sie', ...head, ...lines),
          () => client.remove(account),
        );

        expect(bringing.body, bringing.text).to.include({ status: 'finished', refused: 0 });
        expect(removal.status, removal.text).to.equal(204);
        // On SQLite one of them has ended before the other began.
        if (isServer) expect((await client.get(account)).status).to.equal(200);
        expect(await faults()).to.deep.equal([]);
      });
    });
  });
}
