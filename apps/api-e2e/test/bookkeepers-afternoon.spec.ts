import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import type {
  AccountingYear,
  Action,
  Api,
  CollectionActionsOf,
  Customer,
  DraftInvoice,
  DraftInvoiceDraft,
  Home,
  ProductGroup,
  Supplier,
  BookedVoucher,
  DraftVoucher,
  Voucher,
  VoucherDraft,
} from '@kontor/sdk';
import { startProcess, type RunningService } from './built-service.js';
import { watchInvention, type InventionWatch } from './support/no-invention.js';
import { packedSdk, type PackedSdk } from './support/packed-sdk.js';
import { firstTokensOf, memberOf } from './support/member.js';
import { possible } from './support/possible.js';
import { validAnswers, type ValidAnswers } from './support/valid-answers.js';

/**
 * The year that is kept: the one before this, so that it can be closed; and a
 * day in it, of this month and day.
 */
const YEAR = new Date().getUTCFullYear() - 1;
const on = (monthAndDay: string): string => `${YEAR}-${monthAndDay}`;

// The chart that a new agreement has
const SALES_OF_GOODS = 1010;
const SALES_OF_SERVICES = 1110;
const SALES_OVERSEAS = 1050;
const PURCHASES = 1310;
const PURCHASES_IN_THE_EU = 1320;
const WAGES = 1510;
const OFFICE_SUPPLIES = 1910;
const BANK_CHARGES = 2330;
const EXCHANGE_DIFFERENCES = 2340;
const RESULT_OF_THE_YEAR = 2500;
const DEBTORS = 5710;
const DEBTORS_ABROAD = 5720;
const BANK = 5810;
const BANK_IN_DOLLARS = 5820;
const CAPITAL = 6110;
const CARRIED_RESULT = 6140;
const CREDITORS = 6410;
const CREDITORS_ABROAD = 6420;
const SALES_VAT = 6610;
const ACQUISITION_VAT = 6620;
const PURCHASE_VAT = 6660;
/** Made in this afternoon. */
const SALES_OF_BOOKS = 1025;

/** Net prices of the products that are sold; the lamp and the hour bear 25 % VAT, the novel 10 %. */
const CATALOGUE = [
  ['LAMP', 'Desk lamp, brass', 79.95, 'Trade goods'],
  ['HOUR', 'Assembly, an hour', 48.5, 'Services'],
  ['NOVEL', 'A novel', 12.3, 'Books'],
  ['ATLAS/2', 'An atlas, second edition', 39.9, 'Books'],
  ['COOKBOOK', 'A cookbook', 24.95, 'Books'],
  ['SHADE', 'Lamp shade', 17.35, 'Trade goods'],
  ['BULB', 'Light bulb, E27', 3.99, 'Trade goods'],
  ['VISIT', 'A visit', 30, 'Services'],
] as const;

/**
 * What stands on each account at the end of the year, debit positive, reckoned by hand from the documents
 * below: bank 10,000.00 − 1,000.00 − 12.34 − 2,000.00 + 1,250.00 + 516.11; debtors 1,250.00 − 1,250.00 +
 * 516.11 − 516.11 + 99.94; creditors −800.00 − 1,000.00 + 1,000.00; sales VAT −84.28 − 8.61 − 19.99; purchase
 * VAT 122.50 + 35.23 + 200.00; goods −215.87 − 79.95. Debtors abroad come to nothing: 158.82 − 160.11 + 1.29.
 */
const BALANCES = {
  [BANK]: 8753.77,
  [DEBTORS]: 99.94,
  [BANK_IN_DOLLARS]: 160.11,
  [CREDITORS]: -800,
  [CREDITORS_ABROAD]: -800,
  [CAPITAL]: -10450,
  [SALES_VAT]: -112.88,
  [ACQUISITION_VAT]: -200,
  [PURCHASE_VAT]: 357.73,
};
const REVENUE_AND_COSTS = {
  [SALES_OF_GOODS]: -295.82,
  [SALES_OF_SERVICES]: -121.25,
  [SALES_OF_BOOKS]: -86.1,
  [SALES_OVERSEAS]: -158.82,
  [PURCHASES]: 352.27,
  [PURCHASES_IN_THE_EU]: 800,
  [OFFICE_SUPPLIES]: 490,
  [WAGES]: 2000,
  [BANK_CHARGES]: 12.34,
  [EXCHANGE_DIFFERENCES]: -1.29,
};
/** Costs 3,654.61 less revenue 661.99 and a gain of 1.29. */
const LOSS = 2991.33;

