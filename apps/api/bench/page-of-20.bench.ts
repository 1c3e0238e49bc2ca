import { someNumber } from './dataset.js';
import { CLIENTS, LARGE, type Work } from './work.js';

const PAGE = 20;

/** The first page of a collection, as everybody asks for it. */
export const firstPage: Work = {
  id: 'first-page',
  title: 'page of 20, the first',
  connections: CLIENTS,
  expects: 200,
  request: () => ({ agreement: LARGE, path: '/products' }),
  different: 1,
  goal: 1,
};

/** Any page, by its number: what OFFSET is slow at. */
export const randomPage: Work = {
  id: 'random-page',
  title: 'page of 20, random skippages',
  connections: CLIENTS,
  expects: 200,
  request: (index, { products }) => ({
    agreement: LARGE,
    path: `/products?skippages=${someNumber(index, Math.ceil(products / PAGE))}&pagesize=${PAGE}`,
  }),
  different: 500,
  goal: 10,
};
