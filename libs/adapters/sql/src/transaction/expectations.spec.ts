import { expect } from 'chai';
import { Unit } from '@kontor/products';
import { InMemory } from '../../test/in-memory.js';
import { HOUSEKEEPING } from '../entity/housekeeping.js';
import { tableOf } from '../entity/table-of.js';
import { ConcurrentModification, PreconditionFailed } from './errors.js';
import { areAsExpected, areCompatible, checksOf, Expectations, type Expecting } from './expectations.js';

const units = tableOf(Unit);
type ReadRow = readonly [unitNumber: number, version: number];

describe('what a unit of work expects', () => {
  const expecting = (put: (expected: Expectations) => void, raises: readonly string[] = []): Expecting => {
    const expected = new Expectations({ isOptimistic: true, hasChanged: () => false });
    put(expected);
    return { expected: expected.current, collections: new Map(raises.map((name) => [name, 0])), step: 3 };
  };
  const rows = (...versions: readonly ReadRow[]) =>
    versions.map(([unit_number, version]) => ({ unit_number, version }));

  describe('of a database', () => {
    let database: InMemory;
    beforeEach(async () => {
      database = new InMemory(...HOUSEKEEPING, units.table);
      for (const [agreement, number, version] of [
        [1, 7, 70],
        [1, 8, 80],
        [2, 9, 90],
      ] as const)
        await database.run({
          sql: 'INSERT INTO unit (agreement_number, unit_number, name, name_folded, version) VALUES (?, ?, ?, ?, ?)',
          values: [agreement, number, 'u', 'u', version],
        });
      for (const [collection, version, items] of [
        ['units', 5, 2],
        ['accounts', 6, 9],
      ] as const)
        await database.run({
          sql: 'INSERT INTO collection_state (agreement_number, collection, version, items) VALUES (1, ?, ?, ?)',
          values: [collection, version, items],
        });
    });
    afterEach(() => database.close());
    const isSo = async (...units: readonly Expecting[]): Promise<boolean> => {
      const checks = checksOf(1, units);
      return areAsExpected(checks, await database.run(...checks.map(({ read }) => read)));
    };

    it('are rows as they were read, all of them', async () => {
      const ofRows = (...read: readonly ReadRow[]) =>
        isSo(expecting((one) => one.rows(units, rows(...read))));

      expect([await ofRows([7, 70]), await ofRows([7, 70], [8, 80])]).to.deep.equal([true, true]);
      for (const read of [
        [[7, 71]],
        [
          [7, 80],
          [8, 70],
        ],
        [
          [7, 70],
          [8, 81],
        ],
        [[9, 90]],
      ] as const)
        // prettier-ignore
        expect(await ofRows(...read)).to.equal(false);
    });

    it('are versions of collections, with what the units themselves raise them by', async () => {
      const at = (version: number, ...raises: readonly string[]) =>
        expecting((one) => one.versions(new Map([['units', version]])), raises);

      expect([await isSo(at(5)), await isSo(at(4)), await isSo(at(2, 'units'))]).to.deep.equal([
        true,
        false,
        true,
      ]);
      expect(
        await isSo(
          at(5),
          expecting((one) => one.versions(new Map([['accounts', 6]]))),
        ),
      ).to.equal(true);
    });

    it('are so many items at most', async () => {
      const atMost = (most: number) =>
        isSo(expecting((one) => void one.atMost('accounts', most, () => Promise.resolve(false))));

      expect([await atMost(9), await atMost(8)]).to.deep.equal([true, false]);
    });
  });

  it('is one version of a collection, however often it is seen', () => {
    const expected = new Expectations({ isOptimistic: true, hasChanged: () => false });

    const seen = (version: number) => () => expected.versions(new Map([['units', version]]));
    expect(seen(4)).not.to.throw();
    expect(seen(4)).not.to.throw();
    expect(seen(5)).to.throw(ConcurrentModification);
    expect(expected.cached(new Map([['units', 5]]))).to.equal(false);
    expect(expected.isSpeculative).to.equal(false);
    expected.cached(new Map([['units', 4]]));
    expected.versions(new Map([['units', 4]]));
    expect(expected.isSpeculative).to.equal(true);
    expected.validated();
    expect(expected.isSpeculative).to.equal(false);
  });

  it('goes on with what the unit itself has raised, and only with that', () => {
    const expected = new Expectations({ isOptimistic: true, hasChanged: () => false });
    expected.versions(new Map([['units', 4]]));
    expected.raised(['units', 'accounts'], 10);

    expect([...expected.current.versions]).to.deep.equal([['units', 14]]);
  });

  it('are not that an item is gone which was read before, and was not removed since by the unit', () => {
    const looking = (before: (one: Expectations) => void) => () => {
      const one = new Expectations({ isOptimistic: true, hasChanged: () => false });
      before(one);
      one.none(units, 7);
    };

    expect(looking(() => undefined)).not.to.throw();
    expect(looking((one) => one.rows(units, rows([8, 80])))).not.to.throw();
    expect(looking((one) => one.rows(units, rows([7, 70])))).to.throw(PreconditionFailed);
    const removing = (one: Expectations): void => {
      one.rows(units, rows([7, 70]));
      one.forget({ table: units, encoded: [7] });
    };
    expect(looking(removing)).not.to.throw();
  });

  it('may be written together where nobody changes, or has seen otherwise, what another expects', () => {
    const at = (version: number) => expecting((one) => one.versions(new Map([['units', version]])));
    const row = (version: number) => expecting((one) => one.rows(units, rows([7, version])));
    const other = expecting(() => undefined, ['accounts']);
    const raising = expecting(() => undefined, ['units']);

    for (const [one, two] of [
      [at(4), at(4)],
      [at(4), other],
      [row(1), row(1)],
      [row(1), raising],
      [at(4), row(1)],
    ] as const)
      // prettier-ignore
      expect([areCompatible(one, two), areCompatible(two, one)]).to.deep.equal([true, true]);
    for (const [one, two] of [
      [at(4), at(5)],
      [at(4), raising],
      [row(1), row(2)],
    ] as const)
      // prettier-ignore
      expect([areCompatible(one, two), areCompatible(two, one)]).to.deep.equal([false, false]);
    expect(() => checksOf(1, [row(1), row(2)])).to.throw(PreconditionFailed);
  });
});
