import type { Outcome, Specification } from '../history/linearizable.js';
import type { Random } from '../world/random.js';
import {
  GONE_MEANWHILE,
  having,
  inTurn,
  outcome,
  refusals,
  whereMatching,
  without,
  type Body,
  type Errand,
  type Seen,
  type Wanted,
} from './seen.js';

type Product = {
  readonly name: string;
  readonly unit: number | undefined;
  readonly etag: string | undefined;
};
/** Its tag tells whether it can be removed, too: one while nothing refers to it, one while something does. */
type Unit = { readonly name: string; readonly free?: string | undefined; readonly used?: string | undefined };

/** Units and the products that are counted in them: what is in use stays (G10). */
export type GoodsModel = {
  readonly products: ReadonlyMap<string, Product>;
  readonly units: ReadonlyMap<number, Unit>;
  readonly lastUnit: number;
};

/** What a client asks of products and units. */
export type GoodsOp =
  | { readonly kind: 'createProduct'; readonly number: string; readonly name: string; readonly unit: number }
  | {
      readonly kind: 'replaceProduct';
      readonly number: string;
      readonly name: string;
      readonly unit: number;
      readonly ifMatch: string | undefined;
    }
  | { readonly kind: 'makeProduct'; readonly number: string; readonly name: string; readonly unit: number }
  | { readonly kind: 'removeProduct'; readonly number: string; readonly ifMatch: string | undefined }
  | { readonly kind: 'getProduct'; readonly number: string; readonly ifNoneMatch: string | undefined }
  | { readonly kind: 'createUnit'; readonly name: string }
  | { readonly kind: 'replaceUnit'; readonly unit: number; readonly name: string }
  | { readonly kind: 'removeUnit'; readonly unit: number }
  | { readonly kind: 'getUnit'; readonly unit: number }
  | { readonly kind: 'productsOf'; readonly unit: number }
  | { readonly kind: 'countOf'; readonly unit: number }
  | { readonly kind: 'countProducts' };

/** What the standard books begin with, as they are read before a run. */
export function goodsAtFirst(
  units: readonly { readonly unitNumber: number; readonly name: string }[],
  products: readonly Body[],
): GoodsModel {
  return {
    products: new Map(
      products.map(({ productNumber, name, unit }) => [
        productNumber as string,
        { name: name as string, unit: unit?.unitNumber as number | undefined, etag: undefined },
      ]),
    ),
    units: new Map(units.map(({ unitNumber, name }) => [unitNumber, { name }])),
    lastUnit: Math.max(0, ...units.map(({ unitNumber }) => unitNumber)),
  };
}

const NOT_THERE = [404, 'E06000'] as const;

function product(goods: GoodsModel, number: string, value: Product): GoodsModel {
  return { ...goods, products: having(goods.products, number, value) };
}

/** What every answer about products and units may be, after what went before. */
export const goodsSpecification: Specification<GoodsModel, GoodsOp, Seen> = {
  nameOf: ({ products, units, lastUnit }) =>
    JSON.stringify([
      PRODUCTS.map((number) => products.get(number)),
      [...units].sort(([one], [other]) => one - other),
      lastUnit,
    ]),
  outcomes: (goods, op) => outcomesOf(goods, op),
};

