import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { ruleBroken, timestampOf, referenceMissing } from '@kontor/kernel';
import { Event } from '../event/event.resource.js';
import type { StudioFailure } from '../studio.failures.js';
import { typesAreKnown } from './known-types.rules.js';
import { mayHaveOneMore, typesAsked, urlIsReachable } from './webhook.rules.js';
import type { WebhookOutside } from './webhook-outside.port.js';
import { Webhook, WebhookDelivery } from './webhook.resource.js';
import {
  SAMPLE,
  type Delivery,
  type StoredWebhook,
  type WebhookRequest,
  type WebhookNamed,
  type WebhookRepository,
} from './webhook.js';

/** What the use cases of webhooks work with. */
export type WebhookParts = { readonly webhooks: WebhookRepository; readonly outside: WebhookOutside };

/** A webhook, and the secret that its receiver verifies with: shown now and never again. */
export type WithSecret = { readonly webhook: StoredWebhook; readonly secret: string };

/** Where an app wants events of an agreement delivered, and which. */
export type CreateWebhook = WebhookRequest & {
  readonly agreementNumber: number;
  readonly appNumber: number;
  readonly now: Date;
};

/** Issue 16: an app asks to be told what happens in an agreement from now on. */
export const createWebhook =
  ({ webhooks, outside }: WebhookParts) =>
  (command: CreateWebhook): TaskEither<StudioFailure, WithSecret> =>
    pipe(
      TE.fromEither<StudioFailure, void>(urlIsReachable(outside.addresses, command.url)),
      TE.flatMap(() => TE.fromEither<StudioFailure, readonly string[]>(typesAsked(command.types))),
      TE.tap((types) => TE.fromEither(typesAreKnown(types, outside.eventTypes))),
      TE.tap(() => async () => mayHaveOneMore((await webhooks.listOf(command.agreementNumber)).length)),
      TE.flatMapTask((types) => async () => {
        const { now, ...asked } = command;
        const { secret, publicKey, encryptedKeys } = await outside.keys.make(command);
        const fresh = { ...asked, types, created: timestampOf(now), publicKey };
        return { webhook: await webhooks.create(fresh, encryptedKeys), secret };
      }),
    );

/** Issue 16: it leads elsewhere, is told of other things, or is switched on or off. */
export const reviseWebhook =
  ({ webhooks, outside }: WebhookParts) =>
  ({ asked, version, ...named }: ReviseWebhook): TaskEither<StudioFailure, StoredWebhook> =>
    pipe(
      TE.fromEither<StudioFailure, readonly string[]>(typesAsked(asked.types)),
      TE.bindTo('types'),
      TE.bind('webhook', () => found(webhooks, named, version)),
      TE.tap(({ webhook }) => TE.fromEither(leadsWhereItMay(outside.addresses, webhook, asked))),
      TE.tap(({ types, webhook }) => TE.fromEither(typesAreKnown(types, outside.eventTypes, webhook.types))),
      TE.flatMapTask(
        ({ webhook, types }) =>
          () =>
            webhooks.revise(webhook, { ...asked, types }),
      ),
    );

/**
 * An address that stays is looked at only where it is switched on: what may be delivered to may have changed
 * since, and whoever switches such a webhook off, or describes it, asks for nothing to be delivered.
 */
function leadsWhereItMay(
  addresses: WebhookOutside['addresses'],
  { url, enabled }: StoredWebhook,
  asked: WebhookRequest,
): Either<StudioFailure, void> {
  const stays = asked.url === url && (enabled || !asked.enabled);
  return stays ? right(undefined) : urlIsReachable(addresses, asked.url);
}

/** `version`: only if it is still that one. */
export type ReviseWebhook = WebhookNamed & {
  readonly asked: WebhookRequest;
  readonly version?: number | undefined;
};

/** Issue 16: nothing is delivered any more, and what was delivered is forgotten. */
export const removeWebhook =
  ({ webhooks }: WebhookParts) =>
  ({ version, ...named }: Omit<ReviseWebhook, 'asked'>): TaskEither<StudioFailure, void> =>
    pipe(
      found(webhooks, named, version),
      TE.flatMapTask((webhook) => () => webhooks.remove(webhook)),
    );

const HOUR_MS = 3_600_000;

