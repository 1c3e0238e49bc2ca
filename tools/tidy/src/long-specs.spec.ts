import { expect } from 'chai';
import { pathsBelow } from './tree.js';

type LongSpecs = { readonly longSpecs: readonly string[]; isAsked(path: string): boolean };
const { isAsked, longSpecs } = (await import(
  new URL('../../test/long-specs.mjs', import.meta.url).href
)) as LongSpecs;

/** Of more than 430; `npm test` has to be a test of nearly all there is. */
const USUAL_LEAST = 350;

const specs = pathsBelow('apps', 'libs', 'tools').filter((path) => path.endsWith('.spec.ts'));

/** The specs that are run where the environment says this of all. */
function askedWith(all: string): readonly string[] {
  const before = process.env['TEST_ALL'];
  process.env['TEST_ALL'] = all;
  try {
    return specs.filter(isAsked);
  } finally {
    if (before === undefined) delete process.env['TEST_ALL'];
    else process.env['TEST_ALL'] = before;
  }
}

describe('long specs', () => {
  const usual = new Set(askedWith(''));

  it('are left out where nobody asks for all', () => {
    const long = specs.filter((path) => !usual.has(path));

    expect(long).to.include('tools/workspace/test/worked-example.spec.ts');
    expect(long.filter((path) => path.endsWith('.browser.spec.ts'))).to.have.length.greaterThan(5);
    expect(usual.size).to.be.greaterThan(USUAL_LEAST);
  });

  it('are run where all are asked for', () => {
    expect(askedWith('1')).to.deep.equal(specs);
  });

  it('are there, each that is named', () => {
    expect(longSpecs).to.have.length.greaterThan(30);
    for (const name of longSpecs) {
      const [folder = '', end = ''] = name.split('*');
      const isThere = specs.some((path) => path.startsWith(folder) && path.endsWith(end) && !usual.has(path));
      expect(isThere, name).to.equal(true);
    }
  });
});
