import type { Delivery, DeliveryAttempt, StoredWebhook } from '@kontor/studio';

export type PerReason = Readonly<Record<NonNullable<StoredWebhook['disabledBecause']>, string>>;
export type PerStatus = Readonly<Record<Delivery['status'], string>>;
export type PerNoAnswer = Readonly<Record<NonNullable<DeliveryAttempt['noAnswer']>, string>>;
export type PerOverlap = Readonly<Record<0 | 24 | 168, string>>;

/** What the pages about webhooks say. */
export const webhooksEnGb = {
  webhooksTitle: 'Webhooks',
  webhooksLead: 'Where apps are told what happens in your books, at once and signed.',
  noWebhooks: 'Nobody is told yet.',
  newWebhook: 'New webhook',
  newWebhookLead:
    'The app is told what happens from now on, as far as its roles go, for as long as it has access to your books.',
  noAppToTell:
    'A webhook tells an app that has access to your books. Give an app access first, by its grant link.',
  webhookUrl: 'Address',
  webhookUrlHint: 'It starts with https:// and can be reached from the Internet.',
  webhookTypes: 'Types of events',
  webhookTypesHint: 'Such as invoice.booked or product.*, with commas between. Every type when left empty.',
  everyType: 'all',
  createWebhook: 'Create the webhook',
  webhookAppWrong: 'Choose an app that has access to your books.',
  webhookUrlWrong: 'Enter an https address that can be reached from the Internet, on port 443 or 8443.',
  webhookTypesWrong: 'Enter types such as invoice.booked or product.*, with commas between; at most 30.',
  webhookTypeUnknown: (type: string, nearest: string | undefined) =>
    `There is no type of event ${type}${nearest === undefined ? '' : `: the nearest is ${nearest}`}.`,
  webhooksMany: 'Your company has as many webhooks as it may have. Remove one that is no longer used.',
  webhookState: 'State',
  webhookOn: 'on',
  webhookWaits: 'on, but nothing is delivered: the app has no access to your books now',
  webhookOff: 'switched off',
  webhookOffBecause: {
    gone: 'switched off: the receiver answered that it is gone',
    failing: 'switched off: every delivery failed for days',
  } as PerReason,
  failingSince: 'Failing since',
  formerSecret: 'The former secret signs until',
  webhookCreated: 'The webhook is made.',
  webhookRotated: 'The webhook has another secret.',
  webhookSecret: 'Secret',
  webhookSecretOnce:
    'Whoever receives the deliveries verifies them with it. It is shown for ten minutes: keep it where programs keep secrets.',
  webhookPublicKey: 'Public key',
  webhookPublicKeyHint: 'Verifies the signatures v1a, without a secret.',
  sendTest: 'Send a test',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  rotateWebhook: 'Another secret',
  removeWebhook: 'Remove',
  webhookDone: {
    test: 'A test is on its way. Load the page again to see what came of it.',
    on: 'The webhook is switched on. It goes on where it stopped.',
    off: 'The webhook is switched off. What happens meanwhile is told when it is on again.',
    replay: 'The events are delivered from there on.',
  },
  webhookRefused: 'That is not possible now. Look at the state of the webhook.',
  webhookRemoved: 'The webhook is removed.',
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing was delivered yet.',
  earlierDeliveries: 'Earlier deliveries',
  eventNumber: (sequence: number) => `event ${sequence}`,
  eventSequence: 'Number of the event',
  deliveryStatus: { waiting: 'waits', delivered: 'delivered', failed: 'failed' } as PerStatus,
  nextAttempt: 'Next attempt',
  attempts: 'Attempts',
  noAttempts: 'Not tried yet.',
  answered: (status: number) => `Answered ${status}`,
  noAnswers: {
    timeout: 'No answer within 10 seconds',
    forbiddenAddress: 'The address may not be reached from here',
    unknownHost: 'There is no such host',
    certificate: 'The certificate is not valid',
    connection: 'No connection',
    secretUnknown: 'The service cannot open the secret: make another one',
  } as PerNoAnswer,
  redeliver: 'Deliver once more',
  redelivered: 'It is delivered once more. Load the page again to see what came of it.',
  replay: 'Deliver again',
  replayLead:
    'All events from a number on are delivered, again or for the first time, each under the id it has had.',
  replaySince: 'From event number',
  replayNow: 'Deliver from there on',
  replayWrong: 'Enter the number of an event, such as 17.',
  allWebhooks: 'All webhooks',
  rotateWebhookTitle: 'Make another secret?',
  rotateWebhookLead: (url: string) => `For deliveries to ${url}.`,
  overlap: 'The former secret goes on signing',
  overlaps: { 0: 'not at all', 24: 'for a day', 168: 'for a week' } as PerOverlap,
  rotateWebhookNow: 'Make another secret',
  removeWebhookTitle: 'Remove this webhook?',
  removeWebhookLead: (url: string) =>
    `Nothing is delivered to ${url} any more, and what was delivered is forgotten. This cannot be undone.`,
  removeWebhookNow: 'Remove the webhook',
};

export type WebhookTexts = typeof webhooksEnGb;
