import { expect } from 'chai';
import fc from 'fast-check';
import { booked } from '../sales/an-invoice.js';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { tamperedWith } from '../support/tampering.js';
import { whileReading } from '../support/while-reading.js';
import { YEAR, bookedPost, draftOf, leftOf, matchedAgainAndAgain, type Named } from './posts.js';

type Post = { readonly remainder: number; readonly remainderInBaseCurrency: number };
type Entry = {
  readonly account: { readonly accountNumber: number };
  readonly amountInBaseCurrency: number;
  readonly voucher?: { readonly voucherId: number };
};

const LEDGER = { modules: ['internationalLedger'] } as const;

const LINE = { customer: { customerNumber: 1 }, amount: -1, contraAccount: { accountNumber: 5820 } } as const;

async function openOf(client: Client, of = 'customers/1'): Promise<readonly Post[]> {
  const { status, body, text } = await client.get(`/${of}/open-posts?pagesize=1000`);
  expect(status, text).to.equal(200);
  return body.collection as readonly Post[];
}

/** What is open of a customer in base currency, in cents. */
function centsOpen(posts: readonly Post[]): number {
  return posts.reduce(
    (sum, { remainderInBaseCurrency }) => sum + Math.round(remainderInBaseCurrency * 100),
    0,
  );
}

async function entriesOf(client: Client, voucherId: number): Promise<readonly (readonly [number, number])[]> {
  const { body } = await client.get(`/accounting-years/${YEAR}/entries?pagesize=1000`);
  return (body.collection as readonly Entry[])
    .filter(({ voucher }) => voucher?.voucherId === voucherId)
    .map(({ account, amountInBaseCurrency }) => [account.accountNumber, amountInBaseCurrency]);
}

