import { expect } from 'chai';
import { testDatabases } from '@kontor/conformance';
import {
  BadRequestError,
  ChangedSinceError,
  connect,
  ForbiddenError,
  where,
  type Api,
  type Product,
} from '@kontor/sdk';
import { startProcess, type RunningService } from './built-service.js';
import { watchInvention, type InventionWatch } from './support/no-invention.js';
import { validAnswers, type ValidAnswers } from './support/valid-answers.js';

/** What `kontor sandbox` prints (running.md). */
type Sandbox = {
  readonly baseUrl: string;
  readonly appSecretToken: string;
  readonly agreementGrantToken: string;
};

for (const database of await testDatabases()) {
  describe(`a developer's first hour with the SDK on ${database.name}`, function () {
    let service: RunningService;
    let api: Api;
    let watch: InventionWatch;
    let answers: ValidAnswers;
    let drop: () => Promise<void>;

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      service = await startProcess(fresh.url);
      const sandbox = JSON.parse(await service.kontor('sandbox', '--modules', 'dimension')) as Sandbox;
      expect(sandbox.baseUrl).to.equal(service.address);
      answers = validAnswers(sandbox.baseUrl);
      watch = watchInvention(sandbox.baseUrl, answers.fetch);
      api = connect(sandbox.baseUrl, sandbox, { fetch: watch.fetch });
    });
    after(async () => {
      expect(await service.stop()).to.equal(0);
      await drop();
    });

    it('finds its way from home to the products', async () => {
      const home = await api.home();

      const names: string[] = [];
      for await (const product of api.each(home.products, { pageSize: 7 })) names.push(product.name);

      expect(names).to.have.length.greaterThan(20);
      expect(new Set(names).size).to.equal(names.length);
    });

    it('asks with a filter and a sort that the types know', async () => {
      const home = await api.home();

      const found: Product[] = [];
      const question = { filter: where('name').like('lamp'), sort: ['-salesPrice'] as const };
      for await (const product of api.each(home.products, question)) found.push(product);

      expect(found.map(({ name }) => name)).to.deep.equal(['Desk lamp, brass', 'Desk lamp, black']);
    });

    it('creates, finds, changes and removes a product whose number needs every escape', async () => {
      const home = await api.home();
      const [group] = (await api.follow(home.productGroups)).collection;
      if (group === undefined) throw new Error('there are no product groups');

      const created = await api.create(home.products, {
        productNumber: 'Q/1 <&>*%:?#+._\\',
        name: 'Every escape',
        salesPrice: 12.5,
        productGroup: { self: group.self },
      });
      const found = await api.find(home.products, { productNumber: 'Q/1 <&>*%:?#+._\\' });
      const changed = await api.replace(
        found,
        { ...found, name: 'Changed', productGroup: group },
        { ifUnchanged: true },
      );

      expect(found.name).to.equal('Every escape');
      expect(changed).to.include({ name: 'Changed', salesPrice: 12.5, self: created.self });
      await api.remove(changed);
      for await (const { productNumber } of api.each(home.products))
        expect(productNumber).not.to.equal(created.productNumber);
    });

    it('is told when somebody else changed what it is about to change', async () => {
      const home = await api.home();
      const mine = await api.find(home.products, { productNumber: '1000' });
      const theirs = await api.find(home.products, { productNumber: '1000' });
      await api.replace(theirs, { ...theirs, name: 'Theirs' }, { ifUnchanged: true });

      const late = await api
        .replace(mine, { ...mine, name: 'Mine' }, { ifUnchanged: true })
        .catch((error: unknown) => error);

      expect(late).to.be.instanceOf(ChangedSinceError);
    });

    it('is told what is wrong with a body, by name', async () => {
      const home = await api.home();
      const draft = { productNumber: 'bad', name: '', productGroup: { productGroupNumber: 1 } };

      const refused = await api.create(home.products, draft).catch((error: unknown) => error);

      expect(refused).to.be.instanceOf(BadRequestError);
      expect((refused as BadRequestError).errorCode).to.equal('E00500');
      expect((refused as BadRequestError).message).to.contain('name');
    });

    it('looks around in the demo agreement, and cannot write there', async () => {
      const demo = connect(service.address, 'demo');
      const home = await demo.home();

      const refused = await demo.create(home.units, { name: 'box' }).catch((error: unknown) => error);

      expect(refused).to.be.instanceOf(ForbiddenError);
    });

    it('never asked for an address that had not been served to it', () => {
      expect(watch.requested).to.be.greaterThan(10);
      expect(watch.invented).to.deep.equal([]);
    });

    it('was never answered otherwise than the API is described', () => {
      answers.expectAll();
    });
  });
}
