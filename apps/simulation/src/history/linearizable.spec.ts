import { expect } from 'chai';
import { statesAfter, type PastOperation, type Outcome, type Specification } from './linearizable.js';

/** A register, as in Porcupine's own tests: what is written last is read. */
type Asked = { readonly put: number } | 'get';
const register: Specification<number, Asked, number | 'ok'> = {
  nameOf: String,
  outcomes: (state, asked): readonly Outcome<number, number | 'ok'>[] =>
    asked === 'get'
      ? [{ fits: (seen) => seen === state, next: () => state }]
      : [{ fits: (seen) => seen === 'ok', next: () => asked.put }],
};
const did = (
  asked: Asked,
  seen: number | 'ok' | undefined,
  called: number,
  returned: number,
): PastOperation<Asked, number | 'ok'> => ({ asked, seen, called, returned });

describe('whether a history is linearizable', () => {
  it('is so for what happens one after the other', () => {
    const { states } = statesAfter(register, [0], [did({ put: 1 }, 'ok', 1, 2), did('get', 1, 3, 4)]);

    expect(states).to.deep.equal([1]);
  });

  it('is not where a read after a write has missed it', () => {
    const { states, ordered } = statesAfter(
      register,
      [0],
      [did({ put: 1 }, 'ok', 1, 2), did('get', 0, 3, 4)],
    );

    expect([states, ordered]).to.deep.equal([[], 1]);
  });

  it('lets those that overlap be in any order', () => {
    const history = [did({ put: 1 }, 'ok', 1, 10), did('get', 0, 2, 3), did('get', 1, 4, 5)];

    expect(statesAfter(register, [0], history).states).to.deep.equal([1]);
  });

  // Porcupine's TestRegisterModel, the second history.
  it('is not where a later read sees what was before an earlier one', () => {
    const history = [did({ put: 200 }, 'ok', 0, 100), did('get', 200, 10, 30), did('get', 0, 40, 90)];

    expect(statesAfter(register, [0], history).states).to.deep.equal([]);
  });

  it('leaves every state that two writes at once may have led to', () => {
    const history = [did({ put: 1 }, 'ok', 1, 4), did({ put: 2 }, 'ok', 2, 3)];

    expect(statesAfter(register, [0], history).states).to.have.members([1, 2]);
  });

  it('lets what nobody heard of have happened, or not, but never before it was asked', () => {
    const unheard = did({ put: 1 }, undefined, 1, Infinity);

    expect(statesAfter(register, [0], [unheard]).states).to.have.members([0, 1]);
    expect(statesAfter(register, [0], [unheard, did('get', 1, 5, 6)]).states).to.deep.equal([1]);
    const late = did({ put: 1 }, undefined, 5, Infinity);
    expect(statesAfter(register, [0], [did('get', 1, 1, 2), late]).states).to.deep.equal([]);
    expect(
      statesAfter(register, [0], [unheard, did('get', 1, 3, 4), did('get', 0, 5, 6)]).states,
    ).to.deep.equal([]);
  });

  it('goes on from every state there may be', () => {
    expect(statesAfter(register, [1, 2, 3], [did('get', 2, 1, 2)]).states).to.deep.equal([2]);
  });

  /** Every order there is, without any skill: for histories small enough. */
  function byForce(history: readonly PastOperation<Asked, number | 'ok'>[]): boolean {
    const go = (state: number, left: readonly PastOperation<Asked, number | 'ok'>[]): boolean =>
      left.length === 0 ||
      left.some((one) => {
        const rest = left.filter((other) => other !== one);
        if (rest.some((other) => other.returned < one.called)) return false;
        return register
          .outcomes(state, one.asked)
          .some((outcome) => outcome.fits(one.seen as number) && go(outcome.next(one.seen), rest));
      });
    return go(0, history);
  }

  it('agrees with trying every order', () => {
    let state = 12_345;
    const below = (bound: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * bound);
    };
    const found = { yes: 0, no: 0 };
    for (let run = 0; run < 3_000; run += 1) {
      const history = Array.from({ length: 5 }, () => {
        const called = below(12);
        const returned = called + 1 + below(6);
        return below(2) === 0
          ? did({ put: below(3) }, 'ok', called, returned)
          : did('get', below(3), called, returned);
      });

      const isLinearizable = statesAfter(register, [0], history).states.length > 0;

      expect(isLinearizable, JSON.stringify(history)).to.equal(byForce(history));
      found[isLinearizable ? 'yes' : 'no'] += 1;
    }
    expect(Math.min(found.yes, found.no)).to.be.greaterThan(200);
  });
});
