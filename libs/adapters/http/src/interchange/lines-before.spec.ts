import { defined } from '@kontor/kernel';
import { expect } from 'chai';
import type { ImportedThing } from './imported-thing.js';
import { LinesBefore, NEEDED_MAX } from './lines-before.js';

/** A line of a customer, which names one group. */
function customer(line: number, customerNumber = line): ImportedThing {
  const customerGroup = { customerGroupNumber: 1 };
  return { line, name: 'customers', body: { customerNumber, name: `Customer ${line}`, customerGroup } };
}

function account(line: number, ...summed: readonly number[]): ImportedThing {
  const accountsSummed = summed.map((accountNumber) => ({ accountNumber }));
  return { line, name: 'accounts', body: { accountNumber: line, accountsSummed } };
}

const group: ImportedThing = { line: 1, name: 'customer-groups', body: { customerGroupNumber: 1 } };

/** What these need of the lines before, by their lines. */
async function neededBy(
  before: readonly ImportedThing[],
  ...things: readonly ImportedThing[]
): Promise<unknown> {
  const lines = new LinesBefore();
  for (const one of before) expect(lines.keep(one)).to.equal(true);
  return (await lines.neededBy(things, noBooks))?.map(({ line }) => line);
}

const noBooks = () => Promise.resolve([]);

describe('the lines before in a dry run', () => {
  it('are needed where something refers to them, with what they refer to, in the order of the file', async () => {
    const post = { line: 9, name: 'vouchers', body: { entries: [{ customer: { customerNumber: 3 } }] } };
    expect(await neededBy([group, customer(2), customer(3), account(4)], post)).to.deep.equal([1, 3]);
  });

  it('are needed where something refers to them by another name than their own', async () => {
    const half = { line: 1, name: 'departmental-distributions', body: { departmentalDistributionNumber: 5 } };
    const shared = { line: 9, name: 'products', body: { distributionKey: { distributionKeyNumber: 5 } } };
    expect(await neededBy([half], shared)).to.deep.equal([1]);
  });

  it('are needed where things of the books are between', async () => {
    const lines = new LinesBefore();
    lines.keep(group);
    const ofGroup = { customerNumber: 3, customerGroup: { customerGroupNumber: 1 } };
    const post = { line: 9, name: 'vouchers', body: { entries: [{ customer: { customerNumber: 3 } }] } };
    const asked: unknown[] = [];
    const needed = await lines.neededBy([post], (key, identifiers) => {
      asked.push([key, identifiers]);
      return Promise.resolve(key === 'customerNumber' ? [ofGroup] : []);
    });
    expect(needed).to.deep.equal([group]);
    expect(asked).to.deep.equal([['customerNumber', [3]]]);
  });

  it('are as they came', async () => {
    const lines = new LinesBefore();
    const thing = { ...account(2), ifMissing: 'ofThisType' as const };
    lines.keep(thing);
    expect(await lines.neededBy([account(3, 2)], noBooks)).to.deep.equal([thing]);
  });

  it('are too many where a file says one thing again and again', async () => {
    const often = Array.from({ length: NEEDED_MAX.lines + 1 }, (_, index) => customer(index + 1, 7));
    expect(await neededBy(often, customer(9, 7))).to.equal(undefined);
    expect(await neededBy(often, account(9))).to.deep.equal([]);
  });

  it('are too many where each refers to the one before', async () => {
    const chain = Array.from({ length: NEEDED_MAX.lines + 1 }, (_, index) => account(index + 1, index));
    expect(await neededBy(chain, account(9_999, chain.length))).to.equal(undefined);
    expect(await neededBy(chain, account(9_999, chain.length - 1))).to.have.length(NEEDED_MAX.lines);
  });

  it('are too large together', async () => {
    const half = { ...customer(1), body: { customerNumber: 1, name: 'x'.repeat(NEEDED_MAX.characters / 2) } };
    expect(await neededBy([half], customer(3, 1))).to.deep.equal([1]);
    expect(await neededBy([half, { ...half, line: 2 }], customer(3, 1))).to.equal(undefined);
  });

  it('are kept once where they say the same of years and numbers, and never where they are a head', async () => {
    const numbers = { name: 'numbers', body: { year: '2026', numberSeriesNumber: 1, lastNumber: 9 } };
    const head = { name: 'kontor', body: { version: 1, baseCurrency: 'EUR' } };
    const before = Array.from({ length: 3_000 }, (_, index) => [
      { line: 2 * index + 1, ...head },
      { line: 2 * index + 2, ...numbers },
    ]).flat();
    expect(await neededBy(before, account(9_999))).to.deep.equal([2]);
  });

  it('have an end, also where each is as short as can be', async () => {
    const lines = new LinesBefore();
    let kept = 0;
    while (lines.keep({ line: 1, name: 'units', body: { name: 'a' } })) kept += 1;
    expect(kept).to.be.below(200_000);
    expect(defined(await lines.neededBy([account(1)], noBooks))).to.deep.equal([]);
  });
});
