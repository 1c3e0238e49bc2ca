import { productNumber, someNumber } from './dataset.js';
import { CLIENTS, SMALL, SMALL_PRODUCTS, type Work } from './work.js';

/** One product of a small agreement, always the same agreement. */
export const oneAgreement: Work = {
  id: 'one-agreement',
  title: 'one product, of one small agreement',
  connections: CLIENTS,
  expects: 200,
  request: (index) => ({ agreement: SMALL, path: ofSmall(index) }),
  different: 5000,
};

/** The same spread over all agreements. */
export const manyAgreements: Work = {
  id: 'many-agreements',
  title: 'one product, over many small agreements',
  connections: CLIENTS,
  expects: 200,
  request: (index, { agreements }) => ({ agreement: SMALL + (index % agreements), path: ofSmall(index) }),
  different: 5000,
  goal: 0.95,
  against: oneAgreement.id,
};

/** A product that nobody has asked for yet, in another agreement each time: nothing of it is remembered. */
export const oneUnread: Work = {
  id: 'one-unread',
  title: 'one product that nobody has read yet, over many small agreements',
  connections: CLIENTS,
  expects: 200,
  request: (index, { agreements }) => ({
    agreement: SMALL + (index % agreements),
    path: `/products/${productNumber(1 + (Math.floor(index / agreements) % SMALL_PRODUCTS))}`,
  }),
  goal: 0.8,
};

function ofSmall(index: number): string {
  return `/products/${productNumber(1 + someNumber(index, SMALL_PRODUCTS))}`;
}
