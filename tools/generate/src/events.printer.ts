import { eventTypes } from '@kontor/http';
import { madePage, markdownTable } from './markdown.js';
import type { Source } from './source.js';

/** Every type of event that there is, by the thing that it is about (issue 16). */
export function eventsPage({ contexts }: Pick<Source, 'contexts'>): string {
  const rows = eventTypes(contexts).map(({ collection, types }) => [
    collection,
    types.map((type) => `\`${type}\``).join(' '),
  ]);
  return madePage('the resources', 'Event types', [
    'What an [event](../guides/events.md) is about, and its `type`. A [webhook](../guides/webhooks.md) is asked for',
    'by types: one of these, or `product.*` for all that becomes of a thing; any other is refused. More may come:',
    'leave out what you do not know.',
    '',
    ...markdownTable(['Collection', 'Types'], rows),
    'A webhook is sent `webhook.test` too, which is a sample and no event; and among its deliveries `webhook.missed`',
    'says that events were no longer kept when it was their turn.',
  ]);
}
