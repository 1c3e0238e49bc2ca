import type { IncomingMessage } from 'node:http';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { AuditRecord, Clock, Trace } from '@kontor/kernel';
import type {
  AgreementRefusal,
  Passwords,
  Secrets,
  SignUp,
  StudioRepositories,
  StudioWithin,
  User,
  UserNameTaken,
  WebhookOutside,
} from '@kontor/studio';
import type { Operator, SendMail } from './visit/operator.js';
import type { AttemptLimit } from './visit/throttle.js';

/** Signs somebody up: an agreement and its first user, with the record of who did it. */
export type SignUpAbility = (
  command: SignUp,
  by: AuditRecord,
) => TaskEither<AgreementRefusal | UserNameTaken, User>;

/** What happened to a request, for the log and the metrics: never a token, never a query, never a form. */
export type PortalObservation = {
  readonly logId: string;
  readonly trace: Trace | undefined;
  readonly method: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  readonly agreementNumber: number | undefined;
  /**
   * What security looks for: a sign-in that was refused, by a wrong name or password or because of too many.
   */
  readonly event?: 'signInFailed' | 'signInThrottled';
  readonly defect?: unknown;
  /** For a 503 for want of a turn: why. */
  readonly busy?: unknown;
};

/**
 * What pages read, and who is signed in. What they change goes through
 * `change`, so that none of it is without a record.
 */
export type PortalStudio = Pick<
  StudioRepositories,
  'portalSessions' | 'portalKeys' | 'mailedTokens' | 'secondFactors'
> & {
  readonly agreements: Pick<StudioRepositories['agreements'], 'find' | 'companyOf' | 'logoOf'>;
  readonly apps: Omit<StudioRepositories['apps'], 'create' | 'revise' | 'rotateSecret' | 'remove'>;
  readonly grants: Pick<StudioRepositories['grants'], 'countCurrent' | 'find' | 'listCurrent' | 'listEnded'>;
  readonly users: Pick<StudioRepositories['users'], 'find'>;
  readonly webhooks: Pick<
    StudioRepositories['webhooks'],
    'find' | 'listOf' | 'deliveriesOf' | 'findDeliveries'
  >;
};

/** What the pages are made of: everything that the composition gives them. */
export type PortalParts = {
  /** The public address, without a trailing slash: the only source of links. */
  readonly baseUrl: string;
  readonly studio: PortalStudio;
  /**
   * Runs what a form changes in an agreement as one unit of work, with the record of who did it
   * (G37): all of it is kept, or nothing. Without a record, nothing was changed.
   */
  readonly change: <A>(
    agreementNumber: number,
    work: (studio: StudioWithin) => Promise<A>,
    by: (done: A) => AuditRecord | undefined,
  ) => Promise<A>;
  readonly secrets: Secrets;
  /** Where webhooks may lead, and what makes their keys. */
  readonly webhookOutside: WebhookOutside;
  readonly passwords: Passwords;
  readonly signUp: SignUpAbility;
  /** Who runs the service. */
  readonly operator: Operator;
  readonly mail: SendMail;
  /**
   * Does what nobody who asked is to wait for, or to tell anything from: mail. Bounded; failures are logged.
   */
  readonly later: (work: () => Promise<void>) => void;
  /** Codes of the currencies that books may be kept in. */
  readonly currencies: readonly string[];
  readonly grantLifetimeMs: number;
  /** Where a request comes from, behind the proxies that are trusted. */
  readonly addressOf: (request: IncomingMessage) => string;
  /**
   * Waits for what a client still has to send of a form, of `bytesMax` at most: who sends slowly is to hold
   * up nobody.
   */
  readonly awaitClient: <A>(request: IncomingMessage, bytesMax: number, sent: () => Promise<A>) => Promise<A>;
  /** The description of the API, as OpenAPI 3.1; asked for once, by the first who reads the reference. */
  readonly describe: () => Promise<unknown>;
  readonly clock: Clock;
  readonly observe: (observation: PortalObservation) => void;
  /** Called when a grant or a secret is no longer valid, so that this process forgets it at once. */
  readonly forgetCredentials: () => void;
  /**
   * How often a sign-in may be tried for one name, and from one address; and a sign-up from one
   * address.
   */
  readonly attemptLimits?: Partial<
    Readonly<Record<'perName' | 'perAddress' | 'signUps' | 'mails', AttemptLimit>>
  >;
};
