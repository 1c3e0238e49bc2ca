import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import type { Api, BookedInvoice, DraftInvoice, Home, Product } from '@kontor/sdk';
import { startProcess, type RunningService } from './built-service.js';
import { watchInvention, type InventionWatch } from './support/no-invention.js';
import { packedSdk, type PackedSdk } from './support/packed-sdk.js';
import { possible } from './support/possible.js';
import { seededRandom } from './support/seeded-random.js';
import { ShopModel, VAT_RATES, type Line, type VatCode } from './support/shop-model.js';
import { validAnswers, type ValidAnswers } from './support/valid-answers.js';

/** The last year, which is over on any day. */
const YEAR = new Date().getUTCFullYear() - 1;
/** A day of the month that is told of. */
const march = (day: number): string => `${YEAR}-03-${String(day).padStart(2, '0')}`;

const PRODUCTS = 500;
const ORDERS = 60;
const LINES = 5;
const A_DELIVERY = 20;

/** What a customer buys at: by its VAT zone, and by the group of the product. */
type Terms = Readonly<Record<1 | 2, { readonly account: number; readonly vatCode: VatCode }>>;
const AT_HOME: Terms = { 1: { account: 1010, vatCode: 'S25' }, 2: { account: 1020, vatCode: 'S12' } };
const both = (account: number, vatCode: VatCode): Terms => ({
  1: { account, vatCode },
  2: { account, vatCode },
});
/** The customers of a sandbox who pay in euro. */
const CUSTOMERS: Readonly<Record<number, Terms & { readonly debtors: number }>> = {
  1: { ...AT_HOME, debtors: 5710 },
  2: { ...AT_HOME, debtors: 5710 },
  3: { ...both(1030, 'S0'), debtors: 5710 },
  5: { ...both(1040, 'SEUG'), debtors: 5720 },
};

/** Products by their place: numbers, groups in turn, prices, and what a unit costs in cents. */
const numberOf = (place: number): string => `P-${String(place).padStart(3, '0')}`;
const groupOf = (place: number): 1 | 2 => (place % 2 === 0 ? 1 : 2);
const priceOf = (place: number): number => 500 + 7 * place;
const costOf = (place: number): number => 200 + 4 * place;
/** Sold beyond what is there. */
const RUN_OUT = 40;

type Order = { readonly customer: number; readonly lines: readonly Line[] };

/** The same orders in every run. */
function orders(): readonly Order[] {
  const random = seededRandom(500);
  const among = (count: number): number => Math.floor(random() * count);
  const numbers = Object.keys(CUSTOMERS).map(Number);
  const some = Array.from({ length: ORDERS }, (_, index): Order => {
    const customer = numbers[index % numbers.length] as number;
    const lines = Array.from({ length: LINES }, () =>
      lineOf(customer, among(PRODUCTS), 1 + among(4), among(3) * 5),
    );
    return { customer, lines };
  });
  return [...some, { customer: 1, lines: [lineOf(1, RUN_OUT, 75, 10)] }];
}

function lineOf(customer: number, place: number, quantity: number, discount: number): Line {
  const terms = CUSTOMERS[customer] as Terms;
  return { product: numberOf(place), quantity, price: priceOf(place), discount, ...terms[groupOf(place)] };
}

