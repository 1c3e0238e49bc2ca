import { expect } from 'chai';
import type { Asked } from './endpoint.js';
import { itemName, pageName } from './remembered.js';

describe('the name of an answer', () => {
  const asked = ({
    caller = {},
    collection = {},
    query = {},
    ...more
  }: Readonly<Record<string, object>> = {}): Asked =>
    ({
      caller: { agreementNumber: 7, modules: ['dimension'], ...caller },
      style: { demo: false },
      collection: {
        query: { sort: [], pageSize: 20, skipPages: 0, ...query },
        echo: [],
        ...collection,
      },
      ...more,
    }) as unknown as Asked;

  it('tells apart everything that changes an item’s text', () => {
    const names = [
      itemName('/units/:unitNumber', 1, asked()),
      itemName('/units/:unitNumber', 2, asked()),
      itemName('/products/:productNumber', 1, asked()),
      itemName('/units/:unitNumber', 1, asked({ caller: { agreementNumber: 8 } })),
      itemName('/units/:unitNumber', 1, asked({ caller: { modules: [] } })),
      itemName('/units/:unitNumber', 1, asked({ caller: { modules: ['dimension', 'inventory'] } })),
      itemName('/units/:unitNumber', 1, asked({ style: { demo: true } })),
      itemName('/units/:unitNumber', 1, asked({ flags: ['preview'] })),
    ];

    expect(new Set(names).size).to.equal(names.length);
  });

  it('tells apart everything that changes a page’s text', () => {
    const names = [
      pageName('/units', asked()),
      pageName('/products', asked()),
      pageName('/units', asked({ caller: { agreementNumber: 8 } })),
      pageName('/units', asked({ caller: { modules: [] } })),
      pageName('/units', asked({ style: { demo: true } })),
      pageName('/units', asked({ query: { pageSize: 21 } })),
      pageName('/units', asked({ query: { skipPages: 1 } })),
      pageName('/units', asked({ query: { after: 'MQ' } })),
      pageName('/units', asked({ collection: { echo: ['pagesize=20'] } })),
      pageName('/units', asked({ collection: { echo: ['skippages=0', 'pagesize=20'] } })),
      pageName('/units', asked({ collection: { echo: ['pagesize=20', 'skippages=0'] } })),
      pageName('/units', asked({ collection: { echo: ['filter=name%24eq%3Aa'] } })),
      pageName('/units', asked({ collection: { echo: ['sort=name'] } })),
      pageName('/units', asked({ collection: { echo: ['sort=name', 'filter=name%24eq%3Aa'] } })),
      pageName('/units', asked({ collection: { echo: ['filter=name%24eq%3Aa', 'sort=name'] } })),
    ];

    expect(new Set(names).size).to.equal(names.length);
  });
});
