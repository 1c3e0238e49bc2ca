import { someNumber } from './dataset.js';
import { LARGE, type Work } from './work.js';

const PAGE = 1000;

/** The largest page there is: making JSON of rows, and sending it. */
export const largePage: Work = {
  id: 'large-page',
  title: 'page of 1,000',
  connections: 4,
  expects: 200,
  request: (index, { products }) => ({
    agreement: LARGE,
    path: `/products?skippages=${someNumber(index, Math.ceil(products / PAGE))}&pagesize=${PAGE}`,
  }),
  different: 10,
  goal: 1.4,
};
