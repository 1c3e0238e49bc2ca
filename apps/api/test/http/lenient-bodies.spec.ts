import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

const YEAR = new Date().getUTCFullYear();

for (const database of await databases()) {
  describe(`bodies as clients of the family write them, on ${database.name} (amendment "bodies")`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger', 'dimension'] });
    const transfer = (date: unknown, accountNumber: unknown) => ({
      date,
      lines: [{ account: { accountNumber }, amount: 10, contraAccount: { accountNumber: '5810' } }],
    });
    const draft = (date: unknown, accountNumber: unknown) =>
      client.post('/vouchers/drafts/finance-vouchers', transfer(date, accountNumber));

    it('may write whole numbers as digits', async () => {
      const { status, text, body } = await draft(`${YEAR}-03-03`, '5830');

      expect(status, text).to.equal(201);
      expect(body.lines[0].account.accountNumber).to.equal(5830);
      expect(body.lines[0].contraAccount.accountNumber).to.equal(5810);
      const made = await client.post('/accounts', {
        accountNumber: '5805490',
        name: 'Till',
        accountType: 'status',
      });
      expect(made.status, made.text).to.equal(201);
      expect(made.body.accountNumber).to.equal(5805490);
      const again = await client.put('/accounts/5805490', { ...made.body, accountNumber: '5805490' });
      expect(again.status, again.text).to.equal(200);
    });

    it('may write null beside what a reference is given by, also in lines', async () => {
      const account = { accountNumber: 5830, self: null, name: null };
      const contraAccount = { accountNumber: null, self: `${running.service.base}/accounts/5810` };
      const lines = [{ account, amount: 10, contraAccount }];

      const { status, text, body } = await client.post('/vouchers/drafts/finance-vouchers', {
        date: `${YEAR}-03-03`,
        lines,
      });

      expect(status, text).to.equal(201);
      expect(body.lines[0].account.accountNumber).to.equal(5830);
      expect(body.lines[0].contraAccount.accountNumber).to.equal(5810);
    });

    it('may refer to a distribution by the address that it has among those of its type (facts 3.8)', async () => {
      const path = '/departmental-distributions/departments/1';
      expect((await client.get(path)).status).to.equal(200);
      const departmentalDistribution = { departmentalDistributionNumber: 1, distributionType: 'department' };
      const written = (reference: object) => {
        const whole = transfer(`${YEAR}-03-03`, 5830);
        const lines = whole.lines.map((line) => ({ ...line, departmentalDistribution: reference }));
        return client.post('/vouchers/drafts/finance-vouchers', { ...whole, lines });
      };

      for (const self of [path, `${running.service.base}${path}`]) {
        const { status, text, body } = await written({ ...departmentalDistribution, self });

        expect(status, text).to.equal(201);
        expect(body.lines[0].departmentalDistribution).to.deep.equal({
          departmentalDistributionNumber: 1,
          self: `${running.service.base}/departmental-distributions/1`,
        });
      }
      for (const self of ['/departmental-distributions/sums/1', '/departments/1', `${path}/1`])
        expectRefusal(await written({ ...departmentalDistribution, self }), 400, 'E04500');
    });

    it('may write a boolean as 0 or 1', async () => {
      const account = { name: 'Till', accountType: 'status' };
      const barred = await client.put('/accounts/5805491', { ...account, barred: 1, blockDirectEntries: 0 });

      expect(barred.status, barred.text).to.equal(201);
      expect(barred.body).to.include({ barred: true, blockDirectEntries: false });
    });

    it('may write a date-time where a date is meant: its date counts', async () => {
      for (const date of ['T10:00:00', ' 10:00:00', 'T23:59:59.999Z', 'T00:30+02:00']) {
        const { status, text, body } = await draft(`${YEAR}-11-02${date}`, 5830);

        expect(status, text).to.equal(201);
        expect(body.date).to.equal(`${YEAR}-11-02`);
      }
    });

    it('are refused as before where they say anything else, and name the member', async () => {
      const wrong = async (promised: ReturnType<typeof draft>, property: string) => {
        const answer = await promised;
        expectRefusal(answer, 400, 'E00500');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal(property);
      };
      for (const number of ['abc', '', ' 5830', '5830.0', '0x10', '1e3', '99999999999', true]) {
        await wrong(draft(`${YEAR}-03-03`, number), 'lines[0].account.accountNumber');
      }
      for (const date of [`${YEAR}-02-30T10:00:00`, `${YEAR}-03-03x`, `${YEAR}-03-03T`, '03-03-2026', 1]) {
        await wrong(draft(date, 5830), 'date');
      }
      for (const noTime of [
        'T24:00',
        'T99:00:00Z',
        'T10:60',
        'T10:00:61',
        'T10:00:00+24:00',
        ' 10:00-01:60',
      ]) {
        await wrong(draft(`${YEAR}-03-03${noTime}`, 5830), 'date');
      }
      for (const barred of [2, '1', 'true', -1]) {
        await wrong(
          client.put('/accounts/5805491', { name: 'Till', accountType: 'status', barred }),
          'barred',
        );
      }
    });

    it('are told of a null how it is put right: left out where it may be, given where it must be', async () => {
      const told = async (path: string, sent: unknown) => {
        const refused = await client.post(path, sent);
        expectRefusal(refused, 400, 'E00500');
        return refused.body.errors.map((one: { message: string }) => one.message) as string[];
      };

      expect(
        await told('/accounts', {
          accountNumber: 5805492,
          name: null,
          accountType: 'status',
          displayNumber: null,
        }),
      ).to.deep.equal([
        'name must not be null: it is required.',
        'displayNumber must not be null; leave the member out to clear it.',
      ]);
      expect(await told('/vouchers/drafts/finance-vouchers', { date: null, lines: [null] })).to.deep.equal([
        'date must not be null: it is required.',
        'lines[0] must be a JSON object.',
      ]);
      expect(await told('/units', null)).to.deep.equal(['The body must be a JSON object.']);
    });

    it('are described by a schema that says so', async () => {
      const { body } = await client.get('/accounts/schema/post');

      expect(body.$comment).to.contain('digits in a string');
      expect(body.properties.accountNumber.type).to.equal('integer');
    });

    it('may be lists where their schema says so', async () => {
      const listsOf = async (to: string): Promise<string | undefined> =>
        /a list of 1 to [\d,]+ of these/.exec(
          String((await client.get(`${to}/schema/post`)).body.$comment),
        )?.[0];

      expect(await listsOf('/studio/client-grants')).to.equal('a list of 1 to 1000 of these');
      expect(await listsOf('/alias-layers/1/product-aliases')).to.equal('a list of 1 to 1000 of these');
      expect(await listsOf('/vouchers/booked')).to.equal('a list of 1 to 100 of these');
      expect(await listsOf('/v2/invoices/booked')).to.equal(undefined);
    });
  });
}
