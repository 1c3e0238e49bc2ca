import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { pageInMemory, type CollectionQuery, type Page } from '@kontor/kernel';
import type { StudioFailure } from '../studio.failures.js';
import {
  Webhook,
  WebhookDelivery,
  webhookValue,
  type WebhookDeliveryValue,
  type WebhookValue,
} from './webhook.resource.js';
import type { Delivery, StoredWebhook, WebhookNamed } from './webhook.js';
import {
  createWebhook,
  redeliver,
  removeWebhook,
  replayWebhook,
  reviseWebhook,
  rotateWebhookSecret,
  testWebhook,
  type CreateWebhook,
  type Redeliver,
  type ReviseWebhook,
  type RotateSecret,
  type WebhookParts,
  type WithSecret,
} from './webhook.use-cases.js';

/** Whose webhooks: an app sees its own only. */
type Owner = { readonly agreementNumber: number; readonly appNumber: number };

/** The use cases of webhooks (issue 16). */
export type WebhooksService = {
  page(owner: Owner, query: CollectionQuery): Promise<Page<WebhookValue>>;
  find(named: WebhookNamed): Promise<StoredWebhook | undefined>;
  deliveries(named: WebhookNamed, query: CollectionQuery): Promise<Page<WebhookDeliveryValue>>;
  delivery(named: WebhookNamed, deliveryNumber: number): Promise<WebhookDeliveryValue | undefined>;
  create(command: CreateWebhook): TaskEither<StudioFailure, WithSecret>;
  revise(command: ReviseWebhook): TaskEither<StudioFailure, StoredWebhook>;
  remove(command: Omit<ReviseWebhook, 'asked'>): TaskEither<StudioFailure, void>;
  rotate(command: RotateSecret): TaskEither<StudioFailure, WithSecret>;
  replay(command: WebhookNamed & { readonly since: number }): TaskEither<StudioFailure, StoredWebhook>;
  test(command: WebhookNamed & { readonly now: Date }): TaskEither<StudioFailure, Delivery>;
  redeliver(command: Redeliver): TaskEither<StudioFailure, Delivery>;
};

/** The use cases of webhooks over what they need. */
export function webhooksService(parts: WebhookParts): WebhooksService {
  const { webhooks } = parts;
  const read = async (named: WebhookNamed, numbers: readonly number[]): Promise<readonly Delivery[]> => {
    const webhook = await webhooks.find(named);
    return webhook === undefined ? [] : webhooks.findDeliveries(webhook, numbers);
  };
  return {
    page: async ({ agreementNumber, appNumber }, query) => {
      const own = await webhooks.listOf(agreementNumber, appNumber);
      return pageInMemory(Webhook, own.map(webhookValue), query);
    },
    find: (named) => webhooks.find(named),
    // What an attempt was answered is read of those alone that are shown.
    deliveries: async (named, query) => {
      const webhook = await webhooks.find(named);
      const all = webhook === undefined ? [] : await webhooks.deliveriesOf(webhook);
      const page = pageInMemory(WebhookDelivery, all, query);
      const numbers = page.items.map(({ deliveryNumber }) => deliveryNumber);
      const whole = new Map((await read(named, numbers)).map((one) => [one.deliveryNumber, one]));
      const items = numbers.flatMap((number) => whole.get(number) ?? []);
      return { ...page, items };
    },
    delivery: async (named, deliveryNumber) => (await read(named, [deliveryNumber]))[0],
    create: createWebhook(parts),
    revise: reviseWebhook(parts),
    remove: removeWebhook(parts),
    rotate: rotateWebhookSecret(parts),
    replay: replayWebhook(parts),
    test: testWebhook(parts),
    redeliver: redeliver(parts),
  };
}
