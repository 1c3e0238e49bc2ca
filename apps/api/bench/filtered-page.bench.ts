import { someNumber } from './dataset.js';
import { CLIENTS, LARGE, type BenchRequest, type Work } from './work.js';

const WORDS = ['bolt', 'valve', 'panel', 'lamp', 'spring'] as const;
/** Prime to the number of prices, so that every price comes once before any comes again. */
const STEP = 7919;
const PRICES = 400_000;

/** A filter that nobody asked before: its page and its count must be found. */
export const newFilter: Work = {
  id: 'new-filter',
  title: 'filtered and sorted page, new each time',
  connections: CLIENTS,
  expects: 200,
  request: (index) => filtered(index, 1 + ((index * STEP) % PRICES)),
  goal: 1,
};

/** Filters that were asked before, with no write since: the count and the order may be remembered. */
export const seenFilter: Work = {
  id: 'seen-filter',
  title: 'filtered and sorted page, seen since the last write',
  connections: CLIENTS,
  expects: 200,
  request: (index) => filtered(someNumber(index, WORDS.length), 10_000 + 10_000 * (index % 20)),
  different: 50,
  visitsBefore: 3,
  goal: 5,
};

/** The products with a word in their name that cost more than so many cents, the dearest first. */
function filtered(word: number, cents: number): BenchRequest {
  const filter = `name$like:*${WORDS[word % WORDS.length] ?? ''}*$and:salesPrice$gt:${cents / 100}`;
  const query = `filter=${encodeURIComponent(filter)}&sort=-salesPrice,productNumber&skippages=0&pagesize=20`;
  return { agreement: LARGE, path: `/products?${query}` };
}
