export { studioContext } from './studio.catalogue.js';
export { studioService, type StudioService } from './studio.service.js';
export type * from './studio.failures.js';
// Who calls, and what they may do
export * from './caller/role.js';
export * from './caller/caller.js';
export * from './caller/self.resource.js';
// Agreements, people, apps, grants
export * from './agreement/agreement.js';
export * from './agreement/agreement.rules.js';
export * from './agreement/create-agreement.use-case.js';
export type { Currencies } from './agreement/currencies.port.js';
export type { Company } from './agreement/company.js';
export { Language } from './agreement/language.resource.js';
export { LANGUAGES, languageOf, type PageLanguage } from './agreement/language.js';
export { isSeen, lookOfName, plainName } from './agreement/name.rules.js';
export * from './agreement/user.js';
export * from './agreement/password.rules.js';
export { mayGiveOneMore } from './grant/grant-quota.rules.js';
export { QUOTAS } from './quotas.js';
export * from './agreement/create-user.use-case.js';
export * from './agreement/sign-up.use-case.js';
export type { StoredApp, AppRepository } from './app/app.js';
export * from './app/create-app.use-case.js';
export { App, type AppValue } from './app/app.resource.js';
export { AppRole } from './app/app-role.resource.js';
export { Module } from './caller/module.resource.js';
export {
  appName,
  isNamedApart,
  mayBeAdded,
  rolesAskedFor,
  rootUrlIsPlain,
  type RoleGiven,
} from './app/app.rules.js';
export type { RegisterApp } from './app/register-app.use-case.js';
export { removeApp } from './app/remove-app.use-case.js';
export * from './grant/grant.js';
export * from './grant/issue-grant.use-case.js';
export { noteInOthers } from './note-in-others.js';
export { revokeGrant } from './grant/revoke-grant.use-case.js';
export type { Passwords, Secrets } from './grant/secrets.port.js';
export * from './grant/consent.rules.js';
export * from './grant/redirect.rules.js';
export type * from './session/mailed-token.js';
export type * from './session/second-factor.js';
export * from './session/session.js';
export { ClientAgreement } from './client-grant/client-agreement.resource.js';
export { everyOneIsAClient, everyOneTakesAGrant } from './client-grant/client-grant.rules.js';
export { Event } from './event/event.resource.js';
export { ClientGrant } from './client-grant/client-grant.resource.js';
export type { IssuedClientGrant, IssueClientGrants } from './client-grant/issue-client-grants.use-case.js';
// Webhooks
export {
  DELIVERIES_KEPT,
  SAMPLE,
  type Delivery,
  type DeliveryAttempt,
  type StoredWebhook,
  type WebhookRequest,
  type WebhookNamed,
  type WebhookRepository,
} from './webhook/webhook.js';
export {
  Webhook,
  WEBHOOK_TYPE_MAX,
  WEBHOOK_TYPES_MAX,
  WEBHOOK_URL_MAX,
  WebhookDelivery,
  webhookValue,
  type WebhookDeliveryValue,
  type WebhookValue,
} from './webhook/webhook.resource.js';
export { typesAreKnown } from './webhook/known-types.rules.js';
export { askedToWait, failsForDays, isAskedFor, typesAsked, waitAfter } from './webhook/webhook.rules.js';
export type {
  DeliveryNoted,
  DeliveryLoad,
  DeliveryQueue,
  DueWebhook,
  LeasedWebhook,
  Noted,
  ProgressNoted,
  WaitingDelivery,
} from './webhook/delivery-queue.port.js';
export type { WebhookAddresses, WebhookKeys, WebhookOutside } from './webhook/webhook-outside.port.js';
export { webhooksService, type WebhooksService } from './webhook/webhooks.service.js';
export type { StudioRepositories, StudioWithin } from './studio.repositories.js';
