import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { startProcess, type RunningService } from './built-service.js';
import { firstTokensOf, memberOf, type Tokens } from './support/member.js';
import { plainHttp, type PlainAnswer, type PlainHttp } from './support/plain-http.js';
import { validAnswers, type ValidAnswers } from './support/valid-answers.js';

/** The year that is kept, and the one into which it is carried. */
const YEAR = new Date().getUTCFullYear() - 1;
const NEXT = YEAR + 1;
const on = (monthAndDay: string): string => `${YEAR}-${monthAndDay}`;

/**
 * What each voucher of the year is to leave in the books: account, amount in euro (debit positive) and VAT
 * code of each entry, reckoned by hand. All that is expected of statements below is added up from here, or
 * written out there.
 */
const BOOKS: Readonly<Record<string, string>> = {
  OB1: '5810 25000.00, 5820 4000.00, 5410 8000.00, 5440 -3000.00, 5710 1250.00, 6410 -480.50, 6690 -900.00, 6110 -33869.50',
  // 612.50 × 25 / 125 and 387.50 × 12.5 / 112.5
  SUI1: '6410 -1000.00, 1620 490.00 P25, 1310 344.44 P12, 6660 122.50 P25, 6660 43.06 P12',
  // 1,000 dollars at 91.37, and 25 % of 913.70, owed and deducted
  SUI2: '6420 -913.70, 1330 913.70 IMP25, 6640 -228.43 IMP25, 6660 228.43 IMP25',
  SUI3: '6420 -800.00, 1320 800.00 EUG25, 6620 -200.00 EUG25, 6660 200.00 EUG25',
  FIN1: '6690 900.00, 5810 -900.00',
  SUP1: '6410 600.00, 5810 -600.00',
  FIN2: '1510 3000.00, 6440 -700.00, 5810 -2300.00',
  CUI1: '5710 625.00, 1110 -500.00 S25, 6610 -125.00 S25',
  SUP2: '6410 880.50, 5810 -880.50',
  // 333.33 dollars at 92.50 for what was 304.56 (913.70 × 0.33333), then 666.67 at 90.10 for the 609.14 that
  // were left
  SUP3: '6420 308.33, 5820 -308.33',
  DIF1: '6420 -3.77, 2340 3.77',
  SUP4: '6420 600.67, 5820 -600.67',
  DIF2: '6420 8.47, 2340 -8.47',
  CUP1: '5710 -1250.00, 5810 1250.00',
  // 3 × 79 less 10 %, engraving, freight; VAT 58.33 of the lines and 3.88 of the freight
  INV1: '5710 311.01, 1010 -213.30 S25, 1010 -20.00 S25, 1140 -15.50 S25, 6610 -62.21 S25',
  // 2 × 85.54 dollars at 92.35; 999.99 crowns at 13.41
  INV2: '5720 157.99, 1050 -157.99 SEXP',
  INV3: '5720 134.10, 1040 -134.10 SEUG',
  CUP2: '5710 -100.00, 5810 100.00',
  // 187.21, 200.00 and 228.43 owed, 593.99 deducted
  VAT1: '6610 187.21, 6620 200.00, 6640 228.43, 6660 -593.99, 6690 -21.65',
  CUP3: '5720 -44.70, 5820 44.70',
  CUP4: '5720 -89.40, 5820 89.40',
  FIN3: '1910 200.00 P25, 6660 50.00 P25, 5810 -250.00',
  FIN4: '1910 -200.00 P25, 6660 -50.00 P25, 5810 250.00',
  FIN5: '1910 100.00 P25, 6660 25.00 P25, 5810 -125.00',
  // 171.08 dollars at 94.10 for what was 157.99
  CUP5: '5720 -160.99, 5820 160.99',
  DIF3: '5720 3.00, 2340 -3.00',
  // An insurance for July to December, paid in advance: 1,200.01 in six parts, the cent with the last
  SUI4: '6410 -1200.01, 1950 1200.01 P0',
  ACC1: '1950 -1200.01, 5750 1200.01',
  ACC2: '1950 200.00, 5750 -200.00',
  ACC3: '1950 200.00, 5750 -200.00',
  ACC4: '1950 200.00, 5750 -200.00',
  ACC5: '1950 200.00, 5750 -200.00',
  ACC6: '1950 200.00, 5750 -200.00',
  ACC7: '1950 200.01, 5750 -200.01',
  // 10 crowns at 13.45 are 1.345; the halves that are paid are 0.6725 each
  INV4: '5720 1.35, 1040 -1.35 SEUG',
  CRN1: '5710 -88.88, 1010 71.10 S25, 6610 17.78 S25',
  CUP6: '5720 -0.67, 5820 0.67',
  DIF4: '5720 -0.01, 2350 0.01',
  CUP7: '5720 -0.67, 5820 0.67',
  CUP8: '5710 -122.13, 5810 122.13',
  SUP5: '6420 800.00, 5810 -800.00',
  VAT2: '6610 -17.78, 6660 -25.00, 6690 42.78',
  SUI5: '6410 -250.00, 1340 250.00 RC25, 6650 -62.50 RC25, 6660 62.50 RC25',
  SUI6: '6420 -400.00, 1350 400.00 EUS25, 6630 -100.00 EUS25, 6660 100.00 EUS25',
  INV5: '5710 32.50, 1030 -32.50 S0',
  INV6: '5720 480.00, 1120 -480.00 SEUS',
  // The bank of the customer keeps 5.00
  CUP9: '5720 -480.00, 5810 475.00, 2330 5.00 P0',
  FIN6: '5810 12.34, 2310 -12.34',
  SUI7: '6410 -62.50, 1710 50.00 P25, 6660 12.50 P25',
  CUP10: '5710 -600.00, 5810 600.00',
  // 100 dollars at 90.00, paid in the next year
  INV7: '5720 90.00, 1050 -90.00 SEXP',
  CUI2: '5710 125.00, 1110 -100.00 S25, 6610 -25.00 S25',
  // What is left of CUI1 is lost, with its VAT
  FIN7: '5710 -25.00, 1960 20.00 S25, 6610 5.00 S25',
  FIN8: '2140 1600.00, 5450 -1600.00',
  VAT3: '6610 20.00, 6630 100.00, 6650 62.50, 6660 -175.00, 6690 -7.50',
  // The year is opened again for the auditor's fee: the settlement is taken back and made again
  VAT4: '6610 -20.00, 6630 -100.00, 6650 -62.50, 6660 175.00, 6690 7.50',
  FIN9: '1940 300.00, 6470 -300.00',
  VAT5: '6610 20.00, 6630 100.00, 6650 62.50, 6660 -175.00, 6690 -7.50',
};

