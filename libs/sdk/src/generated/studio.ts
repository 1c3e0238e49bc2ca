// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Action, Finder, Item, ItemActions, Link, Look } from '../link.js';
import type { Page } from '../pages.js';
import type { Dated } from '../query.js';
import type { EventType, EventTypes } from './event-types.js';

/** An item of app-roles: list and get. */
export interface AppRole extends Item<{
  readonly key: { readonly roleNumber: number };
  readonly filter: AppRoleFilters;
  readonly sort: AppRoleSortable;
}> {
  /** Number of the role. */
  readonly roleNumber: number;
  /** What it is called. */
  readonly name: string;
  /** The modules that an agreement must have for this role. */
  readonly requiredModules: readonly { readonly moduleNumber: number; readonly self: Link<Module> }[];
  /** Its own address. */
  readonly self: Link<AppRole>;
}

/** What app-roles can be filtered by, and the values to compare with. */
export type AppRoleFilters = {
  readonly roleNumber: number;
};
/** The names of what app-roles can be filtered by. */
export type AppRoleFilterable = keyof AppRoleFilters;

/** What app-roles can be sorted by. */
export type AppRoleSortable = 'roleNumber';

/** An item of languages: list and get. */
export interface Language extends Item<{
  readonly key: { readonly languageNumber: number };
  readonly filter: LanguageFilters;
  readonly sort: LanguageSortable;
}> {
  /** Number of the language. */
  readonly languageNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Language and country as programs name them. */
  readonly culture: string;
  /** Its own address. */
  readonly self: Link<Language>;
}

/** What languages can be filtered by, and the values to compare with. */
export type LanguageFilters = {
  readonly languageNumber: number;
  readonly name: string;
  readonly culture: string;
};
/** The names of what languages can be filtered by. */
export type LanguageFilterable = keyof LanguageFilters;

/** What languages can be sorted by. */
export type LanguageSortable = 'languageNumber' | 'name' | 'culture';

/** An item of modules: list and get. */
export interface Module extends Item<{
  readonly key: { readonly moduleNumber: number };
  readonly filter: ModuleFilters;
  readonly sort: ModuleSortable;
}> {
  /** Number of the module. */
  readonly moduleNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Its own address. */
  readonly self: Link<Module>;
}

/** What modules can be filtered by, and the values to compare with. */
export type ModuleFilters = {
  readonly moduleNumber: number;
  readonly name: string;
};
/** The names of what modules can be filtered by. */
export type ModuleFilterable = keyof ModuleFilters;

/** What modules can be sorted by. */
export type ModuleSortable = 'moduleNumber' | 'name';

/** An item of apps: list, get, create, replace and remove. */
export interface App extends Item<{
  readonly key: { readonly appNumber: number };
  readonly create: AppDraft;
  readonly replace: AppReplacement;
  readonly remove: true;
  readonly filter: AppFilters;
  readonly sort: AppSortable;
}> {
  /** Identifies it; given by the service. */
  readonly appNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Names the app in the address where access is granted; no secret. */
  readonly appPublicToken: string;
  /** The secret of the app, shown once. */
  readonly appSecretToken?: string;
  /** When it was made; YYYY-MM-DD. */
  readonly created: string;
  /** Where people give the app access to their agreement. */
  readonly grantUrl?: string;
  /** The roles that the app asks for, one at least. */
  readonly requiredRoles: readonly {
    readonly roleNumber: number;
    readonly name?: string;
    readonly requiredModules?: readonly { readonly moduleNumber: number; readonly self: Link<Module> }[];
    readonly self: Link<AppRole>;
  }[];
  /** Where the app is, and where people are sent back to. */
  readonly rootUrl: string;
  /** Its own address. */
  readonly self: Link<App>;
}

/** What an item of apps is made of. */
export interface AppDraft {
  /** What it is called; 1 to 50 characters. */
  readonly name: string;
  /** Where the app is, and where people are sent back to; 1 to 200 characters. */
  readonly rootUrl: string;
  /** The roles that the app asks for, one at least; at most 20. */
  readonly requiredRoles: readonly {
    /** Number of the role; at most 2147483647. */
    readonly roleNumber?: number | undefined;
    /** What it is called; 1 to 100 characters. */
    readonly name?: string | undefined;
    /** Its own address; at most 8192 characters. */
    readonly self?: string | undefined;
  }[];
}

