import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { manyCustomers } from '../support/many-customers.js';

/*
 * A read that goes through a large collection takes what it takes; the process answers others meanwhile. A
 * server reads in threads of its own, so this is about the embedded database.
 */
const [database] = await databases();
const CUSTOMERS = 64_000;
/** As many as fit into an address; none of them passes. */
const CONDITIONS = 40;
/** In the thread that answers, one could have been begun before the read is. */
const ANSWERED_MEANWHILE = 4;

describe('reads that go through all of a large collection', function () {
  const running = runningService(database!, {});
  const many = running.client();
  const quiet = running.client();
  const filter = Array.from({ length: CONDITIONS }, (_, at) => `name$like:*a*${at}b*`).join('$or:');
  const long = `/customers?filter=${encodeURIComponent(filter)}`;

  before(async () => {
    const { service } = running;
    await manyCustomers(service.databaseUrl, many.agreement.agreementNumber, CUSTOMERS);
  });

  /** How many requests of others are begun and answered until this is answered. */
  async function answeredMeanwhile(asked: Promise<unknown>): Promise<number> {
    let isOver = false;
    void asked.finally(() => (isOver = true));
    // It is at work before anything else is asked.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    for (let answered = 0; ; answered += 1) {
      if (isOver) return answered;
      expect((await quiet.get('/customers/1')).status).to.equal(200);
    }
  }

  it('hold nobody else up, and find what there is', async () => {
    // What is started or compiled with the first of them is no part of what one costs.
    expect((await many.get(long)).body.pagination.results).to.equal(0);
    const another = long.replace('0b', '00b');

    const asked = many.get(another);
    const meanwhile = await answeredMeanwhile(asked);

    expect((await asked).body.pagination.results).to.equal(0);
    expect(meanwhile).to.be.greaterThan(ANSWERED_MEANWHILE);
  });

  it('see what was written before they were asked for', async () => {
    const found = `/customers?filter=${encodeURIComponent('name$like:*Seen at once*$or:name$like:*Nobody*')}`;
    const { body } = await many.get('/customers/1');
    for (const turn of ['first', 'second']) {
      const changed = await many.put('/customers/1', { ...body, name: `Seen at once ${turn}` });
      expect(changed.status, changed.text).to.equal(200);

      const { collection } = (await many.get(found)).body;
      expect(collection.map(({ name }: { readonly name: string }) => name)).to.deep.equal([
        `Seen at once ${turn}`,
      ]);
    }
  });

  it('are refused for a while where too many wait, and then answered', async () => {
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, at) => many.get(long.replace('1b', `x${at}b`))),
    );

    const [taken, refused] = [200, 503].map((code) => asked.filter(({ status }) => status === code));
    expect(taken).to.have.length.greaterThan(0);
    expect(taken!.length + refused!.length).to.equal(asked.length);
    for (const { headers } of refused!) expect(headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    expect((await many.get(long)).status).to.equal(200);
  });
});
