import { expect } from 'chai';
import { Busy } from '@kontor/kernel';
import { HASHING_COST, passwordHashing, passwordThreads } from './secrets.js';

describe('passwords that are tried in threads', () => {
  it('keep nobody out, however many somebody else has tried', async () => {
    const threads = passwordThreads();
    const { matches, passwordHash } = passwordHashing(threads.run, { ...HASHING_COST, N: 1_024 });
    const hash = await passwordHash('correct horse battery');

    const flood = Promise.allSettled(
      Array.from({ length: 30 }, () => matches('correct horse battery', hash, 'a network')),
    );
    const other = matches('correct horse battery', hash, 'another network');

    expect(await other).to.equal(true);
    const refused = (await flood).filter((one) => one.status === 'rejected');
    expect(refused.length).to.be.within(20, 29);
    for (const { reason } of refused) expect(reason).to.be.instanceOf(Busy);
    await threads.close();
  });
});