/** What replaces an item of apps: appNumber, newSecret and overlapHours may be given besides. */
export type AppReplacement = AppDraft & {
  /** Give the app another secret, shown once in the answer; false when left out. */
  readonly newSecret?: boolean | undefined;
  /** With newSecret: for so many hours the secret before it is taken as well; at most 720; 24 when left out. */
  readonly overlapHours?: number | undefined;
};

/** What apps can be filtered by, and the values to compare with. */
export type AppFilters = {
  readonly appNumber: number;
  readonly created: Dated;
  readonly name: string;
};
/** The names of what apps can be filtered by. */
export type AppFilterable = keyof AppFilters;

/** What apps can be sorted by. */
export type AppSortable = 'appNumber' | 'created' | 'name';

/** An item of client-agreements: list and get. */
export interface ClientAgreement extends Item<{
  readonly key: { readonly agreementNumber: number };
  readonly filter: ClientAgreementFilters;
  readonly sort: ClientAgreementSortable;
  readonly actions: {
    /** Get temporary grants of client agreements. */
    readonly createClientGrants?: Action<
      | {
          /** Number of the agreement; 1 to 999999999. */
          readonly agreementNumber?: number | undefined;
          /** Its own address; at most 8192 characters. */
          readonly self?: string | undefined;
        }
      | readonly {
          /** Number of the agreement; 1 to 999999999. */
          readonly agreementNumber?: number | undefined;
          /** Its own address; at most 8192 characters. */
          readonly self?: string | undefined;
        }[],
      readonly {
        /** Identifies the access that was given. */
        readonly clientGrantNumber: number;
        readonly clientAgreement: ClientAgreement;
        /** The token of the access, shown once: send it as X-AgreementGrantToken. */
        readonly grantToken: string;
        /** When the access was given; YYYY-MM-DDThh:mm:ssZ. */
        readonly issued: string;
        /** When the access ends; YYYY-MM-DDThh:mm:ssZ. */
        readonly expires: string;
        readonly self: Link<ClientGrant>;
      }[],
      false
    >;
  };
}> {
  /** Identifies it; given by the service. */
  readonly agreementNumber: number;
  /** The agreement is blocked: nothing is written in it. */
  readonly blocked: boolean;
  /** The agreement is marked for deletion: it is read by SuperUser only. */
  readonly forDeletion: boolean;
  /** What it is called. */
  readonly name: string;
  /** Its own address. */
  readonly self: Link<ClientAgreement>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Get temporary grants of client agreements. */
    readonly createClientGrants?: Action<
      | {
          /** Number of the agreement; 1 to 999999999. */
          readonly agreementNumber?: number | undefined;
          /** Its own address; at most 8192 characters. */
          readonly self?: string | undefined;
        }
      | readonly {
          /** Number of the agreement; 1 to 999999999. */
          readonly agreementNumber?: number | undefined;
          /** Its own address; at most 8192 characters. */
          readonly self?: string | undefined;
        }[],
      readonly {
        /** Identifies the access that was given. */
        readonly clientGrantNumber: number;
        readonly clientAgreement: ClientAgreement;
        /** The token of the access, shown once: send it as X-AgreementGrantToken. */
        readonly grantToken: string;
        /** When the access was given; YYYY-MM-DDThh:mm:ssZ. */
        readonly issued: string;
        /** When the access ends; YYYY-MM-DDThh:mm:ssZ. */
        readonly expires: string;
        readonly self: Link<ClientGrant>;
      }[],
      false
    >;
  };
}

/** What client-agreements can be filtered by, and the values to compare with. */
export type ClientAgreementFilters = {
  readonly agreementNumber: number;
  readonly blocked: boolean;
  readonly forDeletion: boolean;
  readonly name: string;
};
/** The names of what client-agreements can be filtered by. */
export type ClientAgreementFilterable = keyof ClientAgreementFilters;

/** What client-agreements can be sorted by. */
export type ClientAgreementSortable = 'agreementNumber' | 'blocked' | 'forDeletion' | 'name';

