import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type AnyValue, described, integer, required, type Stored } from '@kontor/kernel';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import {
  Webhook,
  WebhookDelivery,
  webhookValue,
  type StoredWebhook,
  type WebhookRequest,
  type WebhookNamed,
} from '@kontor/studio';
import { bodyOf, writeEndpoint, type Answer, type ApiRequest, type Endpoint } from '../endpoint/endpoint.js';
import { perRequestRepository, type PartialRepository } from '../endpoint/per-request-repository.js';
import { createdItem, printerFor, writtenItem } from '../endpoint/item-answer.js';
import { pathsOf, resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Services } from '../service/services.js';
import { overlapHours } from './overlap-hours.js';

const { collection: WEBHOOKS, item: WEBHOOK } = pathsOf(Webhook);
const { item: DELIVERY } = pathsOf(WebhookDelivery);
const OF_WEBHOOK = parameterOf(Webhook);
const OF_DELIVERY = { ...OF_WEBHOOK, ...parameterOf(WebhookDelivery) };
const EXPERIMENTAL = 'experimental' as const;
const ANY_ROLE = 'anyRole' as const;

/** The webhook of the calling app that the address names: an app reaches its own only. */
function namedBy({ caller: { agreementNumber, appNumber }, parameters }: ApiRequest): WebhookNamed {
  return { agreementNumber, appNumber, webhookNumber: numberInPath({ parameters }, Webhook) };
}

function stored(webhook: StoredWebhook): Stored<AnyValue> {
  return { value: webhookValue(webhook), version: webhook.version };
}

function webhooksOf({ studio }: Services, { caller }: ApiRequest): PartialRepository {
  return {
    page: (query) => studio.webhooks.page(caller, query),
    find: async (key) => {
      const { agreementNumber, appNumber } = caller;
      const webhookNumber = Number(key);
      const found = await studio.webhooks.find({ agreementNumber, appNumber, webhookNumber });
      return found && stored(found);
    },
  };
}

function deliveriesOf({ studio }: Services, request: ApiRequest): PartialRepository {
  const named = namedBy(request);
  return {
    page: (query) => studio.webhooks.deliveries(named, query),
    find: async (key) => {
      const value = await studio.webhooks.delivery(named, Number(key));
      return value && { value, version: 1 };
    },
  };
}

/** How long the former secret signs beside the new one. */
const ROTATION = { fields: { overlapHours } };

const rotateRoute = writeEndpoint({
  method: 'POST',
  path: `${WEBHOOK}/secrets`,
  stability: EXPERIMENTAL,
  access: ANY_ROLE,
  parameters: OF_WEBHOOK,
  summary:
    'Give a webhook another secret. The answer shows it, once; the former one signs beside it for a while.',
  serves: { resource: Webhook, as: 'other' },
  gives: { item: Webhook },
  action: {
    name: 'rotateSecret',
    says: 'Get another secret, shown once; deliveries are signed by both for overlapHours.',
    shownBy: [{ resource: Webhook, as: 'item' }],
  },
  body: ROTATION,
  refuses: [],
  showsSecret: 'secret',
  perform: ({ studio }, request) =>
    pipe(
      studio.webhooks.rotate({
        ...namedBy(request),
        overlapHours: bodyOf(request, ROTATION).overlapHours,
        now: request.now,
      }),
      TE.map(({ webhook, secret }) => shownWebhook(webhook, request, secret)),
    ),
});

/** From where on events are delivered. */
const REPLAY = {
  fields: {
    since: described(required(integer({ min: 1 })), 'the sequence of the first event that is delivered'),
  },
};

const replayRoute = writeEndpoint({
  method: 'POST',
  path: `${WEBHOOK}/replays`,
  stability: EXPERIMENTAL,
  access: ANY_ROLE,
  parameters: OF_WEBHOOK,
  summary:
    'Deliver the events from a sequence on, again or for the first time; or go on behind those before it.',
  serves: { resource: Webhook, as: 'other' },
  gives: { item: Webhook },
  action: {
    name: 'replay',
    says: 'Deliver the events from the sequence since on.',
    shownBy: [{ resource: Webhook, as: 'item' }],
  },
  body: REPLAY,
  refuses: ['E06000'],
  perform: ({ studio }, request) =>
    pipe(
      studio.webhooks.replay({ ...namedBy(request), since: bodyOf(request, REPLAY).since }),
      TE.map((webhook) => shownWebhook(webhook, request)),
    ),
});

