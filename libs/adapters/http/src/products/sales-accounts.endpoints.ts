import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { type AnyValue, pageInMemory } from '@kontor/kernel';
import { notFoundInPath, numberInPath, parameterOf } from '../endpoint/in-path.js';
import { pageAnswer } from '../endpoint/page-answer.js';
import { ProductGroup, SalesAccount } from '@kontor/products';
import {
  readEndpoint,
  type Answer,
  type ApiRequest,
  type Endpoint,
  collectionOf,
} from '../endpoint/endpoint.js';
import { printerFor } from '../endpoint/item-answer.js';
import { pathsOf } from '../endpoint/resource-endpoints.js';
import type { Failure } from '../failure/http-failure.js';
import type { Services } from '../service/services.js';

const COLLECTION = `${pathsOf(ProductGroup).item}/sales-accounts`;
const ITEM = `${COLLECTION}/:${SalesAccount.key}`;
const route = { stability: 'stable', access: ['Sales'] } as const;

/** The sales accounts of a product group. They are written with the group. */
export const salesAccountEndpoints: readonly Endpoint[] = [
  readEndpoint({
    ...route,
    path: COLLECTION,
    serves: { resource: SalesAccount, as: 'collection' },
    parameters: parameterOf(ProductGroup),
    summary: 'List the sales accounts of one product group, by VAT zone.',
    lists: SalesAccount,
    perform: async (services, request): Promise<Either<Failure, Answer>> => {
      const accounts = await salesAccountsIn(services, request);
      if (accounts === undefined) return left(notFoundInPath(ProductGroup, request));
      const page = pageInMemory(SalesAccount, accounts, collectionOf(request).query);
      const parents = parentsIn(request);
      const shown = { resource: SalesAccount, page, path: COLLECTION, parents, itemsAt: ITEM };
      return right(await pageAnswer(shown, request));
    },
  }),
  readEndpoint({
    ...route,
    path: ITEM,
    serves: { resource: SalesAccount, as: 'item' },
    parameters: { ...parameterOf(ProductGroup), ...parameterOf(SalesAccount) },
    summary: 'Read the sales account of one product group in one VAT zone.',
    perform: async (services, request): Promise<Either<Failure, Answer>> => {
      const accounts = await salesAccountsIn(services, request);
      const found = accounts?.find((one) => one[SalesAccount.key] === request.parameters[SalesAccount.key]);
      if (found === undefined)
        return left(notFoundInPath(accounts === undefined ? ProductGroup : SalesAccount, request));
      const text = printerFor(SalesAccount, request, ITEM).item(found, parentsIn(request), request.style);
      return right({ status: 200, body: text, tagged: text });
    },
  }),
];

function parentsIn({ parameters }: ApiRequest): readonly number[] {
  return [numberInPath({ parameters }, ProductGroup)];
}

async function salesAccountsIn(
  { resources }: Services,
  request: ApiRequest,
): Promise<readonly AnyValue[] | undefined> {
  const group = await resources.of(ProductGroup).find(numberInPath(request, ProductGroup));
  return group?.value.salesAccountsList.map((one) => ({
    ...one,
    [SalesAccount.key]: one.vatZone.vatZoneNumber,
  }));
}
