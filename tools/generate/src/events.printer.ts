import { byText } from '@kontor/http';
import { eventType, type AnyResource, type EventVerb, type Operation } from '@kontor/kernel';
import { madePage, markdownTable } from './markdown.js';
import type { Source } from './source.js';

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

/** Every type of event that there is, by the thing that it is about (issue 16). */
export function eventsPage({ contexts }: Pick<Source, 'contexts'>): string {
  const resources = contexts
    .flatMap((context): readonly AnyResource[] => context.resources)
    .map((resource) => ({ ...resource, verbs: verbsOf(resource) }));
  const rows = [...resources, ...OTHERS]
    .filter(({ verbs }) => verbs.length > 0)
    .sort((a, b) => byText(a.collection, b.collection))
    .map((thing) => [thing.collection, thing.verbs.map((verb) => `\`${eventType(thing, verb)}\``).join(' ')]);
  return madePage('the resources', 'Event types', [
    'What an [event](../guides/events.md) is about, and its `type`. A [webhook](../guides/webhooks.md) is asked for',
    'by types: one of these, or `product.*` for all that becomes of a thing. More may come: leave out what you do',
    'not know.',
    '',
    ...markdownTable(['Collection', 'Types'], rows),
    'A webhook is sent `webhook.test` too, which is a sample and no event; and among its deliveries `webhook.missed`',
    'says that events were no longer kept when it was their turn.',
  ]);
}

function verbsOf({ collection, operations }: AnyResource): readonly EventVerb[] {
  const declared = operations.flatMap((operation) => VERBS[operation] ?? []);
  return [...new Set([...declared, ...(BESIDE[collection] ?? [])])];
}