function outcomesOf(goods: GoodsModel, op: GoodsOp): readonly Outcome<GoodsModel, Seen>[] {
  switch (op.kind) {
    case 'createProduct': {
      const { number, name, unit } = op;
      const refused = refusals(
        goods,
        goods.products.has(number) && [400, 'E06010'],
        !goods.units.has(unit) && [400, 'E06000'],
      );
      if (refused.length > 0) return refused;
      return [
        outcome({
          status: 201,
          figures: [number, name, unit],
          next: (seen) => product(goods, number, { name, unit, etag: seen?.etag }),
        }),
      ];
    }
    case 'replaceProduct':
      return replaced(goods, op);
    case 'makeProduct':
      // A PUT that only makes what is not there (If-None-Match: *).
      return goods.products.has(op.number)
        ? refusals(goods, [412, 'E05120'])
        : replaced(goods, { ...op, kind: 'replaceProduct', ifMatch: undefined });
    case 'removeProduct': {
      const found = goods.products.get(op.number);
      if (found === undefined) return refusals(goods, NOT_THERE, op.ifMatch !== undefined && [412, 'E05120']);
      return whereMatching(goods, op.ifMatch, found.etag, () => [
        outcome({ status: 204, next: () => ({ ...goods, products: without(goods.products, op.number) }) }),
      ]);
    }
    case 'getProduct':
      return gotProduct(goods, op);
    case 'productsOf': {
      if (!goods.units.has(op.unit)) return refusals(goods, NOT_THERE);
      const numbers = [...goods.products]
        .filter(([, { unit }]) => unit === op.unit)
        .map(([number]) => number);
      return [outcome({ status: 200, figures: numbers.sort(), next: () => goods })];
    }
    case 'countOf': {
      const own = [...goods.products.values()].filter(({ unit }) => unit === op.unit);
      return [outcome({ status: 200, figures: own.length, next: () => goods })];
    }
    case 'countProducts': {
      const own = [...goods.products.keys()].filter((number) => PRODUCTS.includes(number)).sort();
      return [outcome({ status: 200, figures: [own.length, ...own], next: () => goods })];
    }
    default:
      return unitOutcomes(goods, op);
  }
}

function replaced(
  goods: GoodsModel,
  { number, name, unit, ifMatch }: GoodsOp & { kind: 'replaceProduct' },
): readonly Outcome<GoodsModel, Seen>[] {
  const found = goods.products.get(number);
  if (found === undefined && ifMatch !== undefined) return refusals(goods, [412, 'E05120'], GONE_MEANWHILE);
  return whereMatching(goods, ifMatch, found?.etag, () => {
    if (!goods.units.has(unit)) return refusals(goods, [400, 'E06000']);
    return [
      outcome({
        status: found === undefined ? 201 : 200,
        figures: [number, name, unit],
        ...((found?.name !== name || found.unit !== unit) && { unlike: found?.etag }),
        next: (seen) => product(goods, number, { name, unit, etag: seen?.etag }),
      }),
    ];
  });
}

function gotProduct(
  goods: GoodsModel,
  { number, ifNoneMatch }: GoodsOp & { kind: 'getProduct' },
): readonly Outcome<GoodsModel, Seen>[] {
  const found = goods.products.get(number);
  if (found === undefined) return refusals(goods, NOT_THERE);
  const { name, unit, etag } = found;
  const next = (seen: Seen | undefined): GoodsModel =>
    product(goods, number, { ...found, etag: etag ?? seen?.etag });
  const read = outcome({ status: 200, figures: [number, name, unit], etag, next });
  const same = outcome<GoodsModel>({
    status: 304,
    next: () => product(goods, number, { ...found, etag: ifNoneMatch }),
  });
  if (ifNoneMatch === undefined) return [read];
  if (etag === undefined) return [read, same];
  return ifNoneMatch === etag ? [same] : [read];
}

function unitOutcomes(goods: GoodsModel, op: GoodsOp): readonly Outcome<GoodsModel, Seen>[] {
  const withUnit = (unit: number, value: Unit): GoodsModel => ({
    ...goods,
    units: having(goods.units, unit, value),
  });
  if (op.kind === 'createUnit') {
    const unit = goods.lastUnit + 1;
    return [
      outcome({
        status: 201,
        figures: [unit, op.name],
        next: (seen) => ({ ...withUnit(unit, { name: op.name, free: seen?.etag }), lastUnit: unit }),
      }),
    ];
  }
  if (op.kind !== 'removeUnit' && op.kind !== 'getUnit' && op.kind !== 'replaceUnit')
    throw new Error(op.kind);
  const found = goods.units.get(op.unit);
  if (found === undefined) return refusals(goods, NOT_THERE);
  const isUsed = [...goods.products.values()].some(({ unit }) => unit === op.unit);
  const tag = isUsed ? 'used' : 'free';
  if (op.kind === 'getUnit') {
    return [
      outcome({
        status: 200,
        figures: [op.unit, found.name],
        etag: found[tag],
        next: (seen) => withUnit(op.unit, { ...found, [tag]: found[tag] ?? seen?.etag }),
      }),
    ];
  }
  if (op.kind === 'replaceUnit') {
    return [
      outcome({
        status: 200,
        figures: [op.unit, op.name],
        next: (seen) => withUnit(op.unit, { name: op.name, [tag]: seen?.etag }),
      }),
    ];
  }
  if (isUsed) return refusals(goods, [400, 'E10150']);
  return [outcome({ status: 204, next: () => ({ ...goods, units: without(goods.units, op.unit) }) })];
}

