import type { Timestamp } from '@kontor/kernel';
import type {
  Agreement,
  App,
  Company,
  Delivery,
  Grant,
  StoredWebhook,
  MailedToken,
  PortalSession,
  SecondFactor,
  User,
} from '@kontor/studio';
import {
  NULLABLE,
  ascii,
  bytes,
  count,
  document,
  index,
  integer,
  long,
  text,
  unique,
} from '../entity/columns.js';
import { entity, flag, onRequest, words } from '../entity/entity.js';
import type { Column, Table } from '../entity/table.js';

/** What may be missing in the company of an agreement: everything. Nobody asks for it but `/self`. */
const ofCompany = (name: string, length: number): Column => onRequest(text(name, length, NULLABLE));

/** Whose books there are, and what their company is called in print. */
export const AgreementEntity = entity<Agreement & Company & { readonly paperLogo?: string | null }>(
  'agreement',
  ['agreementNumber'],
  {
    agreementNumber: integer('agreement_number'),
    name: text('name', 250),
    blocked: flag('blocked'),
    forDeletion: flag('for_deletion'),
    isAdministrator: flag('is_administrator'),
    administratorNumber: integer('administrator_number', NULLABLE),
    baseCurrency: ascii('base_currency', 3),
    modules: words('modules', 200),
    signupDate: ascii('signup_date', 10),
    addressLine1: ofCompany('address_line1', 250),
    addressLine2: ofCompany('address_line2', 250),
    zip: ofCompany('zip', 50),
    city: ofCompany('city', 250),
    country: ofCompany('country', 250),
    attention: ofCompany('attention', 250),
    phoneNumber: ofCompany('phone_number', 50),
    email: ofCompany('email', 320),
    website: ofCompany('website', 250),
    companyIdentificationNumber: ofCompany('company_identification_number', 50),
    vatNumber: ofCompany('vat_number', 50),
    companyAffiliation: ofCompany('company_affiliation', 250),
    bankName: ofCompany('bank_name', 250),
    bankSortCode: ofCompany('bank_sort_code', 50),
    bankAccountNumber: ofCompany('bank_account_number', 50),
    bankGiroNumber: ofCompany('bank_giro_number', 50),
    ibanNumber: ofCompany('iban_number', 50),
    swiftCode: ofCompany('swift_code', 50),
    pbsCustomerGroupNumber: ofCompany('pbs_customer_group_number', 50),
    pbsFiSupplierNumber: ofCompany('pbs_fi_supplier_number', 50),
    paperColour: onRequest(ascii('paper_colour', 7, NULLABLE)),
    paperFooter: ofCompany('paper_footer', 300),
    /** Base64. */
    paperLogo: onRequest(document('paper_logo', NULLABLE)),
  },
  [index('agreement_by_administrator_number', 'administratorNumber', 'agreementNumber')],
);

/** Of the company only, as TypeORM selects it; its logo is asked for by itself. */
export const COMPANY_MEMBERS = Object.fromEntries(
  AgreementEntity.columns
    .filter(({ onRequest, property }) => onRequest && property !== 'paperLogo')
    .map(({ property }) => [property, true]),
);

/**
 * Of an app's secrets, hashes only: the one that is valid, and the one before it while that is taken as well.
 */
export type SecretsOfApp = {
  readonly secretHash: string;
  readonly formerSecretHash?: string | null;
  readonly formerSecretExpires?: Timestamp | null;
};

/** Registered apps, with the hash of their secret and of the one before it. */
export const AppEntity = entity<App & SecretsOfApp>(
  'app',
  ['appNumber'],
  {
    appNumber: integer('app_number'),
    agreementNumber: integer('agreement_number'),
    name: text('name', 250),
    appPublicToken: ascii('app_public_token', 100),
    created: ascii('created', 10),
    rootUrl: text('root_url', 2000),
    requiredRoles: words('required_roles', 200),
    secretHash: onRequest(ascii('secret_hash', 43)),
    formerSecretHash: onRequest(ascii('former_secret_hash', 43, NULLABLE)),
    formerSecretExpires: onRequest(ascii('former_secret_expires', 20, NULLABLE)),
  },
  [
    unique('app_by_secret_hash', 'secretHash'),
    unique('app_by_former_secret_hash', 'formerSecretHash'),
    index('app_by_agreement_number', 'agreementNumber', 'appNumber'),
    index('app_by_app_public_token', 'appPublicToken'),
  ],
);

