import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';

const HEADING = 1000;
const SUM = 1199;
const SALES = 1010;
const BANK = 5810;

for (const database of await databases()) {
  describe(`accounts and VAT accounts that things newly name, on ${database.name} (E10160, E10170)`, () => {
    const running = runningService(database);
    const client = running.client();
    const account = (accountNumber: number) => ({ accountNumber });
    const refused = (answer: Answered, code: string, property: string): void => {
      expectRefusal(answer, 400, code);
      expect(answer.body.errors[0].additionalData.propertyName).to.equal(property);
    };

    before(async () => {
      const vatAccount = {
        vatCode: 'OLD',
        ratePercentage: 25,
        account: account(6610),
        vatType: { vatTypeNumber: 1 },
        vatReportSetup: { vatReportSetupNumber: 7 },
        barred: true,
      };
      const { status, text } = await client.post('/vat-accounts', vatAccount);
      expect(status, text).to.equal(201);
    });

    it('let control accounts be status accounts only', async () => {
      for (const wrong of [HEADING, SUM, SALES]) {
        const customers = { name: 'Abroad', account: account(wrong) };
        refused(await client.post('/customer-groups', customers), 'E10160', 'account');
        refused(await client.put('/supplier-groups/77', customers), 'E10160', 'account');
      }
      const fitting = await client.put('/supplier-groups/77', { name: 'Abroad', account: account(BANK) });
      expect(fitting.status, fitting.text).to.equal(201);
    });

    it('let sales accounts be of profit and loss, and expenses either', async () => {
      const group = (accountNumber: number) => ({
        name: 'Parts',
        salesAccountsList: [{ salesAccount: account(accountNumber), vatZone: { vatZoneNumber: 1 } }],
      });
      const expense = (accountNumber: number, vatCode = 'S25') => ({
        name: 'Postage',
        account: account(accountNumber),
        vatAccount: { vatCode },
      });

      refused(
        await client.post('/product-groups', group(BANK)),
        'E10160',
        'salesAccountsList[0].salesAccount',
      );
      refused(
        await client.post('/product-groups', group(HEADING)),
        'E10160',
        'salesAccountsList[0].salesAccount',
      );
      refused(await client.post('/additional-expenses', expense(SUM)), 'E10160', 'account');
      refused(await client.post('/additional-expenses', expense(BANK, 'OLD')), 'E10170', 'vatAccount');
      expect((await client.post('/product-groups', group(SALES))).status).to.equal(201);
      expect((await client.post('/additional-expenses', expense(BANK))).status).to.equal(201);
      expect((await client.post('/additional-expenses', expense(SALES))).status).to.equal(201);
    });

    it('let payment terms name accounts that take entries', async () => {
      const prepaid = { name: 'Prepaid', paymentTermsType: 'prepaid' };
      for (const wrong of [HEADING, SUM]) {
        for (const member of ['contraAccountForPrepaidAmount', 'contraAccountForRemainderAmount']) {
          const terms = { ...prepaid, [member]: account(wrong) };
          refused(await client.post('/payment-terms', terms), 'E10160', member);
          refused(await client.put('/payment-terms/1', terms), 'E10160', member);
        }
      }
      const fitting = { ...prepaid, contraAccountForPrepaidAmount: account(BANK) };
      expect((await client.post('/payment-terms', fitting)).status).to.equal(201);
    });

    it('let VAT be kept on status accounts, and accounts have no barred default', async () => {
      const vatAccount = {
        vatCode: 'NEW',
        ratePercentage: 7,
        account: account(SALES),
        vatType: { vatTypeNumber: 1 },
        vatReportSetup: { vatReportSetupNumber: 7 },
      };
      refused(await client.post('/vat-accounts', vatAccount), 'E10160', 'account');
      const own = { accountNumber: 1016, name: 'Web', accountType: 'profitAndLoss' };
      refused(
        await client.post('/accounts', { ...own, vatAccount: { vatCode: 'OLD' } }),
        'E10170',
        'vatAccount',
      );
      refused(
        await client.post('/accounts', { ...own, contraAccount: account(SUM) }),
        'E10160',
        'contraAccount',
      );
    });

    it('let balances be opened on status accounts only: closing would make them result again', async () => {
      const own = { name: 'Result of before', accountType: 'status' };
      for (const wrong of [HEADING, SALES]) {
        const named = { ...own, accountNumber: 6141, openingAccount: account(wrong) };
        refused(await client.post('/accounts', named), 'E10160', 'openingAccount');
      }
      const opened = await client.put('/accounts/6141', own);
      expect(opened.status, opened.text).to.equal(201);
      const fitting = await client.put('/accounts/6142', { ...own, openingAccount: account(6141) });
      expect(fitting.status, fitting.text).to.equal(201);

      const changed = await client.put('/accounts/6141', { ...own, accountType: 'profitAndLoss' });

      refused(changed, 'E10070', 'accountType');
    });

    it('may go on to name what they named before it was barred', async () => {
      const own = { name: 'Web', accountType: 'profitAndLoss', vatAccount: { vatCode: 'OLD' } };
      const unbarred = await client.get('/vat-accounts/OLD');
      await client.put('/vat-accounts/OLD', { ...unbarred.body, barred: false });
      expect((await client.put('/accounts/1017', own)).status).to.equal(201);

      const again = await client.put('/accounts/1017', { ...own, name: 'Webshop' });

      expect(again.status, again.text).to.equal(200);
    });

    it('let an account that is named for its type stay of it, and say by what', async () => {
      const others = { status: 'profitAndLoss', profitAndLoss: 'status' } as const;
      // Of groups of customers and suppliers, of a VAT code, and of product groups.
      for (const [number, namedBy] of [
        [5710, 'customer-groups'],
        [6410, 'supplier-groups'],
        [6610, 'vat-accounts'],
        [SALES, 'product-groups'],
      ] as const) {
        const { body } = await client.get(`/accounts/${number}`);
        const type = body.accountType as keyof typeof others;

        const changed = await client.put(`/accounts/${number}`, { ...body, accountType: others[type] });

        refused(changed, 'E10070', 'accountType');
        const [first] = changed.body.errors[0].additionalData.usedBy ?? changed.body.additionalData.usedBy;
        expect(first.self, changed.text).to.contain(`/${namedBy}/`);
        expect((await client.get(`/accounts/${number}`)).body.accountType).to.equal(type);
      }
    });

    it('let an account that nothing names be of the other type', async () => {
      const own = { name: 'Of its own', accountType: 'status' };
      await client.put('/accounts/1990113', own);

      const changed = await client.put('/accounts/1990113', { ...own, accountType: 'profitAndLoss' });

      expect(changed.status, changed.text).to.equal(200);
      expect(changed.body.accountType).to.equal('profitAndLoss');
    });

    it('let one of two have it who at once name an account for its type and change the type', async () => {
      for (let number = 1990120; number < 1990132; number += 1) {
        const own = { name: 'Of two', accountType: 'status' };
        await client.put(`/accounts/${number}`, own);

        const [named, changed] = await Promise.all([
          client.post('/customer-groups', { name: `Of ${number}`, account: account(number) }),
          client.put(`/accounts/${number}`, { ...own, accountType: 'profitAndLoss' }),
        ]);

        const isLateGroup = named.status === 400;
        expect([named.status, changed.status]).to.deep.equal(isLateGroup ? [400, 200] : [201, 400]);
        expectRefusal(isLateGroup ? named : changed, 400, isLateGroup ? 'E10160' : 'E10070');
      }
    });

    it('let the accounts that the service posts on by itself stay, and of their types', async () => {
      for (const number of [2340, 2350, 6690, 6140]) {
        const { body } = await client.get(`/accounts/${number}`);

        expectRefusal(await client.remove(`/accounts/${number}`), 400, 'E10070');
        const heading = { name: body.name, accountType: 'heading' };
        refused(await client.put(`/accounts/${number}`, heading), 'E10070', 'accountType');
        expect((await client.put(`/accounts/${number}`, { ...body, name: 'Ours' })).status).to.equal(200);
      }
    });
  });

  describe(`sums of the chart on ${database.name} (amendments 36 and §2.9)`, () => {
    const running = runningService(database);
    const client = running.client();

    it('are written with the members of §2.9 only, and sum nothing yet', async () => {
      for (const [index, accountType] of ['SumInterval', 'SumAlpha', 'TotalFrom'].entries()) {
        const accountNumber = 1990101 + index;
        const made = await client.post('/accounts', { accountNumber, name: 'Later', accountType });
        expect(made.status, made.text).to.equal(201);
        const { body } = await client.get(`/accounts/${accountNumber}`);
        expect(body.balance).to.equal(0);
      }
    });

    it('keep their intervals where a PUT leaves them out, and lose them where it empties them', async () => {
      const accountsSummed = [{ fromAccount: { accountNumber: 5810 }, toAccount: { accountNumber: 5830 } }];
      const sum = { name: 'Cash', accountType: 'sumInterval' };
      await client.put('/accounts/1990111', { ...sum, accountsSummed });

      const left = await client.put('/accounts/1990111', sum);
      const emptied = await client.put('/accounts/1990111', { ...sum, accountsSummed: [] });

      expect(left.body.accountsSummed).to.have.lengthOf(1);
      expect(emptied.body.accountsSummed).to.deep.equal([]);
      await client.put('/accounts/1990112', {
        name: 'All',
        accountType: 'totalFrom',
        totalFromAccount: { accountNumber: 1000 },
      });
      const total = await client.put('/accounts/1990112', { name: 'All', accountType: 'totalFrom' });
      expect(total.body.totalFromAccount.accountNumber).to.equal(1000);
    });
  });
}
