import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { rawExchange, requestText } from '../support/raw-socket.js';
import { runningService } from '../support/running-service.js';

/*
 * What one connection can ask for before it has read anything. No database takes part in it, so the
 * embedded one does for all.
 */
const [database] = await databases();

describe('a connection that asks ahead', function () {
  this.timeout(60_000);
  const running = runningService(database!);
  const ours = running.client();
  const request = (path: string): string =>
    requestText(`GET ${path}`, [
      'Host: x',
      ...Object.entries(ours.tokens).map(([name, value]) => `${name}: ${value}`),
    ]);

  it('is answered in its order, as many requests as may be sent ahead, and told when they were too many', async () => {
    const few = await rawExchange(running.service.port, request('/units/1').repeat(50), {
      untilClosed: true,
      waitMs: 1_500,
    });
    expect(few.all.match(/HTTP\/1\.1 200/g)).to.have.length(50);
    expect(few.closed).to.equal(false);

    const many = await rawExchange(running.service.port, request('/units/1').repeat(1_000), {
      untilClosed: true,
    });

    const statuses = [...many.all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses.slice(0, 60)).to.deep.equal(Array.from({ length: 60 }, () => 200));
    expect(statuses.at(-1)).to.equal(503);
    expect(statuses).to.have.length.lessThan(100);
    expect(many.all).to.match(/Retry-After: 1\r\n/i);
    expect(many.closed).to.equal(true);
  });
});
