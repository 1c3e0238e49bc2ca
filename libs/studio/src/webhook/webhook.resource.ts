import {
  boolean,
  computed,
  described,
  generatedKey,
  group,
  integer,
  itemNumber,
  line,
  listOf,
  oneOf,
  readOnly,
  required,
  resource,
  text,
  timestamp,
  eventTypeName,
  type ValueOf,
} from '@kontor/kernel';
import { DELIVERY_STATUSES, DISABLED_BECAUSE, NO_ANSWER, type StoredWebhook } from './webhook.js';

/** Characters of the address that events are delivered to. */
export const WEBHOOK_URL_MAX = 2_000;
/** How many types of events one webhook may name. */
export const WEBHOOK_TYPES_MAX = 30;
/** Characters of the name of a type. */
export const WEBHOOK_TYPE_MAX = 60;
const DESCRIPTION_MAX = 250;
const KEY_MAX = 100;
const MESSAGE_ID_MAX = 60;
const ANSWER_MAX = 1_000;

/** Issue 16: where an app is told what happens in an agreement. An app sees its own only. */
export const Webhook = resource('webhooks', 'webhook', {
  fields: {
    webhookNumber: generatedKey(itemNumber()),
    url: described(
      required(line({ min: 1, max: WEBHOOK_URL_MAX })),
      'an https address of the public Internet',
    ),
    types: described(
      listOf(eventTypeName('events', { min: 1, max: WEBHOOK_TYPE_MAX }), { max: WEBHOOK_TYPES_MAX }),
      'such as invoice.booked, or invoice.* for all of a thing; every type when empty',
    ),
    enabled: boolean({ byDefault: true }),
    ordered: described(
      boolean({ byDefault: true }),
      'whether an event waits until the one before it was delivered',
    ),
    description: line({ max: DESCRIPTION_MAX }),
    created: readOnly(timestamp()),
    publicKey: described(
      readOnly(line({ max: KEY_MAX })),
      'verifies signatures v1a (ed25519) of Standard Webhooks',
    ),
    /** Only in the answer that says that it was made, or rotated. */
    secret: described(computed(line({ max: KEY_MAX })), 'verifies signatures v1; shown once'),
    formerSecretExpires: computed(timestamp()),
    failingSince: computed(timestamp()),
    disabledBecause: computed(oneOf(DISABLED_BECAUSE)),
  },
  relations: { deliveries: { to: 'webhook-deliveries' } },
  filterable: ['webhookNumber', 'enabled', 'url'],
  example: { url: 'https://shop.example.com/hooks/kontor', types: ['invoice.booked', 'customer.*'] },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
/** A webhook with its members as representations have them, without its secret. */
export type WebhookValue = ValueOf<typeof Webhook>;

/** Issue 16: what was or is to be delivered to a webhook. The latest 1,000 are kept. */
export const WebhookDelivery = resource('webhook-deliveries', 'webhook delivery', {
  within: Webhook,
  fields: {
    deliveryNumber: generatedKey(itemNumber()),
    messageId: described(readOnly(line({ max: MESSAGE_ID_MAX })), 'the webhook-id of every attempt'),
    sequence: described(computed(integer({ min: 1 })), 'of the event; none of a sample'),
    type: described(readOnly(eventTypeName('event', { max: WEBHOOK_TYPE_MAX })), 'what happened'),
    status: described(readOnly(oneOf(DELIVERY_STATUSES)), 'how far the delivery is'),
    created: readOnly(timestamp()),
    nextAttempt: computed(timestamp()),
    attempts: described(
      readOnly(
        listOf(
          group({
            time: described(required(timestamp()), 'when it was sent'),
            status: described(integer({ min: 100, max: 999 }), 'status of the answer, where there was one'),
            noAnswer: oneOf(NO_ANSWER),
            durationMs: required(integer({ min: 0 })),
            answer: described(required(text({ max: ANSWER_MAX })), 'the beginning of what was answered'),
          }),
        ),
      ),
      'the latest five, each with the first 1,000 bytes of what was answered',
    ),
  },
  filterable: ['deliveryNumber', 'sequence', 'status', 'type'],
  defaultSort: ['-deliveryNumber'],
  operations: ['list', 'get'],
});
/** A delivery with its members as representations have them. */
export type WebhookDeliveryValue = ValueOf<typeof WebhookDelivery>;

/** A webhook as its resource shows it. */
export function webhookValue({
  agreementNumber: _,
  appNumber: __,
  version: ___,
  ...shown
}: StoredWebhook): WebhookValue {
  return shown;
}
