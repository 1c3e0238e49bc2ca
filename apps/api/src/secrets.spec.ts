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

  it('are tried to the end when they have begun, however slow the machine is: only who waits gives up', async () => {
    const threads = passwordThreads(50);
    // As if a processor had much else to do: each takes some 0.2 s.
    const slow = { password: 'x', salt: Buffer.alloc(16), cost: { ...HASHING_COST, p: 6 }, bytes: 32 };

    const asked = await Promise.allSettled(Array.from({ length: 4 }, () => threads.run(slow)));

    expect(asked.map(({ status }) => status)).to.deep.equal([
      ...['fulfilled', 'fulfilled'],
      ...['rejected', 'rejected'],
    ]);
    await threads.close();
  });
});