/** An item of client-grants: list and get. */
export interface ClientGrant extends Item<{
  readonly key: { readonly clientGrantNumber: number };
  readonly filter: ClientGrantFilters;
  readonly sort: ClientGrantSortable;
  readonly actions: {
    /** Get temporary grants of client agreements. */
    readonly createClientGrants?: Action<
      | {
          /** Number of the agreement; 1 to 999999999. */
          readonly agreementNumber?: number | undefined;
          /** Its own address; at most 8192 characters. */
          readonly self?: string | undefined;
        }
      | readonly {
          /** Number of the agreement; 1 to 999999999. */
          readonly agreementNumber?: number | undefined;
          /** Its own address; at most 8192 characters. */
          readonly self?: string | undefined;
        }[],
      readonly {
        /** Identifies the access that was given. */
        readonly clientGrantNumber: number;
        readonly clientAgreement: ClientAgreement;
        /** The token of the access, shown once: send it as X-AgreementGrantToken. */
        readonly grantToken: string;
        /** When the access was given; YYYY-MM-DDThh:mm:ssZ. */
        readonly issued: string;
        /** When the access ends; YYYY-MM-DDThh:mm:ssZ. */
        readonly expires: string;
        readonly self: Link<ClientGrant>;
      }[],
      false
    >;
  };
}> {
  /** Identifies it; given by the service. */
  readonly clientGrantNumber: number;
  /** The agreement that the access is to. */
  readonly clientAgreement: { readonly agreementNumber: number; readonly self: Link<ClientAgreement> };
  /** When the access was given; YYYY-MM-DDThh:mm:ssZ. */
  readonly issued: string;
  /** When the access ends; YYYY-MM-DDThh:mm:ssZ. */
  readonly expires: string;
  /** Its own address. */
  readonly self: Link<ClientGrant>;
}

/** What client-grants can be filtered by, and the values to compare with. */
export type ClientGrantFilters = {
  readonly 'clientAgreement.agreementNumber': number;
  readonly clientGrantNumber: number;
  readonly expires: Dated;
};
/** The names of what client-grants can be filtered by. */
export type ClientGrantFilterable = keyof ClientGrantFilters;

/** What client-grants can be sorted by. */
export type ClientGrantSortable = 'clientAgreement.agreementNumber' | 'clientGrantNumber' | 'expires';

/** An item of events: list and get. */
export interface Event extends Item<{
  readonly key: { readonly sequence: number };
  readonly filter: EventFilters;
  readonly sort: EventSortable;
  readonly isLive: true;
}> {
  /** Counts the events of the agreement without holes, in the order in which they were kept. */
  readonly sequence: number;
  /** The thing and what became of it: product.created, voucher.booked, accountingYear.closed. */
  readonly type: EventType;
  /** When it was changed; YYYY-MM-DDThh:mm:ssZ. */
  readonly time: string;
  /** Which the thing is in. */
  readonly collection: string;
  /** The address of the thing, also of one that is removed; a grant has none. */
  readonly resource?: Link<unknown>;
  /** The identifier of the thing, and those of the items it lives in, by their names. */
  readonly numbers?: Readonly<Record<string, string | number>>;
  /** Of an update: the members that have another value now. */
  readonly changed?: readonly string[];
  /** The X-Request-Id of the answer to the request that changed it. */
  readonly requestId?: string;
  /** The app by which it was changed. */
  readonly app?: { readonly appNumber: number; readonly self: Link<App> };
  /** The person by whose grant it was changed. */
  readonly user?: string;
  /** Its own address. */
  readonly self: Link<Event>;
}

/** What events can be filtered by, and the values to compare with. */
export type EventFilters = {
  readonly type: EventType;
  readonly collection: string;
  readonly resource: string;
  readonly 'app.appNumber': number;
  readonly user: string;
  readonly requestId: string;
};
/** The names of what events can be filtered by. */
export type EventFilterable = keyof EventFilters;

/** What events can be sorted by. */
export type EventSortable = never;

