import { eventType, type AnyResource, type EventVerb, type Operation } from '@kontor/kernel';
import { byText } from './names.js';
import type { DescribedContext } from './served-contexts.js';

type Thing = Pick<AnyResource, 'collection' | 'title'>;

/** What an operation of a resource is told as. */
const VERBS: Readonly<Partial<Record<Operation, EventVerb>>> = {
  create: 'created',
  replace: 'updated',
  remove: 'removed',
};

/** What becomes of a thing beside what its operations say: by actions, or because of another thing. */
const BESIDE: Readonly<Record<string, readonly EventVerb[]>> = {
  'accounting-years': ['closed', 'reopened'],
  'agreement-settings': ['created', 'updated', 'removed'],
  'asset-groups': ['created'],
  'booked-invoices': ['booked', 'updated'],
  imports: ['created', 'updated'],
  matches: ['created', 'removed'],
  'opening-balances': ['created', 'updated', 'removed', 'booked'],
  periods: ['updated'],
  'stock-movements': ['created'],
  'user-settings': ['created', 'updated', 'removed'],
  'vat-settlements': ['created', 'removed'],
  vouchers: ['created', 'updated', 'removed', 'booked'],
};

/** What has events and is no resource of the API under that name. */
const OTHERS: readonly (Thing & { readonly verbs: readonly EventVerb[] })[] = [
  { collection: 'agreements', title: 'agreement', verbs: ['updated', 'restored'] },
  { collection: 'grants', title: 'grant', verbs: ['issued', 'revoked'] },
];

/** What is told of the things of one collection. */
export type EventTypes = { readonly collection: string; readonly types: readonly string[] };

/** Every type of event that there is, by the thing that it is about (issue 16). */
export function eventTypes(contexts: readonly Pick<DescribedContext, 'resources'>[]): readonly EventTypes[] {
  const resources = contexts
    .flatMap((context): readonly AnyResource[] => context.resources)
    .map((resource) => ({ ...resource, verbs: verbsOf(resource) }));
  return [...resources, ...OTHERS]
    .filter(({ verbs }) => verbs.length > 0)
    .sort((a, b) => byText(a.collection, b.collection))
    .map((thing) => ({
      collection: thing.collection,
      types: thing.verbs.map((verb) => eventType(thing, verb)),
    }));
}

function verbsOf({ collection, operations }: AnyResource): readonly EventVerb[] {
  const declared = operations.flatMap((operation) => VERBS[operation] ?? []);
  return [...new Set([...declared, ...(BESIDE[collection] ?? [])])];
}