/** A new secret for a webhook; for so many hours (0: none) deliveries are signed with the old one too. */
export type RotateSecret = WebhookNamed & { readonly overlapHours: number; readonly now: Date };

/** Issue 16: another secret; deliveries are signed by the former one as well for so many hours. */
export const rotateWebhookSecret =
  ({ webhooks, outside }: WebhookParts) =>
  ({ overlapHours, now, ...named }: RotateSecret): TaskEither<StudioFailure, WithSecret> =>
    pipe(
      found(webhooks, named),
      TE.flatMapTask((webhook) => async () => {
        const { secret, publicKey, encryptedKeys } = await outside.keys.make(webhook);
        const formerUntil = timestampOf(new Date(now.getTime() + overlapHours * HOUR_MS));
        return { webhook: await webhooks.rotate(webhook, { encryptedKeys, publicKey, formerUntil }), secret };
      }),
    );

/** Issue 16: the events from a sequence on are delivered, again or for the first time. */
export const replayWebhook =
  ({ webhooks }: WebhookParts) =>
  ({
    since,
    ...named
  }: WebhookNamed & { readonly since: number }): TaskEither<StudioFailure, StoredWebhook> =>
    pipe(
      found(webhooks, named),
      // Refused where there is no such event: from a sequence in the future nothing would be delivered until
      // then, and from a removed one the first deliveries would be other events than those asked for.
      TE.tap((webhook) => async (): Promise<Either<StudioFailure, void>> => {
        if (await webhooks.replay(webhook, since)) return right(undefined);
        return left(referenceMissing('since', Event.collection, since));
      }),
    );

/** Issue 16: a sample is delivered at once, also where the webhook is disabled. */
export const testWebhook =
  ({ webhooks }: WebhookParts) =>
  ({ now, ...named }: WebhookNamed & { readonly now: Date }): TaskEither<StudioFailure, Delivery> =>
    pipe(
      found(webhooks, named),
      TE.flatMapTask((webhook) => () => webhooks.addDelivery(webhook, { type: SAMPLE, now })),
    );

/** Which delivery is to be sent again. */
export type Redeliver = WebhookNamed & { readonly deliveryNumber: number; readonly now: Date };

/** Issue 16: to a webhook that is disabled nothing is sent but samples. */
function mayBeSent({ enabled }: StoredWebhook): Either<StudioFailure, void> {
  return enabled
    ? right(undefined)
    : left(ruleBroken('E10910', '', 'this would wait until it is enabled: the webhook is disabled'));
}

/** Issue 16: what was delivered, or failed, is delivered once more under the same id. */
export const redeliver =
  ({ webhooks }: WebhookParts) =>
  ({ deliveryNumber, now, ...named }: Redeliver): TaskEither<StudioFailure, Delivery> =>
    pipe(
      found(webhooks, named),
      TE.tap((webhook) => TE.fromEither(mayBeSent(webhook))),
      TE.bindTo('webhook'),
      TE.bind('delivery', ({ webhook }) => foundDelivery(webhooks, webhook, deliveryNumber)),
      TE.flatMapTask(
        ({ webhook, delivery: { sequence, type, messageId } }) =>
          () =>
            webhooks.addDelivery(webhook, { sequence, type, messageId, now }),
      ),
    );

function found(
  webhooks: WebhookRepository,
  named: WebhookNamed,
  version?: number,
): TaskEither<StudioFailure, StoredWebhook> {
  return async () => {
    const webhook = await webhooks.find(named);
    const of = { resource: Webhook.collection, key: named.webhookNumber };
    if (webhook === undefined) return left({ kind: 'NotFound', ...of });
    const isSame = version === undefined || version === webhook.version;
    return isSame ? right(webhook) : left({ kind: 'ChangedSince', ...of });
  };
}

function foundDelivery(
  webhooks: WebhookRepository,
  webhook: StoredWebhook,
  deliveryNumber: number,
): TaskEither<StudioFailure, Delivery> {
  return async () => {
    const [delivery] = await webhooks.findDeliveries(webhook, [deliveryNumber]);
    if (delivery === undefined) {
      return left({ kind: 'NotFound', resource: WebhookDelivery.collection, key: deliveryNumber });
    }
    return delivery.status === 'waiting'
      ? left(
          ruleBroken('E10910', '', 'the delivery waits for its next attempt: it need not be made once more'),
        )
      : right(delivery);
  };
}
