import type { Timestamp } from '@kontor/kernel';
import type { Agreement, App, Company, Grant, PortalSession, User } from '@kontor/studio';
import { NULLABLE, ascii, bytes, index, integer, text, unique } from '../entity/columns.js';
import { entity, flag, onRequest, words } from '../entity/entity.js';
import type { Column, Table } from '../entity/table.js';

/** What may be missing in the company of an agreement: everything. Nobody asks for it but `/self`. */
const ofCompany = (name: string, length: number): Column => onRequest(text(name, length, NULLABLE));

export const AgreementEntity = entity<Agreement & Company>(
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
  },
  [index('agreement_by_administrator_number', 'administratorNumber', 'agreementNumber')],
);

/** Of the company only, as TypeORM selects it. */
export const COMPANY_MEMBERS = Object.fromEntries(
  AgreementEntity.columns.filter(({ onRequest }) => onRequest).map(({ property }) => [property, true]),
);

/**
 * Of an app's secrets, hashes only: the one that is valid, and the one before it while that is taken as well.
 */
type SecretsOfApp = {
  readonly secretHash: string;
  readonly formerSecretHash?: string | null;
  readonly formerSecretExpires?: Timestamp | null;
};

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
    index('agreement_grant_by_administrator_number', 'administratorNumber', 'grantNumber'),
  ],
);

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
  },
  [index('app_user_by_agreement_number', 'agreementNumber')],
);

export const PortalSessionEntity = entity<PortalSession & { readonly tokenHash: string }>(
  'portal_session',
  ['tokenHash'],
  {
    tokenHash: ascii('token_hash', 43),
    userName: text('user_name', 250),
    started: ascii('started', 20),
    expires: ascii('expires', 20),
  },
  [index('portal_session_by_expires', 'expires')],
);

export const PortalKeyEntity = entity<{ readonly name: string; readonly keyText: string }>(
  'portal_key',
  ['name'],
  { name: ascii('name', 40), keyText: ascii('key_text', 100) },
);

/** The last number given to an agreement, an app and a grant. */
export const GlobalCounterEntity = entity<{ readonly name: string; readonly lastNumber: number }>(
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
  PortalKeyEntity,
  GlobalCounterEntity,
];
