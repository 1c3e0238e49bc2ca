import { expect } from 'chai';
import fc from 'fast-check';
import { anyText } from '../support/hostile.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered, type TestAgreement } from '../support/service-under-test.js';
import { aTransfer } from './the-books.js';

/** `MOVED_BOOKS=200` tries so many; with the other tests a few. */
const BOOKS = Number(process.env['MOVED_BOOKS'] ?? '2');

const THIS_YEAR = new Date().getUTCFullYear();
const YEARS = [THIS_YEAR - 1, THIS_YEAR];
const MODULES = ['internationalLedger', 'inventory', 'dimension'] as const;

const VOUCHERS = {
  'finance-vouchers': undefined,
  'customer-invoices': 'customer',
  'customer-payments': 'customer',
  'supplier-invoices': 'supplier',
  'supplier-payments': 'supplier',
} as const;
type Place = keyof typeof VOUCHERS;

type Told = (path: string, method: 'DELETE' | 'POST' | 'PUT', body: unknown) => Promise<Answered>;
type Step = (told: Told) => Promise<unknown>;

const cents = (max: number): fc.Arbitrary<number> =>
  fc.integer({ min: -max, max }).map((units) => (units === 0 ? 1 : units) / 100);
const date = fc
  .tuple(fc.constantFrom(...YEARS), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, day]) => [year, month, day].map((part) => String(part).padStart(2, '0')).join('-'));
const text = fc.option(anyText(30), { nil: undefined });
const money = fc.oneof(
  fc.constant({}),
  fc.record({
    currency: fc.constantFrom('USD', 'SEK'),
    exchangeRate: fc.integer({ min: 1, max: 99_999 }).map((units) => units / 100),
  }),
);
const contra = fc.oneof(
  fc.constantFrom(1610, 2330, 5810, 5820).map((accountNumber) => ({ contraAccount: { accountNumber } })),
  fc
    .constantFrom([1010, 'S25'], [1040, 'SEUG'], [1310, 'P25'], [1320, 'EUG25'], [1330, 'IMP25'])
    .map(([accountNumber, vatCode]) => ({
      contraAccount: { accountNumber },
      contraVatAccount: { vatCode },
    })),
);
const department = fc.oneof(
  fc.constant({}),
  fc.constantFrom(1, 2).map((departmentNumber) => ({ department: { departmentNumber } })),
);

/** A voucher of any kind, drafted and booked. */
const voucher: fc.Arbitrary<Step> = fc
  .record({
    place: fc.constantFrom(...(Object.keys(VOUCHERS) as Place[])),
    date,
    externalDocumentId: text,
    lines: fc.array(fc.tuple(cents(9_999_999), text, money, contra, department), {
      minLength: 1,
      maxLength: 3,
    }),
    number: fc.integer({ min: 1, max: 3 }),
    accrues: fc.boolean(),
  })
  .map(({ place, lines, number, accrues, ...more }) => async (told: Told) => {
    const party = VOUCHERS[place];
    const whose =
      party === undefined
        ? { account: { accountNumber: 5830 } }
        : { [party]: { [`${party}Number`]: number } };
    const year = more.date.slice(0, 4);
    const accruals = {
      startDate: `${year}-02-01`,
      endDate: `${year}-05-31`,
      account: { accountNumber: 5750 },
    };
    const draft = await told(`/vouchers/drafts/${place}`, 'POST', {
      ...more,
      lines: lines.map(
        ([amount, says, ...members]) =>
          Object.assign(
            { ...whose, amount, text: says, ...(accrues && { accruals }) },
            ...members,
          ) as unknown,
      ),
    });
    if (draft.status !== 201) return;
    const booked = await told('/vouchers/booked', 'POST', {
      voucherId: draft.body.voucherId,
      date: draft.body.date,
    });
    if (booked.status === 201 && number === 3)
      await told(`/vouchers/booked/${draft.body.voucherId}/reversal`, 'POST', { date: more.date });
  });

