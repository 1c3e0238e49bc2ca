import { gzipSync } from 'node:zlib';
import { asked } from '@kontor/conformance';
import type { Observation } from '@kontor/http';
import {
  Busy,
  defined,
  ofAny,
  type AnyResource,
  type AnyValue,
  type KeyValue,
  type ResourceRepository,
  type UnitOfWork,
} from '@kontor/kernel';
import { Account, Import, toPc8 } from '@kontor/ledger';
import type { SqlBooks } from '@kontor/sql';
import { expect } from 'chai';
import { isRight } from 'fp-ts/lib/Either.js';
import {
  databases,
  type Answered,
  type ServiceUnderTest,
  type TestAgreement,
} from '../support/service-under-test.js';
import { booked as bookedInvoice, drafted } from '../sales/an-invoice.js';
import { expectRefusal } from '../support/refusal.js';
import { clientOf, replicaOf, runningService, type Client } from '../support/running-service.js';
import { bookedPost } from './posts.js';
import { aTransfer, booked, everyPage } from './the-books.js';

const LAST = new Date().getUTCFullYear();
const [YEAR, NEXT] = [String(LAST - 1), String(LAST)];
const SETTLEMENTS = '/statements/vat/settlements';
const JANUARY = { fromDate: `${NEXT}-01-01`, toDate: `${NEXT}-01-31` };
const JSONL = 'application/x-ndjson';
const SIE = 'application/x-sie';

async function bytesOf(service: ServiceUnderTest, { tokens }: TestAgreement, path: string): Promise<Buffer> {
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { headers: tokens });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.toString()).to.equal(200);
  return bytes;
}

