import type { AuditRecord } from '@kontor/kernel';
import type { AgreementRepository } from './agreement/agreement.js';
import type { UserRepository } from './agreement/user.js';
import type { AppRepository } from './app/app.js';
import type { CredentialRepository } from './caller/caller.js';
import type { GrantRepository } from './grant/grant.js';
import type { MailedTokenRepository } from './session/mailed-token.js';
import type { SecondFactorRepository } from './session/second-factor.js';
import type { WebhookRepository } from './webhook/webhook.js';
import type { DeliveryQueue } from './webhook/delivery-queue.port.js';
import type { PortalKeyRepository, PortalSessionRepository } from './session/session.js';

/** What the studio context needs from outside. These span agreements: the only repositories that do. */
export type StudioRepositories = {
  readonly agreements: AgreementRepository;
  readonly apps: AppRepository;
  readonly grants: GrantRepository;
  readonly users: UserRepository;
  readonly credentials: CredentialRepository;
  readonly webhooks: WebhookRepository;
  readonly portalSessions: PortalSessionRepository;
  readonly portalKeys: PortalKeyRepository;
  readonly secondFactors: SecondFactorRepository;
  readonly mailedTokens: MailedTokenRepository;
  readonly deliveryQueue: DeliveryQueue;
};

/** What a unit of work writes of them: it is kept or undone with the unit. */
export type StudioWithin = Pick<
  StudioRepositories,
  'agreements' | 'apps' | 'grants' | 'users' | 'webhooks'
> & {
  readonly portalSessions: Pick<PortalSessionRepository, 'endAll'>;
  readonly secondFactors: Pick<SecondFactorRepository, 'turnOn' | 'turnOff'>;
  readonly mailedTokens: Pick<MailedTokenRepository, 'use' | 'forget'>;
  readonly clientAudit: ClientAudit;
};

/** The record of changes (G37) of another agreement than the unit's own: what an administrator does to it. */
export type ClientAudit = { note(agreementNumber: number, record: AuditRecord): Promise<void> };