/** In all books, since what chance makes may hold none. */
const aVoucher: Step = async (told) => {
  const on = `${THIS_YEAR}-01-02`;
  const draft = await told('/vouchers/drafts/finance-vouchers', 'POST', aTransfer(on));
  await told('/vouchers/booked', 'POST', { voucherId: draft.body.voucherId, date: on });
};

/** An invoice of goods and words; every other one is credited. */
const invoice: fc.Arbitrary<Step> = fc
  .record({
    date,
    customer: fc.integer({ min: 1, max: 3 }),
    description: anyText(30),
    quantity: fc.integer({ min: 1, max: 9 }),
    unitNetPrice: cents(99_999),
    isCredited: fc.boolean(),
  })
  .map(({ date: on, customer, description, quantity, unitNetPrice, isCredited }) => async (told: Told) => {
    const draft = await told('/v2/invoices/drafts', 'POST', {
      date: on,
      customer: { customerNumber: customer },
      lines: [
        { product: { productNumber: '1001' }, quantity },
        { description, quantity: 1, unitNetPrice },
      ],
    });
    if (draft.status !== 201) return;
    const booked = await told('/v2/invoices/booked', 'POST', { id: draft.body.id });
    if (booked.status !== 201 || !isCredited) return;
    const note = await told(
      `/v2/invoices/booked/${booked.body.bookedInvoiceNumber}/credit-notes`,
      'POST',
      {},
    );
    if (note.status === 201) await told('/v2/invoices/booked', 'POST', { id: note.body.id });
  });

const opening: fc.Arbitrary<Step> = fc
  .tuple(cents(9_999_999), text)
  .map(([amount, says]) => async (told: Told) => {
    const on = `${YEARS[0]}-01-01`;
    const lines = [
      { account: { accountNumber: 5810 }, amountInBaseCurrency: amount, text: says },
      { customer: { customerNumber: 2 }, amountInBaseCurrency: 100 },
      { account: { accountNumber: 6110 }, amountInBaseCurrency: -amount - 100 },
    ];
    const draft = await told('/opening-balances/drafts', 'POST', { date: on, lines });
    await told('/opening-balances/booked', 'POST', { voucherId: draft.body.voucherId, date: on });
  });

/** Things with texts that have broken programs before. */
const thing: fc.Arbitrary<Step> = fc
  .record({ name: anyText(40), number: fc.integer({ min: 70, max: 79 }), barred: fc.boolean() })
  .map(({ name, number, barred }) => async (told: Told) => {
    await told('/customers', 'POST', {
      customerNumber: number,
      name,
      address: name,
      customerGroup: { customerGroupNumber: 1 },
      currency: 'EUR',
      paymentTerms: { paymentTermsNumber: 1 },
      vatZone: { vatZoneNumber: 1 },
    });
    await told(`/customers/1/contacts`, 'POST', { name });
    await told(`/accounts/${5000 + number}`, 'PUT', {
      accountNumber: 5000 + number,
      name,
      accountType: 'status',
      barred,
    });
    await told('/products', 'POST', {
      productNumber: name.slice(0, 20),
      name,
      salesPrice: number / 7,
      productGroup: { productGroupNumber: 1 },
    });
    await told(`/departments/${number}`, 'PUT', { departmentNumber: number, name });
  });