/** What an app may do in an agreement, found by the hash of its token. */
export const GrantEntity = entity<Grant & { readonly tokenHash: string }>(
  'agreement_grant',
  ['grantNumber'],
  {
    grantNumber: integer('grant_number'),
    agreementNumber: integer('agreement_number'),
    appNumber: integer('app_number'),
    userName: text('user_name', 250),
    roles: words('roles', 200),
    issued: ascii('issued', 20),
    expires: ascii('expires', 20),
    revoked: ascii('revoked', 20, NULLABLE),
    tokenHash: onRequest(ascii('token_hash', 43)),
    lastUsed: ascii('last_used', 20, NULLABLE),
    administratorNumber: integer('administrator_number', NULLABLE),
  },
  [
    unique('agreement_grant_by_token_hash', 'tokenHash'),
    index('agreement_grant_by_agreement_number', 'agreementNumber', 'grantNumber'),
    // Most grants have ended, and stay: those that have not are found past them.
    index('agreement_grant_current_of_administrator', 'administratorNumber', 'revoked', 'expires'),
    index('agreement_grant_current_of_agreement', 'agreementNumber', 'revoked', 'expires'),
    index('agreement_grant_current_of_app', 'appNumber', 'revoked', 'expires'),
  ],
);

/** People who sign in, found in any case of their name. */
export const UserEntity = entity<User & { readonly userNameFolded: string; readonly passwordHash: string }>(
  'app_user',
  ['userNameFolded'],
  {
    userNameFolded: bytes('user_name_folded', 3000),
    userName: text('user_name', 250),
    agreementNumber: integer('agreement_number'),
    name: text('name', 250),
    email: text('email', 320),
    passwordHash: ascii('password_hash', 300),
    culture: ascii('culture', 5, NULLABLE),
    roles: words('roles', 200, NULLABLE),
    emailConfirmed: ascii('email_confirmed', 20, NULLABLE),
  },
  [index('app_user_by_agreement_number', 'agreementNumber')],
);

/** Who is signed in to the portal, and until when. */
export const PortalSessionEntity = entity<PortalSession & { readonly tokenHash: string }>(
  'portal_session',
  ['tokenHash'],
  {
    tokenHash: ascii('token_hash', 43),
    userName: text('user_name', 250),
    started: ascii('started', 20),
    expires: ascii('expires', 20),
    agent: text('agent', 250, NULLABLE),
  },
  [
    index('portal_session_by_expires', 'expires'),
    index('portal_session_by_user_name', 'userName', 'started'),
  ],
);

/** What was sent by mail and not used yet. */
export const MailedTokenEntity = entity<MailedToken & { readonly tokenHash: string }>(
  'mailed_token',
  ['tokenHash'],
  {
    tokenHash: ascii('token_hash', 43),
    purpose: ascii('purpose', 10),
    userName: text('user_name', 250),
    expires: ascii('expires', 20),
  },
  [index('mailed_token_by_expires', 'expires'), index('mailed_token_by_user_name', 'userName', 'purpose')],
);

/** What is kept of a second factor in its row. */
type SecondFactorRow = Pick<SecondFactor, 'encrypted' | 'lastStep'> & {
  readonly userName: string;
  /** How often codes were tried in the span that ends at this instant, in ms since 1970. */
  readonly tries: number;
  readonly triesUntil: number;
};
/** The authenticator app of a person: its encrypted secret, and of which 30 seconds the last code was. */
export const SecondFactorEntity = entity<SecondFactorRow>('second_factor', ['userName'], {
  userName: text('user_name', 250),
  encrypted: ascii('sealed', 300),
  lastStep: integer('last_step'),
  tries: count('tries'),
  triesUntil: { ...long('tries_until'), byDefault: 0 },
});

/** Codes instead of the authenticator app: a row each, gone once it is used. */
export const RecoveryCodeEntity = entity<{ readonly userName: string; readonly codeHash: string }>(
  'recovery_code',
  ['codeHash'],
  { codeHash: ascii('code_hash', 43), userName: text('user_name', 250) },
  [index('recovery_code_by_user_name', 'userName')],
);