/** What the next year begins its books with. */
const BOOKS_OF_NEXT: Readonly<Record<string, string>> = {
  CUP1: '5710 -125.00, 5810 125.00',
  CUP2: '5710 -32.50, 5810 32.50',
  // 100 dollars at 91.00 for what was 90.00
  CUP3: '5720 -91.00, 5820 91.00',
  DIF1: '5720 1.00, 2340 -1.00',
  SUP1: '6410 1262.51, 6410 250.00, 5810 -1262.51, 5810 -250.00',
  SUP2: '6420 400.00, 5810 -400.00',
  FIN1: '5810 13.63, 6690 -13.63',
};

/**
 * Before the auditor's fee: costs of 9,173.16 less revenue of 1,673.64, interest of 12.34 and a gain of 7.70
 * in exchange rates. Debit is positive, so this is a loss.
 */
const RESULT = 7479.48;

type Body = PlainAnswer['body'];
type Posts = ReadonlyMap<number, number>;

/** Cents by account, of all vouchers or of some. */
function summed(books: Readonly<Record<string, string>>, ...some: readonly string[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [voucher, entries] of Object.entries(books)) {
    if (some.length > 0 && !some.includes(voucher)) continue;
    for (const entry of entries.split(', ')) {
      const [account, amount] = entry.split(' ').map(Number) as [number, number];
      sums.set(account, (sums.get(account) ?? 0) + Math.round(amount * 100));
    }
  }
  return sums;
}

/** In euro, without accounts on which nothing stands. */
function inEuro(sums: Posts, isWanted: (account: number) => boolean = () => true): Record<number, number> {
  const wanted = [...sums].filter(([account, cents]) => cents !== 0 && isWanted(account));
  return Object.fromEntries(wanted.map(([account, cents]) => [account, cents / 100]));
}

const isOfBalanceSheet = (account: number): boolean => account >= 5000;
const isOfResult = (account: number): boolean => account < 5000;
const total = (sums: Readonly<Record<number, number>>): number =>
  Math.round(Object.values(sums).reduce((sum, amount) => sum + amount, 0) * 100) / 100;

const account = (accountNumber: number) => ({ account: { accountNumber } });
const customer = (customerNumber: number) => ({ customer: { customerNumber } });
const supplier = (supplierNumber: number) => ({ supplier: { supplierNumber } });
const against = (accountNumber: number) => ({ contraAccount: { accountNumber } });
const DOLLARS = { currency: 'USD' } as const;
const CROWNS = { currency: 'DKK', exchangeRate: 13.41 } as const;

const PDF = Buffer.from('%PDF-1.7 an insurance');

