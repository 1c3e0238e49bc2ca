import { expect } from 'chai';
import { mayAskForMore, mayGiveOneMore } from './grant-quota.rules.js';

const NOW = new Date('2026-06-01T00:00:00Z');

describe('how many grants there may be (§8)', () => {
  const may = (ofAgreement: number, ofPerson: number): Promise<boolean> =>
    mayGiveOneMore(
      { countCurrent: async (of) => ('userName' in of ? ofPerson : ofAgreement) },
      { agreementNumber: 1, userName: 'anna', now: NOW },
    );

  it('is 200 by one person, and 1,000 of an agreement', async () => {
    expect(await may(199, 199)).to.equal(true);
    expect(await may(200, 200)).to.equal(false);
    expect(await may(999, 199)).to.equal(true);
    expect(await may(1000, 0)).to.equal(false);
  });

  it('is 5,000 temporary ones of an administrator, those of the request counted', () => {
    expect(mayAskForMore(4999, 1)).to.have.property('_tag', 'Right');
    expect(mayAskForMore(4999, 2)).to.have.property('_tag', 'Left');
  });
});
