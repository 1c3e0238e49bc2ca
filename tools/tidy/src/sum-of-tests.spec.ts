import { expect } from 'chai';

type Sum = { readonly passed: number; readonly failed: number; readonly skipped: number };
type Summed = { readonly sum: Sum; readonly wrong: readonly string[] };
const { summed } = (await import(new URL('../../test/sum.mjs', import.meta.url).href)) as {
  summed(results: ReadonlyMap<string, Sum | undefined>, isOfAll: boolean, hasFailed: boolean): Summed;
};

const kernel = { passed: 3, failed: 0, skipped: 1 };
const ledger = { passed: 5, failed: 2, skipped: 0 };

describe('the sum of a run of tests', () => {
  it('is that of all projects', () => {
    const results = new Map([
      ['kernel', kernel],
      ['ledger', ledger],
    ]);

    expect(summed(results, true, true)).to.deep.equal({
      sum: { passed: 8, failed: 2, skipped: 1 },
      wrong: [],
    });
  });

  it('has a failure for each project that should have run and did not', () => {
    const results = new Map([
      ['kernel', kernel],
      ['ledger', undefined],
    ]);

    const { sum, wrong } = summed(results, true, true);
    expect(sum).to.deep.equal({ ...kernel, failed: 1 });
    expect(wrong).to.deep.equal(['ledger: its tests did not run to the end']);
  });

  it('is that of the chosen ones, where some were', () => {
    const results = new Map([
      ['kernel', kernel],
      ['ledger', undefined],
    ]);

    expect(summed(results, false, false)).to.deep.equal({ sum: kernel, wrong: [] });
  });

  it('is a failure where nothing ran, such as where a name is written wrongly', () => {
    const results = new Map([
      ['kernel', undefined],
      ['ledger', undefined],
    ]);

    for (const isOfAll of [true, false]) {
      const { sum, wrong } = summed(results, isOfAll, false);
      expect(sum).to.deep.equal({ passed: 0, failed: 1, skipped: 0 });
      expect(wrong).to.deep.equal(['no project ran its tests to the end']);
    }
  });

  it('is a failure where Nx failed and no test did', () => {
    const results = new Map([
      ['kernel', kernel],
      ['ledger', undefined],
    ]);

    expect(summed(results, false, true).sum).to.deep.equal({ ...kernel, failed: 1 });
  });
});