describe('a bookkeeper’s year, by plain HTTP', function () {
  this.timeout(180_000);

  onEachDatabase((database) => {
    let service: RunningService;
    let drop: () => Promise<void>;
    let answers: ValidAnswers;
    let http: PlainHttp;
    const ids = new Map<string, number>();
    const idOf = (voucher: string): number => ids.get(voucher) as number;

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      service = await startProcess(fresh.url);
      const tokens = JSON.parse(await service.kontor('sandbox')) as Tokens;
      answers = validAnswers(service.address);
      http = plainHttp(service.address, tokens, answers.fetch);
    });
    after(async () => {
      expect(await service?.stop()).to.equal(0);
      await drop?.();
    });

    type Kind =
      | 'supplier-invoices'
      | 'supplier-payments'
      | 'customer-invoices'
      | 'customer-payments'
      | 'finance-vouchers';

    /** Books a voucher, which is remembered by what it is called; `others` pass unlooked at. */
    async function book(kind: Kind, date: string, ...lines: readonly object[]): Promise<Body> {
      const draft = await http.post(`/vouchers/drafts/${kind}`, { date, lines });
      const booked = await http.post('/vouchers/booked', { voucherId: draft.voucherId, date });
      if (date.startsWith(`${YEAR}`)) ids.set(booked.voucherNumber.displayVoucherNumber, booked.voucherId);
      return booked;
    }

    async function invoiced(of: number, date: string, invoice: object): Promise<Body> {
      const draft = await http.post('/v2/invoices/drafts', { ...customer(of), date, ...invoice });
      return http.post('/v2/invoices/booked', { id: draft.id });
    }

    const invoice = (number: number): Promise<Body> => http.get(`/v2/invoices/booked/${number}`);

    async function all(path: string): Promise<readonly Body[]> {
      const { collection, pagination } = await http.get(
        `${path}${path.includes('?') ? '&' : '?'}pagesize=1000`,
      );
      expect(collection).to.have.lengthOf(pagination.results);
      return collection;
    }

    /** The entries of a year by voucher, as BOOKS has them; what closing has posted is left out. */
    async function books(year: number): Promise<Record<string, string>> {
      const told: Record<string, string[]> = {};
      for (const { voucher, account, amountInBaseCurrency, vatAccount } of await all(
        `/accounting-years/${year}/entries`,
      )) {
        if (voucher === undefined) continue;
        const shown = [account.accountNumber, amountInBaseCurrency.toFixed(2), vatAccount?.vatCode];
        (told[voucher.displayVoucherNumber] ??= []).push(shown.join(' ').trim());
      }
      return Object.fromEntries(
        Object.entries(told).map(([voucher, entries]) => [voucher, entries.join(', ')]),
      );
    }

    /** A figure of each row of a statement that is an account that takes entries, without zeros. */
    async function statement(path: string, figure: string): Promise<Record<number, number>> {
      const { rows } = await http.get(`/statements/${path}`);
      return Object.fromEntries(
        (rows as readonly Body[])
          .filter((row) => ['status', 'profitAndLoss'].includes(row.accountType) && row[figure] !== 0)
          .map((row) => [row.account.accountNumber, row[figure]]),
      );
    }

    const inYear = `fromDate=${on('01-01')}&toDate=${on('12-31')}`;

    /** What is open: whose, how much, since when it is due. */
    const openPosts = async (): Promise<readonly string[]> =>
      (await all('/open-posts')).map(
        ({ customer: debtor, supplier: creditor, remainder, currency, dueDate }) =>
          [
            debtor === undefined ? `S${creditor.supplierNumber}` : `C${debtor.customerNumber}`,
            `${remainder.toFixed(2)} ${currency}`,
            dueDate ?? '',
          ]
            .join(' ')
            .trim(),
      );

    it('takes over what the year before has left', async () => {
      const amountOf = (amountInBaseCurrency: number) => ({ amountInBaseCurrency });
      const draft = await http.post('/opening-balances/drafts', {
        date: on('01-01'),
        lines: [
          { ...account(5810), ...amountOf(25_000) },
          { ...account(5820), ...amountOf(4000) },
          { ...account(5410), ...amountOf(8000) },
          { ...account(5440), ...amountOf(-3000) },
          { ...customer(1), ...amountOf(1250), text: 'Invoice 991' },
          { ...supplier(2), ...amountOf(-480.5) },
          { ...account(6690), ...amountOf(-900), text: 'VAT of the last quarter' },
        ],
      });
      const { voucherId, date } = draft;
      // A line was forgotten.
      const whole = await http.put(`/opening-balances/drafts/${voucherId}`, {
        ...draft,
        lines: [...draft.lines, { ...account(6110), ...amountOf(-33_869.5) }],
      });
      expect(whole.lines).to.have.lengthOf(8);

      await http.post('/opening-balances/booked', { voucherId, date });

      ids.set('OB1', voucherId);
      expect(total(await statement(`balance-sheet?date=${date}`, 'amount'))).to.equal(0);
      expect(await openPosts()).to.deep.equal(['C1 1250.00 EUR', 'S2 -480.50 EUR']);
    });

    it('books the first quarter: purchases at home and abroad, wages, payments in part', async () => {
      await book(
        'supplier-invoices',
        on('01-10'),
        { ...supplier(2), amount: -1000, supplierInvoiceNumber: 'A 77' },
        { ...account(1620), amount: 612.5, vatAccount: { vatCode: 'P25' } },
        { ...account(1310), amount: 387.5, vatAccount: { vatCode: 'P12' } },
      );
      await book('supplier-invoices', on('01-15'), {
        ...supplier(4),
        amount: -1000,
        ...DOLLARS,
        exchangeRate: 91.37,
        ...against(1330),
      });
      await book('supplier-invoices', on('01-20'), { ...supplier(3), amount: -800, ...against(1320) });
      await book('finance-vouchers', on('01-25'), { ...account(6690), amount: 900, ...against(5810) });
      const part = { matches: [{ voucherId: idOf('SUI1'), amount: 600 }] };
      await book('supplier-payments', on('01-31'), {
        ...supplier(2),
        amount: 600,
        ...part,
        ...against(5810),
      });
      await book(
        'finance-vouchers',
        on('01-31'),
        { ...account(1510), amount: 3000 },
        { ...account(6440), amount: -700 },
        { ...account(5810), amount: -2300 },
      );
      await book('customer-invoices', on('02-03'), { ...customer(2), amount: 625, ...against(1110) });
      const both = { matches: [{ voucherId: idOf('SUI1') }, { voucherId: idOf('OB1') }] };
      await book('supplier-payments', on('02-10'), {
        ...supplier(2),
        amount: 880.5,
        ...both,
        ...against(5810),
      });
      const inDollars = {
        ...supplier(4),
        ...DOLLARS,
        matches: [{ voucherId: idOf('SUI2') }],
        ...against(5820),
      };
      await book('supplier-payments', on('02-14'), { ...inDollars, amount: 333.33, exchangeRate: 92.5 });
      await book('supplier-payments', on('03-14'), { ...inDollars, amount: 666.67, exchangeRate: 90.1 });
      const old = { matches: [{ voucherId: idOf('OB1') }] };
      await book('customer-payments', on('02-20'), {
        ...customer(1),
        amount: -1250,
        ...old,
        ...against(5810),
      });

      const vouchers = await Promise.all(
        ['SUI1', 'SUI2'].map((one) => http.get(`/vouchers/booked/${idOf(one)}`)),
      );
      expect(
        vouchers.map(({ remainder, remainderInDefaultCurrency }) => [remainder, remainderInDefaultCurrency]),
      ).to.deep.equal([
        [0, 0],
        [0, 0],
      ]);
      expect(await openPosts()).to.deep.equal([
        `S3 -800.00 EUR ${on('02-19')}`,
        `C2 625.00 EUR ${on('03-05')}`,
      ]);
    });

    it('sells at home and in two currencies, and is paid a part', async () => {
      const lamp = { product: { productNumber: '1000' } };
      const first = await invoiced(1, on('03-03'), {
        lines: [
          { ...lamp, quantity: 3, discountPercentage: 10 },
          { description: 'Engraving', quantity: 1, unitNetPrice: 20 },
        ],
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber: 3 }, amount: 15.5 }],
      });
      const second = await invoiced(6, on('03-10'), {
        exchangeRate: 92.35,
        lines: [{ ...lamp, quantity: 2 }],
      });
      const third = await invoiced(4, on('03-12'), {
        exchangeRate: 13.41,
        lines: [{ ...lamp, quantity: 3, unitNetPrice: 333.33 }],
      });
      const paid = { ...customer(1), amount: -100, invoiceNumber: 1, ...against(5810) };
      await book('customer-payments', on('03-20'), paid);

      expect(first).to.include({
        netAmount: 248.8,
        vatAmount: 62.21,
        grossAmount: 311.01,
        dueDate: on('03-17'),
      });
      expect(second).to.include({ currency: 'USD', grossAmount: 171.08, netAmountInBaseCurrency: 157.99 });
      expect(third).to.include({ currency: 'DKK', grossAmount: 999.99, netAmountInBaseCurrency: 134.1 });
      expect((await invoice(1)).remainder).to.equal(211.01);
    });

    /** Of each VAT code: basis, VAT, what is deducted of it at once, difference to the rounded product. */
    const vat = async (from: string, to: string): Promise<Record<string, readonly number[]>> =>
      Object.fromEntries(
        ((await http.get(`/statements/vat?fromDate=${on(from)}&toDate=${on(to)}`)).rows as readonly Body[])
          .filter(({ basis, vat: tax }) => basis !== 0 || tax !== 0)
          .map(({ vatAccount, basis, vat: tax, contraVat = 0, difference }) => [
            vatAccount.vatCode,
            [basis, tax, contraVat, difference],
          ]),
      );

    const FIRST_QUARTER = {
      EUG25: [800, -200, 200, 0],
      IMP25: [913.7, -228.43, 228.43, 0],
      P12: [344.44, 43.06, 0, 0],
      P25: [490, 122.5, 0, 0],
      // 187.20 were the rounded product of 748.80
      S25: [-748.8, -187.21, 0, -0.01],
      SEUG: [-134.1, 0, 0, 0],
      SEXP: [-157.99, 0, 0, 0],
    };

    it('settles the VAT of the quarter, which bars its periods', async () => {
      expect(await vat('01-01', '03-31')).to.deep.equal(FIRST_QUARTER);

      const quarter = { fromDate: on('01-01'), toDate: on('03-31') };
      const settlement = await http.post('/statements/vat/settlements', quarter);

      expect(settlement).to.include({ amount: -21.65 });
      expect(await vat('01-01', '03-31')).to.deep.equal(FIRST_QUARTER);
      const late = { date: on('03-31'), lines: [{ ...account(1910), amount: 10, ...against(5810) }] };
      expect(await http.refusal('POST', '/vouchers/drafts/finance-vouchers', late)).to.equal('400 E10080');
      expect(await http.refusal('POST', '/statements/vat/settlements', quarter)).to.equal('400 E10260');
    });

    it('is paid in parts and in other rates, corrects, accrues and attaches', async () => {
      const crowns = { ...customer(4), ...CROWNS, invoiceNumber: 3, ...against(5820) };
      await book('customer-payments', on('04-01'), { ...crowns, amount: -333.33 });
      await book('customer-payments', on('04-02'), { ...crowns, amount: -666.66 });
      const wrong = { ...account(1910), amount: 250, ...against(5810) };
      const { voucherId } = await book('finance-vouchers', on('04-10'), wrong);
      await http.post(`/vouchers/booked/${voucherId}/reversal`, { date: on('04-11') });
      await book('finance-vouchers', on('04-11'), { ...wrong, amount: 125 });
      const dollars = { ...customer(6), ...DOLLARS, exchangeRate: 94.1, invoiceNumber: 2, ...against(5820) };
      await book('customer-payments', on('04-20'), { ...dollars, amount: -171.08 });
      const draft = await http.post('/vouchers/drafts/supplier-invoices', {
        date: on('05-15'),
        lines: [
          {
            ...supplier(2),
            amount: -1200.01,
            ...against(1950),
            accruals: { ...account(5750), startDate: on('07-01'), endDate: on('12-31') },
          },
        ],
      });
      const sent = { headers: { 'Content-Type': 'application/pdf' }, body: PDF };
      const attached = await http.ask('PUT', `/vouchers/${draft.voucherId}/attachment`, sent);
      const insured = await http.post('/vouchers/booked', { voucherId: draft.voucherId, date: draft.date });
      ids.set('SUI4', insured.voucherId);

      expect(
        await http.refusal('POST', `/vouchers/booked/${voucherId}/reversal`, { date: on('04-12') }),
      ).to.equal('400 E10250');
      expect((await http.get(`/vouchers/booked/${voucherId}`)).reversedBy).to.include({
        voucherId: voucherId + 1,
      });
      expect(attached.status).to.equal(201);
      expect((await http.bytes(insured.attachment)).equals(PDF)).to.equal(true);
      expect(await http.refusal('DELETE', insured.attachment)).to.equal('400 E10450');
      expect([(await invoice(2)).remainder, (await invoice(3)).remainder]).to.deep.equal([0, 0]);
    });

    it('credits a part of an invoice, and matches and unmatches what is booked', async () => {
      const card = { description: 'Card', quantity: 1, unitNetPrice: 10 };
      const small = await invoiced(4, on('05-20'), { exchangeRate: 13.45, lines: [card] });
      const credit = await http.post('/v2/invoices/booked/1/credit-notes', {
        lines: [{ lineNumber: 1, quantity: 1 }],
      });
      await http.put(credit.self, { ...credit, date: on('05-25') });
      const note = await http.post('/v2/invoices/booked', { id: credit.id });
      const half = { ...customer(4), ...CROWNS, exchangeRate: 13.45, ...against(5820), amount: -5 };
      await book('customer-payments', on('06-01'), { ...half, invoiceNumber: small.bookedInvoiceNumber });
      await book('customer-payments', on('06-02'), { ...half, invoiceNumber: small.bookedInvoiceNumber });
      await book('customer-payments', on('06-10'), { ...customer(1), amount: -122.13, ...against(5810) });
      await book('supplier-payments', on('06-15'), { ...supplier(3), amount: 800, ...against(5810) });

      expect(note).to.include({
        salesDocumentType: 'creditNote',
        date: on('05-25'),
        grossAmount: -88.88,
        remainder: 0,
      });
      expect((await invoice(1)).remainder).to.equal(122.13);
      const matched = async (debtor: string): Promise<Body> => {
        const posts = (await all(`${debtor}/open-posts`)).map((post) => ({
          voucherId: post.voucher.voucherId,
          entryNumber: post.entryNumber,
        }));
        return http.post('/matches', { posts });
      };
      const first = await matched('/customers/1');
      await http.remove(first.self);
      expect((await invoice(1)).remainder).to.equal(122.13);
      await matched('/customers/1');
      await matched('/suppliers/3');
      expect((await invoice(1)).remainder).to.equal(0);
      expect(await openPosts()).to.deep.equal([
        `C2 625.00 EUR ${on('03-05')}`,
        `S2 -1200.01 EUR ${on('05-23')}`,
      ]);
      expect(await vat('04-01', '06-30')).to.deep.equal({
        P0: [1200.01, 0, 0, 0],
        P25: [100, 25, 0, 0],
        S25: [71.1, 17.78, 0, 0],
        SEUG: [-1.35, 0, 0, 0],
      });
      const quarter = { fromDate: on('04-01'), toDate: on('06-30') };
      expect(await http.post('/statements/vat/settlements', quarter)).to.include({ amount: 42.78 });
    });

    it('locks a month, opens it again, and books the second half of the year', async () => {
      const [july] = await all(`/accounting-years/${YEAR}/periods?filter=fromDate$eq:${on('07-01')}`);
      await http.put(july.self, { barred: true });
      const draft = { date: on('07-05'), lines: [{ ...supplier(1), amount: -250, ...against(1340) }] };
      expect(await http.refusal('POST', '/vouchers/drafts/supplier-invoices', draft)).to.equal('400 E10080');
      await http.put(july.self, { barred: false });
      const reverse = { contraVatAccount: { vatCode: 'RC25' } };
      await book('supplier-invoices', on('07-05'), {
        ...supplier(1),
        amount: -250,
        ...against(1340),
        ...reverse,
      });
      await book('supplier-invoices', on('07-06'), { ...supplier(3), amount: -400, ...against(1350) });
      await invoiced(3, on('08-01'), { lines: [{ product: { productNumber: '1009' }, quantity: 10 }] });
      const served = await invoiced(5, on('08-05'), {
        lines: [{ product: { productNumber: 'S-100' }, quantity: 4 }],
      });
      const { bookedInvoiceNumber, dueDate } = served;
      await book(
        'customer-payments',
        on('08-31'),
        { ...customer(5), amount: -480, invoiceNumber: bookedInvoiceNumber },
        { ...account(5810), amount: 475 },
        { ...account(2330), amount: 5 },
      );
      await book('finance-vouchers', on('09-30'), { ...account(5810), amount: 12.34, ...against(2310) });
      await book('supplier-invoices', on('10-10'), { ...supplier(2), amount: -62.5, ...against(1710) });
      const part = { matches: [{ voucherId: idOf('CUI1'), amount: 600 }] };
      await book('customer-payments', on('11-15'), {
        ...customer(2),
        amount: -600,
        ...part,
        ...against(5810),
      });
      await invoiced(6, on('11-20'), {
        exchangeRate: 90,
        lines: [{ product: { productNumber: '1000' }, quantity: 1, unitNetPrice: 100 }],
      });
      await book('customer-invoices', on('12-20'), { ...customer(2), amount: 125, ...against(1110) });
      await book(
        'finance-vouchers',
        on('12-30'),
        { ...customer(2), amount: -25, matches: [{ voucherId: idOf('CUI1') }], text: 'Lost' },
        { ...account(1960), amount: 25 },
      );
      await book('finance-vouchers', on('12-31'), { ...account(2140), amount: 1600, ...against(5450) });

      expect([dueDate, (await invoice(bookedInvoiceNumber)).remainder]).to.deep.equal([on('08-31'), 0]);
      const half = { fromDate: on('07-01'), toDate: on('12-31') };
      expect(await http.post('/statements/vat/settlements', half)).to.include({ amount: -7.5 });
    });

    const BEFORE_REOPENING = Object.keys(BOOKS).filter((one) => !['VAT4', 'FIN9', 'VAT5'].includes(one));
    const JANUARY = `${NEXT}-01-31`;

    it('has left in the books what was reckoned by hand, and shows it in every statement', async () => {
      const expected = Object.fromEntries(BEFORE_REOPENING.map((one) => [one, BOOKS[one]]));
      expect(await books(YEAR)).to.deep.equal(expected);

      const sums = summed(BOOKS, ...BEFORE_REOPENING);
      const opening = summed(BOOKS, 'OB1');
      const result = inEuro(sums, isOfResult);
      const balance = inEuro(sums, isOfBalanceSheet);
      const movement = new Map([...sums].map(([one, cents]) => [one, cents - (opening.get(one) ?? 0)]));
      expect(total(result)).to.equal(RESULT);
      expect(await statement(`trial-balance?${inYear}`, 'openingBalance')).to.deep.equal(inEuro(opening));
      expect(await statement(`trial-balance?${inYear}`, 'movement')).to.deep.equal(inEuro(movement));
      expect(await statement(`trial-balance?${inYear}`, 'closingBalance')).to.deep.equal(inEuro(sums));
      expect(await statement(`profit-and-loss?${inYear}`, 'amount')).to.deep.equal(result);
      expect(await statement(`balance-sheet?date=${on('12-31')}`, 'amount')).to.deep.equal(balance);
      expect(total(balance)).to.equal(-RESULT);
      const { rows } = await http.get(`/statements/balance-sheet?date=${on('12-31')}`);
      expect(rows.at(-1)).to.deep.include({ name: 'resultForTheYear', amount: RESULT });
      const { totalInBaseCurrency } = await http.get(`/accounting-years/${YEAR}/totals/2500`);
      expect(totalInBaseCurrency).to.equal(RESULT);
    });

    /** The ages of what is open of each, without zeros. */
    async function aged(list: 'receivables' | 'payables', date: string): Promise<Record<string, object>> {
      const { rows } = await http.get(`/statements/aged-${list}?date=${date}`);
      const ages = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90'];
      return Object.fromEntries(
        (rows as readonly Body[]).map((row) => [
          row.customer?.customerNumber ?? row.supplier?.supplierNumber ?? row.name,
          Object.fromEntries(ages.filter((age) => row[age] !== 0).map((age) => [age, row[age]])),
        ]),
      );
    }

    it('explains what is open at the end of the year', async () => {
      expect(await openPosts()).to.have.members([
        `C2 125.00 EUR ${NEXT}-01-19`,
        `C3 32.50 EUR ${on('08-09')}`,
        `C6 100.00 USD ${on('12-20')}`,
        `S1 -250.00 EUR ${on('07-19')}`,
        `S2 -1200.01 EUR ${on('05-23')}`,
        `S2 -62.50 EUR ${on('10-18')}`,
        `S3 -400.00 EUR ${on('08-05')}`,
      ]);
      expect(await aged('receivables', on('12-31'))).to.deep.equal({
        2: { notDue: 125 },
        3: { over90: 32.5 },
        6: { days1To30: 90 },
        total: { notDue: 125, days1To30: 90, over90: 32.5 },
      });
      expect(await aged('payables', on('12-31'))).to.deep.equal({
        1: { over90: -250 },
        2: { days61To90: -62.5, over90: -1200.01 },
        3: { over90: -400 },
        total: { days61To90: -62.5, over90: -1850.01 },
      });
    });

    const closing = `/accounting-years/${YEAR}/closing`;
    /** Without its result, which is carried to 6140. */
    const carried = (...vouchers: readonly string[]): Record<number, number> => {
      const sums = summed(BOOKS, ...vouchers);
      return { ...inEuro(sums, isOfBalanceSheet), 6140: total(inEuro(sums, isOfResult)) };
    };

    it('closes the year, opens it again for what was forgotten, and closes it for good', async () => {
      const forgotten = {
        date: on('12-31'),
        lines: [
          { ...account(1940), amount: 300, ...against(6470), contraVatAccount: null, vatAccount: null },
        ],
      };
      const { metaData } = await http.get(`/accounting-years/${YEAR}`);
      expect(metaData).to.have.property('close');
      await http.post(closing);
      expect(await statement(`balance-sheet?date=${NEXT}-01-01`, 'amount')).to.deep.equal(
        carried(...BEFORE_REOPENING),
      );
      expect(await statement(`profit-and-loss?${inYear}`, 'amount')).to.deep.equal(
        inEuro(summed(BOOKS, ...BEFORE_REOPENING), isOfResult),
      );
      expect(await http.refusal('POST', '/vouchers/drafts/finance-vouchers', forgotten)).to.equal(
        '400 E10080',
      );

      await http.remove(closing);
      // December is settled.
      expect(await http.refusal('POST', '/vouchers/drafts/finance-vouchers', forgotten)).to.equal(
        '400 E10080',
      );
      const settlement = (await all('/statements/vat/settlements')).at(-1);
      await http.remove(settlement.self);
      const draft = await http.post('/vouchers/drafts/finance-vouchers', forgotten);
      expect(await http.refusal('POST', closing)).to.equal('400 E10110');
      await http.post('/vouchers/booked', { voucherId: draft.voucherId, date: draft.date });
      const { fromDate, toDate } = settlement;
      expect(await http.post('/statements/vat/settlements', { fromDate, toDate })).to.include({
        amount: -7.5,
      });
      expect((await http.post(closing)).closed).to.equal(true);

      expect(await books(YEAR)).to.deep.equal(BOOKS);
      expect(await statement(`balance-sheet?date=${NEXT}-01-01`, 'amount')).to.deep.equal(carried());
      expect(await statement(`profit-and-loss?${inYear}`, 'amount')).to.deep.equal(
        inEuro(summed(BOOKS), isOfResult),
      );
      expect((await http.get(`/accounting-years/${YEAR}/totals/2500`)).totalInBaseCurrency).to.equal(
        RESULT + 300,
      );
    });

    it('goes on in the next year, in which all is paid: no post is left open', async () => {
      const pays = (...vouchers: readonly string[]) => ({
        matches: vouchers.map((one) => ({ voucherId: idOf(one) })),
      });
      const from = (of: number, amount: number) => ({ ...customer(of), amount: -amount });
      await book('customer-payments', `${NEXT}-01-10`, {
        ...from(2, 125),
        ...pays('CUI2'),
        ...against(5810),
      });
      await book('customer-payments', `${NEXT}-01-10`, {
        ...from(3, 32.5),
        invoiceNumber: 6,
        ...against(5810),
      });
      const dollars = { ...DOLLARS, exchangeRate: 91, invoiceNumber: 8, ...against(5820) };
      await book('customer-payments', `${NEXT}-01-12`, { ...from(6, 100), ...dollars });
      await book(
        'supplier-payments',
        `${NEXT}-01-15`,
        { ...supplier(2), amount: 1262.51, ...pays('SUI4', 'SUI7'), ...against(5810) },
        { ...supplier(1), amount: 250, ...pays('SUI5'), ...against(5810) },
      );
      await book('supplier-payments', `${NEXT}-01-16`, {
        ...supplier(3),
        amount: 400,
        ...pays('SUI6'),
        ...against(5810),
      });
      await book('finance-vouchers', `${NEXT}-01-20`, { ...account(5810), amount: 13.63, ...against(6690) });

      expect(await openPosts()).to.deep.equal([]);
      expect(await books(NEXT)).to.deep.equal(BOOKS_OF_NEXT);
      const sums = summed(BOOKS_OF_NEXT);
      for (const [one, amount] of Object.entries(carried()))
        sums.set(Number(one), (sums.get(Number(one)) ?? 0) + Math.round(amount * 100));
      const balance = inEuro(sums, isOfBalanceSheet);
      expect(await statement(`balance-sheet?date=${JANUARY}`, 'amount')).to.deep.equal(balance);
      expect(balance).not.to.have.any.keys('5710', '5720', '6410', '6420', '6690');
      expect(total(balance)).to.equal(1);
      expect(await aged('receivables', JANUARY)).to.deep.equal({ total: {} });
      // The past stays as it was.
      expect(await aged('payables', on('12-31'))).to.deep.include({ 3: { over90: -400 } });
    });

    it('has SIE files that other books take and give again', async () => {
      const taker = await memberOf(service, {
        business: 'Sandbox',
        email: 'b@example.com',
        firstYearFrom: on('01-01'),
      });
      const other = plainHttp(service.address, await firstTokensOf(taker), answers.fetch);
      for (const year of [YEAR, NEXT]) {
        const path = `/exports/sie?accountingYear=${year}`;
        const file = await http.bytes(path);
        const sent = await other.ask('POST', '/imports', {
          headers: { 'Content-Type': 'application/x-sie' },
          body: file,
        });
        let done = sent.body;
        while (done.status === 'running') done = await other.get(done.self);
        expect(done.refusals).to.deep.equal([]);
        if (year === YEAR) await other.post(closing);

        expect((await other.bytes(path)).toString('latin1')).to.equal(file.toString('latin1'));
      }
      const { rows } = await other.get(`/statements/balance-sheet?date=${JANUARY}`);
      expect(rows).to.deep.equal((await http.get(`/statements/balance-sheet?date=${JANUARY}`)).rows);
    });

    it('leaves books that `kontor verify` finds in order', async () => {
      expect(await service.kontor('verify')).to.be.a('string');
    });

    it('was answered as the API is described', () => answers.expectAll());
  });
});
