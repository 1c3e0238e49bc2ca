import { expect } from 'chai';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { entriesOf, lastYear, shown, type TestYear } from './the-books.js';

type Line = Readonly<Record<string, unknown>>;
const account = (accountNumber: number) => ({ accountNumber });
const vat = (vatCode: string) => ({ vatCode });
const supplier = { supplierNumber: 1 };

for (const database of await databases()) {
  describe(`what lines leave out, on ${database.name} (amendment §2.11)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    let year: TestYear;
    before(async () => {
      year = await lastYear(client);
      const made = await client.put('/accounts/1611', {
        name: 'Fees of the bank',
        accountType: 'profitAndLoss',
        contraAccount: account(5820),
        vatAccount: vat('P12'),
      });
      expect(made.status, made.text).to.equal(201);
    });

    const made = async (
      lines: readonly Line[],
      type = 'finance-vouchers',
    ): Promise<Answered['body'] & { readonly lines: readonly Line[] }> => {
      const draft = { date: year.on('03-31'), lines };
      const { status, text, body } = await client.post(`/vouchers/drafts/${type}`, draft);
      expect(status, text).to.equal(201);
      return body as never;
    };
    const saidOf = ({ lines }: { readonly lines: readonly Line[] }) =>
      lines.map((line) =>
        ['vatAccount', 'contraAccount', 'contraVatAccount'].map((member) => {
          const named = line[member] as { vatCode?: string; accountNumber?: number } | undefined;
          return named?.vatCode ?? named?.accountNumber;
        }),
      );

    it('take the VAT code of their account, and of the contra account that they name', async () => {
      const draft = await made([
        { account: account(1310), amount: 125 },
        { account: account(5820), amount: -250, contraAccount: account(1310) },
        { account: account(5820), amount: -125 },
      ]);

      expect(saidOf(draft)).to.deep.equal([
        ['P25', undefined, undefined],
        [undefined, 1310, 'P25'],
        [undefined, undefined, undefined],
      ]);
      expect(draft.lines[0]?.['vatAmount']).to.equal(25);
      expect(draft.lines[1]?.['contraVatAmount']).to.equal(50);
      const booked = await client.post('/vouchers/booked', {
        voucherId: draft['voucherId'],
        date: draft['date'],
      });
      expect(booked.status, booked.text).to.equal(201);
      const entries = shown(await entriesOf(client, year, draft as never, 'financeVoucher'));
      expect([...entries].sort((one, other) => one[0] - other[0] || one[1] - other[1])).to.deep.equal([
        [1310, 100, 'P25'],
        [1310, 200, 'P25'],
        [5820, -250],
        [5820, -125],
        [6660, 25, 'P25'],
        [6660, 50, 'P25'],
      ]);
    });

    it('take that of the contra account beside a supplier too, unless they say which', async () => {
      const draft = await made(
        [
          { supplier, amount: -125, contraAccount: account(1310) },
          { supplier, amount: -125, contraAccount: account(1310), contraVatAccount: vat('P12') },
          { supplier, amount: -125, contraAccount: account(1310), vatAccount: vat('P0') },
          { contraAccount: account(1620), amount: -10 },
        ],
        'supplier-invoices',
      );

      expect(saidOf(draft)).to.deep.equal([
        [undefined, 1310, 'P25'],
        [undefined, 1310, 'P12'],
        ['P0', 1310, undefined],
        [undefined, 1620, 'P25'],
      ]);
    });

    it('have none where they say null', async () => {
      const draft = await made([
        { account: account(1310), vatAccount: null, amount: 125, contraAccount: account(5820) },
        { account: account(5820), amount: -250, contraAccount: account(1310), contraVatAccount: null },
        { account: account(1611), amount: 1, vatAccount: vat('P25'), contraVatAccount: null },
      ]);
      const beside = await made(
        [{ supplier, amount: -125, contraAccount: account(1310), vatAccount: null }],
        'supplier-invoices',
      );

      expect(saidOf(draft)).to.deep.equal([
        [undefined, 5820, undefined],
        [undefined, 1310, undefined],
        ['P25', undefined, undefined],
      ]);
      expect(saidOf(beside)).to.deep.equal([[undefined, 1310, undefined]]);
    });

    it('name the contra account of their account, where a voucher has no other line', async () => {
      const alone = await made([{ account: account(1611), amount: 112.5 }]);
      const none = await made([{ account: account(1611), amount: 112.5, contraAccount: null }]);
      const other = await made([{ account: account(1611), amount: 112.5, contraAccount: account(5810) }]);
      const beside = await made([
        { account: account(1611), amount: 112.5 },
        { account: account(5810), amount: -112.5 },
      ]);

      expect(saidOf(alone)).to.deep.equal([['P12', 5820, undefined]]);
      expect(alone.lines[0]?.['vatAmount']).to.equal(12.5);
      expect(saidOf(none)).to.deep.equal([['P12', undefined, undefined]]);
      expect(saidOf(other)).to.deep.equal([['P12', 5810, undefined]]);
      expect(saidOf(beside)).to.deep.equal([
        ['P12', undefined, undefined],
        [undefined, undefined, undefined],
      ]);
    });

    it('stay as they were where the draft is written again as it was answered', async () => {
      const draft = await made([
        { account: account(1310), vatAccount: null, amount: 125 },
        { account: account(1310), amount: 10 },
      ]);
      const { self } = draft as unknown as { self: string };
      await client.put('/accounts/1611', {
        accountType: 'profitAndLoss',
        contraAccount: account(5820),
        vatAccount: vat('P25'),
      });

      const again = await client.put(self, {
        ...draft,
        lines: [...draft.lines, { account: account(1611), amount: -135 }],
      });
      const [first] = (again.body as { lines: readonly Line[] }).lines;
      const alone = await client.put(self, { ...draft, lines: [first] });

      expect(again.status, again.text).to.equal(200);
      expect(saidOf(again.body as never)).to.deep.equal([
        [undefined, undefined, undefined],
        ['P25', undefined, undefined],
        ['P25', undefined, undefined],
      ]);
      expect(saidOf(alone.body as never)).to.deep.equal([[undefined, undefined, undefined]]);
    });

    it('say in the schema where null is taken; elsewhere it is not', async () => {
      const schema = (await client.get('/vouchers/drafts/finance-vouchers/schema/post')).body;
      const members = schema.properties.lines.items.properties as Record<string, { type: unknown }>;

      expect(members['vatAccount']?.type).to.deep.equal(['object', 'null']);
      expect(members['account']?.type).to.equal('object');
      const refused = await client.post('/vouchers/drafts/finance-vouchers', {
        date: year.on('03-31'),
        lines: [{ account: null, amount: 1 }],
      });
      expect(refused.status).to.equal(400);
    });
  });
}