const PRODUCTS = ['Z-1', 'Z-2', 'Z-3', 'Z-4'];
const productFigures = (body: Body): unknown => [body.productNumber, body.name, body.unit?.unitNumber];
const unitFigures = (body: Body): unknown => [body.unitNumber, body.name];

/** An operation as a request. */
function to(
  op: GoodsOp,
  method: string,
  path: string,
  {
    sent,
    headers = {},
    figuresOf = productFigures,
  }: {
    readonly sent?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly figuresOf?: (body: Body) => unknown;
  } = {},
): Wanted<GoodsOp> {
  return { op, request: { method, path, headers, body: sent }, figuresOf };
}

/** What a client may do next, with tags that it has met. `things`: which of them it wants. */
export function wantGoods(random: Random, goods: GoodsModel, things: Random): Wanted<GoodsOp> {
  const number = things.oneOf(PRODUCTS);
  const anyUnit = things.chance(0.9)
    ? things.oneOf([...goods.units.keys()])
    : goods.lastUnit + 1 + things.below(2);
  const seen = goods.products.get(number);
  const tag = seen?.etag;
  // All who want the same things may want to change the state that they have seen, or a unit that is free.
  const [isContest, isOfFreeUnit] = [things.chance(0.2), things.chance(0.3)];
  // Some save what they have seen as it is.
  const same = isContest && random.chance(0.4) ? seen : undefined;
  const [name, unit] = [same?.name ?? nameOf(random), same?.unit ?? anyUnit];
  const match = random.chance(isContest ? 1 : 0.4) ? (random.chance(0.85) ? tag : '"other"') : undefined;
  const path = `/products/${number}`;
  const body = bodyOf(name, unit);
  const ifMatch = match === undefined ? {} : { 'if-match': match };
  const met = isOfFreeUnit ? wantOfFreeUnit(random, goods, number) : undefined;
  if (met !== undefined) return met;
  switch (isContest ? 2 + random.below(3) : random.below(14)) {
    case 0:
    case 1:
      return to({ kind: 'createProduct', number, name, unit }, 'POST', '/products', {
        sent: { ...body, productNumber: number },
      });
    case 2:
    case 3:
      return to({ kind: 'replaceProduct', number, name, unit, ifMatch: match }, 'PUT', path, {
        sent: body,
        headers: ifMatch,
      });
    case 4:
      return to({ kind: 'removeProduct', number, ifMatch: match }, 'DELETE', path, { headers: ifMatch });
    case 5:
    case 6:
      return to({ kind: 'getProduct', number, ifNoneMatch: match }, 'GET', path, {
        headers: match === undefined ? {} : { 'if-none-match': match },
      });
    case 7:
      return productsOf(unit);
    case 8:
      return to({ kind: 'createUnit', name }, 'POST', '/units', { sent: { name }, figuresOf: unitFigures });
    case 9:
      return to({ kind: 'removeUnit', unit }, 'DELETE', `/units/${unit}`);
    case 10:
      return random.chance(0.5)
        ? getUnit(unit)
        : to({ kind: 'replaceUnit', unit, name }, 'PUT', `/units/${unit}`, {
            sent: { name },
            figuresOf: unitFigures,
          });
    case 11:
      return countOf(unit);
    case 12:
      return to({ kind: 'makeProduct', number, name, unit }, 'PUT', path, {
        sent: body,
        headers: { 'if-none-match': '*' },
      });
    default:
      return listProducts();
  }
}

/** The products that clients make, and how many they are. */
function listProducts(): Wanted<GoodsOp> {
  return to({ kind: 'countProducts' }, 'GET', '/products?filter=productNumber$like:Z-*', {
    figuresOf: (list) => [list.pagination.results, ...numbersOf(list)],
  });
}

/** A filter on what replacing changes: a count that is remembered must not outlive that. */
function countOf(unit: number): Wanted<GoodsOp> {
  return to({ kind: 'countOf', unit }, 'GET', `/products?filter=unit.unitNumber$eq:${unit}&pagesize=1`, {
    figuresOf: (list) => list.pagination.results,
  });
}

