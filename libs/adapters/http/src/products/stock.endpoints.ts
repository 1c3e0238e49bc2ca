import { left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { compare } from '@kontor/kernel';
import { notFoundInPath, textInPath, parameterOf } from '../endpoint/in-path.js';
import { listAnswer } from '../endpoint/page-answer.js';
import { Product, ProductGroup, StockMovement } from '@kontor/products';
import { bodyOf, readEndpoint, writeEndpoint, type ApiRequest, type Endpoint } from '../endpoint/endpoint.js';
import { createdItem } from '../endpoint/item-answer.js';
import { pathsOf, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Services } from '../service/services.js';

/** D13: products are the business of sales; who keeps the books receives goods, and looks at what moved. */
export const MAY_CORRECT_STOCK = ['Sales'] as const;
const BOTH = ['Sales', 'BookKeeping'] as const;

const { quantity, unitCost, date, text } = StockMovement.fields;

/** What was counted, found or lost. */
const CORRECTION = { fields: { quantity, unitCost, date, text } };

const CORRECTIONS = {
  path: `${pathsOf(Product).item}/stock-corrections`,
  stability: 'experimental',
  access: MAY_CORRECT_STOCK,
  parameters: parameterOf(Product),
} as const;

const correctRoute = writeEndpoint({
  ...CORRECTIONS,
  method: 'POST',
  summary: 'Correct the stock of a product by what was counted, found or lost, with its cost.',
  serves: { resource: StockMovement, as: 'other' },
  gives: { item: StockMovement },
  action: {
    name: 'correctStock',
    says: 'Correct the stock by what was counted, found or lost.',
    shownBy: [
      { resource: Product, as: 'item' },
      { resource: StockMovement, as: 'collection' },
    ],
  },
  body: CORRECTION,
  refuses: ['E10320', 'E10610', 'E10620'],
  perform: ({ products }, request) =>
    pipe(
      products.correctStock({
        productNumber: String(request.parameters[Product.key]),
        draft: bodyOf(request, CORRECTION),
        modules: request.caller.modules,
        now: request.now,
      }),
      TE.map(({ value }) => createdItem(StockMovement, value, request)),
    ),
});

/** What moved the stock of one product: corrections, and what was received and sold. */
const movementsOfProduct = readEndpoint({
  ...CORRECTIONS,
  summary: 'List what moved the stock of one product: corrections, receipts and sales.',
  serves: { resource: StockMovement, as: 'other' },
  lists: StockMovement,
  perform: async (services, request) => {
    const key = textInPath(request, Product);
    const product = await services.resources.of(Product).find(key);
    if (product === undefined) return left(notFoundInPath(Product, request));
    const only = compare('product.productNumber', 'eq', key);
    const mayCorrect = request.caller.modules.includes('inventory');
    const actions = mayCorrect ? await correctStockAction(product.value, services, request) : [];
    const { path } = CORRECTIONS;
    return right(await listAnswer({ resource: StockMovement, path, only, actions }, services, request));
  },
});

/** What moved the stock of products, and the correction of what was counted (amendment "stock"). */
export const stockEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(StockMovement, { stability: 'experimental', read: BOTH }),
  movementsOfProduct,
  correctRoute,
];

/** The action of a product, none where its group keeps no stock. */
export async function correctStockAction(
  product: Product,
  { resources }: Pick<Services, 'resources'>,
  request: ApiRequest,
): Promise<readonly string[]> {
  const group = await resources.of(ProductGroup).find(product.productGroup.productGroupNumber);
  if (group?.value.inventoryEnabled !== true) return [];
  return actionTo(correctRoute, request, { [Product.key]: product.productNumber });
}
