import { expect } from 'chai';
import type { Decimal, FullDate } from '@kontor/kernel';
import { post } from '@kontor/ledger';
import { CustomerGroup } from '@kontor/sales';
import { openBooks } from '../../src/compose.js';
import { resourcesOver } from '../../src/resources-over.js';
import { catalogue } from '../../src/services-over.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

/** §2.11: exactly these, for filters and sorts. */
const NAMES = [
  'account.accountNumber',
  'account.accountType',
  'account.balance',
  'account.blockDirectEntries',
  'account.debitCredit',
  'account.name',
  'customerGroupNumber',
  'name',
];

type Group = { readonly customerGroupNumber: number; readonly name: string };

for (const database of await databases()) {
  describe(`customer groups on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();
    const asked = async (query: string): Promise<readonly number[]> => {
      const { status, body, text } = await ours.get(`/customer-groups?${query}`);
      expect(status, text).to.equal(200);
      return (body.collection as readonly Group[]).map((group) => group.customerGroupNumber);
    };
    const filtered = (filter: string, more = ''): Promise<readonly number[]> =>
      asked(`filter=${encodeURIComponent(filter)}${more}`);

    before(async () => {
      // 1 to 3 are there: 1 on 5710 "Trade debtors, domestic", 2 and 3 on 5720 "Trade debtors, abroad".
      await ours.post('/customer-groups', { name: 'cash', account: { accountNumber: 5830 } });
      await ours.post('/customer-groups', { name: 'Loans', account: { accountNumber: 6330 } });
      const old = { name: 'Sales of old', debitCredit: 'credit', accountType: 'status' };
      await ours.put('/accounts/1019', old);
      await ours.post('/customer-groups', { name: 'Sales', account: { accountNumber: 1019 } });
    });

    /** Books amounts on accounts, by the ledger's one way into the books. */
    const booked = async (
      ...lines: readonly (readonly [accountNumber: number, amount: string])[]
    ): Promise<void> => {
      const entries = lines.map(([accountNumber, amount]) => ({
        accountNumber,
        amount: amount as Decimal,
        amountInBaseCurrency: amount as Decimal,
        currency: 'EUR',
        entryType: 'financeVoucher' as const,
        isSystemMade: true,
        property: 'lines',
      }));
      const { agreementNumber } = ours.agreement;
      const { unitOfWork } = running.service.service.database;
      const years = '/accounting-years';
      await ours.post(years, { fromDate: '2026-01-01', toDate: '2026-12-31' });
      const posting = { date: '2026-06-30' as FullDate, voucherId: 900, voucherNumber: 1, entries };
      const done = await unitOfWork.inTransaction(agreementNumber, (books) => post(books.ledger)(posting))();
      expect(done, JSON.stringify(done)).to.have.property('_tag', 'Right');
    };

    it('says by what it can be filtered and sorted: the names of §2.11 and no others', async () => {
      const filter = await ours.get('/customer-groups?filter=layout.layoutNumber$eq:1');
      const sort = await ours.get('/customer-groups?sort=account.barred');

      expectRefusal(filter, 400, 'E01010');
      expect(filter.body.allowedFilteringFields).to.deep.equal(NAMES);
      expectRefusal(sort, 400, 'E01020');
      expect(sort.body.allowedSortingFields).to.deep.equal(NAMES);
    });

    it("is filtered by what its account's own members are", async () => {
      expect(await filtered('account.name$eq:TRADE DEBTORS, ABROAD')).to.deep.equal([2, 3]);
      expect(await filtered('ACCOUNT.NAME$like:trade')).to.deep.equal([1, 2, 3]);
      expect(await filtered('account.debitCredit$eq:CREDIT')).to.deep.equal([5, 6]);
      expect(await filtered('account.accountType$ne:status')).to.deep.equal([]);
      expect(await filtered('account.accountType$eq:STATUS')).to.deep.equal([1, 2, 3, 4, 5, 6]);
      expect(await filtered('account.blockDirectEntries$eq:false')).to.deep.equal([4, 5, 6]);
      expect(await filtered('account.accountNumber$in:[5710,5830]')).to.deep.equal([1, 4]);
      expect(await filtered('account.name$eq:$null:')).to.deep.equal([]);
    });

    it('is filtered by its own members and those of its account at once', async () => {
      expect(await filtered('account.debitCredit$eq:debit$and:name$like:a*')).to.deep.equal([]);
      expect(await filtered('account.debitCredit$eq:debit$and:name$like:*outside*')).to.deep.equal([3]);
      expect(
        await filtered('name$eq:cash$or:(account.name$like:*abroad$and:customerGroupNumber$gt:2)'),
      ).to.deep.equal([3, 4]);
    });

    it('refuses values and operators that the member of the account does not take', async () => {
      const type = await ours.get('/customer-groups?filter=account.accountType$eq:asset');
      const order = await ours.get('/customer-groups?filter=account.blockDirectEntries$gt:true');
      const balance = await ours.get('/customer-groups?filter=account.balance$like:1');

      for (const answer of [type, order, balance]) expectRefusal(answer, 400, 'E01010');
    });

    it("is sorted by its account's members, both ways, ties by identifier (D122)", async () => {
      expect(await asked('sort=account.name')).to.deep.equal([5, 4, 6, 2, 3, 1]);
      expect(await asked('sort=-account.name')).to.deep.equal([1, 2, 3, 6, 4, 5]);
      expect(await asked('sort=account.debitCredit,-account.accountNumber')).to.deep.equal([
        5, 6, 4, 2, 3, 1,
      ]);
      expect(await asked('sort=account.blockDirectEntries,name')).to.deep.equal([4, 5, 6, 2, 3, 1]);
      expect(await asked('sort=-account.accountType')).to.deep.equal([1, 2, 3, 4, 5, 6]);
    });

    it('is filtered and sorted by what stands on its account', async () => {
      await booked([5720, '100.5'], [5830, '-100.5']);

      expect(await filtered('account.balance$eq:100.50')).to.deep.equal([2, 3]);
      expect(await filtered('account.balance$lt:0')).to.deep.equal([4]);
      expect(await filtered('account.balance$in:[0,-100.5]')).to.deep.equal([1, 4, 5, 6]);
      expect(await asked('sort=-account.balance,-customerGroupNumber')).to.deep.equal([3, 2, 6, 5, 1, 4]);
      const { body } = await ours.get('/accounts/5720');
      expect(body.balance).to.equal(100.5);
    });

    it('is paged as it is filtered and sorted', async () => {
      const { body } = await ours.get(
        `/customer-groups?sort=account.name&pagesize=2&skippages=1&filter=${encodeURIComponent('account.debitCredit$eq:debit')}`,
      );

      expect((body.collection as readonly Group[]).map((group) => group.customerGroupNumber)).to.deep.equal([
        3, 1,
      ]);
      expect(body.pagination).to.include({ results: 4, resultsWithoutFilter: 6, skipPages: 1 });
      expect(body.pagination).not.to.have.property('nextPage');
      expect((await ours.get(body.pagination.previousPage as string)).status).to.equal(200);
    });

    it('shows of its account the number and where it is (D14)', async () => {
      const { body } = await ours.get('/customer-groups/1');
      const { base } = running.service;

      expect(body.account).to.deep.equal({ accountNumber: 5710, self: `${base}/accounts/5710` });
      expect(body.customers).to.equal(`${base}/customer-groups/1/customers`);
    });

    it('lists the customers of one group, of which there are those that name it', async () => {
      const { body } = await ours.get('/customer-groups/2/customers?sort=-name');
      const nobody = await ours.get('/customer-groups/99/customers');

      expect((body.collection as readonly Group[]).map(({ name }) => name)).to.deep.equal([
        'Ærøskøbing Boghandel',
        'Weiß & Söhne GmbH',
      ]);
      expectRefusal(nobody, 404, 'E06000');
    });

    it('is not removed while a customer is in it (E10150)', async () => {
      expectRefusal(await ours.remove('/customer-groups/1'), 400, 'E10150');
      expect((await ours.remove('/customer-groups/4')).status).to.equal(204);
      await ours.post('/customer-groups', {
        customerGroupNumber: 4,
        name: 'cash',
        account: { accountNumber: 5830 },
      });
    });

    it('names an account, a layout and number series that are there', async () => {
      const group = { name: 'x', account: { accountNumber: 5710 } };
      const wrongs = [
        { account: { accountNumber: 5711 } },
        { layout: { layoutNumber: 99 } },
        { salesInvoiceNumberSeries: { numberSeriesNumber: 99 } },
      ];

      for (const wrong of wrongs) {
        const answer = await ours.post('/customer-groups', { ...group, ...wrong });
        expectRefusal(answer, 400, 'E06000');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal(Object.keys(wrong)[0]);
      }
    });

    it('is asked through its account with as many statements as ever, however many groups there are', async () => {
      const statements: string[] = [];
      const { databaseUrl } = running.service;
      const kept = await openBooks(
        { databaseUrl, poolSize: 2 },
        {
          onQuery: (sql) => void statements.push(sql),
        },
      );
      const books = kept.unitOfWork.read(ours.agreement.agreementNumber);
      const count = async (): Promise<number> => {
        statements.length = 0;
        await resourcesOver(catalogue, books, {})
          .of(CustomerGroup)
          .page({
            filter: { kind: 'like', property: 'account.name', segments: ['', 'trade', ''] },
            sort: [{ property: 'account.debitCredit', descending: true, alphabetical: false }],
            pageSize: 20,
            skipPages: 0,
          });
        return statements.length;
      };
      const few = await count();
      for (const number of Array(30).keys()) {
        await ours.post('/customer-groups', { name: `More ${number}`, account: { accountNumber: 5710 } });
      }

      const many = await count();
      await kept.close();

      expect(few).to.be.at.most(3);
      expect(many).to.equal(few);
    });
  });
}
