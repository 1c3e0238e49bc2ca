import { expect } from 'chai';
import { readUnchanged } from './read-unchanged.js';
import { Busy } from './unit-of-work.port.js';

describe('what is read in several steps', () => {
  it('is read again where others have changed it between them', async () => {
    const found = ['', 'as it is'];

    expect(await readUnchanged(async () => found.shift() || undefined)).to.equal('as it is');
  });

  it('is left to be asked for later where they do so again and again', async () => {
    let times = 0;

    const error: unknown = await readUnchanged(async () => {
      times += 1;
      return undefined;
    }).catch((caught: unknown) => caught);

    expect(error).to.be.instanceOf(Busy);
    expect(times).to.equal(5);
  });
});