/** An item of self: get. */
export interface Self extends Item<{
  readonly key: { readonly agreementNumber: number };
  readonly filter: SelfFilters;
  readonly sort: SelfSortable;
}> {
  /** Identifies it; given by the service. */
  readonly agreementNumber: number;
  /** What kind of agreement it is. */
  readonly agreementType: {
    /** Number of the kind of agreement. */
    readonly agreementTypeNumber: number;
    /** What it is called. */
    readonly name: string;
  };
  /** What the person is called. */
  readonly userName: string;
  /** The day on which the agreement began; YYYY-MM-DD. */
  readonly signupDate: string;
  /** The person who gave the access. */
  readonly user: {
    /** What the person signs in with. */
    readonly loginId: string;
    /** What it is called. */
    readonly name: string;
    /** Address for electronic mail. */
    readonly email?: string;
    /** The language that the person reads. */
    readonly language: {
      readonly languageNumber: number;
      readonly name?: string;
      readonly culture?: string;
      readonly self: Link<Language>;
    };
    /** Number of the agreement. */
    readonly agreementNumber: number;
  };
  /** Whose agreement it is. */
  readonly company: {
    /** What it is called. */
    readonly name: string;
    /** First line of the address. */
    readonly addressLine1?: string;
    /** Second line of the address. */
    readonly addressLine2?: string;
    /** Postal code of the address. */
    readonly zip?: string;
    /** Town of the address. */
    readonly city?: string;
    /** Country of the address, as it is printed. */
    readonly country?: string;
    /** Whom it is for. */
    readonly attention?: string;
    /** Number of the telephone. */
    readonly phoneNumber?: string;
    /** Address for electronic mail. */
    readonly email?: string;
    /** Address of its pages. */
    readonly website?: string;
    /** Number of the company in the public register. */
    readonly companyIdentificationNumber?: string;
    /** Number for VAT, with the country before it. */
    readonly vatNumber?: string;
  };
  /** Where payments to the agreement go. */
  readonly bankInformation: {
    /** Name of the bank. */
    readonly bankName?: string;
    /** Code of the branch of the bank. */
    readonly bankSortCode?: string;
    /** Number of the bank account. */
    readonly bankAccountNumber?: string;
    /** Number for bank giro payments. */
    readonly bankGiroNumber?: string;
    /** International number of the bank account. */
    readonly ibanNumber?: string;
    /** Code of the bank (BIC). */
    readonly swiftCode?: string;
    /** Number of the group of debtors with the payment service. */
    readonly pbsCustomerGroupNumber?: string;
    /** Number of the agreement as a creditor with the payment service. */
    readonly pbsFiSupplierNumber?: string;
  };
  /** The app that asks. */
  readonly application?: {
    readonly appNumber: number;
    readonly name?: string;
    readonly appPublicToken?: string;
    readonly created?: string;
    readonly requiredRoles?: readonly {
      readonly roleNumber: number;
      readonly name?: string;
      readonly requiredModules?: readonly { readonly moduleNumber: number; readonly self: Link<Module> }[];
      readonly self: Link<AppRole>;
    }[];
    readonly self: Link<App>;
  };
  /** How the agreement is set up. */
  readonly settings: {
    /** Currency that the books are kept in, ISO 4217. */
    readonly baseCurrency: string;
    /** The agreement has the vouchers of the international ledger. */
    readonly internationalLedger: boolean;
  };
  /** The company that the agreement belongs to. */
  readonly companyAffiliation?: string;
  /** Electronic invoices may be sent from the agreement. */
  readonly canSendElectronicInvoice: boolean;
  /** The modules that the agreement has. */
  readonly modules: readonly {
    readonly moduleNumber: number;
    readonly name?: string;
    readonly self: Link<Module>;
  }[];
  /** The agreement is that of an administrator, who looks after others. */
  readonly IsAdminAgreement: boolean;
  /** When the access ends; YYYY-MM-DDThh:mm:ssZ. */
  readonly grantExpires?: string;
  /** Its own address. */
  readonly self: Link<Self>;
}

/** What self can be filtered by, and the values to compare with. */
export type SelfFilters = Readonly<Record<never, never>>;
/** The names of what self can be filtered by. */
export type SelfFilterable = keyof SelfFilters;

/** What self can be sorted by. */
export type SelfSortable = never;

