import { expect } from 'chai';
import { shrunk } from './shrink.js';

describe('shrinking a failure', () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index);

  it('finds the few that it takes', async () => {
    const least = await shrunk(numbers, async (some) => [7, 41, 93].every((one) => some.includes(one)));

    expect(least).to.deep.equal([7, 41, 93]);
  });

  it('ends with nothing where nothing is needed, and with all where all is', async () => {
    expect(await shrunk(numbers, async () => true)).to.deep.equal([]);
    expect(await shrunk(numbers, async (some) => some.length === 100)).to.have.lengthOf(100);
  });

  it('gives up looking for less after so many tries', async () => {
    let tries = 0;
    const least = await shrunk(
      numbers,
      async (some) => {
        tries += 1;
        return some.includes(50);
      },
      3,
    );

    expect(tries).to.equal(3);
    expect(least).to.include(50);
  });
});
