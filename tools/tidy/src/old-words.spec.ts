import { expect } from 'chai';
import { oldWordsIn } from './old-words.js';
import { productFiles } from './tree.js';

describe('words that the field does not have', () => {
  it('name nothing any more: docs/glossary.md has what is said instead', () => {
    expect(productFiles().flatMap(oldWordsIn)).to.deep.equal([]);
  });

  it('would be found, as values, types, members and parameters', () => {
    const text = ['type Asked = { readonly spoil: number };', 'class A {', '  #shelf = 1;', '}'].join('\n');
    const more = 'const changes = (careful: boolean) => careful;';

    expect([text, more].flatMap((one) => oldWordsIn({ path: 'a.ts', text: one }))).to.deep.equal([
      { name: 'Asked', at: 'a.ts:1' },
      { name: 'spoil', at: 'a.ts:1' },
      { name: 'shelf', at: 'a.ts:3' },
      { name: 'careful', at: 'a.ts:1' },
    ]);
  });
});