for (const database of await databases()) {
  describe(`open posts on ${database.name} (amendment "Open posts")`, function () {
    const running = runningService(database);
    const ours = running.client(LEDGER);
    const sellers = running.client({ ...LEDGER, roles: ['Sales'] });
    const abroad = running.client(LEDGER);
    const refused = running.client(LEDGER);
    const paying = running.client(LEDGER);
    const rushed = running.client(LEDGER);
    const closed = running.client(LEDGER);
    const busy = running.client(LEDGER);
    const replica = replicaOf(running);
    const faultsOf = async ({ agreement }: Client) =>
      (await running.service.service.database.checkBooks(agreement.agreementNumber)).flatMap(
        ({ faults }) => faults,
      );

    it('lower what is left of invoice, voucher and payment, and raise it again', async () => {
      const invoice = await booked(ours, { lines: [{ product: { productNumber: '1000' }, quantity: 2 }] });
      const payment = await bookedPost(ours, 'payment', { amount: -50 });
      const { voucherId } = invoice.voucher;
      const all = await ours.get(`/open-posts?filter=voucher.voucherId$eq:${voucherId}`);
      const [post] = all.body.collection;
      expect(post).to.deep.include({
        entryType: 'customerInvoice',
        amount: 197.5,
        remainder: 197.5,
        dueDate: invoice.dueDate,
        currency: 'EUR',
      });
      expect((await ours.get(post.voucher.self)).status).to.equal(200);

      const { status, body, headers, text } = await ours.post('/matches', {
        posts: [{ voucherId, entryNumber: post.entryNumber }, payment],
      });

      expect(status, text).to.equal(201);
      expect(body).to.deep.include({
        customer: { customerNumber: 1, self: body.customer.self },
        currency: 'EUR',
      });
      expect(body.posts.map(({ amount }: { readonly amount: number }) => amount)).to.deep.equal([50, 50]);
      expect((await ours.get(headers.get('location') as string)).body).to.deep.include({ posts: body.posts });
      const shown = async () => [
        (await ours.get(invoice.self)).body.remainder,
        (await ours.get(`/vouchers/${voucherId}`)).body.remainder,
        await leftOf(ours, post),
        await leftOf(ours, payment),
      ];
      expect(await shown()).to.deep.equal([147.5, 147.5, 147.5, 0]);
      expect((await openOf(ours)).map(({ remainder }) => remainder)).to.deep.equal([147.5]);
      const open = await ours.get('/v2/invoices/booked?filter=remainder$gt:147$and:remainder$lt:148');
      expect(open.body.collection).to.have.length(1);

      const { metaData } = (await ours.get(body.self)).body;
      expect((await ours.remove(metaData.unmatch.href)).status).to.equal(204);

      expect(await shown()).to.deep.equal([197.5, 197.5, 197.5, -50]);
      expectRefusal(await ours.get(body.self), 404, 'E06000');
      expect(await faultsOf(ours)).to.deep.equal([]);
    });

    it('lead to their matching where they are listed, for who may match', async () => {
      const { body } = await ours.get('/matches');

      for (const path of ['/open-posts', '/customers/1/open-posts', '/suppliers/1/open-posts']) {
        const { metaData } = (await ours.get(path)).body;
        expect(metaData.match, path).to.deep.equal(body.metaData.match);
        expect((await sellers.get(path)).body.metaData, path).not.to.have.property('match');
      }
    });

    it('stay as they are when their year is closed and opened again, matched or not', async () => {
      const before = `${YEAR - 1}-03-31`;
      const closing = `/accounting-years/${YEAR - 1}/closing`;
      const sold = await bookedPost(closed, 'invoice', { amount: 100 }, before);
      const paid = await bookedPost(closed, 'payment', { amount: -60 }, before);
      const later = await bookedPost(closed, 'payment', { amount: -30 });
      const left = async () => [
        await leftOf(closed, sold),
        await leftOf(closed, paid),
        await leftOf(closed, later),
        (await closed.get(`/vouchers/${sold.voucherId}`)).body.remainder,
      ];
      expect((await closed.post('/matches', { posts: [sold, paid] })).status).to.equal(201);

      expect((await closed.post(closing, undefined)).status).to.equal(200);
      expect(await left()).to.deep.equal([40, 0, -30, 40]);
      // What posts nothing works in closed years too.
      const match = await closed.post('/matches', { posts: [sold, later] });
      expect(match.status, match.text).to.equal(201);
      expect(await left()).to.deep.equal([10, 0, 0, 10]);
      expect(centsOpen(await openOf(closed))).to.equal(1000);
      expect((await closed.remove(match.body.self)).status).to.equal(204);
      expect((await closed.remove(closing)).status).to.equal(204);

      expect(await left()).to.deep.equal([40, 0, -30, 40]);
      expect(await faultsOf(closed)).to.deep.equal([]);
    });

    it('post a difference of exchange to its own account, to the cent, and take it back', async () => {
      const sold = await bookedPost(abroad, 'invoice', { amount: 100, currency: 'USD', exchangeRate: 90 });
      const paid = await bookedPost(
        abroad,
        'payment',
        { amount: -50, currency: 'USD', exchangeRate: 92.15 },
        `${YEAR}-04-15`,
      );

      const { status, body, text } = await abroad.post('/matches', { posts: [sold, paid] });

      expect(status, text).to.equal(201);
      // 50 USD were worth 45.00 when they were billed and 46.08 when they were paid: a gain of 1.08.
      expect(body).to.deep.include({ date: `${YEAR}-04-15`, difference: -1.08 });
      expect(await entriesOf(abroad, body.differenceVoucher.voucherId)).to.deep.equal([
        [5710, 1.08],
        [2340, -1.08],
      ]);
      expect((await abroad.get(body.differenceVoucher.self)).body).to.include({ remainder: 0, booked: true });
      const [left] = await openOf(abroad);
      expect(left).to.include({ remainder: 50, remainderInBaseCurrency: 45 });
      expect((await abroad.get('/customers/1')).body.balance).to.equal(45);

      expect((await abroad.remove(body.self)).status).to.equal(204);

      expect((await abroad.get('/customers/1')).body.balance).to.equal(43.92);
      expect(centsOpen(await openOf(abroad))).to.equal(4392);
      expect(await faultsOf(abroad)).to.deep.equal([]);
    });

    it('offer to take a match back while what it has posted can be posted back (amendment "15, metaData")', async () => {
      const before = `${YEAR - 1}-04-15`;
      const closing = `/accounting-years/${YEAR - 1}/closing`;
      const usd = { currency: 'USD', exchangeRate: 90 };
      const sold = await bookedPost(closed, 'invoice', { ...usd, amount: 100, customer: 6 }, before);
      const paid = await bookedPost(closed, 'payment', { ...usd, amount: -60, customer: 6 }, before);
      const dearer = { ...usd, exchangeRate: 95, amount: -40, customer: 6 };
      const differs = await bookedPost(closed, 'payment', dearer, before);
      const { body: even } = await closed.post('/matches', { posts: [sold, paid] });
      const { body: uneven } = await closed.post('/matches', { posts: [sold, differs] });
      const offered = async () => [
        'unmatch' in ((await closed.get(even.self)).body.metaData ?? {}),
        'unmatch' in ((await closed.get(uneven.self)).body.metaData ?? {}),
      ];
      expect(await offered()).to.deep.equal([true, true]);

      expect((await closed.post(closing, undefined)).status).to.equal(200);

      expect(await offered()).to.deep.equal([true, false]);
      expectRefusal(await closed.remove(uneven.self), 400, 'E10080');
      expect((await closed.remove(closing)).status).to.equal(204);
      expect(await offered()).to.deep.equal([true, true]);
      for (const { self } of [even, uneven]) expect((await closed.remove(self)).status).to.equal(204);
    });

    it('leave of a voucher with two currencies what is left of both in the base currency', async () => {
      const line = { customer: { customerNumber: 1 }, contraAccount: { accountNumber: 1010 } };
      const drafted = await abroad.post('/vouchers/drafts/customer-invoices', {
        date: `${YEAR}-05-01`,
        lines: [
          { ...line, amount: 100, currency: 'EUR' },
          { ...line, amount: 10, currency: 'USD', exchangeRate: 90 },
        ],
      });
      const { voucherId, date } = drafted.body;
      const sold = await abroad.post('/vouchers/booked', { voucherId, date });
      expect(sold.status, sold.text).to.equal(201);
      expect(sold.body).to.include({ remainder: 109, remainderInDefaultCurrency: 109 });
      const posts = await abroad.get(
        `/open-posts?filter=voucher.voucherId$eq:${voucherId}$and:currency$eq:USD`,
      );
      const { entryNumber } = posts.body.collection[0];
      const paid = await bookedPost(abroad, 'payment', { amount: -10, currency: 'USD', exchangeRate: 90 });

      const { status, text } = await abroad.post('/matches', { posts: [{ voucherId, entryNumber }, paid] });

      expect(status, text).to.equal(201);
      const { body } = await abroad.get(`/vouchers/${voucherId}`);
      expect(body).to.include({ remainder: 100, remainderInDefaultCurrency: 100 });

      const { body: match } = await abroad.get('/matches?sort=-matchNumber&pagesize=1');
      expect((await abroad.remove(match.collection[0].self as string)).status).to.equal(204);
      const back = await abroad.post(`/vouchers/booked/${voucherId}/reversal`, { date });
      expect(back.status, back.text).to.equal(201);
      const { remainder } = (await abroad.get(back.body.self as string)).body;
      expect([remainder, await faultsOf(abroad)]).to.deep.equal([0, []]);
    });

    it('post what rounding leaves over to rounding differences', async () => {
      const supplier = { supplier: 1, currency: 'USD', exchangeRate: 92.15 };
      const bill = await bookedPost(abroad, 'invoice', { ...supplier, amount: -0.1 });
      const half = await bookedPost(abroad, 'payment', { ...supplier, amount: 0.05 });
      const rest = await bookedPost(abroad, 'payment', { ...supplier, amount: 0.05 });

      const { status, body, text } = await abroad.post('/matches', { posts: [bill, half, rest] });

      expect(status, text).to.equal(201);
      // -0.09 against 0.05 and 0.05.
      expect(body).to.deep.include({ difference: 0.01 });
      expect(await entriesOf(abroad, body.differenceVoucher.voucherId)).to.deep.equal([
        [6410, -0.01],
        [2350, 0.01],
      ]);
      expect(await openOf(abroad, 'suppliers/1')).to.deep.equal([]);
      expect(await faultsOf(abroad)).to.deep.equal([]);
    });

    it('are refused where they do not agree', async () => {
      const sold = await bookedPost(refused, 'invoice', { amount: 100 });
      const paid = await bookedPost(refused, 'payment', { amount: -60 });
      const other = await bookedPost(refused, 'payment', { amount: -60, customer: 2 });
      const dollars = await bookedPost(refused, 'payment', {
        amount: -60,
        currency: 'USD',
        exchangeRate: 90,
      });
      const refusal = async (...posts: readonly object[]) => refused.post('/matches', { posts });

      for (const posts of [
        [],
        [sold],
        [sold, other],
        [sold, dollars],
        [sold, { ...paid, amount: 61 }],
        [{ ...sold, amount: 70 }, paid],
        [
          { ...sold, amount: 50 },
          { ...paid, amount: 60 },
        ],
        [sold, { ...paid, amount: 0 }],
        [sold, { ...paid, amount: -1 }],
      ]) {
        expectRefusal(await refusal(...posts), 400, 'E10220');
      }
      expectRefusal(await refusal(sold, paid, paid), 400, 'E10210');
      const above = await refusal({ ...sold, amount: 70 }, { ...paid, amount: 70 });
      expect(above.body.message).to.contain('posts[1].amount must be at most what is open: 60');
      expectRefusal(await refusal(sold, { ...paid, voucherId: sold.voucherId }), 400, 'E06000');
      expectRefusal(await refused.get('/customers/999999/open-posts'), 404, 'E06000');
      expect(await leftOf(refused, sold)).to.equal(100);

      expect((await refusal(sold, paid)).status).to.equal(201);
      expectRefusal(await refusal(sold, paid), 400, 'E10220');
    });

    it('are matched by the payment that names what it pays', async () => {
      const invoice = await booked(paying, { lines: [{ product: { productNumber: '1000' }, quantity: 2 }] });
      const { bookedInvoiceNumber } = invoice;
      const first = await bookedPost(paying, 'payment', {
        amount: -100,
        matches: [{ bookedInvoiceNumber, amount: 60 }],
      });
      expect(await leftOf(paying, first)).to.equal(-40);
      expect((await paying.get(invoice.self)).body).to.include({
        remainder: 137.5,
        remainderInBaseCurrency: 137.5,
        remainderInDefaultCurrency: 137.5,
      });

      const rest = await draftOf(paying, 'payment', { amount: -137.5, invoiceNumber: bookedInvoiceNumber });
      const { date, voucherId } = rest;
      const { status, body, text } = await paying.post('/vouchers/booked', { voucherId, date });

      expect(status, text).to.equal(201);
      expect(body).to.include({ remainder: 0, remainderInDefaultCurrency: 0 });
      expect((await paying.get(body.self)).body).to.include({ remainder: 0 });
      expect((await paying.get(invoice.self)).body.remainder).to.equal(0);

      const again = await draftOf(paying, 'payment', { amount: -1, invoiceNumber: bookedInvoiceNumber });
      expectRefusal(
        await paying.post('/vouchers/booked', { voucherId: again.voucherId, date }),
        400,
        'E10220',
      );
      for (const [matches, code] of [
        [[{ bookedInvoiceNumber: 999_999 }], 'E06000'],
        [[{ amount: 1 }], 'E10220'],
        [[{ bookedInvoiceNumber, voucherId }], 'E10220'],
        [[{ voucherId: first.voucherId }], 'E10220'],
      ] as const) {
        const refusal = await paying.put(again.self, { date, lines: [{ ...LINE, matches }] });
        expectRefusal(refusal, 400, code);
        expect(refusal.body.errors[0].additionalData.propertyName).to.equal('lines[0].matches[0]');
      }
      const open = await booked(paying, { date: `${YEAR}-01-10`, paymentTerms: { paymentTermsNumber: 1 } });
      const numbersAt = async (path: string) =>
        (await paying.get(`/v2/invoices/${path}`)).body.collection.map(
          (one: { readonly bookedInvoiceNumber: number }) => one.bookedInvoiceNumber,
        );
      expect(await numbersAt('paid')).to.deep.equal([bookedInvoiceNumber]);
      expect(await numbersAt('unpaid')).to.deep.equal([open.bookedInvoiceNumber]);
      const isOverdue = open.dueDate < new Date().toISOString().slice(0, 10);
      expect(await numbersAt(isOverdue ? 'overdue' : 'not-due')).to.deep.equal([open.bookedInvoiceNumber]);
      expect(await numbersAt(isOverdue ? 'not-due' : 'overdue')).to.deep.equal([]);
      const [late] = (await paying.get(`/open-posts?filter=voucher.voucherId$eq:${open.voucher.voucherId}`))
        .body.collection;
      expect(late.daysOverdue === undefined).to.equal(!isOverdue);
      expect(await faultsOf(paying)).to.deep.equal([]);
    });

    it('refuse the draft of a payment that can never match what it names', async () => {
      const dollars = { currency: 'USD', exchangeRate: 90 };
      const { voucherId } = await bookedPost(abroad, 'invoice', { amount: 10, ...dollars });
      const matches = [{ voucherId }];
      const drafting = (line: object) =>
        abroad.post('/vouchers/drafts/customer-payments', {
          date: `${YEAR}-03-31`,
          lines: [{ ...LINE, matches, ...line }],
        });

      for (const line of [{}, { ...dollars, amount: 1 }, { ...dollars, customer: { customerNumber: 2 } }])
        expectRefusal(await drafting(line), 400, 'E10220');
      expectRefusal(await drafting({ matches: [{ voucherId: 999_999 }] }), 400, 'E06000');
      for (const amount of [0, -1, 11.01]) {
        const refused = await drafting({ ...dollars, amount: -11, matches: [{ voucherId, amount }] });
        expectRefusal(refused, 400, 'E10220');
        expect(refused.body.message, refused.text).to.contain('lines[0].matches[0].amount');
      }
      const other = await bookedPost(abroad, 'invoice', { amount: 10, ...dollars });
      const both = (...amounts: readonly (number | undefined)[]) =>
        [voucherId, other.voucherId].map((id, index) => ({ voucherId: id, amount: amounts[index] }));
      for (const [line, code, member] of [
        [{ matches: both(6, 6) }, 'E10220', 'lines[0].matches[1].amount'],
        [{ matches: [...matches, { voucherId, amount: 1 }] }, 'E10210', 'lines[0].matches[1]'],
      ] as const) {
        const refused = await drafting({ ...dollars, amount: -11, ...line });
        expectRefusal(refused, 400, code);
        expect(refused.body.errors[0].additionalData.propertyName).to.equal(member);
      }
      for (const line of [{}, { matches: both(6, 5) }, { matches: both(6) }, { matches: both() }]) {
        const { status, text } = await drafting({ ...dollars, amount: -11, ...line });
        expect(status, text).to.equal(201);
      }
    });

    it('never go below zero when two replicas match at the same instant', async () => {
      const posts: Named[] = [];
      const sold = await bookedPost(rushed, 'invoice', { amount: 100 });
      for (let index = 0; index < 5; index += 1) {
        posts.push(await bookedPost(rushed, 'payment', { amount: -30 }));
      }
      const both = [rushed, replica.client(rushed)] as const;

      const answers = await Promise.all(
        posts.map((paid, index) =>
          (both[index % 2] as Client).post('/matches', { posts: [{ ...sold, amount: 30 }, paid] }),
        ),
      );

      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses, answers.map(({ text }) => text).join()).to.deep.equal([
        ...[201, 201, 201],
        ...[400, 400],
      ]);
      for (const answer of answers) if (answer.status === 400) expectRefusal(answer, 400, 'E10220');
      expect(await leftOf(rushed, sold)).to.equal(10);
      expect(await faultsOf(rushed)).to.deep.equal([]);
    });

    it('are never fewer in all than a filter finds of them, whatever is matched meanwhile', async () => {
      const posts = [
        await bookedPost(busy, 'invoice', { amount: 30 }),
        await bookedPost(busy, 'payment', { amount: -30 }),
      ];
      const strange: unknown[] = [];
      const reads = ['/customers/1/open-posts', '/open-posts', '/customers/1/open-posts'].map(
        (path) => async () => {
          const { pagination } = (await busy.get(`${path}?filter=remainder$ne:7`)).body;
          if (pagination.results > pagination.resultsWithoutFilter) strange.push(pagination);
        },
      );

      await whileReading(reads, () => matchedAgainAndAgain(busy, posts, 40));

      expect(strange).to.deep.equal([]);
    });

    it('sum to the balance of their customer, whatever is billed, paid and matched', async () => {
      const client = rushed;
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              billed: fc.integer({ min: 1, max: 99_999 }),
              paid: fc.integer({ min: 1, max: 99_999 }),
              rate: fc.integer({ min: 5_000, max: 20_000 }),
              paidAt: fc.integer({ min: 5_000, max: 20_000 }),
            }),
            { minLength: 1, maxLength: 3 },
          ),
          async (deals) => {
            for (const { billed, paid, rate, paidAt } of deals) {
              const usd = (cents: number, at: number) => ({
                customer: 3,
                amount: cents / 100,
                currency: 'USD',
                exchangeRate: at / 100,
              });
              const sold = await bookedPost(client, 'invoice', usd(billed, rate));
              const got = await bookedPost(client, 'payment', usd(-paid, paidAt));
              const { status, text } = await client.post('/matches', { posts: [sold, got] });
              expect(status, text).to.equal(201);
            }
            const { balance } = (await client.get('/customers/3')).body;
            expect(centsOpen(await openOf(client, 'customers/3'))).to.equal(
              Math.round((balance as number) * 100),
            );
          },
        ),
        { numRuns: 4 },
      );
      expect(await faultsOf(client)).to.deep.equal([]);
    });

    it('are recomputed by kontor verify, which finds what somebody else has changed', async () => {
      if (database.name === 'SQLite') return;
      const { agreementNumber } = refused.agreement;
      const tampering = async (sql: string) => {
        await tamperedWith(
          running.service.databaseUrl,
          `${sql} WHERE agreement_number = ${agreementNumber} LIMIT 1`,
        );
        return (await faultsOf(refused)).length;
      };

      const faults = [
        await tampering('UPDATE open_post SET remainder = remainder + 1'),
        await tampering('UPDATE open_post SET remainder = remainder - 1'),
        await tampering("UPDATE `match` SET posts = '[]'"),
      ];

      expect(faults[0]).to.be.greaterThan(0);
      expect(faults[1]).to.equal(0);
      expect(faults[2]).to.be.greaterThan(0);
    });
  });
}