/** A payment of what is open, in another currency or at another rate too, now and then taken back. */
const payment: fc.Arbitrary<Step> = fc
  .record({
    date,
    customer: fc.integer({ min: 1, max: 3 }),
    amount: fc.integer({ min: 1, max: 99_999 }).map((units) => units / 100),
    paid: fc.integer({ min: 1, max: 99_999 }).map((units) => units / 100),
    rates: fc.option(fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 9_999 }))),
    isTakenBack: fc.boolean(),
  })
  .map(({ date: on, customer, amount, paid, rates, isTakenBack }) => async (told: Told) => {
    const at = (rate: number | undefined): object =>
      rate === undefined ? {} : { currency: 'USD', exchangeRate: rate / 100 };
    const post = async (
      place: Place,
      line: object,
    ): Promise<{ voucherId: number; entryNumber: number } | undefined> => {
      const draft = await told(`/vouchers/drafts/${place}`, 'POST', {
        date: on,
        lines: [{ customer: { customerNumber: customer }, contraAccount: { accountNumber: 5810 }, ...line }],
      });
      if (draft.status !== 201) return undefined;
      const { voucherId, lines } = draft.body;
      const booked = await told('/vouchers/booked', 'POST', { voucherId, date: on });
      return booked.status === 201 ? { voucherId, entryNumber: lines[0].entryNumber } : undefined;
    };
    const owed = await post('customer-invoices', { amount, ...at(rates?.[0]) });
    const got = await post('customer-payments', { amount: -paid, ...at(rates?.[1]) });
    if (owed === undefined || got === undefined) return;
    const matched = await told('/matches', 'POST', { posts: [owed, got] });
    if (isTakenBack && matched.status === 201)
      await told(`/matches/${matched.body.matchNumber}`, 'DELETE', undefined);
  });

/** What ends a part of the books. */
const ending: fc.Arbitrary<Step> = fc
  .record({ kind: fc.constantFrom('settle', 'bar', 'close'), month: fc.integer({ min: 1, max: 12 }) })
  .map(({ kind, month }) => async (told: Told) => {
    const [year] = YEARS as [number];
    const from = `${year}-${String(month).padStart(2, '0')}-01`;
    const to = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    if (kind === 'settle') await told('/statements/vat/settlements', 'POST', { fromDate: from, toDate: to });
    else if (kind === 'close') await told(`/accounting-years/${year}/closing`, 'POST', undefined);
    else await told(`/accounting-years/${year}/periods/${month}`, 'PUT', { barred: true });
  });

const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: voucher },
    { weight: 4, arbitrary: invoice },
    { weight: 4, arbitrary: payment },
    { weight: 1, arbitrary: opening },
    { weight: 3, arbitrary: thing },
    { weight: 1, arbitrary: ending },
  ),
  { minLength: 1, maxLength: 15 },
);

