import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { keyField, pageInMemory, type AnyResource, type AnyValue, type IntegerKind } from '@kontor/kernel';
import { ProductGroup, SalesAccount } from '@kontor/products';
import { readEndpoint, type Answer, type Asked, type Endpoint } from '../endpoint/endpoint.js';
import { pathsOf, printerFor } from '../endpoint/resource-endpoints.js';
import type { Failure } from '../failure/http-failure.js';
import { collectionText } from '../representation/collection.js';
import { PLAIN_LINKS } from '../representation/links.js';
import type { AskedCollection } from '../request/collection-query.js';
import type { Services } from '../service/services.js';

const COLLECTION = `${pathsOf(ProductGroup).item}/sales-accounts`;
const ITEM = `${COLLECTION}/:${SalesAccount.key}`;
const number = keyField(ProductGroup).kind as IntegerKind;
const row = { stability: 'stable', access: ['Sales'] } as const;

/** The sales accounts of a product group. They are written with the group. */
export const salesAccountEndpoints: readonly Endpoint[] = [
  readEndpoint({
    ...row,
    path: COLLECTION,
    serves: { resource: SalesAccount, as: 'collection' },
    parameters: { [ProductGroup.key]: number },
    summary: 'List the sales accounts of one product group, by VAT zone.',
    lists: SalesAccount,
    perform: async (services, asked): Promise<Either<Failure, Answer>> => {
      const accounts = await salesAccountsIn(services, asked);
      if (accounts === undefined) return left(notFound(ProductGroup, asked));
      const collection = asked.collection as AskedCollection;
      const body = collectionText({
        of: SalesAccount,
        page: pageInMemory(SalesAccount, accounts, collection.query),
        asked: collection,
        url: asked.links.to(COLLECTION, asked.parameters, PLAIN_LINKS),
        parents: parentsIn(asked),
        printer: printerFor(SalesAccount, asked, ITEM),
        links: asked.links,
        style: asked.style,
        itemsAt: ITEM,
      });
      return right({ status: 200, body });
    },
  }),
  readEndpoint({
    ...row,
    path: ITEM,
    serves: { resource: SalesAccount, as: 'item' },
    parameters: { [ProductGroup.key]: number, [SalesAccount.key]: number },
    summary: 'Read the sales account of one product group in one VAT zone.',
    perform: async (services, asked): Promise<Either<Failure, Answer>> => {
      const accounts = await salesAccountsIn(services, asked);
      const found = accounts?.find((one) => one[SalesAccount.key] === asked.parameters[SalesAccount.key]);
      if (found === undefined)
        return left(notFound(accounts === undefined ? ProductGroup : SalesAccount, asked));
      const text = printerFor(SalesAccount, asked, ITEM).item(found, parentsIn(asked), asked.style);
      return right({ status: 200, body: text, tagged: text });
    },
  }),
];

function parentsIn({ parameters }: Asked): readonly number[] {
  return [parameters[ProductGroup.key] as number];
}

function notFound({ collection, key }: AnyResource, { parameters }: Asked): Failure {
  return { kind: 'NotFound', resource: collection, key: parameters[key] as number };
}

async function salesAccountsIn(
  { resources }: Services,
  asked: Asked,
): Promise<readonly AnyValue[] | undefined> {
  const group = await resources.of(ProductGroup).find(asked.parameters[ProductGroup.key] as number);
  return group?.value.salesAccountsList.map((one) => ({
    ...one,
    [SalesAccount.key]: one.vatZone.vatZoneNumber,
  }));
}
