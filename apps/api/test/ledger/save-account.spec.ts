import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { aTransfer, balanceOf, booked, lastYear } from './the-books.js';

let last = 9010;
const freshNumber = (): number => (last += 1);
const anAccount = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  accountNumber: freshNumber(),
  name: 'Coffee for the office',
  accountType: 'profitAndLoss',
  ...more,
});

for (const database of await databases()) {
  describe(`accounts on ${database.name} (§2.9, D34 to D40)`, () => {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const replica = replicaOf(running);
    const theirs = replica.client(ours);
    const withDimension = running.client({ modules: ['dimension'] });

    it('need number, name and type; the rest follows (D36)', async () => {
      const { status, body, text } = await ours.post('/accounts', {
        accountNumber: 9001,
        name: 'Coffee for the office',
        accountType: 'ProfitAndLoss',
        accountCategory: { accountCategoryNumber: 52 },
      });

      const { base } = running.service;
      expect(status, text).to.equal(201);
      expect(body).to.deep.equal({
        accountNumber: 9001,
        name: 'Coffee for the office',
        accountType: 'profitAndLoss',
        accountCategory: {
          accountCategoryNumber: 52,
          description: 'Staff',
          useInvertedAccountCategory: false,
          self: `${base}/account-categories/52`,
        },
        accountsSummed: [],
        balance: 0,
        barred: false,
        blockDirectEntries: false,
        debitCredit: 'debit',
        requireDepartmentalDistributionOnEntries: false,
        accountingYears: `${base}/accounts/9001/accounting-years`,
        self: `${base}/accounts/9001`,
      });
      expect(text).to.contain('"balance":0.00');
      expect((await ours.get(body.accountingYears as string)).status).to.equal(200);
    });

    it('take a category and a side of their type when none is given', async () => {
      const status = await ours.post(
        '/accounts',
        anAccount({ accountType: 'STATUS', debitCredit: 'Credit' }),
      );
      const heading = await ours.post('/accounts', anAccount({ accountType: 'Heading' }));

      expect(status.body).to.deep.include({ accountType: 'status', debitCredit: 'credit' });
      expect(status.body.accountCategory).to.deep.include({ description: 'Equity and liabilities' });
      expect(heading.body).not.to.have.property('accountCategory');
      expect(heading.body).not.to.have.property('balance');
    });

    it('keep their name when a PUT has none, and need one to be made by PUT (§2.9, amendment 36)', async () => {
      const { body } = await ours.post('/accounts', anAccount({ name: 'Tea', displayNumber: 'T' }));

      const kept = await ours.put(body.self as string, { accountType: 'profitAndLoss', barred: true });
      const unnamed = await ours.put(`/accounts/${freshNumber()}`, { accountType: 'profitAndLoss' });
      const made = await ours.put(`/accounts/${freshNumber()}`, {
        accountType: 'profitAndLoss',
        name: 'Cocoa',
      });

      expect(kept.status, kept.text).to.equal(200);
      expect(kept.body)
        .to.deep.include({ name: 'Tea', barred: true })
        .and.not.to.have.property('displayNumber');
      expectRefusal(unnamed, 400, 'E00500');
      expect(unnamed.body.errors[0].additionalData.missing).to.deep.equal(['name']);
      expect(made.status, made.text).to.equal(201);
      expect(made.headers.get('location')).to.equal(made.body.self);
    });

    it('take back what they were answered with, unchanged', async () => {
      for (const number of [1310, 1399, 5500, 5810]) {
        const read = await ours.get(`/accounts/${number}`);

        const put = await ours.put(`/accounts/${number}`, read.body);

        const { metaData: _, ...rest } = read.body;
        expect(put.status, put.text).to.equal(200);
        expect(put.body).to.deep.equal(rest);
      }
    });

    it('say so in the schema of a PUT', async () => {
      const post = await running.service.ask('/accounts/schema/post');
      const put = await running.service.ask('/accounts/schema/put');

      expect(post.body.required).to.deep.equal(['accountNumber', 'name', 'accountType']);
      expect(put.body.required).to.deep.equal(['accountType']);
    });

    it('refuse a number in the URL that can be none', async () => {
      const { status, body } = await ours.put('/accounts/9999999999', { name: 'x', accountType: 'status' });

      expect([status, body.errorCode, body.errors[0].additionalData.propertyName]).to.deep.equal([
        400,
        'E00500',
        'accountNumber',
      ]);
    });

    it('that are totals and sums say what they sum (amendment 20)', async () => {
      const own = freshNumber();
      const itself = await ours.post('/accounts', {
        ...anAccount({ accountNumber: own, accountType: 'totalFrom' }),
        totalFromAccount: { accountNumber: own },
      });
      const right = await ours.post('/accounts', {
        ...anAccount({ accountType: 'sumAlpha' }),
        accountsSummed: [{ fromAccount: { accountNumber: 5810 }, toAccount: { accountNumber: 5830 } }],
      });

      expectRefusal(itself, 400, 'E10470');
      expect(right.status, right.text).to.equal(201);
      expect(right.body.accountsSummed[0].toAccount.self).to.match(/\/accounts\/5830$/);
    });

    it('name other accounts only where entries can be made on them, and only what is there', async () => {
      const onHeading = await ours.post('/accounts', anAccount({ contraAccount: { accountNumber: 1300 } }));
      const onNothing = await ours.post('/accounts', anAccount({ openingAccount: { accountNumber: 8888 } }));
      const vat = await ours.post('/accounts', anAccount({ vatAccount: { vatCode: 'none' } }));

      expectRefusal(onHeading, 400, 'E10160');
      expect(onHeading.body.errors[0].additionalData.propertyName).to.equal('contraAccount');
      expectRefusal(onNothing, 400, 'E06000');
      expectRefusal(vat, 400, 'E06000');
    });

    it('keep a VAT code as its VAT account spells it', async () => {
      const { body, text } = await ours.post('/accounts', anAccount({ vatAccount: { vatCode: 's25' } }));

      expect(body.vatAccount, text).to.deep.equal({
        vatCode: 'S25',
        self: `${running.service.base}/vat-accounts/S25`,
      });
    });

    it('have departments with the Dimension module only', async () => {
      const body = anAccount({
        department: { departmentNumber: 1 },
        departmentalDistribution: { departmentalDistributionNumber: 4 },
      });

      const without = await ours.post('/accounts', body);
      const having = await withDimension.post('/accounts', body);

      expect(without.body).not.to.have.any.keys('department', 'departmentalDistribution');
      expect(having.body.department).to.deep.include({ departmentNumber: 1 });
      expect(having.body.departmentalDistribution).to.deep.include({ departmentalDistributionNumber: 4 });
    });

    it('are removed while nothing refers to them, and barred after (E10070, D26)', async () => {
      const { body } = await ours.post('/accounts', anAccount({ accountType: 'status' }));
      const referring = await ours.post(
        '/accounts',
        anAccount({ contraAccount: { accountNumber: body.accountNumber } }),
      );

      const used = await ours.remove(body.self as string);
      const barred = await ours.put(body.self as string, { accountType: 'status', barred: true });
      const after = await ours.remove(referring.body.self as string);
      const unused = await ours.remove(body.self as string);

      expectRefusal(used, 400, 'E10070');
      const { accountNumber, self } = referring.body;
      expect(used.body.additionalData.usedBy).to.deep.equal([
        { resource: 'accounts', key: accountNumber, self },
      ]);
      expect(used.body.message).to.contain(`accounts ${accountNumber}`);
      expect(barred.body.barred).to.equal(true);
      expect([after.status, unused.status]).to.deep.equal([204, 204]);
    });

    it('that are in use go on taking entries or go on taking none (E10070)', async () => {
      const { body } = await ours.post('/accounts', anAccount({ accountType: 'status' }));
      const heading = { name: 'x', accountType: 'heading' };

      const free = await ours.put(body.self as string, heading);
      await ours.put(body.self as string, { accountType: 'status' });
      await ours.post('/accounts', anAccount({ contraAccount: { accountNumber: body.accountNumber } }));
      const used = await ours.put(body.self as string, heading);
      const within = await ours.put(body.self as string, { accountType: 'profitAndLoss' });

      expect(free.status, free.text).to.equal(200);
      expectRefusal(used, 400, 'E10070');
      expect(used.body.errors[0].additionalData.propertyName).to.equal('accountType');
      expect(within.status, within.text).to.equal(200);
    });

    it('are found by a part of the word of their type ($like: of an enumeration, §4.1)', async () => {
      const like = async (pattern: string): Promise<readonly string[]> => {
        const { body } = await ours.get(`/accounts?pagesize=1000&filter=accountType$like:${pattern}`);
        return [
          ...new Set((body.collection as { accountType: string }[]).map((one) => one.accountType)),
        ].sort();
      };

      expect(await like('HEAD')).to.deep.equal(['heading', 'headingStart']);
      expect(await like('*loss')).to.deep.equal(['profitAndLoss']);
      expect(await like('nothing')).to.deep.equal([]);
    });

    it('are made at the cost of one, however many there are: only a sum is shown with the whole chart', async () => {
      const readsChart = async (account: object): Promise<boolean> => {
        replica.statements.length = 0;
        const made = await theirs.post('/accounts', account);
        expect(made.status, made.text).to.equal(201);
        expect(made.body.balance).to.equal(0);
        return replica.statements.some((sql) => /FROM `account` WHERE .* ORDER BY/.test(sql));
      };
      const sum = { accountNumber: 9852, name: 'Sum', accountType: 'sumInterval', accountsSummed: [] };

      expect(await readsChart({ accountNumber: 9851, name: 'One more', accountType: 'status' })).to.equal(
        false,
      );
      expect(await readsChart(sum)).to.equal(true);
    });

    it('show their balance, and are filtered and sorted by it (D34)', async () => {
      const year = await lastYear(ours);
      const before = await balanceOf(ours, 5830);

      const { status, text } = await booked(ours, aTransfer(year.on('02-01')));

      expect(status, text).to.equal(201);
      const now = Math.round((before + 100) * 100) / 100;
      expect(await balanceOf(ours, 5830)).to.equal(now);
      const found = await ours.get(
        `/accounts?filter=balance$eq:${now}$and:accountType$eq:status&sort=-balance`,
      );
      expect(
        found.body.collection.map(({ accountNumber }: { accountNumber: number }) => accountNumber),
      ).to.include(5830);
      const sorted = await ours.get(
        '/accounts?filter=balance$ne:$null:&sort=balance,accountNumber&pagesize=1000',
      );
      const balances = sorted.body.collection.map(({ balance }: { balance: number }) => balance) as number[];
      expect(balances).to.deep.equal([...balances].sort((a, b) => a - b));
    });

    it('cannot be removed once anything was booked on them', async () => {
      const account = anAccount({ accountType: 'status' });
      await ours.post('/accounts', account);
      const year = await lastYear(ours);
      const to = { accountNumber: account['accountNumber'] };
      const done = await booked(ours, {
        date: year.on('02-02'),
        lines: [{ account: to, amount: 1, contraAccount: { accountNumber: 5810 } }],
      });

      const removed = await ours.remove(`/accounts/${String(account['accountNumber'])}`);

      expect(done.status, done.text).to.equal(201);
      expectRefusal(removed, 400, 'E10070');
    });
  });
}
