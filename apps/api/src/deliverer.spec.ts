import { expect } from 'chai';
import { timestampOf } from '@kontor/kernel';
import type { DeliveryQueue, LeasedWebhook, ProgressNoted } from '@kontor/studio';
import { Deliverer } from './deliverer.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const LEASED: LeasedWebhook = {
  webhook: {
    webhookNumber: 1,
    agreementNumber: 1,
    appNumber: 1,
    url: 'https://receiver.example/',
    types: [],
    enabled: true,
    ordered: true,
    created: timestampOf(NOW),
    publicKey: '',
    version: 1,
  },
  encryptedKeys: '',
  position: 0,
  failures: 0,
  isDue: true,
  waiting: [],
  roles: ['SuperUser'],
  modules: [],
};

const NO_EVENT = { first: 1, last: 0 };

describe('the deliverer', () => {
  const real = performance.now.bind(performance);
  let passed = 0;

  before(() => {
    performance.now = () => real() + passed;
  });

  after(() => {
    performance.now = real;
  });

  it('begins nothing in the second half of a lease whose writing took the first', async () => {
    const noted: ProgressNoted[] = [];
    let asked = 0;
    const queue: DeliveryQueue = {
      load: () => Promise.reject(new Error('nobody asks')),
      dueIn: () => Promise.resolve({ webhooks: [], withoutAny: [] }),
      due: () =>
        Promise.resolve({
          webhooks:
            noted.length > 0
              ? []
              : [{ webhookNumber: 1, agreementNumber: 1, isFailing: false, isLeased: false }],
          upTo: 0,
        }),
      lease: () => {
        passed += 15_000;
        return Promise.resolve(LEASED);
      },
      note: (_leased, _holder, progress) => {
        noted.push(progress);
        return Promise.resolve('noted');
      },
    };
    const deliverer = new Deliverer({
      queue,
      feedOf: () => ({
        position: () => Promise.resolve(NO_EVENT),
        after: () => {
          asked += 1;
          return Promise.resolve({ events: [], position: NO_EVENT });
        },
      }),
      textOf: () => undefined,
      safe: () => Promise.reject(new Error('nobody asks')),
      post: () => Promise.reject(new Error('nobody posts')),
      disabled: () => Promise.resolve(),
      clock: () => NOW,
      giveUp: () => undefined,
      failed: (error) => {
        throw error;
      },
    });
    deliverer.start();
    while (noted.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await deliverer.close();

    expect(asked).to.equal(0);
  });
});
