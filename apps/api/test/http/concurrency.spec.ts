import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { insistently } from '@kontor/conformance';
import { Busy } from '@kontor/kernel';
import { expectRefusal } from '../support/refusal.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';

/** G9, G10: what happens at the same time, through two replicas that share a database. */
for (const database of await databases()) {
  describe(`at the same time, on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['dimension'] });
    let twins: readonly [Client, Client];
    let stop: () => Promise<void> = async () => undefined;

    before(async () => {
      const replica = await running.service.replica();
      stop = () => replica.stop();
      twins = [ours, clientOf(() => ({ service: replica, agreement: ours.agreement }))];
    });
    after(() => stop());

    /** Many at once, taking turns between the replicas. Who is told that the service is busy asks again. */
    const together = (
      count: number,
      ask: (by: Client, index: number) => Promise<Answered>,
    ): Promise<Answered[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          insistently(
            () => ask(twins[index % 2]!, index),
            ({ status }) => status === 503,
          ),
        ),
      );
    const statuses = (answers: readonly Answered[]): Record<number, number> => {
      const counts: Record<number, number> = {};
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    };

    it('of many PUTs with one If-Match one wins, and the others are told (G9)', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { body, headers } = await ours.post('/units', { name: 'start' });
        const ifMatch = { 'If-Match': headers.get('etag') as string };

        const answers = await together(16, (by, index) =>
          by.put(body.self as string, { name: `n${round}-${index}` }, ifMatch),
        );

        expect(statuses(answers)).to.deep.equal({ 200: 1, 412: 15 });
        const winner = answers.find(({ status }) => status === 200);
        expect((await ours.get(body.self as string)).body.name).to.equal(winner?.body.name);
      }
    });

    it('who gets no turn is told 503, and whoever observes is told why', async () => {
      const { service, observations } = running.service;
      const { unitOfWork } = service.database;
      const { inTransaction } = unitOfWork;
      const busy = new Busy('the work could not get its turn', { cause: new Error('Deadlock found') });
      Object.assign(unitOfWork, { inTransaction: () => () => Promise.reject(busy) });
      const answer = await ours.post('/units', { name: 'no turn' });
      Object.assign(unitOfWork, { inTransaction });

      expectRefusal(answer, 503);
      const observed = observations.find(({ logId }) => logId === answer.headers.get('x-request-id'));
      expect(observed).to.include({ status: 503, busy }).and.not.to.have.property('defect');
    });

    it('who changes what another saves as it is, is not told that it was changed', async () => {
      const [here, there] = twins;
      const at = '/products/as-it-is';
      const put = (by: Client, name: string, etag: string): Promise<Answered> =>
        by.put(at, { name, productGroup: { productGroupNumber: 1 } }, { 'If-Match': etag });
      const made = await here.put(at, { name: 'new', productGroup: { productGroupNumber: 1 } });
      let etag = made.headers.get('etag') as string;
      for (let round = 0; round < 5; round += 1) {
        // One process remembers the product as it was before the other one changes it: only stable lists are.
        expect((await put(there, 'refused', '"another"')).status).to.equal(412);
        await setTimeout(1_100);
        etag = (await put(here, `as it is ${round}`, etag)).headers.get('etag') as string;

        const names = [`another ${round}`, ...Array.from({ length: 3 }, () => `as it is ${round}`)];
        const [changed] = await Promise.all(names.map((name) => put(there, name, etag)));

        expect(changed?.status, `round ${round}: ${JSON.stringify(changed?.body)}`).to.equal(200);
        etag = changed?.headers.get('etag') as string;
      }
    });

    it('of many PUTs without If-Match each is applied whole, in some order', async () => {
      const { body } = await ours.post('/products', {
        productNumber: 'race',
        name: 'x',
        productGroup: { productGroupNumber: 1 },
      });

      const answers = await together(32, (by, index) =>
        by.put(body.self as string, {
          name: `n${index}`,
          description: `d${index}`,
          tags: [`t${index}`],
          salesPrice: index,
          productGroup: { productGroupNumber: 1 + (index % 3) },
        }),
      );

      expect(statuses(answers)).to.deep.equal({ 200: 32 });
      const { name, description, tags, salesPrice, productGroup } = (await ours.get(body.self as string))
        .body;
      const index = Number((name as string).slice(1));
      expect({ description, tags, salesPrice, group: productGroup.productGroupNumber }).to.deep.equal({
        description: `d${index}`,
        tags: [`t${index}`],
        salesPrice: index,
        group: 1 + (index % 3),
      });
    });

    it('no increment is lost that is made with If-Match and made again when told so', async () => {
      const { body } = await ours.post('/products', {
        productNumber: 'sum',
        name: 'x',
        salesPrice: 0,
        productGroup: { productGroupNumber: 1 },
      });
      const to = body.self as string;
      const increment = async (by: Client): Promise<void> => {
        for (;;) {
          const now = await by.get(to);
          const { metaData: _, ...item } = now.body;
          const etag = { 'If-Match': now.headers.get('etag') as string };
          const put = await by.put(to, { ...item, salesPrice: (item.salesPrice as number) + 1 }, etag);
          if (put.status === 200) return;
          expect(put.status, put.text).to.equal(412);
        }
      };

      await Promise.all(Array.from({ length: 12 }, (_, index) => increment(twins[index % 2]!)));

      expect((await ours.get(to)).body.salesPrice).to.equal(12);
    });

    it('50 units made at once get 50 numbers, without a hole', async () => {
      const answers = await together(50, (by, index) => by.post('/units', { name: `u${index}` }));

      expect(statuses(answers)).to.deep.equal({ 201: 50 });
      const numbers = answers.map(({ body }) => body.unitNumber as number).sort((a, b) => a - b);
      expect(new Set(numbers).size).to.equal(50);
      expect(numbers.at(-1)! - numbers[0]!).to.equal(49);
      const { body } = await ours.get('/units?pagesize=1000');
      expect(body.pagination.results).to.equal(body.collection.length);
    });

    it('of many products made under one number, however it is spelled, there is one', async () => {
      for (let round = 0; round < 5; round += 1) {
        const answers = await together(10, (by, index) =>
          by.post('/products', {
            productNumber: index % 3 === 0 ? `TWICE-${round}` : `twice-${round}`,
            name: `n${index}`,
            productGroup: { productGroupNumber: 1 },
          }),
        );

        expect(statuses(answers)).to.deep.equal({ 201: 1, 400: 9 });
        for (const { status, body } of answers) if (status === 400) expect(body.errorCode).to.equal('E06010');
      }
    });

    it('of many products put under one number one creates, and the others replace', async () => {
      for (let round = 0; round < 5; round += 1) {
        const answers = await together(10, (by, index) =>
          by.put(`/products/put-${round}`, { name: `n${index}`, productGroup: { productGroupNumber: 1 } }),
        );

        expect(statuses(answers)).to.deep.equal({ 200: 9, 201: 1 });
      }
    });

    it('of many DELETEs one removes', async () => {
      const { body } = await ours.post('/units', { name: 'x' });

      const answers = await together(10, (by) => by.remove(body.self as string));

      expect(statuses(answers)).to.deep.equal({ 204: 1, 404: 9 });
    });

    describe('removing a thing while it is referred to leaves no reference dangling (G10):', () => {
      type Race = {
        readonly what: string;
        /** Makes what is removed, and gives its address. */
        readonly make: (round: number) => Promise<string>;
        readonly refer: (by: Client, to: string, round: number) => Promise<Answered>;
        /** Where the reference is, if it was made. */
        readonly holder: (answer: Answered, round: number) => string;
      };
      const number = (to: string): number => Number(to.split('/').at(-1));
      const product = (round: number, prefix: string): string => `${prefix}-${round}`;
      const RACES: readonly Race[] = [
        {
          what: 'a unit, by a new product',
          make: async () => (await ours.post('/units', { name: 'r' })).body.self as string,
          refer: (by, to, round) =>
            by.post('/products', {
              productNumber: product(round, 'unit'),
              name: 'r',
              unit: { unitNumber: number(to) },
              productGroup: { productGroupNumber: 1 },
            }),
          holder: (_, round) => `/products/${product(round, 'unit')}`,
        },
        {
          what: 'a product group, by a product that is replaced',
          make: async (round) => {
            await ours.put(`/products/${product(round, 'group')}`, {
              name: 'r',
              productGroup: { productGroupNumber: 1 },
            });
            return (await ours.post('/product-groups', { name: 'r' })).body.self as string;
          },
          refer: (by, to, round) =>
            by.put(`/products/${product(round, 'group')}`, { name: 'r', productGroup: { self: to } }),
          holder: (_, round) => `/products/${product(round, 'group')}`,
        },
        {
          what: 'a department, by a distribution',
          make: async () => (await ours.post('/departments', { name: 'r' })).body.self as string,
          refer: (by, to) =>
            by.post('/departmental-distributions', {
              name: 'r',
              distributions: [{ department: { self: to }, percentage: 100 }],
            }),
          holder: ({ body }) => body.self as string,
        },
        {
          what: 'a product, by an alias in a new layer',
          make: async (round) =>
            (
              await ours.put(`/products/${product(round, 'alias')}`, {
                name: 'r',
                productGroup: { productGroupNumber: 1 },
              })
            ).body.self as string,
          refer: (by, _, round) =>
            by.post('/alias-layers', {
              name: 'r',
              productAliases: [{ productNumber: product(round, 'alias') }],
            }),
          holder: ({ body }) => body.self as string,
        },
        {
          what: 'an alias layer, by an alias in it',
          make: async () => (await ours.post('/alias-layers', { name: 'r' })).body.self as string,
          refer: (by, to) => by.post(`${to}/product-aliases`, { productNumber: '1000' }),
          holder: ({ body }) => body.self as string,
        },
      ];
      for (const { what, make, refer, holder } of RACES) {
        it(what, async () => {
          for (let round = 0; round < 12; round += 1) {
            const to = await make(round);

            const [referred, removed] = await Promise.all([
              refer(twins[round % 2]!, to, round),
              twins[(round + 1) % 2]!.remove(to),
            ]);

            const both = `${referred.status} ${referred.text} against ${removed.status} ${removed.text}`;
            const isReferred = referred.status < 300;
            const isRemoved = removed.status === 204;
            expect(isReferred !== isRemoved, both).to.equal(true);
            expect(referred.status, both).to.be.lessThan(500);
            expect(removed.status, both).to.be.lessThan(500);
            expect((await ours.get(to)).status, both).to.equal(isRemoved ? 404 : 200);
            if (isReferred) {
              const held = await ours.get(holder(referred, round));
              expect(held.status, both).to.equal(200);
            }
          }
        });
      }
    });

    it('a layer and its aliases are changed together, and its list is what was put last', async () => {
      const layer = await ours.post('/alias-layers', { name: 'x' });
      const to = layer.body.self as string;

      const answers = await together(16, (by, index) =>
        index % 4 === 0
          ? by.put(to, {
              name: `n${index}`,
              productAliases: [{ productNumber: '1000', nameAlias: `a${index}` }],
            })
          : by.put(`${to}/product-aliases/100${index % 4}`, { nameAlias: `b${index}` }),
      );

      for (const { status, text } of answers) expect([200, 201], text).to.contain(status);
      const shown = (await ours.get(to)).body.productAliases as readonly { productNumber: string }[];
      const listed = (await ours.get(`${to}/product-aliases`)).body.collection as readonly {
        productNumber: string;
      }[];
      expect(shown.map(({ productNumber }) => productNumber)).to.deep.equal(
        listed.map(({ productNumber }) => productNumber),
      );
    });

    it('readers see whole pages and right counts while others write', async () => {
      const writing = together(40, (by, index) => by.post('/departments', { name: `w${index}` }));
      const reading = together(20, (by) => by.get('/departments?pagesize=1000&sort=name'));

      const [written, read] = await Promise.all([writing, reading]);

      expect(statuses(written)).to.deep.equal({ 201: 40 });
      for (const { body } of read) expect(body.pagination.results).to.equal(body.collection.length);
      const afterwards = await ours.get('/departments?pagesize=1000');
      expect(afterwards.body.pagination.results).to.equal(3 + 40);
    });
  });
}
