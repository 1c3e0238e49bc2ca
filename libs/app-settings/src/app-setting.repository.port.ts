import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type {
  ChangedSince,
  CollectionQuery,
  KeyExists,
  KeyValue,
  NotFound,
  Page,
  Stored,
} from '@kontor/kernel';
import type { AppSetting } from './app-setting.resource.js';
import type { TooManySettings } from './app-settings.failures.js';

/**
 * The settings that one app keeps in one place: for an agreement, or for one person of it. Keys
 * are found in any case. Writes must run inside a unit of work. That there are never more than
 * `SETTINGS_MAX` is guarded by the write of a new one itself, in the same transaction (R6), so
 * it holds however many are written at once.
 */
export type AppSettingRepository = {
  page(query: CollectionQuery): Promise<Page<AppSetting>>;
  find(settingKey: KeyValue): Promise<Stored<AppSetting> | undefined>;
  create(setting: AppSetting): TaskEither<KeyExists | TooManySettings, Stored<AppSetting>>;
  /** Gives the setting other content; with `version`, only if that is still the stored one. */
  replace(
    settingKey: KeyValue,
    setting: AppSetting,
    version?: number,
  ): TaskEither<NotFound | ChangedSince, Stored<AppSetting>>;
  remove(settingKey: KeyValue, version?: number): TaskEither<NotFound | ChangedSince, void>;
};

/** Whose settings, among those that apps keep in an agreement's books. */
export type SettingsOwner = {
  readonly appNumber: number;
  /** The person they are kept for; the whole agreement when left out. */
  readonly userName?: string;
};

/** The settings of one agreement, by owner: there is no way to those of another. */
export type AppSettings = { of(owner: SettingsOwner): AppSettingRepository };
