import { expect } from 'chai';
import { asked as askedOf } from '@kontor/conformance';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { manyCustomers } from '../support/many-customers.js';

const CUSTOMERS = 16_000;
const ASKED = 24;
/**
 * Two are at work when another agreement asks, and some more may be answered while its question is on its way
 * and at work; in one line, nearly all would be.
 */
const ANSWERED_BEFORE = 8;
/** As many searches as there are connections, or places when a process starts. */
const SEARCHES = 8;
/** They are at work by then. */
const AT_WORK_MS = 60;
/** A quarter of eight connections. */
const LONG_READS_MAX = 2;
const SEARCHING =
  'SELECT COUNT(*) AS `searching` FROM information_schema.processlist ' +
  "WHERE db = DATABASE() AND command = 'Query' AND info LIKE '%name_folded%' AND info NOT LIKE '%processlist%'";
/** Of another agreement, before all of them are over; without a connection, none would be. */
const ANSWERED_MEANWHILE = 4;
/** Of a client that has gone, by then the process knows it, or within some times as long where it is busy. */
const KNOWN_GONE_MS = 100;
const TRIES = 10;
/**
 * As much is read of what is left behind, and for who asks anew, as for so many questions: two were at work,
 * and some may end before it is known that nobody waits. All that stood in line were 16.
 */
const READ_FOR_AT_MOST = 8;

for (const database of await databases()) {
  describe(`questions that are answered over a whole collection, on ${database.name}`, () => {
    let statements = 0;
    const running = runningService(database, {}, { onQuery: () => void (statements += 1) });
    const many = running.client();
    const quiet = running.client();
    /** What is owed is kept in no row: all customers are read for it. */
    const path = '/customers?sort=-balance&pagesize=1';
    let statementsOfOne = 0;

    before(async () => {
      await manyCustomers(running.service.databaseUrl, many.agreement.agreementNumber, CUSTOMERS);
      expect((await many.get(path)).status).to.equal(200);
      const before = statements;
      expect((await many.get(path)).status).to.equal(200);
      statementsOfOne = statements - before;
    });

    it('are answered for agreements by turns, however many one of them has asked', async () => {
      let answered = 0;
      const asked = Array.from({ length: ASKED }, async () => {
        const { status, headers } = await many.get(path);
        if (status === 200) answered += 1;
        else expect(headers.get('retry-after'), `with ${status}`).to.match(/^[1-9]\d*$/);
      });
      await Promise.race(asked);
      const before = answered;

      expect((await quiet.get(path)).status).to.equal(200);

      expect(answered - before).to.be.at.most(ANSWERED_BEFORE);
      await Promise.all(asked);
    });

    it('are not answered for clients that are gone, in whose places others of theirs would wait', async () => {
      const gone = new AbortController();
      const { port } = running.service;
      let hasRefused = (): void => undefined;
      const isFull = new Promise<void>((resolve) => (hasRefused = resolve));
      const asked = Array.from({ length: ASKED }, () =>
        fetch(`http://127.0.0.1:${port}${path}`, { headers: many.tokens, signal: gone.signal }).then(
          ({ status }) => status === 503 && hasRefused(),
        ),
      );
      await Promise.race([isFull, Promise.allSettled(asked)]);
      gone.abort();
      const before = statements;
      await Promise.allSettled(asked);

      let status = 0;
      for (let tries = 0; status !== 200 && tries < TRIES; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, KNOWN_GONE_MS));
        ({ status } = await many.get(path));
      }

      expect(status).to.equal(200);
      // A file is read on the event loop: most have their answer before it is known that they are gone.
      if (running.service.databaseUrl.startsWith('mysql:'))
        expect((statements - before) / statementsOfOne).to.be.below(READ_FOR_AT_MOST);
    });
  });

  describe(`searches that go through a large collection, on ${database.name}`, () => {
    const running = runningService(database, {});
    const many = running.client();
    const quiet = running.client();

    before(async () => {
      await manyCustomers(running.service.databaseUrl, many.agreement.agreementNumber, CUSTOMERS);
    });

    it('leave another agreement a connection to the database, however many are asked at once', async () => {
      const conditions = (search: number) =>
        Array.from({ length: 40 }, (_, at) => `name$like:*a*${search}x${at}b*`).join('$or:');
      let isOver = false;
      const asked = Array.from({ length: SEARCHES }, async (_, search) => {
        await many.get(`/customers?filter=${encodeURIComponent(conditions(search))}`);
      });
      void Promise.all(asked).finally(() => (isOver = true));
      await new Promise((resolve) => setTimeout(resolve, AT_WORK_MS));

      const searching: number[] = [];
      const isServer = running.service.databaseUrl.startsWith('mysql:');
      const looking = (async () => {
        while (isServer && !isOver) {
          const [row] = await askedOf(running.service.databaseUrl, SEARCHING);
          searching.push(Number(row?.['searching']));
        }
      })();
      let answered = 0;
      for (; !isOver; answered += 1) expect((await quiet.get('/customers/1')).status).to.equal(200);

      expect(answered).to.be.greaterThan(ANSWERED_MEANWHILE);
      await Promise.all(asked);
      await looking;
      expect(Math.max(0, ...searching)).to.be.at.most(LONG_READS_MAX);
    });
  });
}
