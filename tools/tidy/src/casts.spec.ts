import { expect } from 'chai';
import { castsIn } from './casts.js';
import { productFiles } from './tree.js';

describe('casts', () => {
  it('go through unknown only where a comment above says why', () => {
    const files = productFiles();
    const found = files.flatMap(castsIn).filter(({ isThroughUnknown }) => isThroughUnknown);

    expect(files).to.have.length.greaterThan(700);
    expect(found.filter(({ isExplained }) => !isExplained).map(({ at }) => at)).to.deep.equal([]);
    expect(found).to.have.length.below(8);
  });

  it('would be found', () => {
    const text = [
      'const a = b as const;',
      'const c = d as string;',
      '// The driver says so.',
      'const e = f as unknown as string;',
      'function g() { return h as unknown as number; }',
    ].join('\n');

    expect(castsIn({ path: 'a.ts', text })).to.deep.equal([
      { at: 'a.ts:2', to: 'string', isThroughUnknown: false, isExplained: false },
      { at: 'a.ts:4', to: 'string', isThroughUnknown: true, isExplained: true },
      { at: 'a.ts:4', to: 'unknown', isThroughUnknown: false, isExplained: true },
      { at: 'a.ts:5', to: 'number', isThroughUnknown: true, isExplained: false },
      { at: 'a.ts:5', to: 'unknown', isThroughUnknown: false, isExplained: false },
    ]);
  });
});