describe('a bookkeeper’s afternoon', function () {
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
    let customer: Customer;
    let supplier: Supplier;

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      service = await startProcess(fresh.url);
    });
    after(async () => {
      expect(await service?.stop()).to.equal(0);
      await drop?.();
    });

    const year = (name: number = YEAR): Promise<AccountingYear> =>
      api.find(home.accountingYears, { year: String(name) });

    /** What an action of `metaData` answers. */
    const act = <B, A>(action: Action<B, A> | undefined, body: B): Promise<A> =>
      api.perform(possible(action), body);

    type Kind = Exclude<keyof CollectionActionsOf<Voucher>, 'book'>;
    const drafted = async (kind: Kind, draft: VoucherDraft): Promise<DraftVoucher> =>
      act((await api.follow(home.vouchersDrafts)).metaData[kind], draft);

    async function booked(kind: Kind, draft: VoucherDraft): Promise<BookedVoucher> {
      const { voucherId, date } = await drafted(kind, draft);
      return act((await api.follow(home.vouchersBooked)).metaData.book, { voucherId, date });
    }

    /** The totals of accounts that take entries, without those on which nothing stands. */
    async function standing(of: AccountingYear['totals']): Promise<Record<number, number>> {
      const sums: Record<number, number> = {};
      for await (const { account, totalInBaseCurrency } of api.each(of, { pageSize: 1000 }))
        if (totalInBaseCurrency !== 0) sums[account.accountNumber] = totalInBaseCurrency;
      return sums;
    }

    const among = (sums: Record<number, number>, accounts: object): Record<number, number> =>
      Object.fromEntries(Object.entries(sums).filter(([account]) => account in accounts));

    it('begins with a sign-up in the portal', async () => {
      const anna = await memberOf(service, {
        business: 'Weiß & Söhne',
        email: 'anna@example.com',
        firstYearFrom: on('01-01'),
      });

      answers = validAnswers(service.address);
      watch = watchInvention(service.address, answers.fetch);
      api = packed.sdk.connect(service.address, await firstTokensOf(anna), { fetch: watch.fetch });
      home = await api.home();

      const self = await api.follow(home.stable.self);
      expect(self.company.name).to.equal('Weiß & Söhne');
      const years: string[] = [];
      for await (const { year } of api.each(home.accountingYears)) years.push(year);
      expect(years).to.deep.equal([String(YEAR), String(YEAR + 1)]);
    });

    it('sets up a reduced VAT rate and the account of books that are sold at it', async () => {
      const sale = await api.find(home.vatAccounts, { vatCode: 'S25' });
      const purchase = await api.find(home.vatAccounts, { vatCode: 'P25' });

      const [s10] = await Promise.all([
        api.create(home.vatAccounts, {
          ...sale,
          vatCode: 'S10',
          name: 'Sales VAT, 10 %',
          ratePercentage: 10,
        }),
        api.create(home.vatAccounts, {
          ...purchase,
          vatCode: 'P10',
          name: 'Purchase VAT, 10 %',
          ratePercentage: 10,
        }),
      ]);
      const books = await api.create(home.accounts, {
        accountNumber: SALES_OF_BOOKS,
        name: 'Sales of books, domestic',
        accountType: 'profitAndLoss',
        vatAccount: { self: s10.self },
      });

      expect(s10).to.deep.include({ ratePercentage: 10, barred: false });
      expect(s10.account.accountNumber).to.equal(SALES_VAT);
      expect(books.vatAccount?.vatCode).to.equal('S10');
    });

    it('imports the catalogue', async () => {
      const [zone] = (await api.follow(home.vatZones)).collection;
      if (zone === undefined) throw new Error('there is no VAT zone');
      const books = await api.create(home.productGroups, {
        name: 'Books',
        salesAccountsList: [
          { salesAccount: { accountNumber: SALES_OF_BOOKS }, vatZone: { self: zone.self } },
        ],
      });
      const groups = new Map<string, ProductGroup>([['Books', books]]);
      for await (const group of api.each(home.productGroups)) groups.set(group.name, group);

      for (const [productNumber, name, salesPrice, group] of CATALOGUE)
        await api.create(home.products, {
          productNumber,
          name,
          salesPrice,
          productGroup: { self: (groups.get(group) as ProductGroup).self },
        });

      const atlas = await api.find(home.products, { productNumber: 'ATLAS/2' });
      expect(atlas.salesPrice).to.equal(39.9);
      const inBooks = await api.follow(books.products);
      expect(inBooks.pagination.results).to.equal(3);
    });

    it('enters a customer and a supplier', async () => {
      const terms = await api.find(home.paymentTerms, { paymentTermsNumber: 3 });
      const common = {
        currency: 'EUR',
        paymentTerms: { self: terms.self },
        vatZone: { vatZoneNumber: 1 },
      };

      customer = await api.create(home.customers, {
        ...common,
        name: 'Ærøskøbing Boghandel',
        customerGroup: { customerGroupNumber: 1 },
      });
      supplier = await api.create(home.suppliers, {
        ...common,
        name: 'Papier & Co',
        supplierGroup: { supplierGroupNumber: 1 },
      });

      expect(customer.paymentTerms.self).to.equal(terms.self);
    });

    it('takes over the balances of the year before', async () => {
      const draft = await api.create(home.openingBalancesDrafts, {
        date: on('01-01'),
        lines: [
          { account: { accountNumber: BANK }, amountInBaseCurrency: 10_000 },
          { customer: { self: customer.self }, amountInBaseCurrency: 1250 },
          { supplier: { self: supplier.self }, amountInBaseCurrency: -800 },
          { account: { accountNumber: CAPITAL }, amountInBaseCurrency: -10_450 },
        ],
      });

      const { voucherId, date } = draft;
      await act((await api.follow(home.openingBalancesBooked)).metaData.book, { voucherId, date });

      expect(among(await standing((await year()).totals), BALANCES)).to.deep.equal({
        [BANK]: 10_000,
        [DEBTORS]: 1250,
        [CREDITORS]: -800,
        [CAPITAL]: -10_450,
      });
    });

    it('books what was bought, paid and earned', async () => {
      const bought = await booked('createSupplierInvoice', {
        date: on('02-10'),
        lines: [
          { supplier: { self: supplier.self }, amount: -1000, supplierInvoiceNumber: 'A 77' },
          { account: { accountNumber: OFFICE_SUPPLIES }, amount: 612.5, vatAccount: { vatCode: 'P25' } },
          { account: { accountNumber: PURCHASES }, amount: 387.5, vatAccount: { vatCode: 'P10' } },
        ],
      });
      await booked('createSupplierPayment', {
        date: on('02-24'),
        lines: [{ supplier: { self: supplier.self }, amount: 1000, contraAccount: { accountNumber: BANK } }],
      });
      await booked('createFinanceVoucher', {
        date: on('03-31'),
        lines: [
          { account: { accountNumber: BANK_CHARGES }, amount: 12.34, contraAccount: { accountNumber: BANK } },
          { account: { accountNumber: WAGES }, amount: 2000 },
          { account: { accountNumber: BANK }, amount: -2000 },
        ],
      });
      const paid = await booked('createCustomerPayment', {
        date: on('04-15'),
        lines: [{ customer: { self: customer.self }, amount: -1250, contraAccount: { accountNumber: BANK } }],
      });

      expect(bought.booked).to.equal(true);
      // 612.50 × 25 / 125 and 387.50 × 10 / 110
      expect(bought.lines.map(({ vatAmount }) => vatAmount)).to.deep.equal([undefined, 122.5, 35.23]);
      expect(paid.remainder).to.equal(-1250);
    });

    it('discards a draft, which leaves nothing in the books', async () => {
      const before = await standing((await year()).totals);
      const draft = await drafted('createFinanceVoucher', {
        date: on('04-30'),
        lines: [{ account: { accountNumber: WAGES }, amount: 99, contraAccount: { accountNumber: BANK } }],
      });

      await api.remove(draft);

      expect((await api.follow(home.vouchersDrafts)).collection).to.deep.equal([]);
      expect(await standing((await year()).totals)).to.deep.equal(before);
    });

    it('drafts invoices, sees what they come to, and books them', async () => {
      const line = (productNumber: string, quantity: number, discountPercentage = 0) => ({
        product: { productNumber },
        quantity,
        discountPercentage,
      });
      const draft = (date: string, lines: readonly object[]): Promise<DraftInvoice> =>
        api.create(home.draftInvoices, {
          customer: { self: customer.self },
          date,
          lines,
        } as DraftInvoiceDraft);

      const first = await draft(on('05-05'), [line('LAMP', 3, 10), line('NOVEL', 7), line('HOUR', 2.5)]);
      const second = await draft(on('06-30'), [line('LAMP', 1)]);
      const third = await draft(on('06-30'), [line('BULB', 1000)]);

      // 3 × 79.95 less 10 %, 7 × 12.30, 2.5 × 48.50; 25 % of 215.87 + 121.25 and 10 % of 86.10
      expect(first.lines.map(({ totalNetAmount }) => totalNetAmount)).to.deep.equal([215.87, 86.1, 121.25]);
      expect(first).to.include({ netAmount: 423.22, vatAmount: 92.89, grossAmount: 516.11 });
      expect(second).to.include({ netAmount: 79.95, vatAmount: 19.99, grossAmount: 99.94 });

      await api.remove(third);
      const one = await api.create(home.bookedInvoices, { id: first.id });
      const two = await api.create(home.bookedInvoices, { id: second.id });

      expect([one, two].map(({ bookedInvoiceNumber }) => bookedInvoiceNumber)).to.deep.equal([1, 2]);
      expect(one).to.include({ grossAmount: 516.11, remainder: 516.11, dueDate: on('06-04') });
      expect((await api.follow(home.draftInvoices)).collection).to.deep.equal([]);
      await booked('createCustomerPayment', {
        date: on('06-04'),
        lines: [
          { customer: { self: customer.self }, amount: -516.11, contraAccount: { accountNumber: BANK } },
        ],
      });
    });

    it('buys in the EU under reverse charge: the VAT is owed and deducted', async () => {
      const abroad = await api.create(home.suppliers, {
        name: 'Lumière SARL',
        currency: 'EUR',
        paymentTerms: { paymentTermsNumber: 3 },
        vatZone: { vatZoneNumber: 2 },
        supplierGroup: { supplierGroupNumber: 2 },
      });

      const bought = await booked('createSupplierInvoice', {
        date: on('07-01'),
        lines: [
          { supplier: { self: abroad.self }, amount: -800 },
          { account: { accountNumber: PURCHASES_IN_THE_EU }, amount: 800, vatAccount: { vatCode: 'EUG25' } },
        ],
      });

      expect(bought.lines[1]).to.deep.include({ amount: 800, vatAmount: 200 });
    });

    it('sells overseas in dollars, is paid at another rate, and books the difference', async () => {
      const overseas = await api.create(home.customers, {
        name: 'Bright Side Inc.',
        currency: 'USD',
        paymentTerms: { paymentTermsNumber: 3 },
        vatZone: { vatZoneNumber: 3 },
        customerGroup: { customerGroupNumber: 3 },
      });
      const draft = await api.create(home.draftInvoices, {
        customer: { self: overseas.self },
        date: on('08-15'),
        exchangeRate: 92.35,
        lines: [{ product: { productNumber: 'LAMP' }, quantity: 2, unitNetPrice: 85.99 }],
      });

      const invoice = await api.create(home.bookedInvoices, { id: draft.id });
      // 171.98 × 0.9235 = 158.823…, and 171.98 × 0.931 = 160.113…
      await booked('createCustomerPayment', {
        date: on('09-14'),
        lines: [
          {
            customer: { self: overseas.self },
            amount: -171.98,
            currency: 'USD',
            exchangeRate: 93.1,
            contraAccount: { accountNumber: BANK_IN_DOLLARS },
          },
        ],
      });
      await booked('createFinanceVoucher', {
        date: on('09-14'),
        lines: [
          { customer: { self: overseas.self }, amount: 1.29 },
          { account: { accountNumber: EXCHANGE_DIFFERENCES }, amount: -1.29 },
        ],
      });

      expect(invoice).to.include({ currency: 'USD', grossAmount: 171.98, vatAmount: 0 });
      expect(invoice.netAmountInBaseCurrency).to.equal(158.82);
      expect(await standing((await year()).totals)).not.to.have.property(String(DEBTORS_ABROAD));
    });

    it('reads the totals of the year, to the cent', async () => {
      const sums = await standing((await year()).totals);

      const expected = { ...BALANCES, ...REVENUE_AND_COSTS };
      expect(among(sums, expected)).to.deep.equal(expected);
      expect(sums[RESULT_OF_THE_YEAR]).to.equal(LOSS);
      const accounts = await statements();
      expect(
        Object.keys(sums)
          .filter((account) => accounts.has(Number(account)))
          .sort(),
      ).to.deep.equal(Object.keys(expected).sort());
    });

    /** The accounts that take entries. */
    async function statements(): Promise<ReadonlySet<number>> {
      const { where } = packed.sdk;
      const filter = where('accountType').eq('status').or('accountType').eq('profitAndLoss');
      const numbers = new Set<number>();
      for await (const { accountNumber } of api.each(home.accounts, { filter, pageSize: 1000 }))
        numbers.add(accountNumber);
      return numbers;
    }

    it('finds what was sold in May among the totals and the entries of its period', async () => {
      const periods = (await year()).periods;
      const may = [];
      for await (const period of api.each(periods)) if (period.fromDate === on('05-01')) may.push(period);
      const [period] = may;
      if (period === undefined) throw new Error('there is no May');

      const sums = await standing(period.totals);
      const entries: (readonly [number, number])[] = [];
      for await (const { account, amountInBaseCurrency } of api.each(period.entries))
        entries.push([account.accountNumber, amountInBaseCurrency]);

      expect(among(sums, { ...BALANCES, ...REVENUE_AND_COSTS })).to.deep.equal({
        [DEBTORS]: 516.11,
        [SALES_OF_GOODS]: -215.87,
        [SALES_OF_BOOKS]: -86.1,
        [SALES_OF_SERVICES]: -121.25,
        [SALES_VAT]: -92.89,
      });
      expect(entries.map(([account, amount]) => `${account} ${amount.toFixed(2)}`).sort()).to.deep.equal([
        `${SALES_OF_GOODS} -215.87`,
        `${SALES_OF_BOOKS} -86.10`,
        `${SALES_OF_SERVICES} -121.25`,
        `${DEBTORS} 516.11`,
        `${SALES_VAT} -8.61`,
        `${SALES_VAT} -84.28`,
      ]);
    });

    it('closes the year, which carries the balances on and takes no more vouchers', async () => {
      const closed = await act((await year()).metaData?.close, undefined);

      expect(closed.closed).to.equal(true);
      expect(
        among(await standing((await year(YEAR + 1)).totals), { ...BALANCES, [CARRIED_RESULT]: 0 }),
      ).to.deep.equal({
        ...BALANCES,
        [CARRIED_RESULT]: LOSS,
      });
      const late = await booked('createFinanceVoucher', {
        date: on('12-31'),
        lines: [{ account: { accountNumber: WAGES }, amount: 1, contraAccount: { accountNumber: BANK } }],
      }).catch((error: unknown) => error);
      expect(late).to.be.instanceOf(packed.sdk.BadRequestError).with.property('errorCode', 'E10080');
    });

    it('leaves books that `kontor verify` finds in order', async () => {
      expect(await service.kontor('verify')).to.be.a('string');
    });

    it('was answered as the API is described', () => answers.expectAll());

    it('never asked for an address that had not been served to it', () => {
      expect(watch.requested).to.be.greaterThan(50);
      expect(watch.invented).to.deep.equal([]);
    });
  });
});
