import { expect } from 'chai';
import { QUEUE_LIMITS } from '@kontor/http';
import { aProduct } from '../products/a-product.js';
import { booked, drafted } from '../sales/an-invoice.js';
import { heldBooks, type HeldBooks } from '../support/held-books.js';
import { heldRows } from '../support/held-rows.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { visitor } from '../support/visitor.js';

/** What a write waits for altogether; a busy machine adds to it, and a server that counts seconds. */
const DEADLINE_MS = 5_000;
const LATEST_MS = { ofFile: DEADLINE_MS + 3_000, ofServer: DEADLINE_MS + 5_000 };

/** Twice as many as have a place at once. */
const WRITERS = 2 * QUEUE_LIMITS.placesMax;

type Timed = Answered & { readonly ms: number };

/**
 * Somebody else holds what writes need: another process that writes to the file, or a transaction on the
 * server. Who asks is told so within one deadline, whatever he waits for, and may ask again.
 */
for (const database of await databases()) {
  describe(`books that somebody else holds on ${database.name}`, function () {
    const running = runningService(database, {}, {});
    const client = running.client();
    const other = running.client();
    const isServer = database.name !== 'SQLite';
    const latestMs = LATEST_MS[isServer ? 'ofServer' : 'ofFile'];
    let held: HeldBooks;

    const timed = async (ask: Promise<Answered>): Promise<Timed> => {
      const began = performance.now();
      return { ...(await ask), ms: performance.now() - began };
    };
    const expectLate = (answer: Timed): void => {
      expectRefusal(answer, 503);
      expect(answer.ms).to.be.within(DEADLINE_MS - 1_000, latestMs);
    };
    const make = (name: string): Promise<Timed> =>
      timed(client.post('/products', aProduct({ productNumber: name }), { 'Idempotency-Key': name }));
    /** Asks again as long as it is told to, as clients do. */
    const kept = async (name: string): Promise<Timed> => {
      const answer = await make(name);
      return answer.status === 503 ? kept(name) : answer;
    };
    const faults = async (): Promise<readonly string[]> =>
      (await running.service.service.database.checkBooks(client.agreement.agreementNumber)).flatMap(
        ({ faults }) => faults,
      );
    const productsOfTest = async (start: string): Promise<readonly string[]> =>
      (
        (await client.get(`/products?filter=productNumber$like:${start}-*&sort=productNumber`)).body
          .collection as readonly { readonly productNumber: string }[]
      ).map(({ productNumber }) => productNumber);

    beforeEach(async () => {
      held = await heldBooks(running.service, client.agreement);
    });
    afterEach(() => held.release());

    it('are written by all who wait, when they are let go in time', async () => {
      const first = make('T-0');
      await held.waitedForBy(1);
      const others = ['T-1', 'T-2', 'T-3', 'T-4'].map(make);
      await held.waitedForBy(5);
      await held.release();

      // On a machine that is busy enough their time is up all the same.
      for (const { status, text, ms } of await Promise.all([first, ...others]))
        if (ms < DEADLINE_MS) expect(status, text).to.equal(201);
      for (const name of ['T-0', 'T-1', 'T-2', 'T-3', 'T-4']) expect((await kept(name)).status).to.equal(201);
      expect(await productsOfTest('T')).to.deep.equal(['T-0', 'T-1', 'T-2', 'T-3', 'T-4']);
    });

    it('are answered 503 within one deadline, also behind others; reads go on, and nothing is kept', async () => {
      const names = Array.from({ length: 12 }, (_, index) => `L-${String(index).padStart(2, '0')}`);
      const order: string[] = [];
      const noted = (name: string): Promise<Timed> =>
        make(name).then((answer) => {
          order.push(name);
          return answer;
        });
      const first = noted('L-00');
      await held.waitedForBy(1);
      const second = names.slice(1, 6).map(noted);
      await held.waitedForBy(6);
      // Those of a second later are in the same line, and have a deadline of their own.
      await new Promise((go) => setTimeout(go, 1_000));
      const third = names.slice(6).map(noted);
      await held.waitedForBy(12);
      const reads = await Promise.all([timed(client.get('/units')), timed(other.get('/products'))]);
      const ofOther = isServer && (await timed(other.post('/units', { name: 'box' })));

      const late = await Promise.all([first, ...second, ...third]);
      for (const answer of late) expectLate(answer);
      expect(order[0]).to.equal('L-00');
      for (const read of reads) expect([read.status, read.ms < 4_000]).to.deep.equal([200, true]);
      if (ofOther !== false) expect([ofOther.status, ofOther.ms < 4_000]).to.deep.equal([201, true]);
      await held.release();
      expect(await productsOfTest('L')).to.deep.equal([]);

      // The same requests again, with the same keys: done once, and for the first time.
      for (const replayed of [null, 'true'])
        for (const name of names) {
          const { status, text, headers } = await kept(name);
          expect([status, headers.get('idempotent-replayed')], text).to.deep.equal([201, replayed]);
        }
      expect(await productsOfTest('L')).to.deep.equal(names);
      expect(await faults()).to.deep.equal([]);
    });

    it('are answered so to who comes again and again, in every line that there is', async () => {
      const until = performance.now() + 7_000;
      const answers: Timed[] = [];
      // More than there are places, and not all at once: a place falls free while they still wait for one.
      const writer = async (index: number): Promise<void> => {
        await new Promise((go) => setTimeout(go, index * 10));
        while (performance.now() < until)
          answers.push(
            index % 2 === 0
              ? await make(`A${index}`)
              : await timed(client.put('/units/1', { unitNumber: 1, name: `p ${index}` })),
          );
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)));
      await held.release();

      for (const answer of answers) expectRefusal(answer, 503);
      expect(Math.max(...answers.map(({ ms }) => ms))).to.be.lessThan(latestMs);
      const { status, text } = await make('A0');
      expect(status, text).to.equal(201);
    });

    it('are answered so in the portal, also where more people ask than there are connections', async () => {
      await held.release();
      const anna = visitor(() => running.service);
      await anna.signUp();
      const form = await anna.open('/portal/apps/new');
      const app = { name: 'Till', 'root-url': 'https://till.example', roles: 'Bookkeeping' };
      const counters = isServer
        ? await heldRows(running.service.databaseUrl, 'SELECT * FROM `global_counter`')
        : await heldBooks(running.service, client.agreement);
      const asked = Array.from({ length: 12 }, async () => {
        const began = performance.now();
        const { status } = await anna.submit(form, '/portal/apps', app);
        return { status, ms: performance.now() - began };
      });
      const answers = await Promise.all(asked);
      await counters.release();

      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 503));
      expect(Math.max(...answers.map(({ ms }) => ms))).to.be.lessThan(latestMs);
    });

    it('have no gap in their numbers afterwards', async () => {
      await held.release();
      const drafts = [
        await drafted(client),
        await drafted(client),
        await drafted(client),
        await drafted(client),
      ];
      const { bookedInvoiceNumber: before } = await booked(client);
      const book = ({ id }: { readonly id: number }): Promise<Timed> =>
        timed(client.post('/v2/invoices/booked', { id }));

      held = await heldBooks(running.service, client.agreement);
      const first = book(drafts[0]);
      await held.waitedForBy(1);
      const refused = await Promise.all([first, ...drafts.slice(1).map(book)]);
      for (const answer of refused) expectRefusal(answer, 503);
      expect(Math.max(...refused.map(({ ms }) => ms))).to.be.lessThan(latestMs);
      await held.release();

      const numbers: number[] = [];
      for (const { status, text, body } of await Promise.all(drafts.map(book))) {
        expect(status, text).to.equal(201);
        numbers.push(body.bookedInvoiceNumber as number);
      }
      expect(numbers.sort((one, two) => one - two)).to.deep.equal([1, 2, 3, 4].map((one) => before + one));
      expect(await faults()).to.deep.equal([]);
    });
  });
}
