import { productBody } from './dataset.js';
import { CLIENTS, GROWING, SMALL, type BenchRequest, type Sizes, type Work } from './work.js';

/** A new product, durably: everybody in one agreement, so they meet on its version and count. */
export const createOne: Work = {
  id: 'create-one',
  title: 'create one',
  connections: CLIENTS,
  expects: 201,
  request: (index) => created(GROWING, index),
  goal: 0.75,
};

/**
 * The same over many agreements, where nobody meets: the difference is the
 * price of keeping versions and counts (ADR 7).
 */
export const createSpread: Work = {
  id: 'create-spread',
  title: 'create one, over many agreements',
  connections: CLIENTS,
  expects: 201,
  request: (index, { agreements }: Sizes) => created(SMALL + (index % agreements), index),
};

function created(agreement: number, index: number): BenchRequest {
  return { agreement, path: '/products', body: productBody(index, `N${index}`) };
}
