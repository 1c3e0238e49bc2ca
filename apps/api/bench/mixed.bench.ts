import { productBody, productNumber, someNumber } from './dataset.js';
import { CLIENTS, LARGE, type Work } from './work.js';

const PAGE = 20;
/** Of ten requests one writes and two ask for a page. */
const TEN = 10;
const WRITES = 1;
const PAGES = 2;

/** What a busy agreement asks: 70 % single products, 20 % pages by their number, 10 % new products. */
export const mixed: Work = {
  id: 'mixed',
  title: '70 % one product, 20 % random pages, 10 % created',
  connections: CLIENTS,
  expects: 'as asked',
  request: (index, { products }) => {
    // Not at the first places, so that what is compared byte by byte is a read.
    const kind = TEN - 1 - (index % TEN);
    if (kind < WRITES) return { agreement: LARGE, path: '/products', body: productBody(index, `M${index}`) };
    return kind < WRITES + PAGES
      ? {
          agreement: LARGE,
          path: `/products?skippages=${someNumber(index, Math.ceil(products / PAGE))}&pagesize=${PAGE}`,
        }
      : { agreement: LARGE, path: `/products/${productNumber(1 + someNumber(index, products))}` };
  },
  goal: 1,
};
