import { expect } from 'chai';
import {
  key,
  line,
  PERMANENT,
  resource,
  type AnyValue,
  type KeyValue,
  type ResourceRepository,
} from '@kontor/kernel';
import { House } from '../../test/houses.js';
import { InMemory } from '../../test/in-memory.js';
import { tableOf } from '../entity/table-of.js';
import { ImmutableFacts } from '../snapshot/immutable-facts.js';
import { missingInFixed, referenceEffects, type FixedCollection } from './references.js';
import { addReferences } from '../statements/references.js';

const Room = resource('rooms', 'room', {
  fields: { code: key(line({ min: 1, max: 25 })) },
  within: House,
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
const houses = tableOf(House);
const rooms = tableOf(Room);
const AGREEMENT = 7;

describe('references', () => {
  const permanentReferences = new ImmutableFacts<true>(10_000);
  permanentReferences.put(AGREEMENT, 'houses 0000000000000009', true);
  const currencies: FixedCollection = {
    has: (one) => one === 'EUR',
    repository: {} as ResourceRepository<AnyValue>,
  };
  const targets = {
    tables: new Map([houses, rooms].map((table) => [table.resource.collection, table])),
    fixed: new Map([['currencies', currencies]]),
    permanentReferences,
  };
  const house = (houseNumber: number) => ({ path: 'house', to: 'houses', key: houseNumber });
  const room = (within: number, code: string) => ({ path: 'room', to: 'rooms', key: code, within });
  type Use = ReturnType<typeof house> | ReturnType<typeof room>;
  const effects = (before: readonly Use[], after: readonly Use[], agreementNumber = AGREEMENT) =>
    referenceEffects(targets, agreementNumber, { before, after }).map(({ name, by }) => [name, by]);

  it('are counted for what a value names, and let go for what it named before', () => {
    const [one, two, three] = [1, 2, 3].map((number) => `houses ${String(number).padStart(16, '0')}`);

    expect(effects([], [house(2), house(1), house(2)])).to.deep.equal([
      [two, 2],
      [one, 1],
    ]);
    expect(effects([house(1), house(2)], [house(3), house(2)])).to.deep.equal([
      [three, 1],
      [one, -1],
    ]);
    expect(effects([house(1)], [house(1)])).to.deep.equal([]);
  });

  it('are of items by the item they live within, and tell what is missing', () => {
    const [effect] = referenceEffects(targets, AGREEMENT, { before: [], after: [room(4, 'Å')] });

    expect(effect?.encoded).to.deep.equal([4, rooms.encodeKey('Å')]);
    expect(effect?.otherwise).to.deep.equal({
      kind: 'ReferenceMissing',
      property: 'room',
      resource: 'rooms',
      key: 'Å',
    });
    expect(effects([room(4, 'a')], [room(5, 'a')])).to.have.length(2);
  });

  it('are not counted of what is a permanent reference, in its own agreement, and of what no table holds', () => {
    expect(effects([], [house(9)])).to.deep.equal([]);
    expect(effects([], [house(9)], 8)).to.have.length(1);
    expect(effects([], [{ path: 'currency', to: 'currencies', key: 1 }])).to.deep.equal([]);
  });

  it('to a fixed list lead nowhere where it does not have them', () => {
    const uses = (...keys: readonly KeyValue[]) =>
      keys.map((one) => ({ path: 'currency', to: 'currencies', key: one }));

    expect(missingInFixed(targets, [...uses('EUR'), house(99)])).to.equal(undefined);
    expect(missingInFixed(targets, uses('EUR', 'XXX', 'YYY'))).to.deep.equal({
      ...{ kind: 'ReferenceMissing', property: 'currency', resource: 'currencies', key: 'XXX' },
    });
  });

  describe('in a database', () => {
    let database: InMemory;
    beforeEach(async () => {
      database = new InMemory(houses.table, rooms.table);
      for (const [agreement, number, uses] of [
        [AGREEMENT, 1, 2],
        [AGREEMENT, 2, PERMANENT],
        [8, 1, 5],
      ] as const)
        await database.run({
          sql: 'INSERT INTO house (agreement_number, house_number, version, uses) VALUES (?, ?, 1, ?)',
          values: [agreement, number, uses],
        });
      for (const [number, code] of [
        [1, 'a'],
        [1, 'b'],
        [2, 'a'],
      ] as const)
        await database.run({
          sql: 'INSERT INTO room (agreement_number, house_number, code, code_folded, version) VALUES (?, ?, ?, ?, 1)',
          values: [AGREEMENT, number, code, code],
        });
    });
    afterEach(() => database.close());
    const uses = (of: 'house' | 'room') => database.read(`SELECT uses FROM ${of} ORDER BY 1`).flat();
    const affected = async (...given: Parameters<typeof addReferences>): Promise<unknown> =>
      (await database.run(addReferences(...given)))[0]?.affected;

    it('are added to the items that are named, of one agreement, and to no others', async () => {
      expect(await affected(houses, AGREEMENT, [[1], [2]], 3)).to.equal(2);
      expect(uses('house')).to.deep.equal([5, 5, PERMANENT + 3]);
      expect(await affected(houses, AGREEMENT, [[99]], 1)).to.equal(0);
    });

    it('are taken back, but of a permanent reference', async () => {
      expect(await affected(houses, AGREEMENT, [[1], [2]], -2)).to.equal(1);
      expect(uses('house')).to.deep.equal([0, 5, PERMANENT]);
    });

    it('are added to items by the item they live within', async () => {
      expect(await affected(rooms, AGREEMENT, [[1, 'b'], [2, 'a']], 1)).to.equal(2); // prettier-ignore
      expect(uses('room')).to.deep.equal([0, 1, 1]);
      expect(await affected(rooms, AGREEMENT, [[2, 'b']], 1)).to.equal(0);
    });
  });
});
