// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Action, Item, Link } from '../link.js';

/** An item of app-roles: list and get. */
export interface AppRole extends Item<{
  readonly key: { readonly roleNumber: number };
  readonly filter: AppRoleFilters;
  readonly sort: AppRoleSortable;
}> {
  readonly roleNumber: number;
  readonly name: string;
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
  readonly languageNumber: number;
  readonly name: string;
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
  readonly moduleNumber: number;
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

/** An item of apps: list, get, create and replace. */
export interface App extends Item<{
  readonly key: { readonly appNumber: number };
  readonly create: AppDraft;
  readonly replace: AppDraft;
  readonly filter: AppFilters;
  readonly sort: AppSortable;
}> {
  readonly appNumber: number;
  readonly name: string;
  readonly appPublicToken: string;
  readonly appSecretToken?: string;
  /** YYYY-MM-DD. */
  readonly created: string;
  readonly grantUrl?: string;
  readonly requiredRoles: readonly {
    readonly roleNumber: number;
    readonly name?: string;
    readonly requiredModules?: readonly { readonly moduleNumber: number; readonly self: Link<Module> }[];
    readonly self: Link<AppRole>;
  }[];
  readonly rootUrl: string;
  /** Its own address. */
  readonly self: Link<App>;
}

/** What an item of apps is made of. */
export interface AppDraft {
  /** 1 to 50 characters. */
  readonly name: string;
  /** 1 to 200 characters. */
  readonly rootUrl: string;
  /** At most 20. */
  readonly requiredRoles: readonly {
    /** At most 2147483647. */
    readonly roleNumber?: number | undefined;
    /** 1 to 100 characters. */
    readonly name?: string | undefined;
    /** At most 8192 characters. */
    readonly self?: string | undefined;
  }[];
}

/** What apps can be filtered by, and the values to compare with. */
export type AppFilters = {
  readonly appNumber: number;
  readonly created: string;
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
          /** 1 to 999999999. */
          readonly agreementNumber?: number | undefined;
          /** At most 8192 characters. */
          readonly self?: string | undefined;
        }
      | readonly {
          /** 1 to 999999999. */
          readonly agreementNumber?: number | undefined;
          /** At most 8192 characters. */
          readonly self?: string | undefined;
        }[],
      readonly {
        readonly clientGrantNumber: number;
        readonly clientAgreement: ClientAgreement;
        readonly grantToken: string;
        /** YYYY-MM-DDThh:mm:ssZ. */
        readonly issued: string;
        /** YYYY-MM-DDThh:mm:ssZ. */
        readonly expires: string;
        readonly self: Link<unknown>;
      }[],
      false
    >;
  };
}> {
  readonly agreementNumber: number;
  readonly blocked: boolean;
  readonly forDeletion: boolean;
  readonly name: string;
  /** Its own address. */
  readonly self: Link<ClientAgreement>;
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
}> {
  readonly clientGrantNumber: number;
  readonly clientAgreement: { readonly agreementNumber: number; readonly self: Link<ClientAgreement> };
  /** YYYY-MM-DDThh:mm:ssZ. */
  readonly issued: string;
  /** YYYY-MM-DDThh:mm:ssZ. */
  readonly expires: string;
  /** Its own address. */
  readonly self: Link<ClientGrant>;
}

/** What client-grants can be filtered by, and the values to compare with. */
export type ClientGrantFilters = {
  readonly 'clientAgreement.agreementNumber': number;
  readonly clientGrantNumber: number;
  readonly expires: string;
};
/** The names of what client-grants can be filtered by. */
export type ClientGrantFilterable = keyof ClientGrantFilters;

/** What client-grants can be sorted by. */
export type ClientGrantSortable = 'clientAgreement.agreementNumber' | 'clientGrantNumber' | 'expires';

/** An item of self: get. */
export interface Self extends Item<{
  readonly key: { readonly agreementNumber: number };
  readonly filter: SelfFilters;
  readonly sort: SelfSortable;
}> {
  readonly agreementNumber: number;
  readonly agreementType: {
    readonly agreementTypeNumber: number;
    readonly name: string;
  };
  readonly userName: string;
  /** YYYY-MM-DD. */
  readonly signupDate: string;
  readonly user: {
    readonly loginId: string;
    readonly name: string;
    readonly email?: string;
    readonly language: {
      readonly languageNumber: number;
      readonly name?: string;
      readonly culture?: string;
      readonly self: Link<Language>;
    };
    readonly agreementNumber: number;
  };
  readonly company: {
    readonly name: string;
    readonly addressLine1?: string;
    readonly addressLine2?: string;
    readonly zip?: string;
    readonly city?: string;
    readonly country?: string;
    readonly attention?: string;
    readonly phoneNumber?: string;
    readonly email?: string;
    readonly website?: string;
    readonly companyIdentificationNumber?: string;
    readonly vatNumber?: string;
  };
  readonly bankInformation: {
    readonly bankName?: string;
    readonly bankSortCode?: string;
    readonly bankAccountNumber?: string;
    readonly bankGiroNumber?: string;
    readonly ibanNumber?: string;
    readonly swiftCode?: string;
    readonly pbsCustomerGroupNumber?: string;
    readonly pbsFiSupplierNumber?: string;
  };
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
  readonly settings: {
    readonly baseCurrency: string;
    readonly internationalLedger: boolean;
  };
  readonly companyAffiliation?: string;
  readonly canSendElectronicInvoice: boolean;
  readonly modules: readonly {
    readonly moduleNumber: number;
    readonly name?: string;
    readonly self: Link<Module>;
  }[];
  readonly IsAdminAgreement: boolean;
  /** YYYY-MM-DDThh:mm:ssZ. */
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
