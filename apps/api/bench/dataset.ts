/**
 * The data of the bench: pure functions of a fixed seed and an index, so the
 * service and the floor hold the same.
 */

const SEED = 20250101;

/** Chosen numbers that look random: the same for the same seed and index, whatever was drawn before. */
export type Random = {
  int(low: number, high: number): number;
  pick<A>(list: readonly [A, ...(readonly A[])]): A;
  chance(percent: number): boolean;
};

/** A product as plain data. Prices are whole cents. */
export type BenchProduct = {
  readonly productNumber: string;
  readonly name: string;
  readonly description: string;
  readonly costPrice: number;
  readonly recommendedPrice: number;
  readonly salesPrice: number;
  readonly barCode: string;
  readonly barred: boolean;
  readonly unitNumber: number;
  readonly productGroupNumber: number;
};

export const UNITS = 5;
export const PRODUCT_GROUPS = 10;

/** When every product of the data set was last updated, so that both sides say the same. */
export const FILLED_AT = new Date('2025-01-01T00:00:00Z');

export function productNumber(index: number): string {
  return `P${String(index).padStart(5, '0')}`;
}

/** The product with this index, from 1. */
export function product(index: number, number = productNumber(index)): BenchProduct {
  const roll = random(SEED, index);
  const costPrice = roll.int(100, 500_000);
  const salesPrice = Math.round(costPrice * (1 + roll.int(10, 90) / 100));
  const name = `${roll.pick(ADJECTIVES)} ${roll.pick(NOUNS)} ${roll.int(1, 999)}mm`;
  return {
    productNumber: number,
    name,
    description: `${name}, packed in boxes of ${roll.int(1, 50)}`,
    costPrice,
    recommendedPrice: salesPrice + roll.int(0, 5000),
    salesPrice,
    barCode: String(5_700_000_000_000 + index),
    barred: roll.chance(2),
    unitNumber: roll.int(1, UNITS),
    productGroupNumber: roll.int(1, PRODUCT_GROUPS),
  };
}

/** The body that creates a product. */
export function productBody(index: number, number: string): string {
  const { unitNumber, productGroupNumber, costPrice, recommendedPrice, salesPrice, ...rest } = product(
    index,
    number,
  );
  return JSON.stringify({
    ...rest,
    costPrice: costPrice / 100,
    recommendedPrice: recommendedPrice / 100,
    salesPrice: salesPrice / 100,
    unit: { unitNumber },
    productGroup: { productGroupNumber },
  });
}

/** A number from 0 to `below` that looks random. */
export function someNumber(index: number, below: number): number {
  return random(7, index).int(0, below - 1);
}

// prettier-ignore
const ADJECTIVES = ['Small', 'Large', 'Steel', 'Brass', 'Nylon', 'Zinc', 'Oak', 'Black', 'White', 'Heavy', 'Light', 'Round'] as const;
// prettier-ignore
const NOUNS = [
  'bolt', 'nut', 'washer', 'hinge', 'bracket', 'panel', 'handle', 'valve',
  'cable', 'filter', 'gasket', 'lamp', 'screw', 'clamp', 'spring', 'bearing',
] as const;

function random(seed: number, index: number): Random {
  let state = mix(mix(seed) ^ Math.imul(index + 1, 0x9e3779b1));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let drawn = Math.imul(state ^ (state >>> 15), 1 | state);
    drawn = (drawn + Math.imul(drawn ^ (drawn >>> 7), 61 | drawn)) ^ drawn;
    return (drawn ^ (drawn >>> 14)) >>> 0;
  };
  return {
    int: (low, high) => low + (next() % (high - low + 1)),
    pick: (list) => list[next() % list.length] ?? list[0],
    chance: (percent) => next() % 100 < percent,
  };
}

function mix(number: number): number {
  const first = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}
