import { productBody, productNumber, someNumber } from './dataset.js';
import { CLIENTS, LARGE, SMALL, SMALL_PRODUCTS, type BenchRequest, type Work } from './work.js';

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
  request: (index, { products }) => askedOfLarge(index, products, 'M'),
  goal: 1,
};

/** The same by many more clients than there are connections to the database. */
export const mixedByMany: Work = {
  ...mixed,
  id: 'mixed-128',
  title: `${mixed.title}, 128 clients`,
  connections: 128,
  request: (index, { products }) => askedOfLarge(index, products, 'L'),
};

/** `letter`: what the numbers of new products begin with, each work its own. */
function askedOfLarge(index: number, products: number, letter: string): BenchRequest {
  const body = productBody(index, letter + index);
  const page = `/products?skippages=${someNumber(index, Math.ceil(products / PAGE))}&pagesize=${PAGE}`;
  return asked(index, { agreement: LARGE, body, page, products });
}

type Mix = {
  readonly agreement: number;
  readonly body: string;
  readonly page: string;
  readonly products: number;
};

/** One request of the mix: to create, for a page, or for one product. */
function asked(index: number, { agreement, body, page, products }: Mix): BenchRequest {
  const kind = kindOf(index);
  if (kind < WRITES) return { agreement, path: '/products', body };
  if (kind < WRITES + PAGES) return { agreement, path: page };
  return { agreement, path: `/products/${productNumber(1 + someNumber(index, products))}` };
}

/** Writes are not at the first places, so that what is compared byte by byte is a read. */
function kindOf(index: number): number {
  return TEN - 1 - (index % TEN);
}

/** The same spread over the small agreements: a page is their first one. */
export const mixedSpread: Work = {
  id: 'mixed-spread',
  title: `${mixed.title}, over many small agreements`,
  connections: CLIENTS,
  expects: 'as asked',
  request: (index, { agreements }) =>
    asked(index, {
      // Every kind of request comes to each agreement.
      agreement: SMALL + (Math.floor(index / TEN) % agreements),
      body: productBody(index, `S${index}`),
      page: `/products?skippages=0&pagesize=${PAGE}`,
      products: SMALL_PRODUCTS,
    }),
  goal: 0.9,
};