function productsOf(unit: number): Wanted<GoodsOp> {
  return to({ kind: 'productsOf', unit }, 'GET', `/units/${unit}/products?pagesize=1000`, {
    figuresOf: numbersOf,
  });
}

function numbersOf(list: Body): readonly string[] {
  return (list.collection as { productNumber: string }[]).map(({ productNumber }) => productNumber).sort();
}

function getUnit(unit: number): Wanted<GoodsOp> {
  return to({ kind: 'getUnit', unit }, 'GET', `/units/${unit}`, { figuresOf: unitFigures });
}

/** A unit that no product is counted in: it may go, or come to be used, where the two exclude each other. */
function wantOfFreeUnit(random: Random, goods: GoodsModel, number: string): Wanted<GoodsOp> | undefined {
  const used = new Set([...goods.products.values()].map(({ unit }) => unit));
  const unit = [...goods.units.keys()].find((one) => !used.has(one));
  if (unit === undefined) return undefined;
  if (random.chance(0.4)) return to({ kind: 'removeUnit', unit }, 'DELETE', `/units/${unit}`);
  return wantProductIn(number, nameOf(random), unit);
}

/** Now and then the same again, so that a thing is replaced by what it is. */
function nameOf(random: Random): string {
  return random.chance(0.3) ? 'n' : `n${random.below(100)}`;
}

function bodyOf(name: string, unitNumber: number): Body {
  return { name, productGroup: { productGroupNumber: 1 }, unit: { unitNumber } };
}

/** What somebody does in its order: he looks again at what is changed at last, or at what comes and goes. */
export function errandOfGoods(random: Random, goods: GoodsModel): Errand<GoodsOp> {
  return random.chance(0.6) ? inTurn(lookingAgain(random, goods)) : comingAndGoing(random, goods);
}

/** Somebody looks at the same thing again and again, and at last somebody changes what it shows. */
function lookingAgain(random: Random, goods: GoodsModel): readonly Wanted<GoodsOp>[] {
  const number = random.oneOf(PRODUCTS);
  const unit = goods.products.get(number)?.unit ?? random.oneOf([...goods.units.keys()]);
  const look = random.oneOf([getUnit(unit), productsOf(unit), countOf(unit), listProducts()]);
  const name = nameOf(random);
  const renamed = to({ kind: 'replaceUnit', unit, name }, 'PUT', `/units/${unit}`, {
    sent: { name },
    figuresOf: unitFigures,
  });
  // It goes, moves to another unit, or comes.
  const [isThere, place] = [goods.products.has(number), random.oneOf([...goods.units.keys()])];
  const changed =
    isThere && random.chance(0.5)
      ? wantProductGone(number)
      : wantProductIn(number, name, isThere ? place : unit);
  const all = Array<Wanted<GoodsOp>>(5).fill(look);
  return [...all, look.op.kind === 'getUnit' ? renamed : changed, look, look];
}

/** The only product of a unit goes and comes again, while others look at the unit. */
function comingAndGoing(random: Random, goods: GoodsModel): Errand<GoodsOp> {
  const number = random.oneOf(PRODUCTS);
  const others = new Set([...goods.products].filter(([own]) => own !== number).map(([, one]) => one.unit));
  const unit = [...goods.units.keys()].find((one) => !others.has(one));
  if (unit === undefined) return [];
  const look = getUnit(unit);
  const [comes, goes] = [wantProductIn(number, nameOf(random), unit), wantProductGone(number)];
  return [
    [comes],
    [look, look],
    [look, look],
    [goes, look, look, look],
    [comes, look],
    [goes, look, look, look],
    [comes],
    [look, look],
  ];
}

function wantProductIn(number: string, name: string, unit: number): Wanted<GoodsOp> {
  const op = { kind: 'replaceProduct', number, name, unit, ifMatch: undefined } as const;
  return to(op, 'PUT', `/products/${number}`, { sent: bodyOf(name, unit) });
}

function wantProductGone(number: string): Wanted<GoodsOp> {
  return to({ kind: 'removeProduct', number, ifMatch: undefined }, 'DELETE', `/products/${number}`);
}
