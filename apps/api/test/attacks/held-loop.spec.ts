import { expect } from 'chai';
import { anInvoice } from '../sales/an-invoice.js';
import { longestTurnMs } from '../support/longest-turn.js';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';

/*
 * One request, however large it may be, is not to hold the event loop for long: 50 ms on a quiet machine.
 * This process is the client as well. LOOP_MS=50 asks for what is promised; without it
 * the bound is so high that only a request that costs more than it should is found. `LOOP_SAYS=1` prints
 * each figure.
 */
const MOST_MS = Number(process.env['LOOP_MS'] ?? '1000');
const LINES = 1000;
/** As much as a body may be. */
const BODY_BYTES_MAX = 1_048_576;

type Booking = { readonly voucherId: number; readonly date: string };

for (const database of await databases()) {
  describe(`the largest requests on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });

    const held: Record<string, number> = {};
    after(() => {
      if (process.env['LOOP_SAYS'] !== undefined) console.log(database.name, held);
    });
    /** Sends it as bytes that are made before, and takes the answer as text. */
    const send = async (what: string, method: string, path: string, body?: unknown): Promise<string> => {
      const [status, answer] = await sendText(
        what,
        method,
        path,
        body === undefined ? undefined : JSON.stringify(body),
      );
      expect(status, answer.slice(0, 500)).to.be.below(300);
      return answer;
    };
    const sendText = async (
      what: string,
      method: string,
      path: string,
      text?: string,
    ): Promise<readonly [number, string]> => {
      const ask = async (): Promise<readonly [number, string]> => {
        const answer = await fetch(`http://127.0.0.1:${running.service.port}${path}`, {
          method,
          headers: { ...ours.tokens, 'Content-Type': 'application/json' },
          ...(text !== undefined && { body: text }),
        });
        return [answer.status, await answer.text()];
      };
      let answered: readonly [number, string] = [0, ''];
      const took = await longestTurnMs(async () => (answered = await ask()));
      held[what] = Math.round(took);
      expect(took, what).to.be.below(MOST_MS);
      return answered;
    };

    it('that show the service itself hold the event loop for a moment only, when they come first', async () => {
      await send('home', 'GET', '/');
      await send('description', 'GET', '/openapi.json');
      for (const page of ['', '/api', '/api/products', '/guides/vouchers', '/search.json'])
        await send(`docs${page}`, 'GET', `/docs${page}`);
    });

    it('hold the event loop for a moment only', async () => {
      // What is compiled with a first request is no part of what one costs.
      await ours.post('/v2/invoices/drafts', anInvoice());
      const lines = Array.from({ length: LINES }, (_, index) => ({
        product: { productNumber: '1000' },
        description: `Line ${index + 1} `.padEnd(200, 'x'),
      }));
      for (const turn of ['first', 'second']) {
        const draft = await send(`${turn} invoice`, 'POST', '/v2/invoices/drafts', anInvoice({ lines }));
        const { id } = JSON.parse(draft) as { readonly id: number };
        await send(`${turn} invoice read`, 'GET', `/v2/invoices/drafts/${id}`);
        await send(`${turn} invoice booked`, 'POST', '/v2/invoices/booked', { id });
      }
      await send('list of invoices', 'GET', '/v2/invoices/booked?pagesize=1000');
      const year = new Date().getUTCFullYear();
      await send('page of entries', 'GET', `/accounting-years/${year}/entries?pagesize=1000`);
      const filter = Array.from({ length: 50 }, (_, index) => `name$like:a*${index}*`).join('$or:');
      await send('largest filter', 'GET', `/customers?pagesize=1000&filter=${encodeURIComponent(filter)}`);
      const content = { text: 'x'.repeat(65_000) };
      await send('setting', 'PUT', '/app-settings/agreement/large', { settingKey: 'large', content });
    });

    it('for lists of vouchers hold the event loop for a moment only', async () => {
      const drafts = Array.from({ length: 20 }, () => ({
        date: `${new Date().getUTCFullYear()}-01-31`,
        lines: Array.from({ length: LINES }, (_, index) => ({
          account: { accountNumber: 5820 },
          amount: index % 2 === 0 ? 1 : -1,
        })),
      }));
      const text = await send('list of vouchers', 'POST', '/vouchers/drafts/finance-vouchers', drafts);
      const { voucherId, date } = (JSON.parse(text) as readonly Booking[])[0]!;
      await send('list of vouchers booked', 'POST', '/vouchers/booked', [{ voucherId, date }]);
    });

    it('that say nothing which is taken hold the event loop for a moment only', async () => {
      await ours.post('/products', { name: 1 });
      const filled = (item: string): string => {
        const many = Math.floor((BODY_BYTES_MAX - 20) / (item.length + 1));
        return `{"tags":[${Array.from({ length: many }, () => item).join()}]}`;
      };
      const many = [...Array(9).keys()].map((list) => {
        const names = Array.from({ length: 9_000 }, (_, index) => `"k${list}_${index}":1`);
        return `{${names.join()}}`;
      });
      for (const [what, text] of [
        ['numbers beyond a double', filled('1e-400')],
        ['numbers', filled('0.1234567890123456')],
        ['objects', filled('{}')],
        ['lists', filled('[]')],
        ['names', `{"tags":[${many.join()}]}`],
      ] as const) {
        const [status, answer] = await sendText(what, 'POST', '/products', text);
        expect(status, answer.slice(0, 500)).to.equal(400);
      }
    });
  });
}
