import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { BadRequestError, connect, NotFoundError, type Api, type Home, type VoucherDraft } from '@kontor/sdk';
import { startProcess, type RunningService } from './built-service.js';
import { observed, type Observed } from './support/observed.js';
import { possible } from './support/possible.js';

type Sandbox = { readonly appSecretToken: string; readonly agreementGrantToken: string };

onEachDatabase((database) => {
  describe(`what metaData offers, done through the SDK on ${database.name}`, function () {
    let service: RunningService;
    let drop: () => Promise<void>;
    let client: Observed;
    let api: Api;
    let home: Home;

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      service = await startProcess(fresh.url);
      const modules = ['--modules', 'internationalLedger,dimension'];
      const sandbox = JSON.parse(await service.kontor('sandbox', ...modules)) as Sandbox;
      client = observed(service.address);
      api = connect(service.address, sandbox, { fetch: client.fetch });
      home = await api.home();
    });
    after(async () => {
      expect(await service?.stop()).to.equal(0);
      await drop?.();
    });

    it('creates several at once where lists are taken: all of them, or none', async () => {
      const layer = await api.create(home.aliasLayers, { name: 'For the shop' });
      const aliases = possible((await api.follow(layer.self)).metaData?.createProductAlias).href;

      const made = await api.createAll(aliases, [
        { productNumber: '1000', nameAlias: 'Brass lamp' },
        { productNumber: '1010', nameAlias: 'Office chair, grey' },
      ]);
      const refused = await api
        .createAll(aliases, [{ productNumber: '1001' }, { productNumber: 'no such product' }])
        .catch((error: unknown) => error);

      expect(made.map(({ nameAlias }) => nameAlias)).to.deep.equal(['Brass lamp', 'Office chair, grey']);
      expect(refused).to.be.instanceOf(BadRequestError);
      expect((await api.follow(aliases)).pagination.results).to.equal(2);
    });

    it('drafts vouchers by their kind, and books several at once', async () => {
      const { metaData, subCollections } = await api.follow(home.vouchers);
      const [bank, charges] = [{ accountNumber: 5810 }, { accountNumber: 2330 }];
      const [year] = (await api.follow(home.accountingYears)).collection;
      const draft: VoucherDraft = {
        date: year?.fromDate ?? '',
        lines: [{ account: charges, amount: 12.5, contraAccount: bank }],
      };

      const one = await api.perform(possible(metaData.createFinanceVoucher), draft);
      const two = await api.perform(possible(metaData.createFinanceVoucher), draft);
      const booked = await api.performAll(
        possible(metaData.book),
        [one, two].map(({ voucherId, date }) => ({ voucherId, date })),
      );

      expect(booked.map((voucher) => voucher.booked)).to.deep.equal([true, true]);
      const { drafts, booked: among } = possible(subCollections);
      expect((await api.follow(drafts)).pagination.results).to.equal(0);
      expect((await api.follow(among)).collection.map(({ voucherId }) => voucherId)).to.include.members(
        booked.map(({ voucherId }) => voucherId),
      );
    });

    it('computes an invoice that is not kept, and draws one that is', async () => {
      const page = await api.follow(home.draftInvoices);
      const draft = {
        customer: { customerNumber: 1 },
        lines: [{ product: { productNumber: '1000' }, quantity: 2 }],
      };

      const preview = await api.perform(possible(page.metaData.preview), draft);
      const kept = await api.create(possible(page.metaData.create).href, draft);
      const document = await api.follow(kept.pdf.download);

      expect(preview).to.include({ netAmount: kept.netAmount, grossAmount: kept.grossAmount });
      expect(preview).not.to.have.any.keys('id', 'self', 'pdf');
      expect((await api.follow(home.draftInvoices)).pagination.results).to.equal(page.pagination.results + 1);
      expect(new TextDecoder().decode(document.subarray(0, 5))).to.equal('%PDF-');
    });

    it('closes a year and opens it again', async () => {
      const [{ year } = { year: '' }] = (await api.follow(home.accountingYears)).collection;
      const read = () => api.find(home.accountingYears, { year });

      const closed = await api.perform(possible((await read()).metaData?.close));
      await api.perform(possible((await read()).metaData?.reopen), undefined, { idempotencyKey: 'reopen' });

      expect(closed.closed).to.equal(true);
      expect((await read()).closed).to.equal(false);
    });

    it('has what apps keep at two addresses', async () => {
      const { agreement, user } = await api.follow(home.appSettings);

      expect((await api.follow(agreement)).pagination.results).to.equal(0);
      expect((await api.follow(user)).pagination.results).to.equal(0);
      const missing = await api
        .find(home.agreementSetting, { settingKey: 'none' })
        .catch((error: unknown) => error);
      expect(missing).to.be.instanceOf(NotFoundError);
      expect((missing as NotFoundError).logId).to.match(/^[0-9a-f-]{36}$/);
    });

    it('asked for nothing that had not been served, and was answered as described', () => {
      client.expectGood();
    });
  });
});