async function send(
  service: ServiceUnderTest,
  { tokens }: TestAgreement,
  type: string,
  bytes: Uint8Array | string,
  query = '',
): Promise<{ status: number; body: Record<string, unknown>; location: string | null }> {
  const response = await fetch(`http://127.0.0.1:${service.port}/imports${query}`, {
    method: 'POST',
    headers: { ...tokens, 'Content-Type': type },
    body: bytes,
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    location: response.headers.get('location'),
  };
}

/** The import when it is over. */
async function ended(
  service: ServiceUnderTest,
  { tokens }: TestAgreement,
  self: string,
): Promise<Answered['body']> {
  for (;;) {
    const { body } = await service.ask(self, { headers: tokens });
    if (body.status !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A SIE file of type 4 over this year. */
function sie(...vouchers: readonly string[]): string {
  const head = ['#FLAGGA 0', '#SIETYP 4', '#VALUTA EUR', `#RAR 0 ${NEXT}0101 ${NEXT}1231`];
  return [...head, ...vouchers, ''].join('\n');
}

function voucher(series: string, number: number, account: string, amount: number, text = 'Text'): string {
  const rows = [`#TRANS ${account} {} ${amount}`, `#TRANS 1010 {} -${amount}`];
  return [`#VER ${series} ${number} ${NEXT}0201 "${text}"`, '{', ...rows, '}'].join('\n');
}

const TOO_SLOW = new Busy('the work could not get its turn');

/** From now on units of work that make more accounts than these end as busy; gives how to end that. */
function slowAbove(unitOfWork: UnitOfWork<SqlBooks>, accountsMax: () => number): () => void {
  const { inTransaction } = unitOfWork;
  const slow = (books: SqlBooks): SqlBooks => {
    let made = 0;
    const of = (resource: AnyResource, ...parents: readonly KeyValue[]): ResourceRepository<AnyValue> => {
      const repository = ofAny(books, resource, ...parents);
      if (resource !== Account) return repository;
      const create: typeof repository.create = (draft) =>
        ++made > accountsMax() ? () => Promise.reject(TOO_SLOW) : repository.create(draft);
      return { ...repository, create };
    };
    return new Proxy(books, {
      get: (target, name) => (name === 'of' ? of : (Reflect.get(target, name, target) as unknown)),
    });
  };
  const slowly: typeof inTransaction = (agreementNumber, work) =>
    inTransaction(agreementNumber, (books) => work(slow(books)));
  Object.assign(unitOfWork, { inTransaction: slowly });
  return () => void Object.assign(unitOfWork, { inTransaction });
}

for (const database of await databases()) {
  describe(`imports on ${database.name} (issue 15)`, () => {
    const running = runningService(database);
    const replica = replicaOf(running);
    const client = running.client({ modules: ['internationalLedger', 'inventory', 'dimension'] });
    const giver = running.client({ modules: ['internationalLedger'] });
    const busy = running.client({ modules: ['internationalLedger'] });
    const taker = running.client({ modules: ['internationalLedger'] });
    const imported = async (
      agreement: TestAgreement,
      type: string,
      bytes: Uint8Array | string,
      query?: '?dryRun=true',
    ) => {
      const sent = await send(running.service, agreement, type, bytes, query);
      expect(sent.status, JSON.stringify(sent.body)).to.equal(201);
      expect(sent.body['status']).to.equal('running');
      return ended(running.service, agreement, sent.location as string);
    };
    const empty = (): Promise<TestAgreement> =>
      running.service.agreement({
        modules: ['internationalLedger', 'inventory', 'dimension'],
        filled: false,
      });
    /** Books with an invoice that is paid in part at another rate, a stock, and settled VAT of January. */
    const settledBooks = async (): Promise<TestAgreement> => {
      const agreement = await begun();
      const one = clientOf(() => ({ service: running.service, agreement }));
      const owed = await bookedPost(one, 'invoice', { amount: 100, currency: 'USD', exchangeRate: 90 });
      const got = await bookedPost(one, 'payment', { amount: -60, currency: 'USD', exchangeRate: 95 });
      expect((await one.post('/matches', { posts: [owed, got] })).status).to.equal(201);
      const vat = { contraAccount: { accountNumber: 1010 }, contraVatAccount: { vatCode: 'S25' } };
      const sold = { account: { accountNumber: 5810 }, amount: 1250, ...vat };
      expect((await booked(one, { date: `${NEXT}-01-20`, lines: [sold] })).status).to.equal(201);
      expect((await one.post(SETTLEMENTS, JANUARY)).status).to.equal(201);
      const counted = await one.post('/products/1001/stock-corrections', { quantity: 12, unitCost: 34.5 });
      expect(counted.status, counted.text).to.equal(201);
      return agreement;
    };
    const journal = (agreement: TestAgreement): Promise<Buffer> =>
      bytesOf(running.service, agreement, '/exports/jsonl');
    /** Books with nothing in them but what all begin with here. */
    const begun = (): Promise<TestAgreement> =>
      running.service.agreement({ modules: ['internationalLedger', 'inventory', 'dimension'] });
    let beginning: Promise<ReadonlySet<string>> | undefined;
    /**
     * The lines of an export that books which have only begun lack. To bring what all begin with into empty
     * books takes longer than most of what a test is about, and has tests of its own.
     */
    const furtherIn = async (file: Buffer): Promise<string> => {
      beginning ??= begun().then(
        async (agreement) => new Set((await journal(agreement)).toString().split('\n')),
      );
      const known = await beginning;
      const [head, ...lines] = file.toString().split('\n');
      return [head, ...lines.filter((line) => !known.has(line))].join('\n');
    };

    const broughtWhole = async () => {
      const [other, before] = [await empty(), await journal(client.agreement)];
      const file = `${before.toString()}{"vouchers":{"date":"1999-01-01","entries":[]}}`;
      const at = await journal(other);
      const tried = await imported(other, JSONL, file, '?dryRun=true');
      const unchanged = [at, await journal(other)];
      return { other, before, file, tried, unchanged, done: await imported(other, JSONL, before) };
    };
    let whole: ReturnType<typeof broughtWhole> | undefined;
    /** All of an export in empty books, tried with a wrong line at its end, and then brought: once. */
    const wholeBooks = () => (whole ??= broughtWhole());

    before(async () => {
      const before = [
        {
          account: { accountNumber: 5810 },
          amount: 1000.1,
          contraAccount: { accountNumber: 1010 },
        },
      ];
      expect((await booked(client, { date: `${YEAR}-03-03`, lines: before })).status).to.equal(201);
      const lines = [
        {
          account: { accountNumber: 5810 },
          amount: 1250,
          contraAccount: { accountNumber: 1010 },
          contraVatAccount: { vatCode: 'S25' },
          text: 'Smörgås, straße "à la carte"',
        },
      ];
      expect((await booked(client, { date: `${NEXT}-01-20`, lines })).status).to.equal(201);
      const foreign = [
        {
          account: { accountNumber: 5820 },
          currency: 'USD',
          amount: 100,
          exchangeRate: 92.15,
          contraAccount: { accountNumber: 5810 },
        },
      ];
      expect((await booked(client, { date: `${NEXT}-01-05`, lines: foreign })).status).to.equal(201);
      // Kept from use now, but with entries of before; and an account whose lines have VAT from now on.
      await changed('/accounts/5820', { barred: true });
      await changed('/accounts/1010', { blockDirectEntries: true, vatAccount: { vatCode: 'S25' } });
      await changed('/customers/2', { barred: true });
    });

    const changed = async (path: string, members: object): Promise<void> => {
      const { metaData: _, self: __, ...now } = (await client.get(path)).body;
      const put = await client.put(path, { ...now, ...members });
      expect(put.status, JSON.stringify(put.body)).to.equal(200);
    };

    it('keeps customers and suppliers whose posts came in', async () => {
      const books = await running.service.agreement({ modules: ['internationalLedger'] });
      const terms = { paymentTerms: { paymentTermsNumber: 1 }, vatZone: { vatZoneNumber: 1 } };
      const group = { currency: 'EUR', name: 'Came in', ...terms };
      const parties = [
        { customers: { ...group, customerNumber: 810, customerGroup: { customerGroupNumber: 1 } } },
        { suppliers: { ...group, supplierNumber: 810, supplierGroup: { supplierGroupNumber: 1 } } },
      ];
      const posts = { account: { accountNumber: 5710 }, customer: { customerNumber: 810 }, amount: 10 };
      const owed = { account: { accountNumber: 6410 }, supplier: { supplierNumber: 810 }, amount: -10 };
      const voucher = { numberSeries: { numberSeriesNumber: 1 }, voucherNumber: 810, date: `${YEAR}-01-05` };
      const file = [...parties, { vouchers: { ...voucher, entries: [posts, owed] } }];
      const done = await imported(books, JSONL, file.map((one) => JSON.stringify(one)).join('\n'));
      expect(done.refused, JSON.stringify(done.refusals)).to.equal(0);

      for (const self of ['/customers/810', '/suppliers/810']) {
        const refused = await running.service.ask(self, { method: 'DELETE', headers: books.tokens });
        expectRefusal(refused, 400, 'E10150');
        expect(refused.body.additionalData.usedBy.map((by: { resource: string }) => by.resource)).to.include(
          'open-posts',
        );
      }
    });

    it('looks for all items of its lines at once, and asks nobody what new customers owe', async () => {
      const lines = (name: string): string =>
        Array.from({ length: 60 }, (_, index) => {
          const group = { customerGroup: { customerGroupNumber: 1 } };
          const terms = { paymentTerms: { paymentTermsNumber: 1 }, vatZone: { vatZoneNumber: 1 } };
          const customerNumber = 70_000 + index;
          return JSON.stringify({ customers: { customerNumber, name, currency: 'EUR', ...group, ...terms } });
        }).join('\n');
      const sentBy = replica.service;
      const twice = `${lines('One')}\n${lines('Other')}`;
      replica.statements.length = 0;

      const first = await send(sentBy, giver.agreement, JSONL, lines('First'));
      const done = await ended(sentBy, giver.agreement, first.location as string);
      const reads = replica.statements.flatMap((sql) => [...sql.matchAll(/FROM `customer(_total)?`/g)]);
      const second = await send(sentBy, giver.agreement, JSONL, twice);
      const again = await ended(sentBy, giver.agreement, second.location as string);

      expect(done).to.include({ created: 60, replaced: 0, refused: 0 });
      expect(reads).to.have.length.below(10);
      expect(again).to.include({ created: 0, replaced: 120, refused: 0 });
      expect((await giver.get('/customers/70059')).body).to.include({ name: 'Other', balance: 0 });
    });

    it('read the chart for none of the sums that they write, however many there are', async () => {
      const lines = (name: string): string =>
        Array.from({ length: 5 }, (_, index) => {
          const accountsSummed = [
            { fromAccount: { accountNumber: 1010 }, toAccount: { accountNumber: 1020 } },
          ];
          const sum = { accountNumber: 970_000 + index, name, accountType: 'sumInterval', accountsSummed };
          return JSON.stringify({ accounts: sum });
        }).join('\n');
      replica.statements.length = 0;

      const sent = await send(replica.service, giver.agreement, JSONL, `${lines('One')}\n${lines('Other')}`);
      const done = await ended(replica.service, giver.agreement, sent.location as string);

      expect(done).to.include({ created: 5, replaced: 5, refused: 0 });
      expect(replica.statements.filter((sql) => /FROM `account` WHERE .* ORDER BY/.test(sql))).to.have.length(
        0,
      );
      expect((await giver.get('/accounts/970004')).body)
        .to.include({ name: 'Other' })
        .and.to.have.property('balance');
    });

    it('go on one by one where many at once get no turn, and tell the log why one gets none', async () => {
      const lines = [1, 2, 3, 4].map((number) =>
        JSON.stringify({ accounts: { accountNumber: 980_000 + number, name: 'One', accountType: 'status' } }),
      );
      const services = [running.service, replica.service];
      let accountsMax = 0;
      const restore = services.map(({ service }) =>
        slowAbove(service.database.unitOfWork, () => accountsMax),
      );
      const whyNot = (): Observation | undefined =>
        services
          .flatMap(({ observations }) => observations)
          .find(
            ({ busy, agreementNumber }) =>
              busy !== undefined && agreementNumber === giver.agreement.agreementNumber,
          );
      try {
        const sent = await send(replica.service, giver.agreement, JSONL, lines.join('\n'));
        while (whyNot() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
        accountsMax = 1;
        replica.service.service.importer.wake();
        const done = await ended(replica.service, giver.agreement, sent.location as string);

        expect(whyNot()).to.deep.include({ status: 503, route: '/imports', busy: TOO_SLOW });
        expect(done).to.include({ status: 'finished', created: 4, refused: 0 });
      } finally {
        for (const one of restore) one();
      }
    });

    it('bring JSON lines into empty books, which then export the same', async () => {
      const { other, before, done } = await wholeBooks();
      expect(done.refusals, JSON.stringify(done)).to.deep.equal([]);
      expect(done.status).to.equal('finished');
      const [is, was] = [await journal(other), before].map((file) => file.toString().split('\n'));
      expect(is?.filter((line) => was?.includes(line) !== true)).to.deep.equal([]);
      expect(is).to.deep.equal(was);
    });

    it('bring the contacts of customers and suppliers, and who of them is written to', async () => {
      const [from, to] = [await begun(), await begun()];
      const one = clientOf(() => ({ service: running.service, agreement: from }));
      const contacts = async (party: string): Promise<readonly number[]> => {
        const made = [await one.post(`${party}/contacts`, { name: 'Ann' })];
        made.push(await one.post(`${party}/contacts`, { name: 'Åsa', phone: '1' }));
        return made.map(({ body }) => Number(body.customerContactNumber ?? body.supplierContactNumber));
      };
      const [gone, kept] = await contacts('/customers/1');
      const removed = { method: 'DELETE', headers: from.tokens };
      expect((await running.service.ask(`/customers/1/contacts/${gone}`, removed)).status).to.equal(204);
      const { metaData: _, self: __, ...customer } = (await one.get('/customers/1')).body;
      const written = { ...customer, attention: { customerContactNumber: kept } };
      expect((await one.put('/customers/1', written)).status).to.equal(200);
      await contacts('/suppliers/1');
      const before = await journal(from);
      expect(before.toString()).to.match(
        new RegExp(`"customer-contacts":.*"customerContactNumber":${kept},"name":"Åsa"`),
      );
      expect(before.toString().match(/^{"supplier-contacts":/gm)).to.have.length.above(1);

      expect(await imported(to, JSONL, await furtherIn(before))).to.include({
        status: 'finished',
        refused: 0,
      });

      expect((await journal(to)).equals(before)).to.equal(true);
    });

    it('bring additional expenses under the numbers that invoices name them by, though some are free', async () => {
      const [from, to] = [await begun(), await begun()];
      const one = clientOf(() => ({ service: running.service, agreement: from }));
      const expense = { account: { accountNumber: 1140 }, vatAccount: { vatCode: 'S25' } };
      const made = async (name: string): Promise<number> =>
        (await one.post('/additional-expenses', { ...expense, name })).body.additionalExpenseNumber;
      const [gone, kept] = [await made('Gone'), await made('Freight by sea')];
      const removed = { method: 'DELETE', headers: from.tokens };
      expect((await running.service.ask(`/additional-expenses/${gone}`, removed)).status).to.equal(204);
      expect((await one.put('/additional-expenses/40', { ...expense, name: 'Forty' })).status).to.equal(201);
      const before = await journal(from);

      const file = await furtherIn(before);
      expect(await imported(to, JSONL, file)).to.include({ status: 'finished', created: 2, refused: 0 });

      const other = clientOf(() => ({ service: running.service, agreement: to }));
      const { body } = await other.get(`/additional-expenses/${kept}`);
      expect(body.name).to.equal('Freight by sea');
      expect((await journal(to)).equals(before)).to.equal(true);
      expect(await imported(to, JSONL, `${file}\n`)).to.include({ created: 0, replaced: 2, refused: 0 });
      const wrong = [-1, 'x', 1.5, null, {}].map((additionalExpenseNumber) =>
        JSON.stringify({ 'additional-expenses': { ...expense, additionalExpenseNumber, name: 'Wrong' } }),
      );
      const done = await imported(to, JSONL, wrong.join('\n'));
      const refused = done.refusals.map(({ errorCode, property }: Answered['body']) => [errorCode, property]);
      expect(refused).to.deep.equal(wrong.map(() => ['E00500', 'additionalExpenseNumber']));
      for (const name of ['One more', 'And one']) {
        const more = await other.post('/additional-expenses', { ...expense, name });
        expect(more.status, more.text).to.equal(201);
        expect(more.body.additionalExpenseNumber).not.to.be.oneOf([kept, 40]);
      }
    });

    it('bring terms of instalments, and a product that is sold for several departments', async () => {
      const [from, to] = [await begun(), await begun()];
      const one = clientOf(() => ({ service: running.service, agreement: from }));
      const instalment = (percentage: number, paymentTermsNumber: number) => ({
        percentage,
        paymentTerms: { paymentTermsNumber },
      });
      // Of terms that are made later, and have a higher number.
      const later = { paymentTermsNumber: 91, name: 'Net 60', paymentTermsType: 'net', daysOfCredit: 60 };
      expect((await one.post('/payment-terms', later)).status).to.equal(201);
      const terms = await one.post('/payment-terms', {
        ...{ paymentTermsNumber: 90, name: 'In two parts', paymentTermsType: 'timeTable' },
        timetablePaymentTemplate: { lines: [instalment(40, 1), instalment(60, 91)] },
      });
      expect(terms.status, terms.text).to.equal(201);
      const customer = await one.post('/customers', {
        ...{ name: 'Pays in parts', currency: 'EUR', customerGroup: { customerGroupNumber: 1 } },
        ...{ paymentTerms: { paymentTermsNumber: 90 }, vatZone: { vatZoneNumber: 1 } },
      });
      expect(customer.status, customer.text).to.equal(201);
      const share = (departmentNumber: number) => ({ department: { departmentNumber }, percentage: 50 });
      const halves = await one.post('/departmental-distributions', {
        ...{ departmentalDistributionNumber: 95, name: 'Halves', distributionType: 'distribution' },
        distributions: [share(1), share(2)],
      });
      expect(halves.status, halves.text).to.equal(201);
      const product = await one.post('/products', {
        ...{ productNumber: 'shared', name: 'Shared', productGroup: { productGroupNumber: 1 } },
        distributionKey: { distributionKeyNumber: 95 },
      });
      expect(product.status, product.text).to.equal(201);
      const before = await journal(from);

      const further = await furtherIn(before);
      const tried = await imported(to, JSONL, further, '?dryRun=true');
      const done = await imported(to, JSONL, further);

      for (const one of [tried, done]) expect(one.refusals, JSON.stringify(one)).to.deep.equal([]);
      expect([tried.created, tried.replaced]).to.deep.equal([done.created, done.replaced]);
      expect((await journal(to)).equals(before)).to.equal(true);
    });

    it('bring matches, VAT settlements and stock: what is left, settled and there is as it was', async () => {
      const [from, to] = [await settledBooks(), await begun()];
      const one = clientOf(() => ({ service: running.service, agreement: from }));
      const lastOf = async (client: Client) =>
        (await client.get(`/accounting-years/${NEXT}/periods?sort=-fromDate`)).body.collection[0];
      const { self, fromDate, toDate } = await lastOf(one);
      expect((await one.put(self as string, { barred: true })).status).to.equal(200);
      expect((await one.post(SETTLEMENTS, { fromDate, toDate })).body.settlementNumber).to.equal(2);
      const file = await journal(from);
      const further = await furtherIn(file);
      const tried = await imported(to, JSONL, further, '?dryRun=true');
      expect(tried.refusals).to.deep.equal([]);
      const done = await imported(to, JSONL, further);
      expect(done.refusals).to.deep.equal([]);
      expect(done.created).to.equal(tried.created);

      const other = clientOf(() => ({ service: running.service, agreement: to }));
      expect((await journal(to)).toString()).to.equal(file.toString());
      const [post] = (await other.get('/open-posts?filter=remainder$gt:0')).body.collection;
      expect(post).to.include({ amount: 100, remainder: 40, remainderInBaseCurrency: 36 });
      const [match] = (await other.get('/matches')).body.collection;
      expect(match).to.include({ matchNumber: 1, date: `${NEXT}-03-31`, difference: -3 });
      expect(match.differenceAccount.accountNumber).to.equal(2340);
      expect(match.differenceVoucher.displayVoucherNumber).to.equal('DIF1');
      const [period] = (await other.get(`/accounting-years/${NEXT}/periods`)).body.collection;
      expect(period).to.include({ barred: true });
      expect(period.vatSettlement.settlementNumber).to.equal(1);
      expectRefusal(await other.post(SETTLEMENTS, JANUARY), 400, 'E10260');
      const lamp = (await other.get('/products/1001')).body;
      expect(lamp).to.deep.include({ costPrice: 34.5 });
      expect(lamp.inventory).to.include({ inStock: 12, available: 12 });
      // It is taken back as one that was made here.
      expect((await other.remove('/matches/1')).status).to.equal(204);
      expect((await other.remove(`${SETTLEMENTS}/1`)).status).to.equal(204);
      expect((await other.remove(`${SETTLEMENTS}/2`)).status).to.equal(204);
      expect(await lastOf(other))
        .to.include({ barred: true })
        .and.not.to.have.property('vatSettlement');
      // A number that came in is never given to another, also where what bore it is gone.
      const posts = (await other.get('/open-posts')).body.collection as readonly {
        readonly customer?: { readonly customerNumber: number };
        readonly voucher: { readonly voucherId: number };
        readonly entryNumber: number;
      }[];
      const again = await other.post('/matches', {
        posts: posts
          .filter((open) => open.customer?.customerNumber === match.customer.customerNumber)
          .map(({ voucher, entryNumber }) => ({ voucherId: voucher.voucherId, entryNumber })),
      });
      expect(again.status, again.text).to.equal(201);
      expect(again.body.matchNumber).to.equal(2);
      const { body: settled } = await other.post(SETTLEMENTS, JANUARY);
      expect(settled.settlementNumber).to.equal(3);
      expect((await other.remove(settled.self as string)).status).to.equal(204);
      const checks = await running.service.service.database.checkBooks(to.agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
      // The version from before the column leaves it as it was where it takes a settlement back.
      const ours = `WHERE agreement_number = ${to.agreementNumber}`;
      await asked(running.service.databaseUrl, `UPDATE period SET barred_before = 1 ${ours}`);
      expect((await journal(to)).toString().match(/^\{"periods":/gm)).to.have.length(1);
    });

    it('bring one VAT settlement after another, also of periods of two years', async () => {
      const to = await running.service.agreement({ modules: ['internationalLedger'] });
      const settled = [
        { fromDate: `${YEAR}-11-01`, toDate: `${YEAR}-11-30` },
        { fromDate: `${YEAR}-12-01`, toDate: `${NEXT}-01-31` },
      ];
      const file = settled.map((one) => JSON.stringify({ 'vat-settlements': one })).join('\n');
      const done = await imported(to, JSONL, file);
      expect(done).to.deep.include({ status: 'finished', created: 2, refusals: [] });
    });

    it('bring which voucher another one reverses, and whose accruals it posts', async () => {
      const [from, to] = [await settledBooks(), await begun()];
      const one = clientOf(() => ({ service: running.service, agreement: from }));
      const other = clientOf(() => ({ service: running.service, agreement: to }));
      const accruals = {
        startDate: `${NEXT}-03-01`,
        endDate: `${NEXT}-05-31`,
        account: { accountNumber: 5750 },
      };
      const rent = { account: { accountNumber: 1310 }, amount: 300, contraAccount: { accountNumber: 5810 } };
      const lines = [{ ...rent, accruals }];
      const [taken, kept] = [
        await booked(one, { date: `${NEXT}-03-05`, lines }),
        await booked(one, { date: `${NEXT}-03-06`, lines }),
      ];
      expect([taken.status, kept.status]).to.deep.equal([201, 201]);
      const date = `${NEXT}-03-02`;
      const back = await one.post(`/vouchers/booked/${taken.body.voucherId}/reversal`, { date });
      expect(back.status, back.text).to.equal(201);
      const file = await furtherIn(await journal(from));
      expect((await imported(to, JSONL, file)).refusals).to.deep.equal([]);

      const named = async (client: Client, display: string) => {
        const filter = `voucherNumber.voucherNumber$eq:${display.slice(3)}$and:voucherNumber.prefix$eq:FIN`;
        return (await client.get(`/vouchers/booked?filter=${filter}`)).body.collection[0];
      };
      const [first, second] = [taken, kept].map(({ body }) => body.voucherNumber.displayVoucherNumber);
      const reversed = await named(other, first);
      const reversal = await named(other, back.body.voucherNumber.displayVoucherNumber);
      expect(reversed.reversedBy.voucherId).to.equal(reversal.voucherId);
      expect(reversal.reverses.voucherId).to.equal(reversed.voucherId);
      expectRefusal(
        await other.post(`/vouchers/booked/${reversed.voucherId}/reversal`, { date }),
        400,
        'E10250',
      );
      // What came in is taken back with all that it accrues.
      const { voucherId } = await named(other, second);
      const again = await other.post(`/vouchers/booked/${voucherId}/reversal`, { date: `${NEXT}-03-06` });
      expect(again.status, again.text).to.equal(201);
      const accrued = (await other.get(`/vouchers?filter=accrues.voucherId$eq:${voucherId}`)).body.collection;
      expect(accrued).to.have.length(4);
      for (const { reversedBy } of accrued) expect(reversedBy?.voucherId).to.be.a('number');
    });

    it('bring a voucher of as many entries as one can have', async () => {
      const [from, to] = [await begun(), await begun()];
      const one = clientOf(() => ({ service: running.service, agreement: from }));
      const vat = { contraAccount: { accountNumber: 1010 }, contraVatAccount: { vatCode: 'S25' } };
      const line = {
        account: { accountNumber: 5810 },
        amount: 1.25,
        ...vat,
        text: 'Long '.repeat(50).trim(),
      };
      const { status, text } = await booked(one, {
        date: `${NEXT}-01-20`,
        lines: Array.from({ length: 1000 }, () => line),
      });
      expect(status, text.slice(0, 300)).to.equal(201);
      const file = await journal(from);
      expect((await imported(to, JSONL, await furtherIn(file))).refusals).to.deep.equal([]);
      expect((await journal(to)).toString()).to.equal(file.toString());
    });

    it('bring the cost of goods of which nothing is there, or less than nothing', async () => {
      const [from, to] = [await settledBooks(), await begun()];
      const one = clientOf(() => ({ service: running.service, agreement: from }));
      const other = clientOf(() => ({ service: running.service, agreement: to }));
      for (const [number, quantity] of [
        ['1002', -12],
        ['1003', -20],
      ] as const) {
        const at = `/products/${number}/stock-corrections`;
        expect((await one.post(at, { quantity: 12, unitCost: 34.5 })).status).to.equal(201);
        expect((await one.post(at, { quantity })).status).to.equal(201);
      }
      const file = await journal(from);
      expect((await imported(to, JSONL, await furtherIn(file))).refusals).to.deep.equal([]);
      for (const [number, inStock] of [
        ['1002', 0],
        ['1003', -8],
      ] as const) {
        const { costPrice, inventory } = (await other.get(`/products/${number}`)).body;
        expect({ costPrice, inStock: inventory.inStock }).to.deep.equal({ costPrice: 34.5, inStock });
      }
      expect((await journal(to)).toString()).to.equal(file.toString());
    });

    it('link no vouchers that were written here as if one took back the other', async () => {
      const to = await running.service.agreement({ modules: ['internationalLedger'] });
      const year = String(new Date().getUTCFullYear());
      const own = clientOf(() => ({ service: running.service, agreement: to }));
      const names: object[] = [];
      for (const amount of [100, 7]) {
        const line = { account: { accountNumber: 5830 }, amount, contraAccount: { accountNumber: 5810 } };
        const { body, status, text } = await booked(own, aTransfer(`${year}-02-03`, { lines: [line] }));
        expect(status, text).to.equal(201);
        const { voucherNumber } = body.voucherNumber;
        names.push({
          accountingYear: { year },
          numberSeries: { numberSeriesNumber: 1 },
          voucherNumber,
        });
      }
      const [reversed, voucher] = names;
      const file = JSON.stringify({ 'voucher-links': { voucher, reverses: reversed } });

      const { created, refusals } = await imported(to, JSONL, file);

      expect(created).to.equal(0);
      expect(refusals.map(({ property }: { property: string }) => property)).to.deep.equal(['reverses']);
      const checks = await running.service.service.database.checkBooks(to.agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('link no accruals to a voucher that was written here, which would not take them back', async () => {
      const to = await running.service.agreement({ modules: ['internationalLedger'] });
      const year = String(new Date().getUTCFullYear());
      const own = clientOf(() => ({ service: running.service, agreement: to }));
      const line = { account: { accountNumber: 5830 }, amount: 100, contraAccount: { accountNumber: 5810 } };
      const { body, status, text } = await booked(own, aTransfer(`${year}-02-03`, { lines: [line] }));
      expect(status, text).to.equal(201);
      const { voucherNumber } = body.voucherNumber;
      const accrual = { numberSeries: { numberSeriesNumber: 14 }, voucherNumber: 1 };
      const entries = [
        { account: { accountNumber: 5830 }, amount: -50 },
        { account: { accountNumber: 5810 }, amount: 50 },
      ];
      const accrues = { accountingYear: { year }, numberSeries: { numberSeriesNumber: 1 }, voucherNumber };
      const file = [
        { vouchers: { ...accrual, date: `${year}-03-31`, entries } },
        { 'voucher-links': { voucher: { accountingYear: { year }, ...accrual }, accrues } },
      ];

      const { created, refusals } = await imported(
        to,
        JSONL,
        file.map((one) => JSON.stringify(one)).join('\n'),
      );

      expect(created).to.equal(1);
      expect(refusals.map(({ property }: { property: string }) => property)).to.deep.equal(['accrues']);
      const checks = await running.service.service.database.checkBooks(to.agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('refuse links, matches, settlements and stock that do not fit, and know those that are there', async () => {
      const [from, to] = [await settledBooks(), await begun()];
      // The voucher of a settlement that was taken back stands in the books too.
      const one = clientOf(() => ({ service: running.service, agreement: from }));
      expect((await one.remove(`${SETTLEMENTS}/1`)).status).to.equal(204);
      expect((await one.post(SETTLEMENTS, JANUARY)).status).to.equal(201);
      const before = await journal(from);
      const lines = (await furtherIn(before)).trim().split('\n');
      const isOf = (line: string): boolean => /^\{"(matches|vat-settlements|periods)"/.test(line);
      const rest = lines.filter((line) => !isOf(line));
      const [match, settlement, stock] = ['matches', 'vat-settlements', 'stock'].map(
        (name) => JSON.parse(lines.find((line) => line.startsWith(`{"${name}"`)) as string)[name],
      );
      expect((await imported(to, JSONL, rest.join('\n'))).refusals).to.deep.equal([]);

      const [first, second] = match.posts;
      const wrong: readonly (readonly [name: string, body: object, property: string, code?: string])[] = [
        ['matches', { ...match, posts: [{ ...first, amount: 61 }, second] }, 'posts', 'E10220'],
        ['matches', { ...match, posts: [{ ...first, post: 2 }, second] }, 'posts[0].post', 'E10220'],
        [
          'matches',
          { ...match, posts: [{ ...first, voucher: { ...first.voucher, voucherNumber: 9 } }, second] },
          'posts[0].voucher',
          'E06000',
        ],
        ['matches', { ...match, differenceVoucher: undefined }, 'differenceVoucher', 'E10220'],
        ['matches', { ...match, differenceVoucher: first.voucher }, 'differenceVoucher', 'E10220'],
        [
          'matches',
          { ...match, posts: [first, { ...second, amountInBaseCurrency: -56 }] },
          'posts[1].amountInBaseCurrency',
          'E10220',
        ],
        ['matches', { ...match, posts: [first] }, 'posts', 'E10220'],
        ['voucher-links', { voucher: first.voucher, reverses: second.voucher }, 'reverses'],
        ['voucher-links', { voucher: first.voucher, accrues: second.voucher }, 'accrues'],
        ['voucher-links', { voucher: first.voucher }, 'voucher'],
        ['voucher-links', { voucher: first.voucher, reverses: first.voucher }, 'reverses'],
        ['vat-settlements', { ...settlement, voucher: undefined }, 'voucher'],
        ['vat-settlements', { ...settlement, voucher: first.voucher }, 'voucher'],
        [
          'vat-settlements',
          { ...settlement, voucher: { ...settlement.voucher, voucherNumber: 1 } },
          'voucher',
        ],
        ['stock', { ...stock, product: { productNumber: 'none' } }, 'product', 'E06000'],
        ['vat-settlements', { ...settlement, toDate: `${NEXT}-01-30` }, 'toDate', 'E10270'],
      ];
      const file = wrong.map(([name, body]) => JSON.stringify({ [name]: body })).join('\n');
      const refused = await imported(to, JSONL, file);
      expect(refused.created).to.equal(0);
      expect(refused.refusals.map(({ property }: { property: string }) => property)).to.deep.equal(
        wrong.map(([, , property]) => property),
      );
      for (const [index, [, , , code]] of wrong.entries())
        if (code !== undefined) expect(refused.refusals[index].errorCode).to.equal(code);

      const right = [{ matches: match }, { 'vat-settlements': settlement }, { stock }].map((line) =>
        JSON.stringify(line),
      );
      expect(await imported(to, JSONL, right.join('\n'))).to.include({ created: 2, alreadyThere: 1 });
      const again = await imported(to, JSONL, ['', ...right].join('\n'));
      expect(again).to.include({ created: 0, alreadyThere: 3, refused: 0 });
      const another = { ...match, posts: [first, { ...second, amount: 1 }] };
      const later = { ...settlement, toDate: `${NEXT}-02-28` };
      const others = [{ matches: another }, { 'vat-settlements': later }].map((line) => JSON.stringify(line));
      const taken = await imported(to, JSONL, others.join('\n'));
      expect(taken.refusals).to.have.length(2);
      expect(taken.refusals[0]).to.include({ errorCode: 'E06010', property: 'matchNumber' });
      expect(taken.refusals[1]).to.include({ errorCode: 'E06010', property: 'settlementNumber' });
      expect((await journal(to)).toString().split('\n')).to.deep.equal(before.toString().split('\n'));
    });

    it('bring a SIE file into empty books, which then export the same', async () => {
      const other = await empty();
      const path = `/exports/sie?accountingYear=${NEXT}`;
      const before = await bytesOf(running.service, client.agreement, path);
      const done = await imported(other, SIE, before);
      expect(done.refusals, JSON.stringify(done)).to.deep.equal([]);
      const after = await bytesOf(running.service, other, path);
      const owned = (bytes: Buffer): string => bytes.toString('latin1').replace(/#FNAMN.*/, '');
      expect(owned(after)).to.equal(owned(before));
    });

    it('bring in SIE what was booked on customers, and what years begin with once', async () => {
      const opening = {
        date: `${YEAR}-01-01`,
        lines: [
          { account: { accountNumber: 5810 }, amountInBaseCurrency: 100 },
          { customer: { customerNumber: 1 }, amountInBaseCurrency: 50 },
          { account: { accountNumber: 6110 }, amountInBaseCurrency: -150 },
        ],
      };
      const { body } = await giver.post('/opening-balances/drafts', opening);
      await giver.post('/opening-balances/booked', { voucherId: body.voucherId, date: body.date });
      const invoice = {
        date: `${YEAR}-03-03`,
        lines: [
          { customer: { customerNumber: 1 }, amount: 125, contraAccount: { accountNumber: 1010 } },
          { supplier: { supplierNumber: 1 }, amount: -80, contraAccount: { accountNumber: 1310 } },
        ],
      };
      expect((await booked(giver, invoice)).status).to.equal(201);
      const draft = { customer: { customerNumber: 1 }, date: `${YEAR}-04-01` };
      const { id } = await drafted(giver, {
        ...draft,
        lines: [{ description: 'Lamp', quantity: 1, unitNetPrice: 80 }],
      });
      expect((await giver.post('/v2/invoices/booked', { id })).status).to.equal(201);
      expect((await giver.post(`/accounting-years/${YEAR}/closing`, undefined)).status).to.equal(200);
      const given = (year: string): Promise<Buffer> =>
        bytesOf(running.service, giver.agreement, `/exports/sie?accountingYear=${year}`);
      const taken = async (year: string): Promise<string> =>
        (await bytesOf(running.service, taker.agreement, `/exports/sie?accountingYear=${year}`)).toString(
          'latin1',
        );
      const [first, second] = [await given(YEAR), await given(NEXT)];

      const done = await imported(taker.agreement, SIE, first);
      const later = Buffer.concat([first, Buffer.from('#COMMENT later\r\n')]);
      const again = await imported(taker.agreement, SIE, later);

      expect([done.refusals, again.refusals]).to.deep.equal([[], []]);
      expect([again.created, await taken(YEAR)]).to.deep.equal([0, first.toString('latin1')]);
      const next = await imported(taker.agreement, SIE, second);
      await taker.post(`/accounting-years/${YEAR}/closing`, undefined);
      expect([next.refusals, await taken(NEXT)]).to.deep.equal([[], second.toString('latin1')]);
      const { agreementNumber } = taker.agreement;
      const checks = await running.service.service.database.checkBooks(agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('say with what a year begins otherwise in a SIE file than these books carry on', async () => {
      const to = await running.service.agreement({ modules: ['internationalLedger'] });
      const head = (year: string): readonly string[] => [
        '#FLAGGA 0',
        '#SIETYP 4',
        '#VALUTA EUR',
        `#RAR 0 ${year}0101 ${year}1231`,
      ];
      const first = [
        ...head(YEAR),
        '#IB 0 5810 100 250',
        '#IB 0 6110 -100',
        `#VER A 1 ${YEAR}0301 "Sale"`,
        '{',
        '#TRANS 5810 {} 50',
        '#TRANS 1010 {} -50',
        '}',
      ];
      const second = [
        ...head(NEXT),
        '#IB 0 5810 175.00',
        '#IB 0 5820 -25',
        '#IB 0 6110 -150',
        `#VER A 1 ${NEXT}0301 "Sale"`,
        '{',
        '#TRANS 5810 {} 10',
        '#TRANS 1010 {} -10',
        '}',
      ];

      const begun = await imported(to, SIE, first.join('\n'));
      const tried = await imported(to, SIE, second.join('\n'), '?dryRun=true');
      const done = await imported(to, SIE, second.join('\n'));

      expect(begun).to.deep.include({ created: 2, refused: 0, warned: 0, warnings: [] });
      expect(done).to.deep.include({ status: 'finished', created: 1, refused: 0, refusals: [], warned: 3 });
      const told = (account: number, file: string, books: string): string =>
        `The year begins with ${file} on account ${account} in the file, and with ${books} in these books, ` +
        'which carry that on: it stays. Years before that are not closed here have a result of -50, which ' +
        'closing them brings to an account.';
      expect(done.warnings).to.deep.equal([
        { line: 5, message: told(5810, '175', '150') },
        { line: 6, message: told(5820, '-25', '0') },
        { line: 7, message: told(6110, '-150', '-100') },
      ]);
      expect(tried.warnings).to.deep.equal(done.warnings);
    });

    it('tell the vouchers of another program from ours where it calls its series as we do', async () => {
      const to = await running.service.agreement({ modules: ['internationalLedger'] });
      const one = clientOf(() => ({ service: running.service, agreement: to }));
      expect((await booked(one, aTransfer(`${NEXT}-01-05`))).status).to.equal(201);
      const own = (await bytesOf(running.service, to, '/exports/sie')).toString('latin1');
      const back = own.replace(/#PROGRAM .*/, '#PROGRAM "Other books" 1');

      const again = await imported(to, SIE, `${back}${voucher('FIN', 2, '5810', 5)}\n`);
      const theirs = sie(
        '#PROGRAM "Other books" 1',
        voucher('FIN', 1, '5810', 10),
        voucher('FIN', 3, '5810', 7),
      );
      const done = await imported(to, SIE, theirs);
      const mended = await imported(to, SIE, `${theirs}#COMMENT again\n`);

      expect(again).to.include({ created: 1, alreadyThere: 1, refused: 0 });
      expect(done).to.include({ created: 2, alreadyThere: 0, refused: 0 });
      expect(mended).to.include({ created: 0, alreadyThere: 2, refused: 0 });
      const called = ((await everyPage(one, '/vouchers/booked')) as Answered['body'][]).map(
        ({ voucherNumber, externalDocumentId }) => [
          voucherNumber.displayVoucherNumber as string,
          externalDocumentId as string | undefined,
        ],
      );
      expect(called.sort()).to.deep.equal([
        ['FIN1', undefined],
        ['FIN2', 'FIN 2'],
        ['FIN3', 'FIN 1'],
        ['FIN4', 'FIN 3'],
      ]);
    });

    it('take no voucher of another program for one that it brought before, though both say the same', async () => {
      const to = await running.service.agreement({ modules: ['internationalLedger'] });
      const one = clientOf(() => ({ service: running.service, agreement: to }));
      expect((await booked(one, aTransfer(`${NEXT}-01-05`))).status).to.equal(201);
      const fares = Array.from({ length: 110 }, (_, index) => voucher('FIN', index + 1, '5810', 10));
      const theirs = sie('#PROGRAM "Other books" 1', ...fares);

      const tried = await imported(to, SIE, theirs, '?dryRun=true');
      const done = await imported(to, SIE, theirs);
      const longer = await imported(to, SIE, `${theirs}${voucher('FIN', 111, '5810', 10)}\n`);

      expect(tried).to.include({ created: 110, alreadyThere: 0, refused: 0 });
      expect(done).to.include({ created: 110, alreadyThere: 0, refused: 0 });
      expect(longer).to.include({ created: 1, alreadyThere: 110, refused: 0 });
    });

    it('say where the balances that a SIE file begins with do not balance', async () => {
      const to = await running.service.agreement({ modules: ['internationalLedger'] });

      const { created, warnings } = await imported(to, SIE, sie('#IB 0 5810 1 250.00', '#IB 0 6110 -1250'));
      const { refusals } = await imported(await empty(), SIE, sie('#IB 0 5810 12 000.00'));

      expect(created).to.equal(1);
      expect(warnings.map(({ line }: { line: number }) => line)).to.deep.equal([5]);
      expect(warnings[0].message).to.match(/^The balances that the year begins with \(#IB\) sum to -1249,/);
      expect(refusals[0]).to.include({ line: 5, property: 'entries[0].amount' });
    });

    it('refuse the lines that are wrong, each with its number, and bring the others in', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const bank = { account: { accountNumber: 5810 }, amount: 100 };
      const sold = { account: { accountNumber: 1010 }, amount: -100 };
      const entries = (amount: number) => [{ ...bank, amount }, sold];
      const voucher = (more: object) =>
        JSON.stringify({ vouchers: { date: `${NEXT}-02-01`, entries: entries(100), ...more } });
      const file = [
        voucher({}),
        'nonsense',
        voucher({ entries: entries(99.99) }),
        voucher({ date: '1999-01-01' }),
        JSON.stringify({ accounts: { accountNumber: 9, name: 'Nine' } }),
        voucher({ text: 'ignored' }),
        JSON.stringify({ numbers: { year: NEXT, numberSeriesNumber: 99, lastNumber: 5 } }),
        // Opening balances are lines of their own, and what closing a year carries is in no file.
        voucher({ voucherType: 'openingEntry' }),
        voucher({ voucherType: 'transferredOpeningEntry' }),
        voucher({ numberSeries: { numberSeriesNumber: 7 } }),
        voucher({
          entries: [
            { ...bank, amountInBaseCurrency: 90 },
            { ...sold, amount: -90 },
          ],
        }),
        voucher({ entries: [{ ...bank, currency: 'XXQ', amountInBaseCurrency: 100 }, sold] }),
        voucher({ entries: [bank, { ...sold, vatAccount: { vatCode: 'ZZ' } }] }),
        voucher({
          entries: [bank, { ...sold, customer: { customerNumber: 1 }, supplier: { supplierNumber: 1 } }],
        }),
      ].join('\n');
      const done = await imported(other, JSONL, file);
      expect(done.created).to.equal(2);
      expect(done.refused).to.equal(12);
      const refusals = done.refusals as {
        line: number;
        errorCode: string;
        property?: string;
        message: string;
      }[];
      expect(refusals.map(({ line, errorCode, property }) => [line, errorCode, property])).to.deep.equal([
        [2, 'E10560', undefined],
        [3, 'E10120', 'entries'],
        [4, 'E10080', 'date'],
        [5, 'E00500', 'accountType'],
        [7, 'E00500', 'numberSeriesNumber'],
        [8, 'E00500', 'voucherType'],
        [9, 'E00500', 'voucherType'],
        [10, 'E00500', 'numberSeries'],
        [11, 'E10480', 'entries[0].amountInBaseCurrency'],
        [12, 'E06000', 'entries[0].currency'],
        [13, 'E06000', 'entries[1].vatAccount'],
        [14, 'E10140', 'entries[1]'],
      ]);
      expect(refusals[1]?.message).to.match(/^The voucher does not balance: debit minus credit is -0\.01 /);
      expect(done.lines).to.equal(14);
    });

    it('refuse what a request for a period, a year or a contact would be refused for, and change none', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const period = (more: object) =>
        JSON.stringify({ periods: { accountingYear: { year: NEXT }, fromDate: `${NEXT}-02-01`, ...more } });
      const year = (more: object) => JSON.stringify({ 'accounting-years': more });
      const dates = { fromDate: `${NEXT}-01-01`, toDate: `${NEXT}-12-31` };
      const file = [
        period({ barred: true }),
        period({ barred: 'yes' }),
        period({}),
        year({ ...dates, closed: 'yes' }),
        year({ year: NEXT }),
        year({ ...dates, year: NEXT, toDate: `${NEXT}-11-30` }),
        JSON.stringify({ 'customer-contacts': { name: 'Nobody’s' } }),
        JSON.stringify({ 'customer-contacts': { name: 'Ann', customer: { customerNumber: {} } } }),
        period({ barred: true, accountingYear: { year: '1999' } }),
        period({ barred: true, accountingYear: undefined }),
        period({ barred: true, fromDate: `${NEXT}-02-02` }),
        // So many digits that the number is another one.
        '{"accounts":{"accountNumber":5810.123456789012345678901,"name":"Bank","accountType":"status"}}',
        JSON.stringify({ 'customer-contacts': { name: 'Ann', customer: { customerNumber: '\ud800' } } }),
        JSON.stringify({ 'supplier-contacts': { name: 'Ann', supplier: { supplierNumber: 999 } } }),
      ].join('\n');
      const { refusals, created, replaced } = await imported(other, JSONL, file);
      expect({ created, replaced }).to.deep.equal({ created: 0, replaced: 1 });
      expect(
        (refusals as { line: number; errorCode: string; property: string }[]).map(
          ({ line, errorCode, property }) => [line, errorCode, property],
        ),
      ).to.deep.equal([
        [2, 'E00500', 'barred'],
        [3, 'E00500', 'barred'],
        [4, 'E00500', 'closed'],
        [5, 'E00500', 'fromDate'],
        [6, 'E10100', 'fromDate'],
        [7, 'E00500', 'customer.customerNumber'],
        [8, 'E00500', 'customer.customerNumber'],
        [9, 'E06000', 'accountingYear'],
        [10, 'E00500', 'accountingYear'],
        [11, 'E06000', 'fromDate'],
        [12, 'E00500', 'accountNumber'],
        [13, 'E00500', 'customer.customerNumber'],
        [14, 'E06000', 'supplier'],
      ]);
      const one = clientOf(() => ({ service: running.service, agreement: other }));
      const { collection } = (await one.get(`/accounting-years/${NEXT}/periods`)).body;
      expect(collection.filter((of: { barred: boolean }) => of.barred)).to.have.length(1);
    });

    it('say which accounts of a SIE file are of the other side of these books', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const chart = [
        '#KONTO 1010 "Bank"',
        '#KTYP 1010 T',
        '#KONTO 5810 "Kassa"',
        '#KTYP 5810 S',
        '#KONTO 1630 "?"',
      ];
      const done = await imported(other, SIE, sie(...chart, voucher('A', 1, '5810', 10)));
      expect(done).to.include({ status: 'finished', created: 1, refused: 1 });
      const [refusal] = done.refusals as { line: number; errorCode: string; message: string }[];
      expect(refusal).to.include({ line: 5, errorCode: 'E10160' });
      expect(refusal?.message).to.match(
        /accountType is status in the file, and profitAndLoss in these books/,
      );
    });

    it('bring the same file in once, however often it is sent, and a voucher by its number', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const entries = [
        { account: { accountNumber: 5810 }, amount: 10 },
        { account: { accountNumber: 1010 }, amount: -10 },
      ];
      const line = JSON.stringify({
        vouchers: {
          numberSeries: { numberSeriesNumber: 1 },
          voucherNumber: 7,
          date: `${NEXT}-02-01`,
          entries,
        },
      });
      const first = await imported(other, JSONL, line);
      expect(first.created).to.equal(1);
      const again = await send(running.service, other, JSONL, line);
      expect(again.status).to.equal(200);
      expect(again.body['importNumber']).to.equal(first.importNumber);
      const more = await imported(other, JSONL, `${line}\n${line}\n`);
      expect([more.created, more.alreadyThere]).to.deep.equal([0, 2]);
    });

    it('know the vouchers that people have booked here, when an export comes back', async () => {
      const own = await running.service.agreement({ modules: ['internationalLedger'] });
      const client = clientOf(() => ({ service: running.service, agreement: own }));
      const date = `${NEXT}-01-05`;
      const { body } = await client.post('/vouchers/drafts/finance-vouchers', aTransfer(date));
      const booked = await client.post('/vouchers/booked', { voucherId: body.voucherId, date });
      expect(booked.status, booked.text).to.equal(201);

      const { created, refusals } = await imported(own, JSONL, (await journal(own)).toString());

      expect({ created, refusals }).to.deep.equal({ created: 0, refusals: [] });
    });

    it('say which number or name another document has, of another date or amount, or a draft', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const line = (voucherNumber: number, amount: number, day = '02-01', text = '') => {
        const entries = [
          { account: { accountNumber: 5810 }, amount, text },
          { account: { accountNumber: 1010 }, amount: -amount },
        ];
        const numberSeries = { numberSeriesNumber: 1 };
        return JSON.stringify({ vouchers: { numberSeries, voucherNumber, date: `${NEXT}-${day}`, entries } });
      };
      const one = clientOf(() => ({ service: running.service, agreement: other }));
      const draft = await one.post('/vouchers/drafts/finance-vouchers', aTransfer(`${NEXT}-01-05`));
      expect(draft.body.voucherNumber.voucherNumber, draft.text).to.equal(1);
      const told = async (type: string, ...lines: readonly string[]) => {
        const { created, alreadyThere, refusals } = await imported(other, type, lines.join('\n'));
        const refused = (refusals as { line: number; errorCode: string; property: string }[]).map(
          ({ line, errorCode, property }) => [line, errorCode, property],
        );
        return { created, alreadyThere, refused };
      };

      expect(await told(JSONL, line(1, 9), line(2, 20), line(2, 20, '02-02'), line(2, 21))).to.deep.equal({
        created: 1,
        alreadyThere: 0,
        refused: [1, 3, 4].map((at) => [at, 'E06010', 'voucherNumber']),
      });
      expect(await told(JSONL, line(2, 20, '02-01', 'mended'), line(3, 30))).to.deep.equal({
        created: 1,
        alreadyThere: 1,
        refused: [],
      });
      const [first, second] = [voucher('A', 1, '5810', 10), voucher('A', 1, '5810', 11)];
      expect(await told(SIE, sie(first, second))).to.deep.equal({
        created: 1,
        alreadyThere: 0,
        refused: [[10, 'E06010', 'externalDocumentId']],
      });
      expect(await told(SIE, sie(second, first))).to.deep.equal({
        created: 0,
        alreadyThere: 1,
        refused: [[5, 'E06010', 'externalDocumentId']],
      });
    });

    it('find a voucher of another program by what it was called there, when a mended file is sent', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const first = await imported(
        other,
        SIE,
        sie(voucher('A', 1, '5810', 100), voucher('A', 2, '999', 100)),
      );
      expect([first.created, first.refused]).to.deep.equal([1, 1]);
      expect((first.refusals as { line: number; errorCode: string }[])[0]).to.include({
        line: 12,
        errorCode: 'E06000',
      });
      const more = sie(
        voucher('A', 1, '5810', 100),
        voucher('A', 2, '5810', 100),
        voucher('B', 1, '5810', 100),
      );
      const mended = await imported(other, SIE, more);
      expect([mended.created, mended.alreadyThere, mended.refused]).to.deep.equal([2, 1, 0]);
    });

    for (const [encoding, bytes] of Object.entries({
      'code page 437': Buffer.from(toPc8(sie(voucher('A', 1, '5810', 1, 'Köpt på Åland för 5 £')))),
      'Latin-1': Buffer.from(sie(voucher('A', 1, '5810', 1, 'Köpt på Åland för 5 £')), 'latin1'),
      'UTF-8': Buffer.from(sie(voucher('A', 1, '5810', 1, 'Köpt på Åland för 5 £'))),
      'UTF-8 with its mark': Buffer.from(`\ufeff${sie(voucher('A', 1, '5810', 1, 'Köpt på Åland för 5 £'))}`),
    })) {
      it(`read a SIE file in ${encoding}`, async () => {
        const other = await running.service.agreement({ modules: ['internationalLedger'] });
        const done = await imported(other, SIE, bytes);
        expect(done).to.include({ status: 'finished', created: 1, refused: 0 });
        const { body } = await running.service.ask(`/accounting-years/${NEXT}/entries?pagesize=1`, {
          headers: other.tokens,
        });
        expect((body.collection as { text: string }[])[0]?.text).to.equal('Köpt på Åland för 5 £');
      });
    }

    it('read a SIE file of an old Mac, whose lines end with a return alone', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const file = sie(voucher('A', 1, '5810', 1), voucher('A', 2, '9999', 1));

      const done = await imported(other, SIE, file.replaceAll('\n', '\r'));

      expect(done).to.include({ status: 'finished', created: 1, refused: 1 });
      expect(done).to.have.nested.property('refusals[0].line', 12);
    });

    it('leave vouchers without rows out, as cancelled ones are written, and say so of each', async () => {
      const other = await empty();
      const none = `#VER B 1 ${NEXT}0316 "makulerad"\n{\n}`;
      const file = sie('#KONTO 1010 Bank', '#KONTO 5810 Tea', voucher('A', 1, '5810', 1), none);

      const [tried, done] = [
        await imported(other, SIE, file, '?dryRun=true'),
        await imported(other, SIE, file),
      ];

      for (const one of [tried, done]) {
        expect(one).to.include({ status: 'finished', refused: 0, warned: 1 });
        expect(one.warnings).to.deep.equal([
          {
            line: 12,
            message: 'The voucher "B 1" has no rows, as one that was cancelled: it is left out.',
          },
        ]);
      }
    });

    it('bring a file in that was sent as another format before', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const file = '{"units":{"unitNumber":95,"name":"sacks"}}';
      const refusals = [];
      for (let time = 1; time <= 2; time += 1) {
        const sent = await send(running.service, other, 'text/plain', file);
        const done = await ended(running.service, other, sent.body['self'] as string);
        refusals.push([done.status, done.refused, (done.refusals as { errorCode: string }[])[0]?.errorCode]);
      }
      expect(refusals).to.deep.equal(Array.from({ length: 2 }, () => ['failed', 1, 'E10560']));

      const done = await imported(other, JSONL, file);

      expect(done).to.include({ format: 'jsonl', status: 'finished', created: 1, refused: 0 });
    });

    it('bring in every voucher of a SIE file that leaves their numbers to us, and say which has no end or no amount', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const sold = voucher('A', 1, '5810', 10).replace('A 1', 'A ""');
      const cut = voucher('B', 1, '5810', 10).replace('\n}', '');
      const apart = voucher('B', 2, '5810', 10).replaceAll(/10$/gm, '1 000.00');
      const done = await imported(other, SIE, sie(sold, sold.replace('A', '""'), sold, cut, sold, apart));
      expect(done).to.include({ status: 'finished', created: 4, alreadyThere: 0, refused: 2 });
      const refusals = done.refusals as { line: number; property?: string }[];
      expect(refusals.map(({ line, property }) => [line, property])).to.deep.equal([
        [20, undefined],
        [31, 'entries[0].amount'],
      ]);
    });

    it('bring large vouchers of a SIE file in one by one: 100 of them together ended a process of 256 MB', async () => {
      const agreement = await empty();
      const rows = Array.from({ length: 4_500 }, (_, index) => `#TRANS 1010 {} ${index % 2 === 0 ? 1 : -1}`);
      const large = [1, 2, 3].map((number) =>
        [`#VER Z ${number} ${NEXT}0201 Large`, '{', ...rows, '}'].join('\n'),
      );

      const done = await imported(agreement, SIE, sie('#KONTO 1010 Bank', ...large));

      expect([done.created, done.refused], JSON.stringify(done)).to.deep.equal([5, 0]);
      const path = '/events?filter=collection$eq:vouchers&pagesize=100';
      const { body } = await running.service.ask(path, { headers: agreement.tokens });
      const vouchers = (body.collection as { type: string; requestId: string }[]).filter(
        ({ type }) => type === 'voucher.booked',
      );
      expect(vouchers).to.have.length(3);
      expect(new Set(vouchers.map(({ requestId }) => requestId)).size).to.equal(3);
    });

    it('fail where the file cannot be read, and bring nothing of it in', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const whole = sie(voucher('A', 1, '5810', 1));
      const files: [string, Buffer][] = [
        [SIE, Buffer.from(whole, 'utf16le')],
        [SIE, Buffer.from(whole.replace('#SIETYP 4', '#SIETYP 1'))],
        [SIE, Buffer.from('%PDF-1.7\n')],
        [JSONL, Buffer.from(`{"accounts":{"accountNumber":1}}`, 'utf16le')],
        // Figures in another currency, or of another meaning, would come in as if they were ours.
        [SIE, Buffer.from(whole.replace('#VALUTA EUR', '#VALUTA SEK'))],
        // SIE means kronor where a file does not say it.
        [SIE, Buffer.from(whole.replace('#VALUTA EUR\n', ''))],
        [
          JSONL,
          Buffer.from('\ufeff{"kontor":{"version":1,"baseCurrency":"SEK"}}\n{"units":{"name":"one"}}\n'),
        ],
        [JSONL, Buffer.from('{"kontor":{"version":2,"baseCurrency":"EUR"}}\n{"units":{"name":"one"}}\n')],
      ];
      for (const [type, bytes] of files) {
        const done = await imported(other, type, bytes);
        expect(done).to.include({ status: 'failed', created: 0, refused: 1 });
        expect((done.refusals as { errorCode: string }[])[0]?.errorCode).to.equal('E10560');
      }

      // Of one that is packed it is said by what, since nobody would look for UTF-16 in it.
      for (const [type, text] of [
        [SIE, whole],
        [JSONL, '{"units":{"name":"one"}}\n'],
      ] as const) {
        const done = await imported(other, type, gzipSync(text));
        expect(done).to.include({ status: 'failed', created: 0 });
        expect((done.refusals as { message: string }[])[0]?.message).to.equal(
          'The file is packed with gzip: send what is in it, unpacked.',
        );
      }

      // The mark of UTF-16 begins a file: elsewhere its bytes are those of one line that is no UTF-8.
      const units = [91, 92].map((unitNumber) =>
        Buffer.from(JSON.stringify({ units: { unitNumber, name: 'x' } })),
      );
      const lines = [units[0], Buffer.from([0xff, 0xfe]), units[1]].flatMap((line) => [...(line ?? []), 10]);
      expect(await imported(other, JSONL, Uint8Array.from(lines))).to.deep.include({
        ...{ status: 'finished', created: 2, refused: 1 },
        refusals: [
          {
            ...{ line: 2, errorCode: 'E10560' },
            message: 'The line has bytes that are no UTF-8, in which the file is written.',
          },
        ],
      });
    });

    it('try a file without bringing anything in (dryRun), and say what would come of it', async () => {
      const { tried, file, unchanged, done } = await wholeBooks();
      expect(tried).to.include({ status: 'finished', dryRun: true, refused: 1 });
      expect(tried.lines).to.equal(file.split('\n').length).and.to.equal(tried.totalLines);
      expect((tried.refusals as { line: number }[])[0]?.line).to.equal(tried.lines);
      expect(unchanged[1]).to.deep.equal(unchanged[0]);
      expect(done).to.include({ status: 'finished', dryRun: false });
      expect([done.created, done.replaced]).to.deep.equal([tried.created, tried.replaced]);
    });

    it('say in a dry run of numbers and names that come again, stocks and periods what an import says', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger', 'inventory'] });
      const entries = (amount: number) => [
        { account: { accountNumber: 5810 }, amount },
        { account: { accountNumber: 1010 }, amount: -amount },
      ];
      const numbered = (voucherNumber: number, amount: number, date = `${NEXT}-02-01`) =>
        JSON.stringify({
          vouchers: {
            numberSeries: { numberSeriesNumber: 1 },
            ...{ voucherNumber, date },
            entries: entries(amount),
          },
        });
      const between = Array.from({ length: 120 }, () => '{"units":{"unitNumber":90,"name":"jars"}}');
      const stock = (productNumber: string) =>
        JSON.stringify({ stock: { product: { productNumber }, quantity: 3, unitCost: 2 } });
      const name = {
        accountingYear: { year: NEXT },
        numberSeries: { numberSeriesNumber: 1 },
        voucherNumber: 9,
      };
      const file = [
        numbered(7, 10),
        JSON.stringify({
          periods: { accountingYear: { year: NEXT }, fromDate: `${NEXT}-03-01`, barred: true },
        }),
        ...between,
        numbered(7, 10),
        numbered(7, 11),
        numbered(8, 1, `${NEXT}-03-03`),
        numbered(6, 1),
        stock('none'),
      ].join('\n');

      const tried = await imported(other, JSONL, file, '?dryRun=true');
      const done = await imported(other, JSONL, file);

      const { created, replaced, alreadyThere, refusals, warnings } = done;
      expect(tried).to.deep.include({ created, replaced, alreadyThere, refusals, warnings });
      expect([created, alreadyThere, warnings]).to.deep.equal([3, 1, []]);
      const told = refusals as { line: number; errorCode: string; property?: string }[];
      expect(told.map(({ line, errorCode, property }) => [line, errorCode, property])).to.deep.equal([
        [124, 'E06010', 'voucherNumber'],
        [125, 'E10080', 'date'],
        [127, 'E06000', 'product'],
      ]);
      const link = JSON.stringify({ 'voucher-links': { voucher: name, reverses: name } });
      const unseen = await imported(other, JSONL, [link, ...between, link].join('\n'), '?dryRun=true');
      expect([unseen.warned, unseen.warnings[0].line]).to.deep.equal([1, 1]);
      expect(unseen.warnings[0].message).to.match(/does not look at the vouchers and posts that links/);
      const wrong = [JSON.stringify({ 'voucher-links': { voucher: name } }), '{"units":5}', '{}'].join('\n');
      const triedToo = await imported(other, JSONL, wrong, '?dryRun=true');
      expect((await imported(other, JSONL, wrong)).refusals).to.deep.equal(triedToo.refusals);
      expect(triedToo.refusals.map(({ message }: { message: string }) => message)).to.deep.equal([
        'Schema validation failed. voucher must reverse or accrue another one.',
        'What the line says of "units" is no JSON object.',
        'The line is no JSON object with one member, such as {"accounts": {…}}.',
      ]);
    });

    it('see in a dry run what a line changes that a later one comes to by things of the books', async () => {
      const agreement = await running.service.agreement({ modules: ['internationalLedger', 'inventory'] });
      const one = clientOf(() => ({ service: running.service, agreement }));
      const { body: product } = await one.get('/products/1001');
      const { body: goods } = await one.get(product.productGroup.self as string);
      const line = (name: string, body: object): string => JSON.stringify({ [name]: body });
      const between = Array.from({ length: 120 }, () => '{"units":{"unitNumber":90,"name":"jars"}}');
      const file = [
        line('product-groups', { ...goods, inventoryEnabled: false }),
        ...between,
        line('stock', { product: { productNumber: '1001' }, quantity: 3, unitCost: 2 }),
      ].join('\n');

      const tried = await imported(agreement, JSONL, file, '?dryRun=true');
      const done = await imported(agreement, JSONL, file);

      const { created, replaced, alreadyThere, refusals, warnings } = done;
      expect(tried).to.deep.include({ created, replaced, alreadyThere, refusals, warnings });
      expect((refusals as { line: number }[]).map((refusal) => refusal.line)).to.deep.equal([122]);
    });

    it('know in a dry run by its name what a SIE file calls twice', async () => {
      const accounts = Array.from({ length: 120 }, (_, at) => `#KONTO ${9000 + at} "Ny"`);
      const file = sie(...accounts, voucher('A', 1, '5810', 10), voucher('A', 1, '5810', 10));
      const far = [file, ...Array.from({ length: 110 }, (_, at) => voucher('B', at + 1, '5810', 1))];
      const whole = [...far, voucher('A', 1, '5810', 11)].join('\n');
      const other = await running.service.agreement({ modules: ['internationalLedger'] });

      const tried = await imported(other, SIE, whole, '?dryRun=true');
      const { created, alreadyThere, refusals } = await imported(other, SIE, whole);

      expect(tried).to.deep.include({ created, alreadyThere, refusals });
      expect(refusals).to.have.length(1);
      expect(refusals[0]).to.include({ errorCode: 'E06010', property: 'externalDocumentId' });
    });

    it('wait for no dry run, however long that takes', async () => {
      // One for each of the two processes.
      const trying = [await empty(), await empty()];
      const other = await empty();
      const long: string[] = [];
      for (const agreement of trying) {
        const sent = await send(running.service, agreement, JSONL, 'x\n'.repeat(100_000), '?dryRun=true');
        long.push(sent.location as string);
      }

      const [cost, paid] = ['#KONTO 4010 Cost', '#KONTO 1010 Bank'];
      const done = await imported(other, SIE, sie(cost, paid, voucher('Z', 1, '4010', 5)));

      expect([done.status, done.refused], JSON.stringify(done)).to.deep.equal(['finished', 0]);
      for (const [index, { tokens: headers }] of trying.entries()) {
        const self = long[index] as string;
        expect((await running.service.ask(self, { headers })).body.status).to.equal('running');
        expect((await running.service.ask(self, { method: 'DELETE', headers })).status).to.equal(204);
      }
    });

    it('refuse a line in a dry run for which too much of the lines before would be tried again', async () => {
      const agreement = await empty();
      const notes = 'x'.repeat(300_000);
      const units = Array.from({ length: 6 }, (_, index) =>
        JSON.stringify({ units: { unitNumber: 7, name: `Unit ${index}`, notes } }),
      );

      const tried = await imported(agreement, JSONL, units.join('\n'), '?dryRun=true');

      expect([tried.created, tried.replaced, tried.refused]).to.deep.equal([1, 3, 2]);
      expect((tried.refusals as unknown[])[0]).to.include({
        line: 5,
        errorCode: 'E10560',
        property: 'dryRun',
      });
      const done = await imported(agreement, JSONL, units.join('\n'));
      expect([done.created, done.replaced, done.refused]).to.deep.equal([1, 5, 0]);
    });

    it('are known by their file however often that was tried since, and tell no dry run from them', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const file = sie('#VER A "" ' + `${NEXT}0201`, '{', '#TRANS 5810 {} 1', '#TRANS 1010 {} -1', '}');
      const done = await imported(other, SIE, file);
      expect(done).to.include({ status: 'finished', created: 1 });
      const { unitOfWork } = running.service.service.database;
      const { agreementNumber } = other;
      const kept = await unitOfWork.read(agreementNumber).of(Import).find(done.importNumber);
      const tried = { ...defined(kept).value, dryRun: true };
      for (let times = 0; times < 100; times += 1) {
        const noted = await unitOfWork.inTransaction(agreementNumber, (books) => {
          const { importNumber: _, ...dryRun } = tried;
          return books.of(Import).create(dryRun);
        })();
        expect(isRight(noted)).to.equal(true);
      }

      const again = await send(running.service, other, SIE, file);

      expect([again.status, again.body['importNumber']]).to.deep.equal([200, done.importNumber]);
    });

    it('stop when they are cancelled, and go on when the file is sent again', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const count = 1000;
      const file = sie(...Array.from({ length: count }, (_, index) => voucher('A', index + 1, '5810', 1)));
      const sent = await send(running.service, other, SIE, file);
      const self = sent.location as string;
      const now = await running.service.ask(self, { headers: other.tokens });
      const { href } = (now.body.metaData as { cancel: { href: string } }).cancel;
      const cancelled = await running.service.ask(href, { method: 'DELETE', headers: other.tokens });
      expect(cancelled.status).to.equal(204);
      const stopped = await ended(running.service, other, self);
      expect(stopped.status).to.equal('cancelled');
      expect(stopped.created).to.be.lessThan(count);
      const twice = await running.service.ask(self, { method: 'DELETE', headers: other.tokens });
      expectRefusal(twice, 400, 'E10570');
      const again = await send(running.service, other, SIE, file);
      expect([again.status, again.body['status']]).to.deep.equal([200, 'running']);
      const done = await ended(running.service, other, self);
      expect(done).to.include({ status: 'finished', created: count, alreadyThere: 0, refused: 0 });
    });

    it('are begun and cancelled at the first try while one notes each line that it refuses', async () => {
      const other = await empty();
      const wrong = (name: string): string => `${name}\n${'x\n'.repeat(20_000)}`;
      const { tokens: headers } = other;
      const sent: string[] = [];
      const answers: number[] = [];
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        const { status, location } = await send(running.service, other, JSONL, wrong(name), '?dryRun=true');
        answers.push(status);
        if (location !== null) sent.push(location);
        for (const began = Date.now(); Date.now() - began < 10_000;) {
          const { body } = await running.service.ask(defined(sent[0]), { headers });
          if ((body['lines'] as number) > 0) break;
        }
      }
      for (const self of sent)
        answers.push((await running.service.ask(self, { method: 'DELETE', headers })).status);

      expect(answers).to.deep.equal([201, 201, 201, 201, 201, 204, 204, 204, 204, 204]);
    });

    it('come to their end while others book in the same series all the time, and leave no number out', async () => {
      const vouchers = Array.from({ length: 300 }, (_, index) => voucher('A', index + 1, '5820', 10));
      let isOver = false;
      let byPeople = 0;
      const person = async (): Promise<void> => {
        for (; !isOver; byPeople += 1) {
          const { status, text } = await booked(busy, aTransfer(`${NEXT}-03-31`));
          expect(status, text).to.equal(201);
        }
      };
      const people = [1, 2, 3, 4].map(person);

      const done = await imported(busy.agreement, SIE, sie(...vouchers)).finally(() => (isOver = true));
      await Promise.all(people);

      expect(done).to.include({ status: 'finished', created: 300, refused: 0 });
      const numbers = (await everyPage(busy, `/accounting-years/${NEXT}/vouchers?pagesize=1000`)).map(
        ({ voucherNumber }) => (voucherNumber as { readonly voucherNumber: number }).voucherNumber,
      );
      expect(numbers.sort((one, other) => one - other)).to.deep.equal(
        Array.from({ length: 300 + byPeople }, (_, index) => index + 1),
      );
      const checks = await running.service.service.database.checkBooks(busy.agreement.agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('are five at once of an agreement, running or waiting: one more is refused until one has ended', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const another = await running.service.agreement({ modules: ['internationalLedger'] });
      // Nobody works on what this process is sent; the other one looks now and then, and takes its time.
      const idle = await running.service.replica();
      await idle.service.importer.close();
      const file = (name: string, count = 2000): string =>
        sie(...Array.from({ length: count }, (_, index) => voucher(name, index + 1, '5810', 1)));
      const all = await Promise.all(
        ['A', 'B', 'C', 'D', 'E'].map((name) => send(idle, other, SIE, file(name))),
      );
      expect(all.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201, 201]);

      const refused = await send(idle, other, SIE, file('F', 1));

      expect(refused.status).to.equal(409);
      expect(refused.body).to.include({ errorCode: 'E10630' });
      // The same file is the same import, and another agreement has room of its own.
      expect((await send(idle, other, SIE, file('A'))).status).to.equal(200);
      expect((await send(idle, another, SIE, file('F', 1))).status).to.equal(201);
      for (const { location } of all)
        await running.service.ask(location as string, { method: 'DELETE', headers: other.tokens });
      const again = await send(idle, other, SIE, file('F', 1));
      expect(again.status).to.equal(201);
      await idle.stop();
      running.service.service.importer.wake();
      const done = await ended(running.service, other, again.location as string);
      expect([done.status, done.created]).to.deep.equal(['finished', 1]);
    });

    it('end when their agreement is blocked', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const { studio } = running.service.service.database;
      const count = 1000;
      const vouchers = Array.from({ length: count }, (_, index) => voucher('A', index + 1, '5810', 1));
      const sent = await send(running.service, other, SIE, sie(...vouchers));
      await studio.agreements.flag(other.agreementNumber, { blocked: true });
      const done = await ended(running.service, other, sent.location as string);
      expect(done.status).to.equal('failed');
      expect(done.created).to.be.lessThan(count);
      expect((done.refusals as { errorCode: string }[])[0]?.errorCode).to.equal('E10050');
    });

    it('go on in another process where one has ended, and bring nothing in twice', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const count = 400;
      const file = Array.from({ length: count }, (_, index) =>
        JSON.stringify({
          vouchers: {
            date: `${NEXT}-02-01`,
            entries: [
              { account: { accountNumber: 5810 }, amount: index + 1 },
              { account: { accountNumber: 1010 }, amount: -index - 1 },
            ],
          },
        }),
      ).join('\n');
      const second = await running.service.replica();
      const sent = await send(second, other, JSONL, file);
      const self = sent.location as string;
      for (;;) {
        const { body } = await second.ask(self, { headers: other.tokens });
        if ((body.created as number) > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await second.stop();
      running.service.service.importer.wake();
      const done = await ended(running.service, other, self);
      expect([done.created, done.refused]).to.deep.equal([count, 0]);
      const { body } = await running.service.ask('/vouchers/booked?pagesize=1', { headers: other.tokens });
      expect(body.pagination.results).to.equal(count);
    });

    it('refuse a SIE file of a year before one that begins with balances, and bring in nothing of it', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const opening = ['#IB 0 5810 500', '#IB 0 6110 -500'];
      const later = await imported(other, SIE, sie(...opening, voucher('A', 1, '5810', 100)));
      expect([later.refusals, later.created]).to.deep.equal([[], 2]);
      const before = await journal(other);
      const earlier = sie(...opening, voucher('A', 1, '5810', 100)).replaceAll(NEXT, YEAR);

      for (const file of [earlier, earlier.replace('#RAR', '\t#RAR')]) {
        const refused = await imported(other, SIE, file);

        expect(refused).to.include({ status: 'failed', created: 0, refused: 1 });
        const [why] = refused.refusals as { errorCode: string; message: string }[];
        expect(why?.errorCode).to.equal('E10580');
        expect(why?.message).to.contain(`The year ${NEXT}`).and.to.contain('earliest first');
      }
      expect((await journal(other)).equals(before)).to.equal(true);
      // As it says: what was brought in too early is taken back, and the file comes in and is carried on.
      const back = [
        { account: { accountNumber: 5810 }, amountInBaseCurrency: -500 },
        { account: { accountNumber: 6110 }, amountInBaseCurrency: 500 },
      ];
      const headers = { ...other.tokens, 'Content-Type': 'application/json' };
      const post = (path: string, body: unknown): Promise<Answered> =>
        running.service.ask(path, { method: 'POST', headers, body });
      const { body } = await post('/opening-balances/drafts', { date: `${NEXT}-01-01`, lines: back });
      await post('/opening-balances/booked', { voucherId: body.voucherId, date: body.date });
      const sent = await send(running.service, other, SIE, earlier);
      const done = await ended(running.service, other, sent.body['self'] as string);
      expect([done.status, done.created]).to.deep.equal(['finished', 2]);
      // Every line has come in: why it had failed before is none of them.
      expect([done.refused, done.refusals]).to.deep.equal([0, []]);
    });

    it('keep the number of an invoice that was refused for the mended file, as verify knows', async () => {
      const other = await running.service.agreement({ modules: ['internationalLedger'] });
      const invoice = (voucherNumber: number, amount: number): string =>
        JSON.stringify({
          vouchers: {
            numberSeries: { numberSeriesNumber: 8 },
            voucherNumber,
            date: `${NEXT}-02-01`,
            entries: [
              { account: { accountNumber: 5810 }, amount },
              { account: { accountNumber: 1010 }, amount: -100 },
            ],
          },
        });
      const numbers = JSON.stringify({ numbers: { year: NEXT, numberSeriesNumber: 8, lastNumber: 4 } });
      const checked = async () => {
        const checks = await running.service.service.database.checkBooks(other.agreementNumber);
        expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
        return checks.find(({ check }) => check.startsWith('Number series'))?.note;
      };
      const first = [numbers, invoice(1, 100), invoice(2, 99), invoice(3, 99), invoice(4, 100)].join('\n');
      const wrong = await imported(other, JSONL, first);
      expect([wrong.created, wrong.refused]).to.deep.equal([2, 2]);
      expect(await checked()).to.equal(
        `INV of ${NEXT}: numbers 2 to 3 are missing, since import 1 did not bring it in`,
      );

      const mended = await imported(other, JSONL, first.replaceAll(':99}', ':100}'));

      expect(mended).to.include({ created: 2, alreadyThere: 2, refused: 0 });
      expect(await checked()).to.equal(undefined);
    });

    describe('of books with invoices', () => {
      const numbers = (lastNumber: number): string =>
        JSON.stringify({ numbers: { collection: 'booked-invoices', lastNumber } });
      const clientIn = (agreement: TestAgreement): Client =>
        clientOf(() => ({ service: running.service, agreement }));
      /** The number of an invoice that is booked now, as it stands on paper. */
      const nextIn = async (agreement: TestAgreement): Promise<string> =>
        (await bookedInvoice(clientIn(agreement))).displayInvoiceNumber as string;
      /** An invoice, and a credit note of it. */
      const booksWithInvoices = async (): Promise<TestAgreement> => {
        const agreement = await begun();
        expect(await nextIn(agreement)).to.equal('INV1');
        expect(await credited(agreement, 1)).to.equal('CRN2');
        return agreement;
      };
      const credited = async (agreement: TestAgreement, bookedInvoiceNumber: number): Promise<string> => {
        const one = clientIn(agreement);
        const note = await one.post(`/v2/invoices/booked/${bookedInvoiceNumber}/credit-notes`, {});
        expect(note.status, note.text).to.equal(201);
        const { body, text } = await one.post('/v2/invoices/booked', { id: note.body.id });
        expect(body.bookedInvoiceNumber, text).to.be.a('number');
        return body.displayInvoiceNumber as string;
      };
      /** What `kontor verify` notes of numbers where nothing is wrong. */
      const noted = async ({ agreementNumber }: TestAgreement): Promise<string | undefined> => {
        const checks = await running.service.service.database.checkBooks(agreementNumber);
        expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
        return checks.find(({ check }) => check.startsWith('Number series'))?.note;
      };

      it('number new ones after the last that was sent, here and when the books go back (G3)', async () => {
        const [old, other] = [await booksWithInvoices(), await begun()];
        const file = await journal(old);
        const done = await imported(other, JSONL, await furtherIn(file));
        expect(done.refusals).to.deep.equal([]);
        expect((await journal(other)).toString()).to.equal(file.toString());

        expect(await nextIn(other)).to.equal('INV3');
        expect(await credited(other, 3)).to.equal('CRN4');

        expect(await noted(other)).to.equal(
          'invoices: numbers 1 to 2 are of the books that import 1 has brought',
        );
        const back = await imported(old, JSONL, await furtherIn(await journal(other)));
        expect(back.refusals).to.deep.equal([]);
        expect(await nextIn(old)).to.equal('INV5');
        expect(await noted(old)).to.equal(
          'invoices: numbers 3 to 4 are of the books that import 1 has brought',
        );
      });

      it('know them by one file after another, and keep a number that is higher here', async () => {
        const other = await running.service.agreement({ modules: ['internationalLedger'] });
        await imported(other, JSONL, numbers(2));
        await imported(other, JSONL, [numbers(4), numbers(5)].join('\n'));
        expect(await nextIn(other)).to.equal('INV6');

        const { refused } = await imported(other, JSONL, [numbers(3), numbers(6)].join('\n'));

        expect(refused).to.equal(0);
        expect(await nextIn(other)).to.equal('INV7');
        expect(await noted(other)).to.equal(
          [
            'invoices: numbers 1 to 2 are of the books that import 1 has brought',
            'invoices: numbers 3 to 5 are of the books that import 2 has brought',
          ].join('; '),
        );
      });

      it('number from 1 on after a dry run, and after a file of before, which tells no last one', async () => {
        const [old, other] = [await booksWithInvoices(), await begun()];
        const file = await furtherIn(await journal(old));
        const tried = await imported(other, JSONL, file, '?dryRun=true');
        expect(tried.refusals).to.deep.equal([]);
        const ofBefore = file.split('\n').filter((line) => line !== numbers(2));
        expect(ofBefore).to.have.length(file.split('\n').length - 1);
        const done = await imported(other, JSONL, ofBefore.join('\n'));
        expect(done.refusals).to.deep.equal([]);

        expect(await nextIn(other)).to.equal('INV1');
        expect(await noted(other)).to.equal(undefined);
      });

      it('number after them where the import was cancelled, and goes on', async () => {
        const other = await running.service.agreement({ modules: ['internationalLedger'] });
        const entries = [5810, 1010].map((accountNumber, index) => ({
          account: { accountNumber },
          amount: index === 0 ? 1 : -1,
        }));
        const count = 1000;
        const one = JSON.stringify({ vouchers: { date: `${NEXT}-02-01`, entries } });
        const file = [numbers(7), ...Array.from({ length: count }, () => one)].join('\n');
        const sent = await send(running.service, other, JSONL, file);
        const self = sent.location as string;
        const headers = other.tokens;
        while ((await running.service.ask(self, { headers })).body.lines === 0)
          await new Promise((resolve) => setTimeout(resolve, 5));
        expect((await running.service.ask(self, { method: 'DELETE', headers })).status).to.equal(204);
        expect((await ended(running.service, other, self)).status).to.equal('cancelled');
        expect(await nextIn(other)).to.equal('INV8');
        expect((await send(running.service, other, JSONL, file)).status).to.equal(200);

        const done = await ended(running.service, other, self);

        expect(done).to.include({ status: 'finished', created: count, refused: 0 });
        expect(await nextIn(other)).to.equal('INV9');
        expect(await noted(other)).to.equal(
          'invoices: numbers 1 to 7 are of the books that import 1 has brought',
        );
      });

      it('leave invoices elsewhere, which one of negative quantity takes back', async () => {
        const [old, other] = [await booksWithInvoices(), await begun()];
        expect(await nextIn(old)).to.equal('INV3');
        expect((await imported(other, JSONL, await furtherIn(await journal(old)))).refused).to.equal(0);
        const one = clientIn(other);
        const [owed] = (await everyPage(one, '/open-posts')) as { voucher: { voucherId: number } }[];
        const { voucherId } = defined(owed).voucher;
        const reversed = await one.post(`/vouchers/booked/${voucherId}/reversal`, { date: `${NEXT}-12-31` });
        expectRefusal(reversed, 400, 'E10250');
        expect(reversed.body.developerHint).to.contain('one of negative quantities');

        const back = await bookedInvoice(one, {
          lines: [{ product: { productNumber: '1000' }, quantity: -1 }],
        });

        expect([back.displayInvoiceNumber, back.remainder]).to.deep.equal(['INV4', -98.75]);
        const posts = (await everyPage(one, '/open-posts')) as {
          entryNumber: number;
          voucher: { voucherId: number };
        }[];
        const matched = await one.post('/matches', {
          posts: posts.map(({ entryNumber, voucher: { voucherId } }) => ({ entryNumber, voucherId })),
        });
        expect(matched.status, matched.text).to.equal(201);
        expect(await everyPage(one, '/open-posts')).to.deep.equal([]);
      });

      it('bring what invoices and credit notes are called on paper, also back again', async () => {
        const [old, other] = [await booksWithInvoices(), await begun()];
        const file = await journal(old);
        const further = await furtherIn(file);
        const back = await imported(other, JSONL, further);
        const again = await imported(old, JSONL, further);

        expect([back.refused, again.created, again.refused]).to.deep.equal([0, 0, 0]);
        const one = clientIn(other);
        const called = async (name: string): Promise<readonly string[]> =>
          (await everyPage(one, `/vouchers/booked?filter=externalDocumentId$eq:${name}`)).map(
            (voucher) => (voucher as Answered['body']).voucherNumber.displayVoucherNumber as string,
          );
        expect(await called('INV1')).to.deep.equal(['INV1']);
        expect(await called('CRN2')).to.deep.equal(['CRN1']);
        expect((await journal(other)).toString().split('\n')).to.deep.equal(file.toString().split('\n'));
      });

      it('refuse a last number of another collection, and what is no number, by the member', async () => {
        const other = await empty();
        const wrong = [
          { collection: 'customers', lastNumber: 3 },
          { collection: 'booked-invoices', lastNumber: 'seven' },
          { collection: 'booked-invoices', lastNumber: 1_000_000_000 },
          { collection: 'booked-invoices' },
          { collection: 'booked-invoices', lastNumber: -1 },
          { numberSeriesNumber: 1, lastNumber: 1 },
          { year: 2026, numberSeriesNumber: 1, lastNumber: 1 },
          { year: NEXT, numberSeriesNumber: 'one', lastNumber: 1 },
          { year: NEXT, numberSeriesNumber: 1, lastNumber: 1.5 },
        ];

        const done = await imported(
          other,
          JSONL,
          wrong.map((one) => JSON.stringify({ numbers: one })).join('\n'),
        );

        const refusals = done.refusals as { line: number; errorCode: string; property?: string }[];
        expect(refusals.map(({ line, errorCode, property }) => [line, errorCode, property])).to.deep.equal([
          [1, 'E00500', 'collection'],
          [2, 'E00500', 'lastNumber'],
          [3, 'E00500', 'lastNumber'],
          [4, 'E00500', 'lastNumber'],
          [5, 'E00500', 'lastNumber'],
          [6, 'E00500', 'year'],
          [7, 'E00500', 'year'],
          [8, 'E00500', 'numberSeriesNumber'],
          [9, 'E00500', 'lastNumber'],
        ]);
      });
    });

    it('refuse a file of which nothing comes, whether or not its length is said before (E10240)', async () => {
      const url = `http://127.0.0.1:${running.service.port}/imports`;
      const headers = { ...client.agreement.tokens, 'Content-Type': JSONL };
      const of = (body: string | ReadableStream): Promise<Response> =>
        fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
      for (const body of ['', new Blob([]).stream()]) {
        const refused = await of(body);
        expect([refused.status, ((await refused.json()) as Answered['body']).errorCode]).to.deep.equal([
          400,
          'E10240',
        ]);
      }
    });

    it('refuse a parameter that is given twice, whatever its values', async () => {
      const { ask } = running.service;
      const headers = { ...client.agreement.tokens, 'Content-Type': 'application/octet-stream' };
      for (const [query, name] of [
        ['format=jsonl&format=sie', 'format'],
        ['format=jsonl&FORMAT=', 'format'],
        ['format=jsonl&dryRun=true&dryrun=false', 'dryRun'],
      ] as const) {
        const refused = await ask(`/imports?${query}`, { method: 'POST', headers, body: '{}' });
        expectRefusal(refused, 400);
        expect(refused.body.message).to.equal(`The parameter ${name} is given more than once; give it once.`);
      }
    });

    it('refuse formats that are none, and who may not keep books', async () => {
      const { ask } = running.service;
      const headers = { ...client.agreement.tokens, 'Content-Type': 'application/octet-stream' };
      expectRefusal(await ask('/imports', { method: 'POST', headers, body: 'x' }), 400, 'E01040');
      const empty = await ask('/imports?format=sie', { method: 'POST', headers, body: '' });
      expectRefusal(empty, 400, 'E10240');
      expect(empty.body.message).to.equal('The file is empty.');
      const pdf = { ...headers, 'Content-Type': 'application/pdf' };
      expect((await ask('/imports', { method: 'POST', headers: pdf, body: 'x' })).status).to.equal(415);
      const { tokens } = await client.agreement.grant(['Sales']);
      const sales = { ...tokens, 'Content-Type': JSONL };
      expect((await ask('/imports', { method: 'POST', headers: sales, body: 'x' })).status).to.equal(403);
    });
  });

  describe(`imports of which nothing gets a turn on ${database.name} (issue 15)`, () => {
    let aheadMs = 0;
    const running = runningService(database, {}, { clock: () => new Date(Date.now() + aheadMs) });

    it('end after ten minutes, and go on when they are sent again', async () => {
      const { service } = running;
      let accountsMax = 0;
      const restore = slowAbove(service.service.database.unitOfWork, () => accountsMax);
      const isTold = (): boolean => service.observations.some(({ busy }) => busy !== undefined);
      const file = [
        { units: { name: 'One' } },
        { accounts: { accountNumber: 980_001, name: 'One', accountType: 'status' } },
      ].map((line) => JSON.stringify(line));
      try {
        const agreement = await service.agreement({ filled: false });
        for (const query of ['?dryRun=true', ''] as const) {
          aheadMs = 0;
          accountsMax = 0;
          service.observations.splice(0);
          const sent = await send(service, agreement, JSONL, file.join('\n'), query);
          const self = sent.location as string;
          while (!isTold()) await new Promise((resolve) => setTimeout(resolve, 20));
          const waiting = await service.ask(self, { headers: agreement.tokens });

          aheadMs = 601_000;
          service.service.importer.wake();
          const stopped = await ended(service, agreement, self);
          accountsMax = 1;
          const again = await send(service, agreement, JSONL, file.join('\n'), query);
          const done = await ended(service, agreement, again.location as string);

          expect(waiting.body.status).to.equal('running');
          expect(stopped).to.include({ status: 'failed', created: 1, refused: 1 });
          expect(stopped.refusals).to.have.nested.property('[0].line', 1);
          expect(again.status).to.equal(query === '' ? 200 : 201);
          expect(done).to.include({ status: 'finished', created: 2, refused: 0 });
        }
      } finally {
        restore();
      }
    });
  });
  describe(`imports of a file that takes long to be looked through on ${database.name} (G21)`, () => {
    let aheadMs = 0;
    const running = runningService(database, {}, { clock: () => new Date(Date.now() + (aheadMs += 10_000)) });

    it('are held all the while, so that no other process begins the same', async () => {
      const { service } = running;
      const agreement = await service.agreement({ filled: false });
      const { unitOfWork } = service.service.database;
      const { inTransaction } = unitOfWork;
      let units = 0;
      const counted: typeof inTransaction = (...of) => {
        units += 1;
        return inTransaction(...of);
      };
      const file = `${JSON.stringify({ units: { name: 'One' } })}\n${' \n'.repeat(150_000)}`;
      Object.assign(unitOfWork, { inTransaction: counted });
      try {
        const sent = await send(service, agreement, JSONL, file);
        const done = await ended(service, agreement, sent.location as string);

        expect(done).to.include({ status: 'finished', created: 1, refused: 0, lines: 150_001 });
        // Begun, held, looked through, written and ended; and held on while its pieces are read.
        expect(units).to.be.above(7);
      } finally {
        Object.assign(unitOfWork, { inTransaction });
      }
    });
  });
}
