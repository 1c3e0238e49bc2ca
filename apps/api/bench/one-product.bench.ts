import { productNumber, someNumber } from './dataset.js';
import { CLIENTS, LARGE, type Work } from './work.js';

/** One product by its number, any of all. */
export const oneProduct: Work = {
  id: 'one-product',
  title: 'one product by number',
  connections: CLIENTS,
  expects: 200,
  request: (index, { products }) => ({
    agreement: LARGE,
    path: `/products/${productNumber(1 + someNumber(index, products))}`,
  }),
  different: 5000,
  goal: 0.8,
};