const testRoute = writeEndpoint({
  method: 'POST',
  path: `${WEBHOOK}/test`,
  stability: EXPERIMENTAL,
  access: ANY_ROLE,
  parameters: OF_WEBHOOK,
  summary:
    'Deliver a sample at once, also to a webhook that is disabled. The delivery tells what was answered.',
  serves: { resource: Webhook, as: 'other' },
  gives: { item: WebhookDelivery },
  action: {
    name: 'test',
    says: 'Deliver a sample now.',
    shownBy: [{ resource: Webhook, as: 'item' }],
  },
  refuses: [],
  perform: ({ studio }, request) =>
    pipe(
      studio.webhooks.test({ ...namedBy(request), now: request.now }),
      // A delivery that waits: its address tells what came of it.
      TE.map((delivery) => writtenItem(WebhookDelivery, delivery, request)),
    ),
});

const redeliverRoute = writeEndpoint({
  method: 'POST',
  path: `${DELIVERY}/redeliveries`,
  stability: EXPERIMENTAL,
  access: ANY_ROLE,
  parameters: OF_DELIVERY,
  summary: 'Deliver once more what was delivered or has failed, at once and under the same id.',
  serves: { resource: WebhookDelivery, as: 'other' },
  gives: { item: WebhookDelivery },
  action: {
    name: 'redeliver',
    says: 'Deliver it once more, now.',
    shownBy: [{ resource: WebhookDelivery, as: 'item' }],
  },
  refuses: ['E10910'],
  perform: ({ studio }, request) =>
    pipe(
      studio.webhooks.redeliver({
        ...namedBy(request),
        deliveryNumber: numberInPath(request, WebhookDelivery),
        now: request.now,
      }),
      TE.map((delivery) => writtenItem(WebhookDelivery, delivery, request)),
    ),
});

const webhookRoutes = resourceEndpoints(Webhook, {
  stability: EXPERIMENTAL,
  read: ANY_ROLE,
  refuses: { replace: ['E06000', 'E10600'], remove: [] },
  handlers: {
    replace: ({ studio }, _, draft, request, version) =>
      pipe(studio.webhooks.revise({ ...namedBy(request), asked: askedIn(draft), version }), TE.map(stored)),
    remove: ({ studio }, _, request, version) => studio.webhooks.remove({ ...namedBy(request), version }),
  },
  actions: async (_, __, request) => ({ more: actionsOn(request.parameters, request) }),
}).filter(({ method }) => method !== 'POST');

const createRoute = writeEndpoint({
  method: 'POST',
  path: WEBHOOKS,
  stability: EXPERIMENTAL,
  access: ANY_ROLE,
  parameters: {},
  summary: 'Create a new webhook. The answer shows its secret, once.',
  serves: { resource: Webhook, as: 'collection' },
  body: { fields: Webhook.fields },
  refuses: ['E06000', 'E10400', 'E10600'],
  showsSecret: 'secret',
  perform: ({ studio }, request) => {
    const { agreementNumber, appNumber } = request.caller;
    return pipe(
      studio.webhooks.create({
        ...askedIn(bodyOf(request, Webhook)),
        agreementNumber,
        appNumber,
        now: request.now,
      }),
      TE.map(({ webhook, secret }) => shownWebhook(webhook, request, secret)),
    );
  },
});

const deliveryRoutes = resourceEndpoints(WebhookDelivery, {
  stability: EXPERIMENTAL,
  read: ANY_ROLE,
  actions: async (_, { value }, request) => ({
    more: value['status'] === 'waiting' ? [] : actionTo(redeliverRoute, request, request.parameters),
  }),
});

/**
 * Issue 16: where an app is told what happens, and what came of it. Each app sees and changes its own only.
 */
export const webhooksEndpoints: readonly Endpoint[] = [
  ...perRequestRepository(Webhook, webhooksOf, [
    ...webhookRoutes,
    createRoute,
    ...perRequestRepository(WebhookDelivery, deliveriesOf, deliveryRoutes),
  ]),
  rotateRoute,
  replayRoute,
  testRoute,
  redeliverRoute,
];

function askedIn(draft: AnyValue): WebhookRequest {
  const { url, types, enabled, ordered, description } = draft as WebhookRequest;
  return { url, types, enabled, ordered, description };
}

/**
 * With its secret where it was just made; the entity tag is that of the webhook as it is read from now on.
 */
function shownWebhook(webhook: StoredWebhook, request: ApiRequest, secret?: string): Answer {
  const value = webhookValue(webhook);
  const more = actionsOn({ [Webhook.key]: webhook.webhookNumber }, request);
  const answer = createdItem(Webhook, value, request, { more });
  if (secret === undefined) return answer;
  return { ...answer, body: printerFor(Webhook, request).item({ ...value, secret }, [], request.style) };
}

/** What can be done with a webhook beside replacing and removing it. */
function actionsOn(parameters: ApiRequest['parameters'], request: ApiRequest): ReturnType<typeof actionTo> {
  return [rotateRoute, replayRoute, testRoute].flatMap((route) => actionTo(route, request, parameters));
}
