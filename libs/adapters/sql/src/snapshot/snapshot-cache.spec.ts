import { expect } from 'chai';
import { ImmutableFacts } from './immutable-facts.js';
import { SnapshotCache, type Expect, type Versions } from './snapshot-cache.js';

const OURS = 7;
const MIB = 1024 * 1024;

describe('the cache of snapshots', () => {
  let now = 0;
  let expected: Versions[] = [];
  let cache: SnapshotCache<string>;
  const at = (version: number, ...names: readonly string[]): Versions =>
    new Map((names.length === 0 ? ['accounts'] : names).map((name) => [name, version]));
  const duty: Expect<string> = (versions) => {
    expected.push(versions);
    return true;
  };
  const refusing: Expect<string> = () => false;
  beforeEach(() => {
    now = 0;
    expected = [];
    cache = new SnapshotCache({ bytesMax: MIB, stableMs: 1_000, now: () => now });
  });

  describe('for a unit of work', () => {
    it('gives a value only together with the duty to check its versions', () => {
      cache.put(OURS, 'one', at(3), 'value');
      now += 1_000;

      expect(cache.expecting(OURS, 'one', duty)).to.equal('value');
      expect(expected).to.deep.equal([at(3)]);
    });

    it('gives nothing to who cannot take on the duty', () => {
      cache.put(OURS, 'one', at(3), 'value');
      now += 1_000;

      expect(cache.expecting(OURS, 'one', refusing)).to.equal(undefined);
    });

    it('gives nothing of another agreement or key, and asks for no duty then', () => {
      cache.put(OURS, 'one', at(3), 'value');
      now += 1_000;

      expect(cache.expecting(8, 'one', duty)).to.equal(undefined);
      expect(cache.expecting(OURS, 'other', duty)).to.equal(undefined);
      expect(expected).to.deep.equal([]);
    });

    it('gives nothing of a version that another has followed, whichever value showed that', () => {
      cache.put(OURS, 'one', at(3), 'value');
      cache.put(OURS, 'other', at(4), 'newer');
      now += 1_000;

      expect(cache.expecting(OURS, 'one', duty)).to.equal(undefined);
      expect(cache.expecting(OURS, 'other', duty)).to.equal('newer');
    });

    it('gives nothing of versions that have only just become so', () => {
      cache.put(OURS, 'one', at(3, 'accounts', 'years'), 'value');
      now += 999;
      expect(cache.expecting(OURS, 'one', duty)).to.equal(undefined);
      now += 1;
      expect(cache.expecting(OURS, 'one', duty)).to.equal('value');

      cache.put(OURS, 'one', new Map([...at(3), ...at(4, 'years')]), 'value');
      expect(cache.expecting(OURS, 'one', duty)).to.equal(undefined);
    });

    it('gives at once again what is read anew at the same version', () => {
      cache.put(OURS, 'one', at(3), 'value');
      now += 1_000;
      cache.put(OURS, 'one', at(3), 'value');

      expect(cache.expecting(OURS, 'one', duty)).to.equal('value');
    });

    it('gives nothing after a batch was refused that expected the versions, until they are read anew', () => {
      cache.put(OURS, 'one', at(3), 'value');
      now += 1_000;
      cache.invalidate(OURS, ['accounts']);

      expect(cache.expecting(OURS, 'one', duty)).to.equal(undefined);
      cache.put(OURS, 'one', at(5), 'newer');
      now += 1_000;
      expect(cache.expecting(OURS, 'one', duty)).to.equal('newer');
    });

    it('gives nothing of what was taken away', () => {
      cache.put(OURS, 'one', at(3), 'value');
      cache.remove(OURS, 'one');
      now += 1_000;

      expect(cache.expecting(OURS, 'one', duty)).to.equal(undefined);
    });
  });

  describe('for a reading', () => {
    it('gives a value at the versions that were just read, and at no others', () => {
      cache.put(OURS, 'one', at(3), 'value');

      expect(cache.at(OURS, 'one', at(3))).to.equal('value');
      expect(cache.at(OURS, 'one', at(3, 'accounts', 'years'))).to.equal('value');
      for (const other of [at(2), at(4), at(3, 'years'), new Map<string, number>()]) {
        expect(cache.at(OURS, 'one', other)).to.equal(undefined);
      }
      expect(cache.at(8, 'one', at(3))).to.equal(undefined);
    });
  });

  it('holds no more than its bytes: values, keys and versions', () => {
    for (let index = 0; index < 2_000; index += 1) {
      cache.put(index, `${'k'.repeat(500)} ${index}`, at(1, 'n'.repeat(200)), 'v'.repeat(500));
      expect(cache.bytes).to.be.at.most(MIB);
    }
    expect(cache.bytes).to.be.above(MIB / 2);
  });

  it('counts the keys of what it holds, and the names of versions', () => {
    const bytesWith = (key: string, name: string): number => {
      const own = new SnapshotCache<string>({ bytesMax: MIB });
      own.put(OURS, key, at(1, name), 'value');
      return own.bytes;
    };

    expect(bytesWith('k'.repeat(60), 'n') - bytesWith('k'.repeat(10), 'n')).to.equal(100);
    expect(bytesWith('k', 'n'.repeat(60)) - bytesWith('k', 'n'.repeat(10))).to.equal(100);
  });

  it('gives at once what is put in where versions need not be stable, by the clock of the process', () => {
    const own = new SnapshotCache<string>({ bytesMax: MIB });
    own.put(OURS, 'one', at(3), 'value');

    expect(own.expecting(OURS, 'one', duty)).to.equal('value');
    const stable = new SnapshotCache<string>({ bytesMax: MIB, stableMs: 60_000 });
    stable.put(OURS, 'one', at(3), 'value');
    expect(stable.expecting(OURS, 'one', duty)).to.equal(undefined);
  });

  it('keeps nothing that is larger than itself', () => {
    cache.put(OURS, 'one', at(3), 'v'.repeat(MIB));
    now += 1_000;

    expect(cache.expecting(OURS, 'one', duty)).to.equal(undefined);
    expect(cache.bytes).to.be.below(1_000);
  });
});

describe('facts that never change', () => {
  it('are kept by agreement and key, in no more than their bytes', () => {
    const facts = new ImmutableFacts<string>(MIB);
    facts.put(OURS, 'currency', 'EUR');
    const { bytes } = facts;
    facts.put(OURS, 'currencz', 'x'.repeat(3 + 50));
    expect(facts.bytes - bytes).to.equal(bytes + 100);

    expect(facts.get(OURS, 'currency')).to.equal('EUR');
    expect(facts.get(8, 'currency')).to.equal(undefined);
    for (let index = 0; index < 5_000; index += 1) {
      facts.put(index, 'k'.repeat(300), 'DKK');
      expect(facts.bytes).to.be.at.most(MIB);
    }
    expect(facts.bytes).to.be.above(MIB / 2);
    expect(facts.get(OURS, 'currency')).to.equal(undefined);
  });
});
