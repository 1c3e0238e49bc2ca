// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Item, Link } from '../link.js';

/** An item of agreement-settings: list, get, replace and remove. */
export interface AgreementSetting extends Item<{
  readonly key: { readonly settingKey: string };
  readonly replace: AgreementSettingDraft;
  readonly remove: true;
  readonly filter: AgreementSettingFilters;
  readonly sort: AgreementSettingSortable;
}> {
  /** The key that the app chose for the setting. */
  readonly settingKey: string;
  /** What the app keeps: any JSON. */
  readonly content: unknown;
  /** Its own address. */
  readonly self: Link<AgreementSetting>;
}

/** What an item of agreement-settings is made of. */
export interface AgreementSettingDraft {
  /** The key that the app chose for the setting; 1 to 100 characters. */
  readonly settingKey: string;
  /** What the app keeps: any JSON. */
  readonly content: unknown;
}

/** What agreement-settings can be filtered by, and the values to compare with. */
export type AgreementSettingFilters = {
  readonly settingKey: string;
};
/** The names of what agreement-settings can be filtered by. */
export type AgreementSettingFilterable = keyof AgreementSettingFilters;

/** What agreement-settings can be sorted by. */
export type AgreementSettingSortable = 'settingKey';

/** An item of user-settings: list, get, replace and remove. */
export interface UserSetting extends Item<{
  readonly key: { readonly settingKey: string };
  readonly replace: UserSettingDraft;
  readonly remove: true;
  readonly filter: UserSettingFilters;
  readonly sort: UserSettingSortable;
}> {
  /** The key that the app chose for the setting. */
  readonly settingKey: string;
  /** What the app keeps: any JSON. */
  readonly content: unknown;
  /** Its own address. */
  readonly self: Link<UserSetting>;
}

/** What an item of user-settings is made of. */
export interface UserSettingDraft {
  /** The key that the app chose for the setting; 1 to 100 characters. */
  readonly settingKey: string;
  /** What the app keeps: any JSON. */
  readonly content: unknown;
}

/** What user-settings can be filtered by, and the values to compare with. */
export type UserSettingFilters = {
  readonly settingKey: string;
};
/** The names of what user-settings can be filtered by. */
export type UserSettingFilterable = keyof UserSettingFilters;

/** What user-settings can be sorted by. */
export type UserSettingSortable = 'settingKey';