describe('a shop’s month', function () {
  this.timeout(180_000);
  let packed: PackedSdk;
  before(async () => {
    packed = await packedSdk();
  });

  onEachDatabase((database) => {
    let service: RunningService;
    let drop: () => Promise<void>;
    let watch: InventionWatch;
    let answers: ValidAnswers;
    let api: Api;
    let home: Home;
    const shop = new ShopModel();
    const drafts: { readonly order: Order; readonly draft: DraftInvoice }[] = [];
    const invoices: { readonly order: Order; readonly invoice: BookedInvoice }[] = [];

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      service = await startProcess(fresh.url);
      const modules = 'internationalLedger,inventory';
      const sandbox = JSON.parse(await service.kontor('sandbox', '--modules', modules)) as Parameters<
        typeof packed.sdk.connect
      >[1];
      answers = validAnswers(service.address);
      watch = watchInvention(service.address, answers.fetch);
      api = packed.sdk.connect(service.address, sandbox, { fetch: watch.fetch });
      home = await api.home();
    });
    after(async () => {
      expect(await service?.stop()).to.equal(0);
      await drop?.();
    });

    /** What is on the shelves, as the model tells it: stock, orders, what is available, cost. */
    async function shelves(): Promise<Record<string, readonly (number | undefined)[]>> {
      const filter = packed.sdk.where('productNumber').like('P-*');
      const products = await api.each(home.products, { filter, pageSize: 1000 }).toArray();
      expect(products).to.have.lengthOf(PRODUCTS);
      return Object.fromEntries(
        products.map(({ productNumber, inventory, costPrice }: Product) => [
          productNumber,
          [inventory?.inStock, inventory?.orderedByCustomers, inventory?.available, costPrice],
        ]),
      );
    }

    /** Goods come in with the invoice of the supplier, so many of each, at so many cents. */
    async function delivered(
      day: number,
      goods: readonly (readonly [place: number, quantity: number, cost: number])[],
    ): Promise<void> {
      const { createSupplierInvoice } = (await api.follow(home.vouchersDrafts)).metaData;
      const { book } = (await api.follow(home.vouchersBooked)).metaData;
      const lines = goods.map(([place, quantity, cost]) => ({
        account: { accountNumber: 1310 },
        amount: (quantity * cost * 125) / 10_000,
        vatAccount: { vatCode: 'P25' },
        product: { productNumber: numberOf(place) },
        quantity,
      }));
      const owed = goods.reduce((sum, [, quantity, cost]) => sum + (quantity * cost * 5) / 4, 0);
      const party = { supplier: { supplierNumber: 1 }, amount: -owed / 100 };
      const draft = { date: march(day), lines: [party, ...lines] };
      const { voucherId, date } = await api.perform(possible(createSupplierInvoice), draft);
      await api.perform(possible(book), { voucherId, date });
      for (const [place, quantity, cost] of goods) shop.receive(numberOf(place), quantity, cost);
      shop.owe(owed);
    }

    it('lists 500 products at once', async () => {
      const some = Array.from({ length: PRODUCTS }, (_, place) => ({
        productNumber: numberOf(place),
        name: `Product ${place}`,
        salesPrice: priceOf(place) / 100,
        productGroup: { productGroupNumber: groupOf(place) },
      }));

      const made = await api.createAll(home.products, some);

      expect(made.map(({ productNumber }) => productNumber)).to.deep.equal(
        some.map(({ productNumber }) => productNumber),
      );
      for (const { productNumber } of made) shop.list(productNumber);
      expect(await shelves()).to.deep.equal(shop.shelves());
    });

    it('fills the shelves by what suppliers deliver', async () => {
      const places = Array.from({ length: PRODUCTS }, (_, place) => place);
      const deliveries = Array.from({ length: PRODUCTS / A_DELIVERY }, (_, index) =>
        places
          .slice(index * A_DELIVERY, (index + 1) * A_DELIVERY)
          .map((place) => [place, 20 + (place % 7), costOf(place)] as const),
      );

      await Promise.all(deliveries.map((goods) => delivered(2, goods)));

      expect(await shelves()).to.deep.equal(shop.shelves());
    });

    it('takes orders, of which some are changed and some are cancelled', async () => {
      const taken = await Promise.all(
        orders().map(async (order, index) => {
          const draft = await api.create(home.draftInvoices, {
            customer: { customerNumber: order.customer },
            date: march(3 + (index % 20)),
            lines: order.lines.map(({ product, quantity, discount }) => ({
              product: { productNumber: product },
              quantity,
              discountPercentage: discount,
            })),
          });
          return { order, draft };
        }),
      );
      for (const { order } of taken) shop.order(order.lines);
      expect(await shelves()).to.deep.equal(shop.shelves());

      const [cancelled, changed, kept] = [taken.slice(0, 5), taken.slice(5, 10), taken.slice(10)];
      await Promise.all(cancelled.map(({ draft }) => api.remove(draft)));
      const revised = await Promise.all(
        changed.map(async ({ order, draft }) => {
          const lines = order.lines.map((line) => ({ ...line, quantity: line.quantity + 1 }));
          const more = draft.lines.map((line) => ({ ...line, quantity: (line.quantity ?? 0) + 1 }));
          return { order: { ...order, lines }, draft: await api.replace(draft, { ...draft, lines: more }) };
        }),
      );
      for (const { order } of [...cancelled, ...changed]) shop.order(order.lines, -1);
      for (const { order } of revised) shop.order(order.lines);
      drafts.push(...revised, ...kept);

      expect(await shelves()).to.deep.equal(shop.shelves());
      for (const { order, draft } of drafts) {
        const { net, vat, gross } = shop.totalsOf(order.lines);
        expect(draft, `order of ${order.customer}`).to.include({
          netAmount: net,
          vatAmount: vat,
          grossAmount: gross,
        });
      }
    });

    it('books the orders: what is sold leaves the shelves, at its cost', async () => {
      const booked = await Promise.all(
        drafts.map(async ({ order, draft }) => ({
          order,
          invoice: await api.create(home.bookedInvoices, { id: draft.id }),
        })),
      );

      for (const { order, invoice } of booked) {
        const { net, vat, gross } = shop.totalsOf(order.lines);
        expect(invoice).to.include({ netAmount: net, vatAmount: vat, grossAmount: gross, remainder: gross });
        expect(invoice.marginInBaseCurrency).to.equal(shop.marginOf(order.lines));
        shop.sell(order.customer, order.lines);
      }
      const numbers = booked.map(({ invoice }) => invoice.bookedInvoiceNumber).sort((a, b) => a - b);
      expect(numbers).to.deep.equal(drafts.map((_, index) => index + 1));
      expect((await api.follow(home.draftInvoices)).collection).to.deep.equal([]);
      expect(await shelves()).to.deep.equal(shop.shelves());
      expect(shop.shelves()[numberOf(RUN_OUT)]?.[0]).to.equal(20 + (RUN_OUT % 7) - 75);
      invoices.push(...booked);
    });

    it('takes goods back by credit notes, in full and in part', async () => {
      const credited = async (at: number, lines: readonly Line[], asked: object): Promise<void> => {
        const { order, invoice } = invoices[at] as (typeof invoices)[number];
        const { metaData } = await api.follow(invoice.self);
        const draft = await api.perform(possible(metaData?.credit), asked);
        const dated = await api.replace(draft, { ...draft, date: march(25) });
        const note = await api.create(home.bookedInvoices, { id: dated.id });
        const back = lines.map((line) => ({ ...line, quantity: -line.quantity }));
        const { net, vat, gross } = shop.totalsOf(back);
        expect(note).to.include({
          salesDocumentType: 'creditNote',
          netAmount: net,
          vatAmount: vat,
          grossAmount: gross,
        });
        expect((await api.follow(invoice.self)).remainder).to.equal(
          Math.round((invoice.grossAmount + gross) * 100) / 100,
        );
        shop.sell(order.customer, back);
      };
      const linesAt = (at: number): readonly Line[] =>
        (invoices[at] as (typeof invoices)[number]).order.lines;

      await Promise.all([
        ...Array.from({ length: 8 }, (_, at) => credited(at, linesAt(at), {})),
        ...Array.from({ length: 8 }, (_, index) => {
          const at = 8 + index;
          const first = { ...(linesAt(at)[0] as Line), quantity: 1 };
          return credited(at, [first], { lines: [{ lineNumber: 1, quantity: 1 }] });
        }),
      ]);

      expect(await shelves()).to.deep.equal(shop.shelves());
    });

    it('buys dearer, counts the shelves, and knows the average cost', async () => {
      const dearer = Array.from({ length: 10 }, (_, index) =>
        Array.from({ length: A_DELIVERY }, (__, place) => index * A_DELIVERY + place).map(
          (place) => [place, 10, costOf(place) + 36] as const,
        ),
      );
      await Promise.all(dearer.map((goods) => delivered(26, goods)));
      expect(await shelves()).to.deep.equal(shop.shelves());

      await Promise.all(
        Array.from({ length: 40 }, async (_, place) => {
          const product = await api.find(home.products, { productNumber: numberOf(place) });
          const correct = possible(product.metaData?.correctStock);
          const found = place % 2 === 0;
          const counted = found ? { quantity: 3, unitCost: costOf(place) / 100 } : { quantity: -2 };
          await api.perform(correct, { ...counted, date: march(31), text: 'Counted' });
          if (found) shop.receive(numberOf(place), 3, costOf(place));
          else shop.lose(numberOf(place), 2);
        }),
      );

      expect(await shelves()).to.deep.equal(shop.shelves());
    });

    it('is paid by some, who then owe nothing', async () => {
      const { createCustomerPayment } = (await api.follow(home.vouchersDrafts)).metaData;
      const { book } = (await api.follow(home.vouchersBooked)).metaData;
      const paid = invoices.slice(16, 26);
      await Promise.all(
        paid.map(async ({ order, invoice }) => {
          const draft = await api.perform(possible(createCustomerPayment), {
            date: march(30),
            lines: [
              {
                customer: { customerNumber: order.customer },
                amount: -invoice.grossAmount,
                invoiceNumber: invoice.bookedInvoiceNumber,
                contraAccount: { accountNumber: 5810 },
              },
            ],
          });
          await api.perform(possible(book), { voucherId: draft.voucherId, date: draft.date });
          shop.pay(order.customer, Math.round(invoice.grossAmount * 100));
        }),
      );

      const still = await api.each(home.v2InvoicesPaid, { pageSize: 1000 }).toArray();
      const numbers = still
        .filter((one) => one.salesDocumentType === 'invoice')
        .map((one) => one.bookedInvoiceNumber);
      const expected = [...invoices.slice(0, 8), ...paid].map(({ invoice }) => invoice.bookedInvoiceNumber);
      expect(numbers.sort((a, b) => a - b)).to.deep.equal(expected.sort((a, b) => a - b));
      const customers = await api.each(home.customers).toArray();
      for (const { customerNumber, balance } of customers)
        expect(balance, `customer ${customerNumber}`).to.equal(shop.owedBy(customerNumber));
    });

    it('has the month in its books as a plain model has it', async () => {
      const year = await api.find(home.accountingYears, { year: String(YEAR) });
      const sums: Record<number, number> = {};
      for await (const { account, totalInBaseCurrency } of api.each(year.totals, { pageSize: 1000 }))
        sums[account.accountNumber] = totalInBaseCurrency;
      const told = shop.accounts((customer) => (CUSTOMERS[customer] as { debtors: number }).debtors);
      const named = Object.fromEntries(Object.keys(told).map((account) => [account, sums[Number(account)]]));
      expect(named).to.deep.equal(told);

      const inMarch = packed.sdk.withParameters(home.statementsVat, {
        fromDate: march(1),
        toDate: march(31),
      });
      const { rows } = await api.follow(inMarch);
      const byCode = Object.fromEntries(
        rows.map(({ vatAccount, basis, vat }) => [vatAccount.vatCode, [basis, vat]]),
      );
      for (const code of Object.keys(VAT_RATES))
        expect(byCode[code], code).to.deep.equal(shop.vatOf(code as VatCode));
    });

    it('has a movement for whatever came and went', async () => {
      const moved = new Map<string, number>();
      for await (const { product, quantity } of api.each(home.stockMovements, { pageSize: 1000 }))
        moved.set(product.productNumber, (moved.get(product.productNumber) ?? 0) + quantity);

      const shown = Object.entries(shop.shelves()).map(([product, [inStock]]) => [product, inStock]);
      expect(Object.fromEntries(moved)).to.deep.equal(Object.fromEntries(shown));
    });

    it('leaves books that `kontor verify` finds in order', async () => {
      expect(await service.kontor('verify')).to.be.a('string');
    });

    it('was answered as the API is described, at addresses that had been served', () => {
      answers.expectAll();
      expect(watch.invented).to.deep.equal([]);
    });
  });
});
