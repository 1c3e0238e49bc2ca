import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { HASHING_COST } from '../../src/secrets.js';
import { runningService } from '../support/running-service.js';
import { visitor } from '../support/visitor.js';

/*
 * A password is made slow to try, which is work that anybody can ask for without credentials. Hashing does
 * not depend on the database, so the embedded one does for all.
 */
const [database] = await databases();
const AT_ONCE = 60;
/** A small part of what the answers took that stood behind every hash. */
const MOST_MS = 3_000;

describe('a flood of wrong sign-ins', function () {
  this.timeout(120_000);
  // What hashing costs in the product, which other tests do without.
  const running = runningService(database!, {}, { hashingCost: HASHING_COST });
  const ours = running.client();

  it('is refused beyond what can be tried soon, and holds up no compressed answer', async () => {
    const stranger = visitor(() => running.service);
    const form = await stranger.open('/portal/sign-in');
    const compressed = (): Promise<unknown> =>
      ours.get('/accounts?pagesize=1000', { 'Accept-Encoding': 'gzip' });
    await compressed();
    // The first one starts the threads, from source here: that is no part of what a flood waits for.
    await stranger.submit(form, '/portal/sign-in', { 'user-name': 'nobody', password: 'not the password' });

    const signIns = Array.from({ length: AT_ONCE }, (_, turn) =>
      stranger.submit(form, '/portal/sign-in', {
        'user-name': `nobody-${turn}`,
        password: 'not the password',
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const took: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      const began = performance.now();
      await compressed();
      took.push(performance.now() - began);
    }
    const tried = await Promise.all(signIns);

    expect(Math.max(...took)).to.be.lessThan(MOST_MS);
    const refused = tried.filter(({ status }) => status === 503);
    const wrong = tried.filter(({ status }) => status !== 503);
    expect(refused).to.have.length.greaterThan(AT_ONCE / 2);
    for (const { headers } of refused) expect(headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    expect(wrong).to.have.length.greaterThan(0);
    for (const { html } of wrong) expect(html).to.contain('not right');
  });
});
