import { expect } from 'chai';
import { assert, array, boolean, integer, property, string, tuple } from 'fast-check';
import { SortedKeys } from './sorted-keys.js';

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

describe('keys in the order of the database', () => {
  it('stay in that order, numbers as numbers and texts by their bytes, whatever is added and taken away', () => {
    const changes = array(tuple(boolean(), integer({ min: 0, max: 40 })), { maxLength: 200 });
    assert(
      property(array(integer({ min: 0, max: 40 })), changes, (first, later) => {
        const model = new Set(first);
        const keys = new SortedKeys([...model].sort((a, b) => a - b));
        for (const [isAdded, key] of later) {
          expect(isAdded ? keys.add(key) : keys.remove(key)).to.equal(isAdded !== model.has(key));
          if (isAdded) model.add(key);
          else model.delete(key);
        }
        expect(keys.slice(0, Infinity)).to.deep.equal([...model].sort((a, b) => a - b));
        expect(keys.length).to.equal(model.size);
      }),
    );
    assert(
      property(array(string({ unit: 'binary' })), (texts) => {
        const keys = new SortedKeys([]);
        for (const text of texts) keys.add(text);
        expect(keys.slice(0, Infinity)).to.deep.equal([...new Set(texts)].sort(inBytes));
      }),
    );
  });

  it('are found at their places, also in a list of many parts', () => {
    const keys = new SortedKeys(Array.from({ length: 10_000 }, (_, index) => 2 * index));
    for (let key = 1; key < 10_000; key += 2) keys.add(key);

    expect([0, 1, 9_999, 10_000, 14_999].map((place) => keys.at(place))).to.deep.equal([
      0, 1, 9_999, 10_000, 19_998,
    ]);
    expect(keys.at(15_000)).to.equal(undefined);
    expect(keys.slice(1_022, 1_027)).to.deep.equal([1_022, 1_023, 1_024, 1_025, 1_026]);
    expect(keys).to.have.length(15_000);
  });

  it('tell what they take in memory, and none when all are taken away', () => {
    const keys = new SortedKeys(['a', 'bc']);
    expect(keys.bytes).to.equal(2 * 32 + 2 * 3);
    keys.remove('a');
    keys.remove('bc');
    expect([keys.bytes, keys.length, keys.at(0), keys.remove('a')]).to.deep.equal([0, 0, undefined, false]);
  });

  it('are found, put in and taken out across parts as in one list', () => {
    const model = Array.from({ length: 5_000 }, (_, index) => 2 * index);
    const keys = new SortedKeys(model);
    const isLikeModel = (): void => {
      for (let from = 0; from < model.length; from += 700) {
        expect(keys.slice(from, from + 1_500)).to.deep.equal(model.slice(from, from + 1_500));
        expect(keys.at(from)).to.equal(model[from]);
      }
      expect(keys).to.have.length(model.length);
    };
    isLikeModel();

    for (const gone of model.splice(1_024, 1_024)) expect(keys.remove(gone)).to.equal(true);
    isLikeModel();
    for (const key of [2_049, 4_095, 4_097, 9_999, 1]) {
      expect(keys.add(key)).to.equal(true);
      model.push(key);
    }
    model.sort((one, other) => one - other);
    isLikeModel();
    expect([keys.remove(2_050), keys.add(4_097), keys.remove(9_998)]).to.deep.equal([false, false, true]);
  });

  it('are in the order of their bytes where they begin alike, and beyond the first plane', () => {
    const texts = [
      'ab',
      'a',
      'abd',
      '',
      'abc',
      'b',
      'aa',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '\u{10ffff}',
      '\u{1f600}a',
      '\u{1f600}',
    ];
    for (const given of [texts, [...texts].reverse()]) {
      const keys = new SortedKeys([]);
      for (const text of given) keys.add(text);
      expect(keys.slice(0, Infinity)).to.deep.equal([...texts].sort(inBytes));
      for (const text of given) expect(keys.add(text)).to.equal(false);
    }
  });

  it('take more memory when one is put in', () => {
    const keys = new SortedKeys(['a']);
    keys.add('bc');
    expect(keys.bytes).to.equal(new SortedKeys(['a', 'bc']).bytes);
  });
});
