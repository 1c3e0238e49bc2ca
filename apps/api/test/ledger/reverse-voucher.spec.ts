import { expect } from 'chai';
import { booked } from '../sales/an-invoice.js';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { YEAR, bookedPost, leftOf } from './posts.js';

type Line = { readonly account?: { readonly accountNumber: number }; readonly amount: number };

const DATE = `${YEAR}-05-02`;

for (const database of await databases()) {
  describe(`reversing a voucher on ${database.name} (amendment "Credit notes")`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const replica = replicaOf(running);
    const faults = async () =>
      (await running.service.service.database.checkBooks(ours.agreement.agreementNumber)).flatMap(
        (check) => check.faults,
      );
    const reversed = (voucherId: number, client: Client = ours) =>
      client.post(`/vouchers/booked/${voucherId}/reversal`, { date: DATE });

    it('books its opposite, once, and links both', async () => {
      const bill = { supplier: 1, amount: -125, contraVatAccount: { vatCode: 'P25' } };
      const post = await bookedPost(ours, 'invoice', bill);
      const { balance } = (await ours.get('/accounts/1010')).body;
      const { metaData, ...before } = (await ours.get(`/vouchers/booked/${post.voucherId}`)).body;

      const { status, body, text, headers } = await ours.post(metaData.reverse.href, { date: DATE });

      expect(status, text).to.equal(201);
      expect(headers.get('location')).to.equal(body.self);
      expect(body).to.deep.include({
        date: DATE,
        booked: true,
        voucherType: 'supplierInvoice',
        remainder: 0,
        reverses: { voucherId: post.voucherId, self: before.self },
      });
      const kept = (await ours.get(body.self)).body;
      expect(
        kept.lines.map(({ account, amount }: Line) => [account?.accountNumber ?? 'supplier', amount]),
      ).to.deep.equal([
        ['supplier', 125],
        [1010, -100],
        [6660, -25],
      ]);
      const after = (await ours.get(before.self)).body;
      expect(after.reversedBy).to.deep.equal({ voucherId: body.voucherId, self: body.self });
      expect(after).to.include({ remainder: 0 });
      expect(after.metaData?.reverse).to.equal(undefined);
      expect((await ours.get('/accounts/1010')).body.balance).to.equal(balance - 100);
      expect(await leftOf(ours, post)).to.equal(0);
      expectRefusal(await reversed(post.voucherId), 400, 'E10250');
      expect(await faults()).to.deep.equal([]);
    });

    it('is done once when two replicas are asked at the same instant', async () => {
      const { voucherId } = await bookedPost(ours, 'payment', { amount: -80 });

      const answers = await Promise.all([reversed(voucherId), reversed(voucherId, replica.client(ours))]);

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 400]);
      expect(await faults()).to.deep.equal([]);
    });

    it('is refused for what is credited, matched, a draft, or dated where nothing is booked', async () => {
      const { voucher } = await booked(ours);
      expectRefusal(await reversed(voucher.voucherId as number), 400, 'E10250');
      expect((await ours.get(voucher.self as string)).body.metaData?.reverse).to.equal(undefined);
      const sold = await bookedPost(ours, 'invoice', { amount: 80 });
      const paid = await bookedPost(ours, 'payment', { amount: -30 });
      const match = await ours.post('/matches', { posts: [sold, paid] });
      expectRefusal(await reversed(sold.voucherId), 400, 'E10250');
      expect((await ours.remove(match.body.self as string)).status).to.equal(204);
      const wrong = await ours.post(`/vouchers/booked/${sold.voucherId}/reversal`, { date: '1999-01-01' });
      expectRefusal(wrong, 400, 'E10080');
      expect((await reversed(sold.voucherId)).status).to.equal(201);
      expectRefusal(await reversed(999_999), 404, 'E06000');
    });

    it('is offered for a voucher of several currencies, and not for one whose posts are matched', async () => {
      const owed = async (lines: readonly object[]) => {
        const contraAccount = { accountNumber: 1010 };
        const customer = { customerNumber: 1 };
        const { body, text } = await ours.post('/vouchers/drafts/customer-invoices', {
          date: DATE,
          lines: lines.map((line) => ({ ...line, customer, contraAccount })),
        });
        expect(
          (await ours.post('/vouchers/booked', { voucherId: body.voucherId, date: DATE })).status,
          text,
        ).to.equal(201);
        return body;
      };
      const offered = async ({ voucherId }: { readonly voucherId: number }) =>
        (await ours.get(`/vouchers/booked/${voucherId}`)).body.metaData?.reverse !== undefined;
      const abroad = await owed([
        { amount: 100, currency: 'USD', exchangeRate: 90 },
        { amount: 1000, currency: 'JPY', exchangeRate: 0.6 },
      ]);
      expect(await offered(abroad)).to.equal(true);
      expect((await reversed(abroad.voucherId)).status).to.equal(201);
      expect(await offered(abroad)).to.equal(false);

      const both = await owed([{ amount: 100 }, { amount: -100 }]);
      expect(await offered(both)).to.equal(true);
      const posts = both.lines.map(({ entryNumber }: { readonly entryNumber: number }) => ({
        voucherId: both.voucherId,
        entryNumber,
      }));
      const match = await ours.post('/matches', { posts });
      expect(match.status, match.text).to.equal(201);
      expectRefusal(await reversed(both.voucherId), 400, 'E10250');
      expect(await offered(both)).to.equal(false);
      expect((await ours.remove(match.body.self as string)).status).to.equal(204);
      expect(await offered(both)).to.equal(true);
    });
  });
}