/** Keys that all replicas share, by what they are for. */
export const PortalKeyEntity = entity<{ readonly name: string; readonly keyText: string }>(
  'portal_key',
  ['name'],
  { name: ascii('name', 40), keyText: ascii('key_text', 100) },
);

/** What deliveries need to know of a webhook, and nobody else is told. Instants are ms since 1970. */
export type WebhookWork = {
  readonly encryptedKeys: string;
  readonly formerEncryptedKeys?: string | null;
  /** All events up to this sequence were delivered, or are not asked for. */
  readonly position: number;
  /** Of the event after the position, where it failed before: its delivery, and how often. */
  readonly headDelivery?: number | null;
  readonly failures: number;
  /** Until then events wait. */
  readonly due: number;
  /** When the first delivery is due that waits beside the events; the end of time where none does. */
  readonly waitingDue: number;
  readonly lastDelivery: number;
  /** Which process works on it, and until when it is taken to be alive. */
  readonly leaseHolder?: string | null;
  readonly leaseExpires: number;
};

/** Where events are delivered, how far they are, and who is at it. */
export const WebhookEntity = entity<StoredWebhook & WebhookWork>(
  'webhook',
  ['webhookNumber'],
  {
    webhookNumber: integer('webhook_number'),
    agreementNumber: integer('agreement_number'),
    appNumber: integer('app_number'),
    url: text('url', 2000),
    types: words('types', 2000),
    enabled: flag('enabled'),
    ordered: flag('ordered'),
    description: text('description', 250, NULLABLE),
    created: ascii('created', 20),
    publicKey: ascii('public_key', 100),
    formerSecretExpires: ascii('former_secret_expires', 20, NULLABLE),
    failingSince: ascii('failing_since', 20, NULLABLE),
    disabledBecause: ascii('disabled_because', 20, NULLABLE),
    version: integer('version'),
    encryptedKeys: onRequest(ascii('sealed_keys', 300)),
    formerEncryptedKeys: onRequest(ascii('former_sealed_keys', 300, NULLABLE)),
    position: onRequest(integer('position')),
    headDelivery: onRequest(integer('head_delivery', NULLABLE)),
    failures: onRequest(count('failures')),
    due: onRequest(long('due')),
    waitingDue: onRequest(long('waiting_due')),
    lastDelivery: onRequest(count('last_delivery')),
    leaseHolder: onRequest(ascii('lease_holder', 40, NULLABLE)),
    leaseExpires: onRequest(long('lease_expires')),
  },
  [
    index('webhook_by_agreement_number', 'agreementNumber', 'webhookNumber'),
    index('webhook_by_waiting_due', 'waitingDue'),
  ],
);

/** A delivery as it is kept: below its webhook, with its attempts as one text. */
type DeliveryKept = Omit<Delivery, 'attempts'> & {
  readonly webhookNumber: number;
  readonly due: number;
  readonly failures: number;
  readonly attempts: string;
};

/** Deliveries with their attempts, so long as they are kept (docs/internals/webhooks.md). */
export const WebhookDeliveryEntity = entity<DeliveryKept>(
  'webhook_delivery',
  ['webhookNumber', 'deliveryNumber'],
  {
    webhookNumber: integer('webhook_number'),
    deliveryNumber: integer('delivery_number'),
    messageId: ascii('message_id', 60),
    sequence: integer('sequence', NULLABLE),
    type: ascii('type', 60),
    status: ascii('status', 10),
    created: ascii('created', 20),
    nextAttempt: ascii('next_attempt', 20, NULLABLE),
    due: onRequest(long('due')),
    failures: onRequest(count('failures')),
    attempts: onRequest(document('attempts')),
  },
  [index('webhook_delivery_by_status', 'webhookNumber', 'status', 'due')],
);

/** The last number given to an agreement, an app, a grant and a webhook. */
const GlobalCounterEntity = entity<{ readonly name: string; readonly lastNumber: number }>(
  'global_counter',
  ['name'],
  { name: ascii('name', 40), lastNumber: integer('last_number') },
);

/** What spans agreements; GLOBAL_TABLES says why each does. */
export const STUDIO_ENTITIES: readonly Table[] = [
  AgreementEntity,
  AppEntity,
  GrantEntity,
  UserEntity,
  PortalSessionEntity,
  MailedTokenEntity,
  SecondFactorEntity,
  RecoveryCodeEntity,
  PortalKeyEntity,
  GlobalCounterEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
];
