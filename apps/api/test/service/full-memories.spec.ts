import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { authenticator, rateLimiter } from '@kontor/http';
import type { Caller, CredentialRepository } from '@kontor/studio';

/*
 * What a memory may take in all is said in docs/internals/memories.md, by estimates of what an entry takes.
 * Here memories are filled with many times what they hold, and what they take is measured.
 */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const MIB = 1024 * 1024;

/** What specs before have left is let go of in several turns, as connections and timers end. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** How much more the heap holds after work, in MiB. What the work gives is held meanwhile. */
async function grownMib(work: () => Promise<unknown>): Promise<number> {
  await settled();
  const before = process.memoryUsage();
  const held = await work();
  collectGarbage();
  const after = process.memoryUsage();
  expect(held).not.to.equal(undefined);
  return (after.heapUsed + after.external - before.heapUsed - before.external) / MIB;
}

describe('a memory that is filled', function () {
  it('of credentials takes no more than its bound, however many are used', async () => {
    const grown = await grownMib(async () => {
      const found = {
        app: { appNumber: 1 },
        grant: {
          ...{ agreementNumber: 1, appNumber: 1, grantNumber: 1, userName: 'anna' },
          ...{ roles: ['SuperUser'], expires: '2999-01-01T00:00:00Z' },
        },
        agreement: { agreementNumber: 1, modules: [], blocked: false, forDeletion: false },
      };
      const who = authenticator({
        credentials: {
          find: () => Promise.resolve(structuredClone(found)),
          noteUse: () => Promise.resolve(),
        } as unknown as CredentialRepository,
        clock: () => new Date(),
        demo: { agreementNumber: 1, modules: [] },
        cacheMs: 3_600_000,
      });
      for (let index = 0; index < 8_000; index += 1) {
        const headers = {
          'x-appsecrettoken': `secret-${index}`.padEnd(60, 'x'),
          'x-agreementgranttoken': `token-${index}`.padEnd(2_000, 'y'),
        };
        const { _tag: outcome } = await who.authenticate({ req: { headers } } as never, false);
        expect(outcome).to.equal('Right');
      }
      return who;
    });

    expect(grown).to.be.within(0.5, 14);
  });

  it('of buckets takes no more than its bound, however many grants ask', async () => {
    const grown = await grownMib(() => {
      const limiter = rateLimiter({ perSecond: 1, burst: 1 });
      for (let grantNumber = 0; grantNumber < 200_000; grantNumber += 1)
        limiter({ agreementNumber: 1, grantNumber } as Caller, 0);
      return Promise.resolve(limiter);
    });

    expect(grown).to.be.within(2, 12);
  });
});
