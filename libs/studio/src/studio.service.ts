import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { pageInMemory, timestampOf, type CollectionQuery, type Page } from '@kontor/kernel';
import { App, appValue, type AppValue } from './app/app.resource.js';
import type { RemovedApp } from './app/app.js';
import { removeApp, type RemoveApp } from './app/remove-app.use-case.js';
import { reviseApp, type ReviseApp } from './app/revise-app.use-case.js';
import { registerApp, type RegisterApp } from './app/register-app.use-case.js';
import type { Caller } from './caller/caller.js';
import { readSelf } from './caller/read-self.use-case.js';
import type { Self } from './caller/self.resource.js';
import { clientGrant, type ClientGrant } from './client-grant/client-grant.resource.js';
import { ClientAgreement, clientAgreement } from './client-grant/client-agreement.resource.js';
import {
  issueClientGrants,
  type IssuedClientGrant,
  type IssueClientGrants,
} from './client-grant/issue-client-grants.use-case.js';
import type { Secrets } from './grant/secrets.port.js';
import type { WebhookOutside } from './webhook/webhook-outside.port.js';
import { webhooksService, type WebhooksService } from './webhook/webhooks.service.js';
import type { StudioFailure } from './studio.failures.js';
import type { StudioWithin } from './studio.repositories.js';

type Calling = Pick<Caller, 'agreementNumber' | 'appNumber'>;

/** The use cases of the studio context. What is read is what the caller may see. */
export type StudioService = {
  self(caller: Caller): Promise<Self>;
  /** The apps of the caller's agreement (D55). */
  apps(caller: Calling, query: CollectionQuery): Promise<Page<AppValue>>;
  /** One of them, or the app that calls, whosever it is: `/self` links to it. */
  app(caller: Calling, appNumber: number): Promise<AppValue | undefined>;
  /** One of them, held until the unit of work ends. */
  heldApp(caller: Calling, appNumber: number): Promise<AppValue | undefined>;
  /** Whether the app is one of the caller's agreement, which may change it. */
  isOwnApp(caller: Calling, appNumber: number): Promise<boolean>;
  registerApp(command: RegisterApp): TaskEither<StudioFailure, AppValue>;
  reviseApp(command: ReviseApp): TaskEither<StudioFailure, AppValue>;
  removeApp(command: RemoveApp): TaskEither<StudioFailure, RemovedApp>;
  /** The agreements whose books an administrator agreement may work with. */
  clientAgreements(administratorNumber: number, query: CollectionQuery): Promise<Page<ClientAgreement>>;
  clientAgreement(administratorNumber: number, agreementNumber: number): Promise<ClientAgreement | undefined>;
  issueClientGrants(command: IssueClientGrants): TaskEither<StudioFailure, readonly IssuedClientGrant[]>;
  readonly webhooks: WebhooksService;
  /** The temporary grants that an administrator agreement asked for and that have not ended (§2.4b). */
  clientGrants(administratorNumber: number, now: Date): Promise<readonly ClientGrant[]>;
};

/** What the studio needs from outside beside what is kept. */
export type StudioOutside = {
  readonly secrets: Secrets;
  readonly temporaryGrantMs: number;
  readonly outside: WebhookOutside;
};

/** `temporaryGrantMs`: how long a grant lasts that an administrator gets (D88). */
export function studioService(
  studio: StudioWithin,
  { secrets, temporaryGrantMs, outside }: StudioOutside,
): StudioService {
  const { agreements, apps, grants, webhooks } = studio;
  return {
    self: readSelf(studio),
    apps: async ({ agreementNumber }, query) => {
      const own = await apps.listOf(agreementNumber);
      return pageInMemory(App, own.map(appValue), query);
    },
    app: async (caller, appNumber) => {
      const found = await apps.find(appNumber);
      const isSeen = found?.agreementNumber === caller.agreementNumber || appNumber === caller.appNumber;
      return found !== undefined && isSeen ? appValue(found) : undefined;
    },
    heldApp: async ({ agreementNumber }, appNumber) => {
      const found = await apps.hold(agreementNumber, appNumber);
      return found && appValue(found);
    },
    isOwnApp: async ({ agreementNumber }, appNumber) =>
      (await apps.find(appNumber))?.agreementNumber === agreementNumber,
    registerApp: registerApp(studio, secrets),
    reviseApp: reviseApp(studio, secrets),
    removeApp: removeApp(studio),
    clientAgreements: async (administratorNumber, query) => {
      const clients = await agreements.list({ administratorNumber });
      return pageInMemory(ClientAgreement, clients.map(clientAgreement), query);
    },
    clientAgreement: async (administratorNumber, agreementNumber) => {
      const found = await agreements.find(agreementNumber);
      return found?.administratorNumber === administratorNumber ? clientAgreement(found) : undefined;
    },
    clientGrants: async (administratorNumber, now) => {
      const current = await grants.listAskedBy(administratorNumber, timestampOf(now));
      return current.map(clientGrant);
    },
    webhooks: webhooksService({ webhooks, outside }),
    issueClientGrants: issueClientGrants(studio, { secrets, lifetimeMs: temporaryGrantMs }),
  };
}