for (const database of await databases()) {
  describe(`whatever stands in books, on ${database.name} (issue 15)`, function () {
    this.timeout(BOOKS * 60_000);
    const running = runningService(database);

    it('goes out, comes into empty books, and goes out again as it was', async () => {
      const { service } = running;
      let vouchers = 0;
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          const giver = await service.agreement({ modules: [...MODULES] });
          const taker = await service.agreement({ modules: [...MODULES], filled: false });
          for (const step of [aVoucher, ...all]) await step(telling(giver));
          const before = await exported(giver, 'jsonl');
          vouchers += before.split('\n').filter((line) => line.startsWith('{"vouchers"')).length;

          const done = await imported(taker, before);

          const lines = before.split('\n');
          const refused = (done.refusals as { line: number; message: string }[]).map(
            ({ line, message }) => `${message} ${lines[line - 1]}`,
          );
          expect(refused, refused.join('; ')).to.deep.equal([]);
          expect((await exported(taker, 'jsonl')).split('\n')).to.deep.equal(lines);
          for (const format of YEARS.map((year) => `sie?accountingYear=${year}`)) {
            const [is, was] = [await exported(taker, format), await exported(giver, format)];
            expect(withoutName(is)).to.equal(withoutName(was));
          }
          const checks = await service.service.database.checkBooks(taker.agreementNumber);
          const faults = checks.flatMap((check) => check.faults);
          expect(faults, faults.join('; ')).to.deep.equal([]);
          for (const year of YEARS) {
            const [from, to] = [`${year}-01-01`, `${year}-12-31`];
            for (const path of [
              ...['trial-balance', 'profit-and-loss', 'vat'].map(
                (one) => `${one}?fromDate=${from}&toDate=${to}`,
              ),
              ...['balance-sheet', 'aged-receivables', 'aged-payables'].map((one) => `${one}?date=${to}`),
            ])
              expect(await stated(taker, path), path).to.equal(await stated(giver, path));
          }
          for (const list of ['/open-posts', '/matches', '/statements/vat/settlements'])
            expect(await kept(taker, list)).to.deep.equal(await kept(giver, list));
          expect(await linked(taker)).to.deep.equal(await linked(giver));
        }),
        // Making books smaller would make hundreds of them.
        { numRuns: BOOKS, endOnFailure: true },
      );
      expect(vouchers).to.be.greaterThan(0);
    });

    /** Whether it is taken is not looked at: what is refused is no part of the books. */
    const telling =
      ({ tokens }: TestAgreement): Told =>
      async (path, method, body) => {
        const headers = { ...tokens, 'Content-Type': 'application/json' };
        const answer = await running.service.ask(path, { method, headers, body });
        expect(answer.status, `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`).to.be.lessThan(
          500,
        );
        return answer;
      };

    /** What a list has, without the identifiers that are made anew in other books, in no order. */
    const kept = async ({ tokens }: TestAgreement, list: string): Promise<readonly string[]> => {
      const found: string[] = [];
      for (let next: string | undefined = `${list}?pagesize=1000`; next !== undefined;) {
        const { body }: Answered = await running.service.ask(next, { headers: tokens });
        found.push(...body.collection.map(withoutIds));
        next = body.pagination.nextPage;
      }
      return found.sort();
    };

    /** What a statement says, without the links of its rows. */
    const stated = async ({ tokens }: TestAgreement, path: string): Promise<string> => {
      const { body, status, text }: Answered = await running.service.ask(`/statements/${path}`, {
        headers: tokens,
      });
      expect(status, text).to.equal(200);
      return withoutIds(body);
    };

    /** Which vouchers belong to others, by their numbers. */
    const linked = async ({ tokens }: TestAgreement): Promise<readonly string[]> => {
      const { body }: Answered = await running.service.ask('/vouchers/booked?pagesize=1000', {
        headers: tokens,
      });
      const vouchers: readonly Answered['body'][] = body.collection;
      const numbers = new Map(
        vouchers.map((one) => [one.voucherId, `${one.voucherNumber.displayVoucherNumber} of ${one.date}`]),
      );
      return vouchers
        .flatMap(({ voucherId, ...links }) =>
          ['reverses', 'reversedBy', 'accrues'].flatMap((link) =>
            links[link] === undefined
              ? []
              : [`${numbers.get(voucherId)} ${link} ${numbers.get(links[link].voucherId)}`],
          ),
        )
        .sort();
    };

    const fetched = (
      tokens: TestAgreement['tokens'],
      path: string,
      more: RequestInit = {},
    ): Promise<Response> =>
      fetch(`http://127.0.0.1:${running.service.port}${path}`, {
        ...more,
        headers: { ...tokens, 'Content-Type': 'application/x-ndjson' },
      });

    const exported = async ({ tokens }: TestAgreement, format: string): Promise<string> => {
      const response = await fetched(tokens, `/exports/${format}`);
      const file = await response.text();
      expect(response.status, file).to.equal(200);
      return file;
    };

    const imported = async ({ tokens }: TestAgreement, file: string): Promise<Answered['body']> => {
      const sent = await fetched(tokens, '/imports', { method: 'POST', body: file });
      expect(sent.status, await sent.text()).to.equal(201);
      for (;;) {
        const { body } = await running.service.ask(sent.headers.get('location') as string, {
          headers: tokens,
        });
        if (body.status !== 'running') return body;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
  });
}

/** What an answer says beside the numbers of entries and vouchers, and the links by them. */
function withoutIds(value: object): string {
  return JSON.stringify(value, (member, one: unknown) =>
    ['entryNumber', 'metaData', 'self', 'voucherId'].includes(member) ? undefined : one,
  );
}

/** Each agreement has its own name. */
function withoutName(sie: string): string {
  return sie.replace(/#FNAMN.*/, '');
}
