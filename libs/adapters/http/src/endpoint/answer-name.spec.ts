import { expect } from 'chai';
import type { ApiRequest } from './endpoint.js';
import { answerName } from './answer-name.js';

describe('the name of an answer', () => {
  const request = ({
    caller = {},
    collection = {},
    query = {},
    ...more
  }: Readonly<Record<string, object>> = {}): ApiRequest =>
    ({
      caller: { agreementNumber: 7, modules: ['dimension'], roles: ['Sales'], ...caller },
      style: { demo: false },
      parameters: {},
      collection: {
        query: { sort: [], pageSize: 20, skipPages: 0, ...query },
        echo: [],
        ...collection,
      },
      ...more,
    }) as unknown as ApiRequest;
  const itemName = (path: string, number: number, more: ApiRequest): string => {
    const { collection: _, ...item } = more;
    return answerName(path, { ...item, parameters: { number } });
  };

  it('tells apart everything that changes an item’s text', () => {
    const names = [
      itemName('/units/:unitNumber', 1, request()),
      itemName('/units/:unitNumber', 2, request()),
      itemName('/products/:productNumber', 1, request()),
      itemName('/units/:unitNumber', 1, request({ caller: { agreementNumber: 8 } })),
      itemName('/units/:unitNumber', 1, request({ caller: { modules: [] } })),
      itemName('/units/:unitNumber', 1, request({ caller: { modules: ['dimension', 'inventory'] } })),
      itemName('/units/:unitNumber', 1, request({ caller: { roles: ['SuperUser'] } })),
      itemName('/units/:unitNumber', 1, request({ caller: { closedBecause: 'blocked' } })),
      itemName('/units/:unitNumber', 1, request({ caller: { closedBecause: 'forDeletion' } })),
      itemName('/units/:unitNumber', 1, request({ caller: { isDemo: true } })),
      itemName('/units/:unitNumber', 1, request({ style: { demo: true } })),
      itemName('/units/:unitNumber', 1, request({ flags: ['preview'] })),
    ];

    expect(new Set(names).size).to.equal(names.length);
  });

  it('tells apart everything that changes a page’s text', () => {
    const names = [
      answerName('/units', request()),
      answerName('/products', request()),
      answerName('/units', request({ caller: { agreementNumber: 8 } })),
      answerName('/units', request({ caller: { modules: [] } })),
      answerName('/units', request({ style: { demo: true } })),
      answerName('/units', request({ query: { pageSize: 21 } })),
      answerName('/units', request({ query: { skipPages: 1 } })),
      answerName('/units', request({ query: { after: 'MQ' } })),
      answerName('/units', request({ collection: { echo: ['pagesize=20'] } })),
      answerName('/units', request({ collection: { echo: ['skippages=0', 'pagesize=20'] } })),
      answerName('/units', request({ collection: { echo: ['pagesize=20', 'skippages=0'] } })),
      answerName('/units', request({ collection: { echo: ['filter=name%24eq%3Aa'] } })),
      answerName('/units', request({ collection: { echo: ['sort=name'] } })),
      answerName('/units', request({ collection: { echo: ['sort=name', 'filter=name%24eq%3Aa'] } })),
      answerName('/units', request({ collection: { echo: ['filter=name%24eq%3Aa', 'sort=name'] } })),
    ];

    expect(new Set(names).size).to.equal(names.length);
  });
});
