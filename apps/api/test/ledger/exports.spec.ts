import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { until } from '@kontor/conformance';
import { timestampOf } from '@kontor/kernel';
import { fromPc8 } from '@kontor/ledger';
import { databases } from '../support/service-under-test.js';
import { manyCustomers } from '../support/many-customers.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { book, kept } from './booking.js';
import { aTransfer, booked } from './the-books.js';

const LAST = new Date().getUTCFullYear();
const [YEAR, NEXT] = [String(LAST - 1), String(LAST)];

for (const database of await databases()) {
  describe(`exports on ${database.name} (issue 15)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const large = running.client();
    const oldest = running.client({ modules: ['internationalLedger'] });
    const file = async (
      path: string,
      headers: Readonly<Record<string, string>> = client.agreement.tokens,
    ): Promise<{ text: string; headers: Headers; bytes: Uint8Array }> => {
      const response = await fetch(`http://127.0.0.1:${running.service.port}${path}`, { headers });
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(response.status, Buffer.from(bytes).toString()).to.equal(200);
      return { text: Buffer.from(bytes).toString(), headers: response.headers, bytes };
    };

    const untilRefused = (headers: Readonly<Record<string, string>>): Promise<void> =>
      until(async () => (await running.service.ask('/self', { headers })).status === 401);

    before(async () => {
      const { database: books } = running.service.service;
      const { agreementNumber } = client.agreement;
      await kept(
        book(books, agreementNumber, `${YEAR}-03-03`, [
          [1010, '-1000.10'],
          [5810, '1000.10'],
        ]),
      );
      const sale = {
        date: `${NEXT}-01-20`,
        lines: [
          {
            account: { accountNumber: 5810 },
            amount: 1250,
            contraAccount: { accountNumber: 1010 },
            contraVatAccount: { vatCode: 'S25' },
            text: 'Smörgås "à la carte" {1}',
          },
        ],
      };
      expect((await booked(client, sale)).status).to.equal(201);
    });

    it('are listed, each with its address', async () => {
      const { status, body } = await client.get('/exports');
      expect(status).to.equal(200);
      const names = (body.exports as { name: string; self: string }[]).map(({ name, self }) => [
        name,
        new URL(self).pathname,
      ]);
      expect(names).to.deep.equal([
        ['sie', '/exports/sie'],
        ['hledger', '/exports/hledger'],
        ['csv', '/exports/csv'],
        ['jsonl', '/exports/jsonl'],
      ]);
      expect(new URL(body.self as string).pathname).to.equal('/exports');
    });

    it('give a year as SIE 4, in code page 437, with balances and vouchers', async () => {
      const { bytes, headers } = await file(`/exports/sie?accountingYear=${NEXT}`);
      const text = fromPc8(bytes);
      expect(headers.get('content-type')).to.equal('application/x-sie; charset=ibm437');
      const { agreementNumber } = client.agreement;
      expect(headers.get('content-disposition')).to.equal(
        `attachment; filename="kontor-${agreementNumber}-${NEXT}.se"`,
      );
      const rows = text.split('\r\n');
      expect(rows).to.include('#SIETYP 4').and.to.include('#FORMAT PC8');
      expect(rows).to.include(`#RAR 0 ${NEXT}0101 ${NEXT}1231`);
      expect(rows.filter((row) => /^#(IB|UB|RES) 0 (1010|5810|6230) /.test(row))).to.deep.equal([
        '#RES 0 1010 -1000.00',
        '#IB 0 5810 1000.10',
        '#UB 0 5810 2250.10',
      ]);
      const from = rows.findIndex((row) => row.startsWith('#VER'));
      expect(rows.slice(from, from + 3)).to.deep.equal([
        `#VER FIN 1 ${NEXT}0120 "Smörgås \\"à la carte\\" {1}"`,
        '{',
        `   #TRANS 5810 {} 1250.00 ${NEXT}0120 "Smörgås \\"à la carte\\" {1}"`,
      ]);
    });

    it('give everything as a journal, as CSV and as JSON lines', async () => {
      const journal = await file('/exports/hledger');
      expect(journal.text).to.include(`${YEAR}-03-03 (1) financeVoucher`);
      expect(journal.text).to.match(/1010 .*  -1000\.10 EUR/);
      expect(journal.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
      const csv = (await file('/exports/csv')).text.trim().split('\r\n');
      expect(csv[0]).to.match(/^accountingYear,date,entryNumber,/);
      expect(csv).to.have.length(1 + 2 + 3);
      const lines = (await file('/exports/jsonl')).text.trim().split('\n');
      const names = lines.map((line) => Object.keys(JSON.parse(line) as object)[0]);
      expect(names[0]).to.equal('kontor');
      expect(new Set(names)).to.include.all.keys(
        'accounts',
        'vat-accounts',
        'customers',
        'products',
        'vouchers',
      );
    });

    it('have what is booked on the first day that there is', async () => {
      const asking = await oldest.get('/accounting-years?sort=-fromDate');
      for (const { self } of asking.body.collection) expect((await oldest.remove(self)).status).to.equal(204);
      const year = { fromDate: '0001-01-01', toDate: '0001-12-31' };
      expect((await oldest.post('/accounting-years', year)).status).to.equal(201);
      expect((await booked(oldest, aTransfer('0001-01-01'))).status).to.equal(201);

      for (const name of ['sie', 'hledger', 'csv', 'jsonl'])
        expect((await file(`/exports/${name}`, oldest.agreement.tokens)).text, name).to.match(
          /\b5830\b.*100/,
        );
    });

    it('refuse a year that is not there, and who may not read the books', async () => {
      expectRefusal(await client.get('/exports/sie?accountingYear=1999'), 400, 'E01040');
      const sales = await client.agreement.grant(['Sales']);
      const refused = await running.service.ask('/exports/jsonl', { headers: sales.tokens });
      expect(refused.status).to.equal(403);
    });

    it('leave out what the caller may not read', async () => {
      const { tokens } = await client.agreement.grant(['BookKeeping']);
      const { text } = await file('/exports/jsonl', tokens);
      const names = new Set(
        text
          .trim()
          .split('\n')
          .map((line) => Object.keys(JSON.parse(line) as object)[0]),
      );
      expect(names).to.include('accounts').and.not.to.include('products');
    });

    it('break off soon after the grant has ended', async () => {
      const { agreementNumber } = large.agreement;
      await manyCustomers(running.service.databaseUrl, agreementNumber, 20_000);
      const { tokens, grantNumber } = await large.agreement.grant(['SuperUser']);
      const at = `http://127.0.0.1:${running.service.port}/exports/jsonl`;
      const answer = await new Promise<IncomingMessage>((resolve) => get(at, { headers: tokens }, resolve));
      expect(answer.statusCode).to.equal(200);
      const ended = once(answer, 'end').then(
        () => 'whole',
        (error: unknown) => String(error),
      );
      await once(answer, 'readable');

      await running.service.service.database.studio.grants.revoke(
        agreementNumber,
        grantNumber,
        timestampOf(new Date()),
      );
      await untilRefused(tokens);
      // It is looked at each second: it is read so slowly that this comes before its end.
      const slowly = setInterval(() => void answer.read(), 50);
      const how = await ended;
      clearInterval(slowly);

      expect(how).to.equal('Error: aborted');
    });
  });
}