/** An item of webhooks: list, get, create, replace and remove. */
export interface Webhook extends Item<{
  readonly key: { readonly webhookNumber: number };
  readonly create: WebhookDraft;
  readonly replace: WebhookDraft;
  readonly remove: true;
  readonly filter: WebhookFilters;
  readonly sort: WebhookSortable;
}> {
  /** Identifies it; given by the service. */
  readonly webhookNumber: number;
  /** An https address of the public Internet. */
  readonly url: string;
  /** Such as invoice.booked, or invoice.* for all of a thing; every type when empty. */
  readonly types: readonly EventTypes[];
  /** Whether it is told; switched off when nobody has answered for long. */
  readonly enabled: boolean;
  /** Whether an event waits until the one before it was delivered. */
  readonly ordered: boolean;
  /** What it is, in words. */
  readonly description?: string;
  /** When it was made; YYYY-MM-DDThh:mm:ssZ. */
  readonly created: string;
  /** Verifies signatures v1a (ed25519) of Standard Webhooks. */
  readonly publicKey: string;
  /** Verifies signatures v1; shown once. */
  readonly secret?: string;
  /** Until when the former secret signs as well; YYYY-MM-DDThh:mm:ssZ. */
  readonly formerSecretExpires?: string;
  /** Since when no answer was good; YYYY-MM-DDThh:mm:ssZ. */
  readonly failingSince?: string;
  /** Why it was switched off. */
  readonly disabledBecause?: 'gone' | 'failing';
  /** Leads to its deliveries. */
  readonly deliveries: Link<Page<WebhookDelivery>>;
  /** Its own address. */
  readonly self: Link<Webhook>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly listWebhookDelivery?: Look<Page<WebhookDelivery>>;
    readonly findWebhookDelivery?: Finder<WebhookDelivery, { readonly deliveryNumber: number }>;
    /** Get another secret, shown once; deliveries are signed by both for overlapHours. */
    readonly rotateSecret?: Action<
      {
        /** At most 720; 24 when left out. */
        readonly overlapHours?: number | undefined;
      },
      Webhook,
      false
    >;
    /** Deliver the events from the sequence since on. */
    readonly replay?: Action<
      {
        /** The sequence of the first event that is delivered; 1 to 2147483647. */
        readonly since: number;
      },
      Webhook,
      false
    >;
    /** Deliver a sample now. */
    readonly test?: Action<void, WebhookDelivery, false>;
  };
}

/** What an item of webhooks is made of. */
export interface WebhookDraft {
  /** An https address of the public Internet; 1 to 2000 characters. */
  readonly url: string;
  /** Such as invoice.booked, or invoice.* for all of a thing; every type when empty; at most 30. */
  readonly types?: readonly EventTypes[] | undefined;
  /** Whether it is told; switched off when nobody has answered for long; true when left out. */
  readonly enabled?: boolean | undefined;
  /** Whether an event waits until the one before it was delivered; true when left out. */
  readonly ordered?: boolean | undefined;
  /** What it is, in words; at most 250 characters. */
  readonly description?: string | undefined;
}

/** What webhooks can be filtered by, and the values to compare with. */
export type WebhookFilters = {
  readonly webhookNumber: number;
  readonly enabled: boolean;
  readonly url: string;
};
/** The names of what webhooks can be filtered by. */
export type WebhookFilterable = keyof WebhookFilters;

/** What webhooks can be sorted by. */
export type WebhookSortable = 'webhookNumber' | 'enabled' | 'url';

/** An item of webhook-deliveries: list and get. */
export interface WebhookDelivery extends Item<{
  readonly key: { readonly deliveryNumber: number };
  readonly filter: WebhookDeliveryFilters;
  readonly sort: WebhookDeliverySortable;
}> {
  /** Identifies it; given by the service. */
  readonly deliveryNumber: number;
  /** The webhook-id of every attempt. */
  readonly messageId: string;
  /** Of the event; none of a sample. */
  readonly sequence?: number;
  /** What happened. */
  readonly type: EventType;
  /** How far the delivery is. */
  readonly status: 'waiting' | 'delivered' | 'failed';
  /** When it was made; YYYY-MM-DDThh:mm:ssZ. */
  readonly created: string;
  /** When it is sent again; YYYY-MM-DDThh:mm:ssZ. */
  readonly nextAttempt?: string;
  /** The latest five, each with the first 1,000 bytes of what was answered. */
  readonly attempts: readonly {
    /** When it was sent; YYYY-MM-DDThh:mm:ssZ. */
    readonly time: string;
    /** Status of the answer, where there was one. */
    readonly status?: number;
    /** Why there was no answer. */
    readonly noAnswer?:
      | 'timeout'
      | 'forbiddenAddress'
      | 'unknownHost'
      | 'certificate'
      | 'connection'
      | 'secretUnknown';
    /** How long it took, in milliseconds. */
    readonly durationMs: number;
    /** The beginning of what was answered. */
    readonly answer: string;
  }[];
  /** Its own address. */
  readonly self: Link<WebhookDelivery>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Deliver it once more, now. */
    readonly redeliver?: Action<void, WebhookDelivery, false>;
  };
}

/** What webhook-deliveries can be filtered by, and the values to compare with. */
export type WebhookDeliveryFilters = {
  readonly deliveryNumber: number;
  readonly sequence: number;
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly type: EventType;
};
/** The names of what webhook-deliveries can be filtered by. */
export type WebhookDeliveryFilterable = keyof WebhookDeliveryFilters;

/** What webhook-deliveries can be sorted by. */
export type WebhookDeliverySortable = 'deliveryNumber' | 'sequence' | 'status' | 'type';
