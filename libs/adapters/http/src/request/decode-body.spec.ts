import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { integer, line, listOf, required } from '@kontor/kernel';
import type { BodyShape } from '../endpoint/endpoint.js';
import { makeLinks } from '../representation/links.js';
import { decodeItems } from './decode-body.js';

const LINES = listOf(line({ max: 20 }), { max: 1000 });
const SHAPE: BodyShape = { fields: { lines: LINES, number: required(integer()) }, orListOf: true };
const LINKS = makeLinks('http://localhost', {
  items: new Map(),
  elsewhere: new Map(),
  collections: new Map(),
  within: new Map(),
});

const items = (many: number, lines: number): readonly object[] =>
  Array.from({ length: many }, (_, number) => ({
    number,
    lines: Array.from({ length: lines }, () => 'a line of it'),
  }));

describe('the items of a list that was sent', () => {
  it('are decoded with turns for others between', async () => {
    const sent = items(300, 1000);
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns += 1) await setImmediate();
    })();

    const decoded = await decodeItems(SHAPE, sent, [], LINKS);
    isOver = true;
    await counting;

    expect(isRight(decoded) && decoded.right.length).to.equal(300);
    expect(turns).to.be.above(3);
  });

  it('are refused all together, by the first at fault', async () => {
    const sent = [...items(2, 1), { number: 'none' }, { lines: [7] }];

    const decoded = await decodeItems(SHAPE, sent, [], LINKS);

    expect(isLeft(decoded) && decoded.left).to.deep.include({ index: 2, missing: ['[3].number'] });
    expect(isLeft(decoded) && decoded.left.violations.map(({ property }) => property)).to.deep.equal([
      '[2].number',
      '[3].lines[0]',
    ]);
  });
});
