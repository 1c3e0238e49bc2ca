import { expect } from 'chai';
import { CONTEXTS } from '../contexts.js';
import { MOVED } from './moved-resources.js';

/** What is in no list of what moves, and why. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'the same in every agreement': [
    ...['account-categories', 'country-codes', 'currencies', 'languages', 'layouts', 'modules'],
    ...['number-series', 'payment-types', 'app-roles'],
    ...['vat-report-setups', 'vat-types', 'vat-zones', 'projects'],
  ],
  'told by lines of its own: vouchers with their entries, links, settlements, states of years, stock': [
    ...['entries', 'matches', 'open-posts', 'opening-balances', 'periods', 'vat-settlements', 'vouchers'],
    ...['stock-movements'],
  ],
  'in none of the files (docs/guides/moving.md)': [
    ...['draft-invoices', 'booked-invoices', 'delivery-locations', 'asset-groups', 'alias-layers'],
    ...['product-aliases'],
  ],
  'what was moved, and not what is': ['imports'],
};

describe('what moves by JSON lines', () => {
  it('is every resource of the contexts, but for those that are left out on purpose', () => {
    const all = CONTEXTS.flatMap(({ context }) => context.catalogue.map(({ collection }) => collection));

    const told = [...MOVED.map(({ collection }) => collection), ...Object.values(LEFT_OUT).flat()];

    expect(
      all.filter((one) => !told.includes(one)),
      'say above whether it moves',
    ).to.deep.equal([]);
    expect(told.filter((one) => !all.includes(one))).to.deep.equal([]);
    expect(new Set(told).size).to.equal(told.length);
  });
});
