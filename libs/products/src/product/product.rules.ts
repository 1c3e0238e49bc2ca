import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { minuteOf, type ModuleName, type RuleBroken, ruleBroken, ZERO, merge } from '@kontor/kernel';
import type { DepartmentAndDistributionKey } from '../products.failures.js';
import type { Product, ProductDraft } from './product.resource.js';

/**
 * §2.1: `department` cannot be combined with a value in `distributionKey`
 * (with the Dimension module; without it both are ignored).
 */
export function creditsDepartmentsOneWay(
  draft: Pick<ProductDraft, 'department' | 'distributionKey'>,
): Either<DepartmentAndDistributionKey, void> {
  if (draft.department !== undefined && draft.distributionKey !== undefined) {
    return left({ kind: 'DepartmentAndDistributionKey' });
  }
  return right(undefined);
}

/** Amendment 2.1: a distribution key names a departmental distribution of type distribution. */
export function sharesOutOverDepartments(
  type: 'distribution' | 'department' | undefined,
): Either<RuleBroken, void> {
  if (type === 'department') {
    return left(
      ruleBroken('E10390', 'distributionKey', 'must name a departmental distribution of type distribution'),
    );
  }
  return right(undefined);
}

/** The stock of a product that nobody has bought, sold or ordered yet. */
const EMPTY_STOCK = {
  available: ZERO,
  inStock: ZERO,
  orderedByCustomers: ZERO,
  orderedFromSuppliers: ZERO,
} as const;

/**
 * How the revenue is shared out: by the key, or as is sent where no member of §2.1 says it (facts 3.6). Who
 * takes the key away sends back the distribution that was shown for it, which goes with the key.
 */
function distributionOf(
  { department, distributionKey, departmentalDistribution: sent }: ProductDraft,
  stored: Product | undefined,
): Product['departmentalDistribution'] {
  if (distributionKey !== undefined) {
    return { departmentalDistributionNumber: distributionKey.distributionKeyNumber };
  }
  const isOfKey = sent?.departmentalDistributionNumber === stored?.distributionKey?.distributionKeyNumber;
  return department !== undefined || isOfKey ? undefined : sent;
}

type StoringContext = {
  readonly modules: readonly ModuleName[];
  readonly now: Date;
  readonly stored?: Product | undefined;
};

/**
 * The product as it is kept: what the service itself says of it is added. With the inventory module the cost
 * price is the stock's business and a sent one is ignored (§2.1, D191); stock figures stay as they are.
 */
export function productToStore(
  draft: ProductDraft,
  { modules, now, stored }: StoringContext,
): ProductDraft & Partial<Product> {
  const { costPrice, inventory, ...rest } = draft;
  const made = merge(rest, {
    lastUpdated: minuteOf(now),
    // Present even when undefined: a department overwrites the distribution that is sent beside it.
    departmentalDistribution: distributionOf(draft, stored),
  });
  if (!modules.includes('inventory')) return merge(made, { costPrice });
  return merge(made, {
    costPrice: stored?.costPrice,
    inventory: { ...EMPTY_STOCK, ...stored?.inventory, packageVolume: inventory?.packageVolume ?? ZERO },
  });
}
